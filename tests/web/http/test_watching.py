"""Watching a table: who may, what is sent to whom, and what nobody is sent."""

import asyncio
import zlib
from itertools import cycle
from typing import Any

import pytest

from siberia.web.http import watching as watching_module
from siberia.web.http.routes import watching as watching_routes
from siberia.web.http.watching import GZIP_HEADER, Group
from siberia.web.i18n.languages import LANGUAGES
from siberia.web.pages.game_pages import table_page
from siberia.web.tables import watchers as watchers_module
from siberia.web.tables.store.rows import Guest
from tests.support import VARIANTS, variants
from tests.web.http.test_leaks import (
    first_places,
    rows,
    shown_instead,
    stops,
    twin,
    words_of_a_match,
)
from tests.web.listening import listening_to
from tests.web.server import NOON, Browser, open_table, row

pytestmark = pytest.mark.anyio


def watched(game: str, seats: int, table_id: str, **more):
    """A table's row that may be watched by whoever has the address."""
    return row(game, seats, table_id, watching="link", **more)


def watching(made, browser: Browser, table_id: str, query: str = "", address: str = "10.201.0.1"):
    """The stream of a page that watches."""
    return listening_to(made, browser, f"/t/{table_id}/watch", query, address)


async def events(heard: list[Any], count: int) -> list[str]:
    """Wait until a stream has sent so much besides its status, and return it."""
    for _ in range(500):
        if len(heard) > count:
            break
        await asyncio.sleep(0.01)
    return heard[1:]


# ------------------------------------------------------------ who may


async def test_only_where_the_host_lets_them_others_watch(made):
    await open_table(made, row("card", 2, "shut"), ["guest", "guest"])
    await open_table(made, watched("card", 2, "ajar"), ["guest", "guest"])
    for stranger in (Browser(made), Browser(made).become("guest3")):
        assert (await stranger.get("/t/shut")).status_code == 403
        assert (await stranger.get("/t/shut/watch")).status_code == 403
        assert (await stranger.get("/api/v1/tables/shut")).status_code in (401, 403)
        assert (await stranger.post("/t/shut/look")).status_code == 403
        page = await stranger.page("ajar")
        assert page.title == "Player 0 turns a card up."
        assert page.line == "You watch. You see what lies open on the table, nothing more."
        assert "watch" in page.main["class"].split()
        assert page.find("own") is None
        assert {name for name, _ in page.clicks("word", "plan", "draft", "post")} == set()
        for deed in ("play", "undo", "hint", "seat", "speed", "watching", "consent"):
            assert (await stranger.post(f"/t/ajar/{deed}", seq=0)).status_code == 403


async def test_the_host_says_who_may_watch_and_everyone_is_told(made):
    await open_table(made, row("card", 2, "host"), ["guest", "guest"])
    host, other = Browser(made).become("guest0"), Browser(made).become("guest1")
    changes = made.state.services.changes
    status, page = await other.ask("host", "watching", watching="link")
    assert (status, page.line) == (409, "Only the host of the table can do that.")
    assert page.find("menu-eyes") is None
    assert (await host.ask("host", "watching", watching="the world"))[0] == 409
    with changes.subscribe("guest1", frozenset({"host"})) as subscription:
        status, page = await host.ask("host", "watching", watching="link")
        assert (status, subscription.take()) == (200, [("host", None)])
    assert page.find("menu-eyes")
    assert (await other.page("host")).find("menu-eyes"), "who plays sees that others may look"
    assert (await Browser(made).get("/t/host")).status_code == 200
    await host.ask("host", "watching", watching="nobody")
    assert (await Browser(made).get("/t/host")).status_code == 403
    assert (await other.page("host")).find("menu-eyes") is None


async def test_a_deal_of_the_day_is_not_shown_to_those_who_may_still_play_it(made):
    table = await open_table(made, watched("card", 2, "daily", day=NOON.date()), ["guest", "easy"])
    assert not table.is_watchable
    assert (await Browser(made).get("/t/daily")).status_code == 403
    status, _ = await Browser(made).become("guest0").ask("daily", "watching", watching="everyone")
    assert status == 409


# ------------------------------------------------------------ what is sent


