"""From the home page into a match, and what every page has: language and theme."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import themes
from tests.browser.people import ALIVE
from tests.browser.play import Player, look
from tests.browser.screens import too_wide


@pytest.mark.parametrize("game", ["board", "card"])
def test_two_clicks_lead_from_the_home_page_into_a_match(people, game):
    person = people()
    page = person.goes_to("/")
    page.locator(f".game-{game}").get_by_role("button", name="Play now").click()
    expect(page.locator(f"main.table.{game}")).to_be_visible()
    page.wait_for_selector(ALIVE)
    player = Player(person, 1)
    player.waits()
    before = page.locator("#main").get_attribute("data-seq"), look(page).sign
    player.once()
    assert (page.locator("#main").get_attribute("data-seq"), look(page).sign) != before
    person.shoots(f"{game}-desktop-light")


@pytest.mark.parametrize("device", ["desktop", "tablet", "phone", "small-phone"])
def test_the_home_page_fits_every_screen(people, device):
    person = people(device)
    page = person.goes_to("/")
    for theme in themes(person):
        person.shoots(f"home-{device}-{theme}", whole=True)
    assert not too_wide(page)
    for path in ("/tables/new", "/tables"):
        person.goes_to(path)
        assert not too_wide(page)
        person.shoots(f"{path.replace('/', '')}-{device}-light", whole=True)


def test_a_finished_home_page_lists_the_matches(people):
    person = people()
    table = person.opens("card", "me", "easy", start="1", name="Baikal evening")
    page = person.goes_to("/")
    mine = page.locator(".continue li")
    expect(mine).to_contain_text("Baikal evening")
    mine.get_by_role("link").click()
    expect(page).to_have_url(f"{person.server.url}/t/{table}")


def test_the_language_is_chosen_at_the_table_and_stays(people):
    person = people()
    person.opens("board", "me", "easy")
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", "en")
    title = page.locator("#prompt-title").inner_text()
    page.locator("#menu-language summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#prompt-title")).not_to_have_text(title)
    person.goes_to("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_is_the_systems_until_it_is_switched(people, system):
    person = people(theme=system)
    person.opens("card", "me", "easy")
    page, other = person.page, {"light": "dark", "dark": "light"}[system]
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    at_first = page.evaluate(ground)
    page.locator("[data-theme-switch]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", other)
    page.wait_for_function(f"(unwanted) => {ground} !== unwanted", arg=at_first)
    person.goes_to("/")
    expect(page.locator("html")).to_have_attribute("data-theme", other)
    page.locator("[data-theme-switch]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", system)
    # The page is there a moment before its style.
    page.wait_for_function(f"(wanted) => {ground} === wanted", arg=at_first)


def test_the_menu_opens_closes_by_escape_and_sets_the_speed(people):
    person = people()
    table = person.opens("card", "me", "easy", speed="slow")
    page = person.page
    page.locator("#menu-table > summary").click()
    fast = page.get_by_role("button", name="fast")
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    person.shoots("menu-desktop-light")
    page.keyboard.press("Escape")
    expect(fast).to_be_hidden()
    expect(page.locator("#menu-table > summary")).to_be_focused()
    person.goes_to(f"/t/{table}")
    page.locator("#menu-table > summary").click()
    expect(fast).to_have_attribute("aria-pressed", "true")


def test_another_name_and_a_link_to_go_on_elsewhere(people):
    person, elsewhere = people(), people("phone")
    table = person.opens("card", "me", "easy", start="1")
    page = person.goes_to("/me")
    page.get_by_label("Your name").fill("Olga")
    page.get_by_role("button", name="That is my name").click()
    expect(page.locator("main.home")).to_be_visible()
    person.goes_to("/me")
    link = page.get_by_label("Your personal link").input_value()
    elsewhere.page.goto(link)
    elsewhere.page.get_by_role("button", name="Yes, go on here").click()
    expect(elsewhere.page.locator("main.home")).to_be_visible()
    elsewhere.goes_to(f"/t/{table}")
    expect(elsewhere.page.locator(".prompt.go")).to_be_visible()
