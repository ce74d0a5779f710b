"""The store: tables and their logs. Whatever else is kept has a room of its own, next to this."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from siberia.web.tables import clock
from siberia.web.tables.store import seating
from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.clocks import KeptClocks
from siberia.web.tables.store.converting import (
    hint_from,
    plan_from,
    seat_values,
    summary_from,
    table_from,
    table_values,
)
from siberia.web.tables.store.database import Database, Rows, Statement, Value
from siberia.web.tables.store.days import KeptDays
from siberia.web.tables.store.entries import appending, beginning, new_entries
from siberia.web.tables.store.errors import nothing_to_refer_to
from siberia.web.tables.store.guests import KeptGuests
from siberia.web.tables.store.ladder import KeptLadder
from siberia.web.tables.store.lobby import KeptLobby
from siberia.web.tables.store.programs import KeptPrograms
from siberia.web.tables.store.reaching import Reaching
from siberia.web.tables.store.records import KeptRecords
from siberia.web.tables.store.reviews import KeptReviews
from siberia.web.tables.store.rows import (
    UNDO,
    Entry,
    Hint,
    News,
    PlacingPlan,
    PlanAhead,
    SeatedTable,
    SeatRow,
    TableRow,
    TableSummary,
    Talking,
    Watching,
)
from siberia.web.tables.store.schema import check_version
from siberia.web.tables.store.seated import seated
from siberia.web.tables.store.seats import KeptSeats
from siberia.web.tables.store.talk import KeptTalk
from siberia.web.tables.store.times import time_from, time_text


class Store:
    """All that is kept. What it refuses is a `StoreError`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.guests = KeptGuests(database)
        self.seats = KeptSeats(database)
        self.clocks = KeptClocks(database)
        self.talk = KeptTalk(database)
        self.lobby = KeptLobby(database)
        self.ladder = KeptLadder(database)
        self.days = KeptDays(database)
        self.records = KeptRecords(database)
        self.reviews = KeptReviews(database)
        self.programs = KeptPrograms(database)
        self.reaching = Reaching(database)

    async def close(self) -> None:
        """Give back what the store holds open."""
        await self.database.close()

    async def check(self) -> None:
        """Raise a StoreError unless the database answers and has the form we know."""
        await check_version(self.database)

    # ------------------------------------------------------------ tables

    async def add_table(
        self, table: TableRow, seats: Iterable[SeatRow], words: Sequence[str] = ()
    ) -> None:
        """Keep a new table and its seats, all or nothing. Guests it names must be kept already.

        `words` are those that were played before it was opened: nobody here has played them.
        """
        rows = [(sql.ADD_SEAT, seat_values(seat)) for seat in seats]
        log = beginning(table.id, words)
        await self.database.write((sql.ADD_TABLE, table_values(table)), *rows, *log)

    async def table(self, table: str) -> TableRow | None:
        """Return a table by id."""
        for row in await self.database.read(sql.TABLE_BY_ID, table):
            return table_from(row)
        return None

    async def tables_of(self, guest: str) -> list[TableRow]:
        """Return the tables of a guest that they have not left: unfinished first, then newest."""
        return [table_from(row) for row in await self.database.read(sql.TABLES_OF, guest)]

    async def all_tables_of(self, guest: str) -> list[str]:
        """Return the ids of all tables that are a guest's, those among them that they have left."""
        return [table for (table,) in await self.database.read(sql.ALL_TABLES_OF, guest)]

    async def played_by(self, guest: str) -> list[SeatedTable]:
        """Return the finished tables where a guest sat to the end, the newest first."""
        return await seated(self.database, sql.PLAYED_BY, guest)

    async def active(self, since: datetime) -> list[str]:
        """Return the tables that are not finished and were opened or played at since then."""
        return [table for (table,) in await self.database.read(sql.ACTIVE, time_text(since))]

    async def summaries(self) -> list[TableSummary]:
        """Return what is to be told of all tables, those first that were left alone for longest."""
        rows = await self.database.read(sql.SUMMARIES, UNDO)
        return [summary_from(row) for row in rows]

    async def remove(self, table: str, quiet_since: datetime | None = None) -> int | None:
        """Remove a table for good, with all its guests who have nothing left then; count them.

        None if it stays: there is none, or not all was quiet there since some time.
        """
        async with self.database.transaction() as run:
            return await seating.clear_away(run, table, quiet_since)

    async def count_unfinished(self, owner: str) -> int:
        """Count the tables whose host a guest is and that are neither finished nor left."""
        return int((await self.database.read(sql.COUNT_UNFINISHED, owner))[0][0])

    async def set_speed(self, table: str, speed: str) -> None:
        """Let the bots of a table move at another speed."""
        await self._write(sql.SET_SPEED, table, speed)

    async def set_watching(self, table: str, watching: Watching) -> None:
        """Let others watch a table, or no longer."""
        await self._write(sql.SET_WATCHING, table, watching)

    async def set_talk(self, table: str, talk: Talking) -> None:
        """Let people talk at a table, or only in phrases, or not at all."""
        await self._write(sql.SET_TALK, table, talk)

    async def finish(self, table: str, when: datetime) -> None:
        """Keep when a match was over; who says so first is believed."""
        await self._write(sql.FINISH, table, time_text(when))

    async def set_rematch(self, table: str, following: str) -> str:
        """Keep which table follows, unless one does already; return the one that does.

        The following table need not be kept yet, so one can first see who won and only then
        lay out one table.
        """
        rows = await self._write(sql.SET_REMATCH, table, following)
        if not rows:
            raise nothing_to_refer_to()
        return str(rows[0][0])

    # ------------------------------------------------------------ logs, and plans for them

    async def news(self, table: str, since: int) -> News:
        """Return the log of a table from an entry on, and what is kept for it, in one look."""
        news = News((), (), (), None)
        entries, plans, hints, ahead = [], [], [], []
        for kind, number, text, when, about in await self.database.read(sql.NEWS, table, since):
            if kind == 0:
                entries.append(Entry(number, text, time_from(when), about))
            elif kind == 1:
                plans.append(plan_from((number, int(when), text, about)))
            elif kind == 2:
                hints.append(hint_from(number, int(when), about, text))
            elif kind == 3:
                ahead.append(PlanAhead(number, int(when), int(about), tuple(json.loads(text))))
            else:
                news = News(tuple(entries), tuple(plans), tuple(hints), number, tuple(ahead))
        return news

    async def words(self, table: str) -> list[str]:
        """Return the words of a table's log, those that were taken back left out."""
        words: list[str] = []
        for (word,) in await self.database.read(sql.WORDS, table):
            if word == UNDO:
                words.pop()
            else:
                words.append(word)
        return words

    async def length(self, table: str) -> int:
        """Return how many entries the log of a table has."""
        return int((await self.database.read(sql.LENGTH, table))[0][0])

    async def append(
        self,
        table: str,
        seq: int,
        words: Sequence[str],
        *,
        guest: str | None = None,
        finishes: bool = False,
        ahead: PlanAhead | None = None,
    ) -> list[Entry]:
        """Add a guest's words to a log that has `seq` entries, all of them or a `Conflict`.

        Return them. With the words that finish a match it is kept, in the same stroke, when that
        was; and so is what is left of what was planned ahead, if anything.
        """
        if not words:
            return []
        entries = new_entries(seq, [(word, guest) for word in words])
        also: list[Statement] = []
        if finishes:
            also.append((sql.FINISH, (table, time_text(entries[-1].at))))
        if UNDO in words:
            # What it costs whom may be more than anybody reckoned with.
            also.append((sql.DUE_AT_ONCE, (table,)))
        if finishes or UNDO in words:
            also.append((sql.DROP_ALL_AHEAD, (table,)))
        elif ahead is not None:
            also.append(keeping_ahead(table, ahead))
        await self.database.write(appending(table, entries), *also)
        return entries

    async def hand_in(
        self, table: str, seq: int, words: Sequence[tuple[str, str | None, datetime | None]]
    ) -> list[Entry]:
        """Add words, each with its guest, and forget all plans of the table in the same stroke.

        Each has the time at which it was planned: how long somebody thought stands nowhere else.
        """
        now = clock.now()
        entries = [Entry(n, w, at or now, guest) for n, (w, guest, at) in enumerate(words, seq)]
        await self.database.write(appending(table, entries), (sql.DROP_PLANS, (table,)))
        return entries

    async def keep_plan(self, table: str, plan: PlacingPlan) -> list[PlacingPlan]:
        """Keep the plan of a seat instead of its last one, unless that was made later on.

        Return all plans of the table as they are then.
        """
        at = time_text(plan.at or clock.now())
        values = (table, plan.seat, plan.seq, json.dumps(plan.words), at)
        _, rows = await self.database.write((sql.KEEP_PLAN, values), (sql.PLANS, (table,)))
        return [plan_from(row) for row in rows]

    async def drop_plan(self, table: str, seat: int) -> None:
        """Forget the plan of a seat, if there is one; who has none must decide again."""
        await self.database.write((sql.DROP_PLAN, (table, seat)), (sql.DUE_AT_ONCE, (table,)))

    async def keep_ahead(self, table: str, plan: PlanAhead) -> None:
        """Keep what a seat plans for its next turn instead of what it planned before."""
        await self.database.write(keeping_ahead(table, plan))

    async def keep_hint(self, table: str, hint: Hint) -> None:
        """Keep what the adviser was asked for a seat, or what it said, instead of the last time."""
        advice = json.dumps([hint.words, hint.share]) if hint.words else None
        values = (table, hint.seat, hint.seq, time_text(hint.at), advice)
        await self._write(sql.KEEP_HINT, *values)

    async def _write(self, statement: str, *values: Value) -> Rows:
        """Make a change that is a single statement."""
        (rows,) = await self.database.write((statement, values))
        return rows


def keeping_ahead(table: str, plan: PlanAhead) -> Statement:
    """Return the statement that keeps what a seat plans; a plan without words is none."""
    if not plan.words:
        return sql.DROP_AHEAD, (table, plan.seat)
    values = (table, plan.seat, plan.claim, plan.reveals, json.dumps(plan.words))
    return sql.KEEP_AHEAD, values
