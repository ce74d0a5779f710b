"""What the store keeps, the same in both databases."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from siberia.web.tables.store import (
    Conflict,
    Entry,
    Guest,
    PlacingPlan,
    SeatRow,
    Store,
    StoreError,
    TableRow,
)
from tests.web.databases import KINDS, new_database, opener

pytestmark = pytest.mark.anyio

NOON = datetime(2025, 1, 31, 12, tzinfo=UTC)
ANNA = Guest("anna", "Anna", NOON)
BORIS = Guest("boris", "Борис", NOON)
TABLE = TableRow(
    *("t1", "Winter", "board", "2024", True, "front", 3, 1, "0123456789abcdef" * 2, "f" * 32),
    owner="anna",
    speed="calm",
    created=NOON,
)
SEATS = [
    SeatRow("t1", 0, "guest", "anna", None, "Anna"),
    SeatRow("t1", 1, "open", None, None, ""),
    SeatRow("t1", 2, "bot", None, "hard", "Bot"),
]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def place(request, tmp_path):
    async with new_database(request.param, tmp_path) as place:
        yield place


@pytest.fixture
async def opened(place):
    async with opener(place) as opened:
        yield opened


@pytest.fixture
async def store(opened):
    store = await opened()
    for guest in (ANNA, BORIS):
        await store.guests.add(guest)
    await store.add_table(TABLE, SEATS)
    return store


async def words(store, table="t1"):
    return [entry.word for entry in (await store.news(table, 0)).entries]


async def outcomes(*attempts):
    """Run all at once; return how many were right, and that the others were conflicts."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    errors = [result for result in results if isinstance(result, BaseException)]
    assert all(type(error) is Conflict for error in errors), errors
    return len(results) - len(errors)


async def test_a_guest_comes_back_as_kept(store):
    assert await store.guests.get("boris") == BORIS
    assert await store.guests.get("nobody") is None
    await store.guests.rename("boris", "Bob 🐻")
    assert await store.guests.get("boris") == replace(BORIS, name="Bob 🐻")
    assert await store.guests.get("anna") == ANNA


async def test_a_time_comes_back_in_utc(store):
    there = datetime(2025, 6, 1, 1, 2, 3, 45, tzinfo=timezone(timedelta(hours=7)))
    await store.guests.add(Guest("far", "Far", there))
    created = (await store.guests.get("far")).created
    assert created == there
    assert created.tzinfo is UTC


async def test_a_table_comes_back_as_kept(store):
    assert await store.table("t1") == TABLE
    assert (await store.table("t1")).expansion is True
    assert await store.seats.of("t1") == SEATS
    assert await store.table("t2") is None
    assert await store.seats.of("t2") == []
    whole = replace(TABLE, id="t2", expansion=False, finished=NOON, rematch="t3")
    await store.add_table(whole, [])
    assert await store.table("t2") == whole
    assert (await store.table("t2")).expansion is False


async def test_a_table_is_added_with_all_seats_or_not_at_all(store):
    twice = [replace(SEATS[1], table="t2"), replace(SEATS[1], table="t2")]
    with pytest.raises(Conflict):
        await store.add_table(replace(TABLE, id="t2"), twice)
    assert await store.table("t2") is None
    assert await store.seats.of("t2") == []


async def test_the_log_grows_by_words(store):
    before = datetime.now(UTC)
    await store.append("t1", 0, ["gold", "pay worker/gold"])
    await store.append("t1", 2, ("undo",))
    await store.append("t1", 3, ())
    entries = (await store.news("t1", 0)).entries
    assert [(entry.seq, entry.word) for entry in entries] == [
        *((0, "gold"), (1, "pay worker/gold"), (2, "undo"))
    ]
    assert before <= entries[0].at <= entries[2].at <= datetime.now(UTC)
    assert [*(await store.news("t1", 2)).entries] == [Entry(2, "undo", entries[2].at)]
    assert (await store.news("t1", 3)).entries == ()


async def test_of_many_who_write_one_entry_one_wins(opened, store):
    stores = (store, await opened())
    for seq in range(5):
        tries = [stores[n % 2].append("t1", seq, [f"{seq} by {n}"]) for n in range(30)]
        assert await outcomes(*tries) == 1
        assert len(await words(store)) == seq + 1


