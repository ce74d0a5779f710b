"""Records that are kept, the same in both databases."""

from datetime import UTC, datetime, timedelta

import pytest

from siberia import Match, RecordError
from siberia.web.tables.records import KEY_DIGITS, Records
from tests.support import play_random
from tests.web.databases import KINDS, new_database, opener

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def store(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield await opened()


@pytest.fixture(scope="module")
def text():
    return play_random(Match.new("card", seed=2, start=0, players=["Ada", "Bo"])).record()


async def test_a_record_is_found_by_its_key(store, text):
    key = await Records(store).keep(text)
    assert len(key) == KEY_DIGITS
    assert await Records(store).keep(text.rstrip()) == key
    table = await Records(store).get(key)
    assert table
    assert table.match.record() == text
    assert table.match.is_over
    assert table.seats.names == ("Ada", "Bo")
    assert await Records(store).get("nothing") is None


async def test_what_is_no_record_is_not_kept(store, text):
    with pytest.raises(RecordError):
        await Records(store).keep(text.replace("seats 2", "seats 3"))
    assert await store.records.remove(datetime.now(UTC) + timedelta(days=1)) == 0


async def test_what_nobody_opens_goes(store):
    then = datetime(2025, 1, 1, tzinfo=UTC)
    for key in ("opened", "left"):
        await store.records.keep(key, "text", then)
    later = then + timedelta(days=100)
    # To be opened is noted only now and then.
    assert await store.records.open("opened", later, then) == "text"
    assert await store.records.remove(later) == 2
    for key in ("opened", "left"):
        await store.records.keep(key, "text", then)
    assert await store.records.open("opened", later, later - timedelta(days=1)) == "text"
    assert await store.records.remove(later) == 1
    assert await store.records.open("left", later, then) is None
