"""Looking after tables: siberia tables list, export, prune and delete."""

import asyncio
import errno
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from siberia.cli.durations import duration
from siberia.engine.errors import SetupError
from siberia.web.http.settings import DATABASE_FILE
from siberia.web.tables.store import open_store
from tests.cli.running import fails, run
from tests.web.full_store import OF_GUESTS, OF_SERVER, age, all_rows, fill
from tests.web.server import Browser, bots_done, guest_seats, open_table, row, running

pytestmark = pytest.mark.anyio


def in_store(place, work):
    """Do something in the store."""

    async def opened():
        store = await open_store(place)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(opened())


@pytest.fixture
def match(anyio_backend, place):
    """A full store; the match that is over in it."""
    return in_store(place, fill)


def names(place) -> list[str]:
    return [table.id for table in in_store(place, lambda store: store.summaries())]


def test_tables_are_listed_without_secrets(match, options):
    shown = run("tables", "list", *options).output
    lines = shown.splitlines()
    assert [line.split()[0] for line in lines] == ["board", "over", "running"]
    assert "2 seats  opened 2025-01-31 12:00  last move never " in lines[0]
    assert lines[1].endswith(f"finished  {match.ply:>4} words")
    assert "goes on      1 words" in lines[2]
    for line in run("tables", "list", "--json", *options).output.splitlines():
        table = json.loads(line)
        keys = ["id", "game", "seats", "created", "last_move", "finished", "words"]
        assert list(table) == keys
        shown += line
    for secret in ("5eed", "5a17"):
        assert secret not in shown


def test_a_finished_match_is_exported_and_true(match, options, tmp_path):
    assert run("tables", "export", "over", *options).output == match.record()
    file = tmp_path / "over.txt"
    shown = run("tables", "export", "over", "--out", file, *options).output
    assert shown == f"The record is in {file}.\n"
    assert "true." in run("verify", file).output


def test_what_is_not_exported(capsys, monkeypatch, match, options, tmp_path):
    def error(*more: object) -> str:
        return fails(capsys, monkeypatch, "tables", "export", *more, *options)

    assert "The match at table running goes on" in error("running")
    assert "There is no table 'none'" in error("none")
    (tmp_path / "old.txt").write_text("mine")
    assert "is not overwritten" in error("over", "--out", tmp_path / "old.txt")


def test_old_tables_are_pruned_and_others_stay(match, options, place):
    long_ago = datetime.now(UTC) - timedelta(days=91)
    in_store(place, lambda store: age(store, "over", long_ago))
    before = in_store(place, all_rows)
    told = run("tables", "prune", "--older", "90d", "--dry-run", *options)
    assert told.output.splitlines()[-1] == "2 tables would be removed."
    asked = run("tables", "prune", "--older", "13w", *options, input="n\n")
    assert "Remove 2 tables for good? [y/N]: n\nNothing was removed." in asked.output
    with pytest.raises(SetupError, match="nobody answered; --yes removes without asking"):
        run("tables", "prune", "--older", "90d", *options, input="")
    assert in_store(place, all_rows) == before
    done = run("tables", "prune", "--older", "90d", "--yes", *options)
    assert done.output == "Removed 2 tables and 2 guests.\n"
    assert names(place) == ["running"]
    for table, rows in in_store(place, all_rows).items():
        theirs = [row for row in before[table] if ("table_id", "running") in row]
        if table not in {"tables", *OF_GUESTS, *OF_SERVER}:
            assert rows == theirs, table
    done = run("tables", "prune", "--older", "90d", "--yes", *options)
    assert done.output == "There is nothing to remove.\n"


def test_tables_are_deleted_by_name(capsys, monkeypatch, match, options, place):
    error = fails(capsys, monkeypatch, "tables", "delete", "over", "none", "--yes", *options)
    assert "There is no table 'none'" in error
    told = run("tables", "delete", "over", "over", "--dry-run", *options)
    assert told.output.splitlines()[-1] == "1 table would be removed."
    assert names(place) == ["board", "over", "running"]
    done = run("tables", "delete", "over", "board", *options, input="y\n")
    assert done.output.endswith("Removed 2 tables and 2 guests.\n")
    assert names(place) == ["running"]


