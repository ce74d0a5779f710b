"""What a game offers: the handful of functions that everything else is built on.

The two games share a vocabulary and verbs, not a base class: a game is a module with these names.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from siberia.engine.errors import Reason as Reason
from siberia.engine.schema import State

if TYPE_CHECKING:
    # What a game is given and gives back, by its name alone: nothing is imported from above.
    from siberia.components import Box
    from siberia.match.games import View
    from siberia.match.setup import Setup as Setup


class Part(NamedTuple):
    """A part of an observation: some numbers in a row, and what they mean."""

    name: str
    length: int
    meaning: str


def part_offsets(parts: Sequence[Part]) -> dict[str, int]:
    """Return where each part of an observation begins."""
    beginnings = accumulate((part.length for part in parts), initial=0)
    return {part.name: beginning for part, beginning in zip(parts, beginnings, strict=False)}


# How views draw themselves in a notebook, by their kind; `siberia.drawing` knows how.
DRAWN: dict[type, Callable[[Any], str]] = {}


class Drawable:
    """A view that draws itself where a notebook asks for it."""

    def _repr_svg_(self) -> str:
        return DRAWN[type(self)](self)


class Game(Protocol):
    """A game, as a module. `state` is an array of the type `STATE`, `moves` one of length MOVES."""

    NAME: str
    TITLE: str
    EDITIONS: tuple[str, ...]
    STATE: type[State]
    MOVES: int
    OVER: int
    # The names of the phases, by their numbers.
    PHASES: tuple[str, ...]
    # How a match can end, by what `ending` returns.
    ENDINGS: tuple[str, ...]
    # How the sides of the exchanges are settled by default (B6); "" where there are none.
    DEFAULT_EXCHANGES: str
    # For each verb, how its words are written.
    SHAPES: Mapping[str, str]
    # What `observe` writes, in order.
    OBSERVATION: tuple[Part, ...]

    def check(self, setup: "Setup") -> None:
        """Raise SetupError if the game cannot be set up so."""
        ...

    def unpack(self, setup: "Setup") -> Any:
        """Return a state with the whole box in order, nothing dealt."""
        ...

    def words(self, box: "Box") -> tuple[str, ...]:
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
        """Draw again everything the seat (-1: a spectator) cannot know.

        From two states that look the same to the seat this leads to the same bytes.
        """
        ...

    def redraw(self, state: Any, rng: Any) -> None:
        """Draw again what nobody at the table knows, though they all showed each other everything.

        From two states in which everybody knows the same this leads to the same bytes.
        """
        ...

    def refusal(self, state: Any, move: int) -> Reason:
        """Say by which rule a move is not legal now."""
        ...

    def warning(self, state: Any, move: int) -> Reason | None:
        """Say what a player should know before making a legal move, if anything."""
        ...

    def view(self, state: Any, seat: int | None, box: "Box") -> "View":
        """Return what a seat, or None for a spectator, may see; names come from the box."""
        ...

    def observe(self, state: Any, seat: int, out: Any) -> None:
        """Write what a seat sees as numbers, part by part as in OBSERVATION."""
        ...

    def table(self, view: Any, names: tuple[str, ...]) -> str:
        """Draw a view as text."""
        ...
