"""Goes through a lesson in a browser as its texts say: does what is lit, and tries what is not."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

# Whatever can be clicked that means something, and whether it is lit.
CHOICES = """() => [...document.getElementById("main").querySelectorAll(
    "[data-word], [data-means], [data-plan]")]
  .filter((e) => !e.disabled && e.checkVisibility({ visibilityProperty: true }))
  .map((e) => ({
    id: e.id,
    isLit: e.matches(".hinted, .row.best"),
    isChosen: e.matches(".selected, [aria-pressed=true]"),
    isMeant: Boolean(e.dataset.word || e.dataset.means || e.dataset.plan),
  }))"""
# Clicks on a thing wherever it lies, for another card of the hand may cover its middle, and waits
# until the answer is shown. Where the machine is busy a click may be lost: it is made again, as
# people would.
CLICK = """(id) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`nothing is shown after a click on ${id}`)), 20000);
  const click = () =>
    document.getElementById(id)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const again = setInterval(click, 5000);
  const isShown = () => { clearInterval(again); done(true); };
  document.getElementById("app").addEventListener("shown", isShown, { once: true });
  click();
})"""
# More than any step of a lesson takes.
MOST_CLICKS = 20


@dataclass(frozen=True)
class Choice:
    """Something that can be clicked."""

    id: str
    is_lit: bool
    is_chosen: bool


def choices(page: Page) -> list[Choice]:
    """Return what can be clicked at the table now."""
    return [
        Choice(found["id"], found["isLit"], found["isChosen"])
        for found in page.evaluate(CHOICES)
        if found["isMeant"]
    ]


def step(page: Page) -> int:
    """Return the step at which the page is."""
    return int(page.locator("#speech").get_attribute("data-step") or 0)


def answer(page: Page) -> str:
    """Return what was said to a try."""
    return page.locator("#speech-answer").inner_text().strip()


def click(page: Page, thing: str) -> None:
    """Click something, and wait until the server's answer is shown."""
    page.evaluate(CLICK, thing)


def go_through(page: Page) -> list[int]:
    """Go through the lesson that is open, to its end, and try everything that is not meant.

    Return how many wrong tries were made at each step.
    """
    made: list[int] = []
    while not page.locator("#lesson-play, #lesson-again").count():
        number = step(page)
        made.append(0)
        for _ in range(MOST_CLICKS):
            if page.locator("#lesson-go").count():
                click(page, "lesson-go")
            else:
                made[-1] += try_all_wrong(page)
                click(page, next_lit(page))
            if step(page) != number:
                break
        assert step(page) == number + 1, f"nothing leads on from step {number}"
        address = page.locator("#main").get_attribute("data-address")
        expect(page).to_have_url(re.compile(f"{address}$"))
    return made


def next_lit(page: Page) -> str:
    """Return what to click next of what is lit: what decides, if all that it needs is chosen."""
    lit = [choice for choice in choices(page) if choice.is_lit]
    assert lit, f"step {step(page)} lights nothing that can be clicked"
    open_ones = [choice for choice in lit if not choice.is_chosen]
    buttons = [choice for choice in lit if choice.id.startswith("button-")]
    return (buttons or open_ones or lit)[0].id


def try_all_wrong(page: Page) -> int:
    """Click everything that is not lit; each is answered, and nothing is lost by it."""
    number = step(page)
    lit = [choice.id for choice in choices(page) if choice.is_lit]
    wrong = [choice.id for choice in choices(page) if not choice.is_lit and not choice.is_chosen]
    for thing in wrong:
        click(page, thing)
        assert answer(page), f"step {number}: {thing} is not answered"
        assert step(page) == number, thing
        assert [choice.id for choice in choices(page) if choice.is_lit] == lit, thing
    return len(wrong)
