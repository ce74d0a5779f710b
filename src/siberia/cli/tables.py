"""``siberia tables``: looking after the tables of a server."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siberia.cli.durations import duration
from siberia.cli.options import DatabaseUrl, DataFolder
from siberia.cli.records import check_writable, write_record
from siberia.cli.stores import with_store

if TYPE_CHECKING:
    from siberia.match import Match
    from siberia.web.tables.store import Store
    from siberia.web.tables.store.rows import TableSummary
    from siberia.web.tables.store.talk import Reported

JsonLines = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
TableId = Annotated[str, typer.Argument(help="The table, as its address names it.", metavar="ID")]
TableIds = Annotated[
    list[str], typer.Argument(help="The tables, as their addresses name them.", metavar="ID...")
]
RecordOut = Annotated[
    Path | None, typer.Option(help="Write the record here.", show_default="on the screen")
]
Older = Annotated[
    str, typer.Option(help="Where no word was played for so long: 12h, 90d, 4w.", metavar="TIME")
]
IsSure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
OnlyTell = Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")]

# The name of a table may begin with a dash, and is no option then.
NAMES_TABLES = {"ignore_unknown_options": True}

app = typer.Typer(
    help="Look after the tables of a server: list, export, prune, delete; and what was reported."
)


@app.command("list")
def list_tables(
    data: DataFolder = None, database_url: DatabaseUrl = None, as_json: JsonLines = False
) -> None:
    """List all tables, those first that were left alone for longest; times are in UTC.

    Nothing is shown of what was dealt.
    """
    for table in with_store(data, database_url, lambda store: store.summaries()):
        print(json.dumps(as_data(table)) if as_json else line(table))


@app.command(context_settings=NAMES_TABLES)
def export(
    table_id: TableId,
    out: RecordOut = None,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write the record of a finished match, for siberia replay and siberia verify."""
    if out:
        check_writable(out)
    match = with_store(data, database_url, lambda store: finished_match(store, table_id))
    if out:
        write_record(match, out)
        print(f"The record is in {out}.")
    else:
        print(match.record(), end="")


@app.command()
def prune(
    older: Older,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
    is_sure: IsSure = False,
    only_tell: OnlyTell = False,
) -> None:
    """Remove tables that were left alone for long, finished or not.

    What counts is the last word, or else when the table was opened. Guests who have nothing left
    then go, too.
    """
    before = datetime.now(UTC) - duration(older)

    async def chosen(store: "Store") -> "list[TableSummary]":
        return [table for table in await store.summaries() if table.touched < before]

    tables = with_store(data, database_url, chosen)
    if may_remove(tables, is_sure=is_sure, only_tell=only_tell):
        names = [table.id for table in tables]
        with_store(data, database_url, lambda store: remove(store, names, quiet_since=before))


@app.command(context_settings=NAMES_TABLES)
def delete(
    table_ids: TableIds,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
    is_sure: IsSure = False,
    only_tell: OnlyTell = False,
) -> None:
    """Remove tables by name, finished or not; guests who have nothing left then go, too."""

    async def chosen(store: "Store") -> "list[TableSummary]":
        found = {table.id: table for table in await store.summaries()}
        if missing := [name for name in table_ids if name not in found]:
            raise no_table(missing[0])
        return [found[name] for name in dict.fromkeys(table_ids)]

    tables = with_store(data, database_url, chosen)
    if may_remove(tables, is_sure=is_sure, only_tell=only_tell):
        names = [table.id for table in tables]
        with_store(data, database_url, lambda store: remove(store, names))


@app.command()
def reports(
    data: DataFolder = None, database_url: DatabaseUrl = None, as_json: JsonLines = False
) -> None:
    """List what people have reported of the talk at tables, the oldest first; times are in UTC.

    It goes when its table goes, or when whoever said it deletes their data.
    """
    for reported in with_store(data, database_url, lambda store: store.talk.reports()):
        print(json.dumps(report_as_data(reported)) if as_json else report_line(reported))


