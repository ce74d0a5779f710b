"""What can be said of any screen: whether it fits, whether fingers find it, what language it is."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from siberia.web.i18n.languages import catalogue

# A finger needs about this many pixels each way.
FINGER = 40
# What is small, but can be done by something large as well: a finger beside a pawn is meant for it,
# workers go to Vladivostok by a row, and a placed counter comes back by its gap in the tray.
ELSEWHERE = ("pawn-", "area-vladivostok", "tie-counter-")

# On a phone `innerWidth` grows with a page that is too wide.
TOO_WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}"""

# What acts and can be seen; links within a sentence are text.
TARGETS = """() => [...document.querySelectorAll(
    "a.button, button, summary, select, input[type=text], [role=button], label")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)
  .map((e) => {
    const { width, height } = e.getBoundingClientRect();
    const name = e.id || e.className.baseVal || e.className || e.tagName;
    return [name, Math.round(width), Math.round(height)];
  })"""

TEXTS = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.add(walker.currentNode.textContent.trim());
  const spoken = ["aria-label", "title", "placeholder", "data-says", "data-rest", "data-done"];
  for (const e of document.querySelectorAll("*"))
    for (const name of spoken)
      if (e.hasAttribute(name)) found.add(e.getAttribute(name).trim());
  return [...found].filter(Boolean);
}"""


def too_wide(page: Page) -> int:
    """Return by how many pixels a page can be scrolled sideways."""
    return max(0, int(page.evaluate(TOO_WIDE)))


def small_targets(page: Page) -> set[tuple[str, int, int]]:
    """Return what acts but is too small for a finger: its name, width and height."""
    targets: list[Any] = page.evaluate(TARGETS)
    small = [(str(name), w, h) for name, w, h in targets if min(w, h) < FINGER]
    return {target for target in small if not target[0].startswith(ELSEWHERE)}


def texts(page: Page) -> set[str]:
    """Return everything a page says, to the eye or to a screen reader."""
    return set(page.evaluate(TEXTS))


def english_left(said: set[str], code: str) -> set[str]:
    """Return what was said in English though the language has other words for it."""
    patterns = [re.compile(pattern) for pattern in english(code)]
    return {text for text in said if any(pattern.fullmatch(text) for pattern in patterns)}


def english(code: str) -> Iterator[str]:
    """Yield a pattern for every message that the language says otherwise."""
    for message in catalogue(code):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for written in (message.id,) if isinstance(message.id, str) else message.id:
            parts = re.split(r"\{\w+\}|%\(\w+\)[sd]", written)
            # Hardly more than fields: no telling which language that is.
            if written and written not in strings and (len(parts) == 1 or letters(parts) > 8):
                yield ".+".join(re.escape(part) for part in parts)


def letters(parts: list[str]) -> int:
    """Count the letters that a message has besides its fields."""
    return sum(letter.isalpha() for part in parts for letter in part)
