"""All that is kept, out of one database and into another."""

import gzip
import hashlib
import json
import os
import stat

import pytest

from siberia.web.tables.store import Guest, StoreError
from siberia.web.tables.store.backup import TABLES, back_up, restore
from siberia.web.tables.store.backup_file import checked_header
from siberia.web.tables.store.errors import BackupError
from siberia.web.tables.store.schema import migrations
from tests.web.databases import KINDS, new_database, opener
from tests.web.full_store import all_rows, fill
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio

NAMES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    "postgres": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


@pytest.fixture
async def store(kind, tmp_path):
    async with new_database(kind, tmp_path) as place, opener(place) as opened:
        yield await opened()


@pytest.fixture
async def other(kind, tmp_path):
    """An empty store of the other kind."""
    (another,) = set(KINDS) - {kind}
    folder = tmp_path / "other"
    async with new_database(another, folder) as place, opener(place) as opened:
        yield await opened()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "backup.jsonl.gz"


def quiet(_done: int, _total: int) -> None:
    """Tell nobody."""


async def bring_back(store, file) -> dict[str, int]:
    return await restore(store.database, file, checked_header(file), quiet)


def rewrite(file, change) -> None:
    """Change the lines of a backup, and let its hash fit again."""
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    lines = change(lines)
    ending = json.loads(lines[-1])
    ending["sha256"] = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = json.dumps(ending).encode()
    file.write_bytes(gzip.compress(b"".join(lines)))


async def test_every_table_of_the_schema_is_in_a_backup(kind, store):
    found = {name for (name,) in await store.database.read(NAMES[kind])}
    assert found - {"schema_version"} == set(TABLES)
    assert len(TABLES) == len(set(TABLES))


async def test_from_one_database_to_the_other_and_back(kind, store, other, file, tmp_path):
    await fill(store)
    before = await all_rows(store)
    assert all(before.values()), "something of every kind is kept"
    told = []
    counts = await back_up(store.database, file, lambda *progress: told.append(progress))
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert told[-1] == (sum(counts.values()),) * 2
    assert await bring_back(other, file) == counts
    assert await all_rows(other) == before
    second = tmp_path / "second.gz"
    await back_up(other.database, second, quiet)
    folder = tmp_path / "again"
    async with new_database(kind, folder) as place, opener(place) as opened:
        again = await opened()
        await bring_back(again, second)
        assert await all_rows(again) == before
        assert await again.table("board") == await store.table("board")


async def test_an_empty_store_is_restored_empty(store, other, file):
    await back_up(store.database, file, quiet)
    assert not any((await bring_back(other, file)).values())


async def test_a_snapshot_is_of_one_moment(store):
    await fill(store)
    async with store.database.snapshot() as read:
        before = [line async for line in read("SELECT * FROM guests")]
        await store.guests.add(Guest("late", "Late", NOON))
        late = row("card", 2, "late", owner="late")
        await store.add_table(late, guest_seats("late", ["guest", "easy"]))
        await store.append("running", 3, ["more"])
        assert [line async for line in read("SELECT * FROM guests")] == before
        for name in ("tables", "entries"):
            assert not [line async for line in read(f"SELECT * FROM {name}") if "late" in line]
        assert not [r async for r in read("SELECT * FROM entries WHERE word = 'more'")]
    assert await store.table("late") is not None


async def test_in_a_snapshot_nothing_is_written(store):
    async with store.database.snapshot() as read:
        with pytest.raises(StoreError):
            [row async for row in read("DELETE FROM guests")]


