"""The form of a new table: what can be settled, what is refused, what it says beforehand."""

import pytest

from tests.web.page import Page
from tests.web.server import Browser, open_table, row

pytestmark = pytest.mark.anyio


async def kept(made, **fields: str):
    """Open a table; return it as it is kept, with its seats."""
    browser = Browser(made)
    await browser.post("/me", name="Ada")
    answer = await browser.post("/tables", **fields)
    assert answer.status_code == 200, answer.text
    store, table_id = made.state.services.store, answer.url.path.removeprefix("/t/")
    return await store.table(table_id), await store.seats.of(table_id)


async def test_a_table_is_private_unless_its_opener_opens_it(made):
    table, seats = await kept(made, game="board")
    assert (table.watching, table.talk, table.pace, table.hints) == ("nobody", "words", "", True)
    assert not any(seat.anyone for seat in seats)
    assert (table.speed, table.language) == ("normal", "en")


async def test_all_that_is_settled_is_kept(made):
    table, seats = await kept(
        made,
        game="board",
        seat1="anyone",
        seat2="link",
        name2="Bo",
        seat3="hard",
        pace="days",
        days="3",
        minutes="45",
        watching="link",
        talk="phrases",
        hints="no",
        speed="fast",
        expansion="1",
        sides="B",
        start="2",
    )
    assert (table.pace, table.watching, table.talk) == ("3 days", "link", "phrases")
    assert (table.hints, table.speed, table.expansion) == (False, "fast", True)
    assert (table.exchanges, table.start) == ("BBBBB", 1)
    assert [(seat.kind, seat.anyone) for seat in seats] == [
        ("guest", False),
        ("open", True),
        ("open", False),
        ("bot", False),
    ]


REFUSED = (
    ({"pace": "minutes", "minutes": "11"}, "Choose one of the times on offer, or no clock."),
    ({"pace": "days", "days": "-1"}, "Choose one of the times on offer, or no clock."),
    ({"pace": "weeks"}, "The table cannot be opened like this; choose once more."),
    ({"watching": "me"}, "The table cannot be opened like this; choose once more."),
    ({"talk": "loud"}, "The table cannot be opened like this; choose once more."),
    ({"hints": "2"}, "The table cannot be opened like this; choose once more."),
    ({"speed": "warp"}, "The table cannot be opened like this; choose once more."),
    ({"seat1": "", "seat2": ""}, "A table needs 2 to 4 players; give another seat to somebody."),
    ({"seat1": "stranger"}, "a friend by link, anyone, or the computer."),
    ({"sides": "pattern", "pattern": "ABC"}, "Exchange sides are five letters"),
    ({"name": "a,b"}, "A name has 1 to 40 letters and no comma."),
)


@pytest.mark.parametrize(("fields", "said"), REFUSED)
async def test_what_cannot_be_is_refused_and_the_form_keeps_what_was_chosen(made, fields, said):
    browser = Browser(made)
    wanted = {"seat2": "grandmaster", "start": "3", **fields}
    answer = await browser.post("/tables", **wanted)
    assert answer.status_code == 400
    Page(answer.text)
    assert said in answer.text
    if "once more" not in said:
        assert '<option value="3" selected>' in answer.text
    # The form says so beforehand, too.
    look = await browser.post("/tables/new/look", **wanted)
    assert look.status_code == 200
    assert said in look.text


async def test_the_form_says_what_the_table_will_be_like(made):
    browser = Browser(made)
    look = await browser.post(
        "/tables/new/look",
        game="board",
        seat1="anyone",
        seat2="link",
        name2="Bo",
        seat3="easy",
        pace="minutes",
        minutes="30",
        watching="everyone",
        hints="no",
    )
    for said in (
        *(
            "Board game for 4",
            "you, 1 open seat, Bo by link, 1 computer player",
            "Live, 30 min each",
        ),
        *("Everyone may watch", "Phrases and words", "no hints"),
    ):
        assert said in look.text, said
    assert 'id="summary-refusal" role="status" hidden' in look.text


async def test_the_line_of_the_home_page_fills_in_the_form(made):
    text = (await Browser(made).get("/tables/new?game=card&seat1=anyone&seat2=medium")).text
    page = Page(text)
    chosen = [e.attributes["value"] for e in page.elements if "selected" in e.attributes]
    assert chosen[:4] == ["me", "anyone", "medium", ""]
    assert "Card game for 3" in text
    assert (await Browser(made).get("/tables/new?speed=warp")).status_code == 200


async def test_as_last_time(made):
    host, friend = Browser(made), Browser(made)
    for browser, name in ((host, "Ada"), (friend, "Bo")):
        await browser.post("/me", name=name)
    assert "As last time" not in (await host.get("/tables/new")).text
    opened = await host.post("/tables", game="card", seat1="anyone", pace="days", days="2")
    await friend.post(f"{opened.url.path}/sit")
    text = (await host.get("/tables/new")).text
    assert "As last time: with Bo, By days, 2 days a turn" in text
    start = text.index('href="/tables/new?') + 6
    address = text[start : text.index('"', start)].replace("&amp;", "&")
    again = (await host.get(address)).text
    assert "Card game for 2" in again
    assert "By days, 2 days a turn" in again


# ------------------------------------------------------------ hints


async def test_without_hints_the_adviser_is_neither_offered_nor_asked(made, monkeypatch):
    asked = []
    monkeypatch.setattr(made.state.services.bots, "advise", lambda *what: asked.append(what))
    for table_id, hints in (("without", False), ("with", True)):
        await open_table(made, row("card", 2, table_id, hints=hints), ["guest", "guest"])
        player = Browser(made).become("guest0")
        page = await player.page(table_id)
        assert (page.find("hint") is not None) is hints
        status, page = await player.ask(table_id, "hint")
        assert (status, bool(asked)) == ((200, True) if hints else (409, False))
        assert ("without hints" in page.line) is not hints
