"""Tables that anybody may find: those that wait for players, and those that may be watched.

All of it is public. It is looked up once in a while for everybody together, with one query for each
list; how far a match is comes from the table as it is held here, which is folded no second time.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Generic, TypeVar

from siberia.boardgame import BoardView
from siberia.match.games import View
from siberia.web.tables import clock
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.changes import Changes
from siberia.web.tables.pace import read_pace
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import LobbyRow

# For so many seconds all are told the same.
GOOD_FOR = 1.0
# A table is not listed when nobody there has been seen for so many seconds; where they play by
# days, they are far apart, and it waits for days.
AWAY_FOR_LONG = 1800.0
WAITS_BY_DAYS = timedelta(days=7)
# A match is to be watched while its last word is so young, or the turn of days may last.
PLAYED_LATELY = timedelta(minutes=15)
# So many tables of one host are listed, and so many to be watched: each is held in memory.
MOST_OF_ONE_HOST = 3
MOST_TO_WATCH = 40

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class HowFar:
    """How far a match is, by what lies open: one of the two games' measures."""

    round: int = 0
    exhausted: int = 0
    exhausted_at_end: int = 0
    stack: int = 0


@dataclass(frozen=True, slots=True)
class Watched:
    """A match that everyone may watch: how far it is, and how many do."""

    row: LobbyRow
    progress: HowFar
    watchers: int


class Kept(Generic[Found]):
    """Something that is looked up at most once in a while, by one for all who ask meanwhile."""

    def __init__(self, look: Callable[[], Awaitable[Found]]) -> None:
        self._look = look
        self._found: Found | None = None
        self._until = 0.0
        # How often it was to be looked up again before its time.
        self._expired = 0
        self._looking = asyncio.Lock()

    async def get(self) -> Found:
        """Return it, as it was a moment ago at the earliest."""
        async with self._looking:
            if self._found is None or monotonic() >= self._until:
                expired = self._expired
                self._found = await self._look()
                # What was done meanwhile may not have been seen.
                self._until = monotonic() + GOOD_FOR if self._expired == expired else 0.0
            return self._found

    def expire(self) -> None:
        """Look again when it is next asked for."""
        self._expired += 1
        self._until = 0.0


class Lobby:
    """The lists of tables that anybody may find."""

    def __init__(self, store: Store, tables: Tables, changes: Changes) -> None:
        self._store = store
        self._tables = tables
        self._changes = changes
        self.waiting: Kept[tuple[LobbyRow, ...]] = Kept(self._waiting)
        self.to_watch: Kept[tuple[Watched, ...]] = Kept(self._to_watch)

    def expire(self) -> None:
        """Look again: something was done here that is to be seen at once."""
        self.waiting.expire()
        self.to_watch.expire()

    async def _waiting(self) -> tuple[LobbyRow, ...]:
        rows = await self._store.lobby.waiting()
        return few_of_each_host([row for row in rows if self._is_tended(row)])

    def _is_tended(self, row: LobbyRow) -> bool:
        """Whether somebody at a table will notice soon enough when another one sits down."""
        age = clock.now() - row.touched
        if days_for_a_turn(row):
            return age < WAITS_BY_DAYS
        times = [self._changes.unseen_for(guest) for guest in row.people]
        seen = min((time for time in times if time is not None), default=age.total_seconds())
        return min(seen, age.total_seconds()) < AWAY_FOR_LONG

    async def _to_watch(self) -> tuple[Watched, ...]:
        found = []
        for row in await self._store.lobby.to_watch():
            if clock.now() - row.touched < (days_for_a_turn(row) or PLAYED_LATELY):
                progress = await self._progress(row)
                if progress is not None:
                    found.append(Watched(row, progress, self._tables.watchers.of(row.id).count))
            if len(found) == MOST_TO_WATCH:
                break
        return tuple(found)

    async def _progress(self, row: LobbyRow) -> HowFar | None:
        """Return how far a match is; None for one that is over or cannot be told."""
        try:
            table = await self._tables.told_of(row.id, row.length)
        except BrokenTable:
            return None
        return None if table is None or table.match.is_over else progress_of(table.fold.view)


def progress_of(view: View) -> HowFar:
    """Return how far a match is by what everyone sees of it."""
    if isinstance(view, BoardView):
        exhausted = view.exhausted_areas, view.EXHAUSTED_AREAS_END
        return HowFar(max(view.round, 1), *exhausted)
    return HowFar(stack=view.stack)


def days_for_a_turn(row: LobbyRow) -> timedelta | None:
    """Return how many days a turn may take at a table; None where it takes minutes."""
    pace = read_pace(row.pace)
    return timedelta(days=pace.amount) if pace is not None and pace.unit == "days" else None


def few_of_each_host(rows: Sequence[LobbyRow]) -> tuple[LobbyRow, ...]:
    """Leave out what somebody has opened too much of: nobody fills the list alone."""
    count: Counter[str] = Counter()
    found = []
    for row in rows:
        count[row.owner] += 1
        if count[row.owner] <= MOST_OF_ONE_HOST:
            found.append(row)
    return tuple(found)
