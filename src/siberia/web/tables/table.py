"""One table as this process holds it: a cache of the log, folded into a match."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from siberia.match import Match
from siberia.web.tables.fold import Fold
from siberia.web.tables.public import PublicSeat, PublicTable
from siberia.web.tables.seats import Seats
from siberia.web.tables.store.rows import Entry, PlacingPlan, SeatRow, TableRow

# An undo is an entry of its own: nothing is ever removed from a log.
UNDO = "undo"
# The phase in which everyone plans at the same time (B11).
PLACING = "place"
# The phase in which an action is paid for, card by card (C10).
PAYING = "pay"


@dataclass(frozen=True)
class Hint:
    """What the adviser would do, for the seat that asked, at one point of the log."""

    seq: int
    words: tuple[str, ...]
    share: float | None


class Table:
    """A table: its row, its seats, and everything that follows from its log."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.row = row
        self.seats = Seats(seats, row.owner)
        self.fold = Fold(deal(row, self.seats.names))
        self.seq = 0
        self.moved_at = row.created
        self.plans: dict[int, PlacingPlan] = {}
        self.hints: dict[int, Hint] = {}
        # The seats for which the adviser is being asked.
        self.thinking: set[int] = set()
        # Writers of this process go one after the other; the store's primary key is the real lock.
        self.lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.fold.match

    def put_seats(self, seats: Sequence[SeatRow]) -> None:
        """Take in who sits where now."""
        self.seats.rows = list(seats)
        self.match.players = self.seats.names

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Fold further entries of the log."""
        for entry in entries:
            if entry.word == UNDO:
                self.fold.undo()
            else:
                self.fold.play(entry.word)
        self._move_on(entries)

    def adopt(self, fold: Fold, entries: Sequence[Entry]) -> None:
        """Go on from a fold in which these entries, now stored, are folded already."""
        self.fold = fold
        # Somebody may have sat down while the words were being stored.
        self.match.players = self.seats.names
        self.plans = {}
        self._move_on(entries)

    def _move_on(self, entries: Sequence[Entry]) -> None:
        if entries:
            self.seq, self.moved_at = entries[-1].seq + 1, entries[-1].at
            self.hints.clear()

    # ------------------------------------------------------------ whose turn

    @property
    def is_placing(self) -> bool:
        """Whether everyone plans at the same time now."""
        return self.fold.view.phase == PLACING

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that must decide something now."""
        if self.is_placing:
            return tuple(s for s in range(self.match.seats) if s not in self.plans)
        return () if self.match.to_move is None else (self.match.to_move,)

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
        for count, step in enumerate(reversed(self.fold.steps), 1):
            if step.seat == seat:
                return count if self.match.can_undo(count) else 0
            if not self.seats.is_bot(step.seat):
                break
        return 0

    def public(self) -> PublicTable:
        """Return the table as anybody at it may know it."""
        row = self.row
        return PublicTable(
            id=row.id,
            name=row.name,
            game=row.game,
            edition=row.edition,
            expansion=row.expansion,
            speed=row.speed,
            seats=tuple(self._public_seat(seat) for seat in self.seats),
            seq=self.seq,
            ply=self.match.ply,
            awaited=self.awaited,
            is_placing=self.is_placing,
            placed=frozenset(self.plans),
            is_over=self.match.is_over,
            has_rematch=row.rematch is not None,
            commitment=self.match.commitment,
        )

    def _public_seat(self, seat: SeatRow) -> PublicSeat:
        can_give_away = self.seats.can_give_away(seat.number)
        return PublicSeat(seat.number, seat.name, seat.kind, seat.level, can_give_away)


def deal(row: TableRow, players: Sequence[str]) -> Match:
    """Deal the match of a table."""
    return Match.new(
        row.game,
        seats=row.seats,
        seed=int(row.seed, 16),
        salt=row.salt,
        start=row.start,
        edition=row.edition,
        expansion=row.expansion,
        exchanges=row.exchanges or None,
        players=players,
    )
