"""Open tables over HTTP: where they are found, sitting down, opening and closing seats."""

import re

import pytest

from siberia.web.http import middleware
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.tables.opening import open_taken_over
from siberia.web.tables.store.rows import SeatRow
from tests.web.http.test_seats import begun
from tests.web.page import Page
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio

QUICKER = "Somebody was quicker: no seat is free at that table any more."


@pytest.fixture
async def made(tmp_path):
    async with running(tmp_path) as made:
        yield made


async def named(made, name: str, **headers: str) -> Browser:
    browser = Browser(made, **headers)
    await browser.post("/me", name=name)
    return browser


async def opens(browser: Browser, **fields: str) -> str:
    """Open a table and return its id."""
    answer = await browser.post("/tables", **{"game": "card", "seat1": "anyone", **fields})
    assert answer.status_code == 200, answer.text
    return answer.url.path.removeprefix("/t/")


async def waiting(browser: Browser, path: str = "/") -> str:
    """What a page lists as waiting for players."""
    browser.server.state.services.lobby.expire()
    text = (await browser.get(path)).text
    Page(text)
    return text[text.index('id="waiting"') : text.index('id="to-watch"')]


def sign_of(text: str) -> str:
    """By what a page knows the lists that it has."""
    lists = Page(text).find("lobby")
    assert lists is not None
    return lists["data-sign"]


async def test_who_opens_a_table_for_anyone_is_found_and_joined(made):
    host, guest = await named(made, "Mirjam", **{"Accept-Language": "de"}), Browser(made)
    table_id = await opens(host, pace="minutes", minutes="20", seat2="medium")
    assert "dein Tisch" in await waiting(host)
    text = await waiting(guest)
    assert "Mirjam" in text
    assert "Live, 20 min each · in German" in text
    assert "2 of 3 seats are taken" in text
    # Who has no name gives one in the same line; without one nothing is done.
    assert f'action="/t/{table_id}/sit"' in text
    assert 'name="name"' in text
    assert (await guest.post(f"/t/{table_id}/sit")).status_code == 400
    answer = await guest.post(f"/t/{table_id}/sit", name="Bo")
    assert (answer.status_code, answer.url.path) == (200, f"/t/{table_id}")
    assert table_id not in await waiting(guest)
    assert "Bo" in (await host.get(f"/t/{table_id}")).text


async def test_who_has_a_name_sits_down_with_one_click(made):
    host, guest = await named(made, "Ada"), await named(made, "Bo")
    table_id = await opens(host)
    assert 'name="name"' not in await waiting(guest)
    assert (await guest.post(f"/t/{table_id}/sit")).url.path == f"/t/{table_id}"
    # A second click only leads there again.
    assert (await guest.post(f"/t/{table_id}/sit")).url.path == f"/t/{table_id}"
    seats = await made.state.services.store.seats.of(table_id)
    assert [seat.name for seat in seats] == ["Ada", "Bo"]


async def test_who_comes_second_is_told_kindly(made):
    host = await named(made, "Ada")
    table_id = await opens(host)
    await (await named(made, "Bo")).post(f"/t/{table_id}/sit")
    late = await named(made, "Cy")
    answer = await late.post(f"/t/{table_id}/sit")
    assert answer.status_code == 409
    assert QUICKER in answer.text
    assert table_id not in await waiting(late)
    assert (await late.get(f"/t/{table_id}")).status_code == 403
    assert (await late.post("/t/nothing/sit")).status_code == 409


async def test_a_name_that_is_taken_is_asked_for_again_in_place(made):
    host, guest = await named(made, "Ada"), await named(made, "ada")
    table_id = await opens(host)
    answer = await guest.post(f"/t/{table_id}/sit")
    assert answer.status_code == 409
    assert "already called that" in answer.text
    assert 'name="name"' in answer.text
    assert (await guest.post(f"/t/{table_id}/sit", name="Zoe")).url.path == f"/t/{table_id}"


async def test_neither_a_bots_seat_nor_one_by_link_is_taken_so(made):
    guest = await named(made, "Bo")
    table_id = await opens(await named(made, "Ada"), seat1="easy", seat2="link", name2="Cy")
    assert table_id not in await waiting(guest)
    assert (await guest.post(f"/t/{table_id}/sit")).status_code == 409
    kinds = [seat.kind for seat in await made.state.services.store.seats.of(table_id)]
    assert kinds == ["guest", "bot", "open"]


async def test_the_host_alone_opens_a_seat_to_anyone_and_closes_it(made):
    host, guest = await named(made, "Ada"), await named(made, "Bo")
    table_id = await opens(host, seat1="link", seat2="anyone")
    await guest.post(f"/t/{table_id}/sit")
    status, page = await guest.ask(table_id, "seat", kind="anyone", number=1)
    assert (status, page.line) == (409, "Only the host of the table can do that.")
    page = await host.page(table_id)
    assert ("post", "seat") in page.clicks("post")
    assert 'data-value="anyone,1"' in page.text
    status, page = await host.ask(table_id, "seat", kind="anyone", number=1)
    assert status == 200
    assert 'data-value="link,1"' in page.text
    assert "waits on the home page for anyone" in page.text
    other = await named(made, "Cy")
    assert table_id in await waiting(other)
    await host.ask(table_id, "seat", kind="link", number=1)
    assert table_id not in await waiting(other)
    assert (await other.post(f"/t/{table_id}/sit")).status_code == 409
    # A bot's seat is free only in the ways it was before.
    status, _ = await host.ask(table_id, "seat", kind="anyone", number=0)
    assert status == 409


