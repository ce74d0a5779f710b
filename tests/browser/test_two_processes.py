"""Two servers on one PostgreSQL, a browser on each; one of them dies, and the match goes on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import ALIVE, People, Person
from tests.browser.play import Player, look, press
from tests.browser.running import Running
from tests.browser.together import sits_down
from tests.web.databases import new_database
from tests.web.processes import stored

# So soon one must see what happened in the other process, also on a busy machine.
SOON = 5.0
# Bots that think in a process that dies are taken up within a second or two.
TAKEN_UP = 30.0

SEQ = "() => Number(document.getElementById('main').dataset.seq)"


@dataclass
class Pair:
    """Two servers with one database and one key."""

    one: Running
    two: Running
    place: str
    portal: BlockingPortal

    def log(self, table_id: str) -> list[str]:
        """All words that are kept of a table; they can be played."""
        return self.portal.call(stored, self.place, table_id)[1]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Start both, and stop them at the end."""
    folder = tmp_path_factory.mktemp("shared")
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(new_database("postgres", folder)) as place,
    ):
        one, two = (Running(folder, "--database-url", place) for _ in range(2))
        yield Pair(one, two, place, portal)
        for server in (one, two):
            server.stop()


@pytest.fixture
def pair(both: Pair) -> Iterator[Pair]:
    """Both are up, and log no error."""
    if not both.one.is_up:
        both.one.start()
    before = [len(server.troubles) for server in (both.one, both.two)]
    yield both
    for server, number in zip((both.one, both.two), before, strict=True):
        assert not server.troubles[number:]


@pytest.fixture
def made(browser: Browser, pair: Pair) -> Iterator[Callable[[Running], Person]]:
    """Makes people at either server; whatever goes wrong on their pages fails the test."""
    people = {server.url: People(browser, server) for server in (pair.one, pair.two)}
    yield lambda server: people[server.url]()
    for crowd in people.values():
        crowd.leave()


def seq(page: Page) -> int:
    """How long the log is that a page shows."""
    return int(page.evaluate(SEQ))


def sees(page: Page, length: int) -> None:
    """Wait until a page shows a log at least so long, and is still the page it was."""
    page.wait_for_function(f"(length) => ({SEQ})() >= length", arg=length, timeout=SOON * 1000)
    assert page.evaluate("window.stayed"), "it was not loaded again"


def stays(page: Page) -> None:
    """Mark a page: if it is loaded again, the mark is gone."""
    page.evaluate("window.stayed = true")


def friends(pair: Pair, made: Callable[[Running], Person], game: str) -> tuple[Person, Person, str]:
    """Two people at a table, each at a server of their own."""
    host, guest = made(pair.one), made(pair.two)
    table_id = host.opens(game, "me", "link", start="1")
    link = host.page.locator("#link-1").input_value()
    stays(host.page)
    sits_down(guest, link.replace(pair.one.url, pair.two.url), "Nadja")
    stays(guest.page)
    # Who sits there is told across, too.
    expect(host.page.locator("#invites")).to_have_count(0, timeout=SOON * 1000)
    return host, guest, table_id


def take_turns(players: list[Player], words: int) -> None:
    """Let people play until the log has so many words more; each sees what the other does."""
    pages = [player.person.page for player in players]
    goal = max(map(seq, pages)) + words
    for _ in range(300):
        if min(map(seq, pages)) >= goal:
            return
        for player in players:
            if player.once():
                shown = seq(player.person.page)
                for page in pages:
                    sees(page, shown)
    pytest.fail("the match does not go on")


@pytest.mark.parametrize(("game", "words"), [("card", 6), ("board", 18)])
def test_one_of_two_dies_and_the_match_goes_on(pair, made, game, words):
    host, guest, table_id = friends(pair, made, game)
    players = [Player(host, 1), Player(guest, 2)]
    take_turns(players, words)
    # The host does one thing more, and the server dies over it: it is kept, or it is not.
    while not look(host.page).acting:
        players[1].once()
        sees(host.page, seq(guest.page))
    shown, kept = seq(host.page), pair.log(table_id)
    host.watch.is_server_away, host.watch.expected = True, {503}
    sight = look(host.page)
    press(host, players[0]._choice(sight).id)
    pair.one.kill()
    assert pair.log(table_id)[: len(kept)] == kept, "a log only grows"
    host.server = pair.two
    host.goes_to(f"/t/{table_id}")
    host.watch.is_server_away = False
    stays(host.page)
    assert shown <= seq(host.page) == len(pair.log(table_id))
    sees(guest.page, seq(host.page))
    take_turns(players, words)
    assert seq(host.page) == seq(guest.page) == len(pair.log(table_id))
    assert look(guest.page).sign.split("|")[0] == look(host.page).sign.split("|")[0]


@pytest.mark.parametrize("game", ["card", "board"])
def test_the_bots_of_one_that_dies_are_taken_up_by_the_other(pair, made, game):
    person = made(pair.one)
    table_id = person.opens(game, "me", "easy", "easy", "easy", speed="normal", start="1")
    other = person.tab()
    other.goto(f"{pair.two.url}/t/{table_id}")
    other.wait_for_selector(ALIVE)
    stays(other)
    player = Player(person, 3)
    while look(person.page).acting:
        player.once()
    person.watch.is_server_away, person.watch.expected = True, {503}
    kept = pair.log(table_id)
    pair.one.kill()
    assert pair.log(table_id)[: len(kept)] == kept
    # Nobody touches the page at the other server: the bots go on there, until they have played.
    other.wait_for_selector(".prompt.go", timeout=TAKEN_UP * 1000)
    log = pair.log(table_id)
    assert log[: len(kept)] == kept
    assert len(log) > len(kept)
    sees(other, len(log))
    assert seq(other) == len(log), "nothing was played twice"
