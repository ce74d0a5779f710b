"""Leaving a table, coming back, being forgotten: what is kept then, the same in both databases."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from siberia.web.i18n.languages import language
from siberia.web.tables.names import bot_names, guest_name, shown_name
from siberia.web.tables.seats import Seats
from siberia.web.tables.store import Guest, PlacingPlan, SeatRow, StoreError, TableRow
from siberia.web.tables.store.rows import Proposal, Seating
from tests.web.databases import KINDS, new_database, opener

pytestmark = pytest.mark.anyio

NOON = datetime(2025, 1, 31, 12, tzinfo=UTC)
TABLE = TableRow(
    *("t1", "Winter", "card", "dlp", False, "", 3, 0, "0123456789abcdef" * 2, "f" * 32),
    owner="anna",
    speed="calm",
    created=NOON,
)
ANNA = SeatRow("t1", 0, "guest", "anna", None, "Anna")
BORIS = SeatRow("t1", 1, "guest", "boris", None, "Boris")
BOT = SeatRow("t1", 2, "bot", None, "easy", "Lena")
# Where a person may be named or numbered.
TABLES = ("guests", "tables", "seats", "entries", "seatings", "plans", "proposals", "departures")


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
    for name in ("Anna", "Boris", "Cem"):
        await store.guests.add(Guest(name.lower(), name, NOON))
    await add(store, "t1", ANNA, BORIS, BOT)
    return store


async def add(store, table: str, *seats: SeatRow, owner: str = "anna") -> None:
    """Add a table with these seats."""
    rows = [replace(seat, table=table) for seat in seats]
    await store.add_table(replace(TABLE, id=table, seats=len(rows), owner=owner), rows)


async def listed(store, guest: str) -> list[str]:
    """The tables on somebody's list."""
    return sorted(table.id for table in await store.tables_of(guest))


async def everything(store) -> str:
    """All that is kept, as one text."""
    rows = [await store.database.read(f"SELECT * FROM {name}") for name in TABLES]
    return "\n".join(map(repr, rows)).casefold()


# ---------------------------------------------------------------- leaving


async def test_before_the_first_word_a_seat_is_free_again(store):
    await store.keep_plan("t1", PlacingPlan(1, 0, ("place research",)))
    await store.seats.leave("t1", "boris")
    assert (await store.seats.of("t1"))[1] == SeatRow("t1", 1, "open", None, None, "Guest", 1)
    assert await store.seats.seatings("t1") == [Seating(0, 1, "guest", "open", None, "Boris")]
    assert (await store.news("t1", 0)).plans == (), "who comes next plans anew"
    assert await listed(store, "boris") == []
    assert await listed(store, "anna") == ["t1"]
    assert await store.seats.claim("t1", 1, 1, "cem", "Cem")


async def test_after_the_first_word_a_bot_keeps_the_seat(store):
    await store.append("t1", 0, ["a", "b", "undo"], guest="boris")
    await store.seats.leave("t1", "boris")
    kept = SeatRow("t1", 1, "bot", "boris", "hard", "Boris", 1)
    assert (await store.seats.of("t1"))[1] == kept
    assert await store.seats.seatings("t1") == [Seating(1, 1, "guest", "bot", "hard", "Boris")]
    assert await listed(store, "boris") == []
    assert await store.seats.departed("t1") == {"boris"}
    await store.seats.leave("t1", "boris")
    assert (await store.seats.of("t1"))[1] == kept, "who has left has left"
    await store.seats.come_back("t1", "boris")
    assert (await store.seats.of("t1"))[1] == replace(BORIS, claim=2)
    assert await listed(store, "boris") == ["t1"]
    assert await store.seats.departed("t1") == frozenset()


async def test_who_takes_a_seat_is_back(store):
    await store.append("t1", 0, ["a"])
    await store.seats.leave("t1", "boris")
    kept = (await store.seats.of("t1"))[1]
    assert await store.seats.put(replace(kept, kind="guest", level=None), 1)
    assert await listed(store, "boris") == ["t1"]


async def test_all_seats_of_a_shared_device_are_left(store):
    await add(store, "shared", ANNA, BORIS, replace(ANNA, number=2, name="Ada"))
    await store.append("shared", 0, ["a"])
    await store.seats.leave("shared", "anna")
    assert [seat.kind for seat in await store.seats.of("shared")] == ["bot", "guest", "bot"]
    await store.seats.come_back("shared", "anna")
    assert {seat.kind for seat in await store.seats.of("shared")} == {"guest"}


