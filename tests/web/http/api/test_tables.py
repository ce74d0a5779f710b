"""Tables by program: opened, found, taken a seat at, talked at; and looked back on when over."""

import asyncio
from typing import Any

import pytest

from siberia.match import Match
from siberia.review import Review
from tests.reviews import QuickExpert
from tests.support import play_random
from tests.web.server import Browser, bots_done, open_table, row

pytestmark = pytest.mark.anyio


async def program(made, name: str = "Ada") -> Browser:
    """A program with the token of a guest of its own."""
    browser = Browser(made)
    answer = await browser.http.post("/api/v1/guests", json={"name": name})
    browser.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    return browser


async def opened(browser: Browser, game: str, *sitters: str, **more: Any) -> dict[str, Any]:
    """Open a table; return what is answered."""
    asked = {"game": game, "seats": [{"sitter": sitter} for sitter in sitters], **more}
    answer = await browser.http.post("/api/v1/tables", json=asked)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


async def test_a_table_is_opened_with_all_its_options(made):
    host = await program(made)
    more = {
        "name": "Nord",
        "expansion": True,
        "exchanges": "ABBAA",
        "start": 1,
        "speed": "fast",
        "pace": "3 days",
        "watching": "link",
        "talk": "phrases",
        "hints": False,
    }
    table = await opened(host, "board", "me", "link", "anyone", "easy", **more)
    row = (await made.state.services.tables.get(table["table"])).row
    kept = (row.name, row.expansion, row.exchanges, row.start, row.speed, row.pace)
    assert kept == ("Nord", True, "ABBAA", 1, "fast", "3 days")
    assert (row.watching, row.talk, row.hints, row.seats) == ("link", "phrases", False, 4)
    assert [link["seat"] for link in table["links"]] == [1, 2]
    info = (await host.get(f"/api/v1/tables/{table['table']}/info")).json()
    assert [seat["kind"] for seat in info["seats"]] == ["guest", "open", "open", "bot"]
    assert (info["pace"], info["watching"], info["hints"]) == ("3 days", "link", False)
    assert info["links"] == table["links"]
    assert info["commitment"].startswith("sha256:")


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "card", "seats": [{"sitter": "me"}]},
        {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "nobody"}]},
        {"game": "card", "seats": [{"sitter": "me"}] * 2, "expansion": True},
        {"game": "board", "seats": [{"sitter": "me"}] * 2, "edition": "oya"},
        {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "easy"}], "start": 2},
        {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "easy"}], "pace": "5 days"},
        {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "easy", "name": "Ada"}]},
        {"game": "chess", "seats": [{"sitter": "me"}, {"sitter": "easy"}]},
        {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "link", "name": "Ada"}]},
    ],
)
async def test_what_cannot_be_opened_is_refused(made, asked):
    answer = await (await program(made)).http.post("/api/v1/tables", json=asked)
    assert (answer.status_code, answer.json()["status"]) == (422, 422)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "chess"}, '`$.game`; it can be "board" | "card"'),
        ({"pace": "5 days"}, '"7 days" | null'),
        ({"seats": [{"sitter": "hrd"}]}, "me|link|anyone|easy"),
        ({"seats": [{"sitter": "me", "level": 1}]}, "known are `sitter`, `name`"),
        ({"seed": 1}, "known are `game`, `seats`, `name`"),
        ({"start": 9}, "<= 3 - at `$.start`"),
    ],
)
async def test_what_cannot_be_understood_says_what_could_stand_there(made, asked, why):
    whole = {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "easy"}], **asked}
    answer = await (await program(made)).http.post("/api/v1/tables", json=whole)
    assert answer.status_code == 422
    assert why in answer.json()["detail"]


async def test_a_bot_that_is_not_offered_is_named(made):
    asked = {"game": "card", "seats": [{"sitter": "me"}, {"sitter": "@Nobody"}]}
    answer = await (await program(made)).http.post("/api/v1/tables", json=asked)
    assert (answer.status_code, "@Nobody" in answer.json()["detail"]) == (409, True)


