"""Tables in one file, by SQLite: what one gets without asking for anything else.

One connection writes and one reads: readers never wait for a writer. A thread waits for the disk.
Other processes may use the same file. A change is on the disk before anyone hears of it; changes
that come while the disk is busy are committed together.
"""

import asyncio
import errno
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Self, TypeVar

from siberia.web.metrics import STORE
from siberia.web.tables.store.database import ReadRows, Rows, Run, Statement, Value
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

# SQLite has 1 and 0 for true and false; only connections that ask for it are told them apart.
sqlite3.register_converter("BOOLEAN", lambda value: value != b"0")

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

# What can go wrong here.
ERRORS = (sqlite3.Error, OSError, OverflowError, UnicodeError)

READING, WRITING = STORE.labels("read"), STORE.labels("write")

T = TypeVar("T")


@dataclass
class Change:
    """Statements that are carried out together or not at all, and who waits for that."""

    statements: Sequence[Statement]
    done: asyncio.Future[list[Rows]] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class SQLite:
    """A database in a file.

    A second process may write to it, but is told nothing, and shares out nothing with this one.
    """

    is_shared = False

    def __init__(self, path: Path, writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
        self.place = str(path)
        self.writer = writer
        self._reader = reader
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._writing = asyncio.Lock()
        # Changes that are not begun yet, and the task that will commit them.
        self._waiting: list[Change] = []
        self._committing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a file, or make a new one and the folders it is in."""
        with our_errors(str(path)):
            await asyncio.to_thread(prepare, path)
            # With synchronous FULL a change is on the disk when its transaction ends.
            # Where another process writes nobody waits here: see `_begin`.
            writer = connect(path, "synchronous = FULL", "busy_timeout = 0")
            try:
                reader = connect(path, "query_only = ON")
            except BaseException:
                writer.close()
                raise
        return cls(path, writer, reader)

    async def read(self, sql: str, *values: Value) -> Rows:
        """Return the rows of a query, as the last transaction left them.

        Here and now: what is asked for by its key takes some 20 µs, a fraction of what it takes to
        have another thread do it.
        """
        began = perf_counter()
        try:
            return execute(self._reader, (sql, values))
        except ERRORS as error:
            raise our_error(self.place, error) from error
        finally:
            READING.observe(perf_counter() - began)

    async def write(self, *statements: Statement) -> list[Rows]:
        """Make all changes together, or none; return what each statement answers."""
        change = Change(statements)
        self._waiting.append(change)
        if self._committing is None or self._committing.done():
            self._committing = asyncio.create_task(self._commit())
        return await change.done

    async def _commit(self) -> None:
        """Commit what waits, and what has come to wait meanwhile."""
        while self._waiting:
            async with self._writing:
                changes, self._waiting = self._waiting, []
                try:
                    outcomes = await self._commit_all(changes)
                except StoreError as error:
                    outcomes = [error] * len(changes)
            for change, outcome in zip(changes, outcomes, strict=True):
                # Who has gone away meanwhile does not wait any more.
                if change.done.done():
                    continue
                if isinstance(outcome, StoreError):
                    change.done.set_exception(outcome)
                else:
                    change.done.set_result(outcome)

    async def _commit_all(self, changes: Sequence[Change]) -> list[list[Rows] | StoreError]:
        """Commit changes in one transaction; return what each answers, or why it was not made."""
        with WRITING.time():
            try:
                return await self._commit_each(changes, self._run)
            except StoreError:
                if len(changes) == 1:
                    raise
                # Who is to blame shows when each can fail for itself.
                return await self._commit_each(changes, self._try)

    async def _commit_each(
        self, changes: Sequence[Change], run: Callable[[Change], list[Rows] | StoreError]
    ) -> list[list[Rows] | StoreError]:
        """Make changes here and now, as what is read is, and have a thread wait for the disk only.

        In a thread each statement would wait for its turn among all that goes on in this process:
        a few milliseconds, where the statement takes some µs.
        """
        try:
            await self._begin()
            with our_errors(self.place):
                outcomes = [run(change) for change in changes]
            await self._in_thread(lambda: self.writer.execute("COMMIT"))
        except StoreError:
            # Does nothing where the transaction has ended, or has never begun.
            await self._in_thread(self.writer.rollback)
            raise
        return outcomes

    async def _begin(self) -> None:
        """Begin a transaction that can write: at once, or when another process has done so.

        Immediate: a transaction that began by reading could not always go on to write.
        """
        with our_errors(self.place):
            try:
                self.writer.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                await self._in_thread(self._wait_and_begin)

    def _wait_and_begin(self) -> None:
        self.writer.execute(f"PRAGMA busy_timeout = {1000 * WAIT:.0f}")
        try:
            self.writer.execute("BEGIN IMMEDIATE")
        finally:
            self.writer.execute("PRAGMA busy_timeout = 0")

    def _run(self, change: Change) -> list[Rows]:
        return [execute(self.writer, statement) for statement in change.statements]

    def _try(self, change: Change) -> list[Rows] | StoreError:
        self.writer.execute("SAVEPOINT change")
        try:
            with our_errors(self.place):
                answers = self._run(change)
        except StoreError as error:
            if not self.writer.in_transaction:
                # A full disk ends the whole transaction.
                raise
            self.writer.execute("ROLLBACK TO change")
            return error
        self.writer.execute("RELEASE change")
        return answers

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[Run]:
        """Make all changes together, or none; there is never more than one at a time."""

        async def run(sql: str, *values: Value) -> Rows:
            return await self._in_thread(lambda: execute(self.writer, (sql, values)))

        async with self._writing:
            try:
                await self._begin()
                yield run
                await run("COMMIT")
            except BaseException:
                # Does nothing where the transaction has ended, or has never begun.
                await self._in_thread(self.writer.rollback)
                raise

    async def _in_thread(self, work: Callable[[], T]) -> T:
        with our_errors(self.place):
            try:
                working = asyncio.get_running_loop().run_in_executor(self._thread, work)
            except RuntimeError:
                raise is_closed(self.place) from None
            return await working

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[ReadRows]:
        """Read all as it was at one moment, by a connection of its own: nobody waits for that."""
        with our_errors(self.place):
            connection = connect(Path(self.place), "query_only = ON", knows_booleans=True)

        async def rows(sql: str) -> AsyncGenerator[dict[str, Any], None]:
            with our_errors(self.place), closing(connection.execute(sql)) as cursor:
                names = [column[0] for column in cursor.description or ()]
                for row in cursor:
                    yield dict(zip(names, row, strict=True))

        with closing(connection):
            with our_errors(self.place):
                connection.execute("BEGIN")
            yield rows

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Do nothing: there is nobody to hear of."""

    async def tell(self, messages: Sequence[str]) -> None:
        """Do nothing: there is nobody to tell."""

    async def lease(self, name: str) -> bool:
        """Have everything for oneself."""
        return True

    async def give_back(self, name: str) -> None:
        """Do nothing: nobody else asks for it."""

    async def close(self) -> None:
        """Close the file; all of it is then in the one file."""
        if self._committing is not None:
            await self._committing
        await asyncio.to_thread(self._thread.shutdown)
        with our_errors(self.place):
            self._reader.close()
            self.writer.close()


def execute(connection: sqlite3.Connection, statement: Statement) -> Rows:
    """Run a statement. To SQLite, $1 is a parameter with the name 1."""
    sql, values = statement
    named = {str(number): value for number, value in enumerate(values, 1)}
    return connection.execute(sql, named).fetchall()


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


def connect(path: Path, *pragmas: str, knows_booleans: bool = False) -> sqlite3.Connection:
    """Open one connection, that makes a transaction only where we say so."""
    connection = sqlite3.connect(
        path,
        isolation_level=None,
        timeout=WAIT,
        # Of the threads that use it only one does at a time.
        check_same_thread=False,
        detect_types=sqlite3.PARSE_DECLTYPES if knows_booleans else 0,
    )
    try:
        for pragma in ("foreign_keys = ON", *pragmas):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def our_errors(place: str) -> Iterator[None]:
    """Say in our words what went wrong at a place."""
    try:
        yield
    except ERRORS as error:
        raise our_error(place, error) from error


def our_error(place: str, error: Exception) -> StoreError:
    """Return an error as one of ours."""
    if isinstance(error, sqlite3.Error):
        return store_error(place, error)
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        return disk_full(place) if full else StoreError(NOT_ALLOWED.format(place))
    return unfit_value()


def store_error(place: str, error: sqlite3.Error) -> StoreError:
    """Return the error of SQLite as one of ours."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if isinstance(error, sqlite3.ProgrammingError):
        return is_closed(place)
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
