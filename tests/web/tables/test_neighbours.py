"""Several processes on one PostgreSQL: whatever happens in one is seen in all."""

import asyncio
import threading
from contextlib import AsyncExitStack
from datetime import timedelta

import asyncpg  # type: ignore[import-untyped]
import pytest

from siberia.web.tables import bot_queue, neighbours, watchers
from siberia.web.tables.store import StoreError
from siberia.web.tables.store import postgres_session as sessions
from tests.web.clocks import Clock
from tests.web.databases import new_database
from tests.web.listening import listening_to
from tests.web.server import NOON, Browser, bots_done, open_table, row, running

pytestmark = pytest.mark.anyio

ALL_RESEARCH = ", ".join(["place research"] * 6)


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def place(tmp_path):
    async with new_database("postgres", tmp_path) as place:
        yield place


@pytest.fixture
async def both(tmp_path, place):
    """Two servers on one database, with one key; as good as two processes."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(running(tmp_path, database_url=place)) for _ in range(2)
        ]


async def until(condition, seconds: float = 20) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never happened")


def changes_of(made):
    return made.state.services.changes


async def test_a_word_is_heard_of_elsewhere_with_how_long_the_log_is(both):
    one, two = both
    table = await open_table(one, row("card", 2), ["guest"] * 2)
    with changes_of(two).subscribe("guest1", frozenset({"t1"})) as other:
        await Browser(one).become("guest0").ask("t1", "play", seq=0, words=table.match.legal()[0])
        await asyncio.wait_for(other.awake.wait(), 10)
        assert other.take() == [("t1", 1)]
    assert (await Browser(two).become("guest1").page("t1")).seq == 1


async def test_what_a_process_says_it_does_not_hear_itself(both):
    one, two = both
    with (
        changes_of(one).subscribe("guest0", frozenset({"t1"})) as here,
        changes_of(two).subscribe("guest0", frozenset({"t1"})) as there,
    ):
        changes_of(one).tell("t1", seq=4)
        assert here.take() == [("t1", 4)]
        await asyncio.wait_for(there.awake.wait(), 10)
        assert there.take() == [("t1", 4)]
        assert here.take() == []


async def test_who_watches_is_known_elsewhere(both, monkeypatch):
    monkeypatch.setattr(watchers, "SETTLES", 0.01)
    here, there = (made.state.services.tables.watchers for made in both)
    with changes_of(both[1]).subscribe("guest1", frozenset({"t1"})) as player:
        with here.watching("t1", "lea", "Léa B.,"), here.watching("t1", "", ""):
            await until(lambda: there.of("t1") == watchers.Audience(2, ("Léa B.,",)))
            assert player.take() == [("t1", None)]
        await until(lambda: there.of("t1") == watchers.NOBODY)


async def test_what_is_said_is_heard_of_elsewhere_by_its_readers(both):
    one, two = both
    table = frozenset({"t1"})
    with (
        changes_of(two).subscribe("guest1", table, "players") as player,
        changes_of(two).subscribe("*", table, "watchers") as watcher,
    ):
        changes_of(one).tell_talk("t1", "watchers")
        await until(lambda: watcher.take_talk() == ["t1"])
        assert player.take_talk() == []
        changes_of(one).tell_talk("t1", "players")
        await until(lambda: player.take_talk() == ["t1"])


async def test_what_is_said_in_one_process_is_sent_to_who_watches_in_another(both):
    one, two = both
    await open_table(one, row("card", 2, watching="link"), ["guest", "guest"])
    noor = Browser(two).become("guest2")
    async with (
        listening_to(two, noor, "/t/t1/watch", "narrow=0", "10.230.0.1") as watching,
        listening_to(two, Browser(two).become("guest1"), "/live", "tables=t1") as playing,
    ):
        await until(lambda: len(watching) > 2)
        lea, before = Browser(one).become("guest3"), len(playing)
        answer = await lea.post("/t/t1/talk/say", card="true", text="Zurich, for the gold?")
        assert answer.status_code == 200
        await until(lambda: any("Zurich, for the gold?" in str(event) for event in watching))
        assert len(playing) == before, "not even that something was said"
        anna = Browser(one).become("guest0")
        await anna.post("/t/t1/talk/say", card="true", phrase="good luck")
        await until(lambda: "event: talk\ndata: t1\n\n" in playing)
    for made in both:
        assert "Zurich" not in (await Browser(made).become("guest1").get("/t/t1/talk")).text


async def test_of_two_processes_one_keeps_a_seat_whose_time_is_over(both, monkeypatch):
    time = Clock(monkeypatch, NOON)
    monkeypatch.setattr(watchers, "SETTLES", 60.0)
    one, two = both
    about = row("card", 2, pace="10 minutes", created=NOON)
    await open_table(one, about, ["guest", "guest"])
    there, store = Browser(two).become("guest1"), one.state.services.store
    assert "is out of time" not in (await there.page("t1")).log
    time.at += timedelta(minutes=11)
    await store.clocks.beat(time.at, timedelta.max)
    with changes_of(two).subscribe("guest1", frozenset({"t1"})) as follower:
        await asyncio.gather(*(made.state.services.timekeeper._look() for made in both))
        await asyncio.wait_for(follower.awake.wait(), 10)
    assert [(seating.seat, seating.reason) for seating in await store.seats.seatings("t1")] == [
        (0, "time")
    ]
    for made in both:
        page = await Browser(made).become("guest1").page("t1")
        assert "Player 0 is out of time: the computer plays on" in page.log


async def test_one_guest_alone_is_told_elsewhere_too(both):
    one, two = both
    with (
        changes_of(two).subscribe("guest0", frozenset({"t1"})) as asker,
        changes_of(two).subscribe("guest1", frozenset({"t1"})) as other,
    ):
        changes_of(one).tell("t1", "guest0")
        await asyncio.wait_for(asker.awake.wait(), 10)
        assert (asker.take(), other.take()) == ([("t1", None)], [])


async def test_who_sits_down_in_one_process_sits_in_all(both):
    one, two = both
    await open_table(one, row("card", 2), ["guest", "open"])
    there = Browser(two).become("guest0")
    before = await there.page("t1")
    services = one.state.services
    table = await services.tables.get("t1")
    with changes_of(two).subscribe("guest0", frozenset({"t1"})) as follower:
        assert await services.tables.seating.claim(table, 1, 0, "guest1", "Newcomer")
        await asyncio.wait_for(follower.awake.wait(), 10)
        assert follower.take() == [("t1", None)]
    assert "Newcomer" not in before.text
    assert "Newcomer" in (await there.page("t1")).text
    assert (await Browser(two).become("guest1").page("t1")).seq == 0, "and may look"


async def test_a_table_that_was_removed_elsewhere_is_gone(both):
    one, two = both
    await open_table(one, row("card", 2), ["guest", "easy"])
    assert await two.state.services.tables.get("t1") is not None
    await one.state.services.forget("guest0")
    assert await two.state.services.tables.get("t1") is None


async def test_plans_made_in_two_processes_are_handed_in_together_and_heard_of(both):
    one, two = both
    await open_table(one, row("board", 2), ["guest"] * 2)
    browsers = [Browser(one).become("guest0"), Browser(two).become("guest1")]
    for browser in browsers:
        await browser.page("t1")
    with changes_of(one).subscribe("guest0", frozenset({"t1"})) as follower:
        await browsers[0].ask("t1", "plan", seq=0, words=ALL_RESEARCH)
        follower.take()
        await browsers[1].ask("t1", "plan", seq=0, words=ALL_RESEARCH)
        await asyncio.wait_for(follower.awake.wait(), 10)
    assert [(await browser.look("t1")).seq for browser in browsers] == [12, 12]


async def test_a_hint_asked_for_in_one_process_shows_in_another(both, monkeypatch):
    may_answer = threading.Event()

    def next_words(match, _level):
        assert may_answer.wait(20)
        return (match.legal()[0],), 0.5

    monkeypatch.setattr(bot_queue, "next_words", next_words)
    one, two = both
    await open_table(one, row("card", 2), ["guest"] * 2)
    here, there = (Browser(made).become("guest0") for made in both)
    stranger = Browser(two).become("guest1")
    with changes_of(two).subscribe("guest0", frozenset({"t1"})) as follower:
        await here.ask("t1", "hint", seq=0)
        await asyncio.wait_for(follower.awake.wait(), 10)
        follower.take()
        thinking = await there.look("t1")
        button = thinking.find("hint")
        assert button is not None
        assert button["aria-busy"] == "true"
        may_answer.set()
        await asyncio.wait_for(follower.awake.wait(), 10)
    assert "win about 50% of such matches" in (await there.look("t1")).line
    assert "master" not in (await stranger.look("t1")).line


async def test_exactly_one_process_thinks_for_a_bot(both, monkeypatch):
    asked, may_answer, word_of = [], threading.Event(), bot_queue.next_word

    def next_word(match, *asked_for):
        asked.append(match.ply)
        assert may_answer.wait(20)
        return word_of(match, *asked_for)

    monkeypatch.setattr(bot_queue, "next_word", next_word)
    monkeypatch.setattr(bot_queue, "WHILE_ANOTHER_THINKS", 0.02)
    one, _two = both
    await open_table(one, row("card", 2, start=1), ["guest", "easy"])
    for made in both:
        await Browser(made).become("guest0").page("t1")
    await until(lambda: asked)
    await asyncio.sleep(0.3)
    assert asked == [0]
    may_answer.set()
    for made in both:
        await bots_done(made, "t1")
    assert len(asked) == len(set(asked)), "no word was thought about twice"
    seen = [(await Browser(made).become("guest0").look("t1")).seq for made in both]
    assert seen[0] == seen[1] == len(asked)


async def test_when_a_process_dies_another_takes_up_its_bots(tmp_path, place, monkeypatch):
    thinks, never = threading.Event(), threading.Event()
    word_of = bot_queue.next_word

    def slow_word(*_asked):
        thinks.set()
        never.wait(30)
        raise SystemExit

    monkeypatch.setattr(bot_queue, "WHILE_ANOTHER_THINKS", 0.05)
    async with (
        running(tmp_path, database_url=place) as two,
        running(tmp_path, database_url=place) as one,
    ):
        await open_table(one, row("card", 2, start=1), ["guest", "easy"])
        monkeypatch.setattr(bot_queue, "next_word", slow_word)
        await Browser(one).become("guest0").page("t1")
        assert await asyncio.to_thread(thinks.wait, 20)
        monkeypatch.setattr(bot_queue, "next_word", word_of)
        # Somebody has the table open there, and does nothing.
        await Browser(two).become("guest0").page("t1")
        await asyncio.sleep(0.3)
        assert (await Browser(two).become("guest0").look("t1")).seq == 0
        # It loses its session as if it had been killed.
        await one.state.services.store.database._session._connection.close()
        table = await two.state.services.tables.get("t1")
        await until(lambda: table.match.to_move == 0)
        never.set()


async def test_who_has_a_page_open_in_another_process_is_not_away(both):
    one, two = both
    assert changes_of(one).away("guest1", "t1") is None
    with changes_of(two).subscribe("guest1", frozenset({"t1"})):
        await until(lambda: changes_of(one).away("guest1", "t1") is not None)
        away = changes_of(one).away("guest1", "t1")
        assert away is not None
        assert away < 10


async def test_who_looks_at_a_page_of_one_process_is_known_to_all_that_could_tell_them(both):
    one, two = both
    table = await open_table(one, row("card", 2), ["guest"] * 2)
    await Browser(one).become("guest1").page(table.id)
    notices = two.state.services.notices
    await until(lambda: notices._has_looked("guest1", 60))
    assert not notices._has_looked("guest0", 60)


async def test_who_stays_is_said_again_and_again(both, monkeypatch):
    one, two = both
    with changes_of(two).subscribe("guest1", frozenset({"t1"})):
        await until(lambda: changes_of(one).away("guest1", "t1") is not None)
        changes_of(one)._left.clear()
        monkeypatch.setattr(neighbours, "ROUND", 0.05)
        rounds = asyncio.create_task(two.state.services.neighbours.go_round())
        await until(lambda: changes_of(one).away("guest1", "t1") is not None)
        rounds.cancel()


async def test_a_word_that_nobody_told_of_is_found(both, monkeypatch):
    """Whoever stored it died before they could say so."""
    one, two = both
    table = await open_table(one, row("card", 2), ["guest"] * 2)
    monkeypatch.setattr(neighbours, "ROUND", 0.05)
    with changes_of(two).subscribe("guest1", frozenset({"t1"})) as follower:
        rounds = asyncio.create_task(two.state.services.neighbours.go_round())
        await asyncio.wait_for(follower.awake.wait(), 10)
        follower.take()
        await one.state.services.store.append("t1", 0, [table.match.legal()[0]])
        await asyncio.wait_for(follower.awake.wait(), 10)
        assert follower.take() == [("t1", 1)]
        rounds.cancel()


async def test_after_a_lost_session_everybody_looks_again(both, place, monkeypatch):
    monkeypatch.setattr(sessions, "BEFORE_TRYING_AGAIN", 0.05)
    one, two = both
    with changes_of(two).subscribe("guest1", frozenset({"t1"})) as follower:
        admin = await asyncpg.connect(place)
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
        )
        await admin.close()
        await asyncio.wait_for(follower.awake.wait(), 10)
        assert follower.take() == [("t1", None)]
        # And it is told as before.
        await until(lambda: one.state.services.store.database._session._connection is not None)
        changes_of(one).tell("t1", seq=7)
        await asyncio.wait_for(follower.awake.wait(), 10)
        assert follower.take() == [("t1", 7)]


async def test_a_device_that_was_signed_out_elsewhere_is_out_at_once(both):
    one, two = both
    await open_table(one, row("card", 2), ["guest"] * 2)
    there, here = Browser(two).become("guest0"), Browser(one).become("guest0")
    assert (await there.get("/t/t1")).status_code == 200
    await here.post("/me/devices")
    services = two.state.services
    await until(lambda: "guest0" not in services.devices._counts)
    assert (await there.get("/t/t1")).status_code == 403


async def test_messages_are_put_together_up_to_what_may_be_sent(monkeypatch):
    monkeypatch.setattr(neighbours, "LONGEST_MESSAGE", 10)
    said = list(neighbours.chunks(["aaaa", "bbbb", "cccc", "d" * 20, "e"]))
    assert said == ["aaaa bbbb", "cccc", "d" * 20, "e"]
    assert list(neighbours.chunks([])) == []


async def test_a_store_that_fails_to_tell_is_logged(both, monkeypatch, caplog):
    async def fail(*_asked):
        raise StoreError("no answer")

    one, _two = both
    monkeypatch.setattr(type(one.state.services.store.database), "tell", fail)
    changes_of(one).tell("t1", seq=1)
    await until(lambda: "no answer" in caplog.text)
