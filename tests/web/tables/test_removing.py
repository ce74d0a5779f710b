"""What those who run a server are told of tables, and removing them: the same in both databases."""

from datetime import UTC, datetime, timedelta

import pytest

from siberia.web.tables.store import StoreError
from siberia.web.tables.store.rows import TableSummary
from tests.web.databases import KINDS, new_database, opener
from tests.web.full_store import OF_GUESTS, OF_SERVER, age, all_rows, fill
from tests.web.server import NOON

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def store(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield await opened()


def names(tables) -> list[str]:
    return [table.id for table in tables]


async def test_tables_are_told_of_without_what_is_dealt(store):
    assert await store.summaries() == []
    match = await fill(store)
    await age(store, "running", NOON + timedelta(days=1))
    board, running, over = await store.summaries()
    assert board == TableSummary("board", "board", 2, NOON, None, 0, None)
    moved = NOON + timedelta(days=1)
    assert running == TableSummary("running", "card", 3, NOON, None, 1, moved)
    assert (over.id, over.words, over.finished) == ("over", match.ply, over.last_move)
    assert (board.touched, running.touched) == (NOON, moved)


async def test_a_table_goes_with_all_that_was_kept_of_it(store):
    await fill(store)
    for table, guests in (("running", 1), ("over", 2), ("board", 1)):
        before = await all_rows(store)
        assert await store.remove(table) == guests
        for name, rows in (await all_rows(store)).items():
            if name not in OF_GUESTS:
                theirs = (("table_id", table), ("id", table), ("address", f"/t/{table}"))
                kept = [row for row in before[name] if not any(one in row for one in theirs)]
                assert rows == kept, name
    # What is left is of the server, and of no table.
    left = await all_rows(store)
    assert {name for name, rows in left.items() if rows} == OF_SERVER


async def test_guests_stay_as_long_as_they_have_something(store):
    await fill(store)
    await store.remove("over")
    assert await store.guests.get("guest0") is None
    assert await store.guests.get("guest1") is not None, "they are the host of another table"
    assert await store.guests.get("guest3") is not None, "nobody else's table is touched"
    await store.remove("running")
    assert await store.guests.get("guest2") is None, "who left a table has nothing there either"


async def test_a_table_stays_if_it_was_not_quiet(store):
    await fill(store)
    await age(store, "running", NOON)
    assert await store.remove("running", NOON) is None
    assert await store.remove("board", NOON) == 1
    assert await store.remove("running", NOON + timedelta(seconds=1)) is not None
    assert names(await store.summaries()) == ["over"]


async def test_a_table_that_is_not_there_cannot_be_removed(store):
    assert await store.remove("nowhere", datetime.now(UTC)) is None


async def test_a_table_is_removed_wholly_or_not_at_all(store, monkeypatch):
    await fill(store)
    before = await all_rows(store)
    # The last step fails.
    monkeypatch.setattr(
        "siberia.web.tables.store.statements.REMOVE_IF_UNUSED", "DELETE FROM nowhere WHERE id = $1"
    )
    with pytest.raises(StoreError):
        await store.remove("over")
    assert await all_rows(store) == before
