"""A review in a browser: waited for, read for two seats, followed into the replay, tried."""

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from siberia import Match
from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.people import Person
from tests.browser.screens import small_targets, too_wide
from tests.support import play_random

# The expert takes its time where much else is done.
PATIENCE = 240_000
# So many things are clicked at the most until a line is complete.
MOST_CLICKS = 20
TO_CLICK = "#main :is([data-word],[data-plan],[data-draft])"


@cache
def record() -> str:
    """A match that was played elsewhere, badly."""
    match = Match.new("card", seats=2, seed=4, start=0, players=["Anna", "Boris"], salt="0" * 32)
    return play_random(match, 4, busy=True).record()


def opens(person: Person) -> Page:
    """Give the record, open its review and wait until it is there."""
    page = person.goes_to("/records")
    page.locator("#record-text").fill(record())
    page.get_by_role("button", name="Look at it").click()
    page.locator("#page-review").click()
    expect(page.locator("#review-why")).to_be_visible(timeout=PATIENCE)
    return page


@pytest.mark.parametrize("device", DEVICES)
def test_every_screen_of_the_review(people, device):
    person = who(people, device)
    page = opens(person)
    finds_nothing(person, "review")
    assert too_wide(page) == 0
    if person.is_touching:
        assert small_targets(page) == set()
    page.locator("#try-1").click()
    expect(page.locator("#prompt.try-ask")).to_be_visible()
    finds_nothing(person, "asked")
    assert too_wide(page) == 0
    page.locator("#try-show").click()
    expect(page.locator("#prompt.try-show")).to_be_visible()
    finds_nothing(person, "shown")


def test_a_review_is_read_for_another_seat_and_leads_into_the_replay(people):
    page = opens(people())
    page.locator("#eyes-1").click()
    expect(page.get_by_text("Boris's decisions").first).to_be_visible()
    page.get_by_role("link", name="Turn 11", exact=True).click()
    expect(page).to_have_url(re.compile(r"/replay\?eyes=2&ply=\d+$"))
    expect(page.locator("#dock.with-band")).to_be_visible()
    page.go_back()
    page.locator(".shares-chart .pin").first.click()
    expect(page.locator("#prompt-brings")).to_contain_text("The expert prefers")
    page.locator("#try").click()
    expect(page.locator("#prompt.try-ask")).to_be_visible()
    page.get_by_role("link", name="Back to the review").click()
    expect(page.locator("#review-why")).to_be_visible()


def test_a_replay_pauses_at_what_cost_much_and_a_phone_leads_from_one_to_the_next(people):
    page = opens(people("phone"))
    page.goto(page.url.replace("/review", "/replay?ply=0&eyes=1"))
    expect(page.locator("body.scripted")).to_be_visible()
    costly = (page.locator("#film-box").get_attribute("data-costly") or "").split()
    assert len(costly) > 2
    # Where the match ends the way leads to its ends, else from one costly decision to another.
    assert shown_of(page) == ["to-start", "step-back", "play", "step-on", "costly-on"]
    page.locator("#speed").click()
    page.locator("#speed").click()
    page.locator("#by").click()
    page.locator("#play").click()
    for ply in costly[:2]:
        expect(page.locator(f"#main[data-ply='{ply}']")).to_be_attached()
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
        expect(page.locator("#prompt-brings")).to_contain_text("The expert prefers")
        page.locator("#play").click()
    page.goto(page.url.partition("?")[0] + f"?ply={costly[1]}&eyes=1")
    expect(page.locator("body.scripted")).to_be_visible()
    assert shown_of(page) == ["costly-back", "step-back", "play", "step-on", "costly-on"]
    assert small_targets(page) == set()
    assert too_wide(page) == 0
    page.locator("#costly-on").click()
    expect(page.locator(f"#main[data-ply='{costly[2]}']")).to_be_attached()


def shown_of(page: Page) -> list[str]:
    """The buttons at the bottom of a phone, from left to right."""
    buttons = page.locator(".controls .button:visible").all()
    places = {one.get_attribute("id"): one.bounding_box() for one in buttons}
    lowest = max(box["y"] for box in places.values() if box)
    row = [(box["x"], name) for name, box in places.items() if box and name and box["y"] == lowest]
    return [name for _, name in sorted(row)]


def clicks(page: Page, selector: str) -> None:
    """Click one of some things, and wait until the page has answered."""
    here = page.locator("#main").get_attribute("data-seq")
    draft = page.locator("#main").get_attribute("data-draft")
    page.locator(selector).first.click()
    same = f'#main[data-seq="{here}"][data-draft="{draft}"]'
    expect(page.locator(same)).not_to_be_attached(timeout=PATIENCE)


def test_a_decision_is_tried_wrongly_and_rightly(people):
    page = opens(people())
    page.locator("#try-all").click()
    answered = page.locator("#prompt:is(.try-better,.try-equal,.try-less)")
    for _ in range(MOST_CLICKS):
        if answered.count():
            break
        # Whatever is done at once; else whatever leads on.
        words = "#main :is([data-word],[data-plan]):not([disabled],[aria-disabled=true])"
        chosen = words if page.locator(f"{words}:visible").count() else f"{TO_CLICK}.legal"
        clicks(page, f"{chosen}:visible")
    expect(answered).to_be_visible()
    expect(page.locator(".tries li")).to_have_count(3)
    if page.locator("#try-back").count():
        page.locator("#try-back").click()
        expect(page.locator("#prompt.try-ask")).to_be_visible()
        page.locator("#try-show").click()
        expect(page.locator("#prompt.try-show")).to_be_visible()
    # An address says where one is.
    page.reload()
    for _ in range(MOST_CLICKS):
        if answered.count():
            break
        marked = f"{TO_CLICK}.hinted:not([aria-pressed=true]):visible"
        at_once = "#main :is([data-word],[data-plan]).hinted:visible"
        clicks(page, at_once if page.locator(at_once).count() else marked)
    expect(page.locator("#prompt.try-better")).to_be_visible()
    expect(page.locator("#prompt-title")).to_have_text("Better! That is what the expert does.")
    page.locator("#try-on").click()
    expect(page.locator(".pins [aria-current=step]")).to_have_text("2")
