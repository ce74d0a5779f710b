"""Strangers meet: a table that is open to anyone is found on the home page and joined there."""

import pytest
from playwright.sync_api import expect

from siberia.web.i18n.languages import LANGUAGES
from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.people import ALIVE, Person
from tests.browser.play import Player, look
from tests.browser.screens import small_targets, too_wide

# A list is asked for again so soon.
SOON = 12_000


def is_called(person: Person, name: str) -> Person:
    answer = person.context.request.post(f"{person.server.url}/me", form={"name": name})
    assert answer.ok
    return person


def test_an_open_table_is_found_joined_and_played(people):
    host, guest = is_called(people(), "Mirjam"), people("phone")
    home = guest.goes_to("/")
    page = host.goes_to("/")
    page.locator(".new-line").get_by_role("radio", name="Card game").check()
    page.get_by_role("button", name="Seats, pace, watching").click()
    # The form has what the line had, and says what it will be like.
    expect(page.locator("select[name=seat1]")).to_have_value("anyone")
    page.locator("select[name=seat2]").select_option("")
    page.locator("#more > summary").click()
    page.locator("select[name=start]").select_option("1")
    page.locator("label.pace", has_text="By days").click()
    expect(page.locator("#summary-points")).to_contain_text("Card game for 2")
    expect(page.locator("#summary-points")).to_contain_text("By days, 2 days a turn")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(ALIVE)
    # It comes to the other's page by itself.
    line = home.locator("#waiting li", has_text="Mirjam")
    expect(line).to_contain_text("By days, 2 days a turn", timeout=SOON)
    line.locator("summary").click()
    line.get_by_label("Your name").fill("Jonas")
    line.get_by_role("button", name="Sit down").click()
    home.wait_for_selector(ALIVE)
    expect(page.locator("#opponent-1")).to_contain_text("Jonas")
    for person in (host, guest):
        player = Player(person, 3)
        player.waits()
        before = look(person.page).sign
        player.once()
        assert look(person.page).sign != before
        while look(host.page).acting and person is host:
            player.once()


def test_who_comes_second_is_told_and_the_list_is_as_it_is_now(people):
    host, quick, slow = (is_called(people(), name) for name in ("Ada", "Bo", "Cy"))
    table = host.opens("card", "me", "anyone")
    line = f"#waiting-{table}"
    for person in (quick, slow):
        expect(person.goes_to("/").locator(line)).to_be_visible()
    quick.page.locator(line).get_by_role("button", name="Sit down").click()
    quick.page.wait_for_selector(ALIVE)
    with slow.expecting(409):
        slow.page.locator(line).get_by_role("button", name="Sit down").click()
        expect(slow.page.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(slow.page.locator(line)).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
def test_open_tables_and_the_form_are_for_everyone(people, device):
    host, person = is_called(people(), "Ada"), who(people, device)
    table = host.opens("board", "me", "easy", "anyone", watching="everyone", start="2")
    page = person.goes_to("/")
    page.locator(f"#sit-{table} summary").click()
    finds_nothing(person, "sitting down")
    for path in ("/tables", "/tables/new?seat1=anyone&seat2=link&pace=minutes"):
        person.goes_to(path)
        finds_nothing(person, path)
        assert not too_wide(page)
        if device == "phone":
            assert not small_targets(page) - {("theme", 44, 44)}
    page.locator("#more > summary").click()
    finds_nothing(person, "details")


def test_lists_fit_a_small_phone_in_every_language(people):
    host = is_called(people(), "Maximiliane-Wilhelmine von")
    host.opens("board", "me", "anyone", "anyone", "easy", watching="everyone", expansion="true")
    person = people("small-phone")
    for language in LANGUAGES:
        person.context.add_cookies(
            [{"name": "siberia_language", "value": language, "url": person.server.url}]
        )
        for path in ("/", "/tables", "/tables/new?seat1=anyone&pace=minutes"):
            assert not too_wide(person.goes_to(path)), (language, path)
