"""axe-core finds nothing on any page, light or dark, on a desk or on a phone."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.browser.play import Player, look, press
from tests.browser.screens import too_wide

LOOKS = list(itertools.product(("desktop", "phone"), ("light", "dark")))
looks = pytest.mark.parametrize(("device", "theme"), LOOKS)
axe = Axe()


def finds_nothing(person: Person, where: str) -> None:
    """Let axe look at the page as it is."""
    # What is fading in has colours that are not meant.
    person.page.evaluate("Promise.all(document.getAnimations().map((a) => a.finished))")
    found = axe.run(person.page)
    told = [
        f"{where}: {rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]
    assert not told, "\n".join(told)


def who(people: People, device: str, theme: str) -> Person:
    """Return somebody whose pages axe can be put into."""
    return people(device, theme=theme, bypass_csp=True)


@looks
def test_pages_around_the_table(people, device, theme):
    person = who(people, device, theme)
    page = person.goes_to("/")
    finds_nothing(person, "home")
    page.locator(".new-table summary").click()
    finds_nothing(person, "new table")
    person.goes_to("/me")
    finds_nothing(person, "me")
    with person.expecting(404):
        person.goes_to("/nothing/here")
        finds_nothing(person, "missing")
    person.opens("card", "me", "link")
    finds_nothing(person, "invitation at the table")
    link = page.locator("#link-1").input_value()
    guest = who(people, device, theme)
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


@looks
@pytest.mark.parametrize("game", ["card", "board"])
def test_the_table(people, game, device, theme):
    person = who(people, device, theme)
    wishes = {"sides": "choose", "expansion": "1"} if game == "board" else {}
    person.opens(game, "me", "easy", start="1", **wishes)
    person.page.locator("#menu-table summary").click()
    finds_nothing(person, "menu")
    person.shoots(f"menu-{game}-{device}-{theme}")
    person.page.keyboard.press("Escape")
    asked = in_every_phase(person, 40)
    person.shoots(f"{game}-{device}-{theme}")
    assert len(asked) > 3


@pytest.mark.parametrize("game", ["card", "board"])
def test_the_end(people, game):
    player = Player(who(people, *LOOKS[0]), 6)
    table = player.person.opens(game, "me", "medium")
    player.plays()
    for device, theme in LOOKS:
        person = who(people, device, theme)
        person.is_also(player.person)
        person.goes_to(f"/t/{table}")
        expect(person.page.locator("main[data-over]")).to_be_visible()
        person.shoots(f"end-{game}-{device}-{theme}", whole=True)
        finds_nothing(person, f"end of the {game} game")
        assert not too_wide(person.page)
        person.page.locator("#menu-deal summary").click()
        finds_nothing(person, "verified deal")


@looks
def test_the_curtain(people, device, theme):
    person = who(people, device, theme)
    person.opens("card", "me", "device", start="1")
    expect(person.page.locator("#lift")).to_be_visible()
    finds_nothing(person, "curtain")
    person.shoots(f"curtain-{device}-{theme}")
    press(person, "lift")
    expect(person.page.locator("#lift")).to_have_count(0)
    assert look(person.page).acting
