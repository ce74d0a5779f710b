"""Getting up from a table and coming back; deleting one's data; what the privacy page says."""

import re

import pytest

from siberia import Match
from siberia.web.http.identity import COOKIE
from siberia.web.i18n.languages import LANGUAGES
from tests.support import play_random
from tests.web.http.test_people import invited, token_in
from tests.web.http.test_seats import begun
from tests.web.server import Browser, bots_done, open_table, row, running

pytestmark = pytest.mark.anyio

LEFT = "You have left this table."
KEPT = "The computer keeps your seat."


@pytest.fixture
async def made(tmp_path):
    """A server of its own: who is forgotten here is so for good."""
    async with running(tmp_path) as made:
        yield made


async def finished(made, kinds: list[str], table_id: str):
    """A card game that is over."""
    held = await open_table(made, row("card", len(kinds), table_id), kinds)
    words = play_random(held.match.at(0), 1).words
    await made.state.services.store.append(table_id, 0, words, guest="guest0")
    return await made.state.services.tables.get(table_id)


async def is_listed(browser: Browser, table_id: str) -> bool:
    """Whether a table is on somebody's home page."""
    return f"/t/{table_id}" in (await browser.get("/")).text


async def leaves(browser: Browser, table_id: str) -> None:
    """Say yes where the page asks."""
    page = await browser.page(table_id)
    assert f'action="/t/{table_id}/leave"' in page.text
    answer = await browser.post(f"/t/{table_id}/leave")
    assert (answer.status_code, answer.url.path) == (200, "/")


# ------------------------------------------------------------ leaving


async def test_before_the_first_word_the_seat_is_free_and_has_a_link_again(made):
    owner, table_id, token = await invited(made)
    friend = Browser(made)
    await friend.post("/join", token=token, name="Bo")
    assert "Your seat becomes free for somebody else" in (await friend.page(table_id)).text
    await leaves(friend, table_id)
    assert not await is_listed(friend, table_id)
    assert (await friend.get(f"/t/{table_id}")).status_code == 403
    page = await owner.page(table_id)
    assert "<b>Bo</b> left seat 2, which is open now" in page.text
    fresh = token_in(page.text)
    assert fresh != token
    assert (await Browser(made).post("/join", token=fresh, name="Bo")).text == f"/t/{table_id}"


async def test_once_begun_a_bot_keeps_the_seat_until_they_come_back(made):
    held = await begun(made, ["guest", "guest", "guest"], "keeps")
    people = [Browser(made).become(f"guest{seat}") for seat in range(3)]
    await leaves(people[1], "keeps")
    assert not await is_listed(people[1], "keeps")
    assert held.seats.is_kept_for(1, "guest1")
    # The others go on, and are told; nobody can take the seat.
    log = "The computer plays for <b>Player 1</b> now, level hard"
    for other in (people[0], people[2]):
        assert log in (await other.page("keeps")).text
        assert await is_listed(other, "keeps")
    for kind in ("open", "bot"):
        fields = {"kind": kind, "number": 1, "level": "easy"}
        assert (await people[0].ask("keeps", "seat", **fields))[0] == 409
    assert (await people[2].ask("keeps", "seat", kind="guest", number=1))[0] == 409
    # Who left is let in by the address, sees no hand, and comes back with a click.
    page = await people[1].page("keeps")
    assert (page.main["data-seat"], page.find("own")) == ("", None)
    assert f"{LEFT} {KEPT}" in page.text
    assert page.find("leave") is None, "who has left cannot leave again"
    status, page = await people[1].ask("keeps", "return")
    assert (status, page.main["data-seat"]) == (200, "1")
    assert LEFT not in page.text
    assert await is_listed(people[1], "keeps")
    assert "<b>Player 1</b> is back on seat 2" in (await people[0].page("keeps")).text


async def test_the_bot_plays_at_once_and_the_match_goes_on(made):
    held = await begun(made, ["guest", "guest"], "goes-on")
    leaver = Browser(made).become(f"guest{held.match.to_move}")
    seat = held.match.to_move
    await leaves(leaver, "goes-on")
    await bots_done(made, "goes-on")
    assert held.match.to_move == 1 - seat
    assert {step.guest for step in held.fold.steps[1:]} == {""}


async def test_a_host_who_leaves_hands_the_table_on(made):
    owner, table_id, token = await invited(made)
    friend = Browser(made)
    await friend.post("/join", token=token, name="Bo")
    await leaves(owner, table_id)
    assert (await owner.get(f"/t/{table_id}")).status_code == 403
    page = await friend.page(table_id)
    assert "/join#" in page.text, "the new host has the link to the seat that is free"
    assert (await owner.post("/join", token=token_in(page.text), name="Ada")).status_code == 200
    assert await is_listed(owner, table_id)
    assert "free it" not in (await owner.page(table_id)).text


