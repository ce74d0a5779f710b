"""People: invitations, seats that change hands, one device for several, the next match."""

import asyncio
import re

import pytest

from siberia.web.http import identity
from siberia.web.http.identity import COOKIE, SeatLink
from siberia.web.tables import seats
from tests.support import play_random
from tests.web.page import Page
from tests.web.server import Browser, bots_done, open_table, row

pytestmark = pytest.mark.anyio

USED = "This link has been used or was taken back. Ask for a new one at the table."
ALL_RESEARCH = ", ".join(["place research"] * 6)


def token_in(text: str, kind: str = "join") -> str:
    """The secret of a link on a page."""
    found = re.search(rf"/{kind}#([\w.-]+)", text)
    assert found
    return found[1]


async def invited(made, **seats: str) -> tuple[Browser, str, str]:
    """A table with a seat by link: its owner, its id and the link's secret."""
    owner = Browser(made)
    await owner.post("/me", name="Ada")
    opened = await owner.post("/tables", **{"game": "card", "seat1": "link", **seats})
    assert opened.url.path.startswith("/t/")
    return owner, opened.url.path.removeprefix("/t/"), token_in(opened.text)


# ------------------------------------------------------------ invitations


async def test_a_friend_comes_by_a_link_and_sits_down(made):
    owner, table_id, token = await invited(made, name="Winter")
    friend = Browser(made)
    assert (await friend.get("/join")).status_code == 200
    shown = await friend.post("/join/look", token=token)
    assert shown.status_code == 200
    for part in ("Ada invites you", "Winter", "Seat 2 of 2"):
        assert part in shown.text
    # Looking alone takes nothing.
    assert (await friend.post("/join/look", token=token)).status_code == 200
    joined = await friend.post("/join", token=token, name="  Bo   Li ")
    assert (joined.status_code, joined.text) == (200, f"/t/{table_id}")
    page = await friend.page(table_id)
    assert page.main["data-seat"] == "1"
    assert "Bo Li" in (await owner.page(table_id)).text
    assert "/join#" not in (await owner.get(f"/t/{table_id}")).text
    for who in (friend, Browser(made)):
        for path in ("/join", "/join/look"):
            again = await who.post(path, token=token, name="Cy")
            assert (again.status_code, again.text) == (410, USED)