async def test_writers_who_try_again_lose_no_word(opened, store):
    async def write(store, name):
        for number in range(8):
            while True:
                try:
                    await store.append("t1", len(await words(store)), [f"{name} {number}"])
                    break
                except Conflict:
                    continue

    second = await opened()
    await asyncio.gather(*(write((store, second)[n % 2], f"w{n}") for n in range(5)))
    entries = (await store.news("t1", 0)).entries
    assert [entry.seq for entry in entries] == list(range(40))
    for n in range(5):
        own = [entry.word for entry in entries if entry.word.startswith(f"w{n} ")]
        assert own == [f"w{n} {number}" for number in range(8)]


async def test_if_the_last_of_several_words_is_too_late_none_is_kept(store):
    await store.append("t1", 2, ["third"])
    with pytest.raises(Conflict):
        await store.append("t1", 0, ["one", "two", "three"])
    assert await words(store) == ["third"]


async def test_a_writer_who_is_called_off_leaves_all_or_nothing(store):
    """Cancelled after any number of steps, a transaction must not hold up the next one."""
    for steps in range(25):
        before = len(await words(store))
        task = asyncio.create_task(store.append("t1", before, ["one", "two", "three"]))
        for _ in range(steps):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.wait_for(store.set_speed("t1", str(steps)), 5)
        assert len(await words(store)) in (before, before + 3)
    assert (await store.table("t1")).speed == "24"


async def plans(store: Store, table: str) -> list[PlacingPlan]:
    """The plans that are kept for a table, by seat."""
    return [*(await store.news(table, 0)).plans]


async def test_plans_are_replaced_by_newer_ones_only(store):
    await store.keep_plan("t1", PlacingPlan(1, 4, ("place worker", "place gold")))
    await store.keep_plan("t1", PlacingPlan(0, 4, ()))
    assert await plans(store, "t1") == [
        PlacingPlan(0, 4, ()),
        PlacingPlan(1, 4, ("place worker", "place gold")),
    ]
    await store.keep_plan("t1", PlacingPlan(1, 4, ("a",)))
    await store.keep_plan("t1", PlacingPlan(0, 7, ("b",)))
    await store.keep_plan("t1", PlacingPlan(0, 6, ("too late",)))
    assert await plans(store, "t1") == [PlacingPlan(0, 7, ("b",)), PlacingPlan(1, 4, ("a",))]
    await store.drop_plan("t1", 0)
    await store.drop_plan("t1", 0)
    assert await plans(store, "t1") == [PlacingPlan(1, 4, ("a",))]


async def test_handing_in_forgets_the_plans_of_the_table(store):
    await store.add_table(replace(TABLE, id="t2"), [replace(SEATS[0], table="t2")])
    await store.keep_plan("t1", PlacingPlan(0, 0, ("a",), NOON))
    await store.keep_plan("t1", PlacingPlan(1, 0, ("b",)))
    await store.keep_plan("t2", PlacingPlan(0, 0, ("c",)))
    assert [plan.at == NOON for plan in await plans(store, "t1")] == [True, False]
    await store.hand_in("t1", 0, [("a", "anna", NOON), ("b", "", None)])
    assert await words(store) == ["a", "b"]
    assert [entry.at == NOON for entry in (await store.news("t1", 0)).entries] == [True, False]
    assert await plans(store, "t1") == []
    assert await plans(store, "t2") == [PlacingPlan(0, 0, ("c",))]


async def test_handing_in_too_late_forgets_nothing(store):
    await store.append("t1", 0, ["first"])
    await store.keep_plan("t1", PlacingPlan(0, 0, ("a",)))
    with pytest.raises(Conflict):
        await store.hand_in("t1", 0, [("a", "", NOON)])
    assert await words(store) == ["first"]
    assert await plans(store, "t1") == [PlacingPlan(0, 0, ("a",))]


