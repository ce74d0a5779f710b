"""What is kept: guests, tables, seats, entries of the log, and plans."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from siberia.match.record import commitment

SeatKind = Literal["guest", "open", "bot"]
# Who may watch a table, and how people may talk there.
Watching = Literal["nobody", "link", "everyone"]
Talking = Literal["off", "phrases", "words"]
# Why a seat changed hands, where the log says so: its player had no time left.
SeatReason = Literal["", "time"]
# An undo is an entry of its own: nothing is ever removed from a log.
UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Guest:
    """A person, known by a cookie and by the name they gave."""

    id: str
    name: str
    created: datetime
    # How often all other devices were signed out, and how many personal links were used.
    signed_out: int = 0
    links_used: int = 0
    # Whether they want to be shown on the ladder.
    on_ladder: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """What was agreed when a table was opened, and how it ended.

    `seed` and `salt` are 32 hexadecimal digits each and secret until the match is over.
    """

    id: str
    name: str
    game: str
    edition: str
    expansion: bool
    exchanges: str
    seats: int
    start: int
    seed: str
    salt: str
    owner: str
    speed: str
    created: datetime
    finished: datetime | None = None
    rematch: str | None = None
    # By which rules it is played, and with which box; earlier tables do not say.
    rules: int | None = None
    components: str | None = None
    # Where its match began if it was taken over from another one, as a record says it.
    origin: str | None = None
    # How often anything here, or about the seats, was changed since.
    changes: int = 0
    # With which day's deal it is played, if with one; and whether it is its host's try that counts.
    day: date | None = None
    counts: bool = False
    # Who may watch, how people may talk, how fast they play (`pace.py` reads it), and whether the
    # adviser may be asked.
    watching: Watching = "nobody"
    talk: Talking = "words"
    pace: str = ""
    hints: bool = True
    # In which language it was opened.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day for a game, and when its fingerprint was first shown.

    Seed and salt are secret until the day is over.
    """

    day: date
    game: str
    seed: str
    salt: str
    committed: datetime

    @property
    def commitment(self) -> str:
        """The fingerprint of seed and salt, for all to see."""
        return commitment(int(self.seed, 16), self.salt)


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What those who run a server are told of a table: nothing of what is dealt at it."""

    id: str
    game: str
    seats: int
    created: datetime
    finished: datetime | None
    words: int
    # None where nobody has played a word yet.
    last_move: datetime | None

    @property
    def touched(self) -> datetime:
        """When the last word was played, or else when the table was opened."""
        return self.last_move or self.created


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits on a seat: a guest, a bot of some level, or nobody yet.

    `claim` counts how often the seat was given out anew. A link to a seat names the count, so
    it works once.
    """

    table: str
    number: int
    kind: SeatKind
    guest: str | None
    level: str | None
    name: str
    claim: int = 0
    # Whether it is, or was, offered to anyone who comes; and whether who sits there has come by its
    # link all the same.
    anyone: bool = False
    invited: bool = False

    @property
    def is_offered(self) -> bool:
        """Whether anyone who comes may sit down there."""
        return self.anyone and self.kind == "open"


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table and who sits there."""

    row: TableRow
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat of a table that anybody may know of."""

    kind: SeatKind
    guest: str | None
    name: str
    anyone: bool
    invited: bool = False


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """What anybody may know of a table that waits for players or may be watched: no seed, no hand.

    Which guests sit there is for the server alone.
    """

    id: str
    game: str
    expansion: bool
    owner: str
    pace: str
    language: str
    created: datetime
    # How long its log is; and when the last word was played, None where none was.
    length: int
    moved: datetime | None
    seats: tuple[LobbySeat, ...]
    # Whether it is played as the ladder wants it: without hints, and from a deal of its own.
    is_plain: bool = False

    @property
    def people(self) -> frozenset[str]:
        """The guests at this table: its host, and who sits there."""
        return frozenset(s.guest for s in self.seats if s.kind == "guest" and s.guest) | {
            self.owner
        }

    @property
    def touched(self) -> datetime:
        """When the last word was played, or else when the table was opened."""
        return self.moved or self.created


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of the log of a table, numbered from 0; to take a word back is a word too.

    `guest` played it: "" is a bot, and None was not kept in earlier times.
    """

    seq: int
    word: str
    at: datetime
    guest: str | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """A change of a seat, when the match had so many words: what it was, and who has it since."""

    words: int
    seat: int
    was: SeatKind
    kind: SeatKind
    level: str | None
    name: str
    reason: SeatReason = ""
    # When that was: where it stands in the log its words say.
    at: datetime = field(default=datetime.min, compare=False)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the owner would like to make of a bot's seat, and which guests agree so far.

    It is about the seat as it was when it had so many claims.
    """

    seat: int
    claim: int
    kind: SeatKind
    level: str | None
    agreed: frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacingPlan:
    """What a seat will place, kept secret; made when the log had `seq` entries."""

    seat: int
    seq: int
    words: tuple[str, ...]
    # When that was; plans from before this was kept do not say.
    at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlanAhead:
    """What a seat plans for its next turn, kept secret, when so much had been revealed.

    It is that of whoever had the seat when it had so many claims.
    """

    seat: int
    claim: int
    reveals: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """What the adviser was asked for a seat, at one point of the log; no words while it thinks."""

    seat: int
    seq: int
    at: datetime
    words: tuple[str, ...] = ()
    # What share of such matches it expects to win.
    share: float | None = None


@dataclass(frozen=True, slots=True)
class TokenRow:
    """By what a program acts for a guest: at all tables, or on one seat of one table only.

    The token itself is not kept, only its hash; `used` is the day it was last used.
    """

    hash: str
    guest: str
    table: str | None
    seat: int | None
    name: str
    created: datetime
    used: date | None = None

    @property
    def id(self) -> str:
        """By what it is named to its guest; nothing can be done with that."""
        return self.hash[:16]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """What was found in a finished match: by which version, evaluator and seed; then as JSON."""

    address: str
    version: int
    evaluator: str
    seed: str
    review: str


@dataclass(frozen=True, slots=True)
class News:
    """What a table's log has beyond an entry, and the plans and hints that are kept for it.

    `ahead` are plans for turns to come.

    `changes` counts what else has changed; None is for a table that is not there any more.
    """

    entries: tuple[Entry, ...]
    plans: tuple[PlacingPlan, ...]
    hints: tuple[Hint, ...]
    changes: int | None
    ahead: tuple[PlanAhead, ...] = ()
