"""What people and bots do at tables. Everything is stored first and shown then."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from math import inf
from time import monotonic
from weakref import WeakValueDictionary

from cachetools import LRUCache

from siberia.engine.errors import SetupError, SiberiaError
from siberia.match import Setup
from siberia.web.metrics import WORDS
from siberia.web.tables import clock
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.changes import Changes
from siberia.web.tables.clocks import Pauses
from siberia.web.tables.fold import Fold
from siberia.web.tables.placing import check_plan, words_to_hand_in
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.seating import SeatChanges
from siberia.web.tables.settings import TableSettings
from siberia.web.tables.store import Conflict, Store, StoreError
from siberia.web.tables.store.rows import (
    UNDO,
    Entry,
    Hint,
    PlacingPlan,
    PlanAhead,
    Proposal,
    Seating,
    SeatRow,
    TableRow,
)
from siberia.web.tables.table import MOST_TAKEN_BACK, Table
from siberia.web.tables.watchers import Watchers

# How many bytes of tables are kept folded in memory, about; others are folded again when they are
# looked at.
KEPT_BYTES = 256 << 20
# So many words are folded beside the event loop, where nobody else waits for it.
LONG_LOG = 40
# For so many seconds nobody asks again whether somebody else has changed a table, where nobody else
# serves it.
TRUSTED = 1.0
log = logging.getLogger("siberia")


class Tables:
    """The tables of one store."""

    def __init__(self, store: Store, changes: Changes) -> None:
        self.store = store
        self.changes = changes
        self.pauses = Pauses()
        # Told of each table when words were stored there by this process.
        self.moved: Callable[[Table], None] = lambda _table: None
        self.watchers = Watchers(changes)
        changes.noting.append(self._note_change)
        self.seating = SeatChanges(store.seats, self._reseat)
        self.settings = TableSettings(store, self._reseat)
        self._kept: LRUCache[str, Table] = LRUCache(KEPT_BYTES, lambda table: table.weight)
        # A table that is no longer kept but still in use is found again: there is never a second.
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()

    # ------------------------------------------------------------ finding

    async def get(self, table_id: str) -> Table | None:
        """Return a table, folded to where its log stands; BrokenTable if that leads nowhere."""
        table = self._known.get(table_id)
        if table is None:
            row = await self.store.table(table_id)
            if row is None:
                return None
            table = await self._dealt(row)
            table = self._known.setdefault(table_id, table)
        if self._is_trusted(table):
            return table
        # Somebody else may have written to the log; asking costs less than a page takes to draw.
        async with table.lock:
            try:
                is_there = await self._catch_up(table)
            except (StoreError, BrokenTable):
                raise
            except Exception as error:
                # What is folded half is of no use to anybody.
                self._let_go(table_id)
                raise await self._broken(table.row, error) from None
        if not is_there:
            self._let_go(table_id)
            return None
        self._keep(table)
        return table

    async def told_of(self, table_id: str, seq: int | None) -> Table | None:
        """Return a table of which was told that its log is so long, or that it has changed.

        Where it is held here and stands there, nobody need be asked: all there is to see of it was
        stored before it was told.
        """
        table = self._known.get(table_id)
        if table is not None and seq is not None and table.seq >= seq:
            return table
        return await self.get(table_id)

    def _is_trusted(self, table: Table) -> bool:
        """Say whether a table is as it is kept, without asking.

        Where no other process serves tables, all that is done at one is done here; only the tools
        of whoever runs the server write to the same store, and what they do shows a moment later.
        """
        is_alone = not self.store.database.is_shared
        return is_alone and monotonic() - table.read_at < TRUSTED

    def _note_change(self, table_id: str) -> None:
        table = self._known.get(table_id)
        if table is not None:
            table.read_at = -inf

    def _keep(self, table: Table) -> None:
        # Put there again, it is weighed again: it may have grown.
        self._kept[table.id] = table

    def put_away_finished(self) -> None:
        """Keep no match in memory that is over and that nobody has open any more."""
        followed = set(self.changes.followed)
        for table_id, table in list(self._kept.items()):
            if table.is_over and table_id not in followed:
                self._kept.pop(table_id, None)

    @property
    def held(self) -> int:
        """How many tables are kept in memory."""
        return len(self._kept)

    @property
    def held_bytes(self) -> int:
        """How many bytes they take, about."""
        return int(self._kept.currsize)

    def _let_go(self, table_id: str) -> None:
        self._kept.pop(table_id, None)
        self._known.pop(table_id, None)

    async def _dealt(self, row: TableRow) -> Table:
        """Return a table without its words, or raise BrokenTable."""
        seated = await self._seats(row.id)
        try:
            check_box(row)
            return Table(
                row,
                *seated,
                away=lambda guest: self.changes.away(guest, row.id),
                watched_by=lambda: self.watchers.of(row.id),
                pauses=self.pauses,
            )
        except Exception as error:
            # Whatever it is: one table must not keep others from being shown.
            raise await self._broken(row, error) from None

    async def _broken(self, row: TableRow, error: Exception) -> BrokenTable:
        expected = isinstance(error, SiberiaError)
        log.error("table %s cannot be continued: %s", row.id, error, exc_info=not expected)
        entries = (await self.store.news(row.id, 0)).entries
        return BrokenTable(row, await self.store.seats.of(row.id), entries)

    async def _catch_up(self, table: Table) -> bool:
        """Read what the log has beyond what is folded, and finish what a crash left unfinished.

        Say whether the table is still there at all.
        """
        asked = monotonic()
        news = await self.store.news(table.id, table.seq)
        if news.changes is None:
            return False
        # Whatever is told from here on, while this is taken in, has to be read again.
        table.read_at = asked
        if news.changes != table.row.changes:
            await self._read_seats(table)
        if news.entries:
            await self._take_in(table, news.entries)
        table.take_hints(news.hints)
        table.take_ahead(news.ahead)
        await self._take_plans(table, news.plans)
        if table.is_over and table.row.finished is None:
            await self.store.finish(table.id, table.moved_at)
            table.row = replace(table.row, finished=table.moved_at)
        return True

    async def _take_in(self, table: Table, entries: Sequence[Entry]) -> None:
        """Fold what others have written, and tell those who follow the table here."""
        if len(entries) < LONG_LOG:
            table.take_in(entries)
        else:
            table.adopt(await asyncio.to_thread(table.folded, entries), entries)
        # Who wrote it may have died before they could say so.
        self.changes.hear(table.id, seq=table.seq)

    # ------------------------------------------------------------ playing

    async def play(
        self,
        table: Table,
        seat: int,
        seq: int,
        words: Sequence[str],
        guest: str = "",
        left: PlanAhead | None = None,
    ) -> None:
        """Play words for a seat, all or none, if the log still stands where the player saw it.

        A `guest` plays them, or a bot. If they were planned, `left` is what is left of that plan;
        who plays without it has another one.
        """
        async with table.lock:
            if seq != table.seq:
                raise Refused(Refusal.STALE)
            if table.is_placing:
                raise Refused(Refusal.PLACING)
            ahead = table.fold.copy()
            for number, word in enumerate(words):
                if ahead.view.to_move != seat:
                    raise Refused(Refusal.NOT_YOUR_TURN)
                # Refused or not, a line must tell nothing of what one of its words would reveal.
                if number and not ahead.match.can_undo():
                    raise Refused(Refusal.IMPOSSIBLE)
                ahead.play(word, guest)
            # Who planned it gets no answer that would show it to them.
            asker = guest if left is None else None
            if left is None and seat in table.ahead:
                left = replace(table.ahead[seat], words=())
            await self._append(table, words, ahead, guest, asker, left)

    async def undo(self, table: Table, seat: int, seq: int, guest: str) -> None:
        """Take back the guest's last word on the seat, and what bots did since."""
        async with table.lock:
            if seq != table.seq:
                raise Refused(Refusal.STALE)
            if table.taken_back >= MOST_TAKEN_BACK:
                raise Refused(Refusal.TOO_MANY_UNDONE)
            count = table.undoable(seat, guest)
            if not count:
                raise Refused(Refusal.NO_UNDO)
            before = table.fold.copy()
            for _ in range(count):
                before.undo()
            await self._append(table, [UNDO] * count, before, guest, guest)

    async def _append(
        self,
        table: Table,
        words: Sequence[str],
        fold: Fold,
        guest: str,
        asker: str | None,
        left: PlanAhead | None = None,
    ) -> None:
        """Store words, then go on from the fold they lead to, then say so.

        An answer shows it to the `asker`.
        """
        over = fold.is_over
        try:
            entries = await self.store.append(
                table.id, table.seq, words, guest=guest, finishes=over, ahead=left
            )
        except Conflict:
            await self._catch_up(table)
            raise Refused(Refusal.STALE) from None
        except StoreError:
            # It may not be there any more: whoever asks next is told.
            table.read_at = -inf
            raise
        table.adopt(fold, entries)
        WORDS.labels(table.row.game, "person" if guest else "bot").inc(len(words))
        if over:
            table.row = replace(table.row, finished=table.moved_at)
        if left is not None:
            table.take_ahead([left, *(p for p in table.ahead.values() if p.seat != left.seat)])
        if UNDO in words:
            table.ahead = {}
        # All that has changed is here already.
        read_at = table.read_at
        self.changes.tell(table.id, seq=table.seq, by=asker)
        table.read_at = read_at
        self.moved(table)

    # ------------------------------------------------------------ placing together (B11)

    async def plan(self, table: Table, seat: int, seq: int, words: Sequence[str]) -> None:
        """Keep a seat's secret plan of placing; when all have one, hand them all in."""
        async with table.lock:
            if seq != table.seq or not table.is_placing:
                raise Refused(Refusal.STALE)
            check_plan(table, seat, words)
            plan = PlacingPlan(seat, seq, tuple(words), clock.now())
            await self._take_plans(table, await self.store.keep_plan(table.id, plan))
        self.changes.tell(table.id, by=table.seats.player(seat))
        self.moved(table)

    async def replan(self, table: Table, seat: int, seq: int) -> None:
        """Take a plan back, to think again while others still do."""
        async with table.lock:
            if seq != table.seq or seat not in table.plans:
                raise Refused(Refusal.STALE)
            await self.store.drop_plan(table.id, seat)
            del table.plans[seat]
        self.changes.tell(table.id)

    async def _take_plans(self, table: Table, plans: Iterable[PlacingPlan]) -> None:
        """Take in the plans that are kept, and hand them in if everyone has one."""
        table.plans = {plan.seat: plan for plan in plans if plan.seq == table.seq}
        if table.is_placing and not table.awaited:
            await self._hand_in(table)

    async def _hand_in(self, table: Table) -> None:
        """Play all plans, in the order of the seats; another process may do so at the same time."""
        words = words_to_hand_in(table)
        ahead = table.fold.copy()
        for word, guest, _at in words:
            ahead.play(word, guest)
        try:
            entries: list[Entry] = await self.store.hand_in(table.id, table.seq, words)
        except Conflict:
            await self._catch_up(table)
        else:
            table.adopt(ahead, entries)
            counts = Counter("person" if entry.guest else "bot" for entry in entries)
            for by, count in counts.items():
                WORDS.labels(table.row.game, by).inc(count)

    # ------------------------------------------------------------ seats and hints

    async def forget(self, guest: str) -> list[str]:
        """Forget a guest, wherever they sit; return the tables that went with them."""
        found = [self._known.get(table_id) for table_id in await self.store.all_tables_of(guest)]
        tables = [table for table in found if table is not None]
        async with AsyncExitStack() as stack:
            for table in tables:
                await stack.enter_async_context(table.lock)
            removed = await self.store.guests.forget(guest)
            for table in tables:
                table.fold.forget(guest)
                if table.id in removed:
                    self._let_go(table.id)
                else:
                    await self._reseat(table)
        return removed

    async def _reseat(self, table: Table) -> None:
        await self._read_seats(table)
        self.changes.tell(table.id)

    async def _read_seats(self, table: Table) -> None:
        # The row first: if something changes meanwhile, its count is one too low, not too high.
        row = await self.store.table(table.id)
        if row is not None:
            table.put_row(row)
            table.put_seats(*await self._seats(table.id))

    async def _seats(
        self, table_id: str
    ) -> tuple[list[SeatRow], list[Seating], Proposal | None, frozenset[str]]:
        """Return who sits at a table, how that came, what is proposed, and who has left."""
        kept = self.store.seats
        seats, seatings = await kept.of(table_id), await kept.seatings(table_id)
        return seats, seatings, await kept.proposal(table_id), await kept.departed(table_id)

    async def keep_hint(self, table: Table, hint: Hint) -> None:
        """Keep what the adviser is asked for a seat, or answers, and tell that seat's page."""
        await self.store.keep_hint(table.id, hint)
        if hint.seq == table.seq:
            table.asked[hint.seat] = hint
        self.changes.tell(table.id, table.seats[hint.seat].guest)


def check_box(row: TableRow) -> None:
    """Raise SetupError for a table that is played with another box."""
    setup = Setup.new(row.game, seats=row.seats, start=row.start, expansion=row.expansion)
    if row.components not in (None, setup.components):
        raise SetupError("it is played with another box", about="components")