async def test_somebody_who_sits_there_is_the_host_then(store):
    await store.append("t1", 0, ["a"])
    await store.seats.leave("t1", "anna")
    assert (await store.table("t1")).owner == "boris"
    await store.seats.come_back("t1", "anna")
    assert (await store.table("t1")).owner == "boris"
    # Where nobody sits any more the first who comes back is.
    await store.seats.leave("t1", "anna")
    await store.seats.leave("t1", "boris")
    assert (await store.table("t1")).owner == "boris"
    await store.seats.come_back("t1", "anna")
    assert (await store.table("t1")).owner == "anna"


async def test_who_was_alone_stays_the_host(store):
    await add(store, "alone", ANNA, replace(BOT, number=1))
    await store.append("alone", 0, ["a"])
    await store.seats.leave("alone", "anna")
    assert (await store.table("alone")).owner == "anna"
    assert await listed(store, "anna") == ["t1"]
    assert await store.count_unfinished("anna") == 1, "what is left does not count"


async def test_leaving_a_finished_match_changes_nothing_but_the_list(store):
    await store.append("t1", 0, ["a"], finishes=True)
    before = await store.table("t1"), await store.seats.of("t1")
    for guest in ("anna", "boris"):
        await store.seats.leave("t1", guest)
        assert await listed(store, guest) == []
    after = replace(await store.table("t1"), changes=before[0].changes)
    assert (after, await store.seats.of("t1")) == before
    assert await store.seats.seatings("t1") == []
    await store.seats.come_back("t1", "anna")
    assert await listed(store, "anna") == ["t1"]


async def test_nobody_leaves_a_table_that_is_not_there(store):
    for attempt in (store.seats.leave("nowhere", "anna"), store.seats.come_back("nowhere", "anna")):
        with pytest.raises(StoreError, match="does not exist"):
            await attempt


async def test_many_who_leave_and_come_back_at_once_are_in_order(opened, store):
    await store.append("t1", 0, ["a"])
    stores = (store, await opened())
    for _ in range(5):
        await asyncio.gather(
            *(stores[n % 2].seats.leave("t1", ("anna", "boris")[n % 2]) for n in (0, 1))
        )
        await asyncio.gather(
            *(stores[n].seats.come_back("t1", ("anna", "boris")[n]) for n in (0, 1))
        )
    seats = await store.seats.of("t1")
    assert [seat.kind for seat in seats] == ["guest", "guest", "bot"]
    assert len(await store.seats.seatings("t1")) == 20


# ---------------------------------------------------------------- being forgotten


async def test_nothing_of_who_is_forgotten_is_kept(store):
    await store.append("t1", 0, ["a"], guest="boris")
    await store.append("t1", 1, ["b"], guest="anna")
    await store.seats.keep_proposal("t1", Proposal(2, 0, "open", None, frozenset({"boris"})))
    await add(store, "over", ANNA, BORIS, BOT)
    await store.seats.keep_proposal("over", Proposal(2, 0, "open", None, frozenset({"boris"})))
    await store.append("over", 0, ["a"], guest="boris", finishes=True)
    await add(store, "before", ANNA, BORIS, BOT)
    await add(store, "left", ANNA, BORIS, BOT, owner="boris")
    await store.append("left", 0, ["a"], guest="boris")
    await store.seats.leave("left", "boris")
    # Here they only sat for a while, and it remembers that.
    await add(store, "once", ANNA, replace(BORIS, kind="open", guest=None, name="Nobody"))
    assert await store.seats.claim("once", 1, 0, "boris", "Boris the second")
    await store.seats.leave("once", "boris")
    assert "boris" in await everything(store)
    assert await store.guests.forget("boris") == []
    assert "boris" not in await everything(store)
    assert await store.guests.get("boris") is None
    assert [seat.name for seat in await store.seats.of("t1")] == ["Anna", "Guest", "Lena"]


async def test_earlier_changes_of_seats_do_not_say_who_it_was_but_are_forgotten_too(store):
    await add(store, "early", ANNA, replace(BORIS, kind="open", guest=None, name="Nobody"))
    assert await store.seats.claim("early", 1, 0, "boris", "Boris")
    await store.database.write(("UPDATE seatings SET guest = NULL", ()))
    await store.guests.forget("boris")
    # The one from before, and what being forgotten makes of the seat.
    assert [seating.name for seating in await store.seats.seatings("early")] == ["Guest", "Guest"]
    assert "boris" not in await everything(store)


