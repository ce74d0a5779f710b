"""Tables in one file, by SQLite: what one gets without asking for anything else.

One connection writes, under a lock, and one reads: readers never wait for a writer. Other
processes may use the same file. A change is on the disk before anyone hears of it.
"""

import asyncio
import errno
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from siberia.web.tables.store.database import Rows, Run, Value
from siberia.web.tables.store.errors import (
    Conflict,
    StoreError,
    disk_full,
    is_closed,
    nothing_to_refer_to,
    unfit_value,
)

# How many seconds to wait for another process that writes.
WAIT = 10.0

KEY_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

NOT_ALLOWED = "{} cannot be opened or written: see whether its folder exists and may be written."
PROBLEMS = {
    sqlite3.SQLITE_READONLY: NOT_ALLOWED,
    sqlite3.SQLITE_CANTOPEN: NOT_ALLOWED,
    sqlite3.SQLITE_PERM: NOT_ALLOWED,
    sqlite3.SQLITE_NOTADB: "{} is not a database: it holds something else.",
    sqlite3.SQLITE_CORRUPT: "{} is damaged: bring it back from a copy.",
    sqlite3.SQLITE_BUSY: "{} is held by another program, for too long.",
    sqlite3.SQLITE_IOERR: "{} cannot be read or written: something is wrong with the disk.",
}


class SQLite:
    """A database in a file."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self.place = str(path)
        self.writer = writer
        self.reader = reader
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a file, or make a new one and the folders it is in."""
        with our_errors(str(path)):
            await asyncio.to_thread(prepare, path)
            # With synchronous FULL a change is on the disk when its transaction ends.
            writer = await connect(path, "synchronous = FULL")
            try:
                reader = await connect(path, "query_only = ON")
            except BaseException:
                await writer.close()
                raise
        return cls(path, writer, reader)

    async def read(self, sql: str, *values: Value) -> Rows:
        """Return the rows of a query, as the last transaction left them."""
        return await self._run(self.reader, sql, values)

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[Run]:
        """Make all changes together, or none; there is never more than one at a time."""

        async def run(sql: str, *values: Value) -> Rows:
            return await self._run(self.writer, sql, values)

        async with self._writing:
            try:
                # Immediate: a transaction that began by reading could not always go on to write.
                await run("BEGIN IMMEDIATE")
                yield run
                await run("COMMIT")
            except BaseException:
                # Does nothing where the transaction has ended, or has never begun.
                with our_errors(self.place):
                    await self.writer.rollback()
                raise

    async def close(self) -> None:
        """Close the file; all of it is then in the one file."""
        with our_errors(self.place):
            await self.reader.close()
            await self.writer.close()

    async def _run(
        self, connection: aiosqlite.Connection, sql: str, values: tuple[Value, ...]
    ) -> Rows:
        """Run a statement. To SQLite, $1 is a parameter with the name 1."""
        named = {str(number): value for number, value in enumerate(values, 1)}
        with our_errors(self.place):
            return list(await connection.execute_fetchall(sql, named))  # type: ignore[arg-type]


def prepare(path: Path) -> None:
    """Make the file if there is none, and let readers and a writer use it at the same time.

    What is wrong with a file shows here, before there are connections with threads of their own.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        # The seeds of all tables will be in it: nobody else on this machine may read them.
        path.touch(mode=0o600)
    with closing(sqlite3.connect(path, timeout=WAIT)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


async def connect(path: Path, *pragmas: str) -> aiosqlite.Connection:
    """Open one connection, that makes a transaction only where we say so."""
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=WAIT)
    try:
        for pragma in ("foreign_keys = ON", *pragmas):
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


@contextmanager
def our_errors(place: str) -> Iterator[None]:
    """Say in our words what went wrong at a place."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(place, error) from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (disk_full(place) if full else StoreError(NOT_ALLOWED.format(place))) from error
    except (OverflowError, UnicodeError) as error:
        raise unfit_value() from error
    except ValueError as error:
        raise is_closed(place) from error


def store_error(place: str, error: sqlite3.Error) -> StoreError:
    """Return the error of SQLite as one of ours."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in KEY_TAKEN:
        return Conflict()
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return nothing_to_refer_to()
    # The file that readers share with the writer cannot grow: that is a full disk, too.
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE):
        return disk_full(place)
    # The low byte says what kind of error it is, the rest where it happened.
    sentence = PROBLEMS.get(code & 0xFF)
    return StoreError(sentence.format(place) if sentence else f"{place}: SQLite says {error}.")
