"""What is known of a table without asking: where nobody else serves it, all that is done there."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest

from siberia.web.tables import clock, service
from siberia.web.tables.ahead import PlansAhead
from siberia.web.tables.changes import Changes
from siberia.web.tables.planning import following
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Guest, StoreError
from siberia.web.tables.store.rows import Hint
from tests.web.databases import KINDS, new_database, opener
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio

LONG = 1e9
BACK = tuple(f"guest{number}" for number in range(4))


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def trusting(monkeypatch):
    monkeypatch.setattr(service, "TRUSTED", LONG)


@pytest.fixture(params=KINDS)
async def place(request, tmp_path):
    async with new_database(request.param, tmp_path) as place:
        yield place


async def with_table(store, game="card", kinds=("guest", "guest")):
    """Keep the guests and a table for them."""
    for guest in BACK:
        await store.guests.add(Guest(guest, guest.title(), NOON))
    await store.add_table(row(game, len(kinds), created=NOON), guest_seats("t1", kinds))
    return Tables(store, Changes())


def counted(store):
    """Count from now on how often it is asked what is new."""
    asked, news = count(1), store.news
    times = [0]

    async def counting(*what):
        times[0] = next(asked)
        return await news(*what)

    store.news = counting
    return times


@pytest.mark.usefixtures("trusting")
async def test_who_looks_again_asks_for_nothing_unless_others_serve_the_table_too(place):
    async with opener(place) as opened:
        tables = await with_table(store := await opened())
        asked = counted(store)
        table = await tables.get("t1")
        for _ in range(3):
            assert await tables.get("t1") is table
        assert asked[0] == (4 if store.database.is_shared else 1)


@pytest.mark.usefixtures("trusting")
async def test_words_that_were_played_here_need_not_be_read(tmp_path):
    async with new_database("sqlite", tmp_path) as place, opener(place) as opened:
        tables = await with_table(store := await opened())
        table, asked = await tables.get("t1"), counted(store)
        for word in ("flip 4", "draw 2"):
            await tables.play(table, 0, table.seq, [word], "guest0")
            assert (await tables.get("t1")).match.words[-1] == word
        assert asked[0] == 0


async def test_what_a_tool_does_shows_a_moment_later(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "TRUSTED", 0.05)
    async with new_database("sqlite", tmp_path) as place, opener(place) as opened:
        tables = await with_table(await opened())
        assert await tables.get("t1") is not None
        await (await opened()).remove("t1")
        await asyncio.sleep(0.06)
        assert await tables.get("t1") is None


@pytest.mark.usefixtures("trusting")
async def test_at_a_table_that_a_tool_removed_nothing_is_played_any_more(tmp_path):
    async with new_database("sqlite", tmp_path) as place, opener(place) as opened:
        tables = await with_table(await opened())
        table = await tables.get("t1")
        await (await opened()).remove("t1")
        with pytest.raises(StoreError):
            await tables.play(table, 0, 0, ["flip 4"], "guest0")
        assert table.match.words == ()
        assert await tables.get("t1") is None


@pytest.mark.usefixtures("trusting")
async def test_a_word_of_somebody_else_is_never_overwritten(tmp_path):
    async with new_database("sqlite", tmp_path) as place, opener(place) as opened:
        tables = await with_table(await opened())
        table = await tables.get("t1")
        await (await opened()).append("t1", 0, ["flip 5"])
        with pytest.raises(Refused) as refused:
            await tables.play(table, 0, 0, ["flip 4"], "guest0")
        assert refused.value.refusal is Refusal.STALE
        assert table.match.words == ("flip 5",)


def known(table):
    """All that is kept of a table, as this process knows it."""
    return {
        # A count that is too low costs one more look.
        "row": replace(table.row, changes=0),
        "seats": table.seats.rows,
        "left": table.seats.left,
        "seatings": table.seatings,
        "proposal": table.proposal,
        "words": table.match.words,
        "seq": table.seq,
        "plans": table.plans,
        "ahead": table.ahead,
        "asked": table.asked,
        "moved_at": table.moved_at,
        "taken_back": table.taken_back,
        "players": [step.guest for step in table.fold.steps],
    }


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize("game", ["card", "board"])
async def test_whatever_is_done_at_a_table_is_known_as_it_is_kept(tmp_path, game):
    """Every deed, one after the other; after each a process that knows nothing reads it all."""
    async with new_database("sqlite", tmp_path) as place, opener(place) as opened:
        tables = await with_table(store := await opened(), game, ["guest", "guest", "easy", "open"])
        ahead = PlansAhead(tables)
        table = await tables.get("t1")

        async def same(deed):
            await deed
            assert await tables.get("t1") is table
            assert known(table) == known(await Tables(store, Changes()).get("t1"))

        def seat(number, **changes):
            return replace(table.seats[number], **changes)

        async def everybody_places():
            for number in range(table.match.seats):
                drawn = len(table.imagined(number).view.players[number].drawn)
                await same(tables.plan(table, number, table.seq, ["place research"] * drawn))
                if number == 0:
                    await same(tables.replan(table, 0, table.seq))
                    await same(tables.plan(table, 0, table.seq, ["place research"] * drawn))

        await same(tables.seating.offer(table, table.seats[3], anyone=True))
        await same(tables.seating.sit_down(table, "guest3", "Guest3"))
        await same(tables.settings.set_speed(table, "fast"))
        await same(tables.settings.set_watching(table, "link"))
        await same(tables.settings.set_talk(table, "phrases"))
        if table.is_placing:
            await everybody_places()
        for _ in range(6):
            mover, guest = table.awaited[0], f"guest{table.awaited[0]}"
            await same(tables.keep_hint(table, Hint(mover, table.seq, clock.now())))
            waiting = next(number for number in (0, 1) if number != mover)
            begun = following(table, waiting)
            if begun is not None:
                await same(ahead.add(table, waiting, table.seq, begun.legal()[:1]))
            word = table.match.legal()[0]
            await same(tables.play(table, mover, table.seq, [word], guest))
            with suppress(Refused):
                await same(tables.undo(table, mover, table.seq, guest))
            if begun is not None and waiting in table.ahead:
                await same(ahead.shorten(table, waiting, to=0))
        await ahead.close()
        await same(tables.seating.leave(table, "guest3"))
        await same(tables.seating.come_back(table, "guest3"))
        await same(tables.seating.propose(table, "guest0", seat(2, level="hard")))
        await same(tables.seating.answer(table, "guest1", agrees=True))
        await same(tables.seating.answer(table, "guest3", agrees=True))
        await same(tables.seating.change_level(table, 2, "medium"))
        table.seats._since -= timedelta(days=1).total_seconds()
        await same(tables.seating.give(table, seat(1, kind="bot", level="easy")))
        await same(tables.seating.give(table, seat(1, kind="guest", level=None)))
        await same(tables.forget("guest3"))
