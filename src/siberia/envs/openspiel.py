"""Both games in OpenSpiel: importing this module registers `siberia_card` and `siberia_board`.

>>> import pyspiel
>>> import siberia.envs.openspiel
>>> game = pyspiel.load_game("siberia_card(players=3,edition=oya)")

Chance speaks first, in a few chance nodes that draw the seed; all later chance follows from it.
docs/OPENSPIEL.md says why, and what strings and tensors hold.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from hashlib import blake2b
from math import prod
from typing import Any, Self

import numpy as np

from siberia.components import shipped
from siberia.engine.rng import generator
from siberia.engine.schema import Array, copy_of
from siberia.match import Match
from siberia.match.engines import engine
from siberia.match.games import GAMES
from siberia.match.setup import SEAT_COUNTS, Setup, checked_players, checked_start

try:
    import pyspiel
except ImportError as missing:
    told = "OpenSpiel is not installed; it comes with the extra siberia[openspiel]"
    raise ImportError(told, name="pyspiel") from missing

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

# The seed is drawn byte by byte: so many chance nodes, each with so many outcomes.
SEED_BYTES, OUTCOMES = 4, 256
# How many numbers a seat sees.
WIDTH = {name: sum(part.length for part in game.OBSERVATION) for name, game in GAMES.items()}
# More words than any match has: the rules end each of them (C22, B32).
LONGEST = 50_000
# Fields that all have seen but need not see now, with a row for each seat (C18).
REMEMBERED = {"card": ("taken",), "board": ()}


class Table:
    """A match as OpenSpiel copies and stores it: the record, and what each seat remembers."""

    __slots__ = ("chance", "game", "memories", "record", "to_move")

    def __init__(self, game: str) -> None:
        self.game = game
        self.chance = b""
        self.record: Any = None
        self.to_move = CHANCE
        self.memories: tuple[bytes, ...] = ()

    def __deepcopy__(self, _memo: object) -> Self:
        other = type(self)(self.game)
        other.chance, other.to_move, other.memories = self.chance, self.to_move, self.memories
        other.record = None if self.record is None else copy_of(self.record)
        return other

    def deal(self, setup: Setup) -> None:
        """Deal from the seed that chance has drawn; it draws the start player, too."""
        seed, game = int.from_bytes(self.chance), GAMES[self.game]
        self.record = game.unpack(replace(setup, start=checked_start(None, setup.seats, seed)))
        game.deal(self.record, generator(seed))
        self.memories = (b"",) * setup.seats
        self._go_on(None)

    def play(self, move: int) -> None:
        """Make a move."""
        GAMES[self.game].apply(self.record, move)
        self._go_on(move)

    def imagine(self, seat: int, seed: int) -> None:
        """Draw again what a seat cannot know; others remember from here on only."""
        GAMES[self.game].determinize(self.record, seat, generator(seed))
        own = self.memories[seat]
        self.memories = (b"",) * len(self.memories)
        self._go_on(None)
        self.memories = (*self.memories[:seat], own, *self.memories[seat + 1 :])

    def _go_on(self, move: int | None) -> None:
        """Note whose turn it is, and let each seat remember what it heard and what it now sees."""
        game, speaker = GAMES[self.game], self.to_move
        over = self.record["phase"] == game.OVER
        self.to_move = TERMINAL if over else int(self.record["player"])
        secret, seats = game.sealed(self.record) > 0, range(len(self.memories))
        heard = [-1 if move is None or (secret and seat != speaker) else move for seat in seats]
        self.memories = tuple(
            blake2b(b"%b %d" % (memory, word) + self.seen(seat).tobytes(), digest_size=16).digest()
            for seat, memory, word in zip(seats, self.memories, heard, strict=True)
        )

    def seen(self, seat: int) -> Array:
        """Return what a seat sees as numbers; before the deal all are 0."""
        numbers = np.zeros(WIDTH[self.game], np.int16)
        if self.record is not None:
            GAMES[self.game].observe(self.record, seat, numbers)
        return numbers

    def shares(self) -> list[float]:
        """Return each seat's share of the win: those who are best share it."""
        points = np.zeros(SEAT_COUNTS[-1], np.int64)
        GAMES[self.game].scores(self.record, points)
        scores = points[: len(self.memories)]
        best = scores == scores.max()
        shares: list[float] = (best / best.sum()).tolist()
        return shares


