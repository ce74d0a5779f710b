"""What is kept for the ladder: who wants to be shown, and what tells that it has changed."""

from datetime import datetime
from typing import NamedTuple

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.rows import SeatedTable
from siberia.web.tables.store.seated import seated
from siberia.web.tables.store.times import time_text


class LadderMark(NamedTuple):
    """How all that the ladder is made of stands: as long as it is the same, so is the ladder."""

    tables: int
    # When the last of them was over, as it is kept.
    last: str
    # How many people who have played are not known any more, and how many reviews there are.
    gone: int
    reviews: int


class KeptLadder:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark(self) -> LadderMark:
        """Return how things stand."""
        (row,) = await self._database.read(sql.LADDER_MARK)
        return LadderMark(*row)

    async def over_since(self, since: datetime) -> list[SeatedTable]:
        """Return the tables that may count and were over then or later."""
        return await seated(self._database, sql.FOR_LADDER_SINCE, time_text(since))

    async def changed_hands(self, since: datetime) -> frozenset[str]:
        """Return the tables that were over then or later where a seat changed hands in between."""
        rows = await self._database.read(sql.CHANGED_HANDS_SINCE, time_text(since))
        return frozenset(table for (table,) in rows)

    async def reviewed(self) -> dict[str, tuple[int, str, str]]:
        """Return by address by what each review of what may count was made."""
        rows = await self._database.read(sql.REVIEWED_FOR_LADDER)
        return {address: (version, evaluator, seed) for address, version, evaluator, seed in rows}

    async def people(self) -> dict[str, str]:
        """Return the names of all who want to be shown, by guest."""
        return dict(await self._database.read(sql.ON_LADDER))

    async def show(self, guest: str, *, shown: bool) -> None:
        """Keep whether a guest wants to be shown."""
        await self._database.write((sql.SHOW_ON_LADDER, (guest, shown)))
