"""The rules in a browser: light, fit for every eye and hand, searched, and without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.screens import english_left, small_targets, texts, too_wide
from tests.browser.test_weight import MOST, Scales

# What a picture lies on: dark on a dark screen, but never on paper.
GROUND = "getComputedStyle(document.querySelector('.figure-picture')).backgroundColor"

# Names on pieces of the map that a side of their picture cuts.
CUT_NAMES = """() => [...document.querySelectorAll(".map.rule-picture text")].filter((name) => {
  const lies = name.getBoundingClientRect();
  const edge = name.closest("svg").getBoundingClientRect();
  const isSeen = lies.right > edge.left && lies.left < edge.right
    && lies.bottom > edge.top && lies.top < edge.bottom;
  return isSeen && (lies.left < edge.left || lies.right > edge.right);
}).map((name) => name.textContent)"""

devices = pytest.mark.parametrize("device", DEVICES)


@devices
def test_they_fit_and_axe_finds_nothing(people, device):
    person = who(people, device)
    for path in ("/rules", "/rules/card", "/rules/board#B21", "/rules?q=worker"):
        page = person.goes_to(path)
        assert too_wide(page) == 0
        if device == "phone":
            assert small_targets(page) == set()
        finds_nothing(person, path)


@pytest.mark.parametrize("game", ["card", "board"])
def test_a_first_load_is_light(people, game):
    first, _ = Scales(people()).load(f"/rules/{game}")
    assert first.total() <= MOST, dict(first)


def test_in_german_nothing_is_left_in_english(people):
    person = people(language="de")
    for path in ("/rules?q=x", "/rules/card", "/rules/board"):
        assert english_left(texts(person.goes_to(path)), "de") == set()


def test_no_picture_cuts_a_name(people):
    assert people().goes_to("/rules/board").evaluate(CUT_NAMES) == []


def test_a_slash_leads_to_the_search(people):
    page = people().goes_to("/rules/board")
    field = page.get_by_role("searchbox", name="Search the rules")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("exhausted/")
    expect(field).to_have_value("exhausted/")
    field.fill("exhausted area")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("found for “exhausted area”")
    expect(page.locator("mark").first).to_be_visible()
    expect(page.locator("#B2")).to_have_count(0)


def test_they_work_without_script(people):
    page = people(script=False).goes_to("/")
    page.get_by_role("link", name="The rules, with pictures").click()
    page.get_by_role("link", name=re.compile("^The board game")).click()
    page.get_by_role("link", name="Logistician B20–B21").click()
    expect(page.locator("#board-logistician")).to_be_in_viewport()
    field = page.get_by_role("searchbox")
    field.fill("B21")
    field.press("Enter")
    expect(page.locator(".rule-text")).to_have_count(1)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator(".rule-text")).to_have_count(36)


def test_a_rule_that_is_linked_to_is_lit_below_the_bar(people):
    page = people().goes_to("/rules/board#B29")
    rule = page.locator("#B29")
    expect(rule).to_be_in_viewport(ratio=1)
    bar = page.locator(".bar").bounding_box()
    box = rule.bounding_box()
    assert bar is not None
    assert box is not None
    assert box["y"] >= bar["y"] + bar["height"]
    lit, plain = (
        page.locator(id_).evaluate("e => getComputedStyle(e).backgroundColor")
        for id_ in ("#B29", "#B30")
    )
    assert lit != plain


def test_on_paper_there_are_the_rules_and_their_pictures_alone_and_light(people):
    page = people(theme="dark").goes_to("/rules/card")
    page.emulate_media(media="print")
    paper = page.evaluate(GROUND)
    page.emulate_media(color_scheme="light")
    assert page.evaluate(GROUND) == paper
    page.emulate_media(color_scheme="dark")
    for gone in (".bar", "#contents", ".rules-tabs", ".foot"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("#C25")).to_be_visible()
    expect(page.locator(".rule-picture").first).to_be_visible()


def test_the_menu_of_a_table_leads_to_the_rules_and_back(people):
    person = people()
    table = person.opens("board", "me", "easy", start="1", sides="random")
    page = person.page
    page.locator("#menu-table > summary").click()
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="The board game", level=1)).to_be_visible()
    page.get_by_role("link", name="Back to your table").click()
    expect(page).to_have_url(f"{person.server.url}/t/{table}")