async def test_a_link_to_a_seat_works_once(opened, store):
    stores = (store, await opened())
    names = [f"n{n}" for n in range(20)]
    for name in names:
        await store.guests.add(Guest(name, name.upper(), NOON))
    tries = [
        stores[n % 2].seats.claim("t1", 1, 0, name, name.upper()) for n, name in enumerate(names)
    ]
    results = await asyncio.gather(*tries)
    assert results.count(True) == 1
    winner = names[results.index(True)]
    seat = (await store.seats.of("t1"))[1]
    assert seat == SeatRow("t1", 1, "guest", winner, None, winner.upper(), 1, invited=True)


async def test_only_an_open_seat_with_this_claim_can_be_claimed(store):
    assert not await store.seats.claim("t1", 1, 1, "boris", "Boris")
    assert not await store.seats.claim("t1", 2, 0, "boris", "Boris")
    assert not await store.seats.claim("t1", 3, 0, "boris", "Boris")
    assert not await store.seats.claim("t2", 1, 0, "boris", "Boris")
    assert await store.seats.of("t1") == SEATS


async def test_nobody_sits_down_when_the_match_is_over(store):
    await store.finish("t1", NOON)
    assert not await store.seats.claim("t1", 1, 0, "boris", "Boris")
    assert await store.seats.of("t1") == SEATS
    assert await store.seats.seatings("t1") == []


async def test_the_owner_frees_a_seat_and_old_links_are_void(store):
    assert await store.seats.claim("t1", 1, 0, "boris", "Boris")
    assert not await store.seats.put(SEATS[1], 0)
    assert await store.seats.put(SEATS[1], 1)
    assert (await store.seats.of("t1"))[1] == replace(SEATS[1], claim=2)
    assert not await store.seats.claim("t1", 1, 0, "boris", "Boris")
    assert not await store.seats.claim("t1", 1, 1, "boris", "Boris")
    bot = SeatRow("t1", 1, "bot", None, "easy", "Bot", 3)
    assert await store.seats.put(bot, 2)
    assert await store.seats.of("t1") == [SEATS[0], bot, SEATS[2]]


async def test_of_two_changes_of_a_seat_one_counts(store):
    bots = [SeatRow("t1", 1, "bot", None, "easy", f"Bot {n}") for n in range(10)]
    claims = [store.seats.claim("t1", 1, 0, "boris", "Boris") for _ in range(10)]
    results = await asyncio.gather(*(store.seats.put(bot, 0) for bot in bots), *claims)
    assert results.count(True) == 1
    assert (await store.seats.of("t1"))[1].claim == 1


async def test_the_first_rematch_stays(opened, store):
    stores = (store, await opened())
    results = await asyncio.gather(*(stores[n % 2].set_rematch("t1", f"r{n}") for n in range(20)))
    assert len(set(results)) == 1
    assert (await store.table("t1")).rematch == results[0]
    with pytest.raises(StoreError, match="does not exist"):
        await store.set_rematch("t2", "r1")


async def test_a_match_is_over_once(store):
    assert await store.active(NOON - timedelta(days=1)) == ["t1"]
    await store.finish("t1", NOON)
    await store.finish("t1", NOON + timedelta(hours=1))
    assert (await store.table("t1")).finished == NOON
    assert await store.active(NOON - timedelta(days=1)) == []


async def test_tables_of_a_guest_are_unfinished_first_then_newest(store):
    for number in (2, 3, 4, 5):
        table = replace(TABLE, id=f"t{number}", created=NOON + timedelta(days=number))
        seats = [replace(SEATS[1], table=table.id), replace(SEATS[0], table=table.id)]
        await store.add_table(table, seats)
    await store.add_table(replace(TABLE, id="t6", owner="boris", created=NOON), [])
    assert await store.seats.claim("t4", 1, 0, "boris", "Boris")
    await store.finish("t5", NOON)
    await store.finish("t2", NOON)
    assert [t.id for t in await store.tables_of("anna")] == ["t4", "t3", "t1", "t5", "t2"]
    assert [t.id for t in await store.tables_of("boris")] == ["t4", "t6"]
    assert await store.tables_of("nobody") == []
    assert await store.active(NOON - timedelta(days=1)) == ["t4", "t3", "t1", "t6"]
    # Of those that were opened earlier, where something was played since.
    await store.append("t1", 0, ["gold"])
    assert await store.active(NOON + timedelta(days=3.5)) == ["t4", "t1"]


