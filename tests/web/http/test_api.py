"""The way in for programs: words in, what a seat sees out, and problems that say what to do."""

import asyncio
import json
import random
from typing import Any

import httpx
import pytest

from siberia.match import Match
from siberia.web.http import streams
from siberia.web.http.routes import api
from siberia.web.tables.store import Store, StoreError
from tests.web.listening import listening_to
from tests.web.server import Browser, bots_done, open_table, row

pytestmark = pytest.mark.anyio


async def post(browser: Browser, table: str, body: object) -> httpx.Response:
    """Send something as JSON."""
    return await browser.http.post(f"/api/v1/tables/{table}/words", json=body)


async def look(browser: Browser, table: str) -> dict[str, Any]:
    """What a guest's seat sees."""
    answer = await browser.http.get(f"/api/v1/tables/{table}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def words_for(seen: dict[str, Any], chooser: random.Random) -> list[str]:
    """Words that can be played; while counters are placed, all of them at once."""
    if seen["view"]["phase"] == "place":
        return ["place research"] * len(seen["view"]["players"][seen["seat"]]["drawn"])
    lazy = ("pass", "draw 0", "decline", "stop", "keep")
    return [chooser.choice([w for w in seen["legal"] if w not in lazy] or seen["legal"])]


@pytest.mark.parametrize("game", ["card", "board"])
async def test_a_whole_match_is_played_by_programs(game, made):
    table_id, chooser = f"api-{game}", random.Random(game)
    table = await open_table(made, row(game, 2, table_id), ["guest"] * 2)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    while not table.match.is_over:
        seat = table.awaited[0]
        seen = await look(people[seat], table_id)
        assert (seen["seat"], seen["seq"]) == (seat, table.seq)
        words = words_for(seen, chooser)
        answer = await post(people[seat], table_id, {"seq": seen["seq"], "words": words})
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == table.seq
    last = await look(people[0], table_id)
    assert (last["is_over"], last["legal"], last["awaited"]) == (True, [], [])
    record = await people[0].get(f"/t/{table_id}/record")
    assert Match.read(record.text).is_over


async def test_what_is_answered_is_the_view_of_the_seat(made):
    table = await open_table(made, row("card", 2, "api-view"), ["guest"] * 2)
    for seat in range(2):
        seen = await look(Browser(made).become(f"guest{seat}"), "api-view")
        own, other = (seen["view"]["players"][s] for s in (seat, 1 - seat))
        assert own["hand"] == list(table.match.view(seat).players[seat].hand or ())
        assert other["hand"] is None
        assert seen["legal"] == (list(table.match.legal()) if seat == 0 else [])


async def test_bots_answer_programs(made):
    table = await open_table(made, row("card", 2, "api-bots"), ["guest", "easy"])
    person = Browser(made).become("guest0")
    while table.match.to_move == 0:
        seen = await look(person, "api-bots")
        await post(
            person, "api-bots", {"seq": seen["seq"], "words": words_for(seen, random.Random(1))}
        )
    await bots_done(made, "api-bots")
    assert (await look(person, "api-bots"))["awaited"] == [0]


@pytest.mark.rule("C6")
async def test_what_is_refused_is_a_problem_that_says_why(made):
    table = await open_table(made, row("card", 2, "api-no"), ["guest"] * 2)
    mine, other, stranger = (Browser(made).become(f"guest{n}") for n in range(3))
    cases = [
        (mine, {"seq": 0, "words": ["keep"]}, 409, "not legal (C6)"),
        (mine, {"seq": 0, "words": ["dance"]}, 409, "dance"),
        (mine, {"seq": 5, "words": [table.match.legal()[0]]}, 409, "moved on"),
        (other, {"seq": 0, "words": [table.match.legal()[0]]}, 409, "not your turn"),
        (mine, {"seq": 0, "words": []}, 400, "cannot be understood"),
        (mine, {"seq": -1, "words": ["keep"]}, 400, "cannot be understood"),
        (mine, {"seq": 0, "words": ["keep"], "seed": 1}, 400, "cannot be understood"),
        (stranger, {"seq": 0, "words": ["keep"]}, 403, "no seat"),
    ]
    for browser, body, status, why in cases:
        answer = await post(browser, "api-no", body)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        said = answer.json()
        assert why in said["title"]
        assert said["status"] == status
    illegal = (await post(mine, "api-no", {"seq": 0, "words": ["keep"]})).json()
    assert (illegal["rule"], illegal["legal"]) == ("C6", list(table.match.legal()))
    assert table.seq == 0


async def test_what_is_no_json_and_what_is_no_table(made):
    await open_table(made, row("card", 2, "api-bad"), ["guest"] * 2)
    mine = Browser(made).become("guest0")
    bad = await mine.http.post("/api/v1/tables/api-bad/words", content=b"{")
    assert (bad.status_code, json.loads(bad.text)["status"]) == (400, 400)
    assert (await mine.get("/api/v1/tables/nowhere")).status_code == 403


async def test_what_could_not_be_kept_was_not_done(made, monkeypatch):
    table = await open_table(made, row("card", 2, "api-full"), ["guest"] * 2)

    async def full(*_asked, **_more):
        raise StoreError("The disk is full.")

    monkeypatch.setattr(Store, "append", full)
    body = {"seq": 0, "words": [table.match.legal()[0]]}
    answer = await post(Browser(made).become("guest0"), "api-full", body)
    assert answer.status_code == 503
    assert "not done" in answer.json()["title"]
    assert table.seq == 0


async def test_a_host_who_only_watches_plays_nothing(made):
    await open_table(made, row("card", 2, "api-host", owner="guest3"), ["guest"] * 2)
    host = Browser(made).become("guest3")
    assert (await look(host, "api-host"))["seat"] is None
    answer = await post(host, "api-host", {"seq": 0, "words": ["flip 4"]})
    assert answer.status_code == 403


async def test_a_table_that_cannot_be_continued_says_so(made):
    store = made.state.services.store
    await open_table(made, row("card", 2, "api-broken"), ["guest"] * 2)
    made.state.services.tables._let_go("api-broken")
    await store.append("api-broken", 0, ["no such word"])
    answer = await Browser(made).become("guest0").get("/api/v1/tables/api-broken")
    assert answer.status_code == 410


async def test_a_stream_shows_the_table_whenever_something_has_happened(made):
    table = await open_table(made, row("card", 2, "api-stream"), ["guest"] * 2)
    mover, other = (Browser(made).become(f"guest{seat}") for seat in range(2))
    async with listening_to(made, other, "/api/v1/tables/api-stream/stream") as heard:
        before = await look(other, "api-stream")
        await post(mover, "api-stream", {"seq": 0, "words": [table.match.legal()[0]]})
        await asyncio.sleep(0.05)
        after = await look(other, "api-stream")
    assert heard[0] == 200
    assert [json.loads(line) for line in heard[1:]] == [before, after]
    assert (before["seq"], after["seq"], after["seat"]) == (0, 1, 1)
    assert not made.state.services.changes.total


async def test_a_stream_can_leave_out_what_its_own_answers_have_shown(made):
    """Of others it tells all the same; and while counters are placed, too."""
    table = await open_table(made, row("board", 2, "api-own"), ["guest"] * 2)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    path = "/api/v1/tables/api-own/stream"
    async with listening_to(made, people[0], path, "own=no") as heard:
        placed = {"seq": 0, "words": ["place research"] * 6}
        for person in people:
            await post(person, "api-own", placed)
            await asyncio.sleep(0.05)
        mover = people[table.awaited[0]]
        await post(mover, "api-own", {"seq": table.seq, "words": [table.match.legal()[0]]})
        await asyncio.sleep(0.05)
    seqs = [json.loads(line)["seq"] for line in heard[1:]]
    assert seqs == [0, 12] if mover is people[0] else seqs == [0, 12, 13]


async def test_a_quiet_stream_has_empty_lines(made, monkeypatch):
    monkeypatch.setattr(api, "HEARTBEAT", 0.02)
    await open_table(made, row("card", 2, "api-quiet"), ["guest"] * 2)
    guest = Browser(made).become("guest0")
    async with listening_to(made, guest, "/api/v1/tables/api-quiet/stream") as heard:
        await asyncio.sleep(0.2)
    assert len(heard) > 3
    assert set(heard[2:]) == {"\n"}


async def test_a_stream_is_for_those_who_may_look_and_ends_when_they_may_not(made, monkeypatch):
    await open_table(made, row("card", 2, "api-mine", owner="guest1"), ["guest", "guest"])
    path = "/api/v1/tables/api-mine/stream"
    stranger, guest = Browser(made).become("guest3"), Browser(made).become("guest0")
    async with listening_to(made, stranger, path) as strange:
        pass
    assert strange[0] == 403
    assert json.loads(strange[1])["title"] == "You have no seat at this table."
    services = made.state.services
    async with listening_to(made, guest, path) as heard:
        await services.tables.forget("guest0")
        await asyncio.sleep(0.05)
        assert services.changes.total == 0
    assert len(heard) == 2
    monkeypatch.setattr(streams, "STREAMS_FOR_EACH_GUEST", 0)
    async with listening_to(made, Browser(made).become("guest1"), path) as refused:
        pass
    assert refused[0] == 429


async def test_a_stream_hears_of_plans_that_are_handed_in(made):
    """What is awaited changes then, though the log does not."""
    await open_table(made, row("board", 2, "api-plan"), ["guest"] * 2)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    async with listening_to(made, people[1], "/api/v1/tables/api-plan/stream") as heard:
        await post(people[0], "api-plan", {"seq": 0, "words": ["place research"] * 6})
        await asyncio.sleep(0.05)
    assert [json.loads(line)["awaited"] for line in heard[1:]] == [[0, 1], [1]]
    assert [json.loads(line)["seq"] for line in heard[1:]] == [0, 0]
