"""Lets axe-core look at pages, light and dark, on a desk and on a phone."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.people import People, Person

DEVICES = ("desktop", "phone")
axe = Axe()


def themes(person: Person) -> Iterator[str]:
    """Let the page be dark, then light, as if the system were switched: it is played but once."""
    for theme in ("dark", "light"):
        person.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        yield theme


def finds_nothing(person: Person, where: str) -> None:
    """Let axe look at the page as it is, in both themes."""
    problems = [
        f"{where}, {theme}: {rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        for theme in themes(person)
        for rule in violations(person)
        for node in rule["nodes"]
    ]
    assert not problems, "\n".join(problems)


def violations(person: Person) -> list[dict[str, Any]]:
    """Return what axe finds wrong."""
    # What is fading in has colours that are not meant.
    person.page.evaluate("Promise.all(document.getAnimations().map((a) => a.finished))")
    found: list[dict[str, Any]] = axe.run(person.page).response["violations"]
    return found


def who(people: People, device: str) -> Person:
    """Return somebody whose pages axe can be put into."""
    return people(device, bypass_csp=True)
