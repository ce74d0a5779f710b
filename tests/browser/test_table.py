"""At the table: undo, hints, refusals, placing, coming back, pages that fell behind."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import ALIVE
from tests.browser.play import Player, look, press, settled
from tests.browser.together import friends

COUNTERS = 6


def planned(page: Page) -> int:
    """How many counters lie on the panel."""
    return page.locator(".planned").count()


def test_undo_takes_back_what_revealed_nothing(people):
    person = people()
    person.opens("board", "me", "easy", sides="choose", start="1")
    title = person.page.locator("#prompt-title")
    first = title.inner_text()
    person.page.locator("#row-1").click()
    expect(title).not_to_have_text(first)
    person.page.locator("#undo").click()
    expect(title).to_have_text(first)
    expect(person.page.locator("#undo")).to_have_count(0)
    person.page.locator("#row-2").click()
    expect(title).not_to_have_text(first)
    person.page.keyboard.press("u")
    expect(title).to_have_text(first)


def test_the_card_that_was_turned_up_cannot_be_turned_back(people):
    person = people()
    person.opens("card", "me", "easy", start="1")
    person.page.locator(".place.legal button").first.click()
    expect(person.page.locator(".strip.legal").first).to_be_visible()
    expect(person.page.locator("#undo")).to_have_count(0)


def test_a_hint_marks_the_table_and_says_what_it_is_worth(people):
    person = people()
    for game in ("card", "board"):
        person.opens(game, "me", "easy", start="1")
        person.page.locator("#hint").click()
        expect(person.page.locator("#main .hinted").first).to_be_visible(timeout=20_000)
        expect(person.page.locator("#prompt-brings")).to_have_text(re.compile(r"\d+%"))
        person.shoots(f"hint-{game}-desktop")


def test_a_hint_for_an_action_marks_the_cards_to_pay_with(people):
    person = people()
    person.opens("card", "me", "easy", start="1")
    person.page.locator(".place.legal button").first.click()
    expect(person.page.locator(".strip.legal").first).to_be_visible()
    person.page.keyboard.press("h")
    hinted = person.page.locator("#own .hinted")
    expect(hinted.first).to_be_visible(timeout=20_000)


def test_what_is_impossible_says_why_with_the_rule(people):
    person = people()
    person.opens("card", "me", "easy", start="1")
    person.page.locator(".place.legal button").first.click()
    refused = person.page.locator(".strip.refused .cover")
    expect(refused.first).to_be_attached()
    with person.expecting(409):
        press(person, str(refused.first.get_attribute("id")))
        expect(person.page.locator("#prompt-brings.refusal")).to_have_text(re.compile(r"\(C\d+\)"))
    person.opens("board", "me", "easy", start="1")
    Player(person, 3).plays(until=lambda sight: not sight.placing)
    Player(person, 3).plays(until=lambda _: person.page.locator("li.refused").count() > 0)
    with person.expecting(409):
        press(person, str(person.page.locator("li.refused .cover").first.get_attribute("id")))
        expect(person.page.locator("#prompt-brings.refusal")).to_have_text(re.compile(r"\(B\d+\)"))
    person.shoots("refusal-board-desktop")


def drags(page: Page, piece: str, onto: str) -> None:
    """Drag a thing onto another with the mouse."""
    for selector, deed in ((piece, page.mouse.down), (onto, page.mouse.up)):
        box = page.locator(selector).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        deed()


def test_counters_are_dragged_where_they_may_go(people):
    person = people()
    person.opens("board", "me", "easy")
    page = person.page
    expect(page.locator(".tray .counter-button")).to_have_count(COUNTERS)
    drags(page, "#tie-counter-0", "#map-box")
    expect(page.locator(".tray .counter-button")).to_have_count(COUNTERS)
    target = str(page.locator("#tie-counter-0").get_attribute("data-allows")).split(",")[0]
    drags(page, "#tie-counter-0", f"#cell-{target}")
    expect(page.locator(f"#cell-{target} #tie-counter-0.planned")).to_be_visible()
    person.shoots("placing-desktop-light")
    # From there to another place, without taking it back first.
    drags(page, "#tie-counter-0", "#cell-research")
    expect(page.locator("#cell-research #tie-counter-0.planned")).to_be_visible()
    assert planned(page) == 1


def test_fingers_pick_up_and_put_down_take_back_and_start_over(people):
    person = people("phone")
    person.opens("board", "me", "easy")
    page = person.page
    page.locator("#tie-counter-2").tap()
    expect(page.locator("#tie-counter-2.selected")).to_be_visible()
    page.locator("li.action.legal .cover").first.tap()
    expect(page.locator(".planned")).to_have_count(1)
    page.locator("#gap-2").tap()
    expect(page.locator(".planned")).to_have_count(0)
    for count in range(1, COUNTERS + 1):
        page.locator("#tie-research").tap()
        expect(page.locator(".planned")).to_have_count(count)
    person.shoots("placing-phone-light")
    expect(page.locator("[data-plan]")).to_be_visible()
    page.locator(".prompt-buttons [data-draft]").tap()
    expect(page.locator(".planned")).to_have_count(0)


# A point near a pawn where there is nothing else to click.
BESIDE = """(pawn) => {
  const box = pawn.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const around = [[0, -16], [16, 0], [0, 16], [-16, 0]].map(([dx, dy]) => [x + dx, y + dy]);
  return around.find(([x, y]) =>
    document.elementFromPoint(x, y).closest("[data-word],[data-draft]").id === "main");
}"""


def test_a_finger_beside_a_pawn_is_meant_for_it(people):
    person = people("phone")
    person.opens("board", "me", "easy", start="1")
    pawns = person.page.locator(".pawn.legal[role=button]")
    sight = Player(person, 4).plays(until=lambda _: pawns.count() > 0)
    person.page.touchscreen.tap(*pawns.first.evaluate(BESIDE))
    settled(person.page, sight, "beside a pawn")


def test_counters_are_rearranged_while_others_still_think(people):
    person = people()
    person.opens("board", "me", "link")
    page = person.page
    page.locator("#tie-research").click()
    Player(person, 5).plays(until=lambda sight: any(choice.plan for choice in sight.choices))
    page.locator("[data-plan]").click()
    expect(page.locator(".prompt.go")).to_have_count(0)
    person.shoots("invite-desktop-light")
    page.locator("[data-post=replan]").click()
    expect(page.locator(".tray .counter-button")).to_have_count(COUNTERS)


def test_what_was_begun_is_there_when_the_page_is_opened_again(people):
    person = people()
    table = person.opens("board", "me", "easy")
    page = person.page
    for count in (1, 2):
        page.locator("#tie-research").click()
        expect(page.locator(".planned")).to_have_count(count)
    page.reload()
    expect(page.locator(".planned")).to_have_count(2)
    page.close()
    person.page = person.tab()
    person.goes_to(f"/t/{table}")
    expect(person.page.locator(".planned")).to_have_count(2)


def test_who_comes_back_reads_what_happened_meanwhile(people):
    host, guest = friends(people, "card", start="1")
    Player(host, 1).once()
    assert look(guest.page).acting is False
    address = guest.page.url
    guest.page.close()
    player = Player(host, 2)
    while look(host.page).acting:
        player.once()
    guest.page = guest.tab()
    guest.page.goto(address)
    guest.page.wait_for_selector(ALIVE)
    summary = guest.page.locator("#since")
    expect(summary).to_be_visible()
    expect(summary.locator("li")).not_to_have_count(0)
    guest.shoots("since-desktop-light")
    summary.get_by_role("button").click()
    expect(summary).to_have_count(0)
    guest.page.reload()
    expect(guest.page.locator("#prompt-title")).to_be_visible()
    expect(summary).to_have_count(0)


def test_a_page_that_fell_behind_says_so_kindly(people):
    person = people()
    table = person.opens("card", "me", "easy", start="1")
    behind = person.tab()
    behind.goto(f"{person.server.url}/t/{table}")
    behind.wait_for_selector(ALIVE)
    place = behind.locator(".place.legal button").first
    expect(place).to_be_visible()
    # As if it lay in the background: then it does not follow the table.
    behind.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    player = Player(person, 6)
    player.once()
    with person.expecting(409):
        place.click()
        expect(behind.locator("#prompt-brings.refusal")).to_have_text(
            "The table had moved on; this is how it stands now."
        )
    assert look(behind).title == look(person.page).title
