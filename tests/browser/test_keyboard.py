"""Whole matches with the keyboard alone, and a focus that is always somewhere to be seen."""

from playwright.sync_api import expect

from tests.browser.play import Choice, Player, Sight, look, settled

# Enough to see several rounds.
MANY = 40

# What Tab visits, in its order, from the first after the focus on.
ROUND = """() => {
  const all = [...document.querySelectorAll(
    "a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const now = document.activeElement;
  const follows = (e) => now.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
  const after = all.findIndex(follows);
  const first = after < 0 ? 0 : after;
  return [...all.slice(first), ...all.slice(0, first)].map((e) => e.id);
}"""

# Whether the focus shows: by an outline, or on the map by the lines of the piece itself.
FOCUS = """() => {
  const e = document.activeElement;
  const style = getComputedStyle(e);
  return {
    id: e.id,
    lost: e === document.body,
    seen: e.matches(":focus-visible") && e.checkVisibility()
      && (style.outlineStyle !== "none" || e.closest("#board-map") !== null),
  };
}"""


class Typist(Player):
    """Plays with Tab, Shift+Tab, Enter and Space."""

    def once(self) -> bool:
        """Reach one thing that can be done, and do it."""
        page = self.person.page
        sight = look(page)
        if sight.over or not sight.acting:
            return False
        self.titles.add(sight.title)
        choice = self._nearest(sight)
        self._goes_to(choice.id)
        page.keyboard.press(self.chance.choice(("Enter", "Space")))
        settled(page, sight, choice.id)
        assert not page.evaluate(FOCUS)["lost"], f"the focus is lost after {choice}"
        self.clicks += 1
        return True

    def _nearest(self, sight: Sight) -> Choice:
        """Choose as others do; whoever types takes the nearer of two."""
        order = self.person.page.evaluate(ROUND)
        wishes = [self._choice(sight) for _ in range(3)]
        return min(wishes, key=lambda choice: order.index(choice.id))

    def _goes_to(self, thing: str) -> None:
        order = self.person.page.evaluate(ROUND)
        forward = order.index(thing) + 1
        back = len(order) - forward + 1
        # Back past the first element the browser itself comes between: then once around.
        if back < forward and self._presses("Shift+Tab", back + 1, thing):
            return
        reached = self._presses("Tab", 2 * len(order), thing)
        assert reached, f"Tab does not reach {thing}"

    def _presses(self, key: str, times: int, thing: str) -> bool:
        """Press a key until a thing has the focus, but only so often; say whether it has."""
        for _ in range(times):
            self.person.page.keyboard.press(key)
            focus = self.person.page.evaluate(FOCUS)
            assert focus["seen"] or focus["lost"], f"the focus on {focus['id']} is not to be seen"
            if focus["id"] == thing:
                return True
        return False


def test_a_whole_card_match_without_a_mouse(people):
    person = people()
    person.opens("card", "me", "medium", start="1")
    Typist(person, 2).plays()


def test_the_board_without_a_mouse(people):
    person = people()
    person.opens("board", "me", "easy", start="1")
    player = Typist(person, 2)
    player.plays(until=lambda sight: sight.over or player.clicks >= MANY)
    assert len(player.titles) > 4


def test_keys_for_hint_and_undo(people):
    person = people()
    person.opens("board", "me", "easy", sides="choose", start="1")
    page = person.page
    player, title = Typist(person, 3), look(page).title
    player.once()
    assert look(page).title != title
    page.keyboard.press("u")
    expect(page.locator("#prompt-title")).to_have_text(title)
    page.keyboard.press("h")
    expect(page.locator("#main .hinted, #main .row.best").first).to_be_visible(timeout=20_000)


def test_the_first_tab_leads_to_the_content(people):
    person = people()
    person.opens("card", "me", "easy")
    person.page.keyboard.press("Tab")
    skip = person.page.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("Tab")
    assert person.page.evaluate("document.getElementById('main').contains(document.activeElement)")
