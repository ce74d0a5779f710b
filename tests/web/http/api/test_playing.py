"""The way in for programs: words in, what a seat sees out, and problems that say what to do."""

import asyncio
import json
import random
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Any

import httpx
import msgspec
import pytest

from siberia.bots import Seat, bot
from siberia.match import Match
from siberia.match.known import Knowledge, Known
from siberia.web.http import streams
from siberia.web.http.api import streaming
from siberia.web.tables import bot_queue
from siberia.web.tables.store import Store, StoreError
from tests.support import play_random
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
        (mine, {"seq": 0, "words": []}, 422, "cannot be understood"),
        (mine, {"seq": -1, "words": ["keep"]}, 422, "cannot be understood"),
        (mine, {"seq": 0, "words": ["keep"], "seed": 1}, 422, "cannot be understood"),
        (stranger, {"seq": 0, "words": ["keep"]}, 403, "no seat"),
    ]
    for browser, body, status, why in cases:
        answer = await post(browser, "api-no", body)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        said = answer.json()
        assert why in said["detail"]
        assert (said["status"], said["title"]) == (status, HTTPStatus(status).phrase)
    illegal = (await post(mine, "api-no", {"seq": 0, "words": ["keep"]})).json()
    assert illegal["type"] == "/api#illegal-word"
    assert (illegal["rule"], illegal["legal"]) == ("C6", list(table.match.legal()))
    assert table.seq == 0


@pytest.mark.rule("B11", "B12")
async def test_a_placing_is_refused_like_any_word_and_says_how_many_are_due(made):
    table = await open_table(made, row("board", 2, "api-badly"), ["guest"] * 2)
    mine = Browser(made).become("guest0")
    short = (await post(mine, "api-badly", {"seq": 0, "words": ["place research"] * 5})).json()
    assert (short["status"], "all 6 counters" in short["detail"]) == (409, True)
    passing = (await post(mine, "api-badly", {"seq": 0, "words": ["pass"] * 6})).json()
    assert (passing["type"], passing["rule"]) == ("/api#illegal-word", "B11")
    assert passing["legal"] == (await look(mine, "api-badly"))["legal"]
    full = [word for word in passing["legal"] if word != "place research"][:1] * 6
    assert (await post(mine, "api-badly", {"seq": 0, "words": full})).status_code == 409
    assert not table.plans
    replan = await mine.http.post("/api/v1/tables/api-badly/replan", json={"seq": 0})
    assert (replan.status_code, "no placing" in replan.json()["detail"]) == (409, True)


@pytest.mark.parametrize("asked", ["words", "undo", "replan", "hint"])
async def test_who_saw_the_table_as_it_is_not_any_more_is_told_how_long_its_log_is(made, asked):
    await open_table(made, row("card", 2, f"api-late-{asked}"), ["guest"] * 2)
    body = {"seq": 5, **({"words": ["flip 4"]} if asked == "words" else {})}
    answer = (
        await Browser(made)
        .become("guest0")
        .http.post(f"/api/v1/tables/api-late-{asked}/{asked}", json=body)
    )
    assert answer.status_code == 409
    assert "its log has 0 entries now, not 5" in answer.json()["detail"]


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
    assert "not done" in answer.json()["detail"]
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
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.02)
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
    assert json.loads(strange[1])["detail"] == "You have no seat at this table."
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


async def test_a_stream_ends_when_its_token_is_revoked_however_busy_the_table_is(made):
    table = await open_table(made, row("card", 2, "api-revoked"), ["guest"] * 2)
    person, mover = Browser(made).become("guest1"), Browser(made).become("guest0")
    asked = {"name": "bot", "table": "api-revoked", "seat": 1}
    token = (await person.http.post("/api/v1/tokens", json=asked)).json()
    program, path = Browser(made), "/api/v1/tables/api-revoked/stream"
    bearer = f"Bearer {token['token']}"
    async with listening_to(made, program, path, authorization=bearer) as heard:
        await person.http.post(f"/api/v1/tokens/{token['info']['id']}/revoke")
        await post(mover, "api-revoked", {"seq": 0, "words": [table.match.legal()[0]]})
        await asyncio.sleep(0.05)
        assert not made.state.services.changes.total
    assert (heard[0], len(heard)) == (200, 2)


