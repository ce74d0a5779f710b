"""What is kept of days: their deals, and the tries at them."""

from collections.abc import Iterable
from datetime import date

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.rows import Deal, SeatedTable
from siberia.web.tables.store.seated import seated
from siberia.web.tables.store.times import time_from, time_text


class KeptDays:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_deals(self, deals: Iterable[Deal]) -> None:
        """Keep deals of days; where one is kept for its day and game already, that stays."""
        await self._database.write(
            *[
                (sql.ADD_DEAL, (*name, deal.seed, deal.salt, time_text(deal.committed)))
                for deal in deals
                for name in [(deal.day.isoformat(), deal.game)]
            ]
        )

    async def deals(self, day: date) -> dict[str, Deal]:
        """Return the deals of a day, by game."""
        rows = await self._database.read(sql.DEALS, day.isoformat())
        return {
            game: Deal(day, game, seed, salt, time_from(committed))
            for _, game, seed, salt, committed in rows
        }

    async def with_deals(self, first: date, last: date) -> set[date]:
        """Return the days from one to another that have a deal."""
        rows = await self._database.read(sql.DAYS_WITH_DEALS, first.isoformat(), last.isoformat())
        return {date.fromisoformat(day) for (day,) in rows}

    async def tries_at(self, day: date) -> list[SeatedTable]:
        """Return the tries at a day's deals that count, finished or not."""
        return await seated(self._database, sql.TRIES_AT, day.isoformat())

    async def tries_of(
        self, guest: str, first: date = date.min, last: date = date.max
    ) -> list[SeatedTable]:
        """Return a guest's tries that count, at the deals of all days from one to another."""
        days = first.isoformat(), last.isoformat()
        return await seated(self._database, sql.TRIES_OF, guest, *days)

    async def played(self, guest: str) -> list[date]:
        """Return the days whose deal a guest has played in time, the first one first."""
        rows = await self._database.read(sql.DAYS_PLAYED, guest)
        return [date.fromisoformat(day) for (day,) in rows]
