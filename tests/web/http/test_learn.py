"""Lessons over HTTP: step by step, answers to what is tried, and nothing that is kept."""

import html
import re

import httpx
import pytest

from siberia.match.games import GAMES
from siberia.web.http.identity import COOKIE
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.lessons.script import FIRST, Place, examples, lesson, lesson_text, split
from siberia.web.pages.lessons.tries import leads_on
from tests.web.server import Browser, running

pytestmark = pytest.mark.anyio

EVERY = [(game, name) for game in GAMES for name in (FIRST, *examples(game))]
EXAMPLE = Place("board", "B21")


def step_of(answer: httpx.Response) -> int:
    """At which step a page is."""
    found = re.search(r'<aside class="box speech" id="speech"[^>]* data-step="(\d+)"', answer.text)
    assert found, answer.text
    return int(found[1])


def said(answer: httpx.Response) -> str:
    """What was answered to a try; "" if nothing was."""
    found = re.search(r'id="speech-answer" role="status">(.*?)</div>', answer.text, re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip()


def draft_of(answer: httpx.Response) -> str:
    """What a page has begun."""
    found = re.search(r'<main[^>]* data-draft="([^"]*)"', answer.text)
    assert found
    return found[1]


def asked(place: Place) -> tuple[str, str]:
    """How the words of a step are sent: as a move, or as a placing."""
    asks = lesson(place.game, place.name).step[place.number - 1].asks
    return ("plan" if asks.startswith("place ") else "play"), asks


@pytest.mark.parametrize(("game", "name"), EVERY)
async def test_whoever_does_what_is_asked_comes_to_the_end(game, name, made):
    browser, place = Browser(made), Place(game, name)
    answer = await browser.get(place.base if name != FIRST else place.address)
    for number, step in enumerate(lesson(game, name).step, 1):
        assert step_of(answer) == number
        assert said(answer) == ""
        # What is lit is there.
        for thing in step.light:
            assert f'id="{thing}"' in answer.text, (step.key, thing)
        if number == len(lesson(game, name).step):
            break
        here = place.moved(number - 1)
        if step.asks:
            assert "hinted" in answer.text or "best" in answer.text, step.key
            deed, words = asked(here)
            answer = await browser.post(f"{here.address}/{deed}", words=words)
        else:
            answer = await browser.post(f"{here.address}/go")
    assert ('id="lesson-play"' in answer.text) == (name == FIRST)
    assert ('id="lesson-rules"' in answer.text) == (name != FIRST)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), EVERY)
async def test_every_wrong_try_is_answered_in_every_language(game, name, code, made):
    browser = Browser(made, **{"Accept-Language": code})
    spoken = lesson_text(game, name, code)
    for number, step in enumerate(lesson(game, name).step, 1):
        here = Place(game, name, number)
        for beginning, answer in spoken.step[step.key].wrong.items():
            # How what is asked for begins is not wrong, but it may end otherwise.
            tried = beginning
            if leads_on(step, beginning):
                tried = f"{beginning} elsewhere"
            for fields in ({"tried": tried}, {"tried": f"9 {tried}"}):
                looked = await browser.post(f"{here.address}/look", **fields)
                assert (step_of(looked), said(looked)) == (number, answer)
            played = await browser.post(f"{here.address}/play", words=tried)
            assert (step_of(played), said(played)) == (number, answer)


async def test_what_the_engine_refuses_is_refused_with_its_rule(made):
    """And whatever else is allowed is answered kindly, without an answer of its own."""
    one = lesson("card", FIRST)
    number = next(n for n, step in enumerate(one.step, 1) if step.asks.startswith("flip "))
    here = Place("card", FIRST, number)
    tried = await Browser(made).post(f"{here.address}/play", words="flip 1")
    assert step_of(tried) == number
    assert re.search(r"\(C\d+\)|turn up|lies|card", said(tried))
    nonsense = await Browser(made).post(f"{here.address}/play", words="castle")
    assert said(nonsense)


async def test_where_there_is_only_to_read_nothing_is_played(made):
    one = lesson("card", FIRST)
    number = next(n for n, step in enumerate(one.step, 1) if not step.asks)
    here = Place("card", FIRST, number)
    for fields in ({"words": "flip 5"}, {"words": ""}):
        tried = await Browser(made).post(f"{here.address}/play", **fields)
        assert step_of(tried) == number
    assert said(await Browser(made).post(f"{here.address}/play", words="flip 5")).startswith(
        "First"
    )


async def test_what_was_begun_stays_after_a_wrong_try(made):
    """A payment that is half chosen is not lost because of a wrong card."""
    one = lesson("card", FIRST)
    number = next(n for n, step in enumerate(one.step, 1) if ", pay" in step.asks)
    action = split(one.step[number - 1].asks)[0]
    address = f"{Place('card', FIRST, number).address}/look"
    begun = await Browser(made).post(address, draft=f"{action}:", tried=action)
    draft = draft_of(begun)
    assert draft
    assert said(begun) == ""
    other = await Browser(made).post(address, draft="draw:", tried="draw 2", had=draft)
    assert said(other)
    assert draft_of(other) == draft


async def test_one_can_go_back_and_skip(made):
    browser = Browser(made)
    assert step_of(await browser.post("/learn/board/3/back")) == 2
    assert step_of(await browser.post("/learn/board/3/go")) == 4
    assert step_of(await browser.post("/learn/board/1/back")) == 1
    last = len(lesson("board", FIRST).step)
    assert step_of(await browser.post(f"/learn/board/{last}/go")) == last


