"""What a seat knows of a match, as data: enough for a bot elsewhere to think as if it sat here.

All that the seat cannot know is drawn anew before it is written down, so nothing in it is secret:
whoever reads it can imagine again, and imagines the same as here by the same seed.
"""

import base64
import binascii
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Self

import msgspec

from siberia.engine.errors import SetupError
from siberia.engine.schema import bytes_of, from_bytes, number_in
from siberia.match.games import rules_of
from siberia.match.position import Position
from siberia.match.setup import Setup


class LoggedWord(msgspec.Struct, frozen=True):
    """A word of the log, and whose it was; null is a word that the seat may not know yet."""

    seat: int
    word: str | None


class Knowledge(msgspec.Struct, frozen=True):
    """A match as one seat knows it: how it was set up, its log, and a state it could be in."""

    game: str
    seats: int
    # The seat that starts, and the seat whose knowledge this is; seats count from 0.
    start: int
    seat: int
    edition: str
    expansion: bool
    exchanges: str
    rules: int
    # The hash of everything printed that it is played with.
    components: str
    log: tuple[LoggedWord, ...]
    # A state of the engine that the seat could imagine, as base64; and of which form it is.
    form: str
    state: str

    @classmethod
    def of(cls, imagined: Position, seat: int, log: Sequence[tuple[int, str | None]]) -> Self:
        """Write down a position that a seat imagines."""
        setup = imagined.setup
        return cls(
            game=setup.game,
            seats=setup.seats,
            start=setup.start,
            seat=seat,
            edition=setup.edition,
            expansion=setup.expansion,
            exchanges=setup.exchanges,
            rules=setup.rules,
            components=setup.components,
            log=tuple(LoggedWord(*word) for word in log),
            form=form_of(setup.game),
            state=base64.b64encode(bytes_of(imagined.state)).decode(),
        )


class Known(Position):
    """A moment of a match that is played elsewhere, as one seat knows it."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Read what was written down; SetupError where another version or another box wrote it."""
        setup = Setup.new(
            knowledge.game,
            seats=knowledge.seats,
            start=knowledge.start,
            edition=knowledge.edition,
            expansion=knowledge.expansion,
            exchanges=knowledge.exchanges or None,
            rules=knowledge.rules,
        )
        if (knowledge.form, knowledge.components) != (form_of(setup.game), setup.components):
            message = "the match is played by another version of the program, or with another box"
            raise SetupError(message, about="components")
        super().__init__(setup, state_of(knowledge))
        self._log = [(one.seat, one.word) for one in knowledge.log]

    def apply(self, move: int) -> None:
        """Make a move that is known to be legal, and remember it."""
        self._log.append((number_in(self.state, "player"), self.vocabulary[move]))
        super().apply(move)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = super().copy()
        other._log = list(self._log)
        return other

    def log(self, _seat: int | None) -> tuple[tuple[int, str | None], ...]:
        """Return who played which word, as far as the seat knows whose knowledge this is."""
        return tuple(self._log)


def state_of(knowledge: Knowledge) -> Any:
    """Return the state that was written down."""
    kind: Any = rules_of(knowledge.game).STATE
    try:
        numbers = base64.b64decode(knowledge.state, validate=True)
        return from_bytes(kind, numbers)
    except (binascii.Error, ValueError, IndexError):
        raise SetupError("this is no state of the game", about="state") from None


@cache
def form_of(game: str) -> str:
    """Return what tells one form of a game's state from another: fields, their order and widths."""
    kind: Any = rules_of(game).STATE
    return hashlib.sha256(repr(kind.dtype.descr).encode()).hexdigest()[:16]