async def test_those_who_watch_leave_streams_to_those_who_play(made, monkeypatch):
    table = await open_table(made, row("card", 2, "api-room"), ["guest"] * 2)
    await made.state.services.tables.settings.set_watching(table, "everyone")
    path, statuses = "/api/v1/tables/api-room/stream", []
    monkeypatch.setattr(made.state.open_streams, "_most", 4)
    async with AsyncExitStack() as opened:
        for guest in ("guest2", "guest2", "guest2", "guest3", "guest0", "guest1"):
            stream = listening_to(made, Browser(made).become(guest), path)
            statuses.append((await opened.enter_async_context(stream))[0])
    assert statuses == [200, 200, 200, 429, 200, 429]


async def test_a_stream_hears_of_plans_that_are_handed_in(made):
    """What is awaited changes then, though the log does not."""
    await open_table(made, row("board", 2, "api-plan"), ["guest"] * 2)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    async with listening_to(made, people[1], "/api/v1/tables/api-plan/stream") as heard:
        await post(people[0], "api-plan", {"seq": 0, "words": ["place research"] * 6})
        await asyncio.sleep(0.05)
    assert [json.loads(line)["awaited"] for line in heard[1:]] == [[0, 1], [1]]
    assert [json.loads(line)["seq"] for line in heard[1:]] == [0, 0]


async def test_a_stream_can_be_one_of_server_sent_events(made, monkeypatch):
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.02)
    await open_table(made, row("card", 2, "api-sse"), ["guest"] * 2)
    guest, path = Browser(made).become("guest0"), "/api/v1/tables/api-sse/stream"
    async with listening_to(made, guest, path, accept="text/event-stream") as heard:
        await asyncio.sleep(0.1)
    name, _, shown = heard[1].partition(" ")
    assert (name, shown[-2:]) == ("data:", "\n\n")
    assert json.loads(shown) == await look(guest, "api-sse")
    assert set(heard[2:]) == {": still here\n\n"}


async def test_words_that_are_sent_twice_are_played_once(made):
    table = await open_table(made, row("card", 2, "api-twice"), ["guest"] * 2)
    mine, other = (Browser(made).become(f"guest{seat}") for seat in range(2))
    body = {"seq": 0, "words": [table.match.legal()[0]]}
    first, second = await post(mine, "api-twice", body), await post(mine, "api-twice", body)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert table.seq == 1
    # Not for others, and not other words.
    assert (await post(other, "api-twice", body)).status_code == 409
    body["words"] = ["keep"]
    assert (await post(mine, "api-twice", body)).status_code == 409


async def test_a_placing_that_is_sent_twice_is_handed_in_once(made):
    table = await open_table(made, row("board", 2, "api-again"), ["guest"] * 2)
    people = [Browser(made).become(f"guest{seat}") for seat in range(2)]
    body = {"seq": 0, "words": ["place research"] * 6}
    for person in (*people, *people):
        assert (await post(person, "api-again", body)).status_code == 200
    assert table.seq == 12
    body["words"] = ["place mine"] * 6
    assert (await post(people[1], "api-again", body)).status_code == 409


async def test_a_placing_and_a_word_can_be_taken_back(made):
    board = await open_table(made, row("board", 2, "api-back"), ["guest"] * 2)
    mine = Browser(made).become("guest0")
    at = "/api/v1/tables/api-back"
    await post(mine, "api-back", {"seq": 0, "words": ["place research"] * 6})
    assert board.awaited == (1,)
    again = await mine.http.post(f"{at}/replan", json={"seq": 0})
    assert (again.status_code, again.json()["awaited"]) == (200, [0, 1])
    words = ["flip 4", "draw 0"]
    card = await open_table(made, row("card", 2, "api-undo"), ["guest"] * 2, words)
    assert card.match.can_undo()
    undone = await mine.http.post("/api/v1/tables/api-undo/undo", json={"seq": 2})
    assert (undone.status_code, undone.json()["seq"]) == (200, 3)
    refused = await mine.http.post("/api/v1/tables/api-undo/undo", json={"seq": 3})
    assert refused.status_code == 409


