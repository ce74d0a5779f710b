"""What can be set at a table while it is played, for all at it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from siberia.web.tables.store import Store
from siberia.web.tables.store.rows import Talking, Watching
from siberia.web.tables.table import Table

# How long bots pause at a table, as a factor.
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "instant": 0.0}


class TableSettings:
    """Sets it."""

    def __init__(self, store: Store, reseat: Callable[[Table], Awaitable[None]]) -> None:
        self._store = store
        # Reads a table's row and its seats anew, and tells all who look at it.
        self._reseat = reseat

    async def set_speed(self, table: Table, speed: str) -> None:
        """Set how fast bots play at a table."""
        await self._store.set_speed(table.id, speed)
        table.row = replace(table.row, speed=speed)

    async def set_watching(self, table: Table, watching: Watching) -> None:
        """Set who may watch a table, for all at it to see."""
        async with table.lock:
            await self._store.set_watching(table.id, watching)
            await self._reseat(table)

    async def set_talk(self, table: Table, talk: Talking) -> None:
        """Set how people may talk at a table, for all at it to see; what was said is kept."""
        async with table.lock:
            await self._store.set_talk(table.id, talk)
            await self._reseat(table)