async def test_the_speed_can_change(store):
    await store.set_speed("t1", "brisk")
    assert await store.table("t1") == replace(TABLE, speed="brisk", changes=1)


async def test_what_is_not_there_cannot_be_named(store):
    attempts = (
        store.append("t2", 0, ["gold"]),
        store.keep_plan("t1", PlacingPlan(3, 0, ())),
        store.add_table(replace(TABLE, id="t2", owner="nobody"), []),
        store.seats.claim("t1", 1, 0, "nobody", "Nobody"),
    )
    for attempt in attempts:
        with pytest.raises(StoreError, match="does not exist") as caught:
            await attempt
        assert not isinstance(caught.value, Conflict)


async def test_what_no_database_can_hold_is_refused(store):
    attempts = (
        store.seats.claim("t1", 1, 10**30, "boris", "Boris"),
        store.news("t1", 10**30),
        store.guests.rename("anna", "half of a character: \ud83d"),
        store.guests.get("\ud83d"),
    )
    for attempt in attempts:
        with pytest.raises(StoreError, match="cannot be kept"):
            await attempt
    with pytest.raises(StoreError):
        await store.append("t1", -1, ["before the beginning"])
    assert await words(store) == []
    assert await store.guests.get("anna") == ANNA


# ------------------------------------------------------------ clocks


async def test_a_table_with_a_pace_is_due_at_once_and_then_when_somebody_said(opened, store):
    other = await opened()
    assert not await store.clocks.run_anywhere()
    await store.add_table(replace(TABLE, id="paced", pace="10 minutes"), [])
    assert await store.clocks.run_anywhere()
    assert await store.clocks.due(NOON, 9) == [("paced", "")]
    assert await store.clocks.next_due() is None
    later = NOON + timedelta(minutes=8)
    # Of two who look at the same moment one goes on.
    done = await asyncio.gather(*(one.clocks.set_due("paced", "", later) for one in (store, other)))
    assert sorted(done) == [False, True]
    assert await store.clocks.due(NOON, 9) == []
    assert await store.clocks.next_due() == later
    assert [table for table, _ in await store.clocks.due(later, 9)] == ["paced"]
    await store.append("paced", 0, ["a"])
    assert await store.clocks.next_due() == later
    await store.append("paced", 1, ["undo"])
    assert await store.clocks.due(NOON, 9) == [("paced", "")]


async def test_who_has_no_time_left_loses_the_seat_only_if_nothing_happened_meanwhile(store):
    assert not await store.seats.time_out(SEATS[0], 3)
    assert not await store.seats.time_out(replace(SEATS[0], claim=7), 0)
    assert (await store.seats.of("t1"))[0].kind == "guest"
    assert await store.seats.time_out(SEATS[0], 0)
    assert not await store.seats.time_out(SEATS[0], 0)
    kept = (await store.seats.of("t1"))[0]
    assert (kept.kind, kept.guest) == ("bot", "anna")
    (seating,) = await store.seats.seatings("t1")
    assert (seating.reason, seating.kind) == ("time", "bot")


async def test_when_no_server_was_there_is_kept_once(opened, store):
    other, long = await opened(), timedelta(minutes=1)
    await store.clocks.beat(NOON, long)
    await store.clocks.beat(NOON + long, long)
    assert await store.clocks.pauses() == []
    ends = NOON + 3 * long
    await asyncio.gather(store.clocks.beat(ends, long), other.clocks.beat(ends, long))
    await store.clocks.beat(NOON, long)
    assert await other.clocks.pauses() == [(NOON + long, ends)]
    await store.clocks.remove_old_pauses()
    assert await store.clocks.pauses() == []
    # A start counts, however short it was.
    await store.add_table(replace(TABLE, id="paced", pace="10 minutes"), [])
    await store.clocks.beat(ends + timedelta(seconds=1), timedelta(0))
    await store.clocks.remove_old_pauses()
    assert await store.clocks.pauses() == [(ends, ends + timedelta(seconds=1))]