async def sent(made, browser: Browser, table_id: str, address: str) -> list[bytes]:
    """Everything that somebody who watches is sent, drawn anew."""
    made.state.services.watching._kept.clear()
    found = [(await browser.get(f"/t/{table_id}")).content]
    for fields in ({}, {"narrow": "true"}, {"draft": "act", "since": 0, "seat": 1}):
        answer = await browser.post(f"/t/{table_id}/look", **fields)
        assert answer.status_code == 200
        found.append(answer.content)
    found.append((await browser.get(f"/api/v1/tables/{table_id}")).content)
    async with watching(made, browser, table_id, "narrow=0", address) as heard:
        found += [part.encode() for part in (await events(heard, 2))]
    return found


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
async def test_a_watcher_is_sent_the_same_whatever_is_hidden(variant, made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)
    languages, seed, differ = cycle(LANGUAGES), 300 + VARIANTS.index(variant), 0
    for seats, many in ((2, 3), (4, 2)):
        words = words_of_a_match(variant, seats, seed)
        for ply in stops(words, many):
            table_id = f"{variant}-watched-{seats}-{ply}"
            about = rows(variant, seats, table_id, seed)
            table = await open_table(made, about, ["guest"] * seats, words[:ply])
            await made.state.services.tables.settings.set_watching(table, "link")
            browser = Browser(made, **{"Accept-Language": next(languages)})
            address = f"10.202.{seats}.{ply % 250}"
            first = await sent(made, browser, table_id, address)
            assert len(first) == 7
            other = twin(table, None, ply + 1)
            differ += any(other.match.view(n) != table.match.view(n) for n in range(seats))
            with shown_instead(made, other):
                assert await sent(made, browser, table_id, address) == first
    assert differ, "what was drawn anew shows to those who may see it"


@variants
async def test_the_test_above_can_fail(variant, made, monkeypatch):
    """Were what one player sees drawn for those who watch, it would be found."""
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)
    monkeypatch.setattr(
        watching_module, "table_page", lambda table, _guest, *how: table_page(table, "guest0", *how)
    )
    table_id, words = f"{variant}-leaking", words_of_a_match(variant, 2, 300)
    # The first counters lie in secret when the exchanges are settled, and hands from the beginning.
    ply = next((n for n, word in enumerate(words) if word.startswith("place ")), 0)
    table = await open_table(made, rows(variant, 2, table_id, 300), ["guest"] * 2, words[:ply])
    await made.state.services.tables.settings.set_watching(table, "link")
    browser = Browser(made)
    first = await sent(made, browser, table_id, "10.207.0.1")
    with shown_instead(made, twin(table, 1, 5)):
        second = await sent(made, browser, table_id, "10.207.0.1")
    differ = [one != other for one, other in zip(first, second, strict=True)]
    assert [*differ[:4], any(differ[5:])] == [True] * 5


@pytest.mark.rule("B11")
async def test_neither_plans_nor_drafts_nor_hints_show_to_who_watches(made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)
    monkeypatch.setattr(made.state.services.bots, "advise", lambda *_: None)
    table = await open_table(made, watched("board", 3, "secret"), ["guest"] * 3)
    browser, player = Browser(made), Browser(made).become("guest1")
    seen = []
    for words in (["place research"] * 6, first_places(table.match, 1)):
        await player.look("secret", draft="0 place research")
        await player.ask("secret", "hint", seq=0)
        before = await sent(made, browser, "secret", "10.203.0.1")
        status, _ = await player.ask("secret", "plan", seq=0, words=", ".join(words))
        assert status == 200
        seen.append((before, await sent(made, browser, "secret", "10.203.0.1")))
        await player.ask("secret", "replan", seq=0)
    assert seen[0] == seen[1]
    # That somebody has placed is for all to see, as at any table.
    assert b"has placed" in seen[0][1][0]


async def test_a_hint_wakes_nobody_who_watches(made):
    table = await open_table(made, watched("card", 2, "hinted"), ["guest", "guest"])
    async with watching(made, Browser(made), "hinted", "narrow=0") as heard:
        await events(heard, 2)
        before = len(heard)
        made.state.services.changes.tell("hinted", table.seats[0].guest)
        await asyncio.sleep(0.1)
        assert len(heard) == before


async def test_a_word_reaches_all_who_watch_as_the_same_bytes(made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)
    table = await open_table(made, watched("card", 2, "live"), ["guest", "guest"])
    drawn, draw = [], made.state.services.watching._draw

    def counted(*about):
        drawn.append(about)
        return draw(*about)

    monkeypatch.setattr(made.state.services.watching, "_draw", counted)
    first = Browser(made)
    page = await first.page("live")
    query = f"narrow=0&sign={page.main['data-watch']}"
    async with (
        watching(made, first, "live", query, "10.204.0.1") as one,
        watching(made, Browser(made).become("guest2"), "live", query, "10.204.0.2") as two,
    ):
        assert len(await events(one, 1)) == 1, "the page has all there is"
        drawn.clear()
        player = Browser(made).become("guest0")
        await player.ask("live", "play", seq=0, words=table.match.legal()[0])
        assert (await events(one, 2))[1:] == (await events(two, 2))[1:]
        assert len(drawn) == 1
        event = one[2]
        assert event.startswith("event: shown\ndata: ")
        assert 'data-seq="1"' in event
        assert "data-same" in event, "only what has changed is sent"
        assert "Player 0 chooses an action." in event


