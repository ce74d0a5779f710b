"""The deals of the days: settled once, before their day, whoever settles them; one try counts."""

import asyncio
import hashlib
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from siberia.match.record import commitment
from siberia.web.tables.bot_queue import BotQueue
from siberia.web.tables.changes import Changes
from siberia.web.tables.daily import Daily
from siberia.web.tables.days import EXPERT, bots_chance, ends, is_in_time, lasts
from siberia.web.tables.endings import Endings
from siberia.web.tables.opening import open_rematch
from siberia.web.tables.service import Tables
from siberia.web.tables.store.rows import Guest, ReviewRow
from siberia.web.tables.table import deal as dealt
from tests.support import play_random
from tests.web.clocks import Clock
from tests.web.databases import KINDS, new_database, opener
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio

THE_DAY, EVE = date(2026, 11, 19), date(2026, 11, 18)
ANNA, BORIS = Guest("anna", "Anna", NOON), Guest("boris", "Angara", NOON)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch, datetime(2026, 11, 19, 15, 19, tzinfo=UTC))


@pytest.fixture(params=KINDS)
async def opened(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        yield opened


def derive_with(key: str):
    """How a server with this key derives its deals."""
    return lambda text: hashlib.sha256(f"{key} {text}".encode()).hexdigest()[:32]


@asynccontextmanager
async def process(opened, key="key"):
    """One process of a server."""
    tables = Tables(await opened(), Changes())
    # Who plays for the bots is settled among processes that hear of each other.
    await tables.store.database.listen(lambda _message: None, lambda: None)
    bots = BotQueue(tables, 1)
    try:
        yield Daily(tables, bots, derive_with(key)), tables
    finally:
        await bots.close()


async def play_to_the_end(tables: Tables, table_id: str, seed: object = 0):
    """Play a table to its end, whoever sits there."""
    table = await tables.get(table_id)
    words = play_random(table.match.copy(), seed).words[table.match.ply :]
    await tables.store.append(table_id, table.seq, words, guest="", finishes=True)
    return await tables.get(table_id)


# ------------------------------------------------------------ the deals


async def test_today_and_tomorrow_are_settled(opened, clock):
    async with process(opened) as (daily, tables):
        await daily.settle()
        kept = {day: await tables.store.days.deals(day) for day in (THE_DAY, date(2026, 11, 20))}
        assert await tables.store.days.deals(date(2026, 11, 21)) == {}
    deals = [deal for of_day in kept.values() for deal in of_day.values()]
    assert [sorted(of_day) for of_day in kept.values()] == [["board", "card"]] * 2
    assert len({deal.seed for deal in deals} | {deal.salt for deal in deals}) == 8
    assert {deal.committed for deal in deals} == {clock.at}


async def test_two_processes_that_settle_at_once_agree_even_with_different_keys(opened, clock):
    async with process(opened, "one") as (one, tables), process(opened, "two") as (two, others):
        await asyncio.gather(*(daily.settle() for daily in (one, two) * 3))
        mine, theirs = await one.deals(THE_DAY), await two.deals(THE_DAY)
        assert mine == theirs
        assert await tables.store.days.deals(THE_DAY) == await others.store.days.deals(THE_DAY)


async def test_what_was_promised_stays_when_the_key_changes(opened, clock):
    clock.set(2026, 11, 18, 23, 59, 59)
    async with process(opened, "old") as (daily, tables):
        await daily.settle()
        promised = {g: d.commitment for g, d in (await tables.store.days.deals(THE_DAY)).items()}
    clock.set(2026, 11, 19, 0, 0, 1)
    async with process(opened, "new") as (daily, tables):
        await daily.settle()
        deals = await daily.deals(THE_DAY)
        assert {game: deal.commitment for game, deal in deals.items()} == promised
        for deal in deals.values():
            assert commitment(int(deal.seed, 16), deal.salt) == promised[deal.game]
            assert deal.committed.date() == EVE
        tomorrow = (await tables.store.days.deals(date(2026, 11, 20)))["card"]
        assert tomorrow.seed == derive_with("new")("seed 2026-11-20 card")


async def test_a_day_that_was_missed_has_no_deal(opened, clock):
    async with process(opened) as (daily, _):
        assert await daily.deals(EVE) == {}
        assert await daily.deals(date(2026, 11, 20)) == {}, "only what is settled is told"
        assert sorted(await daily.deals(THE_DAY)) == ["board", "card"]


# ------------------------------------------------------------ tries


@pytest.mark.parametrize("game", ["board", "card"])
async def test_everybody_gets_the_same_deal_and_the_same_answers(opened, clock, game):
    async with process(opened) as (daily, tables):
        found = []
        for guest in (ANNA, BORIS):
            await tables.store.guests.add(guest)
            found.append(await tables.get(await daily.begin(guest, game)))
        anna, boris = found
        deal = (await daily.deals(THE_DAY))[game]
        for table in found:
            assert (table.row.day, table.row.counts) == (THE_DAY, True)
            assert table.match.commitment == deal.commitment
            assert [seat.level for seat in table.seats] == [None, "hard"]
        assert anna.match.setup == boris.match.setup
        assert anna.match.state == boris.match.state
        assert bots_chance(anna.row) == bots_chance(boris.row)
        assert bots_chance(replace(anna.row, day=None)) != bots_chance(anna.row)
        assert len({seat.name for seat in boris.seats}) == 2, "no bot is called as the guest is"


async def test_only_the_first_try_counts(opened, clock):
    async with process(opened) as (daily, tables):
        await tables.store.guests.add(ANNA)
        first = await daily.begin(ANNA, "card")
        assert await daily.begin(ANNA, "card") == first, "until it is over one goes on with it"
        assert await daily.begin(ANNA, "board") != first
        await play_to_the_end(tables, first)
        second, third = await daily.begin(ANNA, "card"), await daily.begin(ANNA, "card")
        assert len({first, second, third}) == 3
        assert not any([(await tables.get(one)).row.counts for one in (second, third)])
        clock.set(2026, 11, 20)
        assert (await tables.get(await daily.begin(ANNA, "card"))).row.counts


async def test_who_asks_twice_at_once_has_one_try(opened, clock):
    async with process(opened) as (one, tables), process(opened) as (two, _):
        await tables.store.guests.add(ANNA)
        begun = await asyncio.gather(*(daily.begin(ANNA, "card") for daily in (one, two) * 3))
        assert len(set(begun)) == 1
        assert len(await tables.store.days.tries_at(THE_DAY)) == 1


async def test_a_try_must_end_before_midnight(opened, clock):
    async with process(opened) as (daily, tables):
        for guest in (ANNA, BORIS):
            await tables.store.guests.add(guest)
        early, late = await daily.begin(ANNA, "card"), await daily.begin(BORIS, "card")
        clock.set(2026, 11, 19, 23, 59, 59)
        row = (await play_to_the_end(tables, early)).row
        assert is_in_time(row)
        assert lasts(row)
        clock.set(2026, 11, 20)
        assert not lasts(row)
        assert not is_in_time((await play_to_the_end(tables, late)).row)
        assert await tables.store.days.played("anna") == [THE_DAY]
        assert await tables.store.days.played("boris") == []


async def test_the_next_match_of_a_try_is_dealt_anew(opened, clock):
    async with process(opened) as (daily, tables):
        await tables.store.guests.add(ANNA)
        table = await play_to_the_end(tables, await daily.begin(ANNA, "card"))
        following = (await tables.get(await open_rematch(tables, table))).row
        assert (following.day, following.counts) == (None, False)
        assert following.seed != table.row.seed
        assert following.salt != table.row.salt


async def test_nobody_else_may_play_a_try_and_nothing_is_tried_out(opened, clock):
    async with process(opened) as (daily, tables):
        await tables.store.guests.add(ANNA)
        table = await tables.get(await daily.begin(ANNA, "card"))
        assert not any(table.seat_changes(seat) for seat in (0, 1))
        # Over a bot's words, which reveal nothing, one may go back only where it does not count.
        while table.match.to_move != 0 or not table.match.ply:
            await tables.play(table, table.match.to_move, table.seq, [table.match.legal()[0]])
        assert table.undoable(0, "anna") == 0


# ------------------------------------------------------------ the expert


async def test_the_expert_plays_once_whoever_asks(opened, clock, monkeypatch):
    monkeypatch.setattr("siberia.web.tables.daily.EXPERT_LEVEL", "easy")
    monkeypatch.setattr("siberia.web.tables.daily.OPPONENT", "easy")
    async with process(opened) as (one, tables), process(opened) as (two, _):
        deal = (await one.deals(THE_DAY))["card"]
        await asyncio.gather(*(daily.call_expert(deal) for daily in (one, two) * 2))
        (table,) = await tables.store.days.tries_of(EXPERT, THE_DAY, THE_DAY)
        for _ in range(600):
            held = await tables.get(table.row.id)
            if held.match.is_over:
                break
            await asyncio.sleep(0.05)
        (ended,) = await Endings(tables.store).of(await tables.store.days.tries_of(EXPERT))
        assert ended.result.scores == held.match.scores()
        assert held.match.commitment == deal.commitment
        assert is_in_time(ended.row)
        await one.call_expert(deal)
        assert len(await tables.store.days.tries_at(THE_DAY)) == 1


# ------------------------------------------------------------ forgetting, and removing


async def test_a_guest_who_is_forgotten_takes_their_tries_along(opened, clock):
    async with process(opened) as (daily, tables):
        await tables.store.guests.add(ANNA)
        await play_to_the_end(tables, await daily.begin(ANNA, "card"))
        await daily.begin(ANNA, "board")
        await tables.forget("anna")
        assert await tables.store.days.tries_at(THE_DAY) == []
        assert await tables.store.days.tries_of("anna") == []


async def test_tables_that_are_removed_leave_the_deal(opened, clock):
    async with process(opened) as (daily, tables):
        await tables.store.guests.add(ANNA)
        table = await play_to_the_end(tables, await daily.begin(ANNA, "card"))
        before = await tables.store.days.deals(THE_DAY)
        assert await tables.store.remove(table.id) == 1
        assert await tables.store.days.tries_at(THE_DAY) == []
        assert await tables.store.days.deals(THE_DAY) == before


# ------------------------------------------------------------ results


async def test_results_are_those_of_the_matches(opened, clock):
    async with process(opened) as (_, tables):
        store, results = tables.store, Endings(tables.store)
        await store.guests.add(Guest("guest0", "Player", NOON))
        expected = {}
        for number, game in enumerate(("card", "board") * 3):
            table = row(game, 2, f"t{number}", owner="guest0", rules=2)
            match = play_random(dealt(table, ["A", "B"]), number)
            await store.add_table(table, guest_seats(table.id, ["guest", "easy"]))
            await store.append(table.id, 0, match.words[:-1], guest="guest0")
            # A word that was taken back is none.
            await store.append(table.id, match.ply - 1, [match.words[-1], "undo", match.words[-1]])
            await store.finish(table.id, clock.at)
            expected[table.id] = match.scores()
        played = await store.played_by("guest0")
        for _ in range(2):
            found = {one.row.id: one.result.scores for one in await results.of(played)}
            assert found == expected
        await store.reviews.keep(ReviewRow("/t/t3", 1, "net", "7", "{}"))
        await store.reviews.keep(ReviewRow("/t/t9", 1, "net", "7", "{}"))
        assert await store.reviews.of("guest0") == {"/t/t3": (1, "net", "7")}
        one = (await results.of(played))[0].result
        assert one.rank(0) == (1 if one.has_won(0) else 2)


async def test_what_cannot_be_folded_is_left_out(opened, clock):
    async with process(opened) as (_, tables):
        store = tables.store
        await store.guests.add(Guest("guest0", "Player", NOON))
        tries: dict[str, dict[str, Any]] = {
            "other": {"components": "sha256:0"},
            "torn": {},
            "rules": {"rules": 99},
        }
        for name, more in tries.items():
            await store.add_table(
                row("card", 2, name, owner="guest0", **more), guest_seats(name, ["guest", "easy"])
            )
            await store.append(name, 0, ["no word of the game"])
            await store.finish(name, NOON)
        assert await Endings(store).of(await store.played_by("guest0")) == []


def test_days_end_at_midnight_utc():
    assert ends(datetime(2026, 12, 31, 23, 59, tzinfo=UTC)) == datetime(2027, 1, 1, tzinfo=UTC)
    assert ends(datetime(2027, 1, 1, tzinfo=UTC)) - datetime(2027, 1, 1, tzinfo=UTC) == timedelta(1)
