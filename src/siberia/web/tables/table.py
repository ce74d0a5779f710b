"""One table as this process holds it: a cache of the log, folded into a match."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from math import inf
from typing import Any

from siberia.engine.errors import WordError
from siberia.match import Match, Preview
from siberia.match.origin import read
from siberia.match.record import RULES
from siberia.web.i18n.languages import Language
from siberia.web.tables import clock
from siberia.web.tables.clocks import Clocks, Pauses
from siberia.web.tables.days import EXPERT, lasts
from siberia.web.tables.fold import PLACING, Fold
from siberia.web.tables.names import shown_name
from siberia.web.tables.pace import read_pace
from siberia.web.tables.public import PublicSeat, PublicTable
from siberia.web.tables.refusals import Refusal
from siberia.web.tables.seats import Seats
from siberia.web.tables.store.rows import (
    UNDO,
    Entry,
    Hint,
    PlacingPlan,
    PlanAhead,
    Proposal,
    Seating,
    SeatKind,
    SeatRow,
    TableRow,
)
from siberia.web.tables.watchers import NOBODY, Audience

# So many words can be taken back at a table: nobody needs more, and a log must not grow for ever.
MOST_TAKEN_BACK = 500
# What a table takes in memory, and each word of its log, with what was told of it in a language:
# measured by benchmarks/memory.py.
TABLE_BYTES = 45_000
STEP_BYTES = 850
# So long the adviser may take. If it has not answered by then, whoever asked it is gone.
LONGEST_THOUGHT = timedelta(seconds=20)
# The phase in which an action is paid for, card by card (C10).
PAYING = "pay"


class Table:
    """A table: its row, its seats, and everything that follows from its log."""

    def __init__(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        seatings: Sequence[Seating] = (),
        proposal: Proposal | None = None,
        left: frozenset[str] = frozenset(),
        away: Callable[[str], float | None] = lambda _guest: None,
        pauses: Pauses | None = None,
        watched_by: Callable[[], Audience] = lambda: NOBODY,
    ) -> None:
        """Deal a table that has no words yet; `left` and `away` are for `Seats`."""
        self._watched_by = watched_by
        self.row = row
        self.seats = Seats(seats, row.owner, away)
        self.seats.left = left
        # Every change of the seats, the first one first.
        self.seatings = list(seatings)
        # What the owner would like to make of a bot's seat, for the others to agree to.
        self._proposal = proposal
        pace = read_pace(row.pace)
        # Where people play without a pace there are none.
        self.clocks = Clocks(pace, row.created, pauses or Pauses()) if pace else None
        self.fold = Fold(deal(row, self.seats.names), has_clocks=pace is not None)
        self.seq = 0
        # How many words were taken back in all.
        self.taken_back = 0
        self.moved_at = row.created
        self.plans: dict[int, PlacingPlan] = {}
        # What seats have planned for their next turn, each only that seat's.
        self.ahead: dict[int, PlanAhead] = {}
        # When it was last read, as `monotonic` counts.
        self.read_at = -inf
        # What the adviser was asked, by seat: here, or in another process.
        self.asked: dict[int, Hint] = {}
        # Writers of this process go one after the other; the store's primary key is the real lock.
        self.lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.row.id

    @property
    def weight(self) -> int:
        """How many bytes this takes in memory, about."""
        return TABLE_BYTES + STEP_BYTES * len(self.fold.steps)

    @property
    def is_watchable(self) -> bool:
        """Whether whoever has its address may watch; never a deal that others still play."""
        return self.row.watching != "nobody" and self.row.day is None

    def may_look(self, guest: str) -> bool:
        """Whether a guest may see this table: to play, or to watch."""
        return self.seats.admits(guest) or self.is_watchable

    @property
    def audience(self) -> Audience:
        """Who watches."""
        return self._watched_by()

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.fold.match

    def put_seats(
        self,
        seats: Sequence[SeatRow],
        seatings: Sequence[Seating],
        proposal: Proposal | None,
        left: frozenset[str] = frozenset(),
    ) -> None:
        """Take in who sits where now, how that came, what is proposed, and who has left."""
        self.seats.rows, self.seatings, self._proposal = list(seats), list(seatings), proposal
        self.seats.left = left
        self.match.players = self.seats.names

    def put_row(self, row: TableRow) -> None:
        """Take in what was settled since: who is the host, how fast bots play, what follows."""
        self.row = replace(row, finished=row.finished or self.row.finished)
        self.seats.owner = row.owner

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Fold further entries of the log."""
        self.adopt(self.folded(entries), entries)

    def folded(self, entries: Sequence[Entry]) -> Fold:
        """Return what further entries lead to; the table itself stays as it is meanwhile."""
        fold = self.fold.copy()
        for entry in entries:
            if entry.word != UNDO:
                fold.play(entry.word, entry.guest)
            elif fold.steps:
                fold.undo()
            else:
                raise WordError("there is nothing to take back", word=UNDO)
        return fold

    def adopt(self, fold: Fold, entries: Sequence[Entry]) -> None:
        """Go on from a fold in which these entries, now stored, are folded already."""
        self.fold = fold
        # Somebody may have sat down while the words were being stored.
        self.match.players = self.seats.names
        self.plans = {}
        self._move_on(entries)

    def _move_on(self, entries: Sequence[Entry]) -> None:
        if entries:
            # What was planned has the time at which it was, and may stand before what came later.
            self.seq, self.moved_at = entries[-1].seq + 1, max(entry.at for entry in entries)
            if self.clocks is not None:
                self.clocks.take_in(self.fold.moments or (), [entry.at for entry in entries])
            self.taken_back += sum(entry.word == UNDO for entry in entries)
            self.asked.clear()

    def take_hints(self, hints: Iterable[Hint]) -> None:
        """Take in what the adviser was asked about the table as it stands."""
        self.asked = {hint.seat: hint for hint in hints if hint.seq == self.seq}

    def take_ahead(self, plans: Iterable[PlanAhead]) -> None:
        """Take in what is planned for turns to come, by whoever sits there still."""
        self.ahead = {
            plan.seat: plan
            for plan in plans
            if plan.words and plan.claim == self.seats[plan.seat].claim
        }

    @property
    def hints(self) -> dict[int, Hint]:
        """What the adviser has answered, by seat."""
        return {seat: hint for seat, hint in self.asked.items() if hint.words}

    @property
    def thinking(self) -> set[int]:
        """The seats for which the adviser is being asked."""
        since = clock.now() - LONGEST_THOUGHT
        return {s for s, hint in self.asked.items() if not hint.words and hint.at > since}

    @property
    def why_no_hints(self) -> Refusal | None:
        """Why nobody may ask the adviser here; None where one may."""
        if self.row.counts:
            return Refusal.COUNTED
        return None if self.row.hints else Refusal.WITHOUT_HINTS

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
        to_move = self.fold.view.to_move
        return () if to_move is None else (to_move,)

    @property
    def is_over(self) -> bool:
        """Whether its match has ended."""
        return self.fold.is_over

    def imagined(self, seat: int) -> Preview[Any]:
        """Return the position as a seat imagines it; while all place at once, as if it were asked.

        Who points at one thing after the other asks for the same one each time.
        """
        fold = self.fold
        if fold.imagined is None or fold.imagined.seat != seat:
            imagine = Preview.of_placing if self.is_placing else Preview
            fold.imagined = imagine(self.match, seat)
        return fold.imagined

    def placing_order(self) -> list[int]:
        """Return the seats in the order in which the engine asks for their placings."""
        first = self.fold.view.to_move
        assert first is not None
        return [(first + turn) % self.match.seats for turn in range(self.match.seats)]

    def is_timed_out(self, seat: int) -> bool:
        """Whether a bot keeps a seat because its player had no time left."""
        told = [seating for seating in self.seatings if seating.seat == seat]
        return bool(told) and told[-1].reason == "time"

    @property
    def has_company(self) -> bool:
        """Whether its bots are to play: somebody is here, or waits for what the expert does."""
        return self.seats.has_company or self.row.owner == EXPERT

    @property
    def has_begun(self) -> bool:
        """Whether a word was ever played."""
        return self.seq > 0

    def undoable(self, seat: int, guest: str) -> int:
        """How many words an undo takes back for a guest on this seat; 0 if there is none.

        Back to before the seat's own last word, if it was this guest who played it. What bots did
        since goes with it, but only where nobody else plays: others would see a move tried out.
        The match itself refuses to go back over anything revealed.
        """
        if self.taken_back >= MOST_TAKEN_BACK:
            return 0
        # At the one try that counts nobody looks what a bot would do and then tries another way.
        is_alone = len(self.seats.people) <= 1 and not self.row.counts
        for count, step in enumerate(reversed(self.fold.steps), 1):
            if step.seat == seat:
                is_theirs = step.guest in (guest, None)
                return count if is_theirs and self.match.can_undo(count) else 0
            if not (is_alone and self.seats.is_bot(step.seat)):
                break
        return 0

    def shown_names(self, language: Language) -> tuple[str, ...]:
        """Return the players' names as a page shows them."""
        return tuple(shown_name(name, language) for name in self.seats.names)

    def public(self, language: Language) -> PublicTable:
        """Return the table as anybody at it may know it, in their language."""
        row = self.row
        return PublicTable(
            id=row.id,
            name=row.name,
            game=row.game,
            edition=row.edition,
            expansion=row.expansion,
            speed=row.speed,
            seats=tuple(self._public_seat(seat, language) for seat in self.seats),
            seq=self.seq,
            ply=self.match.ply,
            awaited=self.awaited,
            is_placing=self.is_placing,
            placed=frozenset(self.plans),
            is_over=self.is_over,
            has_rematch=row.rematch is not None,
            commitment=self.match.commitment,
            day=row.day,
            counts=row.counts,
            is_sealed=lasts(row),
            pace=self.clocks.pace if self.clocks is not None else None,
            watching=row.watching,
            is_watchable=self.is_watchable,
            audience=self.audience,
            talk=row.talk,
            has_hints=self.why_no_hints is None,
        )

    def _public_seat(self, seat: SeatRow, language: Language) -> PublicSeat:
        return PublicSeat(
            seat.number,
            shown_name(seat.name, language),
            seat.kind,
            seat.level,
            self.seat_changes(seat.number),
            self.seat_changes_by_consent(seat.number),
            seat.is_offered,
        )

    def seat_changes(self, seat: int) -> frozenset[SeatKind]:
        """Return what the owner may make of a seat; when all is over, nothing changes any more."""
        if self.is_over or self.row.day is not None:
            return frozenset()
        return self.seats.changes_open_to_owner(seat, self.has_begun)

    def seat_changes_by_consent(self, seat: int) -> frozenset[SeatKind]:
        """Return what the owner may make of a seat if all who play agree."""
        if self.is_over:
            return frozenset()
        return self.seats.changes_by_consent(seat, self.has_begun)

    @property
    def proposal(self) -> Proposal | None:
        """What is proposed, as long as it still can be done."""
        proposal = self._proposal
        if proposal is None or self.seats[proposal.seat].claim != proposal.claim:
            return None
        return proposal if self.seat_changes_by_consent(proposal.seat) else None


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
        # Tables from before this was kept were dealt by the first rules.
        rules=row.rules or RULES,
        players=players,
        origins=(read(row.origin) or ()) if row.origin else (),
    )
