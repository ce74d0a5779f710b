"""The lessons in a browser: gone through as they say, with every wrong try."""

import pytest
from playwright.sync_api import expect

from siberia.match.games import GAMES
from siberia.web.pages.lessons.script import FIRST, Place, examples, lesson
from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.fit import DESKS, PHONES
from tests.browser.lessons import go_through, step
from tests.browser.screens import english_left, small_targets, texts, too_wide

EXAMPLES = [(game, name) for game in GAMES for name in examples(game)]
games = pytest.mark.parametrize("game", GAMES)

# How much of anything that is lit the card that speaks covers, at worst.
COVERED = """() => {
  const card = document.getElementById("speech").getBoundingClientRect();
  let covered = 0;
  for (const lit of document.querySelectorAll("#main .hinted, #main .row.best")) {
    const whole = lit.classList.contains("cover") ? lit.parentElement : lit;
    const { left, top, right, bottom, width, height } = whole.getBoundingClientRect();
    if (!width || !height) continue;
    const x = Math.min(right, card.right) - Math.max(left, card.left);
    const y = Math.min(bottom, card.bottom) - Math.max(top, card.top);
    covered = Math.max(covered, Math.max(0, x) * Math.max(0, y) / (width * height));
  }
  return covered;
}"""
# What the step names is to be lit as a whole, by its corners; an area is lit as far as its border.
IN_THE_DARK = """() => {
  const holes = [...document.querySelectorAll("#veil-holes > *")].map((hole) => {
    if (hole.tagName === "rect")
      return ["x", "y", "width", "height"].map((name) => Number(hole.getAttribute(name)));
    const { x, y, width, height } = hole.getBBox();
    const { a, d, e, f } = hole.transform.baseVal.consolidate().matrix;
    return [e + a * x - 1, f + d * y - 1, a * width + 2, d * height + 2];
  });
  const isLit = (px, py) => holes.some(([x, y, width, height]) =>
    x <= px && px <= x + width && y <= py && py <= y + height);
  const seen = document.getElementById("speech").dataset.light.split(" ").filter(Boolean)
    .map((id) => document.querySelector(`#${id}.area > .ground`) ?? document.getElementById(id))
    .map((e) => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width && b.height);
  return seen.filter(([, b]) => !(isLit(b.left, b.top) && isLit(b.right, b.bottom)))
    .map(([e]) => e.id || e.parentElement.id);
}"""
# The veil is drawn at the next frame after the window has changed.
TWO_FRAMES = "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
# The card that speaks lies in the window, and nothing lies on its corners.
SPEECH_IN_SIGHT = """() => {
  const { left, top, right, bottom } = document.getElementById("speech").getBoundingClientRect();
  const corners = [left + 9, right - 9].flatMap((x) => [top + 9, bottom - 9].map((y) => [x, y]));
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && corners.every(([x, y]) => document.elementFromPoint(x, y)?.closest("#speech"));
}"""
# How far what lights a card of the hand reaches beyond the card as it lies, turned with its fan.
BESIDE_THE_CARD = """() => {
  const holes = [...document.querySelectorAll("#veil-holes rect[transform]")];
  return [...document.querySelectorAll(".hand > .hinted")].map((card, n) => {
    const [x, y, width, height] = ["x", "y", "width", "height"]
      .map((name) => Number(holes[n].getAttribute(name)));
    const { matrix } = holes[n].transform.baseVal.consolidate();
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
      .map((corner) => new DOMPoint(...corner).matrixTransform(DOMMatrix.fromMatrix(matrix)));
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const [across, down] = [corners.map((one) => one.x), corners.map((one) => one.y)];
    return Math.max(left - Math.min(...across), Math.max(...across) - right,
      top - Math.min(...down), Math.max(...down) - bottom);
  });
}"""


@games
def test_a_first_match_is_played_to_its_end_with_every_wrong_try(people, game):
    page = people(is_beginner=True).goes_to(f"/learn/{game}")
    made = go_through(page)
    steps = lesson(game, FIRST).step
    assert len(made) == len(steps) - 1
    # At least where the engine offers more than one thing, something else was tried.
    assert sum(made) > len(steps)
    expect(page.locator(".ending")).to_be_visible()
    page.locator("#lesson-play").click()
    expect(page.locator("#explanation")).to_be_visible()


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_is_tried_to_its_end(people, server, game, name):
    page = people().goes_to(f"/rules/{game}#{name}")
    address = Place(game, name).base
    page.locator(f'a[href="{address}"]').click()
    go_through(page)
    page.locator("#lesson-rules").click()
    expect(page.locator(f"#{lesson(game, name).step[-1].rule}")).to_be_in_viewport()
    page.goto(f"{server.url}{address}/{len(lesson(game, name).step)}")
    page.locator("#lesson-again").click()
    assert step(page) == 1