async def test_what_becomes_of_the_seats_of_who_is_forgotten(store):
    for table in ("running", "kept", "over"):
        await add(store, table, ANNA, BORIS, BOT)
        await store.append(table, 0, ["a"], guest="boris", finishes=table == "over")
    await store.seats.leave("kept", "boris")
    await store.guests.forget("boris")
    seat = SeatRow("", 1, "bot", None, "hard", "Guest", 2)
    for table, expected in (
        ("t1", replace(seat, kind="open", level=None)),
        ("running", seat),
        ("kept", seat),
        ("over", replace(seat, kind="guest", level=None, claim=1)),
    ):
        assert (await store.seats.of(table))[1] == replace(expected, table=table)
        assert [entry.guest for entry in (await store.news(table, 0)).entries] in ([], [""])
    assert await store.seats.seatings("running") == [Seating(1, 1, "guest", "bot", "hard", "Guest")]
    assert await store.seats.seatings("over") == []


async def test_tables_where_nobody_else_may_look_go_entirely(store):
    await add(store, "alone", ANNA, replace(BOT, number=1))
    await store.append("alone", 0, ["a", "b"], guest="anna", finishes=True)
    await add(store, "waiting", ANNA, replace(BORIS, kind="open", guest=None, name="Open"))
    assert await store.seats.claim("waiting", 1, 0, "cem", "Cem")
    await store.seats.leave("waiting", "cem")
    await store.keep_plan("waiting", PlacingPlan(0, 0, ("x",)))
    await store.seats.keep_proposal("waiting", Proposal(1, 0, "open", None, frozenset({"anna"})))
    assert sorted(await store.guests.forget("anna")) == ["alone", "waiting"]
    for table in ("alone", "waiting"):
        assert await store.table(table) is None
        assert await store.seats.of(table) == []
        assert await store.seats.seatings(table) == []
        assert (await store.news(table, 0)).entries == ()
    assert (await store.table("t1")).owner == "boris"


async def test_a_second_guest_has_a_name_of_their_own(store):
    await store.append("t1", 0, ["a"], finishes=True)
    await store.guests.forget("boris")
    assert await store.guests.forget("anna") == ["t1"], "nobody is left to look at it"
    await store.guests.add(Guest("dora", "Dora", NOON))
    names = ["Ada", "Bo", "Cy"]
    for name in names:
        await store.guests.add(Guest(name, name, NOON))
    seats = [replace(BORIS, number=n, guest=name, name=name) for n, name in enumerate(names)]
    await add(store, "three", *seats, owner="dora")
    await store.finish("three", NOON)
    for name in names:
        await store.guests.forget(name)
    assert [s.name for s in await store.seats.of("three")] == ["Guest", "Guest 2", "Guest 3"]


async def test_a_guest_is_forgotten_wholly_or_not_at_all(store, monkeypatch):
    before = await everything(store)
    # The last step fails.
    monkeypatch.setattr("siberia.web.tables.store.statements.REMOVE_GUEST", "DELETE FROM nowhere")
    with pytest.raises(StoreError):
        await store.guests.forget("anna")
    assert await everything(store) == before


async def test_who_is_not_known_is_forgotten_already(store):
    assert await store.guests.forget("nobody") == []


async def test_who_left_and_never_sat_down_again_is_forgotten_in_time(store):
    await store.seats.leave("t1", "boris")
    assert await store.guests.remove_unused(datetime.now(UTC)) == 2
    assert await store.guests.get("boris") is None


# ---------------------------------------------------------------- names


async def test_a_guest_is_one_in_every_language():
    german = language("de")
    assert shown_name("Guest", german) == "Gast"
    assert shown_name("Guest 2", german) == "Gast 2"
    assert shown_name("Guest", language("en")) == "Guest"
    for name in ("Guest star", "guest", "Guestly", "Anna"):
        assert shown_name(name, german) == name
    assert guest_name(["Anna", "GUEST", "Guest 3"]) == "Guest 2"
    assert bot_names(["angara"])[0] == "Tunguska"


async def test_who_left_is_not_asked_for_the_next_match():
    rows = [
        ANNA,
        replace(BORIS, kind="bot", level="hard"),
        replace(BOT, guest="cem"),
        replace(BORIS, number=3, guest=None, name="Guest"),
    ]
    seats = Seats(rows, "anna", lambda _guest: None)
    seats.left = frozenset({"boris"})
    following = seats.in_next_match()
    assert following[0] == ANNA
    assert following[1] == replace(rows[1], guest=None, name="Angara")
    assert following[2] == rows[2], "who is only away is"
    assert following[3] == replace(rows[3], kind="open"), "and nobody waits for who is forgotten"
