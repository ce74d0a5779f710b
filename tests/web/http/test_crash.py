"""Nothing that was shown is ever lost, whenever the server dies and however many there are."""

import asyncio
import random

import httpx
import pytest

from siberia.match import Match
from siberia.web.http.settings import DATABASE_FILE
from siberia.web.tables.store import open_store
from siberia.web.tables.store.rows import PlacingPlan
from tests.support import play_random
from tests.web.databases import KINDS, new_database
from tests.web.page import Page
from tests.web.processes import process, stored
from tests.web.server import Browser, bots_done, choose, open_table, row, running

pytestmark = pytest.mark.anyio

ALL_RESEARCH = ("place research",) * 6
STALE = "The table had moved on; this is how it stands now."


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def play_on(browser: Browser, table_id: str, chooser: random.Random, shown: list[int]) -> int:
    """Click on what the page offers for as long as the server lives; keep what it has shown."""
    decisions = 0
    try:
        page = await browser.look(table_id)
        while not page.is_over:
            shown.append(page.seq)
            if page.clicks("word", "plan", "draft"):
                click = choose(page, chooser, lazy=("pass", "draw 0", "decline", "stop"))
                decisions += click[0] != "draft"
                _, page = await browser.click(table_id, page, click)
            else:
                await asyncio.sleep(0.02)
                page = await browser.look(table_id)
        shown.append(page.seq)
    except httpx.TransportError:
        pass
    return decisions


async def new_match(browser: Browser, game: str) -> str:
    """Open a table against bots that play at once."""
    opened = await browser.post("/play", game=game, opponents=2, level="easy")
    table_id = opened.url.path.removeprefix("/t/")
    await browser.ask(table_id, "speed", speed="instant")
    return table_id


@pytest.mark.parametrize(("game", "kills", "to_the_end"), [("card", 2, True), ("board", 2, False)])
async def test_a_server_that_is_killed_loses_nothing_that_was_shown(
    game, kills, to_the_end, tmp_path
):
    chooser, shown, database = random.Random(game), [0], str(tmp_path / DATABASE_FILE)
    kept: list[str] = []
    async with process(tmp_path) as server:
        browser = Browser(server)
        table_id = await new_match(browser, game)
        for _ in range(kills):
            playing = asyncio.create_task(play_on(browser, table_id, chooser, shown))
            await asyncio.sleep(chooser.uniform(0.1, 0.7))
            server.kill()
            await playing
            _, log = await stored(database, table_id)
            assert log[: len(kept)] == kept, "a log only grows"
            assert len(log) >= max(shown), "what was shown had been kept"
            kept = log
            await asyncio.to_thread(server.start)
            await bots_moved(database, table_id)
            page = await browser.page(table_id)
            assert page.seq >= len(kept)
        if to_the_end:
            assert await play_on(browser, table_id, chooser, shown)
            assert (await browser.page(table_id)).is_over
            record = await browser.get(f"/t/{table_id}/record")
            assert Match.read(record.text).is_over
    assert shown == sorted(shown), "no page went back"
    assert "Traceback" not in server.said.read_text()


async def bots_moved(database: str, table_id: str) -> None:
    """Wait until no bot is to move, though nobody has asked for the table's page."""
    for _ in range(200):
        table, _log = await stored(database, table_id)
        plans = await plans_of(database, table_id)
        if not any(table.seats.is_bot(seat) for seat in table.awaited if seat not in plans):
            return
        await asyncio.sleep(0.05)
    pytest.fail("the bots did not go on")


async def plans_of(database: str, table_id: str) -> set[int]:
    """The seats that have planned."""
    store = await open_store(database)
    try:
        return {plan.seat for plan in (await store.news(table_id, 0)).plans}
    finally:
        await store.close()


# ------------------------------------------------------------ two at once


async def test_of_two_requests_at_once_one_wins_and_the_other_is_told_so(tmp_path):
    async with running(tmp_path) as made:
        table = await open_table(made, row("card", 2), ["guest"] * 2)
        browsers = [Browser(made).become("guest0") for _ in range(6)]
        flips = table.match.legal()
        answers = await asyncio.gather(
            *(b.ask("t1", "play", seq=0, words=flips[n % 2]) for n, b in enumerate(browsers))
        )
        assert sorted(status for status, _ in answers) == [200] + [409] * 5
        assert {page.line for status, page in answers if status == 409} == {STALE}
        assert {page.seq for _, page in answers} == {1}
        assert len((await made.state.services.store.news("t1", 0)).entries) == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_two_servers_share_their_tables_and_never_spoil_a_log(kind, tmp_path):
    chooser = random.Random(kind)
    async with new_database(kind, tmp_path) as place:
        options = ("--database-url", place) if kind == "postgres" else ()
        database = place if kind == "postgres" else str(tmp_path / DATABASE_FILE)
        async with process(tmp_path, *options) as one, process(tmp_path, *options) as two:
            first = Browser(one)
            table_id = await new_match(first, "card")
            second = Browser(two)
            second.http.cookies.update(first.http.cookies)
            wins = await raced(first, second, table_id, chooser)
            assert wins > 5
            for browser in (first, second):
                await settled(browser, table_id)
            last = [await browser.page(table_id) for browser in (first, second)]
        table, log = await stored(database, table_id)
        assert last[0].seq == last[1].seq == len(log) == table.seq
        assert last[0].log == last[1].log


