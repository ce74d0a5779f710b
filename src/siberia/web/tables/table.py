"""One table as this process holds it: a cache of the log, folded into a match."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from siberia.drawing.pawns import settle
from siberia.engine.errors import UndoError
from siberia.events import Event, opening, tell
from siberia.match import Match
from siberia.web.tables.store.rows import Entry, Plan, SeatRow, TableRow

# An undo is an entry of its own: nothing is ever removed from a log.
UNDO = "undo"
# The phase in which everyone plans at the same time (B11).
PLACING = "place"
# How many words back telling looks to find how something was paid.
EARLIER = 6
# After so many seconds without a look a seat may be given to somebody else.
ABANDONED_AFTER = 120.0


@dataclass(frozen=True)
class Hint:
    """What the expert would do, for the seat that asked, at one point of the log."""

    seq: int
    words: tuple[str, ...]
    share: float | None


@dataclass(frozen=True)
class Step:
    """One word as it was played: who spoke it, what all saw before, what it did."""

    seat: int
    word: str
    before: Any
    events: tuple[Event, ...]
    places: Any


class Table:
    """A table: its row, its seats, and everything that follows from its log."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.row = row
        self.seats = list(seats)
        self.match = Match.new(
            row.game,
            seats=row.seats,
            seed=int(row.seed, 16),
            salt=row.salt,
            start=row.start,
            edition=row.edition,
            expansion=row.expansion,
            exchanges=row.sides or None,
            players=[seat.name for seat in seats],
        )
        self.seq = 0
        self.steps: list[Step] = []
        self.plans: dict[int, Plan] = {}
        self.hints: dict[int, Hint] = {}
        self.thinking: set[int] = set()
        self.moved_at = row.created
        # When each guest last looked; who has not yet is counted from now on.
        self._looked: dict[str, float] = {}
        self._since = monotonic()
        # Writers of this process go one after the other; the store's primary key is the real lock.
        self.lock = asyncio.Lock()
        self.open_view = self.match.view(None)
        self.opening = opening(row.game, self.open_view)
        self.places = settle(None, self.open_view) if row.game == "board" else None

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    def put_seats(self, seats: Sequence[SeatRow]) -> None:
        """Take in who sits where now."""
        self.seats = list(seats)
        self.match.players = tuple(seat.name for seat in seats)

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Fold further entries of the log."""
        for entry in entries:
            if entry.word == UNDO:
                self._take_back()
            else:
                self._play(entry.word)
            self.seq = entry.seq + 1
            self.moved_at = entry.at
        if entries:
            self.hints.clear()

    def _play(self, word: str) -> None:
        seat, before = self.match.to_move, self.open_view
        assert seat is not None
        self.match.play(word)
        self.open_view = self.match.view(None)
        earlier = [step.word for step in self.steps[-EARLIER:]]
        events = tell(self.row.game, before, self.open_view, seat, word, earlier)
        self.steps.append(Step(seat, word, before, events, self.places))
        if self.row.game == "board":
            self.places = settle(self.places, self.open_view)

    def _take_back(self) -> None:
        self.match.undo()
        step = self.steps.pop()
        self.open_view, self.places = step.before, step.places

    # ------------------------------------------------------------ whose turn

    @property
    def is_placing(self) -> bool:
        """Whether everyone plans at the same time now."""
        return bool(self.open_view.phase == PLACING)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must decide something now."""
        if self.match.is_over:
            return ()
        if self.is_placing:
            return tuple(s for s in range(self.match.seats) if s not in self.plans)
        assert self.match.to_move is not None
        return (self.match.to_move,)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """Return the seats of a guest: several where people share a device."""
        return tuple(s.number for s in self.seats if s.kind == "guest" and s.guest == guest)

    def notice(self, guest: str) -> None:
        """Remember that a guest looks at the table."""
        self._looked[guest] = monotonic()

    def is_abandoned(self, seat: int) -> bool:
        """Whether whoever sits there has not looked for a while."""
        row = self.seats[seat]
        if row.kind != "guest" or row.guest is None:
            return False
        return monotonic() - self._looked.get(row.guest, self._since) > ABANDONED_AFTER

    def can_give_away(self, seat: int) -> bool:
        """Whether the owner may free a seat or hand it to a bot: nobody's, their own, abandoned."""
        row = self.seats[seat]
        return row.kind != "guest" or row.guest == self.row.owner or self.is_abandoned(seat)

    def is_kept_for(self, seat: int, guest: str) -> bool:
        """Whether a bot keeps a seat for a guest, who may take it back at any time."""
        return self.is_bot(seat) and bool(guest) and self.seats[seat].guest == guest

    def is_bot(self, seat: int) -> bool:
        """Whether a bot sits there."""
        return self.seats[seat].kind == "bot"

    def is_member(self, guest: str) -> bool:
        """Whether a guest may look at this table at all."""
        return guest == self.row.owner or any(seat.guest == guest for seat in self.seats)

    def placing_order(self) -> list[int]:
        """Return the seats in the order in which the engine asks for their placings."""
        first = self.match.to_move
        assert first is not None
        return [(first + turn) % self.match.seats for turn in range(self.match.seats)]

    def undoable(self, seat: int) -> int:
        """How many words an undo of this seat takes back; 0 if it has none.

        Back to before the seat's own last word. What bots did since goes with it; what another
        person did is theirs. The match itself refuses to go back over anything revealed.
        """
        for count, step in enumerate(reversed(self.steps), 1):
            if step.seat == seat:
                trial = self.match.at(self.match.ply)
                return count if can_undo(trial, count) else 0
            if not self.is_bot(step.seat):
                break
        return 0


def can_undo(trial: Match, count: int) -> bool:
    """Say whether a match lets so many words be taken back."""
    try:
        for _ in range(count):
            trial.undo()
    except UndoError:
        return False
    return True
