"""How much a page weighs on its way, the first time and again."""

import re
from collections import Counter
from urllib.request import Request, urlopen

import pytest

from siberia.match.games import GAMES
from siberia.web.http.static_files import PREFIX
from tests.browser.people import Person

# Bytes over the network, headers and all.
MOST = 120_000
# A page that asks for nothing so many milliseconds long has all it needs.
CALM = 500


class Scales:
    """Weighs what a person's page loads."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._answers: dict[str, tuple[str, str]] = {}
        self._bytes: Counter[str] = Counter()
        devtools = person.context.new_cdp_session(person.page)
        devtools.on("Network.responseReceived", self._answer)
        devtools.on("Network.loadingFinished", self._end)
        devtools.send("Network.enable")

    def _answer(self, event) -> None:
        self._answers[event["requestId"]] = (event["type"], event["response"]["url"])

    def _end(self, event) -> None:
        self._bytes[event["requestId"]] += event["encodedDataLength"]

    def load(self, path: str) -> tuple[Counter[str], list[str]]:
        """Load a page; return its bytes by kind, and what is static and came over the network."""
        self._answers.clear()
        self._bytes.clear()
        page = self._person.goes_to(path)
        page.wait_for_load_state("load")
        page.evaluate("document.fonts.ready.then(() => null)")
        # The network is never idle where a table is followed: so, until nothing more has ended.
        ended = -1
        while ended != len(self._bytes):
            ended = len(self._bytes)
            page.wait_for_timeout(CALM)
        kinds: Counter[str] = Counter()
        sent = []
        for request, (kind, url) in self._answers.items():
            kinds[kind] += self._bytes[request]
            if PREFIX in url and self._bytes[request]:
                sent.append(url)
        return kinds, sent


def weight_of_worker(url: str) -> int:
    """Weigh the script of the shared worker, which is loaded outside of any page."""
    asked = Request(f"{url}{PREFIX}/worker.js", headers={"Accept-Encoding": "gzip"})
    with urlopen(asked) as answer:
        return len(str(answer.headers)) + len(answer.read())


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("place", ["", "daily", "me", "card", "board"])
def test_a_first_load_is_light_and_a_second_brings_no_file(people, device, place):
    host, fresh = people(device), people(device)
    path, game = f"/{place}", place if place in GAMES else ""
    if game:
        path = f"/t/{host.opens(game, 'me', 'link', 'link', 'link', start='1')}"
        fresh.is_also(host)
    scales = Scales(fresh)
    first, _ = scales.load(path)
    if game:
        first["Worker"] = weight_of_worker(fresh.server.url)
    assert {"Document", "Stylesheet", "Script", "Font"} <= set(first)
    assert first.total() <= MOST, f"{path}: {first.total()} bytes, {dict(first)}"
    assert scales.load(path)[1] == []
    # Nor does one that comes from elsewhere.
    scales.load("/privacy")
    assert scales.load(path)[1] == []


def test_a_letter_from_elsewhere_comes_in_the_same_typeface(people):
    person = people()
    page = person.goes_to("/me")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    with page.expect_response(re.compile("alegreya-sans-latin-ext-400")):
        page.get_by_label("Your name").fill("Łukasz")
    with page.expect_response(re.compile("alegreya-sans-latin-400")):
        page.get_by_label("Your name").fill("Åsa")
    assert len([url for url in loaded if "/fonts/" in url]) == 2, loaded
