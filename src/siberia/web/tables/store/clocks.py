"""What is kept for the clocks of tables: what is due when, and when no server was there."""

from datetime import datetime, timedelta

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.times import time_from, time_text


class KeptClocks:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def run_anywhere(self) -> bool:
        """Whether clocks run at any table."""
        return bool(await self._database.read(sql.ANY_CLOCKS))

    async def due(self, now: datetime, most: int) -> list[tuple[str, str]]:
        """Return tables whose clocks are to be looked at, and what was due, the first one first."""
        rows = await self._database.read(sql.DUE, time_text(now), most)
        return [(table, due) for table, due in rows]

    async def next_due(self) -> datetime | None:
        """Return when the next table is due; None if there is none, or if one is at once."""
        ((due,),) = await self._database.read(sql.NEXT_DUE)
        return time_from(due) if due else None

    async def set_due(self, table: str, was: str, due: datetime) -> bool:
        """Say when the clocks of a table are to be looked at next, if nobody said so yet."""
        (rows,) = await self._database.write((sql.SET_DUE, (table, was, time_text(due))))
        return bool(rows)

    async def beat(self, now: datetime, longest: timedelta) -> None:
        """Keep that a server is here now; if none was for longer than that, keep this, too."""
        async with self._database.transaction() as run:
            for (at,) in await run(sql.HEARTBEAT):
                if now - time_from(at) > longest:
                    await run(sql.ADD_PAUSE, at, time_text(now))
            await run(sql.BEAT, time_text(now))

    async def pauses(self) -> list[tuple[datetime, datetime]]:
        """Return when no server was there, from when to when."""
        rows = await self._database.read(sql.PAUSES)
        return [(time_from(began), time_from(ended)) for began, ended in rows]

    async def remove_old_pauses(self) -> None:
        """Forget the pauses that no clock asks for any more."""
        await self._database.write((sql.REMOVE_PAUSES, ()))
