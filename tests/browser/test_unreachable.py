"""Tables whose server is away: what others answer in its place is not shown; it is asked again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from siberia.web.http.static_files import PREFIX
from tests.browser.people import ALIVE, Person
from tests.browser.play import Choice, Player, look, press
from tests.browser.together import friends, sits_down

Answer = Callable[[Route], None]

# Everything that a table's page asks its server for.
ASKED = re.compile(r"/t/[\w-]|/live\?")
AWAY = re.compile("cannot be reached")
# A stream in a shared worker is out of the reach of routes; so it is one of the page's own.
ALONE = "delete window.SharedWorker"
# Nobody waits that long for a test.
IMPATIENT = (
    "const wait = AbortSignal.timeout; AbortSignal.timeout = () => wait.call(AbortSignal, 300)"
)
# Notes for how long the page pauses before it asks again, and lets that pass quickly. What it waits
# for from a stream, in seconds without a fraction, is no pause.
HASTY = """
  const later = window.setTimeout;
  window.pauses = [];
  window.setTimeout = (run, wait = 0, ...more) => {
    const isPause = wait >= 500 && wait % 1000;
    if (isPause) pauses.push(wait);
    return later(run, isPause ? wait / 20 : wait, ...more);
  };
"""
# Nothing waits for who looks: a page that follows what does pauses for that, too.
NO_TURNS = {"count": 0, "shown": "", "tables": []}
# Older Safari has no such method.
BLIND = "delete Element.prototype.checkVisibility"


def page_of(body: str, status: int = 200) -> Answer:
    """Answer with somebody else's page."""
    html = f"<!doctype html><html><head><title>Gate</title></head><body>{body}</body></html>"
    return lambda route: route.fulfill(status=status, content_type="text/html", body=html)


def words_of(text: str, status: int) -> Answer:
    """Answer with a few plain words."""
    return lambda route: route.fulfill(
        status=status, content_type="text/plain; charset=utf-8", body=text
    )


STRANGE: dict[str, Answer] = {
    "a proxy's error": page_of("<h1>502 Bad Gateway</h1>", 502),
    "a proxy's words": words_of("Bad Gateway", 502),
    "a page without a table": page_of("<p>Welcome to our Wi-Fi.</p>"),
    "a page with a main part of its own": page_of("<main id='main'>Please log in.</main>"),
    "words that mean nothing": words_of("success", 200),
    "a way elsewhere": lambda route: route.fulfill(status=302, headers={"location": "/me"}),
    "nothing": lambda route: route.abort(),
    "silence": lambda _route: None,
}


def with_word(page: Page) -> Choice:
    """Return a choice that plays at once."""
    return next(choice for choice in look(page).choices if choice.word)


def asked(page: Page) -> list[str]:
    """Return a list that fills with what the page sends to its table."""
    found: list[str] = []
    page.on(
        "request",
        lambda request: (
            found.append(request.url.rpartition("/")[2]) if request.method == "POST" else None
        ),
    )
    return found


def loses_its_server(person: Person, answer: Answer) -> None:
    """Have somebody else answer in the server's place."""
    person.watch.is_server_away, person.watch.expected = True, {502, 503}
    person.page.route(ASKED, answer)


def finds_its_server(person: Person) -> None:
    """Let requests through again, and wait until the page has noticed by itself."""
    person.page.unroute(ASKED)
    for line in ("#prompt-brings", "#spoken"):
        expect(person.page.locator(line)).not_to_contain_text(AWAY, timeout=15_000)
    person.watch.is_server_away = False


@pytest.mark.parametrize("kind", STRANGE)
def test_what_is_not_ours_leaves_the_table_as_it_is(people, kind):
    person = people()
    page = person.page
    for script in (ALONE, IMPATIENT):
        page.add_init_script(script)
    person.opens("board", "me", "easy", sides="choose", start="1")
    page.evaluate("window.isSamePage = true")
    before, sent = look(page), asked(page)
    loses_its_server(person, STRANGE[kind])
    press(person, with_word(page).id)
    for line in ("#prompt-brings", "#spoken"):
        expect(page.locator(line)).to_contain_text(AWAY)
    page.wait_for_timeout(2500)
    # The table is still there, with all that can be clicked.
    expect(page.locator("#prompt-brings")).to_contain_text(AWAY)
    assert look(page).choices == before.choices
    assert 1 <= sent.count("look") <= 6
    finds_its_server(person)
    assert sent.count("play") == 1, "what was clicked is not sent again"
    assert look(page).sign == before.sign
    assert Player(person, 1).once()
    assert page.evaluate("window.isSamePage")


def test_our_own_page_is_not_taken_from_an_error(people):
    """A proxy may send what it kept of us, and say itself that we are away."""
    person = people()
    page = person.page
    page.add_init_script(ALONE)
    table = person.opens("board", "me", "easy", sides="choose", start="1")
    ours = person.context.request.post(f"{person.server.url}/t/{table}/look").text()
    assert f'data-table="{table}"' in ours
    before = look(page)
    loses_its_server(
        person, lambda route: route.fulfill(status=502, content_type="text/html", body=ours)
    )
    press(person, with_word(page).id)
    expect(page.locator("#prompt-brings")).to_contain_text(AWAY)
    page.wait_for_timeout(1500)
    expect(page.locator("#prompt-brings")).to_contain_text(AWAY)
    assert look(page).choices == before.choices
    finds_its_server(person)