async def test_a_seat_is_taken_by_its_link_once(made):
    host, friend, late = [await program(made, name) for name in ("Ada", "Bo", "Cy")]
    table = await opened(host, "card", "me", "link")
    link = table["links"][0]["link"]
    taken = await friend.http.post("/api/v1/seats", json={"link": link, "name": "Bobby"})
    assert taken.json() == {"table": table["table"], "seat": 1}
    again = await late.http.post("/api/v1/seats", json={"link": link.rpartition("#")[2]})
    assert again.status_code == 410
    # Whoever did not hear the answer asks again.
    unheard = await friend.http.post("/api/v1/seats", json={"link": link})
    assert unheard.json() == taken.json()
    wrong = await friend.http.post("/api/v1/seats", json={"link": "no link"})
    assert wrong.status_code == 410
    info = (await friend.get(f"/api/v1/tables/{table['table']}/info")).json()
    assert [seat["name"] for seat in info["seats"]] == ["Ada", "Bobby"]
    assert info["links"] == []
    assert (await late.get(f"/api/v1/tables/{table['table']}")).status_code == 403


async def test_a_seat_for_anyone_is_found_and_taken(made):
    host, other, third = [await program(made, name) for name in ("Host", "Other", "Third")]
    table = (await opened(host, "card", "me", "anyone"))["table"]
    found = (await other.get("/api/v1/lobby")).json()["waiting"]
    assert table in [one["table"] for one in found]
    path = f"/api/v1/tables/{table}/sit"
    assert (await other.http.post(path, json={})).json() == {"table": table, "seat": 1}
    # Who sits there already is told where; who comes too late, that it is.
    assert (await other.http.post(path, json={})).json() == {"table": table, "seat": 1}
    assert (await third.http.post(path, json={})).status_code == 409
    assert (await other.get("/api/v1/tables")).json()["tables"][0]["table"] == table
    # Who has left comes back, and sits down nowhere else.
    kept = await made.state.services.tables.get(table)
    await made.state.services.store.append(table, 0, [kept.match.legal()[0]])
    assert (await other.http.post(f"/api/v1/tables/{table}/leave")).status_code == 204
    assert (await other.http.post(path, json={})).status_code == 409
    back = await other.http.post(f"/api/v1/tables/{table}/return")
    assert back.json()["seat"] == 1


async def test_ones_own_tables_say_whose_turn_it_is(made):
    host = await program(made)
    table = (await opened(host, "card", "me", "easy", start=0, speed="instant"))["table"]
    await bots_done(made, table)
    (mine,) = (await host.get("/api/v1/tables")).json()["tables"]
    assert (mine["table"], mine["is_my_turn"], mine["is_over"]) == (table, True, False)


async def test_programs_watch_where_everyone_may_and_see_no_hand(made):
    host, other = await program(made), await program(made, "Bo")
    table = (await opened(host, "card", "me", "link", watching="link"))["table"]
    seen = (await other.get(f"/api/v1/tables/{table}")).json()
    assert (seen["seat"], seen["legal"]) == (None, [])
    assert all(player["hand"] is None for player in seen["view"]["players"])
    words = {"seq": 0, "words": ["flip 4"]}
    assert (await other.http.post(f"/api/v1/tables/{table}/words", json=words)).status_code == 403
    assert (await other.get(f"/api/v1/tables/{table}/knowledge")).status_code == 403