async def test_of_two_who_come_at_once_one_sits_down(made):
    _, table_id, token = await invited(made)
    friends = [Browser(made) for _ in range(5)]
    answers = await asyncio.gather(
        *(f.post("/join", token=token, name=f"Friend {n}") for n, f in enumerate(friends))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [410] * 4
    assert {a.text for a in answers if a.status_code == 410} == {USED}
    pages = [await friend.get(f"/t/{table_id}") for friend in friends]
    assert [page.status_code == 200 for page in pages] == [a.status_code == 200 for a in answers]


@pytest.mark.parametrize("token", ["", "x", "x.y.z", "x" * 401, "ÿ.ÿ"])
async def test_a_link_that_was_never_made_leads_nowhere(token, made):
    for path in ("/join", "/join/look"):
        answer = await Browser(made).post(path, token=token, name="Bo")
        assert (answer.status_code, answer.text) == (410, USED)


async def test_signed_words_of_another_kind_are_no_seat_link(made):
    keys = made.state.services.identity
    _, table_id, _ = await invited(made)
    for token in (
        keys.cookie("guest0"),
        keys.personal_link("guest0", 0),
        keys.seat_link(SeatLink(table_id, 0, 0)),
        keys.seat_link(SeatLink(table_id, 1, 1)),
        keys.seat_link(SeatLink(table_id, 7, 0)),
        keys.seat_link(SeatLink(table_id, -1, 0)),
        keys.seat_link(SeatLink("nowhere", 1, 0)),
    ):
        assert (await Browser(made).post("/join", token=token, name="Bo")).status_code == 410


async def test_a_table_is_private(made):
    owner, table_id, _ = await invited(made)
    for stranger in (Browser(made), Browser(made).become("nobody")):
        answer = await stranger.get(f"/t/{table_id}")
        assert answer.status_code == 403
        assert "This table is private" in answer.text
        assert "Ada" not in answer.text
    assert (await owner.get("/t/nowhere")).status_code == 404


# ------------------------------------------------------------ seats change hands


async def test_the_owner_gives_a_bots_seat_away_and_old_links_die(made):
    owner, table_id, _ = await invited(made, seat2="easy")
    status, page = await owner.ask(table_id, "seat", kind="open", number=2)
    assert status == 200
    links = re.findall(r'value="[^"]*/join#([\w.-]+)"', page.text)
    assert len(links) == 2
    _, page = await owner.ask(table_id, "seat", kind="bot", number=2, level="medium")
    assert len(re.findall(r'value="[^"]*/join#', page.text)) == 1
    _, page = await owner.ask(table_id, "seat", kind="open", number=2)
    dead = await Browser(made).post("/join", token=links[1], name="Bo")
    assert (dead.status_code, dead.text) == (410, USED)
    fresh = re.findall(r'value="[^"]*/join#([\w.-]+)"', page.text)[1]
    assert (await Browser(made).post("/join", token=fresh, name="Bo")).status_code == 200


async def test_only_the_owner_changes_seats_and_only_in_ways_there_are(made):
    owner, table_id, token = await invited(made, seat2="easy")
    friend = Browser(made)
    await friend.post("/join", token=token, name="Bo")
    status, page = await friend.ask(table_id, "seat", kind="open", number=2)
    assert (status, page.line) == (409, "Only the host of the table can do that.")
    for fields in (
        {"kind": "open", "number": 3},
        {"kind": "open", "number": -1},
        {"kind": "king", "number": 2},
        {"kind": "bot", "number": 2, "level": "divine"},
        {"kind": "bot", "number": 2},
    ):
        status, page = await owner.ask(table_id, "seat", **fields)
        assert (status, page.line) == (409, "That is not possible here.")
    status, page = await owner.ask(table_id, "seat", kind="guest", number=2)
    assert (status, page.line) == (409, "That is not your seat.")


async def test_nobody_is_put_off_a_seat_they_sit_on(made, monkeypatch):
    owner, table_id, token = await invited(made)
    friend = Browser(made)
    await friend.post("/join", token=token, name="Bo")
    await friend.page(table_id)
    for kind in ("open", "bot"):
        status, page = await owner.ask(table_id, "seat", kind=kind, number=1, level="easy")
        assert (status, page.line) == (409, "Somebody sits there and has the table open.")
    # Who has not looked for long leaves the seat to a bot, and finds it kept.
    monkeypatch.setattr(seats, "AWAY_AFTER", -1.0)
    status, _ = await owner.ask(table_id, "seat", kind="bot", number=1, level="easy")
    assert status == 200
    page = await friend.page(table_id)
    assert page.main["data-seat"] == ""
    assert "The computer keeps seat 2 for you." in page.text
    status, page = await friend.ask(table_id, "seat", kind="guest", number=1)
    assert (status, page.main["data-seat"]) == (200, "1")
    # Freed before the match has begun, the seat is anybody's, and who had it sees nothing more.
    await owner.ask(table_id, "seat", kind="open", number=1)
    assert (await friend.get(f"/t/{table_id}")).status_code == 403


async def test_a_bot_plays_on_for_who_leaves(made):
    owner, table_id, _ = await invited(made, seat1="easy", seat2="link", start="1")
    held = await made.state.services.tables.get(table_id)
    await owner.ask(table_id, "speed", speed="instant")
    await owner.ask(table_id, "seat", kind="bot", number=0, level="easy")
    await bots_done(made, table_id)
    assert held.awaited == (2,)
    page = await owner.page(table_id)
    assert page.title == "Waiting for somebody to take seat 3."
    assert page.find("own") is None, "who has left sees no hand"
    _, page = await owner.ask(table_id, "seat", kind="guest", number=0)
    assert page.main["data-seat"] == "0"


# ------------------------------------------------------------ the same person elsewhere


async def test_a_personal_link_carries_who_one_is_to_another_device(made, monkeypatch):
    owner, table_id, _ = await invited(made)
    link = token_in((await owner.get("/me")).text, "carry")
    phone = Browser(made)
    assert (await phone.get("/carry")).status_code == 200
    assert (await phone.post("/carry", token=link)).text == "/"
    assert (await phone.page(table_id)).main["data-seat"] == "0"
    assert "Ada" in (await phone.get("/")).text
    keys = made.state.services.identity
    stolen = [owner.http.cookies[COOKIE], keys.seat_link(SeatLink(table_id, 0, 0)), "", "x"]
    stolen.append(keys.personal_link("stranger", 0))
    monkeypatch.setattr(identity, "PERSONAL_LINK_LASTS", -1)
    for token in (*stolen, link):
        answer = await Browser(made).post("/carry", token=token)
        assert answer.status_code == 410
        assert answer.text == "This personal link was used, is too old, or was not made here."
        assert "set-cookie" not in answer.headers


async def test_language_and_theme_are_remembered_and_one_goes_back_to_the_same_page(made):
    browser = Browser(made)
    answer = await browser.post("/settings", language="fr", back="/me")
    assert answer.url.path == "/me"
    assert '<html lang="fr"' in answer.text
    answer = await browser.post("/settings", theme="dark", back="/")
    assert 'lang="fr" data-theme="dark"' in answer.text
    browser.http.follow_redirects = False
    for back in ("//evil.example", "/\\evil.example", "http://evil.example", "", "x" * 300):
        answer = await browser.post("/settings", language="xx", theme="pink", back=back)
        assert answer.headers["location"] == "/"
        assert "set-cookie" not in answer.headers


async def test_home_lists_ones_tables_and_nobody_elses(made):
    owner, table_id, token = await invited(made, name="Winter evening")
    assert f"/t/{table_id}" in (await owner.get("/")).text
    friend = Browser(made)
    assert f"/t/{table_id}" not in (await friend.get("/")).text
    await friend.post("/join", token=token, name="Bo")
    assert "Winter evening" in (await friend.get("/")).text


# ------------------------------------------------------------ one device for several


async def shared(made, game: str) -> tuple[Browser, str]:
    """A table for two people at one device."""
    browser = Browser(made)
    fields = {"game": game, "seat0": "me", "seat1": "device", "name1": "Bo", "start": "1"}
    opened = await browser.post("/tables", **fields, sides="random")
    return browser, opened.url.path.removeprefix("/t/")


def hands(page: Page) -> bool:
    """Whether a page shows anything of one's own."""
    return any(page.find(name) for name in ("own", "panel")) or 'class="tray"' in page.text


@pytest.mark.parametrize("game", ["card", "board"])
async def test_hands_show_only_to_who_has_said_to_be_there(game, made):
    browser, table_id = await shared(made, game)
    page = await browser.page(table_id)
    assert page.values("lift") == ["0"]
    assert not hands(page)
    assert page.main["data-seat"] == ""
    for seat in (-1, 2, 99):
        page = await browser.look(table_id, seat=seat)
        assert page.values("lift") == ["0"]
        assert not hands(page)
    page = await browser.look(table_id, seat=0)
    assert hands(page)
    assert page.main["data-seat"] == "0"
    assert not page.values("lift")


@pytest.mark.rule("C18")
async def test_the_curtain_falls_between_two_turns(made):
    browser, table_id = await shared(made, "card")
    held = await made.state.services.tables.get(table_id)
    # The other one is not to move yet: no hand at all.
    page = await browser.look(table_id, seat=1)
    assert not hands(page)
    browser.seat = 1
    status, page = await browser.ask(table_id, "play", seq=0, words=held.match.legal()[0])
    assert (status, held.seq) == (409, 0)
    browser.seat = 0
    while held.match.to_move == 0:
        word = held.match.legal()[-1]
        _, page = await browser.ask(table_id, "play", seq=held.seq, words=word)
    assert page.values("lift") == ["1"]
    assert not hands(page)
    browser.seat = 1
    assert (await browser.look(table_id)).main["data-seat"] == "1"


@pytest.mark.rule("B11")
async def test_at_one_device_people_place_one_after_the_other(made):
    browser, table_id = await shared(made, "board")
    held = await made.state.services.tables.get(table_id)
    browser.seat = 0
    _, page = await browser.ask(table_id, "plan", seq=0, words=ALL_RESEARCH)
    assert page.values("lift") == ["1"]
    assert not hands(page)
    browser.seat = 1
    page = await browser.look(table_id)
    assert page.main["data-seat"] == "1"
    assert hands(page)
    await browser.ask(table_id, "plan", seq=0, words=ALL_RESEARCH)
    assert held.seq == 12


# ------------------------------------------------------------ the next match


async def test_the_next_match_turns_the_seats_and_is_the_same_for_all(made):
    held = await open_table(made, row("card", 3, "last"), ["guest", "guest", "medium"])
    words = play_random(held.match.at(0), 1).words
    await made.state.services.store.append("last", 0, words)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    assert (await people[0].page("last")).is_over
    answers = await asyncio.gather(*(who.post("/t/last/rematch") for who in people))
    following = {answer.url.path for answer in answers}
    assert len(following) == 1
    (path,) = following
    assert path != "/t/last"
    later = await people[1].post("/t/last/rematch")
    assert later.url.path == path
    table_id = path.removeprefix("/t/")
    new = await made.state.services.tables.get(table_id)
    assert [seat.name for seat in new.seats] == ["Bot 2", "Player 0", "Player 1"]
    assert new.seats[0].level == "medium"
    assert new.row.seed != held.row.seed
    assert new.match.game == held.match.game
    assert "To the next match" in (await people[0].get("/t/last")).text
    assert (await Browser(made).post("/t/last/rematch")).status_code == 404
