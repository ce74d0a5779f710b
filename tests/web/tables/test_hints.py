"""Hints: what the adviser would do, told to who asked and to nobody else."""

import asyncio
import logging
import re
import threading

import pytest

from siberia import Match
from siberia.web.tables import bot_queue
from siberia.web.tables.table import Table
from tests.support import play_random
from tests.web.page import Page
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def made(tmp_path):
    async with running(tmp_path) as made:
        yield made


async def until(condition) -> None:
    """Wait until something holds."""
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.005)
    pytest.fail("it never happened")


@pytest.fixture
def quick_adviser(monkeypatch):
    monkeypatch.setattr(bot_queue, "ADVISER", "medium")


async def hinted(browser: Browser, table: Table, **fields: object) -> Page:
    """Ask for a hint and look again when it is there."""
    status, page = await browser.ask(table.id, "hint", seq=table.seq, **fields)
    assert status == 200
    button = page.find("hint")
    assert button is not None
    assert button["aria-busy"] == "true"
    seat = int(page.main["data-seat"])
    await until(lambda: seat in table.hints)
    return await browser.look(table.id)


def emphasised(page: Page) -> list[str]:
    """What the page emphasises."""
    return [
        e.attributes.get("data-word", e.attributes.get("data-means", ""))
        for e in page.elements
        if "hinted" in e.attributes.get("class", "").split() and e.is_clickable
    ]


@pytest.mark.usefixtures("quick_adviser")
async def test_a_hint_shows_to_who_asked_and_to_nobody_else(made):
    table = await open_table(made, row("card", 2), ["guest", "guest"])
    asker, other = (Browser(made).become(f"guest{seat}") for seat in range(2))
    before = await other.get("/t/t1")
    page = await hinted(asker, table)
    assert emphasised(page)[0] in table.match.legal()
    assert "The master" in page.line
    assert (await other.get("/t/t1")).content == before.content
    status, page = await other.ask("t1", "hint", seq=0)
    assert (status, page.line) == (409, "It is not your turn.")
    # Whoever moves on leaves the hint behind.
    _, page = await asker.ask("t1", "play", seq=0, words=table.match.legal()[0])
    assert not emphasised(page)
    assert not table.hints


@pytest.mark.usefixtures("quick_adviser")
@pytest.mark.rule("B11")
async def test_a_hint_for_placing_is_of_ones_own_counters(made):
    table = await open_table(made, row("board", 2, start=1), ["guest", "guest"])
    browser = Browser(made).become("guest0")
    page = await hinted(browser, table)
    words = table.hints[0].words
    assert len(words) == 6
    assert f"0 {words[0]}" in emphasised(page)
    plan = ", ".join(words)
    status, _ = await browser.ask("t1", "plan", seq=0, words=plan)
    assert status == 200, "the hint is a plan that can be handed in"


async def test_the_adviser_says_what_share_of_such_matches_it_expects_to_win(made):
    table = await open_table(made, row("card", 2), ["guest", "guest"])
    page = await hinted(Browser(made).become("guest0"), table)
    assert re.fullmatch(
        r"The master would do what is marked, and win about \d+% of such matches\.", page.line
    )


@pytest.mark.rule("C10")
@pytest.mark.parametrize("level", ["medium", "master"])
def test_a_hint_for_an_action_says_how_to_pay_for_it(level):
    paid = 0
    for plies in range(20, 60):
        match = play_random(Match.new("card", seats=3, seed=plies), plies, plies, busy=True)
        words, _ = bot_queue.next_words(match, level)
        assert all(word.startswith("pay ") for word in words[1:])
        for word in words:
            match.play(word)
        assert match.view(None).phase != "pay"
        paid += len(words) > 1
    assert paid


async def test_a_hint_is_asked_for_once_and_an_old_one_is_dropped(made, monkeypatch):
    asked, may_answer = [], threading.Event()

    def next_words(match, level):
        asked.append(match.ply)
        assert may_answer.wait(20)
        return (match.legal()[0],), 0.5

    monkeypatch.setattr(bot_queue, "next_words", next_words)
    table = await open_table(made, row("card", 2), ["guest", "guest"])
    browser = Browser(made).become("guest0")
    for _ in range(3):
        await browser.ask("t1", "hint", seq=0)
    await until(lambda: asked)
    assert table.thinking == {0}
    _, page = await browser.ask("t1", "play", seq=0, words=table.match.legal()[0])
    may_answer.set()
    await until(lambda: not table.thinking)
    assert asked == [0]
    assert not table.hints
    page = await browser.look("t1")
    assert not emphasised(page)
    assert "master" not in page.line


async def test_a_hint_is_about_the_moment_it_was_asked_for(made, monkeypatch):
    """Whatever happens before its task begins, nobody is advised with another's cards."""
    seen = []

    def next_words(match, _level):
        seen.append(match.to_move)
        return ("keep",), None

    monkeypatch.setattr(bot_queue, "next_words", next_words)
    table = await open_table(made, row("card", 2), ["guest", "guest"])
    made.state.services.bots.advise(table, 0)
    table.match.play(table.match.legal()[0])
    while table.match.to_move == 0:
        table.match.play(table.match.legal()[-1])
    await until(lambda: not table.thinking)
    assert seen == [0]


async def test_a_hint_that_nobody_needs_any_more_is_not_thought_about(made, monkeypatch):
    """The table moved on while the question waited in line."""
    asked = []
    monkeypatch.setattr(bot_queue, "next_words", lambda *question: asked.append(question))
    bots = made.state.services.bots
    table = await open_table(made, row("card", 2, "stale"), ["guest", "guest"])
    browser = Browser(made).become("guest0")
    places = bots._line._free
    bots._line._free = 0
    await browser.ask("stale", "hint", seq=0)
    await browser.ask("stale", "play", seq=0, words=table.match.legal()[0])
    bots._line._free = places - 1
    bots._line._give_back()
    await until(lambda: not table.thinking)
    assert not asked
    assert not table.hints


async def test_an_adviser_that_fails_is_heard_of_and_can_be_asked_again(made, monkeypatch, caplog):
    def fail(*_question):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(bot_queue, "next_words", fail)
    table = await open_table(made, row("card", 2, "fails"), ["guest", "guest"])
    with caplog.at_level(logging.ERROR, "siberia"):
        await Browser(made).become("guest0").ask("fails", "hint", seq=0)
        await until(lambda: not made.state.services.bots._advice)
    assert "out of ideas" in caplog.text
    assert not table.thinking


async def test_where_too_many_bots_think_there_are_no_hints(made, monkeypatch):
    monkeypatch.setattr(bot_queue, "MOST_IN_LINE", 0)
    await open_table(made, row("card", 2, "busy"), ["guest", "guest"])
    status, page = await Browser(made).become("guest0").ask("busy", "hint", seq=0)
    assert status == 409
    assert page.line.startswith("The computer plays at too many tables here")
