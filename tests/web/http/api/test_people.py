"""Guests and tokens: made, told once, listed, revoked; and what they open and what they do not."""

from datetime import timedelta
from typing import Any

import pytest

from siberia.web.tables import clock, tokens
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio


async def new_guest(made, name: str = "Robot") -> Browser:
    """A program that has become a guest, and has nothing but a token."""
    browser = Browser(made)
    answer = await browser.http.post("/api/v1/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    assert "set-cookie" not in answer.headers
    return bearing(made, answer.json()["token"])


def bearing(made, token: str) -> Browser:
    """A program with a token."""
    return Browser(made, Authorization=f"Bearer {token}")


async def make_token(browser: Browser, **asked) -> dict[str, Any]:
    """Make a token; return what is told of it."""
    answer = await browser.http.post("/api/v1/tokens", json={"name": "bot", **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_program_becomes_a_guest_and_is_known_by_its_token(made):
    program = await new_guest(made, "  Deep   Freeze ")
    assert (await program.get("/api/v1/me")).json() == {"name": "Deep Freeze"}
    assert (await program.get("/me")).text.count("Deep Freeze") == 0
    nobody = await Browser(made).get("/api/v1/me")
    assert (nobody.status_code, nobody.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize("name", ["", " ", "a,b", "x" * 41])
async def test_a_guest_needs_a_name(name, made):
    answer = await Browser(made).http.post("/api/v1/guests", json={"name": name})
    assert answer.status_code == 422


async def test_a_token_that_is_not_known_opens_nothing_even_beside_a_cookie(made):
    await open_table(made, row("card", 2, "tok-none"), ["guest"] * 2)
    browser = bearing(made, "siberia_nothing").become("guest0")
    answer = await browser.get("/api/v1/tables/tok-none")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    # And pages know nothing of tokens.
    assert (await browser.get("/t/tok-none")).status_code == 200


async def test_a_token_is_told_once_listed_without_itself_and_revoked(made):
    await open_table(made, row("card", 2, "tok-list"), ["guest"] * 2)
    person = Browser(made).become("guest0")
    made_now = await make_token(person, name="My bot")
    token, info = made_now["token"], made_now["info"]
    assert token.startswith("siberia_")
    assert len(token) == len("siberia_") + 43
    program = bearing(made, token)
    assert (await program.get("/api/v1/tables/tok-list")).json()["seat"] == 0
    listed = await person.get("/api/v1/tokens")
    assert token not in listed.text
    (mine,) = [one for one in listed.json()["tokens"] if one["id"] == info["id"]]
    assert (mine["name"], mine["used"]) == ("My bot", clock.today().isoformat())
    assert info["used"] is None
    other = Browser(made).become("guest1")
    path = f"/api/v1/tokens/{info['id']}/revoke"
    assert (await other.http.post(path)).status_code == 404
    assert (await person.http.post(path)).status_code == 204
    assert (await program.get("/api/v1/tables/tok-list")).status_code == 401
    assert (await person.http.post(path)).status_code == 404


async def test_a_token_for_a_seat_opens_that_seat_and_nothing_else(made):
    await open_table(made, row("card", 2, "tok-seat"), ["guest"] * 2)
    await open_table(made, row("card", 2, "tok-other"), ["guest"] * 2)
    person = Browser(made).become("guest0")
    token = (await make_token(person, table="tok-seat", seat=0))["token"]
    program = bearing(made, token)
    seen = (await program.get("/api/v1/tables/tok-seat")).json()
    assert (seen["seat"], seen["seq"]) == (0, 0)
    words = {"seq": 0, "words": [seen["legal"][0]]}
    assert (await program.http.post("/api/v1/tables/tok-seat/words", json=words)).status_code == 200
    for path in ("tables/tok-other", "tables", "tokens", "me"):
        assert (await program.get(f"/api/v1/{path}")).status_code == 403
    # Of the person's other tables it tells no more than of this one, and it does not get them up.
    assert (await program.get("/api/v1/tables/tok-other/replay")).status_code == 403
    assert (await program.get("/api/v1/tables/tok-seat/replay")).status_code == 404
    for path in ("tables/tok-seat/leave", "tables/tok-seat/return"):
        assert (await program.http.post(f"/api/v1/{path}")).status_code == 403
    for path, body in (("tokens", {"name": "more"}), ("seats", {"link": "x"})):
        assert (await program.http.post(f"/api/v1/{path}", json=body)).status_code == 403
    # When somebody else has the seat, it opens nothing of theirs.
    await made.state.services.tables.seating.leave(
        await made.state.services.tables.get("tok-seat"), "guest0"
    )
    assert (await program.get("/api/v1/tables/tok-seat")).json()["seat"] is None


async def test_a_token_is_only_for_a_seat_of_ones_own(made):
    await open_table(made, row("card", 2, "tok-own"), ["guest"] * 2)
    person = Browser(made).become("guest0")
    for asked, status in (
        ({"table": "tok-own", "seat": 1}, 403),
        ({"table": "nowhere", "seat": 0}, 403),
        ({"table": "tok-own"}, 422),
        ({"seat": 0}, 422),
    ):
        answer = await person.http.post("/api/v1/tokens", json={"name": "x", **asked})
        assert answer.status_code == status


async def test_of_a_token_only_the_hash_is_kept(made):
    program = await new_guest(made)
    token = program.http.headers["authorization"].split()[1]
    store = made.state.services.store
    async with store.database.snapshot() as read:
        rows = [row async for row in read("SELECT * FROM tokens")]
    assert tokens.hash_of(token) in {row["hash"] for row in rows}
    assert not any(token in str(row) for row in rows)


async def test_a_guest_has_so_many_tokens_and_no_more(made, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    program = await new_guest(made)
    await make_token(program)
    answer = await program.http.post("/api/v1/tokens", json={"name": "third"})
    assert (answer.status_code, "keys" in answer.json()["detail"]) == (409, True)


async def test_tokens_go_with_their_guest(made):
    services, program = made.state.services, await new_guest(made)
    token = program.http.headers["authorization"].split()[1]
    guest = (await services.tokens.grant(token)).guest
    await services.forget(guest)
    assert (await program.get("/api/v1/me")).status_code == 401
    assert await services.store.programs.tokens_of(guest) == []


async def test_tokens_go_with_their_table(made):
    await open_table(made, row("card", 2, "tok-gone"), ["guest"] * 2)
    person = Browser(made).become("guest0")
    info = (await make_token(person, table="tok-gone", seat=0))["info"]
    await made.state.services.store.remove("tok-gone")
    assert all(
        row.id != info["id"] for row in await made.state.services.store.programs.tokens_of("guest0")
    )


async def test_the_day_of_use_is_noted_once_a_day(made, monkeypatch):
    program = await new_guest(made)
    services = made.state.services
    token = program.http.headers["authorization"].split()[1]
    await program.get("/api/v1/me")
    tomorrow = clock.today() + timedelta(days=1)
    monkeypatch.setattr(tokens, "FRESH", -1.0)
    monkeypatch.setattr(clock, "today", lambda: tomorrow)
    await program.get("/api/v1/me")
    assert (await services.store.programs.token(tokens.hash_of(token))).used == tomorrow


async def test_no_other_site_does_anything_by_a_cookie_but_a_token_needs_no_origin(made):
    await open_table(made, row("card", 2, "tok-site"), ["guest"] * 2)
    elsewhere = {"Origin": "https://elsewhere.example"}
    person = Browser(made, **elsewhere).become("guest0")
    body = {"seq": 0, "words": ["flip 4"]}
    refused = await person.http.post("/api/v1/tables/tok-site/words", json=body)
    assert (refused.status_code, refused.headers["content-type"]) == (
        403,
        "application/problem+json",
    )
    token = (await make_token(Browser(made).become("guest0")))["token"]
    program = Browser(made, Authorization=f"Bearer {token}", **elsewhere)
    assert (await program.http.post("/api/v1/tables/tok-site/words", json=body)).status_code == 200


async def test_tokens_outlive_a_restart(tmp_path):
    async with running(tmp_path) as first:
        program = await new_guest(first)
    async with running(tmp_path) as second:
        again = bearing(second, program.http.headers["authorization"].split()[1])
        assert (await again.get("/api/v1/me")).json() == {"name": "Robot"}
