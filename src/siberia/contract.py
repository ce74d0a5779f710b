"""What a game offers: the handful of functions that everything else is built on.

The two games share a vocabulary and verbs, not a base class: a game is a module with these names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from siberia.components import Box
from siberia.layout import State


@dataclass(frozen=True)
class Setup:
    """Everything that is settled before the first card is dealt, except chance."""

    game: str
    seats: int
    start: int
    edition: str
    box: Box


class Refusal(NamedTuple):
    """Why a word is not legal now."""

    rule: str
    why: str


class Game(Protocol):
    """A game, as a module. `state` is a record of the type `STATE`; `moves` an array of MOVES."""

    NAME: str
    TITLE: str
    EDITIONS: tuple[str, ...]
    STATE: type[State]
    MOVES: int
    OVER: int
    # How a match can end, by what `ending` returns.
    ENDINGS: tuple[str, ...]
    # For each verb, how its words are written.
    SHAPES: Mapping[str, str]

    def check(self, setup: Setup) -> None:
        """Raise SetupError if the game cannot be set up so."""
        ...

    def unpack(self, setup: Setup) -> Any:
        """Return a record with the whole box in order, nothing dealt."""
        ...

    def words(self, box: Box) -> tuple[str, ...]:
        """Return the word of each move."""
        ...

    def deal(self, state: Any, rng: Any) -> None:
        """Lay out an unpacked box by chance."""
        ...

    def legal(self, state: Any, moves: Any) -> int:
        """Write the moves that the player to act has, in order, and return how many."""
        ...

    def apply(self, state: Any, move: int) -> None:
        """Make one decision, with all that follows from it. The move must be legal."""
        ...

    def scores(self, state: Any, points: Any) -> None:
        """Write each seat's score in dollars."""
        ...

    def ending(self, state: Any) -> int:
        """Say how a match that is over ended: an index of ENDINGS."""
        ...

    def sealed(self, state: Any) -> int:
        """Say how many of the last words only the player who spoke them may know yet."""
        ...

    def determinize(self, state: Any, seat: int, rng: Any) -> None:
        """Draw again everything the seat (-1: a spectator) cannot know."""
        ...

    def refusal(self, state: Any, move: int) -> Refusal:
        """Say by which rule a move is not legal now."""
        ...

    def view(self, state: Any, seat: int | None) -> Any:
        """Return what a seat, or None for a spectator, may see."""
        ...

    def table(self, view: Any, names: tuple[str, ...]) -> str:
        """Draw a view as text."""
        ...
