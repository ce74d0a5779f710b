"""Looking back in a browser: a record gone through by keys, slider and by itself; taken over."""

import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from siberia import Match
from tests.browser.access import DEVICES, finds_nothing, themes, who
from tests.browser.people import Person
from tests.browser.play import Player
from tests.browser.screens import small_targets, too_wide
from tests.support import play_random

GAMES = ("board", "card")


@cache
def record(game: str) -> Match:
    """A match that was played elsewhere."""
    names = ["Anna", "Boris", "Chen"]
    match = Match.new(game, seats=3, seed=4, start=0, players=names)
    return play_random(match, 4, busy=True)


def gives(person: Person, game: str) -> Page:
    """Give a record, and open its replay."""
    page = person.goes_to("/records")
    page.locator("#record-text").fill(record(game).record())
    page.get_by_role("button", name="Look at it").click()
    page.locator("#page-replay").click()
    expect(page.locator("body.scripted")).to_be_visible()
    return page


def is_at(page: Page, ply: int, eyes: str = "open") -> None:
    """Wait until a page shows a moment, and its address says so."""
    expect(page.locator(f'#main[data-ply="{ply}"][data-eyes="{eyes}"]')).to_be_attached()
    both = rf"ply={ply}&eyes={eyes}|eyes={eyes}&ply={ply}"
    expect(page).to_have_url(re.compile(rf"\?({both})$"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", DEVICES)
def test_every_screen_of_the_replay(people, game, device):
    person = who(people, device)
    person.goes_to("/records")
    finds_nothing(person, "records")
    page = gives(person, game)
    for _ in themes(person):
        finds_nothing(person, f"replay of the {game} game")
    assert too_wide(page) == 0
    if person.is_touching:
        assert small_targets(page) == set()
    page.locator("#take-over summary").click()
    finds_nothing(person, "taking over")


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_reached_by_keys_slider_and_list_and_can_be_sent(people, server, game):
    person = people()
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, match = gives(person, game), record(game)
    turns = [len(turn.words) for turn in match.turns()]
    press = page.keyboard.press
    press("ArrowRight")
    is_at(page, 1)
    press("ArrowLeft")
    expect(page.locator("#main[data-ply='0']")).to_be_attached()
    press("ArrowDown")
    is_at(page, turns[0])
    press("ArrowDown")
    is_at(page, turns[0] + turns[1])
    press("2")
    is_at(page, turns[0] + turns[1], "2")
    press("o")
    press("End")
    is_at(page, match.ply)
    expect(page.locator("#take-over")).to_be_hidden()
    press("PageUp")
    expect(page.locator(f"#main[data-ply='{match.ply}']")).not_to_be_attached()
    press("Home")
    is_at(page, 0)
    # The list of moves, and the slider at two thirds.
    page.locator("#moves a").nth(3).click()
    expect(page.locator("#moves .now").first).to_be_visible()
    box = page.locator("#slider").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 2 / 3, box["y"] + box["height"] / 2)
    expect(page.locator("#step-back")).not_to_have_attribute("data-ply", "0")
    page.wait_for_function("() => location.search.includes(`ply=${main.dataset.ply}&`)")
    press("s")
    expect(page.locator("#at")).to_have_text("The address of this moment is copied.")
    sent = page.evaluate("navigator.clipboard.readText()")
    there = people()
    there.page.goto(sent)
    is_at(there.page, int(re.findall(r"ply=(\d+)", sent)[0]))
    expect(there.page.locator("#prompt-title")).to_have_text(
        page.locator("#prompt-title").inner_text()
    )


def test_it_plays_by_itself_and_pauses(people):
    page = gives(people(), "card")
    page.locator("#speed").click()
    page.locator("#speed").click()
    expect(page.locator("#speed")).to_have_text("4×")
    page.locator("#moves").focus()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.wait_for_function("() => Number(main.dataset.ply) >= 3")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    # By turn it goes further at a time, and at the end it stops.
    page.locator("#by").click()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.locator("#play").click()
    expect(page.locator(f"#main[data-ply='{record('card').ply}']")).to_be_attached()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_without_a_script_links_lead_from_moment_to_moment(people):
    person = people(script=False)
    page = person.goes_to("/records")
    page.locator("#record-text").fill(record("card").record())
    page.get_by_role("button", name="Look at it").click()
    page.locator("#page-replay").click()
    for _ in range(3):
        page.locator("#step-on").click()
    is_at(page, 3)
    page.locator("#eyes-1").click()
    is_at(page, 3, "2")
    page.locator("#step-back").click()
    is_at(page, 2, "2")
    page.locator("#take-over summary").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("main.table")).to_be_visible()


def test_what_was_taken_over_is_played_to_its_end_and_its_deal_is_checked(people, server):
    person = people()
    page = gives(person, "card")
    address = page.url.partition("?")[0]
    page.goto(f"{address}?ply={record('card').ply - 12}&eyes=1")
    expect(page.locator("body.scripted")).to_be_visible()
    page.keyboard.press("t")
    page.locator("#take-over select[name=level]").select_option("easy")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("main.table")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    answer = person.context.request.post(
        f"{server.url}/t/{table}/speed", form={"speed": "instant", "seq": "0"}
    )
    assert answer.ok
    Player(person, 3).plays()
    page.locator("#menu-deal > summary").click()
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#checked")).to_contain_text(
        "True: this browser had noted the fingerprint while the match went on"
    )
    page.evaluate("(table) => localStorage.setItem(`deal-${table}`, 'sha256:0')", table)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#checked")).to_contain_text("had noted another fingerprint")
    # Who was not there has noted nothing.
    other = people()
    other.page.goto(page.url)
    other.page.locator("#menu-deal > summary").click()
    other.page.get_by_role("button", name="Check it").click()
    expect(other.page.locator("#checked")).to_contain_text("did not see the fingerprint")
    # A page that did not come safely has no WebCrypto.
    other.page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    other.page.get_by_role("button", name="Check it").click()
    expect(other.page.locator("#checked")).to_contain_text("only on pages that come by https")
