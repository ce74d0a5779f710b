"""Playing over HTTP, by what pages offer and nothing else."""

import random
from dataclasses import replace

import pytest

from siberia.match import Match
from siberia.web.http import middleware
from siberia.web.pages.guides import Guide
from siberia.web.tables.fold import Fold
from siberia.web.tables.table import Table
from tests.support import variants
from tests.web.page import Page
from tests.web.pages.test_guides import asked, clicks, mover, positions
from tests.web.server import (
    Browser,
    add_guests,
    bots_done,
    choose,
    guest_seats,
    open_table,
    row,
    running,
)

pytestmark = pytest.mark.anyio

ALL_RESEARCH = ", ".join(["place research"] * 6)


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("data")) as made:
        await add_guests(made)
        yield made


# ------------------------------------------------------------ whole matches

MATCHES = (
    ("card", ("guest", "easy"), {"edition": "dlp"}),
    ("card", ("easy", "medium", "guest", "easy"), {"edition": "oya", "start": 2}),
    ("board", ("easy", "guest"), {"exchanges": "choose", "start": 1}),
    ("board", ("easy", "guest", "easy"), {"exchanges": "ABBAA", "expansion": True}),
)


@pytest.mark.parametrize(("game", "kinds", "options"), MATCHES, ids=range(4))
async def test_a_whole_match_by_what_pages_offer(game, kinds, options, made):
    table_id = f"{game}-{len(kinds)}"
    table = await open_table(made, row(game, len(kinds), table_id, **options), kinds)
    people = {
        seat: Browser(made).become(f"guest{seat}")
        for seat, kind in enumerate(kinds)
        if kind == "guest"
    }
    chooser = random.Random(table_id)
    while not table.match.is_over:
        seat = next(seat for seat in (*table.awaited,) if seat in people)
        await one_decision(people[seat], table_id, chooser)
        await bots_done(made, table_id)
    browser = next(iter(people.values()))
    assert (await browser.page(table_id)).is_over
    record = (await browser.get(f"/t/{table_id}/record")).text
    read = Match.read(record)
    assert read.words == table.match.words
    assert read.setup == table.match.setup
    assert read.scores() == table.match.scores()


async def one_decision(browser: Browser, table_id: str, chooser: random.Random) -> None:
    """Click until something is decided. Players who do little make long matches."""
    page = await browser.look(table_id)
    # Drag every counter to where the page allows it, as the script does; some may not fit.
    for counter in [e.attributes for e in page.elements if "data-drag" in e.attributes]:
        drop = {"dragged": counter["data-drag"]}
        drop["dropped"] = chooser.choice(counter["data-allows"].split(","))
        page = await browser.look(table_id, draft=page.main["data-draft"], **drop)
    while True:
        click = choose(page, chooser, lazy=("pass", "draw 0", "decline", "stop"))
        status, page = await browser.click(table_id, page, click)
        assert status == 200, (click, page.line)
        if click[0] != "draft":
            return


@variants
async def test_the_page_shows_everything_the_guide_offers(variant, made, monkeypatch):
    """Together with the test of guides: each legal word can be clicked, wide and on a phone."""
    # So many looks in a minute are more than a person may have.
    monkeypatch.setattr(middleware, "READ_LIMIT", 100_000)
    chooser = random.Random(variant.name)
    browsers = [Browser(made).become(f"guest{seat}") for seat in range(4)]
    for number, match in enumerate(positions(variant)):
        table = standing(match, f"offers-{variant}-{number}")
        await add_guests(made)
        await made.state.services.store.add_table(table.row, table.seats.rows)
        made.state.services.tables._known[table.id] = table
        seat = mover(match)
        narrow = number % 2 == 1
        page = await browsers[seat].look(table.id, narrow=narrow)
        check_offers(page, asked(match, seat))
        if drafts := page.values("draft"):
            draft = chooser.choice(drafts)
            page = await browsers[seat].look(table.id, draft=draft, narrow=not narrow)
            check_offers(page, asked(match, seat, draft))


def standing(match: Match, table_id: str) -> Table:
    """A table where a match stands, without what was said on the way there."""
    kinds = ["guest"] * match.seats
    table = Table(row(match.game, match.seats, table_id), guest_seats(table_id, kinds))
    table.fold, table.seq = Fold(match), match.ply
    return table


def check_offers(page: Page, guide: Guide) -> None:
    """Compare what can be clicked on the table and in the prompt with what the guide offers."""
    rows = {("word", row.word) for row in guide.rows}
    bare = replace(guide, rows=guide.rows if guide.rows_everywhere else [])
    wanted = {click for click in clicks(bare) if click[0] != "draft"}
    assert {*page.clicks("word", "plan")} == wanted | rows
    on_the_table = [e for e in page.elements if e.is_clickable and e.tag != "main"]
    if not guide.rows_everywhere:
        on_the_table = [e for e in on_the_table if "row" not in e.attributes["class"].split()]
    assert {e.deed for e in on_the_table if e.deed[0] in ("word", "plan")} == wanted
    # The only kind of cube there is needs no button.
    assert {*page.clicks("draft")} <= {*clicks(guide)}