class State(pyspiel.State):
    """A match in OpenSpiel. A player's number is the seat's, an action's number the engine's."""

    def __init__(self, game: "Siberia") -> None:
        super().__init__(game)
        self.table = Table(game.NAME)

    def current_player(self) -> int:
        """Return the seat to move, or that chance is, or that all is over."""
        return self.table.to_move

    def is_terminal(self) -> bool:
        """Say whether the match is over."""
        return self.table.to_move == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the bytes that can come next in the seed."""
        return [(byte, 1 / OUTCOMES) for byte in range(OUTCOMES)]

    def _legal_actions(self, _player: int) -> list[int]:
        game = GAMES[self.table.game]
        moves = np.zeros(game.MOVES, np.int64)
        count = game.legal(self.table.record, moves)
        return sorted(moves[:count].tolist())

    def _apply_action(self, action: int) -> None:
        if self.table.record is not None:
            self.table.play(action)
            return
        self.table.chance += bytes([action])
        if len(self.table.chance) == SEED_BYTES:
            self.table.deal(self.get_game().setup)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action:02x}" if player == CHANCE else self.get_game().words[action]

    def returns(self) -> list[float]:
        """Return the shares of the win, which are 1 in all; before the end all are 0."""
        return self.table.shares() if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "State":
        """Return a state that looks the same to a player; all it cannot know is drawn again."""
        other: State = self.clone()
        if other.table.record is not None:
            other.table.imagine(player, int(rng() * (1 << 53)))
        return other

    def __str__(self) -> str:
        table, names = self.table, checked_players(None, self.num_players())
        if table.record is None:
            return f"seed {table.chance.hex()}…"
        game, seat = GAMES[table.game], None if self.is_terminal() else table.to_move
        return game.table(game.view(table.record, seat, shipped(table.game)), names)


class Observer:
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

    def set_from(self, state: State, player: int) -> None:
        """Write the tensor: what is seen and, with recall, what lay open once."""
        seen = state.table.seen(player)
        self.tensor[: len(seen)] = seen
        for field in self._fields:
            rows = self.dict[f"all_{field}"].reshape(SEAT_COUNTS[-1], -1)
            rows[:] = 0
            if state.table.record is not None:
                seats = state.num_players()
                rows[:seats] = np.roll(state.table.record[field][:seats], -player, axis=0)

    def string_from(self, state: State, player: int) -> str:
        """Return what is seen, part by part, or a digest of everything heard and seen so far."""
        if state.table.record is None:
            return f"seat {player}: before the deal"
        if self._recall:
            return f"seat {player}: {state.table.memories[player].hex()}"
        self.set_from(state, player)
        parts = (
            f"{name} {' '.join(map(str, numbers.astype(int).tolist()))}"
            for name, numbers in self.dict.items()
        )
        return f"seat {player}: {'; '.join(parts)}"


class Siberia(pyspiel.Game):
    """A game in OpenSpiel, with its parameters; each game is a class of its own.

    What is registered OpenSpiel lets go of only after Python has ended: with a function in place
    of a class, Python would crash there.
    """

    NAME: str
    TYPE: Any

    def __init__(self, params: Mapping[str, Any]) -> None:
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
        match = Match.new(name, seats=seats, edition=edition, expansion=expansion)
        self.setup, self.words = match.setup, match.vocabulary

    def new_initial_state(self) -> State:
        """Return a match that is not dealt yet."""
        return State(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what tells a single player what it sees, or knows if it remembers all."""
        if params:
            raise ValueError(f"an observer takes no parameters, unlike {params}")
        if not kind:  # OpenSpiel gives none, or empty parameters in its place
            return Observer(self.NAME, recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer tells what a single player sees, public and its own")
        return Observer(self.NAME, recall=kind.perfect_recall)


def kind_of_game(name: str) -> Any:
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
        max_num_players=SEAT_COUNTS[-1],
        min_num_players=SEAT_COUNTS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "edition": "dlp", "expansion": False},
    )


class Card(Siberia):
    """The card game."""

    NAME, TYPE = "card", kind_of_game("card")


class Board(Siberia):
    """The board game."""

    NAME, TYPE = "board", kind_of_game("board")


class Rollouts:
    """Values a state by random play to the end, compiled: for OpenSpiel's MCTS and ISMCTS bots.

    The same as their own evaluator does, but without a step through Python for each word.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chooser = generator(seed)

    def evaluate(self, state: State) -> list[float]:
        """Play a dealt match to its end at random, and return the shares of the win."""
        end = deepcopy(state.table)
        ready = engine(end.game)
        moves = np.zeros(ready.game.MOVES, np.int64)
        ready.loops.play_out(end.record, ready.game.OVER, self._chooser, moves, LONGEST)
        return end.shares()

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Return all legal actions, each as likely."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


for registered in (Card, Board):
    pyspiel.register_game(registered.TYPE, registered)
