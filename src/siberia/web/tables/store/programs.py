"""What is kept of programs: by which tokens they are known, and when offered bots were here."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database
from siberia.web.tables.store.rows import TokenRow
from siberia.web.tables.store.times import time_from, time_text


class KeptPrograms:
    """Keeps and returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_token(self, token: TokenRow) -> None:
        """Keep what a program is known by."""
        values = (
            *(token.hash, token.guest, token.table, token.seat, token.name),
            time_text(token.created),
            token.used.isoformat() if token.used else None,
        )
        await self._database.write((sql.ADD_TOKEN, values))

    async def token(self, hashed: str) -> TokenRow | None:
        """Return the token of this hash."""
        for row in await self._database.read(sql.TOKEN, hashed):
            return token_from(row)
        return None

    async def tokens_of(self, guest: str) -> list[TokenRow]:
        """Return all tokens of a guest, the oldest first."""
        return [token_from(row) for row in await self._database.read(sql.TOKENS_OF, guest)]

    async def note_token(self, hashed: str, day: date) -> None:
        """Keep on which day a token was last used."""
        await self._database.write((sql.NOTE_USE, (hashed, day.isoformat())))

    async def revoke_token(self, guest: str, token: str) -> bool:
        """Remove a token of a guest by its id; say if there was one."""
        (rows,) = await self._database.write((sql.REVOKE, (guest, token)))
        return bool(rows)

    async def note_offered(self, name: str, now: datetime) -> None:
        """Keep that the program of an offered bot is connected now."""
        await self._database.write((sql.NOTE_OFFERED, (name, time_text(now))))

    async def offered_seen(self) -> dict[str, datetime]:
        """Return when the programs of offered bots were last connected, by name."""
        return {name: time_from(seen) for name, seen in await self._database.read(sql.OFFERED)}

    async def tables_of_offered(self, *levels: str) -> list[str]:
        """Return the unfinished tables where a bot sits at one of two levels."""
        rows = await self._database.read(sql.TABLES_OF_OFFERED, *levels)
        return [table for (table,) in rows]


def token_from(row: Sequence[Any]) -> TokenRow:
    """Return a token as it was when it was kept."""
    hashed, guest, table, seat, name, created, used = row
    day = date.fromisoformat(used) if used else None
    return TokenRow(hashed, guest, table, seat, name, time_from(created), day)
