"""Bots: they play when they must, in turn, and nothing that people do meanwhile harms a table."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta

import pytest
from cachetools import LRUCache

from siberia.web.http import new_table, services
from siberia.web.tables import bot_queue, seats
from siberia.web.tables.fair_queue import FairQueue
from siberia.web.tables.store import Store, StoreError
from siberia.web.tables.table import Table
from tests.web.page import Page
from tests.web.server import Browser, bots_done, open_table, row, running

pytestmark = pytest.mark.anyio

ALL_RESEARCH = ", ".join(["place research"] * 6)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def made(tmp_path, monkeypatch):
    """A server on which one bot thinks at a time."""
    monkeypatch.setattr(services, "threads_for_bots", lambda: 1)
    async with running(tmp_path) as made:
        yield made


class Slow:
    """Bots that think until they are let go."""

    def __init__(self, monkeypatch) -> None:
        self.thinks = threading.Event()
        self.may_answer = threading.Event()
        self.asked = 0
        self._words, self._placing = bot_queue.next_word, bot_queue.placing
        monkeypatch.setattr(bot_queue, "next_word", self.next_word)
        monkeypatch.setattr(bot_queue, "placing", self.placing)

    def next_word(self, *asked):
        self._wait()
        return self._words(*asked)

    def placing(self, *asked):
        self._wait()
        return self._placing(*asked)

    def _wait(self) -> None:
        self.asked += 1
        self.thinks.set()
        assert self.may_answer.wait(20)

    async def thinking(self) -> None:
        """Wait until one thinks."""
        assert await asyncio.to_thread(self.thinks.wait, 20)


@pytest.fixture
def slow(monkeypatch):
    slow = Slow(monkeypatch)
    yield slow
    slow.may_answer.set()


async def until(condition) -> None:
    """Wait until something holds."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    pytest.fail("it never happened")


# ------------------------------------------------------------ whose turn


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_bots_play_until_a_person_must(level, made):
    table = await open_table(made, row("card", 3, start=1), ["guest", level, level])
    browser = Browser(made).become("guest0")
    page = await browser.page("t1")
    await bots_done(made, "t1")
    assert table.awaited == (0,)
    assert {step.seat for step in table.fold.steps} == {1, 2}
    assert (await browser.look("t1")).seq == table.seq > page.seq


async def test_bots_among_themselves_play_to_the_end(made):
    table = await open_table(made, row("card", 2), ["easy", "easy"])
    await Browser(made).become("guest0").page("t1")
    await bots_done(made, "t1")
    assert table.match.is_over
    assert (await made.state.services.store.table("t1")).finished is not None


async def test_bots_place_while_people_still_think(made):
    table = await open_table(made, row("board", 3), ["easy", "guest", "easy"])
    browser = Browser(made).become("guest1")
    page = await browser.page("t1")
    await bots_done(made, "t1")
    assert {*table.plans} == {0, 2}
    assert table.awaited == (1,)
    assert table.seq == page.seq == 0
    await browser.ask("t1", "plan", seq=0, words=ALL_RESEARCH)
    await bots_done(made, "t1")
    assert table.match.words[6:12] == tuple(ALL_RESEARCH.split(", "))
    assert table.awaited == (1,)


