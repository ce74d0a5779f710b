"""axe-core finds nothing on any page, light or dark, on a desk or on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import DEVICES, finds_nothing, themes, who
from tests.browser.people import Person
from tests.browser.play import Player, look, press

devices = pytest.mark.parametrize("device", DEVICES)


@devices
def test_pages_around_the_table(people, device):
    person = who(people, device)
    page = person.goes_to("/")
    finds_nothing(person, "home")
    person.goes_to("/me")
    finds_nothing(person, "me")
    person.goes_to("/privacy")
    finds_nothing(person, "privacy")
    with person.expecting(404):
        person.goes_to("/nothing/here")
        finds_nothing(person, "missing")
    person.opens("card", "me", "link")
    finds_nothing(person, "invitation at the table")
    link = page.locator("#link-1").input_value()
    guest = who(people, device)
    guest.page.goto(link)
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    finds_nothing(guest, "join")
    guest.page.context.clear_cookies()
    with guest.expecting(403):
        guest.page.goto(page.url)
        finds_nothing(guest, "private")


def in_every_phase(person: Person, limit: int) -> set[str]:
    """Play on, and look once at every kind of decision; return what was asked."""
    player, asked = Player(person, 5), set()
    sight = player.waits()
    while not sight.over and player.clicks < limit:
        kind = " ".join(sight.title.split()[:2])
        if kind not in asked:
            asked.add(kind)
            finds_nothing(person, sight.title)
        player.once()
        sight = player.waits()
    return asked


@devices
@pytest.mark.parametrize("game", ["card", "board"])
def test_the_table(people, game, device):
    person = who(people, device)
    wishes = {"sides": "choose", "expansion": "1"} if game == "board" else {}
    person.opens(game, "me", "easy", start="1", **wishes)
    person.page.locator("#menu-table > summary").click()
    person.page.locator("#leave > summary").click()
    finds_nothing(person, "menu")
    for theme in themes(person):
        person.shoots(f"menu-{game}-{device}-{theme}")
    person.page.keyboard.press("Escape")
    asked = in_every_phase(person, 40)
    for theme in themes(person):
        person.shoots(f"{game}-{device}-{theme}")
    assert len(asked) > 3


@devices
def test_the_curtain(people, device):
    person = who(people, device)
    person.opens("card", "me", "device", start="1")
    expect(person.page.locator("#lift")).to_be_visible()
    finds_nothing(person, "curtain")
    for theme in themes(person):
        person.shoots(f"curtain-{device}-{theme}")
    press(person, "lift")
    expect(person.page.locator("#lift")).to_have_count(0)
    assert look(person.page).acting
