"""Leaving a table, and this server: what is asked before, on a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from siberia.web.http.identity import COOKIE
from tests.browser.access import finds_nothing, who
from tests.browser.people import ALIVE, Person
from tests.browser.play import Player
from tests.browser.screens import english_left, small_targets, texts, too_wide
from tests.browser.together import friends

devices = pytest.mark.parametrize("device", ["desktop", "phone", "small-phone"])


def opens_the_question(page: Page) -> None:
    """Open the table's menu, and there what asks whether one wants to leave."""
    page.locator("#menu-table > summary").click()
    page.locator("#leave > summary").click()


@devices
def test_who_leaves_is_asked_first_and_may_come_back(people, device):
    host, guest = friends(people, "card", ("desktop", device), start="1")
    page, address = guest.page, guest.page.url
    Player(host, 1).once()
    expect(page.locator("#main")).not_to_have_attribute("data-seq", "0")
    opens_the_question(page)
    expect(page.locator("#leave")).to_contain_text("your seat stays yours")
    assert not too_wide(page)
    if guest.is_touching:
        assert not {name for name, *_ in small_targets(page)} & {"leave", "button primary"}
    # Others go on meanwhile, and the question stays open.
    Player(host, 2).once()
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.locator("main.home")).to_be_visible()
    expect(page.locator(".continue li")).to_have_count(0)
    expect(host.page.locator("#log")).to_contain_text("The computer plays for Nadja now")
    # What the computer has played meanwhile is told first.
    go_on = page.locator("[data-close=since]")
    page.add_locator_handler(go_on, lambda button: button.click())
    page.goto(address)
    page.wait_for_selector(ALIVE)
    expect(page.locator("#left")).to_contain_text("You have left this table.")
    assert not too_wide(page)
    page.locator("#left").get_by_role("button", name="Come back").click()
    expect(page.locator("#left")).to_have_count(0)
    expect(page.locator("#main")).to_have_attribute("data-seat", "1")
    expect(host.page.locator("#log")).to_contain_text("Nadja is back on seat 2")


def test_leaving_by_keyboard(people):
    person = people()
    person.opens("card", "me", "easy", start="1")
    page = person.page
    page.locator("#menu-table > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#leave > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Yes, leave")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main.home")).to_be_visible()


def guest_cookies(person: Person) -> list[str]:
    """The cookies by which a browser is somebody's."""
    return [cookie["name"] for cookie in person.context.cookies() if cookie["name"] == COOKIE]


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_who_deletes_their_data_is_a_stranger_afterwards(people, device):
    person = who(people, device)
    table = person.opens("card", "me", "easy", start="1")
    page = person.goes_to("/me")
    expect(page.get_by_role("button", name="Yes, delete everything")).to_be_hidden()
    page.locator("#delete > summary").click()
    finds_nothing(person, "delete")
    assert not too_wide(page)
    assert guest_cookies(person)
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_role("heading", name="Your data is deleted")).to_be_visible()
    finds_nothing(person, "deleted")
    assert not guest_cookies(person)
    assert page.evaluate("Object.keys(localStorage)") == ["explained"], (
        "nor is anything left in the browser"
    )
    page.get_by_role("link", name="To the home page", exact=True).click()
    expect(page.locator(".self")).to_have_text("Guest")
    with person.expecting(404):
        page.goto(f"{person.server.url}/t/{table}")


@devices
def test_the_privacy_page_fits_and_is_all_in_one_language(people, device):
    person = people(device, language="de")
    page = person.goes_to("/privacy")
    expect(page.get_by_role("heading", name="Datenschutz")).to_be_visible()
    assert not too_wide(page)
    assert not english_left(texts(page), "de")


def test_the_privacy_page_prints_dark_on_white(people):
    person = people(theme="dark")
    page = person.goes_to("/privacy")
    page.emulate_media(media="print", color_scheme="dark")
    colour = page.evaluate("getComputedStyle(document.querySelector('.sheet li')).color")
    assert colour == "rgb(0, 0, 0)"
    expect(page.locator(".bar")).to_be_hidden()
