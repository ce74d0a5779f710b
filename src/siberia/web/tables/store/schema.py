"""The form of the database: numbered files of SQL, each applied once and in order."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from siberia.web.tables.store.database import Database
from siberia.web.tables.store.errors import other_version, too_new

MAKE_VERSIONS = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)"
NEWEST_VERSION = "SELECT COALESCE(MAX(version), 0) FROM schema_version"
ADD_VERSION = "INSERT INTO schema_version (version) VALUES ($1)"


@dataclass(frozen=True)
class Migration:
    """One step from a form of the database to the next."""

    version: int
    statements: tuple[str, ...]


@cache
def migrations() -> tuple[Migration, ...]:
    """Return all steps there are, the oldest first; a file's name begins with its number."""
    folder = files(__package__) / "migrations"
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(
        Migration(int(file.name.partition("_")[0]), statements_of(file.read_text("utf-8")))
        for file in found
    )


def statements_of(sql: str) -> tuple[str, ...]:
    """Return the statements of a file. No comment or text in it may hold a semicolon."""
    parts = re.sub(r"--.*", "", sql).split(";")
    return tuple(part.strip() for part in parts if part.strip())


async def check_version(database: Database) -> None:
    """Raise a StoreError unless a database answers and has the newest form."""
    found, known = (await database.read(NEWEST_VERSION))[0][0], migrations()[-1].version
    if found != known:
        raise other_version(database.place, found, known)


async def migrate(database: Database) -> None:
    """Bring a database to the form this program knows, or leave it as it was.

    One transaction for all steps, and alone: two servers may start at the same moment.
    """
    steps = migrations()
    async with database.transaction(alone=True) as run:
        await run(MAKE_VERSIONS)
        found = (await run(NEWEST_VERSION))[0][0]
        if found > steps[-1].version:
            raise too_new(database.place, found, steps[-1].version)
        for step in steps:
            if step.version > found:
                for statement in step.statements:
                    await run(statement)
                await run(ADD_VERSION, step.version)
