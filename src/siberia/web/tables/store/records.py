"""The records that people gave."""

from datetime import datetime

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.times import time_from, time_text


class KeptRecords:
    """Keeps and returns them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, key: str, text: str, now: datetime) -> None:
        """Keep a record under its key; one that is there already counts as opened."""
        await self._database.write((sql.KEEP_RECORD, (key, text, time_text(now))))

    async def open(self, key: str, now: datetime, noted: datetime) -> str | None:
        """Return a record, and note that it was opened now, if that was last noted before then."""
        for text, opened in await self._database.read(sql.RECORD, key):
            if time_from(opened) < noted:
                await self._database.write((sql.OPEN_RECORD, (key, time_text(now))))
            return str(text)
        return None

    async def remove(self, before: datetime) -> int:
        """Remove the records that nobody has opened since some time; count them."""
        removed, _ = await self._database.write(
            (sql.REMOVE_RECORDS, (time_text(before),)), (sql.REMOVE_STRAY_REVIEWS, ())
        )
        return len(removed)
