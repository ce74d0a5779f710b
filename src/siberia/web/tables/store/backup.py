"""All that is kept, out of one database and into another: the same for SQLite and PostgreSQL.

Columns are those that the database has: a new one is in the next backup without a word here.
"""
# ruff: noqa: S608 - what is put together here is only the names of tables and columns.

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import aclosing
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from siberia.web.tables.store.backup_file import (
    BackupHeader,
    BackupRow,
    damaged,
    new_backup,
    rows_of,
)
from siberia.web.tables.store.database import Database, ReadRows, Run
from siberia.web.tables.store.errors import BackupError
from siberia.web.tables.store.schema import NEWEST_VERSION
from siberia.web.tables.store.times import time_text

# Every table of the database but its version, each after those that its rows refer to.
TABLES = (
    "guests",
    "tables",
    "seats",
    "entries",
    "plans",
    "ahead",
    "hints",
    "seatings",
    "proposals",
    "departures",
    "records",
    "reviews",
    "deals",
    "tokens",
    "offered",
    "heartbeat",
    "pauses",
    "reach",
    "subscriptions",
    "told",
    "messages",
    "reports",
    "mutes",
    "quiet_guests",
)

# So many values go into one statement: SQLite finds the name of each by looking at all of them.
VALUES_AT_ONCE = 500
# Progress is told after so many rows.
TOLD_EVERY = 1000

# Is told how many rows are done, out of how many.
Tell = Callable[[int, int], None]


async def back_up(database: Database, file: Path, tell: Tell) -> dict[str, int]:
    """Write all that is kept at this moment into a new file; count the rows of each table."""
    async with database.snapshot() as read:
        with new_backup(file) as backup:
            total = sum([await number(read, f"SELECT COUNT(*) FROM {name}") for name in TABLES])
            version = await number(read, NEWEST_VERSION)
            backup.begin(version, time_text(datetime.now(UTC)), total)
            for name in TABLES:
                async with aclosing(read(f"SELECT * FROM {name}")) as rows:
                    async for row in rows:
                        backup.add(name, row)
                        if backup.rows.total() % TOLD_EVERY == 0:
                            tell(backup.rows.total(), total)
            backup.end()
    tell(total, total)
    return {name: backup.rows[name] for name in TABLES}


async def number(read: ReadRows, sql: str) -> int:
    """Return the one number that a query answers."""
    async with aclosing(read(sql)) as rows:
        (row,) = [row async for row in rows]
    (answer,) = row.values()
    return int(answer)


async def restore(
    database: Database, file: Path, header: BackupHeader, tell: Tell
) -> dict[str, int]:
    """Bring back what a file holds that `checked_header` found whole, in one stroke.

    Only where nothing is kept yet. Count the rows of each table.
    """
    counts = dict.fromkeys(TABLES, 0)
    async with database.transaction(alone=True) as run:
        known = (await run(NEWEST_VERSION))[0][0]
        if header.schema != known:
            raise BackupError(
                f"{file} holds tables of form {header.schema}, and this program keeps form"
                f" {known}: restore it with the version that wrote it, and update then."
            )
        for name in TABLES:
            if await run(f"SELECT 1 FROM {name} LIMIT 1"):
                raise BackupError(
                    f"{database.place} is not empty: a backup is restored only where nothing is"
                    " kept yet."
                )
        for batch in batches(rows_of(file, header.rows)):
            if batch[0].table not in TABLES:
                raise damaged(file)
            await insert(run, file, batch)
            counts[batch[0].table] += len(batch)
            tell(sum(counts.values()), header.rows)
    return counts


def batches(rows: Iterable[BackupRow]) -> Iterator[list[BackupRow]]:
    """Return rows in groups that one statement can insert: of one table, with the same columns."""
    for (_, columns), alike in groupby(rows, key=lambda row: (row.table, tuple(row.row))):
        batch = []
        for row in alike:
            batch.append(row)
            if len(batch) * len(columns) >= VALUES_AT_ONCE:
                yield batch
                batch = []
        if batch:
            yield batch


async def insert(run: Run, file: Path, batch: list[BackupRow]) -> None:
    """Add rows of one table with the same columns."""
    columns = list(batch[0].row)
    if not all(re.fullmatch("[a-z_]+", name) for name in columns) or not columns:
        raise damaged(file)
    names = ", ".join(f'"{name}"' for name in columns)
    places = (
        ", ".join(f"${first + place}" for place in range(1, len(columns) + 1))
        for first in range(0, len(batch) * len(columns), len(columns))
    )
    values = ", ".join(f"({row})" for row in places)
    sql = f"INSERT INTO {batch[0].table} ({names}) VALUES {values}"
    await run(sql, *(value for row in batch for value in row.row.values()))
