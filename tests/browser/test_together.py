"""Two people, each with a browser of their own: an invitation, placing at once, live moves."""

import re
import time

from playwright.sync_api import expect

from tests.browser.people import ALIVE, People, Person
from tests.browser.play import Player, Sight, look
from tests.browser.together import friends, sits_down

# So soon one must see what the other did.
SOON = 2.0


def test_an_invitation_from_the_home_page(people):
    host, guest = people(), people("phone", theme="dark")
    page = host.goes_to("/")
    page.get_by_role("button", name="Seats, pace, watching").click()
    form = page.locator("#new-table")
    form.get_by_role("radio", name="Card game").check()
    form.locator("select[name=seat2]").select_option("")
    form.locator("select[name=seat1]").select_option("link")
    form.get_by_role("button", name="Open the table").click()
    invitation = page.locator("#link-1")
    page.wait_for_selector(ALIVE)
    expect(invitation).to_be_visible()
    host.shoots("invite-card-desktop-light")
    link = invitation.input_value()
    guest.page.goto(link)
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    guest.shoots("invite-join-phone-dark")
    sits_down(guest, link, "Nadja")
    # The host's page says so by itself, and the link leads nowhere any more.
    expect(page.locator("#opponent-1")).to_contain_text("Nadja", timeout=SOON * 1000)
    expect(invitation).to_have_count(0)
    late = people()
    with late.expecting(410):
        late.page.goto(link)
        expect(late.page.locator("#notice")).to_contain_text("has been used")


def one_moves_both_see(mover: Player, other: Person) -> None:
    """Let one do something; the other's page must show where the table stands soon after."""
    mover.once()
    seq = mover.person.page.locator("#main").get_attribute("data-seq")
    other.page.wait_for_function(
        "(seq) => document.getElementById('main').dataset.seq === seq", arg=seq, timeout=SOON * 1000
    )


def test_a_whole_card_match_of_two(people):
    host, guest = friends(people, "card", start="1")
    players = {person.page: Player(person, seed) for seed, person in enumerate((host, guest))}
    while not (sight := look(host.page)).over:
        assert sight.acting != look(guest.page).acting
        mover, other = (host, guest) if sight.acting else (guest, host)
        one_moves_both_see(players[mover.page], other)
        assert sum(player.clicks for player in players.values()) < 900
    expect(guest.page.locator("main[data-over]")).to_be_visible(timeout=SOON * 1000)
    host.shoots("end-card-desktop-light", whole=True)


def is_ready(sight: Sight) -> bool:
    """All counters lie somewhere, but they are not handed in."""
    return any(choice.plan for choice in sight.choices)


def seen_of(person: Person, other: int) -> str:
    """Return what a page holds of another's panel, and what lies on the map."""
    parts = f"#opponent-{other} .mini", "#map-cubes", "#map-pawns", "#map-badges"
    return "".join(person.page.locator(part).inner_html() for part in parts)


def test_counters_are_placed_at_the_same_time_and_in_secret(people):
    host, guest = friends(people, "board", start="1")
    for _round in range(2):
        place_both(host, guest)
        act_until_placing(host, guest)


def place_both(host: Person, guest: Person) -> None:
    """Both place at once; nothing of it shows before both are done."""
    players = Player(host, 7), Player(guest, 8)
    before = seen_of(host, 1), seen_of(guest, 0)
    while not all(is_ready(look(player.person.page)) for player in players):
        for player in players:
            if not is_ready(look(player.person.page)):
                player.once()
    players[0].once()
    expect(guest.page.locator("#opponent-0")).to_contain_text("has placed", timeout=SOON * 1000)
    assert (seen_of(host, 1), seen_of(guest, 0)) == before
    assert "data-plan" not in host.page.content()
    players[1].once()
    for person in (host, guest):
        expect(person.page.locator("[data-post=replan], .tray")).to_have_count(0)
    expect(host.page.locator("#prompt-title")).not_to_have_text(re.compile("^Placed"))
    assert seen_of(host, 1) != before[0]
    assert seen_of(guest, 0) != before[1]


def act_until_placing(host: Person, guest: Person) -> None:
    """Act in turn until the next round begins."""
    players = Player(host, 9, busy=0.6), Player(guest, 10, busy=0.6)
    began = time.monotonic()
    # The other's page is there a moment later.
    while not all(has_acted(person) for person in (host, guest)):
        for player, other in zip(players, (guest, host), strict=True):
            if look(player.person.page).acting and not look(player.person.page).placing:
                player.once()
                expect(other.page.locator("#main")).to_be_visible()
        assert time.monotonic() - began < 60


def has_acted(person: Person) -> bool:
    """Say whether somebody sees that all have acted."""
    sight = look(person.page)
    return sight.placing or sight.over


def test_a_match_for_two_at_one_device(people: People) -> None:
    """The curtain hides each from the other, for a whole match."""
    person = people()
    person.opens("card", "me", "device", name1="Igor", start="1")
    player, curtains = Player(person, 11), 0

    def watch(sight: Sight) -> None:
        nonlocal curtains
        if not sight.curtain:
            return
        if not curtains:
            person.shoots("curtain-desktop-light")
        curtains += 1
        hidden = person.page.locator(
            ".hand, #own, .taken, .strip, [data-word], [data-draft]:not(#main)"
        )
        expect(hidden).to_have_count(0)
        assert person.page.locator("#main").get_attribute("data-seat") == ""

    player.plays(after=watch)
    assert curtains > 4