def test_a_server_that_has_just_started_is_asked_again(people):
    person = people()
    person.opens("board", "me", "link", start="1")
    Player(person, 5).plays(until=lambda sight: any(choice.plan for choice in sight.choices))
    loses_its_server(person, words_of("The server is just starting; one moment.", 503))
    person.page.locator("[data-plan]").click()
    line = person.page.locator("#prompt-brings")
    expect(line).to_have_text("The server is just starting; one moment.")
    person.page.unroute(ASKED)
    expect(line).to_have_text("Nobody sees where before all have placed.", timeout=15_000)
    expect(person.page.locator(".planned")).to_have_count(6)


def test_what_was_clicked_in_vain_is_told_until_the_server_is_back(people):
    person = people()
    page = person.page
    person.opens("board", "me", "easy", sides="choose", start="1")
    line = page.locator("#prompt-brings")
    rest = line.inner_text()
    loses_its_server(person, STRANGE["nothing"])
    press(person, with_word(page).id)
    expect(line).to_contain_text("may not have arrived")
    # Neither what is pointed at nor another try makes it forgotten.
    page.locator("#row-2").hover()
    page.mouse.move(1, 1)
    page.wait_for_timeout(2000)
    expect(line).to_contain_text("may not have arrived")
    finds_its_server(person)
    expect(line).to_have_text(rest)


def follows(guest: Person, host: Person, patience: float) -> None:
    """Wait until a guest's page shows the table as its host sees it."""
    seq = host.page.locator("#main").get_attribute("data-seq")
    main = guest.page.locator("#main")
    expect(main).to_have_attribute("data-seq", str(seq), timeout=patience * 1000)


def test_a_refused_stream_is_asked_for_again_and_the_table_meanwhile(people):
    host, guest = friends(people, "card", start="1")
    page = guest.page
    page.add_init_script(ALONE)
    guest.watch.is_server_away, guest.watch.expected = True, {502}
    live = re.compile(r"/live\?")
    page.route(live, STRANGE["a proxy's error"])
    page.reload()
    page.wait_for_selector(ALIVE)
    player = Player(host, 1)
    player.once()
    follows(guest, host, 15)
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.ok, timeout=40_000):
        page.unroute(live)
    # From now on the stream tells, at once.
    player.once()
    follows(guest, host, 2)
    guest.watch.is_server_away = False


def test_pauses_grow_and_differ(people):
    page = people().goes_to("/")
    pauses = page.evaluate(
        """async (prefix) => {
          const { pause } = await import(`${prefix}/pause.js`);
          return [...Array(12).keys()].map((tries) => [...Array(50)].map(() => pause(tries)));
        }""",
        PREFIX,
    )
    assert all(len(set(some)) > 1 for some in pauses)
    assert max(pauses[0]) <= 1000
    assert all(max(some) <= 30_000 for some in pauses)
    assert min(pauses[-1]) >= 15_000


def paused(page: Page, count: int) -> list[float]:
    """Wait until a page that is looked at has paused so often, and return for how long."""
    for _ in range(600):
        found: list[float] = page.evaluate("pauses")
        if len(found) >= count:
            return found[:count]
        if not found:
            # Who comes back to a tab looks, once the script is there.
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(50)
    pytest.fail("it did not ask so often")


@pytest.mark.parametrize("away", [r"/t/[\w-]+/look", r"/live\?"])
def test_each_pause_is_longer_than_the_last_but_one(people, away):
    """Between two looks at the table, and between two streams."""
    person = people()
    page = person.page
    for script in (ALONE, HASTY):
        page.add_init_script(script)
    page.route(re.compile(r"/turns(\?|$)"), lambda route: route.fulfill(json=NO_TURNS))
    person.opens("board", "me", "easy", sides="choose", start="1")
    person.watch.is_server_away, person.watch.expected = True, {502}
    page.route(re.compile(away), STRANGE["a proxy's error"])
    page.reload()
    page.wait_for_selector(ALIVE)
    for tries, pause in enumerate(paused(page, 6)):
        longest = min(30_000, 1000 * 2**tries)
        assert longest / 2 <= pause <= longest
    page.unroute(re.compile(away))
    person.watch.is_server_away = False


def test_a_browser_without_check_visibility_does_not_loop(people):
    person = people()
    page = person.page
    page.add_init_script(BLIND)
    person.opens("board", "me", "link", sides="choose", start="1")
    sent = asked(page)
    assert page.evaluate("!('checkVisibility' in document.body)")
    # By keyboard: what has the focus is looked at.
    page.locator("#row-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_visible()
    page.wait_for_timeout(4000)
    expect(page.locator("#prompt-brings")).not_to_contain_text(AWAY)
    assert sent.count("play") == 1
    assert len(sent) <= 4, sent
    assert Player(person, 1).once()


@pytest.mark.parametrize("kind", ["a proxy's error", "a page without a table", "nothing"])
def test_an_invitation_is_asked_for_again(people, kind):
    host, guest = people(), people()
    host.opens("card", "me", "link")
    link = host.page.locator("#link-1").input_value()
    guest.watch.is_server_away, guest.watch.expected = True, {502}
    asks = re.compile("/join/look")
    guest.page.route(asks, STRANGE[kind])
    guest.page.goto(link)
    expect(guest.page.locator("#notice")).to_contain_text(AWAY)
    expect(guest.page.get_by_role("heading", name="An invitation")).to_be_visible()
    guest.page.unroute(asks)
    expect(guest.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(guest.page.locator("#notice")).to_be_hidden()
    guest.watch.is_server_away = False
    guest.page.goto("about:blank")
    sits_down(guest, link, "Nadja")
