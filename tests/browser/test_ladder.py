"""The ladder in a browser: how it looks, and getting on it and off again."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import DEVICES, finds_nothing, who
from tests.browser.screens import small_targets, too_wide


@pytest.mark.parametrize("device", DEVICES)
def test_nothing_is_wrong_with_it_on_any_screen(people, device):
    person = who(people, device)
    page = person.goes_to("/ladder")
    expect(page.locator(".rungs tbody tr").first).to_be_visible()
    finds_nothing(person, "ladder")
    for query in ("?game=board&players=2", "?game=card&players=4"):
        person.goes_to(f"/ladder{query}")
        assert too_wide(page) == 0
        assert device != "phone" or small_targets(page) == set()


def test_one_gets_on_it_and_off_again_by_keyboard(people):
    person = people()
    person.context.request.post(f"{person.server.url}/me", form={"name": "Olga"})
    page = person.goes_to("/me")
    switch = page.get_by_role("switch", name="Show me on the ladder")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    page.get_by_role("link", name="To the ladder").click()
    expect(page.get_by_text("As soon as a match of yours counts")).to_be_visible()
    page.get_by_role("link", name="Card game").click()
    expect(page.get_by_role("link", name="Card game")).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Take my name off").click()
    expect(page.get_by_role("button", name="Show me on the ladder")).to_be_visible()
    # Where one was looking one still is.
    expect(page.get_by_role("link", name="Card game")).to_have_attribute("aria-current", "true")


def test_from_the_home_page_to_a_table_that_counts(people):
    person = people("phone")
    person.context.request.post(f"{person.server.url}/me", form={"name": "Olga"})
    page = person.goes_to("/")
    page.locator("#waiting .record-line").get_by_role("link").click()
    page.get_by_role("link", name="Open a table").click()
    expect(page.locator("#summary-points")).to_contain_text("Counts for the ladder")
    page.locator("#more > summary").click()
    page.locator("select[name=hints]").select_option("yes")
    expect(page.locator("#summary-points")).to_contain_text("Not for the ladder")
