"""Whom to tell that it is their turn, and when: seldom, once, and only who does not see it.

A turn is told of after a while in which nobody played at its table, so who is just playing is not
told; nor is who has looked meanwhile, at a page of any table. What was told is stored before it is
sent, and only who stores it sends it: so there is one message for a turn, whatever process dies.
"""

import asyncio
import logging
from datetime import timedelta
from time import monotonic
from typing import Literal, Protocol

from siberia.web.tables import clock
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.nights import end_of_night
from siberia.web.tables.service import Tables
from siberia.web.tables.store import StoreError
from siberia.web.tables.table import Table

log = logging.getLogger("siberia")

# What there is to tell: it is somebody's turn, or their time is nearly up.
Kind = Literal["turn", "clock"]

# So many seconds nothing is played before anybody is told that it is their turn.
CALM = 20.0
# So often it is looked whom to tell.
ROUND = 1.0
# So often it is looked whether a process has died that would have told somebody; and how long
# pages have then to come back.
SWEEP = 300.0
COMING_BACK = 60.0
# Where nobody moved for so long, nobody is told after a start.
RECENTLY = timedelta(days=14)
# Of more than so many it is not remembered when they looked, or how long a log was.
MOST_REMEMBERED = 20_000


class Messenger(Protocol):
    """Brings somebody a message, by whatever ways they have chosen."""

    def send(self, guest: str, kind: Kind, table: str) -> None:
        """Begin to send; whatever comes of it, nobody waits for it."""
        ...


class Crier(Protocol):
    """Tells other processes who is looking."""

    def carry_seen(self, guests: list[str]) -> None:
        """Say that some guests look at pages just now."""
        ...


class Notices:
    """Sees to it that who does not see their turn is told of it."""

    def __init__(self, tables: Tables, messenger: Messenger) -> None:
        self._tables = tables
        self._messenger = messenger
        # At which tables somebody may have to be told, and when to look.
        self._expected: dict[str, float] = {}
        # When each guest last looked at a page, and who is to be told so elsewhere.
        self._seen: dict[str, float] = {}
        self._looking: set[str] = set()
        # How long each log was when it was last looked whom to tell.
        self._lengths: dict[str, int] = {}
        # Whoever carries it to other processes.
        self.crier: Crier | None = None

    # ------------------------------------------------------------ what happens

    def table_changed(self, table: str) -> None:
        """Note that something has happened at a table: it may be somebody's turn now."""
        self._expected.setdefault(table, monotonic() + CALM)

    def looked(self, guest: str) -> None:
        """Note that a guest has a page before their eyes."""
        if guest:
            self._looking.add(guest)
            self.looked_elsewhere(guest)

    def looked_elsewhere(self, guest: str) -> None:
        """Note that a guest has one that another process serves."""
        self._seen.pop(guest, None)
        self._seen[guest] = monotonic()
        if len(self._seen) > MOST_REMEMBERED:
            del self._seen[next(iter(self._seen))]

    # ------------------------------------------------------------ telling

    async def watch(self) -> None:
        """Look again and again whom to tell."""
        swept = monotonic() - SWEEP
        while True:
            await asyncio.sleep(ROUND)
            self._say_who_looks()
            try:
                if monotonic() - swept > SWEEP:
                    swept = monotonic()
                    await self._sweep()
                await self._look_at_those_due()
            except StoreError as error:
                log.error("store: %s", error)

    async def notify(self, guest: str, kind: Kind, table: Table) -> bool:
        """Tell a guest something about their turn at a table, unless that was done; say if it was.

        Whether they see the table just now is for who calls to know.
        """
        reaching = self._tables.store.reaching
        if not await reaching.tell_once(table.id, guest, kind, table.match.ply):
            return False
        self._messenger.send(guest, kind, table.id)
        return True

    async def warn(self, guest: str, table: Table) -> None:
        """Tell a guest that their time is nearly up, unless they look at a page, or sleep."""
        reach = (await self._tables.store.reaching.reachable([guest])).get(guest)
        if reach is None or self._has_looked(guest, CALM):
            return
        if not reach.quiet or end_of_night(clock.now(), reach.zone) is None:
            await self.notify(guest, "clock", table)

    def _say_who_looks(self) -> None:
        looking, self._looking = sorted(self._looking), set()
        if looking and self.crier is not None:
            self.crier.carry_seen(looking)

    async def _look_at_those_due(self) -> None:
        now = monotonic()
        for table_id in [table for table, at in self._expected.items() if at <= now]:
            del self._expected[table_id]
            try:
                later = await self._look(table_id)
            except BrokenTable:
                continue
            except StoreError:
                self._expected.setdefault(table_id, now + CALM)
                raise
            if later is not None:
                self._expected.setdefault(table_id, now + later)

    async def _look(self, table_id: str) -> float | None:
        """Tell whoever is to be told at a table; return in how many seconds to look again."""
        table = await self._tables.get(table_id)
        if table is None or table.match.is_over:
            return None
        stands = (clock.now() - table.moved_at).total_seconds()
        if 0 <= stands < CALM:
            return CALM - stands
        if len(self._lengths) > MOST_REMEMBERED:
            self._lengths.clear()
        self._lengths[table_id] = table.seq
        reaching, later = self._tables.store.reaching, []
        for guest, reach in (await reaching.reachable(called(table))).items():
            morning = end_of_night(clock.now(), reach.zone) if reach.quiet else None
            if self._has_looked(guest, stands):
                # They know, and are not told again when a server starts.
                await reaching.tell_once(table_id, guest, "turn", table.match.ply)
            elif morning is not None:
                later.append((morning - clock.now()).total_seconds())
            else:
                await self.notify(guest, "turn", table)
        return min(later, default=None)

    def _has_looked(self, guest: str, seconds: float) -> bool:
        """Say whether a guest has looked at a page within so many seconds."""
        seen = self._seen.get(guest)
        return seen is not None and monotonic() - seen <= seconds

    async def _sweep(self) -> None:
        """Expect something where words were stored by a process that may have died since."""
        now = monotonic()
        found = await self._tables.store.reaching.expectant(clock.now() - RECENTLY)
        for table, length in found.items():
            if self._lengths.get(table) != length and table not in self._expected:
                self._expected[table] = now + COMING_BACK


def called(table: Table) -> list[str]:
    """Return the guests a table waits for who do not know it by what they did last themselves."""
    steps = table.fold.steps
    last = steps[-1].guest if steps else ""
    guests = [table.seats[s].guest for s in table.awaited if table.seats[s].kind == "guest"]
    return sorted({guest for guest in guests if guest and guest != last})