async def test_the_adviser_answers_when_it_has_thought(made, monkeypatch):
    monkeypatch.setattr(bot_queue, "ADVISER", "medium")
    table = await open_table(made, row("card", 2, "api-hint"), ["guest"] * 2)
    mine, other = (Browser(made).become(f"guest{seat}") for seat in range(2))
    path, body = "/api/v1/tables/api-hint/hint", {"seq": 0}
    first = await mine.http.post(path, json=body)
    assert (first.status_code, first.json()["words"]) == (202, [])
    for _ in range(500):
        answer = await mine.http.post(path, json=body)
        if answer.status_code == 200:
            break
        await asyncio.sleep(0.01)
    assert answer.json()["words"][0] in table.match.legal()
    assert (await other.http.post(path, json=body)).status_code == 409
    assert (await mine.http.post(path, json={"seq": 3})).status_code == 409


async def test_the_log_has_what_the_seat_may_know(made):
    table = await open_table(made, row("board", 2, "api-log"), ["guest"] * 2)
    table.fold.play("place research")
    logs = []
    for seat in range(2):
        answer = await Browser(made).become(f"guest{seat}").get("/api/v1/tables/api-log/log")
        logs.append(answer.json()["words"])
    assert logs == [[{"seat": 0, "word": "place research"}], [{"seat": 0, "word": None}]]


@pytest.mark.parametrize("game", ["card", "board"])
async def test_a_bot_elsewhere_plays_what_it_would_play_here(game, made):
    """What a seat knows is enough to think as if one sat at the table."""
    match = play_random(Match.new(game, seats=3, seed=5, start=0), 3, 40, busy=True)
    words = match.words
    while words and words[-1].startswith("place "):
        words = words[:-1]
    sides = "choose" if game == "board" else ""
    setup = row(game, 3, f"api-far-{game}", seed=f"{5:032x}", rules=1, exchanges=sides)
    table = await open_table(made, setup, ["guest"] * 3, words)
    for seat in table.awaited:
        person = Browser(made).become(f"guest{seat}")
        answer = await person.get(f"/api/v1/tables/{table.id}/knowledge")
        known = Known(msgspec.json.decode(answer.content, type=Knowledge))
        assert list(known.legal()) == (await look(person, table.id))["legal"]
        for name in ("easy", "medium", "master", "hard"):
            if table.is_placing:
                (here, *_), _ = bot_queue.placing(table.match, seat, name, 3)
            else:
                here = bot(name, 3).choose(Seat(table.match)).word
                assert bot(name, 3).choose(Seat(known)).word == here
            assert bot(name, 3).choose(Seat(known)).word in known.legal()


async def test_who_leaves_may_come_back(made):
    table = await open_table(made, row("card", 2, "api-go"), ["guest"] * 2, ["flip 4"])
    other = Browser(made).become("guest1")
    assert (await other.http.post("/api/v1/tables/api-go/leave")).status_code == 204
    assert table.seats.is_bot(1)
    back = await other.http.post("/api/v1/tables/api-go/return")
    assert (back.status_code, back.json()["seat"]) == (200, 1)
    stranger = Browser(made).become("guest3")
    for deed in ("leave", "return"):
        assert (await stranger.http.post(f"/api/v1/tables/api-go/{deed}")).status_code == 403


@pytest.mark.rule("C6")
async def test_nothing_goes_with_a_word_that_reveals_something(made):
    table = await open_table(made, row("card", 2, "api-peek"), ["guest"] * 2)
    words = [table.match.legal()[0], "draw 2"]
    answer = await post(Browser(made).become("guest0"), "api-peek", {"seq": 0, "words": words})
    assert (answer.status_code, "reveals something" in answer.json()["detail"]) == (409, True)
    assert table.seq == 0
