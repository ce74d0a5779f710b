"""The review over HTTP: of matches that are over only, for any seat, and to be tried again."""

import asyncio
import re

import pytest

from siberia.web.tables.reviews import Reviews
from tests.reviews import QuickExpert, review_of
from tests.support import play_random
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    """A server whose expert is quick."""
    async with running(tmp_path_factory.mktemp("data")) as made:
        services = made.state.services
        services.reviews = Reviews(services.store, QuickExpert())
        yield made


async def finished(made, game: str, table_id: str, seats: int = 2):
    """A match that is over."""
    held = await open_table(made, row(game, seats, table_id), ["guest"] * seats)
    words = play_random(held.match.at(0), 1, busy=True).words
    await made.state.services.store.append(table_id, 0, words, guest="guest0")
    return await made.state.services.tables.get(table_id)


async def review(browser: Browser, address: str) -> str:
    """Open a review, and come back as its page does until it is there."""
    for _ in range(200):
        answer = await browser.get(address)
        assert answer.status_code == 200, answer.text
        if "data-progress" not in answer.text:
            return answer.text
        await asyncio.sleep(0.02)
    raise AssertionError("it never came")


def title(text: str) -> str:
    found = re.search(r'id="prompt-title"[^>]*>([^<]*)<', text)
    assert found
    return found[1]


@pytest.mark.parametrize("game", ["card", "board"])
async def test_whoever_opens_it_has_it_looked_at(made, game):
    table_id = f"first-{game}"
    await finished(made, game, table_id)
    browser = Browser(made).become("guest0")
    first = await browser.get(f"/t/{table_id}/review")
    assert "The expert is looking at your match" in first.text
    assert '<meta http-equiv="refresh"' in first.text, "without a script it comes back, too"
    assert "reviewing.js" in first.text
    text = await review(browser, f"/t/{table_id}/review")
    assert "http-equiv" not in text
    assert "Where the win" in text
    assert 'aria-current="true"' in text


async def test_nothing_is_looked_at_that_nobody_opens(made):
    await finished(made, "card", "unopened")
    browser = Browser(made).become("guest0")
    await browser.get("/t/unopened")
    await browser.get("/t/unopened/replay")
    assert await made.state.services.store.reviews.get("/t/unopened") is None
    assert "/t/unopened" not in made.state.services.reviews._progress


@pytest.mark.parametrize("path", ["", "/1", "/1/try/1", "/1/try/1/-"])
async def test_a_match_that_goes_on_is_as_if_it_were_not_there(made, path):
    if await made.state.services.store.table("goes-on") is None:
        await open_table(made, row("card", 2, "goes-on"), ["guest", "guest"], ["flip 4"])
    for browser in (Browser(made).become("guest0"), Browser(made)):
        answer = await browser.get(f"/t/goes-on/review{path}")
        assert answer.status_code == 404
    posted = (
        await Browser(made).become("guest0").post("/t/goes-on/review/1/try/1/-/play", words="pass")
    )
    assert posted.status_code == 404
    assert await made.state.services.store.reviews.get("/t/goes-on") is None


@pytest.mark.parametrize("path", ["/0", "/3", "/x", "/1/try/0", "/1/try/9", "/1/try/1/-/cheat"])
async def test_what_is_not_there_is_missing(made, path):
    if await made.state.services.store.table("missing") is None:
        await finished(made, "card", "missing")
    browser = Browser(made)
    await review(browser, "/t/missing/review")
    ask = browser.post if path.endswith("cheat") else browser.get
    assert (await ask(f"/t/missing/review{path}")).status_code == 404


async def test_it_is_for_any_seat(made):
    table = await finished(made, "board", "seats", 3)
    mine, stranger = Browser(made).become("guest1"), Browser(made)
    text = await review(mine, "/t/seats/review")
    assert "Your decisions" in text
    assert re.search(r'href="/t/seats/review/2" id="eyes-1"[^>]*aria-current', text)
    other = await review(mine, "/t/seats/review/1")
    assert "Player 0&#39;s decisions" in other
    assert "Your decisions" not in other
    theirs = await review(stranger, "/t/seats/review/2")
    assert "Player 1&#39;s decisions" in theirs
    assert table.match.is_over