# ------------------------------------------------------------ what is refused


async def card_table(made, table_id: str, kinds=("guest", "guest"), **options) -> Table:
    return await open_table(made, row("card", len(kinds), table_id, **options), kinds)


async def test_an_illegal_word_is_refused_with_its_reason_and_rule_in_every_language(made):
    await card_table(made, "illegal")
    expected = {
        "en": "That card is already face up (C6)",
        "de": "(C6)",
        "fr": "(C6)",
        "it": "(C6)",
    }
    lines = set()
    for code, part in expected.items():
        browser = Browser(made, **{"Accept-Language": code}).become("guest0")
        status, page = await browser.ask("illegal", "play", seq=0, words="flip 1")
        assert (status, page.seq) == (409, 0)
        assert part in page.line
        lines.add(page.line)
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("gas", "(C6)"),
        ("place research", "That is no move of this game."),
        ("", "That is no move of this game."),
        (", ", "That is no move of this game."),
        ("FLIP 2", "That is no move of this game."),
        ("undo", "That is no move of this game."),
        ("flip 2\x00", "That is no move of this game."),
        ("flip ٢", "That is no move of this game."),
        ("<b>", "That is no move of this game."),
    ],
)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(words, line, made):
    table_id = f"nonsense-{words.encode().hex()}"
    table = await card_table(made, table_id)
    browser = Browser(made).become("guest0")
    status, page = await browser.ask(table_id, "play", seq=0, words=words)
    assert status == 409
    assert line in page.line
    assert table.seq == 0


async def test_what_is_too_long_or_no_form_is_refused_before_anything_looks_at_it(made):
    table = await card_table(made, "long")
    browser = Browser(made).become("guest0")
    for fields in (
        {"words": "x" * 10_000},
        {"draft": "x" * 401},
        {"seq": "many"},
        {"seat": "1.5"},
        {"seq": "-2"},
        {"narrow": "perhaps"},
    ):
        answer = await browser.post("/t/long/play", **fields)
        assert answer.status_code == 400
        assert answer.text.startswith("The page sent something that cannot be understood")
    assert (await browser.post("/t/long/play", words="x" * 20_000)).status_code == 413
    strange = await browser.http.post("/t/long/play", content=b"\xff\xfe=%ff&&&=&seq=%")
    assert strange.status_code == 400
    many = await browser.http.post("/t/long/play", content=b"a=1&" * 2000)
    assert many.status_code == 400
    assert table.seq == 0


async def test_who_clicks_on_an_old_page_gets_the_new_one_and_a_friendly_line(made):
    table = await card_table(made, "stale")
    first = Browser(made).become("guest0")
    page = await first.page("stale")
    await first.click("stale", page, page.clicks("word")[0])
    status, again = await first.click("stale", page, page.clicks("word")[1])
    assert status == 409
    assert again.line == "The table had moved on; this is how it stands now."
    assert again.seq == table.seq == 1
    assert again.clicks("draft", "word") != page.clicks("draft", "word")


async def test_only_whose_turn_it_is_plays_and_only_for_their_seat(made):
    table = await card_table(made, "seats", ("guest", "guest", "open"))
    second, stranger, nobody = Browser(made).become("guest1"), Browser(made), Browser(made)
    stranger.become("guest3")
    word = table.match.legal()[0]
    for claimed in (-1, 0, 1, 2, 99):
        second.seat = claimed
        status, page = await second.ask("seats", "play", seq=0, words=word)
        assert (status, page.line) == (409, "It is not your turn.")
        assert page.main["data-seat"] == "1"
    for browser in (stranger, nobody):
        for deed in ("look", "play", "plan", "replan", "undo", "hint", "seat", "speed"):
            answer = await browser.post(f"/t/seats/{deed}", seq=0, seat=0, words=word)
            assert answer.status_code == 403
            assert "You have no seat" in answer.text
    assert (await nobody.post("/t/nowhere/play", seq=0)).status_code == 403
    assert table.seq == 0


async def test_words_of_the_wrong_phase_are_refused(made):
    table = await open_table(made, row("board", 2, "phases"), ["guest"] * 2)
    browser = Browser(made).become("guest0")
    status, page = await browser.ask("phases", "play", seq=0, words="place research")
    assert (status, page.line) == (409, "Now everyone places counters.")
    for words, line in (
        ("place research", "Place all counters first."),
        (ALL_RESEARCH + ", place research", "Place all counters first."),
        (", ".join(["place gas"] * 6), "A counter cannot go there; place it anew."),
        (", ".join(["pass"] * 6), "A counter cannot go there; place it anew."),
    ):
        status, page = await browser.ask("phases", "plan", seq=0, words=words)
        assert (status, page.line) == (409, line)
    assert not table.plans
    cards = await card_table(made, "phases-card")
    status, _ = await browser.ask("phases-card", "plan", seq=0, words="flip 2")
    assert (status, cards.seq) == (409, 0)
