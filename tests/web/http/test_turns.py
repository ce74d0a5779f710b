"""Taking words back, and placing at the same time, over HTTP."""

import random

import pytest

from siberia.boardgame import BoardView
from siberia.match import Match
from siberia.match.preview import Preview
from siberia.web.tables.table import Table
from tests.web.page import Page
from tests.web.server import Browser, bots_done, open_table, row

pytestmark = pytest.mark.anyio

ALL_RESEARCH = ", ".join(["place research"] * 6)


async def card_table(made, table_id: str) -> Table:
    """A card game of two guests."""
    return await open_table(made, row("card", 2, table_id), ["guest"] * 2)


def before_a_payment(match: Match) -> list[str]:
    """Words up to where an action can be begun that still has to be paid for."""
    trial = match.at(0)
    while True:
        seat = trial.to_move
        assert seat is not None
        legal = trial.legal()
        begun = [word for word in legal if " " not in word and word != "keep"]
        if begun and seat == 0:
            return [*trial.words, begun[0]]
        trial.play(legal[-1] if trial.view(None).phase == "act" else legal[0])


async def test_undo_takes_back_what_nobody_could_learn_from(made):
    table = await card_table(made, "undo")
    words = before_a_payment(table.match)
    await made.state.services.store.append("undo", 0, words)
    browser = Browser(made).become("guest0")
    page = await browser.page("undo")
    assert page.find("undo") is not None
    status, after = await browser.ask("undo", "undo", seq=page.seq)
    assert status == 200
    assert after.seq == page.seq + 1, "an undo is an entry of its own"
    assert table.match.ply == len(words) - 1
    # The card that was turned up before stays known.
    assert after.find("undo") is None
    status, again = await browser.ask("undo", "undo", seq=after.seq)
    assert (status, again.seq) == (409, after.seq)
    assert again.line.startswith("That cannot be taken back")


async def test_undo_of_another_persons_words_is_refused(made):
    table = await card_table(made, "theirs")
    words = before_a_payment(table.match)
    await made.state.services.store.append("theirs", 0, words)
    browser = Browser(made).become("guest1")
    page = await browser.page("theirs")
    status, _ = await browser.ask("theirs", "undo", seq=page.seq)
    assert status == 409
    assert table.match.ply == len(words)


async def test_undo_stops_at_what_another_person_did_since(made):
    """Even where nothing was revealed: their words are theirs."""
    table = await open_table(made, row("board", 2, "since"), ["guest"] * 2)
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    for browser in browsers:
        await browser.ask("since", "plan", seq=0, words=ALL_RESEARCH)
    while table.match.legal() != ("research",) or table.match.to_move != 1:
        await browsers[0].ask("since", "play", seq=table.seq, words=table.match.legal()[0])
    page = await browsers[0].look("since")
    assert page.find("undo")
    _, page = await browsers[1].ask("since", "play", seq=table.seq, words="research")
    page = await browsers[0].look("since")
    assert not page.find("undo")
    status, page = await browsers[0].ask("since", "undo", seq=table.seq)
    assert status == 409
    assert page.line.startswith("That cannot be taken back")
    assert (await browsers[1].ask("since", "undo", seq=table.seq))[0] == 200


async def test_undo_takes_back_what_bots_did_since_too(made):
    """A pass reveals nothing: behind it the bots' own turns go back as well."""
    table = await open_table(made, row("board", 2, "bots"), ["guest", "easy"])
    browser = Browser(made).become("guest0")
    store = made.state.services.store
    page = await browser.page("bots")
    status, page = await browser.ask("bots", "plan", seq=0, words=ALL_RESEARCH)
    await bots_done(made, "bots")
    assert not table.is_placing
    ply = table.match.ply
    assert table.match.legal() == ("research",)
    status, page = await browser.ask("bots", "play", seq=table.seq, words="research")
    assert status == 200
    cubes = 0
    while table.match.to_move == 0:
        word = table.match.legal()[0]
        _, page = await browser.ask("bots", "play", seq=table.seq, words=word)
        cubes += 1
    await bots_done(made, "bots")
    after_bot = table.match.ply
    assert after_bot > ply + 1 + cubes, "the bot has moved"
    status, page = await browser.ask("bots", "undo", seq=table.seq)
    assert status == 200
    assert table.match.ply == ply + cubes
    assert table.match.to_move == 0
    log = [entry.word for entry in (await store.news("bots", 0)).entries]
    assert log.count("undo") == after_bot - table.match.ply
    assert len(log) == table.seq == page.seq