async def raced(first: Browser, second: Browser, table_id: str, chooser: random.Random) -> int:
    """Let two pages of one person send at the same time to two servers; count the decisions."""
    wins = 0
    for _ in range(12):
        pages = [await settled(browser, table_id) for browser in (first, second)]
        while pages[0].seq != pages[1].seq:
            pages = [await settled(browser, table_id) for browser in (first, second)]
        if pages[0].is_over:
            break
        assert pages[0].clicks("word") == pages[1].clicks("word")
        if not pages[0].clicks("word"):
            pages = [await pointed(browser, table_id, pages[0]) for browser in (first, second)]
        words = pages[0].clicks("word")
        answers = await asyncio.gather(
            first.click(table_id, pages[0], chooser.choice(words)),
            second.click(table_id, pages[0], chooser.choice(words)),
        )
        assert sorted(status for status, _ in answers) == [200, 409]
        assert next(page.line for status, page in answers if status == 409) == STALE
        wins += 1
    return wins


async def settled(browser: Browser, table_id: str) -> Page:
    """Wait until it is this person's turn."""
    while True:
        page = await browser.look(table_id)
        if page.is_over or page.clicks("word", "draft"):
            return page
        await asyncio.sleep(0.02)


async def pointed(browser: Browser, table_id: str, page: Page) -> Page:
    """Follow drafts until something can be played."""
    while not page.clicks("word"):
        _, page = await browser.click(table_id, page, page.clicks("draft")[0])
    return page


async def test_two_servers_put_plans_together_that_came_to_either(tmp_path):
    """Both hold the table when the plans come in: only the store knows of both."""
    async with running(tmp_path) as one, running(tmp_path) as two:
        table = await open_table(one, row("board", 2), ["guest"] * 2)
        browsers = [Browser(one).become("guest0"), Browser(two).become("guest1")]
        for browser in browsers:
            await browser.page("t1")
        words = ", ".join(ALL_RESEARCH)
        answers = await asyncio.gather(*(b.ask("t1", "plan", seq=0, words=words) for b in browsers))
        assert [status for status, _ in answers] == [200, 200]
        assert [(await browser.look("t1")).seq for browser in browsers] == [12, 12]
        assert not table.is_placing
        assert not (await one.state.services.store.news("t1", 0)).plans


# ------------------------------------------------------------ dying between two writes


async def test_plans_that_were_all_made_are_handed_in_after_a_crash(tmp_path):
    async with running(tmp_path) as made:
        await open_table(made, row("board", 2), ["guest", "easy"])
        store = made.state.services.store
        for seat in range(2):
            await store.keep_plan("t1", PlacingPlan(seat, 0, ALL_RESEARCH))
    async with running(tmp_path) as made:
        browser = Browser(made).become("guest0")
        page = await browser.page("t1")
        assert page.seq == 12
        assert page.title == "Your turn: Research comes first."


async def test_a_match_that_ended_just_before_a_crash_is_known_to_be_over(tmp_path):
    async with running(tmp_path) as made:
        table = await open_table(made, row("card", 2), ["guest"] * 2)
        words = play_random(table.match.at(0), 1).words
        await made.state.services.store.append("t1", 0, words)
        assert (await made.state.services.store.table("t1")).finished is None
    async with running(tmp_path) as made:
        browser = Browser(made).become("guest0")
        assert (await browser.page("t1")).is_over
        found = await made.state.services.store.table("t1")
        assert found.finished == ((await made.state.services.store.news("t1", 0)).entries)[-1].at


async def test_what_cannot_be_kept_is_not_shown(tmp_path, monkeypatch):
    from siberia.web.tables.store import Store, StoreError

    async def full(*_args: object, **_more: object) -> None:
        raise StoreError("The disk is full.")

    async with running(tmp_path) as made:
        table = await open_table(made, row("card", 2), ["guest", "easy"])
        browser = Browser(made).become("guest0")
        page = await browser.page("t1")
        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            answer = await browser.post("/t/t1/play", seq=0, words=table.match.legal()[0])
        assert answer.status_code == 503
        assert "everything before is safe" in answer.text
        assert (await browser.look("t1")).clicks("word") == page.clicks("word")
        assert table.seq == 0
        status, _ = await browser.click("t1", page, page.clicks("word")[0])
        assert status == 200
        await bots_done(made, "t1")
