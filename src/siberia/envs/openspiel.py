"""Both games in OpenSpiel: importing this module registers `siberia_card` and `siberia_board`.

>>> import pyspiel
>>> import siberia.envs.openspiel
>>> game = pyspiel.load_game("siberia_card(players=3,edition=oya)")

Chance speaks first, in a few chance nodes that draw the seed; all later chance follows from it.
docs/OPENSPIEL.md says why, and what strings and tensors hold.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b
from math import prod
from typing import Any, Self

import numpy as np

from siberia.engine.rng import generator
from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS
from siberia.match.engines import engine
from siberia.match.games import GAMES
from siberia.match.position import Position, dealt
from siberia.match.setup import Setup, checked_players, checked_start

try:
    import pyspiel
except ImportError as missing:
    message = "OpenSpiel is not installed; it comes with the extra siberia[openspiel]"
    raise ImportError(message, name="pyspiel") from missing

# What OpenSpiel calls whoever is to move where no player is.
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
# The seed is drawn byte by byte: so many chance nodes, each with so many outcomes.
SEED_BYTES, OUTCOMES = 4, 256
# More words than any match has: the rules end each of them (C22, B32).
LONGEST = 50_000
# Fields that all have seen but need not see now, with a row for each seat (C18).
REMEMBERED = {"card": ("taken",), "board": ()}


class RememberedPosition:
    """A position, and for each seat a digest of all it has heard and seen from the deal on."""

    __slots__ = ("memories", "position", "to_move")

    def __init__(self, position: Position) -> None:
        """Begin to remember: each seat only knows what it sees now."""
        self.position = position
        self.to_move = CHANCE
        self.memories = (b"",) * position.seats
        self._remember(None)

    def __deepcopy__(self, _memo: object) -> Self:
        # Not by `copy`, which takes longer: searches do this all the time.
        other = object.__new__(type(self))
        other.position, other.memories = self.position.copy(), self.memories
        other.to_move = self.to_move
        return other

    def play(self, move: int) -> None:
        """Make a move."""
        self.position.apply(move)
        self._remember(move)

    def imagined(self, seat: int, seed: int) -> "RememberedPosition":
        """Return it with all drawn again that a seat cannot know; others remember from here on."""
        other = RememberedPosition(self.position.imagine(seat, seed))
        memories = list(other.memories)
        memories[seat] = self.memories[seat]
        other.memories = tuple(memories)
        return other

    def _remember(self, move: int | None) -> None:
        """Note whose turn it is, and let each seat remember what it heard and what it now sees."""
        position, speaker = self.position, self.to_move
        to_move = position.to_move
        self.to_move = TERMINAL if to_move is None else to_move
        secret = position.rules.sealed(position.state) > 0
        memories = []
        for seat, memory in enumerate(self.memories):
            heard = -1 if move is None or (secret and seat != speaker) else move
            news = b"%b %d" % (memory, heard) + position.observe(seat).tobytes()
            memories.append(blake2b(news, digest_size=16).digest())
        self.memories = tuple(memories)


class SiberiaState(pyspiel.State):
    """A match in OpenSpiel. A player's number is the seat's, an action's number the engine's.

    `chance` is as much of the seed as was drawn, `remembered` what follows when it is whole.
    """

    def __init__(self, game: "SiberiaGame") -> None:
        super().__init__(game)
        self.chance = b""
        self.remembered: RememberedPosition | None = None

    def current_player(self) -> int:
        """Return the seat to move, or that chance is, or that all is over."""
        return CHANCE if self.remembered is None else self.remembered.to_move

    def is_terminal(self) -> bool:
        """Say whether the match is over."""
        return self.current_player() == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the bytes that can come next in the seed."""
        return [(byte, 1 / OUTCOMES) for byte in range(OUTCOMES)]

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self.remembered is None else sorted(self.remembered.position.legal_moves())

    def _apply_action(self, action: int) -> None:
        if self.remembered is not None:
            self.remembered.play(action)
            return
        self.chance += bytes([action])
        if len(self.chance) == SEED_BYTES:
            position = self.get_game().deal(int.from_bytes(self.chance))
            self.remembered = RememberedPosition(position)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action:02x}" if player == CHANCE else self.get_game().words[action]

    def returns(self) -> list[float]:
        """Return the shares of the win, which are 1 in all; before the end all are 0."""
        if self.remembered is None or not self.is_terminal():
            return [0.0] * self.num_players()
        return list(self.remembered.position.shares())

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "SiberiaState":
        """Return a state that looks the same to a player; all it cannot know is drawn again."""
        other: SiberiaState = self.clone()
        if self.remembered is not None:
            other.remembered = self.remembered.imagined(player, int(rng() * (1 << 53)))
        return other

    def __str__(self) -> str:
        if self.remembered is None:
            return f"seed {self.chance.hex()}…"
        position, names = self.remembered.position, checked_players(None, self.num_players())
        return position.rules.table(position.view(position.to_move), names)


