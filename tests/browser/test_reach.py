"""Told that it is one's turn: in title and icon, by a toast, by a notification of the browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.browser.play import Player, look
from tests.browser.running import Running
from tests.browser.together import friends
from tests.web.receiving import Phone

FAKE_PUSH = """
const key = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")),
  (letter) => letter.charCodeAt(0));
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  made = {
    endpoint: "https://push.example/a-browser",
    options: { applicationServerKey: key(applicationServerKey).buffer, userVisibleOnly },
    toJSON: () => ({ endpoint: made.endpoint, keys: KEYS }),
    unsubscribe: async () => { made = null; return true; },
  };
  return made;
};
"""


def test_a_page_elsewhere_tells_that_a_table_waits(people: People) -> None:
    anna, nadja = friends(people, "card", start="2")
    table = anna.page.url.rpartition("/")[2]
    anna.goes_to("/rules")
    expect(anna.page).to_have_title(re.compile(r"^[^(]"))
    player = Player(nadja, 1)
    while look(nadja.page).acting:
        player.once()
    toast = anna.page.locator(".toast")
    expect(toast).to_be_visible()
    expect(toast).to_contain_text("Your turn: Nadja")
    expect(anna.page).to_have_title(re.compile(r"^\(1\) "))
    assert "icon-1.svg" in (anna.page.locator("link[rel=icon]").get_attribute("href") or "")
    expect(anna.page.locator(".toasts")).to_have_attribute("role", "status")
    anna.shoots("toast-desktop-light")
    anna.page.keyboard.press("Escape")
    expect(toast).to_have_count(0)
    # Once a turn: the next page says it in its title only.
    anna.goes_to("/privacy")
    expect(anna.page).to_have_title(re.compile(r"^\(1\) "))
    expect(toast).to_have_count(0)
    anna.goes_to(f"/t/{table}")
    expect(anna.page).to_have_title("(1) Your turn: Nadja · SIBERIA")


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_a_browser_is_switched_on_and_off(people: People, device: str) -> None:
    anna = people(device)
    anna.context.grant_permissions(["notifications"])
    anna.context.add_init_script(FAKE_PUSH.replace("KEYS", json.dumps(Phone().keys)))
    anna.opens("card", "me", "easy")
    page = anna.goes_to("/me")
    own = page.locator("#told-here")
    expect(own).to_have_attribute("aria-checked", "false")
    own.click()
    expect(own).to_have_attribute("aria-checked", "true")
    # It is this browser, not another one.
    page.reload()
    expect(page.locator("[data-receiver]")).to_have_count(1)
    own.scroll_into_view_if_needed()
    page.locator("#told-night").scroll_into_view_if_needed()
    page.locator("[name=quiet]").click()
    expect(page.locator("[name=quiet]")).to_have_attribute("aria-checked", "true")
    page.locator("[data-receiver] button").click()
    expect(page.locator("[data-receiver]")).to_have_count(0)


def test_a_notification_is_shown_only_to_who_does_not_look(
    people: People, running: Running
) -> None:
    anna = people()
    anna.context.grant_permissions(["notifications"])
    page = anna.goes_to("/me")
    page.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    )
    session = anna.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    told = {
        "title": "Your turn: Boris",
        "body": "b",
        "tag": "t1",
        "icon": "/x.png",
        "url": "/rules",
    }
    push = {"origin": running.url, "registrationId": found[0], "data": json.dumps(told)}
    shown = """async () => {
      const registration = await navigator.serviceWorker.getRegistration("/");
      return (await registration.getNotifications()).map(({ title, tag }) => [title, tag]);
    }"""
    session.send("ServiceWorker.deliverPushMessage", push)
    page.wait_for_timeout(300)
    assert page.evaluate(shown) == []
    page.goto("about:blank")
    session.send("ServiceWorker.deliverPushMessage", push)
    page.wait_for_timeout(300)
    anna.goes_to("/privacy")
    assert page.evaluate(shown) == [["Your turn: Boris", "t1"]]
