"""The store in a file: what is on the disk, and what can be wrong with it."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from siberia.web.tables.store import Conflict, Guest, StoreError, TableRow, open_store, sqlite

pytestmark = pytest.mark.anyio

NOON = datetime(2025, 1, 31, 12, tzinfo=UTC)
ANNA = Guest("anna", "Anna", NOON)

WRITER = """
import asyncio, sys
from siberia.web.tables.store import open_store

async def write():
    store = await open_store(sys.argv[1])
    for seq in range(100_000):
        await store.append("t1", 2 * seq, [f"word {seq}", "end turn"])
        print(seq, flush=True)

asyncio.run(write())
"""


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "folder" / "tables.db"


@pytest.fixture
async def store(path):
    store = await open_store(path)
    await store.guests.add(ANNA)
    table = TableRow(
        *("t1", "", "card", "2024", False, "", 2, 0, "0" * 32, "0" * 32, "anna", "calm", NOON)
    )
    await store.add_table(table, [])
    yield store
    await store.close()


@contextmanager
def nobody():
    """Act as a user who may write nothing of ours: root could write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shut():
    """A folder that everybody may read and nobody may write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o700)


async def test_a_new_file_is_made_that_only_we_may_read(path, store):
    assert path.stat().st_mode & 0o777 == 0o600
    await store.append("t1", 0, ["gold"])
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


async def test_a_change_is_on_the_disk_before_anyone_hears_of_it(store):
    async with store.database.transaction() as run:
        assert await run("PRAGMA journal_mode") == [("wal",)]
        assert await run("PRAGMA synchronous") == [(2,)]


async def test_what_was_written_before_a_kill_is_there(path, store):
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    printed = [child.stdout.readline() for _ in range(50)]
    child.send_signal(signal.SIGKILL)
    printed += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    last = max(int(line) for line in printed if line.endswith("\n"))
    assert last >= 49

    entries = (await store.news("t1", 0)).entries
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    assert len(entries) in (2 * (last + 1), 2 * (last + 2))
    assert [entry.word for entry in entries[::2]] == [f"word {n}" for n in range(len(entries) // 2)]
    await store.append("t1", len(entries), ["goes on"])


async def test_readers_do_not_wait_for_a_writer(store):
    async with store.database.transaction() as run:
        await run("UPDATE guests SET name = $1", "Changed")
        assert (await store.guests.get("anna")).name == "Anna"
    assert (await store.guests.get("anna")).name == "Changed"


async def test_who_reads_before_writing_is_not_overtaken(path, store):
    second = await open_store(path)
    async with store.database.transaction() as run:
        assert await run("SELECT name FROM guests") == [("Anna",)]
        other = asyncio.create_task(second.guests.rename("anna", "Second"))
        await asyncio.sleep(0.05)
        await run("UPDATE guests SET name = $1", "First")
    await other
    assert (await store.guests.get("anna")).name == "Second"
    await second.close()


async def test_a_folder_that_may_not_be_written(shut):
    with nobody():
        for path in (shut / "tables.db", shut / "deeper" / "tables.db"):
            with pytest.raises(StoreError, match=r"tables\.db cannot be opened or written"):
                await open_store(path)
    assert list(shut.iterdir()) == []


async def test_a_file_that_may_not_be_written(shut):
    path = shut / "tables.db"
    shut.chmod(0o755)
    await (await open_store(path)).close()
    path.chmod(0o444)
    shut.chmod(0o555)
    with nobody(), pytest.raises(StoreError, match=r"tables\.db cannot be opened or written"):
        await open_store(path)


async def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "folder").write_text("a file")
    for name in ("folder/tables.db", "folder/deeper/tables.db"):
        with pytest.raises(StoreError, match="cannot be opened or written"):
            await open_store(tmp_path / name)


async def test_a_folder_where_the_file_should_be(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened or written"):
        await open_store(tmp_path)


async def test_a_file_that_is_not_a_database(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, this is a letter and not a database at all. " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt is not a database"):
        await open_store(path)
    assert path.read_text().startswith("Dear Anna")
    assert list(tmp_path.iterdir()) == [path]


async def test_a_damaged_file(path, store):
    await store.append("t1", 0, [f"word {n}" for n in range(2000)])
    await store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="is damaged"):
        await open_store(path)


async def test_a_full_disk_loses_nothing_and_is_told(store):
    await store.append("t1", 0, ["first"])
    ((pages,),) = store.database.writer.execute("PRAGMA page_count")
    store.database.writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="The disk is full: nothing more can be kept in"):
        await store.append("t1", 1, ["long word " * 1000, "another"])
    assert [entry.word for entry in (await store.news("t1", 0)).entries] == ["first"]
    store.database.writer.execute(f"PRAGMA max_page_count = {pages + 100}")
    await store.append("t1", 1, ["long word " * 1000, "another"])
    assert len((await store.news("t1", 0)).entries) == 3


async def test_a_disk_too_full_for_a_new_file(path, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "touch", full)
    with pytest.raises(StoreError, match="The disk is full"):
        await open_store(path)


async def test_a_file_that_another_program_holds(path, store, monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT", 0.05)
    second = await open_store(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(StoreError, match="is held by another program"):
            await second.append("t1", 0, ["gold"])
        assert await second.guests.get("anna") == ANNA
    finally:
        other.execute("ROLLBACK")
        other.close()
    await second.append("t1", 0, ["gold"])
    await second.close()


async def test_an_opening_that_fails_half_way_leaves_nothing_open(path, monkeypatch):
    connect = sqlite.connect
    made: list[Any] = []

    def connect_once(path, *pragmas):
        made.append(connect(path, *pragmas if not made else ("no such =",)))
        return made[-1]

    monkeypatch.setattr(sqlite, "connect", connect_once)
    with pytest.raises(StoreError, match="SQLite says"):
        await open_store(path)
    (writer,) = made
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        writer.commit()


async def test_changes_that_come_together_are_committed_together(store):
    """And one that is refused keeps no other back."""
    said: list[str] = []
    store.database.writer.set_trace_callback(said.append)
    writes = [store.append("t1", seq, [f"word {seq}"]) for seq in (0, 1, 1, 2)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [list, list, Conflict, list]
    assert said.count("COMMIT") == 1
    words = [entry.word for entry in (await store.news("t1", 0)).entries]
    assert words == ["word 0", "word 1", "word 2"]


async def test_who_goes_away_while_the_disk_is_busy_disturbs_nobody(store):
    first, second = (asyncio.create_task(store.append("t1", n, ["gold"])) for n in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert [entry.seq for entry in await second] == [1]
    assert len((await store.news("t1", 0)).entries) == 2


async def test_while_another_program_writes_only_writers_wait(path, store):
    """Everybody else is answered meanwhile, and the change is made as soon as it can be."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = [
        asyncio.create_task(store.append("t1", 0, ["gold"])),
        asyncio.create_task(store.seats.leave("t1", "anna")),
    ]
    for _ in range(3):
        await asyncio.sleep(0.01)
        assert await store.guests.get("anna") == ANNA
    assert not any(task.done() for task in waiting)
    other.execute("ROLLBACK")
    other.close()
    await asyncio.wait_for(asyncio.gather(*waiting), 5)
    assert await store.length("t1") == 1
    assert await store.seats.departed("t1") == {"anna"}