async def test_one_leaves_and_goes_on_later(made):
    """The browser alone knows where; the home page offers it there."""
    browser = Browser(made)
    home = (await browser.get("/")).text
    assert 'href="/learn/card"' in home
    assert 'class="box continue learn"' in home
    await browser.post("/learn/card/4/go")
    assert f"go on at 5 of {len(lesson('card', FIRST).step)}" in (await browser.get("/")).text
    assert step_of(await browser.get("/learn/card")) == 5
    assert step_of(await browser.get("/learn/board")) == 1


async def test_who_has_tables_finds_them_and_the_lesson_beside_them(made):
    browser = Browser(made)
    await browser.post("/play", game="card", opponents="1", level="easy")
    home = (await browser.get("/")).text
    assert 'class="box continue learn"' not in home
    assert "Go on" not in home
    await browser.post("/learn/card/4/go")
    assert f"Step 5 of {len(lesson('card', FIRST).step)}" in (await browser.get("/")).text
    last = len(lesson("card", FIRST).step)
    await browser.get(f"/learn/card/{last}")
    assert "Step 5" not in (await browser.get("/")).text
    # Who begins once more does so at the beginning.
    assert step_of(await browser.get("/learn/card")) == 1


async def test_after_the_lesson_comes_a_match_against_easy(made):
    browser = Browser(made)
    last = await browser.get(f"/learn/board/{len(lesson('board', FIRST).step)}")
    form = re.search(r'<form method="post" action="/play">(.*?)</form>', last.text, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[1]))
    opened = await browser.post("/play", **fields)
    assert opened.url.path.startswith("/t/")
    assert 'id="explanation"' in opened.text
    table = await made.state.services.tables.get(opened.url.path.split("/")[2])
    assert [seat.level for seat in table.seats] == [None, "easy"]


async def test_nothing_is_stored_and_nobody_becomes_a_guest(made, tmp_path):
    async with running(tmp_path) as fresh:
        browser = Browser(fresh)
        for number in (1, 2, 3):
            answer = await browser.post(f"/learn/card/{number}/go")
            assert COOKIE not in answer.headers["set-cookie"]
        assert await fresh.state.services.store.summaries() == []
        # Nobody finds the table of a lesson among those where people play.
        assert (await browser.get("/t/learn-card")).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/learn/chess", "/learn/card/0", "/learn/card/999", "/learn/card/x", "/learn/card/-1"),
        *("/rules/card/try/B21", "/rules/board/try/first", "/rules/board/try/B21/99"),
        "/learn/card/99999999999999999999",
    ],
)
async def test_what_is_no_step_of_a_lesson_is_not_there(path, made):
    answer = await Browser(made).get(path)
    assert answer.status_code == 404
    assert "SIBERIA" in answer.text


async def test_a_deed_that_is_none_only_looks(made):
    answer = await Browser(made).post("/learn/card/2/castle")
    assert step_of(answer) == 2


async def test_a_page_that_sends_nonsense_is_told_so(made):
    answer = await Browser(made).post("/learn/card/2/look", seq="much")
    assert answer.status_code == 400


async def test_a_cookie_that_says_nonsense_leads_to_the_beginning(made):
    browser = Browser(made)
    for value in ("999", "x", "-3", "1e3", "done"):
        browser.http.cookies.set("siberia_learning_card", value)
        assert step_of(await browser.get("/learn/card")) == 1
        assert (await browser.get("/")).status_code == 200


async def test_an_example_leads_back_to_its_rule(made):
    last = EXAMPLE.moved(len(lesson("board", "B21").step) - 1)
    answer = await Browser(made).get(last.address)
    assert 'id="lesson-rules" href="/rules/board#B21"' in answer.text
    rules = (await Browser(made).get("/rules/board")).text
    assert 'href="/rules/board/try/B21"' in rules


async def test_the_learner_has_their_own_name(made):
    browser = Browser(made)
    assert "Guest" in (await browser.get("/learn/card/1")).text
    await browser.post("/me", name="Ada")
    assert "Ada" in (await browser.get("/learn/card/1")).text


@pytest.mark.parametrize("code", LANGUAGES)
async def test_steps_are_counted_in_every_language(code, made):
    answer = await Browser(made, **{"Accept-Language": code}).get("/learn/card/2")
    steps = len(lesson("card", FIRST).step)
    counted = language(code).gettext("Step %(number)s of %(steps)s")
    assert counted % {"number": 2, "steps": steps} in answer.text


@pytest.mark.parametrize(("levels", "is_told"), [("easy easy", True), ("easy medium", False)])
async def test_only_beginners_are_told_what_a_decision_is_about(levels, is_told, made):
    seats = {f"seat{n}": level for n, level in enumerate(levels.split(), 1)}
    table = await Browser(made).post("/tables", game="card", start="1", seat0="me", **seats)
    assert ('id="explanation"' in table.text) == is_told
    assert ("/explain.js" in table.text) == is_told


async def test_who_plays_with_others_is_told_nothing(made):
    seats = {"seat0": "me", "seat1": "device", "seat2": "easy"}
    table = await Browser(made).post("/tables", game="card", start="1", **seats)
    assert 'id="explanation"' not in table.text
