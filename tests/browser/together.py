"""Two people at one table, each in a browser of their own."""

from playwright.sync_api import expect

from tests.browser.people import ALIVE, People, Person


def sits_down(guest: Person, link: str, name: str) -> None:
    """Open a seat link and take the seat."""
    guest.page.goto(link)
    guest.page.locator("input[name=name]").fill(name)
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector(ALIVE)


def friends(
    people: People, game: str, devices: tuple[str, str] = ("desktop", "desktop"), **wishes: str
) -> tuple[Person, Person]:
    """Return two people at a table of their own: who opened it on seat 1, the other on seat 2."""
    host, guest = (people(device) for device in devices)
    host.opens(game, "me", "link", **wishes)
    sits_down(guest, host.page.locator("#link-1").input_value(), "Nadja")
    expect(host.page.locator("#invites")).to_have_count(0)
    return host, guest