async def test_who_talks_too_fast_is_told_how_long_to_wait(made):
    host = await program(made)
    table = (await opened(host, "card", "me", "link"))["table"]
    path = f"/api/v1/tables/{table}/talk"
    answers = [await host.http.post(path, json={"text": f"{number}"}) for number in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    assert answers[-1].headers["retry-after"] == "10"


async def test_programs_talk(made):
    host, watcher = await program(made), await program(made, "Bo")
    table = (await opened(host, "card", "me", "link", watching="link"))["table"]
    path = f"/api/v1/tables/{table}/talk"
    said = await host.http.post(path, json={"text": " Hello <b> "})
    assert (said.status_code, said.json()["text"], said.json()["seat"]) == (201, "Hello <b>", 0)
    whispered = await watcher.http.post(path, json={"phrase": "well played"})
    assert whispered.status_code == 201
    heard = (await host.get(path)).json()["messages"]
    assert [one["text"] for one in heard] == ["Hello <b>"]
    heard = (await watcher.get(path)).json()["messages"]
    assert sorted(one["name"] for one in heard) == ["Ada", "Bo"]
    assert (await host.http.post(path, json={"phrase": "rubbish"})).status_code == 422
    quiet = (await opened(host, "card", "me", "link", talk="off"))["table"]
    assert (await host.get(f"/api/v1/tables/{quiet}/talk")).status_code == 403


async def finished(made, table_id: str, game: str = "card") -> Match:
    """A finished match at a table; its match."""
    table = await open_table(made, row(game, 2, table_id), ["guest"] * 2)
    match: Match = play_random(table.match.at(0), 3)
    await made.state.services.store.append(table_id, 0, match.words, finishes=True)
    await made.state.services.tables.get(table_id)
    return match


@pytest.mark.parametrize("game", ["card", "board"])
async def test_a_finished_match_is_looked_back_on_by_whoever_has_its_address(made, game):
    match = await finished(made, f"back-{game}", game)
    nobody, at = Browser(made), f"/api/v1/tables/back-{game}"
    record = await nobody.get(f"{at}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert Match.read(record.text).scores() == match.scores()
    shown = (await nobody.get(f"{at}/replay?ply=5&seat=1")).json()
    assert (shown["ply"], shown["of"], shown["word"]) == (5, match.ply, match.words[4])
    hidden = {"card": "hand", "board": "drawn"}[game]
    own, other = (shown["view"]["players"][seat][hidden] for seat in (1, 0))
    assert own is not None
    assert other is None
    both = (await nobody.get(f"{at}/replay?ply=5")).json()["view"]["players"]
    assert [player[hidden] is not None for player in both] == [True, True]
    for query in (f"ply={match.ply + 1}", "seat=2", "ply=x", "width=3", "seat=null", "ply=1&ply=2"):
        assert (await nobody.get(f"{at}/replay?{query}")).status_code == 422
    assert (await nobody.get(at)).json()["is_over"]


async def test_a_match_that_goes_on_is_not_looked_back_on(made):
    await open_table(made, row("card", 2, "back-not"), ["guest"] * 2)
    mine = Browser(made).become("guest0")
    for part in ("record", "replay", "review"):
        assert (await mine.get(f"/api/v1/tables/back-not/{part}")).status_code == 404


async def test_a_review_is_made_when_it_is_asked_for(made, monkeypatch):
    await finished(made, "back-review")
    services = made.state.services
    monkeypatch.setattr(services.reviews, "_expert", QuickExpert())
    mine, path = Browser(made).become("guest0"), "/api/v1/tables/back-review/review"
    first = await mine.get(path)
    assert first.status_code == 202
    assert set(first.json()) == {"done", "total", "ahead"}
    for _ in range(500):
        answer = await mine.get(path)
        if answer.status_code == 200:
            break
        await asyncio.sleep(0.01)
    assert Review.read(answer.content).words == (await services.tables.get("back-review")).match.ply


async def test_a_record_is_given_and_looked_back_on(made):
    match = play_random(Match.new("card", seed=3, start=0), 1)
    browser = Browser(made)
    kept = await browser.http.post("/api/v1/records", json={"text": match.record()})
    assert kept.status_code == 201
    at = f"/api/v1/records/{kept.json()['record']}"
    assert (await browser.get(f"{at}/record")).text == match.record()
    assert (await browser.get(f"{at}/replay?ply=1")).json()["word"] == match.words[0]
    bad = await browser.http.post("/api/v1/records", json={"text": "siberia-record 1"})
    assert bad.status_code == 422
    assert (await browser.get("/api/v1/records/none/record")).status_code == 404
