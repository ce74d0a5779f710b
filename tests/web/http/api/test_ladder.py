"""The ladder for programs."""

import random
from datetime import timedelta

import pytest

from tests.web.climbing import BEGIN, finished, guests
from tests.web.http.api.test_playing import look, post, words_for
from tests.web.http.api.test_tables import opened, program
from tests.web.server import Browser, running

pytestmark = pytest.mark.anyio
PATH = "/api/v1/ladder"


@pytest.fixture
async def made(tmp_path):
    async with running(tmp_path) as made:
        store = made.state.services.store
        await guests(store, "Anna", "Boris")
        for number in range(3):
            at = BEGIN + timedelta(minutes=number)
            await finished(store, f"t{number}", ["anna", "boris"], seed=number, at=at)
        made.state.services.ladder.expire()
        yield made


async def places(made, query="?game=card&players=2"):
    answer = await Browser(made).get(f"{PATH}{query}")
    assert answer.status_code == 200
    return answer.json()["places"]


async def test_who_stands_where(made):
    found = await places(made)
    anna = next(one for one in found if one["name"] == "Anna")
    assert (anna["matches"], anna["left"], anna["level"]) == (3, 0, None)
    assert anna["provisional"]
    assert anna["low"] < anna["rating"] < anna["high"]
    assert anna["won"]["low"] <= anna["won"]["share"] <= anna["won"]["high"]
    assert anna["without_luck"] is None
    medium = next(one for one in found if one["level"] == "medium")
    assert (medium["rating"], medium["name"], medium["won"]) == (1500, None, None)
    sure = [one["rating"] for one in found if not one["provisional"]]
    assert sure == sorted(sure, reverse=True)
    # By name only: no guest can be known again by it.
    assert "anna" not in str(found)


async def test_each_game_and_number_of_players_has_its_own(made):
    assert not [one for one in await places(made, "") if one["name"]]
    assert not [one for one in await places(made, "?game=card&players=3") if one["name"]]


@pytest.mark.parametrize("query", ["?game=chess", "?players=5", "?players=x", "?page=2"])
async def test_what_there_is_not(made, query):
    answer = await Browser(made).get(f"{PATH}{query}")
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_program_is_shown_if_it_wants_to_be(made):
    browser = Browser(made)
    token = (await browser.http.post("/api/v1/guests", json={"name": "Ada Bot"})).json()["token"]
    known = {"Authorization": f"Bearer {token}"}
    store = made.state.services.store
    guest = next(iter(await store.ladder.people()), None)
    assert guest in ("anna", "boris")
    for shown in (True, False):
        answer = await browser.http.post("/api/v1/me/ladder", json={"shown": shown}, headers=known)
        assert answer.status_code == 204
        assert ("Ada Bot" in (await store.ladder.people()).values()) is shown
    for sent in ({}, {"shown": "yes"}, {"shown": True, "name": "x"}):
        answer = await browser.http.post("/api/v1/me/ladder", json=sent, headers=known)
        assert answer.status_code in (400, 422)


async def test_nobody_is_shown_by_others(made):
    answer = await Browser(made).http.post("/api/v1/me/ladder", json={"shown": True})
    assert answer.status_code == 401


async def test_it_waits_for_the_rules(made):
    made.state.services.is_ready.clear()
    assert (await Browser(made).get(PATH)).status_code == 503


@pytest.mark.parametrize("hints", [False, True])
async def test_programs_climb_by_playing_at_an_open_table(made, hints):
    """The whole way: a guest opens a table, a stranger finds it, they play, and stand there."""
    people, chooser = [await program(made, name) for name in ("Ada", "Bo")], random.Random(1)
    for person in people:
        assert (await person.http.post("/api/v1/me/ladder", json={"shown": True})).is_success
    table = await opened(people[0], "card", "me", "anyone", hints=hints)
    found = (await people[1].get("/api/v1/lobby")).json()["waiting"]
    assert [one["ladder"] for one in found if one["table"] == table["table"]] == [not hints]
    assert (await people[1].http.post(f"/api/v1/tables/{table['table']}/sit", json={})).is_success
    match = await made.state.services.tables.get(table["table"])
    while not match.match.is_over:
        person = people[match.awaited[0]]
        seen = await look(person, match.id)
        sent = {"seq": seen["seq"], "words": words_for(seen, chooser)}
        assert (await post(person, match.id, sent)).is_success
    made.state.services.ladder.expire()
    names = {one["name"]: one["matches"] for one in await places(made)}
    assert [names.get(name) for name in ("Ada", "Bo")] == ([None] * 2 if hints else [1, 1])
