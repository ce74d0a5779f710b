"""What anybody may know of tables: which ones wait for players, and which ones may be watched."""

from itertools import groupby

from siberia.web.tables.store import statements as sql
from siberia.web.tables.store.database import Database, Rows
from siberia.web.tables.store.rows import LobbyRow, LobbySeat
from siberia.web.tables.store.times import time_from


class KeptLobby:
    """Returns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self) -> list[LobbyRow]:
        """Return the tables that have a seat for anyone, the newest first."""
        return lobby_from(await self._database.read(sql.WAITING))

    async def to_watch(self) -> list[LobbyRow]:
        """Return the tables that everyone may watch, once a word was played; the newest first."""
        return lobby_from(await self._database.read(sql.TO_WATCH))


def lobby_from(rows: Rows) -> list[LobbyRow]:
    """Return tables as anybody may know them, out of a row for each seat."""
    found = []
    for table, of_seats in groupby(rows, lambda row: row[:10]):
        table_id, game, expansion, owner, pace, language, created, length, moved, plain = table
        seats = [
            LobbySeat(kind, guest, name, bool(anyone), bool(invited))
            for kind, guest, name, anyone, invited in (row[10:] for row in of_seats)
        ]
        found.append(
            LobbyRow(
                *(table_id, game, bool(expansion), owner, pace, language),
                *(time_from(created), length, moved and time_from(moved)),
                tuple(seats),
                bool(plain),
            )
        )
    return found
