"""Whole matches against the computer, played to the end screen by clicking only."""

from dataclasses import dataclass, field
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import DEVICES, finds_nothing, themes, who
from tests.browser.fit import DESKS, PHONES, wrongs_in
from tests.browser.people import People, Person
from tests.browser.play import Player, Sight
from tests.browser.screens import english_left, small_targets, texts, too_wide


@dataclass(frozen=True)
class Kind:
    """A way to play: on what, in which language, against whom, with which rules."""

    device: str
    game: str
    seats: tuple[str, ...]
    language: str = ""
    wishes: dict[str, str] = field(default_factory=dict)


SIDES = {"expansion": "1", "sides": "choose", "start": "1"}
OYA = {"edition": "oya"}
KINDS = {
    "card-oya-tablet": Kind("tablet", "card", ("easy", "me", "easy", "easy"), wishes=OYA),
    "card-phone": Kind("phone", "card", ("me", "easy")),
    "card-oya-small-phone-de": Kind("small-phone", "card", ("me", "easy"), "de", OYA),
    "board-expansion-de": Kind("desktop", "board", ("me", "medium"), "de", SIDES),
    "board-phone": Kind("phone", "board", ("me", "medium", "easy")),
    "board-expansion-small-phone-de": Kind(
        "small-phone", "board", ("me", "easy", "easy", "easy"), "de", SIDES
    ),
}
# One of each game: its end is looked at in every way.
ENDS = ("card-oya-tablet", "board-phone")


class Seen:
    """Everything that a match showed on its way."""

    def __init__(self, page: Page, *, is_touched: bool, is_translated: bool) -> None:
        self.page = page
        self.is_touched = is_touched
        self.is_translated = is_translated
        self.windows = cycle(PHONES if is_touched else DESKS)
        self.wrong: list[str] = []
        self.wide: dict[str, int] = {}
        self.small: set[tuple[str, int, int]] = set()
        self.texts: set[str] = set()

    def takes_in(self, sight: Sight) -> None:
        """Look at one screen; every prompt is looked at in another window."""
        if not sight.over:
            found = wrongs_in(self.page, (next(self.windows),))
            self.wrong += [f"{sight.title} {wrong}" for wrong in found]
        if self.is_translated:
            self.texts |= texts(self.page)
        if wide := too_wide(self.page):
            self.wide[sight.title] = wide
        if self.is_touched:
            self.small |= small_targets(self.page)


@pytest.mark.parametrize("name", KINDS)
def test_a_whole_match(people, name):
    kind = KINDS[name]
    person = people(kind.device, language=kind.language)
    table = person.opens(kind.game, *kind.seats, **kind.wishes)
    seen = Seen(person.page, is_touched=person.is_touching, is_translated=bool(kind.language))
    player = Player(person, seed=len(name))
    player.plays(until=lambda _: player.clicks == 12, after=seen.takes_in)
    person.shoots(name)
    player.plays(after=seen.takes_in)
    person.shoots(f"end-{name}")
    assert not seen.wrong, "\n".join(seen.wrong)
    assert not seen.wide
    assert not seen.small
    if kind.language:
        assert seen.texts
        assert not english_left(seen.texts, kind.language)
    if name in ENDS:
        looks_at_the_end(people, person, kind.game, table)
        again_and_back(people, person, table)


def looks_at_the_end(people: People, player: Person, game: str, table: str) -> None:
    """Look at the end of a match on every device, light and dark."""
    for device in DEVICES:
        person = who(people, device)
        person.is_also(player)
        page = person.goes_to(f"/t/{table}")
        expect(page.locator("main[data-over]")).to_be_visible()
        finds_nothing(person, f"end of the {game} game")
        assert not too_wide(page)
        page.locator("#menu-deal summary").click()
        finds_nothing(person, "verified deal")
        page.locator("#menu-deal summary").click()
        for theme in themes(person):
            person.shoots(f"end-{game}-{device}-{theme}", whole=True)


def again_and_back(people: People, player: Person, table: str) -> None:
    """From the end to the replay, to the record, and on to the next match."""
    person = people()
    person.is_also(player)
    page = person.goes_to(f"/t/{table}")
    page.locator(".end-buttons").get_by_role("link", name="Replay").click()
    expect(page.locator("main.replay")).to_be_visible()
    page.go_back()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    assert coming.value.suggested_filename.endswith(".txt")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("main.table")).to_be_visible()
    assert page.url.rsplit("/", 1)[1] != table