@pytest.mark.parametrize("name", ["-dash", "--dashes", "-y"])
def test_a_name_that_begins_with_a_dash_is_no_option(match, options, place, name):
    table = row("card", 2, name)
    seats = guest_seats(name, ["guest", "easy"])
    in_store(place, lambda store: store.add_table(table, seats))
    run("tables", "delete", name, "--yes", *options)
    assert names(place) == ["board", "over", "running"]


async def test_at_a_removed_table_nothing_more_is_played(tmp_path):
    """Not even where a server still has it in memory, and has not asked for a moment."""
    async with running(tmp_path) as made:
        for name in ("t1", "t2"):
            await open_table(made, row("card", 2, name), ["guest", "guest"])
        browser = Browser(made).become("guest0")
        page = await browser.look("t1")
        done = await asyncio.to_thread(run, "tables", "delete", "t1", "--yes", "--data", tmp_path)
        assert done.output == "Removed 1 table and 0 guests.\n"
        _, word = page.clicks("word")[0]
        answers = [await browser.post("/t/t1/play", seq=page.seq, words=word) for _ in range(2)]
        assert answers[0].status_code in (403, 503)
        assert answers[1].status_code == 403
        assert (await browser.get("/t/t1")).status_code == 404
        assert (await browser.get("/t/t2")).status_code == 200


async def test_bots_leave_a_removed_table(monkeypatch, tmp_path):
    monkeypatch.setattr("siberia.web.tables.bot_queue.BEFORE_TRYING_AGAIN", 0.01)
    async with running(tmp_path) as made:
        table = await open_table(made, row("card", 2, start=1), ["guest", "easy"])
        await made.state.services.store.remove("t1")
        made.state.services.bots.look_after(table)
        await bots_done(made, "t1")


def test_a_folder_without_tables_is_named_and_not_filled(capsys, monkeypatch, tmp_path):
    for arguments in (("list",), ("prune", "--older", "1d"), ("delete", "x"), ("export", "x")):
        error = fails(capsys, monkeypatch, "tables", *arguments, "--data", tmp_path / "typo")
        assert "siberia.db; say with --data or --database-url where tables are" in error
    assert not (tmp_path / "typo").exists()


def test_a_folder_that_may_not_be_looked_into_is_named(capsys, monkeypatch, tmp_path):
    def closed(*_asked: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", closed)
    error = fails(capsys, monkeypatch, "tables", "list", "--data", tmp_path)
    assert error == f"siberia: {tmp_path / DATABASE_FILE} cannot be read: Permission denied"


def test_a_database_elsewhere_is_no_file(capsys, monkeypatch, tmp_path):
    file = tmp_path / "tables.db"
    error = fails(capsys, monkeypatch, "tables", "list", "--database-url", file)
    assert error.startswith("siberia: --database-url (DATABASE_URL) must begin with postgresql://")
    monkeypatch.setenv("DATABASE_URL", str(file))
    assert "must begin with" in fails(capsys, monkeypatch, "tables", "list")
    assert "must begin with" in fails(capsys, monkeypatch, "backup", tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_lengths_of_time(capsys, monkeypatch, tmp_path):
    assert duration("12h") == timedelta(hours=12)
    assert duration("90d") == timedelta(days=90)
    assert duration("4w") == timedelta(weeks=4)
    for text in ("", "90", "d", "0d", "-1d", "1.5d", "99999w", "1y", "1d ", "١d"):
        with pytest.raises(SetupError, match="is written 12h, 90d or 4w"):
            duration(text)
    error = fails(capsys, monkeypatch, "tables", "prune", "--older", "soon", "--data", tmp_path)
    assert error == "siberia: a length of time is written 12h, 90d or 4w, not 'soon'"


def test_what_was_reported_is_listed(match, options):
    listed = run("tables", "reports", *options).output
    assert "Гость 1 🐻 (watcher, guest guest1)  1 report: thanks" in listed
    [line] = run("tables", "reports", "--json", *options).output.splitlines()
    said = json.loads(line)
    assert (said["table"], said["guest"], said["reports"]) == ("over", "guest1", 1)
    assert (said["phrase"], said["text"], said["seat"]) == ("thanks", None, None)
