"""Tables in PostgreSQL, for those who have one: any number of servers may share it."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Self

import asyncpg  # type: ignore[import-untyped]

from siberia.web.metrics import STORE
from siberia.web.tables.store.database import ReadRows, Rows, Run, Statement, Value
from siberia.web.tables.store.errors import (
    Conflict,
    StoreError,
    Unreachable,
    disk_full,
    is_closed,
    nothing_to_refer_to,
    unfit_value,
)
from siberia.web.tables.store.postgres_session import CHANNEL, CLOSING, Session

# How many seconds to wait for an answer, before we say that there is none.
PATIENCE = 20.0

CONNECTIONS = 8

# Our statements are written for this, whatever the server prefers: an update that had to wait for
# another looks at the row again.
ISOLATION = "read committed"

# How many rows of a long answer are fetched at once.
AT_ONCE = 500

# Whoever asks for the same number waits; the number itself means nothing.
LOCK_ALONE = "SELECT pg_advisory_xact_lock(5134817320)"

# A well-formed URL. In any other we could not tell what of it is the password.
HOST = r"(?:\[[\da-fA-F:.]*\]|[\w.-]*)(?::\d+)?"
WELL_FORMED_URL = re.compile(rf"\w+://(?:[^@/?#]*@)?({HOST}(?:,{HOST})*(?:/[\w.-]*)?)(?:\?[^@]*)?")

# The line is cut, or the server at its other end stops, or starts.
NO_ANSWER = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
)

# All messages of one stroke.
TELL = "SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message"


class Postgres:
    """A database on a server."""

    is_shared = True

    def __init__(self, place: str, pool: Any, session: Session) -> None:
        self.place = place
        self._pool = pool
        self._session = session

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to a server; the URL may hold a password, which is never shown."""
        place = address(url)
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings={"default_transaction_isolation": ISOLATION},
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
            # Without the cause: what the driver says of a URL may quote the password.
            # What is not well formed stays so.
            kind = StoreError if isinstance(error, ValueError) else Unreachable
            raise kind(f"{place} cannot be reached: {reason(error)}.") from None
        return cls(place, pool, Session(url, PATIENCE))

    async def read(self, sql: str, *values: Value) -> Rows:
        """Return the rows of a query, as the last transaction left them."""
        with STORE.labels("read").time():
            return await self._fetch(sql, *values)

    async def _fetch(self, sql: str, *values: Value) -> Rows:
        with self._our_errors():
            return [tuple(row) for row in await self._pool.fetch(sql, *values)]

    async def write(self, *statements: Statement) -> list[Rows]:
        """Make all changes together, or none; return what each statement answers."""
        with STORE.labels("write").time():
            if len(statements) == 1:
                # Alone it is a transaction, and takes one way to the server instead of three.
                sql, values = statements[0]
                return [await self._fetch(sql, *values)]
            async with self.transaction() as run:
                return [await run(sql, *values) for sql, values in statements]

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[Run]:
        """Make all changes together, or none."""
        with self._our_errors():
            async with self._pool.acquire() as connection, connection.transaction():

                async def run(sql: str, *values: Value) -> Rows:
                    return [tuple(row) for row in await connection.fetch(sql, *values)]

                if alone:
                    await run(LOCK_ALONE)
                yield run

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[ReadRows]:
        """Read all as it was at one moment; nobody waits for that."""
        with self._our_errors():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):

                async def rows(sql: str) -> AsyncGenerator[dict[str, Any], None]:
                    with self._our_errors():
                        async for row in connection.cursor(sql, prefetch=AT_ONCE):
                            yield dict(row)

                yield rows

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Have every message of any process heard."""
        with self._our_errors():
            await self._session.listen(heard, missed)

    async def tell(self, messages: Sequence[str]) -> None:
        """Send messages to all processes that listen.

        After what was stored, not with it: transactions that tell something commit one by one.
        """
        with self._our_errors():
            await self._pool.execute(TELL, CHANNEL, list(messages))

    async def lease(self, name: str) -> bool:
        """Have something for oneself, if no other process has it."""
        return await self._session.lease(name)

    async def give_back(self, name: str) -> None:
        """Let others have it."""
        await self._session.give_back(name)

    async def close(self) -> None:
        """Close all connections; where nobody answers they are cut. What is stored stays so."""
        await self._session.close()
        with self._our_errors(), suppress(TimeoutError):
            # What is cancelled here cuts them by itself.
            await asyncio.wait_for(self._pool.close(), CLOSING)

    @contextmanager
    def _our_errors(self) -> Iterator[None]:
        """Say in our words what went wrong."""
        try:
            yield
        except NO_ANSWER as error:
            raise self._no_answer() from error
        except asyncpg.InterfaceError as error:
            closed = self._pool.is_closing()
            raise (is_closed(self.place) if closed else self._no_answer()) from error
        except asyncpg.PostgresError as error:
            raise self._error(error) from error

    def _no_answer(self) -> StoreError:
        return Unreachable(f"{self.place} does not answer any more.")

    def _error(self, error: asyncpg.PostgresError) -> StoreError:
        """Return what PostgreSQL refuses as one of our errors."""
        match error:
            case asyncpg.UniqueViolationError():
                return Conflict()
            case asyncpg.ForeignKeyViolationError():
                return nothing_to_refer_to()
            case asyncpg.DiskFullError():
                return disk_full(self.place)
            case asyncpg.DataError():
                return unfit_value()
        # Only the first part: the rest may show what is in the row, and a seed is secret.
        return StoreError(f"{self.place} refuses: {error.args[0]}.")


def address(url: str) -> str:
    """Return how to call the database at a URL, without user and password."""
    known = WELL_FORMED_URL.fullmatch(url)
    return f"The PostgreSQL database {known[1]}" if known else "The PostgreSQL database"


def reason(error: Exception) -> str:
    """Return why one cannot connect, in words of our own."""
    match error:
        case asyncpg.InvalidAuthorizationSpecificationError():
            return "it refuses this user or password"
        case asyncpg.InvalidCatalogNameError():
            return "the server has no database of this name"
        case asyncpg.TooManyConnectionsError() | asyncpg.CannotConnectNowError():
            return "the server takes no further connections now"
        case OSError():
            return "no server answers there"
        case ValueError():
            return "its URL is not well formed"
    return "the server does not accept the connection"
