"""Plays by clicking: looks at what a page offers, chooses, and clicks where it is seen."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, TimeoutError

from tests.browser.people import Person

# Words with which a player does little.
LAZY = ("keep", "draw 0", "pass", "decline", "stop", "wild none")

# What tells one moment of a table from the next. This and WAITED are asked at every frame while a
# page is waited for, so they do not make it measure anything.
SIGN = """() => {
  const main = document.getElementById("main");
  const title = document.getElementById("prompt-title")?.textContent ?? "";
  const brings = document.getElementById("prompt-brings")?.dataset.rest ?? "";
  return [main.dataset.seq, main.dataset.draft, main.dataset.seat, title, brings].join("|");
}"""

# Whether there is something to do, or the match is over.
WAITED = """() => document.querySelector("main[data-over], #lift, .prompt.go") !== null"""

# What a person sees of a table: whether it is their turn, and everything that can be clicked.
LOOK = """() => {
  const main = document.getElementById("main");
  const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
  const offered = [...main.querySelectorAll("[data-word],[data-plan],[data-draft]")].filter((e) =>
    shown(e) && e.getAttribute("aria-disabled") !== "true" && !e.disabled
    && !e.matches(".selected,.counter-gap,.planned"));
  const where = (e) => [
    ["tray", ".tray"], ["panel", "li.action"], ["button", ".prompt-buttons"], ["row", ".rows"],
    ["hand", ".hand"], ["strip", ".strip"], ["map", "#board-map"],
  ].find(([, selector]) => e.closest(selector))?.[0] ?? "else";
  return {
    over: main.hasAttribute("data-over"),
    curtain: document.getElementById("lift") !== null,
    acting: document.querySelector(".prompt.go") !== null,
    placing: document.querySelector(".tray") !== null,
    title: document.getElementById("prompt-title")?.textContent ?? "",
    choices: offered.map((e) => ({
      id: e.id, where: where(e), word: e.dataset.word ?? "", plan: e.dataset.plan ?? "",
      draft: e.dataset.draft ?? null,
    })),
  };
}"""

# Where a finger or a mouse meets a thing and nothing that lies above it.
POINT = """(id) => {
  const thing = document.getElementById(id);
  if (!thing) return null;
  const acts = "[data-word],[data-plan],[data-draft],[data-lift],[data-post],[data-close]";
  const meets = ([x, y]) => document.elementFromPoint(x, y)?.closest(acts) === thing;
  const spots = () => {
    const box = thing.getBoundingClientRect();
    const parts = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95, 0.4, 0.6];
    return parts.flatMap((down) =>
      parts.map((along) => [box.x + box.width * along, box.y + box.height * down]));
  };
  const found = spots().find(meets);
  if (found) return found;
  thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return spots().find(meets) ?? null;
}"""


@dataclass(frozen=True)
class Choice:
    """One thing that can be clicked."""

    id: str
    where: str
    word: str
    plan: str
    draft: str | None


@dataclass(frozen=True)
class Sight:
    """What a page shows just now."""

    over: bool
    curtain: bool
    acting: bool
    placing: bool
    title: str
    sign: str
    choices: tuple[Choice, ...]


# How often in a match a click may meet nothing.
MISSED_AT_MOST = 2


def look(page: Page) -> Sight:
    """Look at the table on a page."""
    seen: dict[str, Any] = page.evaluate(f"() => ({{ ...({LOOK})(), sign: ({SIGN})() }})")
    choices = tuple(Choice(**choice) for choice in seen.pop("choices"))
    return Sight(**seen, choices=choices)


def press(person: Person, thing: str, page: Page | None = None) -> None:
    """Click, or tap, a thing by its id, where nothing lies above it."""
    page = page or person.page
    point = page.evaluate(POINT, thing)
    assert point is not None, f"{thing} cannot be clicked: something lies above it"
    if person.is_touching:
        page.touchscreen.tap(*point)
    else:
        page.mouse.click(*point)


def settled(page: Page, before: Sight, thing: str, patience: float = 5.0) -> None:
    """Wait until the page shows something else than before a thing was clicked."""
    changed = f"(sign) => ({SIGN})() !== sign"
    try:
        page.wait_for_function(changed, arg=before.sign, timeout=patience * 1000)
    except TimeoutError:
        raise AssertionError(f"{thing} did nothing: {before.title}") from None


def wanted(sight: Sight, chance: random.Random, busy: float) -> Choice:
    """Choose what to click: mostly something that gets the match on."""
    choices = sight.choices
    for plan in (c for c in choices if c.plan):
        return plan
    if sight.placing:
        spaces = [c for c in choices if c.where == "panel"]
        return chance.choice(spaces or [c for c in choices if c.where == "tray"])
    played = [c for c in choices if c.word and c.word not in LAZY]
    ahead = played + [c for c in choices if c.draft is not None and c.where != "button"]
    # What is paid for is bought; who has begun to pay goes on.
    paying = [c for c in played if "pay " in c.word] or [c for c in ahead if c.where == "hand"]
    if paying and chance.random() < 0.8:
        return chance.choice(paying)
    acting = [c for c in ahead if not c.word.startswith("draw")]
    lazy = [c for c in choices if c not in acting and c.draft is None]
    if acting and (not lazy or chance.random() < busy):
        return chance.choice(acting)
    return chance.choice(lazy or list(choices))


class Player:
    """Plays for a person, by clicking at random whatever is offered."""

    def __init__(self, person: Person, seed: int = 1, busy: float = 0.9) -> None:
        self.person = person
        self.busy = busy
        self.chance = random.Random(seed)
        self.clicks = 0
        self.missed = 0
        self.titles: set[str] = set()

    def once(self) -> bool:
        """Do one thing if it is this person's turn; say whether something was done."""
        sight = look(self.person.page)
        if sight.over or not (sight.acting or sight.curtain):
            return False
        self.titles.add(sight.title)
        thing = "lift" if sight.curtain else self._choice(sight).id
        press(self.person, thing)
        try:
            settled(self.person.page, sight, thing)
        except AssertionError:
            # On a busy machine the page may move under a finger: a person tries once more.
            self.missed += 1
            assert self.missed <= MISSED_AT_MOST, f"{thing} did nothing, again and again"
            return False
        self.clicks += 1
        return True

    def _choice(self, sight: Sight) -> Choice:
        assert sight.choices, f"nothing can be clicked: {sight.title}"
        return wanted(sight, self.chance, self.busy)

    def waits(self, patience: float = 30.0) -> Sight:
        """Wait until there is something to do, or the match is over."""
        self.person.page.wait_for_function(WAITED, timeout=patience * 1000)
        return look(self.person.page)

    def plays(
        self,
        until: Callable[[Sight], bool] = lambda sight: sight.over,
        after: Callable[[Sight], None] = lambda sight: None,
        limit: int = 900,
    ) -> Sight:
        """Play on against the computer until something is seen; `after` looks at every screen."""
        while not until(sight := self.waits()):
            after(sight)
            self.once()
            assert self.clicks < limit, f"the match does not end: {sight.title}"
        after(sight)
        return sight