async def test_a_match_that_goes_on_can_still_be_joined(made):
    held = await begun(made, ["guest", "open"], "joined")
    host = Browser(made).become("guest0")
    await host.ask("joined", "seat", kind="anyone", number=1)
    guest = await named(made, "Bo")
    assert (await guest.post("/t/joined/sit")).url.path == "/t/joined"
    assert held.seats.names[1] == "Bo"


async def test_all_tables_are_found_by_game_language_and_pace(made):
    for name, code, fields in (
        ("Ada", "en", {"game": "card"}),
        ("Berta", "de", {"game": "board", "pace": "days", "days": "2"}),
        ("Chloé", "fr", {"game": "board", "pace": "minutes", "minutes": "45"}),
        ("Dario", "it", {"game": "card", "pace": "days", "days": "1"}),
    ):
        await opens(await named(made, name, **{"Accept-Language": code}), **fields)
    guest = await named(made, "Eva")
    names = ("Ada", "Berta", "Chloé", "Dario")

    async def found(query: str) -> list[str]:
        text = await waiting(guest, f"/tables{query}")
        return [name for name in names if f">{name}<" in text]

    assert await found("") == list(names)
    assert await found("?game=board") == ["Berta", "Chloé"]
    assert await found("?language=it") == ["Dario"]
    assert await found("?pace=days") == ["Berta", "Dario"]
    assert await found("?pace=none&game=card") == ["Ada"]
    assert await found("?game=chess&pace=slow&language=xx") == list(names)
    # The home page has room for the newest, and says how many there are.
    text = await waiting(guest)
    assert text.count("<li") == 3
    assert "All 4" in text
    assert re.search(r"Dario.*Chloé.*Berta", text, re.DOTALL)


async def test_an_open_page_asks_again_and_hears_only_of_changes(made):
    host, guest = await named(made, "Ada"), await named(made, "Bo")
    sign = sign_of((await guest.get("/")).text)
    assert (await guest.get(f"/lobby?sign={sign}")).status_code == 204
    table_id = await opens(host)
    answer = await guest.get(f"/lobby?sign={sign}")
    assert answer.status_code == 200
    assert table_id in answer.text
    fresh = sign_of(answer.text)
    assert (await guest.get(f"/lobby?sign={fresh}")).status_code == 204
    # What is to be found on the page of all tables follows its filters.
    assert table_id not in (await guest.get("/lobby?all=1&game=board")).text
    # Whoever looks is about: their own tables stay on the list.
    (seen,) = made.state.services.changes._seen
    assert made.state.services.changes.unseen_for(seen) is not None


async def test_what_is_played_to_be_watched_says_how_far_it_is(made):
    for game, words in (("card", ["flip 4"]), ("board", ["choose A"])):
        more = {"watching": "everyone", "exchanges": "AAAAA" if game == "board" else ""}
        held = await open_table(made, row(game, 2, game, **more), ["guest", "guest"])
        words = ["place research"] if game == "board" else [held.match.legal()[0]]
        await made.state.services.store.append(game, 0, words)
    guest = await named(made, "Eva")
    text = (await guest.get("/tables")).text
    text = text[text.index('id="to-watch"') :]
    assert "Player 0, Player 1" in text
    assert "Round 1 · 0 of 8 areas exhausted" in text
    assert re.search(r"\d+ in the stack", text)
    assert 'href="/t/board"' in text
    # Neither seed nor who sits there as the server knows them.
    for secret in ("5eed", "5a17", "guest0"):
        assert secret not in text


async def test_empty_lists_say_so_warmly_in_every_language(made):
    for code in LANGUAGES:
        text = (await Browser(made, **{"Accept-Language": code}).get("/")).text
        assert text.count('class="nobody"') == 2, code


async def test_sitting_down_is_limited(made, monkeypatch):
    monkeypatch.setattr(middleware, "COSTLY_LIMIT", 2)
    guest = await named(made, "Bo")
    answers = [await guest.post("/t/nothing/sit") for _ in range(3)]
    assert answers[-1].status_code == 429


async def test_who_holds_seats_enough_plays_on_first(made, monkeypatch):
    monkeypatch.setattr("siberia.web.http.routes.lobby.MOST_UNFINISHED", 1)
    first, second = await opens(await named(made, "Ada")), await opens(await named(made, "Cy"))
    guest = await named(made, "Bo")
    await guest.post(f"/t/{first}/sit")
    answer = await guest.post(f"/t/{second}/sit")
    assert answer.status_code == 429
    assert "play on at one of them first" in answer.text


async def test_a_rematch_or_a_match_taken_over_is_not_open_to_anyone(made):
    services = made.state.services
    table = row("card", 2, "over", watching="everyone", pace="1 days", hints=False)
    held = await open_table(made, table, ["guest", "guest"])
    held.seats.rows[1] = SeatRow("over", 1, "guest", None, None, "Guest", anyone=True)
    (_, gone) = held.seats.in_next_match()
    assert (gone.kind, gone.anyone) == ("open", False)
    seat = SeatRow("", 0, "guest", "guest1", None, "B")
    taken = await open_taken_over(services.store, held.row, held.match, "guest1", [seat])
    kept = await services.store.table(taken)
    assert (kept.watching, kept.pace, kept.hints) == ("nobody", "", True)