def report_as_data(reported: "Reported") -> dict[str, str | int | None]:
    """Return what a program is told of a report."""
    said = reported.message
    return {
        "table": said.table,
        "guest": said.guest,
        "name": said.name,
        "seat": said.seat,
        "text": said.text,
        "phrase": said.phrase,
        "said": said.at.isoformat(),
        "reports": reported.times,
        "first_report": reported.first.isoformat(),
    }


def report_line(reported: "Reported") -> str:
    """Tell of a report in one line."""
    said = reported.message
    who = "watcher" if said.seat is None else f"seat {said.seat + 1}"
    times = f"{reported.times} {'report' if reported.times == 1 else 'reports'}"
    return (
        f"{said.table:<12}  {said.at:%Y-%m-%d %H:%M}  {said.name} ({who}, guest {said.guest})"
        f"  {times}: {said.text or said.phrase}"
    )


def as_data(table: "TableSummary") -> dict[str, str | int | None]:
    """Return what a program is told of a table."""
    return {
        "id": table.id,
        "game": table.game,
        "seats": table.seats,
        "created": table.created.isoformat(),
        "last_move": table.last_move.isoformat() if table.last_move else None,
        "finished": table.finished.isoformat() if table.finished else None,
        "words": table.words,
    }


def line(table: "TableSummary") -> str:
    """Tell of a table in one line."""
    moved = f"{table.last_move:%Y-%m-%d %H:%M}" if table.last_move else "never"
    return (
        f"{table.id:<12}  {table.game:<5}  {table.seats} seats"
        f"  opened {table.created:%Y-%m-%d %H:%M}  last move {moved:<16}"
        f"  {'finished' if table.finished else 'goes on':<8}  {table.words:>4} words"
    )


def no_table(name: str) -> Exception:
    """Return the error for a table that is not kept."""
    from siberia.web.tables.store import StoreError

    return StoreError(f"There is no table {name!r}; siberia tables list shows those there are.")


async def finished_match(store: "Store", name: str) -> "Match":
    """Return the match of a table, if it is over."""
    from siberia.web.tables.changes import Changes
    from siberia.web.tables.service import Tables
    from siberia.web.tables.store import StoreError

    row = await store.table(name)
    if row is None:
        raise no_table(name)
    if row.finished is None:
        raise StoreError(
            f"The match at table {name} goes on: its record holds the seed, which would give all"
            " hands away. Please wait until it is over."
        )
    table = await Tables(store, Changes()).get(name)
    assert table is not None
    return table.match


def may_remove(tables: "Sequence[TableSummary]", *, is_sure: bool, only_tell: bool) -> bool:
    """Show what would be removed, and say whether it may be."""
    if not tables:
        print("There is nothing to remove.")
        return False
    if not is_sure or only_tell:
        for table in tables:
            print(line(table))
    if only_tell:
        print(f"{tables_of(len(tables))} would be removed.")
        return False
    if is_sure or is_confirmed(f"Remove {tables_of(len(tables))} for good?"):
        return True
    print("Nothing was removed.")
    return False


def is_confirmed(question: str) -> bool:
    """Ask somebody; where nobody is there to answer, say what to do."""
    from siberia.engine.errors import SetupError

    try:
        return typer.confirm(question)
    except typer.Abort:
        # The question stands at the end of a line.
        print()
        problem = "nothing was removed: nobody answered; --yes removes without asking"
        raise SetupError(problem, about="yes") from None


async def remove(store: "Store", names: Sequence[str], quiet_since: datetime | None = None) -> None:
    """Remove tables, each by itself: a long prune keeps no player waiting, and may be stopped."""
    from siberia.cli.reports import progress

    tables = guests = 0
    with progress(quiet=False) as bar:
        for name in bar.track(names, description="tables"):
            gone = await store.remove(name, quiet_since)
            if gone is not None:
                tables, guests = tables + 1, guests + gone
    print(f"Removed {tables_of(tables)} and {guests} {'guest' if guests == 1 else 'guests'}.")


def tables_of(count: int) -> str:
    """Say how many tables."""
    return f"{count} {'table' if count == 1 else 'tables'}"
