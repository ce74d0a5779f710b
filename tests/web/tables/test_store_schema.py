"""Opening a store, for the first time and again: the form of the database."""

import asyncio
from datetime import UTC, datetime

import pytest

from siberia.web.tables.store import Guest, StoreError, open_store, schema
from siberia.web.tables.store.schema import Migration, migrations
from siberia.web.tables.store.times import time_text
from tests.web.databases import KINDS, new_database, opener

pytestmark = pytest.mark.anyio

ANNA = Guest("anna", "Anna", datetime(2025, 1, 31, 12, tzinfo=UTC))
VERSIONS = [step.version for step in migrations()]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def opened(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield opened


async def versions(store):
    rows = await store.database.read("SELECT version FROM schema_version ORDER BY version")
    return [version for (version,) in rows]


async def test_all_is_there_after_opening_again(opened):
    store = await opened()
    await store.guests.add(ANNA)
    await store.close()
    again = await opened()
    assert await again.guests.get("anna") == ANNA


async def test_a_closed_store_says_so(opened):
    store = await opened()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.guests.get("anna")
    with pytest.raises(StoreError, match="is closed"):
        await store.guests.add(ANNA)


async def test_migrations_are_numbered_without_a_gap():
    assert list(range(1, len(VERSIONS) + 1)) == VERSIONS


async def test_many_may_open_a_new_store_at_once(opened):
    stores = await asyncio.gather(*(opened() for _ in range(6)))
    for store in stores:
        assert await versions(store) == VERSIONS


async def test_only_new_migrations_are_applied(opened, monkeypatch):
    await (await opened()).guests.add(ANNA)
    more = Migration(99, ("CREATE TABLE more (id TEXT)", "INSERT INTO more VALUES ('once')"))
    monkeypatch.setattr(schema, "migrations", lambda: (*migrations(), more))
    for _ in range(2):
        again = await opened()
        assert await again.database.read("SELECT id FROM more") == [("once",)]
        assert await versions(again) == [*VERSIONS, 99]
        assert await again.guests.get("anna") == ANNA


# What was kept in the first form: a table that was opened then.
FIRST_ROWS = (
    "INSERT INTO guests (id, name, created) VALUES ('anna', 'Anna', '{when}')",
    """INSERT INTO tables (id, name, game, edition, expansion, sides, seats, start, seed, salt,
    owner, speed, created) VALUES ('old', 'Old', 'card', 'dlp', FALSE, '', 2, 1, '{seed}', 'salt',
    'anna', 'normal', '{when}')""",
    """INSERT INTO seats (table_id, number, kind, guest, level, name, claim)
    VALUES ('old', 0, 'guest', 'anna', NULL, 'Anna', 0)""",
    """INSERT INTO seats (table_id, number, kind, guest, level, name, claim)
    VALUES ('old', 1, 'bot', NULL, 'easy', 'Lena', 0)""",
    "INSERT INTO entries (table_id, seq, word, at) VALUES ('old', 0, 'pass', '{when}')",
    "INSERT INTO plans (table_id, seat, seq, words) VALUES ('old', 0, 1, '[\"gold\"]')",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", VERSIONS[:-1])
async def test_a_table_of_any_earlier_form_is_a_table_still(kind, form, tmp_path, monkeypatch):
    async with new_database(kind, tmp_path) as place, opener(place) as opened:
        with monkeypatch.context() as patch:
            patch.setattr(schema, "migrations", lambda: migrations()[:form])
            store = await opened()
            assert await versions(store) == VERSIONS[:form]
            async with store.database.transaction() as run:
                for row in FIRST_ROWS:
                    await run(row.format(when=time_text(ANNA.created), seed=f"{7:032x}"))
            await store.close()
        store = await opened()
        assert await versions(store) == VERSIONS
        assert await store.guests.get("anna") == ANNA
        table = await store.table("old")
        assert (table.created, table.finished, table.day, table.counts) == (
            ANNA.created,
            None,
            None,
            False,
        )
        assert (table.rules, table.origin, table.watching, table.pace) == (None, None, "nobody", "")
        assert table.hints
        assert [seat.name for seat in await store.seats.of("old")] == ["Anna", "Lena"]
        assert [row.id for row in await store.tables_of("anna")] == ["old"]
        news = await store.news("old", 0)
        assert [entry.word for entry in news.entries] == ["pass"]
        assert [plan.words for plan in news.plans] == [("gold",)]
        # All that is done with it since goes with it, too.
        assert await store.guests.forget("anna") == ["old"]


async def test_a_migration_that_fails_changes_nothing(opened, monkeypatch):
    store = await opened()
    broken = Migration(99, ("CREATE TABLE more (id TEXT)", "INSERT INTO nowhere VALUES (1)"))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "migrations", lambda: (*migrations(), broken))
        with pytest.raises(StoreError, match="nowhere"):
            await opened()
    assert await versions(await opened()) == VERSIONS
    with pytest.raises(StoreError, match="more"):
        await store.database.read("SELECT id FROM more")


async def test_a_newer_database_is_refused(opened):
    store = await opened()
    async with store.database.transaction() as run:
        await run("INSERT INTO schema_version (version) VALUES ($1)", 1000)
    with pytest.raises(StoreError, match="newer version of this program: it has form 1000"):
        await opened()


async def test_no_other_kind_of_database_is_taken_for_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match="not at mysql://") as caught:
        await open_store("mysql://me:secret@host/tables")
    assert "secret" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
