"""The deal of the day and one's own page, as people use them, on a desk and on a phone."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from siberia.web.http.settings import Settings
from siberia.web.tables.service import TRUSTED
from siberia.web.tables.store import Conflict, open_store
from siberia.web.tables.table import deal
from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.people import ALIVE, Person
from tests.browser.screens import too_wide
from tests.support import play_random

devices = pytest.mark.parametrize("device", DEVICES)


def play_to_the_end(person: Person, table: str) -> None:
    """Let a table be played to its end at random, without a click."""
    database = Settings(data=person.server.data).database
    # Playwright has an event loop of its own in this thread.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, finish(database, table)).result()
    # The server is not told, and asks a moment later.
    time.sleep(TRUSTED)


async def finish(database: str, table: str) -> None:
    """Write the words that are missing, whatever a bot plays meanwhile."""
    store = await open_store(database)
    try:
        row = await store.table(table)
        assert row is not None
        while True:
            match = deal(row, [f"Player {seat}" for seat in range(row.seats)])
            match.play_on(await store.words(table))
            length = await store.length(table)
            words = play_random(match.copy()).words[match.ply :]
            try:
                await store.append(table, length, words, guest="", finishes=True)
            except Conflict:
                continue
            return
    finally:
        await store.close()


@devices
def test_the_deal_of_the_day_is_played_and_looked_back_on(people, device):
    person = who(people, device)
    page = person.goes_to("/daily")
    finds_nothing(person, "not yet played")
    assert not too_wide(page)
    person.shoots(f"daily-{device}-before", whole=True)
    if person.is_touching:
        page.locator(".which input[value=card]").check()
        expect(page.locator("#deal-board")).to_be_hidden()
    page.locator("#deal-card").get_by_role("button", name="Play today's deal").click()
    page.wait_for_selector(ALIVE)
    expect(page.locator("#where")).to_contain_text("it counts")
    expect(page.locator("#hint")).to_have_count(0)
    table = page.url.rpartition("/")[2]
    play_to_the_end(person, table)
    person.goes_to(f"/t/{table}/replay")
    expect(page.locator("#take-over")).to_be_hidden()
    page.goto(f"{person.server.url}/t/{table}")
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
    page.locator("#menu-deal summary").click()
    expect(page.locator("#menu-deal")).to_contain_text("after midnight")
    finds_nothing(person, "the end of a try")
    page.get_by_role("link", name="To the deal of the day").click()
    if person.is_touching:
        page.locator(".which input[value=card]").check()
    own = page.locator("#deal-card")
    expect(own.locator(".figure-own")).to_be_visible()
    expect(own.locator(".dots")).to_be_visible()
    page.locator("#fair summary").click()
    finds_nothing(person, "played")
    assert not too_wide(page)
    person.shoots(f"daily-{device}-after", whole=True)


@devices
def test_ones_own_page_tells_what_one_has_played(people, device):
    person = who(people, device)
    for game in ("card", "board", "card"):
        play_to_the_end(person, person.opens(game, "me", "easy", "medium"))
    page = person.goes_to("/me")
    rows = page.locator(".match-list li")
    expect(rows).to_have_count(3)
    finds_nothing(person, "me, with matches")
    assert not too_wide(page)
    person.shoots(f"me-{device}", whole=True)
    page.get_by_label("Game", exact=True).get_by_text("Board").click()
    expect(rows).to_have_count(1)
    page.get_by_label("Search your matches").fill("nobody at all")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No match is like that.")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("link", name="All records").click()
    assert download.value.suggested_filename.endswith(".zip")