async def test_the_replay_shows_what_was_found(made):
    await finished(made, "card", "both")
    browser = Browser(made).become("guest0")
    assert "with-band" not in (await browser.get("/t/both/replay")).text
    await review(browser, "/t/both/review")
    text = (await browser.get("/t/both/replay")).text
    assert "with-band" in text
    assert "costly decisions" in text
    costly = review_of((await made.state.services.tables.get("both")).match).costliest(0)[0]
    there = (await browser.get(f"/t/both/replay?eyes=1&ply={costly.ply + costly.count}")).text
    assert "The expert prefers" in there
    assert 'href="/t/both/review/1/try/1"' in there


async def test_a_record_has_one_too(made):
    table = await finished(made, "card", "recorded")
    browser = Browser(made)
    answer = await browser.post("/records", text=table.match.record())
    address = answer.url.path.removesuffix("/replay")
    assert address.startswith("/r/")
    text = await review(browser, f"{address}/review")
    assert f'href="{address}/review/1/try/1"' in text
    tried = await browser.get(f"{address}/review/1/try/1")
    assert "find something better" in tried.text


async def test_a_try_before_there_is_a_review_leads_to_it(made):
    await finished(made, "card", "early")
    answer = await Browser(made).get("/t/early/review/1/try/1")
    assert answer.url.path == "/t/early/review/1"


@pytest.mark.parametrize("game", ["card", "board"])
async def test_a_costly_decision_is_tried_wrongly_and_rightly(made, game):
    table_id = f"tries-{game}"
    table = await finished(made, game, table_id)
    browser = Browser(made).become("guest0")
    await review(browser, f"/t/{table_id}/review")
    decision = review_of(table.match).costliest(0)[0]
    address = f"/t/{table_id}/review/1/try/1"
    page = await browser.get(address)
    assert "find something better" in title(page.text)

    async def does(text: str, deed: str, **fields):
        here = re.search(r'data-address="([^"]+)"', text)
        assert here
        answer = await browser.post(f"{here[1]}/{deed}", **fields)
        assert answer.status_code in (200, 409), answer.text
        return answer.text

    wrong = next(word for word in table.match.at(decision.ply).legal() if word != decision.best[0])
    text = page.text
    # Whatever it leads to: the first thing that is legal, until the line is complete.
    trial = table.match.at(decision.ply)
    for _ in range(12):
        word = wrong if trial.ply == decision.ply else trial.legal()[0]
        trial.play(word)
        text = await does(text, "plan" if word.startswith("place") else "play", words=word)
        if "try-ask" not in text:
            break
    assert "try-less" in text or "try-equal" in text
    assert "Take it back" in text
    text = await does(text, "back")
    assert "try-ask" in text
    text = await does(text, "nudge")
    assert "Still hidden" in text
    text = await does(text, "play", words=", ".join(decision.best))
    assert title(text) == "Better! That is what the expert does."
    assert "try-better" in text
    onwards = re.search(r'id="try-on" href="([^"]+)"', text)
    assert onwards
    following = await browser.get(onwards[1])
    assert 'class="done"' in following.text, "the number of what was found is marked"


async def test_what_is_illegal_is_refused_by_its_rule_and_nothing_is_lost(made):
    table = await finished(made, "card", "refused")
    browser = Browser(made)
    await review(browser, "/t/refused/review")
    decision = review_of(table.match).costliest(0)[0]
    address = "/t/refused/review/1/try/1/-/play"
    for words in ("nonsense", "pay worker/gas", "pass"):
        answer = await browser.post(address, words=words)
        assert answer.status_code == 409
        assert "refusal" in answer.text
    assert (await browser.post(address, seq="x")).status_code == 400
    assert decision.seat == 0
