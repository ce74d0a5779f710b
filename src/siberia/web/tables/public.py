"""A table as anybody at it may know it: what pages get to see of a table besides a view."""

from dataclasses import dataclass
from datetime import date

from siberia.web.tables.pace import Pace
from siberia.web.tables.store.rows import SeatKind, Talking, Watching
from siberia.web.tables.watchers import NOBODY, Audience


@dataclass(frozen=True)
class PublicSeat:
    """Who sits on a seat, as the others know them."""

    number: int
    name: str
    kind: SeatKind
    level: str | None
    # What the owner could make of it now, "open" or "bot"; and what only if all agree.
    can_become: frozenset[SeatKind]
    by_consent: frozenset[SeatKind]
    # Whether it is open to anyone who comes.
    is_offered: bool = False


@dataclass(frozen=True)
class PublicTable:
    """A table without its secrets: neither match nor seed, and nobody's hand or plan."""

    id: str
    name: str
    game: str
    edition: str
    expansion: bool
    speed: str
    seats: tuple[PublicSeat, ...]
    # How many entries its log has, and how many words its match.
    seq: int
    ply: int
    # The seats that must decide something now.
    awaited: tuple[int, ...]
    is_placing: bool
    # The seats that have handed in where their counters go (B11).
    placed: frozenset[int]
    is_over: bool
    has_rematch: bool
    commitment: str
    # With which day's deal it is played, if with one; whether this try counts; and whether others
    # still play the same, so that nobody is told what it is made of.
    day: date | None = None
    counts: bool = False
    is_sealed: bool = False
    # How fast it is played; None without clocks.
    pace: Pace | None = None
    # Who may watch: as its host wishes, and whether anybody else may at all; and who does.
    watching: Watching = "nobody"
    is_watchable: bool = False
    audience: Audience = NOBODY
    # How people may talk.
    talk: Talking = "words"
    # Whether the adviser may be asked.
    has_hints: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(seat.name for seat in self.seats)