# ------------------------------------------------------------ placing at the same time


@pytest.mark.rule("B11")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_people_plan_in_any_order_and_nothing_shows_before_all_have(order, made):
    table_id = f"placing{order[0]}"
    table = await open_table(made, row("board", 2, table_id), ["guest"] * 2)
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    first, last = order
    assert await planned(browsers[first], table_id, random.Random(3))
    waiting = await browsers[first].look(table_id)
    assert waiting.title.startswith("Placed. Waiting for")
    assert table.seq == 0
    assert "placed" not in waiting.log
    # Thinking again is free while another still thinks.
    status, page = await browsers[first].ask(table_id, "replan", seq=0)
    assert status == 200
    assert page.title == "Place your counters."
    assert not table.plans
    assert (await browsers[first].ask(table_id, "replan", seq=0))[0] == 409
    plans = {}
    for seat in order:
        plans[seat] = await planned(browsers[seat], table_id, random.Random(seat + 8))
    assert not table.is_placing
    assert [*table.match.words] == plans[0].split(", ") + plans[1].split(", ")
    assert table.seq == 12
    page = await browsers[last].look(table_id)
    assert page.seq == 12
    assert (await browsers[last].ask(table_id, "replan", seq=12))[0] == 409


async def planned(browser: Browser, table_id: str, chooser: random.Random) -> str:
    """Put the counters somewhere by clicking, hand them in, and return the plan."""
    page: Page = await browser.look(table_id)
    while not page.clicks("plan"):
        longer = [v for v in page.values("draft") if len(v) > len(page.main["data-draft"])]
        _, page = await browser.click(table_id, page, ("draft", chooser.choice(longer)))
    (plan,) = page.clicks("plan")
    status, _ = await browser.click(table_id, page, plan)
    assert status == 200
    return plan[1]


async def test_a_plan_for_a_table_that_moved_on_is_refused(made):
    table = await open_table(made, row("board", 2, "late"), ["guest"] * 2)
    browser = Browser(made).become("guest0")
    status, page = await browser.ask("late", "plan", seq=5, words=ALL_RESEARCH)
    assert (status, page.line) == (409, "The table had moved on; this is how it stands now.")
    assert not table.plans


@pytest.mark.rule("B11")
async def test_a_plan_for_an_empty_draft_equals_the_engines_order(made):
    """What is handed in is what the engine would have asked for, seat by seat."""
    table = await open_table(made, row("board", 3, "engine", start=2), ["guest"] * 3)
    wanted: list[str] = []
    for seat in table.placing_order():
        preview: Preview[BoardView] = Preview.of_placing(table.match, seat)
        words: list[str] = []
        for _ in range(6):
            words.append(preview.legal()[0])
            preview = preview.after(words[-1])
        wanted += words
        browser = Browser(made).become(f"guest{seat}")
        await browser.ask("engine", "plan", seq=0, words=", ".join(words))
    assert [*table.match.words] == wanted


async def test_a_click_reads_the_store_once_writes_it_once_and_judges_each_word_once(
    made, monkeypatch
):
    table = await open_table(made, row("card", 2, "once"), ["guest", "guest"])
    browser = Browser(made).become("guest0")
    page = await browser.page("once")
    database, calls = made.state.services.store.database, []

    def counted(holder, name):
        original = getattr(holder, name)

        def call(*asked, **more):
            calls.append(name)
            return original(*asked, **more)

        monkeypatch.setattr(holder, name, call)

    counted(database, "read")
    counted(database, "write")
    counted(database, "transaction")
    counted(Match, "play")
    status, _ = await browser.ask("once", "play", seq=page.seq, words=table.match.legal()[0])
    assert status == 200
    assert sorted(calls) == ["play", "read", "write"]