async def test_a_bot_lets_people_see_the_last_move(made, monkeypatch):
    monkeypatch.setattr(bot_queue, "BETWEEN_TURNS", 0.3)
    monkeypatch.setattr(bot_queue, "WITHIN_A_TURN", 0.1)
    table = await open_table(made, row("card", 2, speed="normal", start=1), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    await browser.ask("t1", "speed", speed="slow")
    assert table.row.speed == "slow"
    began = asyncio.get_running_loop().time()
    await bots_done(made, "t1")
    # The first word of a table that has waited long comes at once, each further one later.
    assert len(table.fold.steps) > 1
    assert asyncio.get_running_loop().time() - began >= 0.2 * (len(table.fold.steps) - 1)
    assert (await browser.ask("t1", "speed", speed="warp"))[0] == 409


# ------------------------------------------------------------ the queue


async def test_with_one_thread_every_table_goes_on(made):
    ids = [f"t{number}" for number in range(5)]
    seats = ["easy"] * 4
    held = [await open_table(made, row("card", 4, name), seats) for name in ids]
    bots = made.state.services.bots
    for table in held:
        bots.look_after(table)
    while sum(table.seq for table in held) < 100:
        await asyncio.sleep(0.001)
        lengths = [table.seq for table in held]
        assert max(lengths) - min(lengths) <= 2, lengths


async def test_pages_say_how_many_decisions_come_first(made, slow):
    bots = made.state.services.bots
    held = []
    for number in range(3):
        one = row("card", 2, f"t{number}", start=1)
        held.append(await open_table(made, one, ["guest", "easy"]))
        bots.look_after(held[-1])
        await asyncio.sleep(0)
    await slow.thinking()
    assert [bots.ahead(table) for table in held] == [0, 0, 1]
    browser = Browser(made).become("guest0")
    page = await browser.page("t2")
    assert page.title == "Bot 1 is thinking."
    assert page.line == "1 other decision comes first."
    assert (await browser.page("t0")).line == ""
    slow.may_answer.set()
    for table in held:
        await bots_done(made, table.id)
    assert [bots.ahead(table) for table in held] == [0, 0, 0]
    assert all(table.awaited == (0,) for table in held)


async def test_one_guests_many_tables_do_not_keep_anothers_waiting(made, slow):
    """Ten tables of bots that think long, and then somebody else's easy bot: it is next."""
    bots = made.state.services.bots
    for number in range(10):
        one = row("card", 2, f"many{number}", start=1)
        bots.look_after(await open_table(made, one, ["guest", "expert"]))
        await asyncio.sleep(0)
    await slow.thinking()
    theirs = row("card", 2, "theirs", start=1, owner="guest1")
    other = await open_table(made, theirs, ["guest", "easy"])
    bots.look_after(other)
    await asyncio.sleep(0.01)
    assert len(bots._line) == 10
    assert bots.ahead(other) == 0
    slow.thinks.clear()
    slow.may_answer.set()
    await until(lambda: other.seq > 0)
    held = [await made.state.services.tables.get(f"many{number}") for number in range(10)]
    assert sum(table.seq for table in held) <= 2


async def wait_in_line(made, table_id: str, level: str, owner: str = "guest0") -> Table:
    """A table whose bot is to decide, as soon as it may."""
    one = row("card", 2, table_id, start=1, owner=owner)
    table = await open_table(made, one, ["guest", level])
    made.state.services.bots.look_after(table)
    await asyncio.sleep(0.01)
    return table


async def test_hosts_whose_bots_think_as_long_are_served_in_turn(made, slow):
    for number in range(4):
        await wait_in_line(made, f"many{number}", "easy")
    await slow.thinking()
    other = await wait_in_line(made, "theirs", "easy", owner="guest1")
    assert len(made.state.services.bots._line) == 4
    assert made.state.services.bots.ahead(other) == 0


async def test_of_one_hosts_bots_those_that_think_shortly_are_first(made, slow):
    await wait_in_line(made, "first", "easy")
    await slow.thinking()
    waiting = [await wait_in_line(made, level, level) for level in ("expert", "hard", "easy")]
    assert [made.state.services.bots.ahead(table) for table in waiting] == [2, 1, 0]


async def test_who_comes_anew_is_not_served_before_all_who_were_here():
    """Nobody can have been away, or be new, to be first for long."""
    line, order = FairQueue(1), []

    async def think(guest: str) -> None:
        async with line.turn(guest, guest, 10):
            order.append(guest)

    for _ in range(3):
        await think("old")
    order.clear()
    async with line.turn("between", "between", 1):
        tasks = [asyncio.create_task(think(guest)) for guest in ["old"] * 3 + ["new"] * 3]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert order == ["new", "old"] * 3


async def test_nobody_need_wait_for_a_guest_who_comes_anew_all_the_time():
    """What a guest has used up counts while others wait; cheap decisions of one guest go first."""
    line, order = FairQueue(1), []

    async def think(guest: str, cost: float) -> None:
        async with line.turn(f"{guest}{cost}", guest, cost):
            order.append((guest, cost))
            await asyncio.sleep(0)

    async with line.turn("first", "first", 1):
        wanted = [("a", 100), ("a", 1), ("b", 10), ("a", 1), ("c", 100), ("b", 10)]
        tasks = [asyncio.create_task(think(*one)) for one in wanted]
        await asyncio.sleep(0)
        assert line.ahead("c100") == 5
    await asyncio.gather(*tasks)
    assert order == [("a", 1), ("b", 10), ("c", 100), ("a", 1), ("a", 100), ("b", 10)]
    assert len(line) == 0


async def test_who_gives_up_waiting_leaves_the_line():
    line = FairQueue(1)

    async def think() -> None:
        async with line.turn("t", "g", 1):
            await asyncio.sleep(10)

    running, waiting = asyncio.create_task(think()), asyncio.create_task(think())
    await asyncio.sleep(0)
    assert (line.is_full, len(line)) == (True, 1)
    waiting.cancel()
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    assert (line.is_full, len(line)) == (False, 0)


async def test_bots_among_themselves_stop_when_nobody_watches(made, slow, monkeypatch):
    table = await open_table(made, row("card", 2), ["easy", "easy"])
    await Browser(made).become("guest0").page("t1")
    await slow.thinking()
    monkeypatch.setattr(seats, "AWAY_AFTER", -1.0)
    slow.may_answer.set()
    await bots_done(made, "t1")
    assert table.seq == 1
    # Who comes back finds them going on.
    monkeypatch.setattr(seats, "AWAY_AFTER", 120.0)
    await Browser(made).become("guest0").page("t1")
    await bots_done(made, "t1")
    assert table.match.is_over


async def test_a_clock_that_was_set_back_makes_no_bot_wait(made, monkeypatch):
    monkeypatch.setattr(bot_queue, "BETWEEN_TURNS", 0.05)
    table = await open_table(made, row("card", 2, speed="normal", start=1), ["guest", "easy"])
    table.moved_at = datetime.now(UTC) + timedelta(days=1)
    made.state.services.bots.look_after(table)
    await asyncio.wait_for(bots_done(made, "t1"), 20)
    assert table.awaited == (0,)


async def test_a_guest_opens_only_so_many_tables(made, monkeypatch):
    monkeypatch.setattr(new_table, "MOST_UNFINISHED", 2)
    browser = Browser(made)
    for status in (200, 200, 429):
        answer = await browser.post("/play", game="card", opponents=1, level="easy")
        assert answer.status_code == status
    assert "You have 2 unfinished tables; play on at one of them first." in answer.text
    monkeypatch.setattr(bot_queue, "MOST_IN_LINE", 0)
    answer = await Browser(made).post("/play", game="card", opponents=1, level="easy")
    assert answer.status_code == 503
    assert "too many tables here to open another" in answer.text


async def test_a_table_is_looked_after_once(made, slow):
    table = await open_table(made, row("card", 2, start=1), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    for _ in range(5):
        await browser.page("t1")
    await slow.thinking()
    await asyncio.sleep(0.05)
    assert slow.asked == 1
    slow.may_answer.set()
    await bots_done(made, "t1")
    assert table.awaited == (0,)


# ------------------------------------------------------------ what happens meanwhile


async def test_bots_resume_by_themselves_after_a_restart(tmp_path, slow):
    async with running(tmp_path) as made:
        played = row("card", 2, start=1, created=datetime.now(UTC))
        table = await open_table(made, played, ["guest", "easy"])
        made.state.services.bots.look_after(table)
        await slow.thinking()
    slow.may_answer.set()
    async with running(tmp_path) as made:
        await until(lambda: "t1" in made.state.services.bots._tasks)
        await bots_done(made, "t1")
        assert len((await made.state.services.store.news("t1", 0)).entries) > 1


async def research_done(made, browser: Browser, table: Table) -> Page:
    """Place and research as seat 0, so that a bot must act and the last word can be taken back."""
    page = await browser.page("t1")
    _, page = await browser.ask("t1", "plan", seq=0, words=ALL_RESEARCH)
    await bots_done(made, "t1")
    while table.match.to_move == 0:
        word = table.match.legal()[0]
        _, page = await browser.ask("t1", "play", seq=table.seq, words=word)
    return page


async def test_an_undo_while_a_bot_thinks_harms_nothing(made, slow):
    slow.may_answer.set()
    table = await open_table(made, row("board", 2), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    await browser.page("t1")
    await bots_done(made, "t1")
    slow.may_answer.clear()
    slow.thinks.clear()
    page = await research_done(made, browser, table)
    await slow.thinking()
    ply = table.match.ply
    status, page = await browser.ask("t1", "undo", seq=page.seq)
    assert (status, table.match.ply, table.match.to_move) == (200, ply - 1, 0)
    slow.may_answer.set()
    await bots_done(made, "t1")
    assert (table.match.ply, table.seq) == (ply - 1, page.seq)
    word = table.match.legal()[-1]
    status, page = await browser.ask("t1", "play", seq=page.seq, words=word)
    assert status == 200
    await bots_done(made, "t1")
    assert table.match.ply > ply, "the bot goes on from the new position"
    fresh = Table(table.row, table.seats.rows)
    fresh.take_in((await made.state.services.store.news("t1", 0)).entries)
    assert fresh.match.words == table.match.words


async def test_a_seat_that_is_taken_back_is_no_longer_played_by_its_bot(made, slow):
    table = await open_table(made, row("card", 2), ["guest", "guest"])
    browser = Browser(made).become("guest0")
    status, _ = await browser.ask("t1", "seat", kind="bot", number=0, level="easy")
    assert status == 200
    await slow.thinking()
    status, _ = await browser.ask("t1", "seat", kind="guest", number=0)
    assert status == 200
    slow.may_answer.set()
    await bots_done(made, "t1")
    assert table.seq == 0
    page = await browser.look("t1")
    assert page.title == "Turn up a card."


async def test_a_store_that_fails_once_does_not_stop_a_bot(made, monkeypatch):
    monkeypatch.setattr(bot_queue, "BEFORE_TRYING_AGAIN", 0.01)
    append, failures = Store.append, iter([StoreError("The disk is full.")] * 2)

    async def sometimes(store, *asked, **more):
        for failure in failures:
            raise failure
        return await append(store, *asked, **more)

    monkeypatch.setattr(Store, "append", sometimes)
    table = await open_table(made, row("card", 2, start=1), ["guest", "easy"])
    made.state.services.bots.look_after(table)
    await bots_done(made, "t1")
    assert table.awaited == (0,)
    assert table.seq


async def test_there_is_never_a_second_copy_of_a_table_in_use(made, monkeypatch, slow):
    """However few are kept: bots and pages work on the same one."""
    monkeypatch.setattr(made.state.services.tables, "_kept", LRUCache(1))
    held = [
        await open_table(made, row("card", 2, f"t{n}", start=1), ["guest", "easy"])
        for n in range(3)
    ]
    found = made.state.services.tables
    for table in held:
        made.state.services.bots.look_after(table)
        assert await found.get(table.id) is table
    assert len(found._kept) == 1
    slow.may_answer.set()
    for table in held:
        await bots_done(made, table.id)
        page = await Browser(made).become("guest0").page(table.id)
        assert page.seq == table.seq > 0


async def test_a_table_whose_seats_are_all_bots_after_a_restart_is_finished(tmp_path):
    async with running(tmp_path) as made:
        await open_table(made, row("card", 2, created=datetime.now(UTC)), ["easy", "easy"])
    async with running(tmp_path) as made:
        await until(lambda: "t1" in made.state.services.bots._tasks)
        await bots_done(made, "t1")
        assert (await made.state.services.store.table("t1")).finished
