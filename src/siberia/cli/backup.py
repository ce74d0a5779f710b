"""``siberia backup`` and ``siberia restore``: all that a server keeps, as one file."""

from pathlib import Path
from typing import Annotated

import typer

from siberia.cli.options import DatabaseUrl, DataFolder
from siberia.cli.stores import with_store

NewBackup = Annotated[
    Path, typer.Argument(help="The file to write, such as tables.jsonl.gz.", metavar="FILE")
]
Backup = Annotated[Path, typer.Argument(help="A file of siberia backup.", metavar="FILE")]

KEY = (
    "The key that signs cookies and links is not in it: with another secret.key everyone is a"
    " stranger."
)


def backup(file: NewBackup, data: DataFolder = None, database_url: DatabaseUrl = None) -> None:
    """Write all tables and guests into one file, while the server runs.

    The file holds the seeds of all matches: keep it to yourself. The key in the data folder
    (secret.key) is not in it; keep a copy of that, too.
    """
    from siberia.cli.reports import RowCounter
    from siberia.web.tables.store.backup import back_up

    with RowCounter() as counter:
        counts = with_store(
            data, database_url, lambda store: back_up(store.database, file, counter.show)
        )
    print(f"{file}: {counted(counts)}. {KEY}")


def restore(file: Backup, data: DataFolder = None, database_url: DatabaseUrl = None) -> None:
    """Bring back what a backup holds, into a folder or a database where nothing is kept yet.

    It does not matter which of the two it was written from. Start the server afterwards.
    """
    from siberia.cli.reports import RowCounter
    from siberia.web.tables.store.backup import restore as bring_back
    from siberia.web.tables.store.backup_file import checked_header

    # Before the store is opened, which makes a file where there is none.
    header = checked_header(file)
    with RowCounter() as counter:
        counts = with_store(
            data,
            database_url,
            lambda store: bring_back(store.database, file, header, counter.show),
            may_be_new=True,
        )
    print(f"Restored {counted(counts)}, as of {header.made[:16].replace('T', ' ')} UTC. {KEY}")


def counted(counts: dict[str, int]) -> str:
    """Say what a backup holds."""
    return f"tables: {counts['tables']}, guests: {counts['guests']}, words: {counts['entries']}"
