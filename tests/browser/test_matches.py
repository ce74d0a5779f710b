"""Whole matches against the computer, played to the end screen by clicking only."""

import pytest
from playwright.sync_api import Page

from tests.browser.play import Player, Sight
from tests.browser.screens import english_left, small_targets, texts, too_wide

MATCHES = {
    "card": ("desktop", "", "card", ("me", "easy", "medium"), {}),
    "card, Oya, four, tablet": ("tablet", "", "card", ("easy", "me", "easy", "easy"), {"edition": "oya"}),
    "board": ("desktop", "", "board", ("me", "medium", "easy"), {}),
    "board, expansion, chosen sides, German": (
        "tablet", "de", "board", ("me", "medium"), {"expansion": "1", "sides": "choose", "start": "1"}),
    "card, phone": ("phone", "", "card", ("me", "easy"), {}),
    "board, phone": ("phone", "", "board", ("me", "medium"), {}),
    "card, small phone, German": ("small-phone", "de", "card", ("me", "easy"), {"edition": "oya"}),
    "board, small phone, German": (
        "small-phone", "de", "board", ("me", "medium", "easy"), {"expansion": "1", "sides": "choose", "start": "1"}),
}


@pytest.fixture(autouse=True)
def fresh(server):
    """Forget earlier matches: nobody clicks as fast as a test, and the server counts requests."""
    server.restart()


class Seen:
    """Everything that a match showed on its way."""

    def __init__(self, page: Page, device: str) -> None:
        self.page = page
        self.is_phone = "phone" in device
        self.too_wide: dict[str, int] = {}
        self.small: set[tuple[str, int, int]] = set()
        self.texts: set[str] = set()

    def takes_in(self, sight: Sight) -> None:
        """Look at one screen."""
        self.texts |= texts(self.page)
        if wide := too_wide(self.page):
            self.too_wide[sight.title] = wide
        if self.is_phone:
            self.small |= small_targets(self.page)


@pytest.mark.parametrize("name", MATCHES)
def test_a_whole_match(people, name):
    device, language, game, seats, wishes = MATCHES[name]
    person = people(device, language=language)
    person.opens(game, *seats, **wishes)
    seen, player = Seen(person.page, device), Player(person, seed=len(name))
    player.plays(after=seen.takes_in)
    print(player.clicks, sorted(seen.small), seen.too_wide, len(seen.texts))
    assert not seen.too_wide
    if language:
        assert not english_left(seen.texts, language)
