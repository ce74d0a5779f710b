"""Looks after the clocks of all tables, also while nobody looks: warns, and keeps seats warm.

Each table says until when nobody there can run low or out of time (`next_due`), so only the few
that are due are looked at. Any number of processes do this: one alone can say when a table is due
next, and who could acts.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from siberia.web.tables import clock
from siberia.web.tables.bot_queue import BotQueue
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.clocks import LATER, next_due, out_of_time, to_warn
from siberia.web.tables.notices import Notices
from siberia.web.tables.service import Tables
from siberia.web.tables.store import StoreError
from siberia.web.tables.store.times import time_from
from siberia.web.tables.table import Table

log = logging.getLogger("siberia")
# So many seconds apart it is looked what is due; what is due earlier is looked at then.
ROUND = 2.0
# So often it is kept that somebody is here, and after so long without that nobody was.
BEAT = timedelta(seconds=20)
SILENCE = 3 * BEAT
# So many tables are looked at in one go.
AT_ONCE = 50


class Timekeeper:
    """Sees to it that time runs out only for people who had it."""

    def __init__(self, tables: Tables, bots: BotQueue, notices: Notices) -> None:
        self._tables = tables
        self._store = tables.store
        self._bots = bots
        self._notices = notices
        self._beaten: datetime | None = None

    async def begin(self) -> None:
        """Begin to look: when a server starts, what passed since the last one looked is free."""
        if await self._store.clocks.run_anywhere():
            await self._beat(timedelta(0))

    async def keep_time(self) -> None:
        """Look after all clocks, for as long as the server runs."""
        while True:
            wait = ROUND
            try:
                wait = await self._look()
            except StoreError as error:
                log.error("store: %s", error)
            await asyncio.sleep(wait)

    async def _look(self) -> float:
        """Look after the clocks that are due; return after how many seconds to look again."""
        if not await self._store.clocks.run_anywhere():
            return ROUND
        now = clock.now()
        if self._beaten is None or not timedelta(0) <= now - self._beaten < BEAT:
            await self._beat(SILENCE)
        for table_id, due in await self._store.clocks.due(clock.now(), AT_ONCE):
            await self._visit(table_id, due)
        following = await self._store.clocks.next_due()
        away = (following - clock.now()).total_seconds() if following else 0.0
        return min(ROUND, max(0.05, away))

    async def _beat(self, longest: timedelta) -> None:
        """Say that somebody is here; and hear when nobody was, also from other processes."""
        now = clock.now()
        await self._store.clocks.beat(now, longest)
        await self._hear_of_pauses()
        self._beaten = now

    async def _hear_of_pauses(self) -> None:
        self._tables.pauses.spans = tuple(await self._store.clocks.pauses())

    async def _visit(self, table_id: str, due: str) -> None:
        """Look at a table's clocks, unless another process does at the same moment."""
        try:
            table = await self._tables.get(table_id)
        except BrokenTable:
            await self._store.clocks.set_due(table_id, due, clock.now() + LATER)
            return
        if table is None:
            return
        if out_of_time(table, clock.now()):
            # If nobody was here just now, another process may have said so.
            await self._hear_of_pauses()
        now = clock.now()
        if not await self._store.clocks.set_due(table_id, due, next_due(table, now)):
            return
        since = time_from(due) if due else table.row.created
        for seat in to_warn(table, since, now):
            await self.warn(table, seat)
        await self._tables.seating.time_out(table)
        self._bots.look_after(table)

    async def warn(self, table: Table, seat: int) -> None:
        """Tell somebody, once, that little of their time is left: by their pages, or elsewhere."""
        guest = table.seats[seat].guest
        self._tables.changes.tell(table.id, guest)
        if guest is not None:
            await self._notices.warn(guest, table)
