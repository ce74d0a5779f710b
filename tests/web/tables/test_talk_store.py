"""What people say, as it is kept: numbered for each kind of readers, the same in both databases."""

import asyncio
from datetime import timedelta

import pytest

from siberia.web.tables.store import StoreError
from siberia.web.tables.store import talk as module
from siberia.web.tables.store.rows import Guest
from siberia.web.tables.store.talk import Message, Reported, TalkWishes
from tests.web.databases import KINDS, new_database, opener
from tests.web.full_store import all_rows, fill
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio

OF_TALK = ("messages", "reports", "mutes", "quiet_guests")


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def opened(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield opened


@pytest.fixture
async def store(opened):
    store = await opened()
    for number in range(4):
        await store.guests.add(Guest(f"guest{number}", f"Player {number}", NOON))
    for table in ("a", "b"):
        await store.add_table(row("card", 2, table), guest_seats(table, ["guest", "guest"]))
    return store


def said(readers, guest: str = "guest0", text: str = "Hello", table: str = "a", late: int = 0):
    """A message as it is before it is kept."""
    at = NOON + timedelta(seconds=late)
    return Message(table, readers, 0, guest, "Name", None, None, text, at)


async def test_messages_are_numbered_by_who_may_read_them(store):
    kept = store.talk
    for late, readers in enumerate(("players", "watchers", "watchers", "players", "all")):
        await kept.add(said(readers, late=late))
    found = [(message.readers, message.number) for message in await kept.of("a")]
    assert found == [
        *(("players", 0), ("watchers", 0), ("watchers", 1), ("players", 1)),
        ("all", 0),
    ], "nobody can count what they may not read"
    assert await kept.of("b") == []


async def test_what_is_kept_comes_back_as_it_was(store):
    phrase = Message("a", "all", 0, "guest1", "Гость 🐻", 1, "thanks", None, NOON)
    assert await store.talk.add(phrase) == phrase
    assert await store.talk.of("a") == [phrase]
    with pytest.raises(StoreError):
        await store.talk.add(said("players", table="nowhere"))
    with pytest.raises(StoreError):
        await store.talk.add(said("players", guest="nobody"))


async def test_two_who_speak_at_once_are_both_heard(opened, store):
    other = await opened()
    both = (store, other) * 4
    await asyncio.gather(
        *(one.talk.add(said("players", text=str(n))) for n, one in enumerate(both))
    )
    assert sorted(message.number for message in await store.talk.of("a")) == list(range(8))


async def test_only_the_last_messages_are_kept(store, monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    for number in range(5):
        await store.talk.add(said("players", text=str(number), late=number))
    await store.talk.add(said("watchers", late=9))
    texts = [message.text for message in await store.talk.of("a")]
    assert texts == ["2", "3", "4", "Hello"]


async def test_wishes_are_kept_for_each_guest(store):
    kept = store.talk
    message = await kept.add(said("players", "guest1"))
    assert await kept.wishes("guest0", "a") == TalkWishes()
    for _ in range(2):
        await kept.mute("guest0", "guest1", is_muted=True)
        await kept.set_quiet("guest0", is_quiet=True)
        await kept.report(message, "guest0", NOON)
    assert await kept.wishes("guest0", "a") == TalkWishes(
        frozenset({"guest1"}), frozenset({("players", 0)}), is_quiet=True
    )
    assert (await kept.wishes("guest0", "b")).reported == frozenset()
    assert await kept.wishes("guest1", "a") == TalkWishes()
    await kept.mute("guest0", "guest1", is_muted=False)
    await kept.set_quiet("guest0", is_quiet=False)
    assert (await kept.wishes("guest0", "a")).muted == frozenset()
    await kept.report(message, "guest2", NOON + timedelta(days=1))
    assert await kept.reports() == [Reported(message, 2, NOON)]


async def test_whoever_is_forgotten_has_said_nothing(store):
    await store.talk.add(said("players", "guest0", "mine"))
    theirs = await store.talk.add(said("players", "guest1", "theirs"))
    await store.talk.add(said("watchers", "guest0", "where they only watched", table="b"))
    await store.talk.report(theirs, "guest0", NOON)
    await store.talk.mute("guest0", "guest1", is_muted=True)
    await store.talk.mute("guest1", "guest0", is_muted=True)
    await store.talk.set_quiet("guest0", is_quiet=True)
    await store.guests.forget("guest0")
    assert [message.text for message in await store.talk.of("a")] == ["theirs"]
    assert await store.talk.of("b") == []
    found = await all_rows(store, OF_TALK)
    assert "guest0" not in repr(found)
    assert not found["mutes"]


async def test_who_only_talked_is_known_until_the_table_goes(store):
    await store.talk.add(said("watchers", "guest3"))
    later = NOON + timedelta(days=30)
    assert await store.guests.remove_unused(later) == 1, "guest2 has nothing"
    assert await store.guests.get("guest3") is not None
    await store.remove("a")
    assert await store.guests.get("guest3") is None
    assert not (await all_rows(store, ("messages",)))["messages"]


async def test_a_full_store_has_something_of_all_of_it(opened):
    store = await opened()
    await fill(store)
    assert all((await all_rows(store, OF_TALK)).values())
