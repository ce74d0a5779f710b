"""Pages that are alive: many tabs, a server that goes and comes back, pieces that glide."""

import re

import pytest
from playwright.sync_api import Page, expect

from siberia.web.http.static_files import PREFIX
from tests.browser.people import ALIVE
from tests.browser.play import Player, look, press
from tests.browser.together import friends

TABS = 7

# Remembers every pawn, and which of them were moved as the same element.
WATCH_PAWNS = """() => {
  window.moved = {};
  window.glided = [];
  const before = new Map([...document.querySelectorAll(".pawn")].map((p) => [p.id, p]));
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (before.has(target.id) && target.getAttribute("transform") !== oldValue)
        window.moved[target.id] = before.get(target.id) === target
          && document.getElementById(target.id) === target;
  }).observe(document.getElementById("board-map"),
    { subtree: true, attributes: true, attributeFilter: ["transform"], attributeOldValue: true });
  addEventListener("transitionrun", ({ target, propertyName }) =>
    propertyName === "transform" && target.matches(".pawn") && window.glided.push(target.id));
}"""


def test_seven_tabs_follow_the_table(people):
    host, guest = friends(people, "card", start="1")
    tabs = [guest.tab() for _ in range(TABS - 1)]
    for tab in tabs:
        tab.goto(guest.page.url)
        tab.wait_for_selector(ALIVE)
    player = Player(host, 1)
    for _move in range(2):
        player.once()
        seq = host.page.locator("#main").get_attribute("data-seq")
        for tab in (guest.page, *tabs):
            tab.wait_for_function(
                "(seq) => document.getElementById('main').dataset.seq === seq",
                arg=seq,
                timeout=2000,
            )


def test_a_page_outlives_its_server(people, server):
    host, guest = friends(people, "card", start="1")
    for person in (host, guest):
        person.watch.is_server_away = True
        # What a server says that has just been started.
        person.watch.expected = {503}
    server.stop()
    before = look(host.page)
    press(host, before.choices[0].id)
    expect(host.page.locator("#prompt-brings")).to_contain_text("cannot be reached")
    server.start()
    # By itself: nobody touches the page.
    line = host.page.locator("#prompt-brings")
    expect(line).not_to_contain_text(re.compile("cannot be reached|starting"), timeout=15_000)
    assert look(host.page).sign == before.sign
    for person in (host, guest):
        person.page.wait_for_timeout(1500)
        person.watch.is_server_away = False
    # And the streams are back: what one does, the other sees.
    Player(host, 2).once()
    seq = host.page.locator("#main").get_attribute("data-seq")
    expect(guest.page.locator("#main")).to_have_attribute("data-seq", str(seq), timeout=15_000)


# A stream that says only what a test lets it say.
SILENT_SOURCE = """() => {
  window.sources = [];
  window.heard = [];
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor() { super(); window.sources.push(this); }
    close() { this.readyState = 2; }
  };
}"""
SAYS = """([kind, data]) => {
  const source = window.sources.at(-1);
  if (kind === "message") source.onmessage({ data });
  else source.dispatchEvent(new MessageEvent(kind, { data }));
}"""


def test_a_stream_that_falls_silent_is_opened_again(people):
    page = people().goes_to("/")
    page.clock.install()
    page.evaluate(SILENT_SOURCE)
    page.evaluate(
        """async (prefix) => {
          const { stream } = await import(`${prefix}/stream.js`);
          stream(() => "/live?tables=t", (said) => window.heard.push(said));
        }""",
        PREFIX,
    )
    opened = "window.sources.map((source) => source.readyState)"
    page.evaluate(SAYS, ["message", "hello"])
    page.evaluate(SAYS, ["still", "20"])
    # As long as it says so now and then, it is there.
    for _ in range(5):
        page.clock.run_for(55_000)
        page.evaluate(SAYS, ["still", "20"])
    assert page.evaluate(opened) == [1]
    assert page.evaluate("window.heard") == ["hello"]
    page.clock.run_for(59_000)
    assert page.evaluate(opened) == [1]
    # After three words that did not come the page looks for itself, and asks for another stream.
    page.clock.run_for(2_000)
    assert page.evaluate("window.heard") == ["hello", "hello"]
    page.clock.run_for(1_000)
    assert page.evaluate(opened) == [2, 1]
    # One that never says a word is given up sooner, and then with growing pauses.
    page.clock.run_for(15_000 + 2_000)
    assert page.evaluate(opened) == [2, 2, 1]


def test_what_was_placed_outlives_the_server_too(people, server):
    person = people()
    person.opens("board", "me", "link", start="1")
    Player(person, 5).plays(until=lambda sight: any(choice.plan for choice in sight.choices))
    person.watch.is_server_away, person.watch.expected = True, {503}
    server.stop()
    person.page.locator("[data-plan]").click()
    line = person.page.locator("#prompt-brings")
    expect(line).to_contain_text("cannot be reached")
    server.start()
    expect(line).to_have_text("Nobody sees where before all have placed.", timeout=15_000)
    expect(person.page.locator(".planned")).to_have_count(6)
    person.page.locator("[data-plan]").click()
    expect(person.page.locator("#prompt-title")).to_contain_text("Placed.")


def moved_pawns(page: Page) -> dict[str, bool]:
    """Return the opponents' pawns that moved, and whether each stayed the same element."""
    moved: dict[str, bool] = page.evaluate("window.moved")
    return {name: kept for name, kept in moved.items() if not name.startswith("pawn-0")}


def test_an_opponents_pawn_glides(people):
    person = people(motion=True)
    person.opens("board", "me", "medium", "medium", "medium", start="1")
    person.page.evaluate(WATCH_PAWNS)
    Player(person, 3, busy=0).plays(until=lambda _: bool(moved_pawns(person.page)))
    moved = moved_pawns(person.page)
    assert all(moved.values()), moved
    person.page.wait_for_function(
        "(names) => names.every((name) => window.glided.includes(name))", arg=list(moved)
    )


RUNNING = """() => {
  window.animated = 0;
  const count = () => {
    window.animated += document.getAnimations().filter((a) =>
      a.effect.getComputedTiming().duration > 0).length;
    requestAnimationFrame(count);
  };
  count();
}"""


@pytest.mark.parametrize("motion", [True, False])
def test_nothing_moves_for_who_wants_it_calm(people, motion):
    person = people(motion=motion)
    person.opens("card", "me", "easy", start="1")
    person.page.evaluate(RUNNING)
    player = Player(person, 4)
    player.plays(until=lambda _: player.clicks > 8)
    person.page.wait_for_timeout(200)
    assert bool(person.page.evaluate("window.animated")) == motion
