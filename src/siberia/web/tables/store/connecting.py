"""Opening the store where it is: in a file, or at a server of PostgreSQL."""

from pathlib import Path

from siberia.web.tables.store.database import Database
from siberia.web.tables.store.errors import StoreError
from siberia.web.tables.store.schema import migrate
from siberia.web.tables.store.sqlite import SQLite
from siberia.web.tables.store.store import Store


async def open_store(url_or_path: str | Path) -> Store:
    """Open the store in a file, or at the URL of a PostgreSQL server; make it if it is new."""
    database = await open_database(url_or_path)
    try:
        await migrate(database)
    except BaseException:
        await database.close()
        raise
    return Store(database)


async def open_database(url_or_path: str | Path) -> Database:
    """Open the database that a URL or a path means."""
    scheme, is_url, _rest = str(url_or_path).partition("://")
    if not is_url:
        return await SQLite.open(Path(url_or_path))
    if scheme in ("postgres", "postgresql"):
        return await open_postgres(str(url_or_path))
    raise StoreError(f"Tables can be kept in a file or at postgresql://…, but not at {scheme}://….")


async def open_postgres(url: str) -> Database:
    """Connect to PostgreSQL, whose driver only those have who asked for it."""
    try:
        from siberia.web.tables.store.postgres import Postgres
    except ImportError:
        raise StoreError(
            "For tables in PostgreSQL its driver must be there: pip install 'siberia[postgres]'."
        ) from None
    return await Postgres.open(url)
