"""Tokens on pages: made on one's own page and in a table's menu, shown once, revoked."""

import re

import pytest

from tests.web.server import Browser, add_guests, open_table, row

pytestmark = pytest.mark.anyio


def token_in(text: str) -> str:
    """The token that a page shows."""
    found = re.search(r'value="(siberia_[\w-]+)"', text)
    assert found is not None
    return found[1]


async def test_a_token_is_made_on_ones_own_page_and_revoked_there(made):
    await add_guests(made)
    person = Browser(made).become("guest0")
    made_now = await person.post("/me/tokens", name="Crawler")
    token = token_in(made_now.text)
    page = (await person.get("/me")).text
    assert "Crawler" in page
    assert token not in page
    program = Browser(made, Authorization=f"Bearer {token}")
    assert (await program.get("/api/v1/me")).status_code == 200
    named = re.search(r'name="token" value="([0-9a-f]{16})"', page)
    assert named is not None
    await person.post("/me/tokens/revoke", token=named[1])
    assert (await program.get("/api/v1/me")).status_code == 401
    assert "Crawler" not in (await person.get("/me")).text


async def test_a_token_for_a_seat_is_made_in_the_tables_menu(made):
    await open_table(made, row("card", 2, "tok-menu"), ["guest"] * 2)
    person = Browser(made).become("guest1")
    assert 'action="/t/tok-menu/token"' in (await person.get("/t/tok-menu")).text
    token = token_in((await person.post("/t/tok-menu/token", seat=1)).text)
    program = Browser(made, Authorization=f"Bearer {token}")
    assert (await program.get("/api/v1/tables/tok-menu")).json()["seat"] == 1
    assert (await program.get("/api/v1/tables")).status_code == 403
    # For nobody else's seat, and not by a stranger.
    assert (await person.post("/t/tok-menu/token", seat=0)).status_code == 403
    stranger = Browser(made).become("guest3")
    assert (await stranger.post("/t/tok-menu/token", seat=1)).status_code == 403


async def test_nobody_yet_makes_no_token(made):
    answer = await Browser(made).http.post("/me/tokens", data={"name": "x"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