async def test_where_nobody_is_left_bots_do_not_play_on(made):
    held = await begun(made, ["guest", "easy", "guest"], "nobody")
    people = [Browser(made).become(f"guest{seat}") for seat in (0, 2)]
    await bots_done(made, "nobody")
    for browser in people:
        await leaves(browser, "nobody")
    await bots_done(made, "nobody")
    words = held.match.ply
    assert not held.seats.has_company
    assert (await people[0].page("nobody")).text
    await bots_done(made, "nobody")
    assert held.match.ply == words, "who only looks in is not back"
    await people[0].ask("nobody", "return")
    await bots_done(made, "nobody")
    assert held.awaited == (0,)
    assert held.row.owner == "guest0"


async def test_a_shared_device_leaves_with_all_who_share_it(made):
    browser = Browser(made)
    opened = await browser.post("/tables", game="card", seat1="device", seat2="easy", start="1")
    table_id = opened.url.path.removeprefix("/t/")
    held = await made.state.services.tables.get(table_id)
    browser.seat = 0
    await browser.ask(table_id, "play", seq=0, words=held.match.legal()[0])
    await leaves(browser, table_id)
    assert held.seats.of_guest(held.row.owner) == ()
    await browser.ask(table_id, "return")
    assert held.seats.of_guest(held.row.owner) == (0, 1)


async def test_a_finished_match_only_goes_off_the_list(made):
    held = await finished(made, ["guest", "guest"], "over")
    browser, other = (Browser(made).become(f"guest{seat}") for seat in range(2))
    record = held.match.record()
    await leaves(browser, "over")
    assert not await is_listed(browser, "over")
    assert await is_listed(other, "over")
    assert (await browser.page("over")).is_over
    assert (await browser.get("/t/over/record")).text == record
    assert "Put it back on my list" in (await browser.page("over")).text
    await browser.ask("over", "return")
    assert await is_listed(browser, "over")
    assert held.seatings == []


async def test_who_left_is_not_seated_in_the_next_match(made):
    held = await open_table(made, row("card", 3, "last"), ["guest", "guest", "easy"])
    words = play_random(held.match.at(0), 1).words
    services = made.state.services
    await services.store.append("last", 0, words[:-1])
    await services.tables.get("last")
    await services.tables.seating.leave(held, "guest1")
    await services.tables.play(held, held.match.to_move, held.seq, words[-1:])
    path = (await Browser(made).become("guest0").post("/t/last/rematch")).url.path
    new = await services.tables.get(path.removeprefix("/t/"))
    assert [(seat.kind, seat.guest, seat.name) for seat in new.seats] == [
        ("bot", None, "Bot 2"),
        ("guest", "guest0", "Player 0"),
        ("bot", None, "Angara"),
    ]


async def test_strangers_have_nothing_to_leave(made):
    held = await begun(made, ["guest", "guest"], "strange")
    for stranger in (Browser(made), Browser(made).become("guest3")):
        await stranger.post("/t/strange/leave")
        assert (await stranger.post("/t/strange/return")).status_code == 403
    assert [seat.kind for seat in held.seats] == ["guest", "guest"]
    assert held.seats.left == frozenset()
    assert (await Browser(made).post("/t/nowhere/leave")).url.path == "/"


async def test_a_table_that_cannot_be_continued_can_be_taken_off_the_list(made):
    await open_table(made, row("card", 2, "whole"), ["guest", "easy"])
    store = made.state.services.store
    await open_table(made, row("card", 2, "broken"), ["guest", "easy"])
    await store.append("broken", 0, ["no such word"])
    browser = Browser(made).become("guest0")
    assert "Take it off my list" in (await browser.get("/t/broken")).text
    stranger = Browser(made).become("guest3")
    await stranger.post("/t/broken/leave")
    assert await store.seats.departed("broken") == frozenset()
    await browser.post("/t/broken/leave")
    assert not await is_listed(browser, "broken")
    assert (await browser.get("/t/broken")).status_code == 410


# ------------------------------------------------------------ deleting one's data


async def test_nothing_is_left_of_who_deletes_their_data(made):
    owner, table_id, token = await invited(made)
    friend, phone = Browser(made), Browser(made)
    await friend.post("/join", token=token, name="Bo Li")
    await phone.post("/carry", token=token_in((await friend.get("/me")).text, "carry"))
    guest = made.state.services.identity.ticket(friend.http.cookies[COOKIE]).guest
    unused = token_in((await friend.get("/me")).text, "carry")
    assert "Delete my data" in (await friend.get("/me")).text
    answer = await friend.post("/me/delete")
    assert "Your data is deleted" in answer.text
    assert "storage" in answer.headers["clear-site-data"]
    # The browser has no cookie, and no other way leads back to who they were.
    assert not [cookie.name for cookie in friend.http.cookies.jar]
    assert "Bo Li" not in (await friend.get("/")).text
    assert (await friend.get(f"/t/{table_id}")).status_code == 403
    assert (await phone.get(f"/t/{table_id}")).status_code == 403
    assert "Bo Li" not in (await phone.get("/me")).text
    assert (await Browser(made).post("/carry", token=unused)).status_code == 410
    assert await made.state.services.store.guests.get(guest) is None
    page = await owner.page(table_id)
    assert "Bo Li" not in page.text
    assert "<b>Guest</b> left seat 2, which is open now" in page.text
    # Who comes again is somebody new.
    await friend.post("/me", name="Bo Li")
    assert made.state.services.identity.ticket(friend.http.cookies[COOKIE]).guest != guest


