"""Tables that anybody may find: what is told of them, for how long, and who may sit down."""

import asyncio
from dataclasses import fields, replace
from datetime import timedelta

import pytest

from siberia.web.tables import clock, lobby
from siberia.web.tables.changes import Changes
from siberia.web.tables.lobby import Kept, Lobby
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Guest
from siberia.web.tables.store.rows import LobbyRow
from siberia.web.tables.table import Table
from tests.web.databases import KINDS, new_database, opener
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio


@pytest.fixture(params=KINDS)
async def opened(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield opened


@pytest.fixture
async def store(opened):
    store = await opened()
    for number in range(5):
        await store.guests.add(Guest(f"guest{number}", f"Player {number}", NOON))
    return store


async def lays_out(store, table_id, *kinds, **more):
    """Keep a table just opened; of its seats those called "anyone" are open to whoever comes."""
    known = ["open" if kind == "anyone" else kind for kind in kinds]
    seats = guest_seats(table_id, known)
    offered = [
        replace(seat, anyone=kind == "anyone") for seat, kind in zip(seats, kinds, strict=True)
    ]
    table = row("card", len(kinds), table_id, **{"created": clock.now(), **more})
    await store.add_table(table, offered)
    return table


async def held(tables: Tables) -> Table:
    """The one open table, as a process holds it."""
    found = await tables.get("open")
    assert found is not None
    return found


def lobby_of(store, changes=None):
    changes = changes or Changes()
    return Lobby(store, Tables(store, changes), changes)


async def listed(found: Lobby) -> list[str]:
    found.expire()
    return [row.id for row in await found.waiting.get()]


# ------------------------------------------------------------ what is kept


async def test_only_what_is_offered_waits_the_newest_first(store):
    now = clock.now()
    await lays_out(store, "older", "guest", "anyone", created=now - timedelta(minutes=2))
    await lays_out(store, "private", "guest", "open")
    await lays_out(store, "full", "guest", "guest")
    await lays_out(store, "newer", "guest", "easy", "anyone", pace="2 days", language="fr")
    await lays_out(store, "over", "guest", "anyone", finished=now)
    await lays_out(store, "left", "guest", "anyone")
    await store.seats.leave("left", "guest0")
    newer, older = await store.lobby.waiting()
    assert (newer.id, older.id) == ("newer", "older")
    assert [seat.kind for seat in newer.seats] == ["guest", "bot", "open"]
    assert [seat.anyone for seat in newer.seats] == [False, False, True]
    assert (newer.pace, newer.language, newer.length, newer.moved) == ("2 days", "fr", 0, None)
    assert newer.people == {"guest0"}


async def test_to_watch_is_what_was_begun_and_everyone_may_watch(store):
    await lays_out(store, "begun", "guest", "guest", watching="everyone")
    await lays_out(store, "waits", "guest", "guest", watching="everyone")
    await lays_out(store, "by-link", "guest", "guest", watching="link")
    for table in ("begun", "by-link"):
        await store.append(table, 0, ["flip 4", "draw 2"])
    (found,) = await store.lobby.to_watch()
    assert (found.id, found.length) == ("begun", 2)
    assert found.touched == found.moved == (await store.news("begun", 1)).entries[0].at


async def test_what_is_listed_has_no_field_for_a_secret(store):
    names = {field.name for field in fields(LobbyRow)}
    assert not names & {"seed", "salt", "start", "rules", "exchanges"}
    await lays_out(store, "open", "guest", "anyone")
    assert "5eed" not in repr(await store.lobby.waiting())


# ------------------------------------------------------------ who may sit down


async def test_two_at_once_two_seats_and_a_third_comes_too_late(store, opened):
    await lays_out(store, "open", "guest", "anyone", "hard", "anyone")
    # Each in a process of its own.
    tables = [Tables(await opened(), Changes()) for _ in range(3)]
    seen = [await held(one) for one in tables]
    outcomes = await asyncio.gather(
        *(
            one.seating.sit_down(table, f"guest{number}", f"Player {number}")
            for number, (one, table) in enumerate(zip(tables, seen, strict=True), 1)
        )
    )
    assert sorted(outcomes) == [False, True, True]
    seats = await store.seats.of("open")
    assert [seat.kind for seat in seats] == ["guest", "guest", "bot", "guest"]
    assert len({seat.guest for seat in seats}) == 4
    assert not await store.lobby.waiting()


async def test_what_was_closed_meanwhile_is_taken_only_by_its_link(store, opened):
    await lays_out(store, "open", "guest", "anyone")
    host, stale = Tables(store, Changes()), Tables(await opened(), Changes())
    table, seen = await held(host), await held(stale)
    assert await host.seating.offer(table, table.seats[1], anyone=False)
    assert not await stale.seating.sit_down(seen, "guest1", "Player 1")
    assert not await store.lobby.waiting()
    # The link, which counts claims, is as good as before.
    assert await stale.seating.claim(seen, 1, 0, "guest1", "Player 1")


async def test_a_seat_that_is_taken_is_not_offered(store):
    await lays_out(store, "open", "guest", "guest", "open")
    tables = Tables(store, Changes())
    table = await held(tables)
    assert not await tables.seating.offer(table, table.seats[1], anyone=True)
    assert await tables.seating.offer(table, table.seats[2], anyone=True)
    assert [seat.anyone for seat in await store.seats.of("open")] == [False, False, True]


async def test_nobody_sits_down_by_anothers_name(store):
    await lays_out(store, "open", "guest", "anyone")
    tables = Tables(store, Changes())
    table = await held(tables)
    with pytest.raises(Refused) as refused:
        await tables.seating.sit_down(table, "guest1", "player 0")
    assert refused.value.refusal is Refusal.NAME_TAKEN
    assert (await store.seats.of("open"))[1].kind == "open"


# ------------------------------------------------------------ for how long


async def test_a_table_is_listed_while_somebody_there_is_about(store):
    changes = Changes()
    found = lobby_of(store, changes)
    long_ago = clock.now() - timedelta(seconds=2 * lobby.AWAY_FOR_LONG)
    await lays_out(store, "old", "guest", "anyone", created=long_ago)
    assert await listed(found) == []
    # They play elsewhere, and would hear of it.
    with changes.subscribe("guest0", frozenset({"another"})):
        assert await listed(found) == ["old"]
    assert await listed(found) == ["old"]
    changes._seen["guest0"] -= 2 * lobby.AWAY_FOR_LONG
    assert await listed(found) == []
    changes.note_seen("guest0")
    assert await listed(found) == ["old"]


async def test_who_plays_by_days_is_waited_for_for_days(store):
    found = lobby_of(store)
    days = lobby.WAITS_BY_DAYS
    for table, age in (("young", days / 2), ("old", 2 * days)):
        await lays_out(store, table, "guest", "anyone", created=clock.now() - age, pace="7 days")
    assert await listed(found) == ["young"]


async def test_nobody_fills_the_list_alone(store):
    for number in range(lobby.MOST_OF_ONE_HOST + 2):
        await lays_out(store, f"t{number}", "guest", "anyone")
    await lays_out(store, "other", "easy", "anyone", owner="guest3")
    found = await listed(lobby_of(store))
    assert len(found) == lobby.MOST_OF_ONE_HOST + 1
    assert "other" in found


async def test_many_who_ask_are_told_what_one_has_looked_up():
    looks = 0

    async def look():
        nonlocal looks
        looks += 1
        await asyncio.sleep(0)
        return looks

    kept = Kept(look)
    assert await asyncio.gather(*(kept.get() for _ in range(20))) == [1] * 20
    kept.expire()
    assert await kept.get() == 2
    kept._until -= 2 * lobby.GOOD_FOR
    assert await kept.get() == 3