async def test_a_page_that_shows_something_else_is_sent_all_there_is(made):
    await open_table(made, watched("card", 2, "stale"), ["guest", "guest"])
    async with watching(made, Browser(made), "stale", "narrow=0&sign=other") as heard:
        _, whole = (await events(heard, 2))[:2]
        assert "data-same" not in whole
        assert 'id="log"' in whole


async def test_a_compressed_stream_is_one_that_never_ends(made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 60.0)
    table = await open_table(made, watched("card", 2, "packed"), ["guest", "guest"])
    shared = made.state.services.watching
    with shared.room(Group("packed", "en", "", False)) as room:
        packed = room.stream(table, "", is_packed=True)
        plain = room.stream(table, "", is_packed=False)
        assert await anext(packed) == GZIP_HEADER
        unpack = zlib.decompressobj(31)
        unpack.decompress(GZIP_HEADER)
        for _ in range(2):
            assert unpack.decompress(await anext(packed)) == await anext(plain)
        player = Browser(made).become("guest0")
        await player.ask("packed", "play", seq=0, words=table.match.legal()[0])
        assert unpack.decompress(await anext(packed)) == await anext(plain)
        await packed.aclose()
        await plain.aclose()
    assert not shared._rooms


async def test_when_nobody_may_watch_any_more_streams_end(made):
    table = await open_table(made, watched("card", 2, "closing"), ["guest", "guest"])
    async with watching(made, Browser(made), "closing", "narrow=0") as heard:
        await events(heard, 2)
        await made.state.services.tables.settings.set_watching(table, "nobody")
        assert (await events(heard, 3))[-1] == "event: gone\ndata:\n\n"
    assert made.state.services.tables.watchers.of("closing").count == 0


# ------------------------------------------------------------ who watches


async def test_who_watches_shows_to_all(made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 0.01)
    await open_table(made, watched("card", 2, "eyes"), ["guest", "guest"])
    await made.state.services.store.guests.add(Guest("lea", "Léa <b>", NOON))
    player = Browser(made).become("guest0")
    async with (
        watching(made, Browser(made).become("lea"), "eyes", "narrow=0", "10.205.0.1"),
        watching(made, Browser(made), "eyes", "narrow=0", "10.205.0.2") as heard,
    ):
        await asyncio.sleep(0.05)
        for page in (await player.page("eyes"), await Browser(made).page("eyes")):
            words = page.words_of["menu-eyes"]
            assert "2 watch" in words
            assert "Léa <b> and 1 guest" in words
        await asyncio.sleep(0.4)
        assert any("2 watch" in event for event in heard[1:])
    await asyncio.sleep(0.05)
    assert "0 watch" in (await player.page("eyes")).words_of["menu-eyes"]


async def test_a_program_that_watches_is_counted_and_sees_no_hand(made, monkeypatch):
    monkeypatch.setattr(watchers_module, "SETTLES", 0.01)
    await open_table(made, watched("card", 2, "program"), ["guest", "guest"])
    browser = Browser(made).become("guest2")
    said = (await browser.get("/api/v1/tables/program")).json()
    assert (said["seat"], said["legal"]) == (None, [])
    assert all(player["hand"] is None for player in said["view"]["players"])
    answer = await browser.http.post(
        "/api/v1/tables/program/words", json={"seq": 0, "words": ["flip 1"]}
    )
    assert answer.status_code == 403
    path = "/api/v1/tables/program/stream"
    async with listening_to(made, browser, path) as heard:
        assert (await events(heard, 1))[0].startswith('{"seq":0,"seat":null')
        await asyncio.sleep(0.05)
        assert made.state.services.tables.watchers.of("program").names == ("Player 2",)


async def test_streams_of_watchers_count_for_each_guest_and_leave_room_for_players(
    made, monkeypatch
):
    await open_table(made, watched("card", 2, "room"), ["guest", "guest"])
    monkeypatch.setattr(watching_routes, "STREAMS_FOR_EACH_GUEST", 1)
    guest, player = Browser(made).become("guest2"), Browser(made).become("guest0")
    async with (
        watching(made, guest, "room", address="10.206.0.1") as first,
        watching(made, guest, "room", address="10.206.0.2") as second,
        watching(made, Browser(made), "room", address="10.206.0.3") as stranger,
        watching(made, Browser(made), "room", address="10.206.0.3") as another,
    ):
        statuses = [heard[0] for heard in (first, second, stranger, another)]
        assert statuses == [200, 429, 200, 200]
        assert made.state.open_streams.total == 3, "who watches alike is counted, too"
        monkeypatch.setattr(made.state.open_streams, "_most", 4)
        async with (
            watching(made, Browser(made), "room", address="10.206.0.4") as late,
            listening_to(made, player, "/live", "tables=room", "10.206.0.5") as playing,
        ):
            assert (late[0], playing[0]) == (503, 200)
