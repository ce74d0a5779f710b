"""Lets axe-core look at pages, light and dark, on a desk and on a phone."""

import itertools

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.people import People, Person

LOOKS = list(itertools.product(("desktop", "phone"), ("light", "dark")))
axe = Axe()


def finds_nothing(person: Person, where: str) -> None:
    """Let axe look at the page as it is."""
    # What is fading in has colours that are not meant.
    person.page.evaluate("Promise.all(document.getAnimations().map((a) => a.finished))")
    found = axe.run(person.page)
    problems = [
        f"{where}: {rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]
    assert not problems, "\n".join(problems)


def who(people: People, device: str, theme: str) -> Person:
    """Return somebody whose pages axe can be put into."""
    return people(device, theme=theme, bypass_csp=True)
