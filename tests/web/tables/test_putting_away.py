"""What stays in memory: matches that go on, and those somebody has open; and how much that is."""

import asyncio
import gc
import threading
import tracemalloc
from datetime import timedelta

import pytest

from siberia.match import Match
from siberia.match.record import RULES_AMONG_PEOPLE
from siberia.web.tables import clock, service
from siberia.web.tables.table import STEP_BYTES, TABLE_BYTES, Table, deal
from tests.support import forget_what_is_kept, play_random
from tests.web.full_store import age
from tests.web.server import entries, guest_seats, open_table, row, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def test_a_match_that_is_over_stays_only_while_somebody_has_it_open(tmp_path):
    async with running(tmp_path) as made:
        services = made.state.services
        over, going = row("card", 2, "over"), row("card", 2, "going")
        for one in (over, going):
            await open_table(made, one, ["guest", "guest"])
        match = Match.new("card", seats=2, seed=int(over.seed, 16), start=over.start)
        words = play_random(match, 2, 10_000).words
        await services.store.append("over", 0, words)
        assert (await services.tables.get("over")).match.is_over
        with services.changes.subscribe("guest0", frozenset({"over"})):
            services.tables.put_away_finished()
            assert services.tables.held == 2
        services.tables.put_away_finished()
        assert services.tables.held == 1
        # It is folded again for whoever looks.
        assert (await services.tables.get("over")).match.is_over


async def test_only_so_many_bytes_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "KEPT_BYTES", 3 * TABLE_BYTES)
    async with running(tmp_path) as made:
        tables = made.state.services.tables
        for number in range(5):
            await open_table(made, row("card", 2, f"t{number}"), ["guest", "guest"])
        assert tables.held == 3
        assert tables.held_bytes <= 3 * TABLE_BYTES
        # Words weigh something, too; whoever looks at one that was put away has it again.
        words = play_random(deal(row("card", 2, "t0"), ["A", "B"]), busy=True).words[:40]
        await made.state.services.store.append("t0", 0, words)
        assert (await tables.get("t0")).seq == len(words)
        assert tables.held == 2
        assert tables.held_bytes == 2 * TABLE_BYTES + STEP_BYTES * len(words)


@pytest.mark.parametrize(("game", "words"), [("card", 200), ("board", 200)])
async def test_a_table_at_rest_is_small_and_not_larger_than_assumed(game, words):
    seats = guest_seats("t1", ["guest"] * 4)
    # Each of another match: what tables of one and the same share would be counted once.
    rows = [row(game, 4, rules=RULES_AMONG_PEOPLE, seed=f"{seed:032x}") for seed in range(1, 7)]
    players = list("ABCD")
    logs = [play_random(deal(one, players), one.seed, words, busy=True).words for one in rows]
    assert {len(log) for log in logs} == {words}

    def folded(number: int) -> Table:
        table = Table(rows[number], seats)
        table.take_in(entries(logs[number]))
        return table

    # What the first one leaves behind is there once for all.
    spare = [folded(0)]
    gc.collect()
    tracemalloc.start()
    try:
        spare += [folded(number) for number in range(1, 6)]
        forget_what_is_kept()
        weight = tracemalloc.get_traced_memory()[0] / 5
    finally:
        tracemalloc.stop()
    assert weight < 200_000
    assert weight < spare[0].weight


async def test_a_long_log_is_folded_beside_the_event_loop(tmp_path, monkeypatch):
    threads, folded = [], Table.folded

    def noted(table, log):
        threads.append(threading.get_ident())
        return folded(table, log)

    monkeypatch.setattr(Table, "folded", noted)
    async with running(tmp_path) as made:
        words = play_random(deal(row("card", 2, "long"), ["A", "B"]), busy=True).words
        assert len(words) >= service.LONG_LOG
        store, tables = made.state.services.store, made.state.services.tables
        await open_table(made, row("card", 2, "long"), ["guest", "guest"])
        threads.clear()
        await store.append("long", 0, words)
        assert (await tables.get("long")).match.words == words
        assert len(threads) == 1
        assert threads[0] != threading.get_ident()


async def test_a_start_folds_only_what_was_played_lately(tmp_path):
    async with running(tmp_path) as made:
        store = made.state.services.store
        for name in ("lately", "long-ago"):
            long_ago = clock.now() - timedelta(days=2)
            opened = row("card", 2, name, created=long_ago)
            words = play_random(deal(opened, ["A", "B"])).words[:3]
            await open_table(made, opened, ["guest", "easy"], words)
        await age(store, "long-ago", long_ago)
    async with running(tmp_path) as made:
        tables = made.state.services.tables
        for _ in range(200):
            if tables.held:
                break
            await asyncio.sleep(0.05)
        assert list(tables._kept) == ["lately"]
