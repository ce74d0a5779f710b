"""Somebody watches two others: the page moves and fits, and what is said goes where it may."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import DEVICES, finds_nothing, themes, who
from tests.browser.fit import wrongs_in
from tests.browser.people import ALIVE, People, Person
from tests.browser.play import Player
from tests.browser.positions import fullest, lay_out
from tests.browser.test_fit import WINDOWS
from tests.browser.together import friends, sits_down

SOON = 5000


def lets_watch(host: Person, who_may: str = "link") -> None:
    """Let the host of the table that is open say who may watch."""
    host.page.locator("#menu-table > summary").click()
    host.page.locator(f"[data-field=watching][data-value={who_may}]").click()
    expect(host.page.locator("#menu-eyes")).to_have_count(int(who_may != "nobody"))
    host.page.keyboard.press("Escape")


def watches(person: Person, other: Person) -> None:
    """Watch the table that somebody has open."""
    person.page.goto(other.page.url)
    person.page.wait_for_selector(ALIVE)


def says(person: Person, text: str) -> None:
    """Say something at the table that is open."""
    person.page.locator("#say-text").fill(text)
    person.page.locator("form.say button").click()
    expect(person.page.locator("#says")).to_contain_text(text)


def turns_to_talk(person: Person) -> None:
    """Unfold the talk."""
    tab = "#tab-talk" if person.is_touching else "#log [data-card=talk]"
    person.page.locator(tab).click()
    expect(person.page.locator("#says")).to_be_visible()


def test_a_watchers_page_moves_until_nobody_may_watch_any_more(people):
    host, _guest = friends(people, "card", start="1")
    lets_watch(host)
    lea = people("phone")
    watches(lea, host)
    expect(lea.page.locator("#prompt-title")).to_contain_text("turns a card up.")
    expect(host.page.locator("#menu-eyes")).to_contain_text("1 watches", timeout=SOON)
    player = Player(host, 1)
    for _move in range(2):
        player.once()
        seq = host.page.locator("#main").get_attribute("data-seq")
        expect(lea.page.locator("#main")).to_have_attribute("data-seq", str(seq), timeout=SOON)
    expect(lea.page.locator("#main [data-word], #main [data-draft]")).to_have_count(0)
    with lea.expecting(403):
        lets_watch(host, "nobody")
        expect(lea.page.locator("h1")).to_contain_text("private", timeout=SOON)


def test_what_watchers_write_reaches_no_player_and_what_players_write_reaches_all(people):
    host, guest = friends(people, "card", ("desktop", "phone"), start="1")
    lets_watch(host)
    lea, noor = people(), people("phone")
    for watcher in (lea, noor):
        watches(watcher, host)
    expect(lea.page.locator("#talk")).to_contain_text("Until the match is over")
    says(lea, "Zurich, for the gold?")
    expect(noor.page.locator("#tab-talk .badge")).to_have_text("1", timeout=SOON)
    turns_to_talk(noor)
    expect(noor.page.locator("#says")).to_contain_text("Zurich")
    expect(noor.page.locator("#tab-talk .badge")).to_be_hidden()
    turns_to_talk(host)
    says(host, "One more salesman")
    # On a phone a badge counts what comes, and nothing pops up.
    expect(guest.page.locator("#tab-talk .badge")).to_have_text("1", timeout=SOON)
    expect(guest.page.locator("#says")).to_be_hidden()
    turns_to_talk(guest)
    guest.page.get_by_role("button", name="Well played!").click()
    expect(lea.page.locator("#says")).to_contain_text("Well played!", timeout=SOON)
    for player in (host, guest):
        expect(player.page.locator("#says")).not_to_contain_text("Zurich")
    host.page.locator("#says .say-menu summary").click()
    host.page.get_by_role("button", name="Mute Nadja").click()
    expect(host.page.locator("#says")).to_contain_text("Nadja is muted: 1 message.")
    host.page.get_by_role("button", name="Hear Nadja again").click()
    expect(host.page.locator("#says")).to_contain_text("Well played!")
    host.page.locator("#talk-quiet").click()
    expect(host.page.locator("#talk")).to_contain_text("You have switched talk off.")
    host.page.get_by_role("button", name="Switch it on").click()
    expect(host.page.locator("#says")).to_contain_text("One more salesman")


def test_below_new_stands_what_came_while_the_talk_was_folded(people):
    host, guest = friends(people, "card", start="1")
    for player in (host, guest):
        turns_to_talk(player)
    says(guest, "Hello there")
    expect(host.page.locator("#says")).to_contain_text("Hello there", timeout=SOON)
    host.page.locator("#talk [data-card=log]").click()
    expect(host.page.locator("#log")).to_be_visible()
    says(guest, "Still there?")
    badge = host.page.locator("#log .badge")
    expect(badge).to_have_text("1", timeout=SOON)
    typed = guest.page.locator("#say-text")
    typed.fill("half written")
    Player(host, 1).once()
    turns_to_talk(host)
    expect(host.page.locator("#talk-new")).to_be_visible()
    told = host.page.locator("#says li:visible").all_inner_texts()
    assert [line.split("\n")[0].strip() for line in told][1] == "new"
    expect(badge).to_be_hidden()
    says(host, "Yes")
    expect(guest.page.locator("#says")).to_contain_text("Yes", timeout=SOON)
    expect(typed).to_have_value("half written")


def test_talk_comes_and_goes_as_the_host_wishes(people):
    host = people()
    host.opens("card", "me", "easy", start="1")
    expect(host.page.locator("#log [data-card=talk]")).to_have_count(0)
    # With whoever watches from now on the host can talk: what that takes comes with the page.
    lets_watch(host)
    lea = people("phone")
    watches(lea, host)
    turns_to_talk(host)
    says(host, "Welcome")
    turns_to_talk(lea)
    expect(lea.page.locator("#says")).to_contain_text("Welcome", timeout=SOON)
    host.page.locator("#menu-table > summary").click()
    # Who had the talk open may ask once more what was said.
    with host.expecting(403), lea.expecting(403):
        host.page.locator("[data-field=talk][data-value=off]").click()
        expect(host.page.locator("#talk")).to_have_count(0)
        expect(host.page.locator("#log")).to_be_visible()
        expect(lea.page.locator("#tab-talk")).to_have_count(0, timeout=SOON)
    expect(lea.page.locator("#map-box, .row-box").first).to_be_visible()
    host.page.locator("[data-field=talk][data-value=words]").click()
    expect(lea.page.locator("#tab-talk")).to_be_visible(timeout=SOON)
    turns_to_talk(lea)
    expect(lea.page.locator("#says")).to_contain_text("Welcome", timeout=SOON)


KINDS = ("board-expansion-4", "card-dlp-4", "board-2")


@pytest.mark.parametrize("device", WINDOWS)
def test_watching_fits_each_window_and_so_does_talk(people: People, device):
    watcher, player = people(device, language="de"), people(device, language="de")
    laid = []
    for kind in KINDS:
        variant, _, seats = kind.rpartition("-")
        laid += [p for p in fullest(variant, int(seats)) if p.phase in ("place", "act")][-1:]
    lay_out(player, laid, watching="link")
    wrong = []
    for position in laid:
        watcher.goes_to(f"/t/{position.table}")
        wrong += wrongs_in(watcher.page, WINDOWS[device])
        player.goes_to(f"/t/{position.table}")
        turns_to_talk(player)
        if device == "phone":
            player.page.locator("#tab-table").click()
        wrong += wrongs_in(player.page, WINDOWS[device])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("device", DEVICES)
def test_axe_finds_nothing(people, device):
    host, guest = who(people, device), who(people, device)
    host.opens("card", "me", "link", start="1")
    sits_down(guest, host.page.locator("#link-1").input_value(), "Nadja")
    lets_watch(host)
    lea = who(people, device)
    watches(lea, host)
    for person in (guest, lea):
        if person.is_touching or person is guest:
            turns_to_talk(person)
        says(person, "Hello")
    finds_nothing(lea, "watching")
    finds_nothing(guest, "talk")
    for theme in themes(lea):
        lea.shoots(f"watch-{device}-{theme}")
        guest.shoots(f"talk-{device}-{theme}")
    turns_to_talk(host)
    host.page.locator("#says .say-menu summary").first.click()
    finds_nothing(host, "about a message")