@games
@pytest.mark.parametrize(("device", "windows"), [("desktop", DESKS), ("phone", PHONES)])
def test_what_is_lit_is_in_sight_beside_the_card(people, game, device, windows):
    """In every third window in turn: what a step asks for is there, lit, and not covered.

    So is what the card says, and the way out.
    """
    person = people(device, language="de")
    for number in range(1, len(lesson(game, FIRST).step) + 1):
        page = person.goes_to(f"/learn/{game}/{number}")
        page.wait_for_function("document.getElementById('speech').dataset.corner")
        page.evaluate("document.fonts.ready.then(() => null)")
        for width, height in windows[number % 3 :: 3]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            where = f"step {number}, {width} × {height}"
            assert too_wide(page) == 0, where
            assert page.evaluate(SPEECH_IN_SIGHT), where
            assert page.locator("#lesson-close").is_visible(), where
            assert page.evaluate(COVERED) < 0.5, where
            assert page.evaluate(IN_THE_DARK) == [], where


def test_cards_of_the_fan_are_lit_as_they_lie(people):
    steps = lesson("card", FIRST).step
    number = next(n for n, step in enumerate(steps, 1) if step.asks.count("pay ") == 3)
    page = people().goes_to(f"/learn/card/{number}")
    page.wait_for_function("document.getElementById('speech').dataset.corner")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(TWO_FRAMES)
    beside = page.evaluate(BESIDE_THE_CARD)
    assert len(beside) == 3
    assert all(0 < by < 9 for by in beside)


@games
@pytest.mark.parametrize("device", DEVICES)
def test_axe_finds_nothing(people, game, device):
    person = who(people, device)
    steps = lesson(game, FIRST).step
    asked = next(n for n, one in enumerate(steps, 1) if one.asks)
    for number in (1, asked, len(steps)):
        page = person.goes_to(f"/learn/{game}/{number}")
        if device == "phone" and number < len(steps):
            assert small_targets(page) == set()
        finds_nothing(person, f"step {number}")


@games
def test_in_german_nothing_is_left_in_english(people, game):
    person = people(language="de")
    for number in range(1, len(lesson(game, FIRST).step) + 1):
        assert english_left(texts(person.goes_to(f"/learn/{game}/{number}")), "de") == set()


def test_one_leaves_and_goes_on_later(people):
    person = people()
    page = person.goes_to("/")
    page.locator("#learn-card").click()
    page.locator("#lesson-go, #lesson-skip").click()
    expect(page.locator("#speech")).to_have_attribute("data-step", "2")
    page.locator("#lesson-skip, #lesson-go").click()
    expect(page.locator("#speech")).to_have_attribute("data-step", "3")
    page.keyboard.press("Escape")
    expect(page.locator("#learn-card")).to_contain_text("go on at 3 of")
    page.locator("#learn-card").click()
    expect(page.locator("#speech")).to_have_attribute("data-step", "3")
    page.locator("#lesson-back").click()
    expect(page.locator("#speech")).to_have_attribute("data-step", "2")
    page.reload()
    expect(page.locator("#speech")).to_have_attribute("data-step", "2")


@games
def test_each_kind_of_decision_explains_itself_once(people, game):
    """Once in a browser, whichever table it is at; and not at all for whoever does not want it."""
    person = people(is_beginner=True)
    person.opens(game, "me", "easy", sides="A", start="1")
    page, card = person.page, person.page.locator("#explanation")
    expect(card).to_be_visible()
    kind = card.get_attribute("data-kind")
    page.locator("#explanation-close").click()
    expect(card).to_be_hidden()
    page.reload()
    page.wait_for_selector("body[data-shown]")
    expect(card).to_be_hidden()
    assert kind in page.evaluate("localStorage.explained")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(card).to_be_visible()
    page.locator("#explanation-never").click()
    assert "all" in page.evaluate("localStorage.explained").split(" ")
    page.reload()
    page.wait_for_selector("body[data-shown]")
    expect(card).to_be_hidden()
