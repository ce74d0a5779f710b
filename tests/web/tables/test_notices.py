"""Who does not see that it is their turn is told: once, late enough, and by one process."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from siberia.web.tables import notices as module
from siberia.web.tables.changes import Changes
from siberia.web.tables.notices import CALM, COMING_BACK, Notices, called
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Guest
from siberia.web.tables.store.reaching import Reach, Receiver
from tests.web.clocks import Clock
from tests.web.databases import KINDS, new_database, opener
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio


class Postman:
    """Keeps what it is to bring."""

    def __init__(self):
        self.sent = []

    def send(self, guest, kind, table):
        self.sent.append((guest, kind, table))


class Time:
    """Both clocks: that of the wall, and the one that only goes forward."""

    def __init__(self, monkeypatch):
        self.clock = Clock(monkeypatch, datetime(2026, 1, 10, 12, tzinfo=UTC))
        self.passed = 1000.0
        monkeypatch.setattr(module, "monotonic", lambda: self.passed)

    def goes_on(self, seconds):
        self.passed += seconds
        self.clock.at += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch):
    return Time(monkeypatch)


@pytest.fixture(params=KINDS)
async def store(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        store = await opened()
        for number in range(3):
            await store.guests.add(Guest(f"guest{number}", f"Player {number}", NOON))
        await store.add_table(row("card", 2, created=NOON), guest_seats("t1", ["guest", "guest"]))
        yield store


def process(store):
    """What a process has of it."""
    changes, postman = Changes(), Postman()
    tables = Tables(store, changes)
    notices = Notices(tables, postman)
    changes.noting.append(notices.table_changed)
    return tables, notices, postman


def receiver(guest, name="a"):
    return Receiver(name, guest, "https://push.example/1", "p", "a", "s", "Firefox", "de")


async def move(tables, by=0):
    table = await tables.get("t1")
    seat = table.match.to_move
    word = table.imagined(seat).legal()[0]
    await tables.play(table, seat, table.seq, [word], f"guest{seat}")
    while table.match.to_move == seat:
        word = table.imagined(seat).legal()[0]
        await tables.play(table, seat, table.seq, [word], f"guest{seat}")
    return table


async def wants_messages(store, *guests):
    for guest in guests:
        await store.reaching.subscribe(receiver(guest, guest), NOON)


async def test_who_is_away_is_told_of_their_turn_once(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest0", "guest1")
    await move(tables)
    await notices._look_at_those_due()
    time.goes_on(CALM - 1)
    await notices._look_at_those_due()
    assert postman.sent == []
    time.goes_on(2)
    await notices._look_at_those_due()
    assert postman.sent == [("guest1", "turn", "t1")]
    # Whatever happens at the table besides.
    for _ in range(3):
        notices.table_changed("t1")
        time.goes_on(CALM + 1)
        await notices._look_at_those_due()
    assert len(postman.sent) == 1
    await move(tables)
    time.goes_on(CALM + 1)
    await notices._look_at_those_due()
    assert postman.sent[1:] == [("guest0", "turn", "t1")]


async def test_who_is_just_playing_is_not_told(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest0", "guest1")
    for _ in range(6):
        await move(tables)
        time.goes_on(CALM / 2)
        await notices._look_at_those_due()
    assert postman.sent == []


async def test_who_has_looked_since_is_not_told_not_even_after_a_start(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest1")
    await move(tables)
    time.goes_on(5)
    notices.looked("guest1")
    time.goes_on(CALM)
    await notices._look_at_those_due()
    tables, notices, postman_now = process(store)
    await notices._sweep()
    time.goes_on(COMING_BACK + 1)
    await notices._look_at_those_due()
    assert postman.sent == postman_now.sent == []


async def test_who_looked_before_is_told(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest1")
    notices.looked("guest1")
    time.goes_on(1)
    await move(tables)
    time.goes_on(CALM + 1)
    await notices._look_at_those_due()
    assert postman.sent == [("guest1", "turn", "t1")]


async def test_who_does_not_want_to_be_told_is_not(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest0")
    await move(tables)
    time.goes_on(CALM + 1)
    await notices._look_at_those_due()
    assert postman.sent == []


async def test_a_webhook_is_reason_enough(store, time):
    tables, notices, postman = process(store)
    await store.reaching.keep_reach("guest1", Reach("https://chat.example/hook"))
    await move(tables)
    time.goes_on(CALM + 1)
    await notices._look_at_those_due()
    assert postman.sent == [("guest1", "turn", "t1")]


async def test_at_night_one_is_told_in_the_morning(store, time):
    tables, notices, postman = process(store)
    await wants_messages(store, "guest1")
    await store.reaching.keep_reach("guest1", Reach(quiet=True, zone="Europe/Berlin"))
    time.clock.set(2026, 1, 10, 22)
    await move(tables)
    time.goes_on(CALM + 1)
    await notices._look_at_those_due()
    time.goes_on(8 * 3600)
    await notices._look_at_those_due()
    assert postman.sent == []
    time.goes_on(3600)
    await notices._look_at_those_due()
    assert postman.sent == [("guest1", "turn", "t1")]


async def test_of_two_processes_one_tells(store, time):
    first, second = process(store), process(store)
    await wants_messages(store, "guest1")
    await move(first[0])
    second[1].table_changed("t1")
    time.goes_on(CALM + 1)
    await asyncio.gather(*(notices._look_at_those_due() for _, notices, _ in (first, second)))
    assert sorted(first[2].sent + second[2].sent) == [("guest1", "turn", "t1")]


async def test_what_a_process_had_to_tell_when_it_died_another_one_tells(store, time):
    tables, _notices, _ = process(store)
    await wants_messages(store, "guest1")
    await move(tables)
    _, notices, postman = process(store)
    await notices._sweep()
    time.goes_on(COMING_BACK + 1)
    await notices._look_at_those_due()
    assert postman.sent == [("guest1", "turn", "t1")]
    # And it looks there no more, as long as nobody moves.
    await notices._sweep()
    assert notices._expected == {}


async def test_a_warning_goes_the_same_way_and_is_no_turn(store, time):
    tables, notices, postman = process(store)
    table = await move(tables)
    assert await notices.notify("guest1", "turn", table)
    assert await notices.notify("guest1", "clock", table)
    assert not await notices.notify("guest1", "clock", table)
    assert [kind for _, kind, _ in postman.sent] == ["turn", "clock"]


async def test_who_looks_or_sleeps_is_not_warned_of_the_clock(store, time):
    tables, notices, postman = process(store)
    table = await move(tables)
    await wants_messages(store, "guest0", "guest1")
    await store.reaching.keep_reach("guest0", Reach(quiet=True, zone="Pacific/Auckland"))
    await notices.warn("guest0", table)
    notices.looked("guest1")
    await notices.warn("guest1", table)
    await notices.warn("guest2", table)
    assert postman.sent == []
    time.goes_on(CALM + 1)
    await notices.warn("guest1", table)
    assert postman.sent == [("guest1", "clock", "t1")]


async def test_only_who_must_decide_and_has_not_just_played_is_called(store, time):
    tables, _, _ = process(store)
    table = await tables.get("t1")
    assert called(table) == ["guest0"]
    table = await move(tables)
    assert called(table) == ["guest1"]


async def test_who_looks_is_told_to_other_processes_once_a_round(store, time):
    _, notices, _ = process(store)

    said = []

    class Crowd:
        def carry_seen(self, guests):
            said.append(guests)

    notices.crier = Crowd()
    for guest in ("b", "a", "b", ""):
        notices.looked(guest)
    notices.looked_elsewhere("c")
    notices._say_who_looks()
    notices._say_who_looks()
    assert said == [["a", "b"]]


async def test_a_browser_tells_one_guest_and_the_oldest_goes(store):
    reaching = store.reaching
    for number in range(12):
        when = NOON + timedelta(seconds=number)
        await reaching.subscribe(receiver("guest0", f"b{number:02}"), when)
    assert [one.id for one in await reaching.subscriptions("guest0")] == [
        f"b{number:02}" for number in range(2, 12)
    ]
    await reaching.subscribe(receiver("guest1", "b05"), NOON)
    assert "b05" not in [one.id for one in await reaching.subscriptions("guest0")]
    await reaching.unsubscribe("b05", "guest0")
    assert [one.id for one in await reaching.subscriptions("guest1")] == ["b05"]
    await reaching.unsubscribe("b05", "guest1")
    assert await reaching.subscriptions("guest1") == []


async def test_all_of_it_goes_with_the_guest_and_with_the_table(store):
    await wants_messages(store, "guest0", "guest1", "guest2")
    await store.reaching.keep_reach("guest2", Reach("https://chat.example/hook"))
    assert await store.reaching.tell_once("t1", "guest0", "turn", 1)
    await store.guests.forget("guest0")
    assert await store.reaching.subscriptions("guest0") == []
    assert await store.reaching.tell_once("t1", "guest1", "turn", 1)
    await store.remove("t1")
    assert await store.guests.remove_unused(NOON + timedelta(days=1)) >= 1
    for name in ("told", "subscriptions", "reach"):
        assert await store.database.read(f"SELECT * FROM {name}") == []