async def test_nobody_has_nothing_to_delete(made):
    answer = await Browser(made).post("/me/delete")
    assert answer.status_code == 200
    assert "Delete my data" not in (await Browser(made).get("/me")).text


async def test_at_a_running_match_the_seat_is_the_bots_for_good(made):
    held = await begun(made, ["guest", "guest"], "for-good")
    mover = held.match.to_move
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    await people[mover].post("/me/delete")
    await people[1 - mover].page("for-good")
    await bots_done(made, "for-good")
    assert held.match.to_move == 1 - mover, "the match goes on"
    seat = held.seats[mover]
    assert (seat.kind, seat.guest, seat.name) == ("bot", None, "Guest")
    assert held.row.owner == f"guest{1 - mover}"
    assert not any(step.guest == f"guest{mover}" for step in held.fold.steps)
    page = await people[1 - mover].page("for-good")
    assert f"Player {mover}" not in page.text
    assert "The computer plays for <b>Guest</b> now, level hard" in page.text


async def test_a_finished_match_stays_for_the_others_and_can_be_verified(made):
    held = await finished(made, ["guest", "guest", "guest"], "stays")
    result = held.match.scores()
    people = [Browser(made).become(f"guest{seat}") for seat in range(3)]
    for browser in people[:2]:
        await browser.post("/me/delete")
    for code, word in (("en", "Guest"), ("de", "Gast"), ("fr", "Invité"), ("it", "Ospite")):
        reader = Browser(made, **{"Accept-Language": code}).become("guest2")
        texts = [(await reader.get(path)).text for path in ("/t/stays", "/t/stays/replay", "/")]
        for text in texts:
            assert "Player 0" not in text
            assert word in text
            assert f"{word} 2" in text
        assert (code == "en") or not re.search(r"\bGuest\b", "".join(texts))
    record = (await people[2].get("/t/stays/record")).text
    assert "players Guest, Guest 2, Player 2\n" in record
    assert Match.read(record).scores() == result
    # The next match waits for nobody who is not known any more.
    path = (await people[2].post("/t/stays/rematch")).url.path
    new = await made.state.services.tables.get(path.removeprefix("/t/"))
    assert [seat.kind for seat in new.seats] == ["guest", "open", "open"]


async def test_where_nobody_else_took_part_the_table_goes(made):
    browser = Browser(made)
    opened = await browser.post("/play", game="card", opponents=2, level="easy")
    path = opened.url.path
    await browser.ask(path.removeprefix("/t/"), "speed", speed="slow")
    services = made.state.services
    await browser.post("/me/delete")
    assert (await browser.get(path)).status_code == 404
    assert await services.tables.get(path.removeprefix("/t/")) is None
    assert path.removeprefix("/t/") not in services.bots._tasks, "no bot goes on thinking"


async def test_it_is_not_done_for_another_site(made):
    await begun(made, ["guest", "guest"], "cross")
    browser = Browser(made, **{"Sec-Fetch-Site": "cross-site"}).become("guest1")
    for path in ("/me/delete", "/t/cross/leave"):
        assert (await browser.post(path)).status_code == 403
    assert await made.state.services.store.guests.get("guest1") is not None


async def test_the_cookie_goes_as_it_came_under_https(tmp_path):
    async with running(tmp_path / "https", public_url="https://localhost") as made:
        answer = await Browser(made).http.post("/me/delete")
        cookies = answer.headers.get_list("set-cookie")
        (said,) = [cookie for cookie in cookies if "siberia_guest" in cookie]
        assert said.startswith('__Host-siberia_guest=""')
        assert all(part in said for part in ("Secure", "HttpOnly", "Path=/", "Max-Age=0"))


# ------------------------------------------------------------ the privacy page


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_privacy_page_is_there_for_everyone_in_their_language(code, made):
    browser = Browser(made, **{"Accept-Language": code})
    for path in ("/", "/me", "/nothing"):
        assert 'href="/privacy"' in (await browser.get(path)).text
    answer = await browser.get("/privacy")
    assert answer.status_code == 200
    assert f'<html lang="{code}"' in answer.text
    assert ("No account, no e-mail address" in answer.text) == (code == "en")
    assert 'href="/me#delete"' in answer.text
    assert "set-cookie" not in answer.headers, "who only reads gets no cookie"
