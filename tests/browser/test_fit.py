"""Everything that a decision needs is in the window: both games, every phase, every window."""

from collections import Counter

import pytest

from tests.browser.fit import DESKS, PHONES, wrongs_in
from tests.browser.people import Person
from tests.browser.play import Player, Sight

SIDES = {"expansion": "1", "sides": "choose", "start": "1"}
# Who plays what: as many opponents as there may be, and one alone.
KINDS = {
    "board-2": ("board", ("me", "easy"), {"start": "1"}),
    "board-expansion-4": ("board", ("me", "easy", "easy", "easy"), SIDES),
    "card-2": ("card", ("me", "easy"), {"edition": "oya"}),
    "card-4": ("card", ("me", "easy", "easy", "easy"), {}),
}
# A kind of prompt is looked at so often: the first, and grown ones later.
TIMES = 3
# How often a match is clicked on, at most.
CLICKS = 60


class Looker:
    """Looks at a match in many windows whenever it asks something new."""

    def __init__(self, person: Person, windows: tuple[tuple[int, int], ...]) -> None:
        self._page = person.page
        self._windows = windows
        self._seen: Counter[tuple[str, int]] = Counter()
        self.wrong: dict[str, dict[str, list[str]]] = {}

    def looks(self, sight: Sight) -> None:
        """Look at a prompt, unless it has been seen often enough."""
        if sight.over:
            return
        places = len({choice.where for choice in sight.choices})
        key = (sight.title, places)
        self._seen[key] += 1
        often = self._seen[key]
        # The first, the second, the fourth …: what has grown meanwhile is seen, too.
        if often & (often - 1) or often > 2**TIMES:
            return
        if wrong := wrongs_in(self._page, self._windows):
            self.wrong.setdefault(sight.title, {}).update(wrong)


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_is_in_the_window(people, kind, device):
    game, seats, wishes = KINDS[kind]
    person = people(device, language="de")
    person.opens(game, *seats, **wishes)
    looker = Looker(person, DESKS if device == "desktop" else PHONES)
    player = Player(person, seed=len(kind))
    player.plays(until=lambda sight: sight.over or player.clicks >= CLICKS, after=looker.looks)
    assert not looker.wrong