class SiberiaObserver:
    """Tells a player what it sees or, with perfect recall, what it can know."""

    def __init__(self, game: str, recall: bool) -> None:
        self._recall = recall
        self._fields = REMEMBERED[game] if recall else ()
        fields = GAMES[game].STATE.dtype
        lengths = {part.name: part.length for part in GAMES[game].OBSERVATION}
        lengths |= {f"all_{name}": prod(fields[name].shape) for name in self._fields}
        self.tensor = np.zeros(sum(lengths.values()), np.float32)
        parts = np.split(self.tensor, np.cumsum([*lengths.values()])[:-1])
        self.dict = dict(zip(lengths, parts, strict=True))

    def set_from(self, state: SiberiaState, player: int) -> None:
        """Write the tensor: what is seen and, with recall, what lay open once."""
        self.tensor[:] = 0
        if state.remembered is None:
            return
        position = state.remembered.position
        seen = position.observe(player)
        self.tensor[: len(seen)] = seen
        for field in self._fields:
            rows = self.dict[f"all_{field}"].reshape(MOST_SEATS, -1)[: position.seats]
            rows[:] = np.roll(position.state[field][: position.seats], -player, axis=0)

    def string_from(self, state: SiberiaState, player: int) -> str:
        """Return what is seen, part by part, or a digest of everything heard and seen so far."""
        if state.remembered is None:
            return f"seat {player}: before the deal"
        if self._recall:
            return f"seat {player}: {state.remembered.memories[player].hex()}"
        self.set_from(state, player)
        parts = (
            f"{name} {' '.join(map(str, numbers.astype(int).tolist()))}"
            for name, numbers in self.dict.items()
        )
        return f"seat {player}: {'; '.join(parts)}"


class SiberiaGame(pyspiel.Game):
    """A game in OpenSpiel, with its parameters; each game is a class of its own.

    What is registered OpenSpiel lets go of only after Python has ended: with a function in place
    of a class, Python would crash there.
    """

    NAME: str
    TYPE: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any]) -> None:
        # Elsewhere `seats` is a number and `players` are names; this is OpenSpiel's own word.
        seats, name = params["players"], self.NAME
        info = pyspiel.GameInfo(
            num_distinct_actions=GAMES[name].MOVES,
            max_chance_outcomes=OUTCOMES,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.TYPE, info, dict(params))
        edition, expansion = params["edition"], params["expansion"]
        self.setup = Setup.new(name, seats=seats, start=0, edition=edition, expansion=expansion)
        self.words = self.setup.vocabulary.words

    def deal(self, seed: int) -> Position:
        """Deal a match; the seed draws the start player, too."""
        setup = replace(self.setup, start=checked_start(None, self.setup.seats, seed))
        return Position(setup, dealt(setup, seed))

    def new_initial_state(self) -> SiberiaState:
        """Return a match that is not dealt yet."""
        return SiberiaState(self)

    def make_py_observer(
        self,
        kind: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> SiberiaObserver:
        """Return what tells a single player what it sees, or knows if it remembers all."""
        if params:
            raise ValueError(f"an observer takes no parameters, unlike {params}")
        if not kind:  # OpenSpiel gives none, or empty parameters in its place
            return SiberiaObserver(self.NAME, recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer tells what a single player sees, public and its own")
        return SiberiaObserver(self.NAME, recall=kind.perfect_recall)


def game_type(name: str) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game with any parameters."""
    kind = pyspiel.GameType
    return kind(
        short_name=f"siberia_{name}",
        long_name=GAMES[name].TITLE,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=FEWEST_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "edition": "dlp", "expansion": False},
    )


class CardGame(SiberiaGame):
    """The card game."""

    NAME, TYPE = "card", game_type("card")


class BoardGame(SiberiaGame):
    """The board game."""

    NAME, TYPE = "board", game_type("board")


class Rollouts:
    """Values a state by random play to the end, compiled: for OpenSpiel's MCTS and ISMCTS bots.

    The same as their own evaluator does, but without a step through Python for each word.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chooser = generator(seed)

    def evaluate(self, state: SiberiaState) -> list[float]:
        """Play a dealt match to its end at random, and return the shares of the win."""
        if state.remembered is None:
            raise ValueError("a match that is not dealt yet has no value")
        end = state.remembered.position.copy()
        rules, loops = end.rules, engine(end.game).loops
        moves = np.zeros(rules.MOVES, np.int64)
        loops.play_out(end.state, rules.OVER, self._chooser, moves, LONGEST)
        return list(end.shares())

    def prior(self, state: SiberiaState) -> list[tuple[int, float]]:
        """Return all legal actions, each as likely."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


for registered in (CardGame, BoardGame):
    pyspiel.register_game(registered.TYPE, registered)
