"""One moment of a match: what can be played there, what follows, and what each seat sees."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

import numpy as np

from siberia.engine.contract import Game, Reason
from siberia.engine.errors import IllegalWord, SeatError
from siberia.engine.rng import generator
from siberia.engine.schema import Array, alone, number_in
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.engines import engine
from siberia.match.games import View
from siberia.match.setup import STREAMS, Setup, checked_seed, one_of
from siberia.match.words import legal_now


def dealt(setup: Setup, seed: int) -> Any:
    """Return the state in which a match begins."""
    game = engine(setup.game).game
    state = game.unpack(setup)
    game.deal(state, STREAMS[setup.rules](seed))
    return state


def folded(setup: Setup, seed: int, words: Iterable[str]) -> "Position":
    """Return where words lead that were legal when they were played: nobody checks them again."""
    position = Position(setup, dealt(setup, seed))
    moves = [setup.vocabulary.move(word, position.legal) for word in words]
    engine(setup.game).loops.fold(position.state, np.array(moves, np.int64))
    return position


# Pages imagine by the same seed at each look.
@lru_cache(maxsize=64)
def first_of_stream(seed: int) -> bytes:
    """Return how the fast stream of a seed begins, for each to go on from by itself."""
    return generator(checked_seed(seed)).tobytes()


def draw_anew(setup: Setup, state: Any, seat: int, seed: int) -> None:
    """Draw anew what a seat cannot know, and all chance to come, from another seed.

    A match goes on from there, so `imagine` will not do: its chance is the fast stream, which can
    be worked back, and here it is that of the rules. Never change what this returns either.
    """
    chance = STREAMS[setup.rules](seed)
    engine(setup.game).game.determinize(state, seat, chance)
    state["rng"] = chance


class Position:
    """A set-up and a state, and nothing of how they came about.

    The state is the array the rules work on. It holds everything, also what no player may know:
    people and pages are shown views. Seats count from 0.
    """

    def __init__(self, setup: Setup, state: Any) -> None:
        self.setup = setup
        self.state = state

    @property
    def state(self) -> Any:
        """The state itself."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        # A copy of its own, in an array: the compiled rules take that far quicker than a record.
        self._one = alone(state)
        self._state = self._one[0]

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        other.state = self.state
        return other

    # ------------------------------------------------------------ playing

    def legal(self) -> tuple[str, ...]:
        """Return the words that can be played now, in the order of docs/NOTATION.md."""
        return tuple(self.vocabulary[move] for move in self.legal_moves())

    def legal_moves(self) -> list[int]:
        """Return the same as numbers: places in the vocabulary."""
        moves = np.zeros(self.rules.MOVES, np.int64)
        count = engine(self.setup.game).loops.legal_at(self._one, moves)
        return list(moves[:count].tolist())

    def play(self, word: str) -> None:
        """Play a word for the seat to move, or raise a WordError and change nothing."""
        move = self.setup.vocabulary.move(word, self.legal)
        if move not in self.legal_moves():
            raise self._illegal(word, move)
        self.apply(move)

    def apply(self, move: int) -> None:
        """Make a move that is known to be legal, by its number."""
        engine(self.setup.game).loops.apply_at(self._one, move)

    def caution(self, word: str) -> Reason | None:
        """Return what the player should know before playing a legal word, if anything."""
        move = self.setup.vocabulary.move(word, self.legal)
        return self.rules.warning(self.state, move) if move in self.legal_moves() else None

    # ------------------------------------------------------------ looking

    @property
    def rules(self) -> Game:
        """The rules of the game, compiled and ready."""
        return engine(self.setup.game).game

    @property
    def game(self) -> str:
        """The game's name."""
        return self.setup.game

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.setup.seats

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word of this game, in the order in which they are listed."""
        return self.setup.vocabulary.words

    @property
    def to_move(self) -> int | None:
        """The seat that must decide, or None when the match is over."""
        return None if self.is_over else number_in(self.state, "player")

    @property
    def turn(self) -> int:
        """Which turn it is: each seat's turn has a number of its own."""
        return number_in(self.state, "turn")

    @property
    def reveals(self) -> int:
        """How often something became known, to anybody at the table."""
        return number_in(self.state, "reveals")

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return number_in(self.state, "phase") == self.rules.OVER

    def scores(self) -> tuple[int, ...]:
        """Return what each seat has in dollars.

        In the card game only the match's end makes that known to all.
        """
        points = np.zeros(MOST_SEATS, np.int64)
        engine(self.setup.game).loops.scores_at(self._one, points)
        return tuple(points[: self.seats].tolist())

    def shares(self) -> tuple[float, ...]:
        """Return each seat's share of the win, if this is how it ends: they are 1 together."""
        points, shares = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS)
        engine(self.game).loops.result(self.state, points, shares)
        return tuple(shares[: self.seats].tolist())

    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest score, who share the win; none before the end."""
        shares = self.shares() if self.is_over else ()
        return tuple(seat for seat, share in enumerate(shares) if share)

    def ending(self) -> str | None:
        """Say how the match ended."""
        return self.rules.ENDINGS[self.rules.ending(self.state)] if self.is_over else None

    def view(self, seat: int | None) -> View:
        """Return what a seat may see, or a spectator for None: a frozen dataclass."""
        return self.rules.view(self.state, self.checked(seat), self.setup.box)

    def observe(self, seat: int) -> Array:
        """Return what a seat sees as a row of numbers; the game's OBSERVATION says what is what."""
        numbers = np.zeros(engine(self.game).observation_width, np.int16)
        self.rules.observe(self.state, seat, numbers)
        return numbers

    def imagine(self, seat: int, seed: int) -> "Position":
        """Return the position as a seat could imagine it: what it cannot know is drawn anew.

        The same seed imagines the same; nothing in the result is more than the seat may know.
        """
        self.checked(seat)
        imagined = Position(self.setup, self.state)
        chance = np.frombuffer(bytearray(first_of_stream(seed)), np.int64)
        engine(self.setup.game).loops.determinize_at(imagined._one, seat, chance)
        return imagined

    def checked(self, seat: int | None) -> int | None:
        """Return a seat of this match, or raise SeatError."""
        if seat is None:
            return None
        checked = one_of(seat, range(self.seats))
        if checked is None:
            raise SeatError(f"no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return checked

    def _illegal(self, word: str, move: int) -> IllegalWord:
        """Return the error that a word of this game is not legal now."""
        reason, legal = self.rules.refusal(self.state, move), self.legal()
        message = f"{word!r} is not legal ({reason.rule}): {reason.english}"
        if legal:
            message += legal_now(legal)
        return IllegalWord(message, word=word, legal=legal, reason=reason)