async def test_what_is_wrong_while_it_is_written_leaves_no_file(store, file, monkeypatch):
    await fill(store)
    monkeypatch.setattr("siberia.web.tables.store.backup.TABLES", ("guests", "nowhere"))
    with pytest.raises(StoreError, match="nowhere"):
        await back_up(store.database, file, quiet)

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.undo()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BackupError, match=r"backup.jsonl.gz cannot be written: No space left on"):
        await back_up(store.database, file, quiet)
    monkeypatch.undo()
    assert not [f for f in file.parent.iterdir() if "backup" in f.name]
    with pytest.raises(BackupError, match="No such file or directory"):
        await back_up(store.database, file.parent / "nowhere" / "b.gz", quiet)
    await back_up(store.database, file, quiet)
    with pytest.raises(BackupError, match="is there already, and is not overwritten"):
        await back_up(store.database, file, quiet)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_file_that_was_cut_or_altered_changes_nothing(store, other, file):
    await fill(store)
    await back_up(store.database, file, quiet)
    whole = file.read_bytes()
    for length in range(0, len(whole), 97):
        file.write_bytes(whole[:length])
        with pytest.raises(BackupError):
            await bring_back(other, file)
        # Its ten first bytes say nothing of what is inside.
        at = max(10, length)
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 8]) + whole[at + 1 :])
        with pytest.raises(BackupError):
            await bring_back(other, file)
    assert not any((await all_rows(other)).values())
    file.write_bytes(whole)
    assert any((await bring_back(other, file)).values())


async def test_a_file_that_was_packed_again_is_noticed(store, other, file):
    await fill(store)
    await back_up(store.database, file, quiet)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    for altered in (lines[:-1], lines[:5] + lines[6:], [*lines, lines[1]], lines[:1]):
        file.write_bytes(gzip.compress(b"".join(altered)))
        with pytest.raises(BackupError, match="is cut off or damaged"):
            await bring_back(other, file)
    file.write_bytes(gzip.compress(b"".join(lines).replace(b'"word":"', b'"word":"x', 1)))
    with pytest.raises(BackupError, match="is cut off or damaged"):
        await bring_back(other, file)
    assert not any((await all_rows(other)).values())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (b'"table":"guests"', b'"table":"schema_version"', "is cut off or damaged"),
        (b'"name"', b'"name) --"', "is cut off or damaged"),
        (b'"name"', b'"surname"', "surname"),
        (b'"owner":"guest1"', b'"owner":"nobody"', "names a guest, a table or a seat"),
        (b'"id":"guest1"', b'"id":"guest0"', "is already there"),
        (b'"seq":0', b'"seq":null', "(?i)null"),
        (b'"row":{', b'"row":[', "is cut off or damaged"),
        (b'"version":1', b'"version":2', "it has version 2, and this program reads 1"),
        (b'"format":"siberia-backup"', b'"format":"x"', "is no backup of tables"),
        (b'"rows":', b'"rows":1', "is cut off or damaged"),
    ],
)
async def test_what_does_not_fit_changes_nothing(store, file, old, new, sentence, tmp_path):
    async with opener(str(tmp_path / "source.db")) as opened:
        source = await opened()
        await fill(source)
        await back_up(source.database, file, quiet)

    def change(lines):
        body = b"".join(lines[:-1])
        assert old in body
        return [*body.replace(old, new, 1).splitlines(keepends=True), lines[-1]]

    rewrite(file, change)
    with pytest.raises(StoreError, match=sentence):
        await bring_back(store, file)
    assert not any((await all_rows(store)).values())


async def test_another_form_of_the_database_is_refused(store, other, file):
    await fill(store)
    await back_up(store.database, file, quiet)
    known = migrations()[-1].version
    old = f'"schema":{known}'.encode()
    rewrite(file, lambda lines: [lines[0].replace(old, b'"schema":2'), *lines[1:]])
    with pytest.raises(BackupError, match=f"form 2, and this program keeps form {known}"):
        await bring_back(other, file)
    assert not any((await all_rows(other)).values())


async def test_nothing_is_restored_where_something_is_kept(store, other, file):
    await fill(store)
    await back_up(store.database, file, quiet)
    await other.guests.add(Guest("anna", "Anna", NOON))
    before = await all_rows(other)
    with pytest.raises(BackupError, match="is not empty"):
        await bring_back(other, file)
    assert await all_rows(other) == before


async def test_what_is_no_backup_is_refused(tmp_path):
    text = tmp_path / "text.gz"
    text.write_text("a letter")
    with pytest.raises(BackupError, match="is no backup of tables, or it is damaged"):
        checked_header(text)
    for content in (b"", b"a letter\n", b"[]\n", b"\xff\n"):
        text.write_bytes(gzip.compress(content))
        with pytest.raises(BackupError, match="is no backup of tables"):
            checked_header(text)
    with pytest.raises(BackupError, match="cannot be read: No such file"):
        checked_header(tmp_path / "none")
