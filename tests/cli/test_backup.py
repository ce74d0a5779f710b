"""All that a server keeps, as one file: siberia backup and siberia restore."""

import asyncio
import io
import shutil
from typing import Any

import pytest
from rich.console import Console

from siberia.cli import reports
from siberia.web.http.settings import DATABASE_FILE, KEY_FILE
from siberia.web.tables.store import Conflict, Guest, open_store
from tests.cli.running import fails, run
from tests.web.databases import opener
from tests.web.full_store import all_rows, fill
from tests.web.server import NOON, Browser, guest_seats, open_table, row, running

pytestmark = pytest.mark.anyio


async def command(*arguments: object) -> str:
    """Run a command beside whatever runs here."""
    result = await asyncio.to_thread(run, *arguments)
    assert result.exit_code == 0
    return result.output


async def rows_at(place) -> dict[str, list[Any]]:
    async with opener(str(place)) as opened:
        return await all_rows(await opened())


async def test_what_was_backed_up_is_restored(place, options, tmp_path):
    async with opener(place) as opened:
        match = await fill(await opened())
    file, folder = tmp_path / "b.gz", tmp_path / "restored" / "here"
    said = await command("backup", file, *options)
    assert said.startswith(f"{file}: tables: 3, guests: 4, words: {match.ply + 3}. The key ")
    assert "secret.key" in said
    said = await command("restore", file, "--data", folder)
    assert said.startswith(f"Restored tables: 3, guests: 4, words: {match.ply + 3}, as of 2")
    assert "secret.key" in said
    assert await rows_at(folder / DATABASE_FILE) == await rows_at(place)
    assert await command("tables", "export", "over", "--data", folder) == match.record()


async def test_a_backup_is_of_one_moment_while_a_server_writes(place, options, tmp_path):
    """Each table comes with its seats, and each stroke with both of its words."""
    store = await open_store(place)
    await store.guests.add(Guest("guest0", "Player 0", NOON))

    async def write() -> None:
        for number in range(100_000):
            name = f"t{number}"
            await store.add_table(row("card", 2, name), guest_seats(name, ["guest", "easy"]))
            await store.append("t0", 2 * number, ["one", "two"])

    writing = asyncio.create_task(write())
    lengths = []
    for number in range(3):
        file, folder = tmp_path / f"{number}.gz", tmp_path / f"{number}"
        await command("backup", file, *options)
        await command("restore", file, "--data", folder)
        found = await rows_at(folder / DATABASE_FILE)
        assert len(found["seats"]) == 2 * len(found["tables"])
        seqs = sorted(dict(entry)["seq"] for entry in found["entries"])
        assert seqs == list(range(len(seqs)))
        assert len(seqs) % 2 == 0
        lengths.append(len(seqs))
    assert not writing.done()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await store.close()
    assert lengths[0] < lengths[1] < lengths[2]


async def test_a_restored_match_goes_on(place, tmp_path):
    """From a file of SQLite, and into either; with the same key people are who they were."""
    first, second = tmp_path / "first", tmp_path / "second"
    async with running(first) as made:
        await open_table(made, row("card", 2), ["guest", "guest"])
        page = await Browser(made).become("guest0").look("t1")
        _, page = await Browser(made).become("guest0").click("t1", page, page.clicks("word")[0])
        await command("backup", tmp_path / "b.gz", "--data", first)
    second.mkdir()
    shutil.copy(first / KEY_FILE, second)
    url = place if "://" in place else None
    where = ("--database-url", url) if url else ("--data", second)
    await command("restore", tmp_path / "b.gz", *where)
    async with running(second, database_url=url) as made:
        browser = Browser(made).become("guest0")
        again = await browser.look("t1")
        assert (again.seq, again.clicks("word")) == (page.seq, page.clicks("word"))
        status, later = await browser.click("t1", again, again.clicks("word")[0])
        assert (status, later.seq) == (200, again.seq + 1)
        with pytest.raises(Conflict):
            await made.state.services.store.append("t1", again.seq, ["pass"])


def test_a_damaged_file_makes_no_store(capsys, monkeypatch, tmp_path):
    file = tmp_path / "b.gz"
    file.write_bytes(b"\x1f\x8b")
    error = fails(capsys, monkeypatch, "restore", file, "--data", tmp_path / "new")
    assert error == f"siberia: {file} is cut off or damaged."
    assert not (tmp_path / "new").exists()
    error = fails(capsys, monkeypatch, "backup", file, "--data", tmp_path / "new")
    assert "siberia.db; say with --data or --database-url where tables are" in error


def test_nothing_is_restored_over_what_is_kept(capsys, monkeypatch, tmp_path):
    async def opened() -> None:
        async with opener(str(tmp_path / DATABASE_FILE)) as opened:
            await fill(await opened())

    asyncio.run(opened())
    run("backup", tmp_path / "b.gz", "--data", tmp_path)
    error = fails(capsys, monkeypatch, "restore", tmp_path / "b.gz", "--data", tmp_path)
    assert "is not empty" in error


def test_the_bar_counts_rows(monkeypatch):
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=100, _environ={})
    monkeypatch.setattr(reports, "Console", lambda **_: terminal)
    with reports.RowCounter() as counter:
        counter.show(2000, 4000)
    assert "2000/4000" in screen.getvalue()


def test_a_name_that_no_file_can_have_is_told(capsys, monkeypatch, tmp_path):
    asyncio.run(rows_at(tmp_path / DATABASE_FILE))
    for letters in (250, 300):
        file = tmp_path / (letters * "a")
        error = fails(capsys, monkeypatch, "backup", file, "--data", tmp_path)
        assert error == f"siberia: {file} cannot be written: File name too long."
    assert "is there already" in fails(capsys, monkeypatch, "backup", "/", "--data", tmp_path)
