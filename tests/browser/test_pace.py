"""Clocks that count by themselves, and plans that are played when the turn comes."""

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from playwright.sync_api import expect

from siberia import Match
from siberia.web.tables.store import open_store
from siberia.web.tables.store.rows import SeatRow
from tests.browser.people import People, Person
from tests.web.server import row

SEED = 11
# Lets all clocks run out so many milliseconds earlier.
EARLIER = """(time) => {
  for (const face of document.querySelectorAll("[data-until]")) face.dataset.until -= time;
}"""


async def laid_out(folder, table_id: str, tables: list[str]) -> None:
    """Keep a table of the board game where two people act, whoever sits at these tables now."""
    store = await open_store(folder / "siberia.db")
    guests = [(await store.seats.of(one))[0].guest for one in tables]
    match = Match.new("board", seats=2, seed=SEED, start=0, exchanges="A")
    while match.view(None).phase == "place":
        match.play(next((w for w in match.legal() if w != "place research"), match.legal()[0]))
    began = datetime.now(UTC)
    wishes = {"exchanges": "A", "created": began, "owner": guests[0], "pace": "10 minutes"}
    table = row("board", 2, table_id, seed=f"{SEED:032x}", **wishes)
    seats = [SeatRow(table_id, n, "guest", guest, None, f"P{n}") for n, guest in enumerate(guests)]
    await store.add_table(table, seats)
    await store.append(table_id, 0, match.words, guest=guests[0])
    await store.close()


def two_who_act(people: People, server) -> tuple[Person, Person, str]:
    """Two people at a table with clocks; the first one is to act."""
    both = people(), people("phone")
    tables = [person.opens("card", "me", "easy") for person in both]
    table_id = f"pace{os.urandom(4).hex()}"
    with ThreadPoolExecutor(1) as pool:
        # The browser's own loop runs here.
        pool.submit(asyncio.run, laid_out(server.data, table_id, tables)).result()
    for person in both:
        person.goes_to(f"/t/{table_id}")
    return *both, table_id


def test_a_clock_counts_by_itself_and_a_plan_is_played(people, server):
    acts, waits, _ = two_who_act(people, server)
    page = acts.page
    clock = page.locator("#clock-0 .clock-text")
    # All is free for fifteen seconds; then it counts, though nobody asks the server.
    expect(clock).to_have_text("10:00")
    expect(page.locator("#clock-0")).to_have_class(re.compile("runs"))
    expect(page.locator("#clock-1")).not_to_have_class(re.compile("runs"))
    # As if it had run for longer: nothing but the page's own script changes what is shown.
    page.evaluate(EARLIER, 75_000)
    expect(clock).to_have_text(re.compile(r"^(8:\d\d|9:00)$"))
    expect(page.locator("#clock-0")).not_to_have_class(re.compile("low"))
    page.evaluate(EARLIER, 490_000)
    expect(page.locator("#clock-0")).to_have_class(re.compile("low"))

    theirs = waits.page
    theirs.get_by_role("button", name="Plan ahead").click()
    expect(theirs.locator("#prompt-title")).to_have_text("Plan your next turn.")
    theirs.get_by_role("button", name="Pass", exact=True).click()
    expect(theirs.locator("#prompt-title")).to_have_text("Planned: Pass.")
    waits.shoots("ahead-phone")
    theirs.get_by_role("button", name="Done").click()
    expect(theirs.locator("#prompt-brings")).to_have_text("Planned: Pass.")
    page.get_by_role("button", name="Pass", exact=True).click()
    # Both have passed: the plan ended the round, after a little while.
    expect(theirs.locator("#where")).to_contain_text("Round 2", timeout=12_000)
