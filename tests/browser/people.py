"""People with browsers: each a context of its own, whose pages are watched for anything wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

from siberia.web.http.identity import COOKIE
from tests.browser.running import Running

ARTEFACTS = Path(__file__).parents[2] / "artefacts"

DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 900, "height": 1180}},
    "touched-tablet": {
        "viewport": {"width": 1024, "height": 768},
        "has_touch": True,
        "is_mobile": True,
    },
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "small-phone": {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}

# The table's script shows one of the tabs first of all.
ALIVE = "body[data-shown]"
# A page that is left gives up what it was waiting for.
LEFT = "net::ERR_ABORTED"

_numbers = count(1)


def new_address() -> str:
    """Return an address that nobody has yet."""
    return str(IPv4Address("10.0.0.0") + next(_numbers))


@dataclass
class Watch:
    """Collects what goes wrong on any page of a context; statuses in `expected` are no trouble."""

    expected: set[int] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    is_server_away: bool = False

    def follow(self, context: BrowserContext) -> None:
        """Begin to watch."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        context.on("response", self._response)
        context.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error" or self.is_server_away:
            return
        # The browser repeats every status here; the responses themselves are judged below.
        if not message.text.startswith("Failed to load resource: the server responded"):
            self.troubles.append(f"console: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.troubles.append(f"{response.status} for {response.request.method} {response.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT and not self.is_server_away:
            self.troubles.append(f"{request.failure} for {request.method} {request.url}")


@dataclass
class Person:
    """Somebody with a browser and one page."""

    server: Running
    context: BrowserContext
    page: Page
    watch: Watch
    is_touching: bool

    def goes_to(self, path: str) -> Page:
        """Open an address of the server; a table's page is alive when its script has run."""
        self.page.goto(self.server.url + path)
        if path.startswith("/t/"):
            self.page.wait_for_selector(ALIVE)
        return self.page

    def opens(self, game: str, *seats: str, speed: str = "instant", **wishes: str) -> str:
        """Open a table, go there, and return its id; the computer plays at the speed wished for."""
        form = {f"seat{place}": seats[place] if place < len(seats) else "" for place in range(4)}
        answer = self.context.request.post(
            f"{self.server.url}/tables",
            form={"game": game, "sides": "random", **form, **wishes},
            max_redirects=0,
        )
        assert answer.status == 303, answer.status
        path = answer.headers["location"]
        answer = self.context.request.post(
            f"{self.server.url}{path}/speed", form={"speed": speed, "seq": "0"}
        )
        assert answer.ok, answer.text()
        self.goes_to(path)
        return path.removeprefix("/t/")

    def is_also(self, other: "Person") -> None:
        """Be, in this browser, somebody who has another one, too."""
        known = [c for c in other.context.cookies() if c["name"] == COOKIE]
        self.context.add_cookies(
            [{"name": c["name"], "value": c["value"], "url": self.server.url} for c in known]
        )

    def tab(self) -> Page:
        """Open another page of the same browser."""
        return self.context.new_page()

    def shoots(self, name: str, *, whole: bool = False) -> None:
        """Keep a picture of the page."""
        ARTEFACTS.mkdir(exist_ok=True)
        size = self.page.viewport_size
        assert size is not None
        if whole:
            height: int = self.page.evaluate("document.documentElement.scrollHeight")
            self.page.set_viewport_size({"width": size["width"], "height": height})
        self.page.screenshot(path=ARTEFACTS / f"{name}.png", timeout=60_000)
        self.page.set_viewport_size(size)

    @contextmanager
    def expecting(self, *statuses: int) -> Iterator[None]:
        """Let the server refuse something."""
        before = set(self.watch.expected)
        self.watch.expected |= set(statuses)
        yield
        self.watch.expected = before


class People:
    """Makes people, and says at the end whether anything went wrong for any of them."""

    def __init__(self, browser: Browser, server: Running) -> None:
        self._browser = browser
        self._server = server
        self._made: list[Person] = []

    def __call__(
        self,
        device: str = "desktop",
        *,
        language: str = "",
        theme: str = "light",
        motion: bool = False,
        bypass_csp: bool = False,
        script: bool = True,
        is_beginner: bool = False,
    ) -> Person:
        """Return somebody new. Without motion, nothing glides and a click finds what it saw."""
        context = self._browser.new_context(
            **DEVICES[device],
            locale="en-GB",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
            bypass_csp=bypass_csp,
            java_script_enabled=script,
            # Nobody clicks as fast as a test: so nobody is counted together with another.
            extra_http_headers={"X-Forwarded-For": new_address()},
        )
        context.set_default_timeout(15_000)
        if not is_beginner:
            # Only a beginner wants to be told what a decision is about.
            context.add_init_script("try { localStorage.explained = 'all' } catch { }")
        cookies = {"siberia_narrow": str(int("phone" in device)), "siberia_language": language}
        for name, value in cookies.items():
            if value:
                context.add_cookies([{"name": name, "value": value, "url": self._server.url}])
        watch = Watch()
        watch.follow(context)
        person = Person(self._server, context, context.new_page(), watch, "phone" in device)
        self._made.append(person)
        return person

    def leave(self) -> None:
        """Close all browsers; fail if anything went wrong in one."""
        troubles = [trouble for person in self._made for trouble in person.watch.troubles]
        for person in self._made:
            person.context.close()
        assert not troubles, "\n".join(troubles)
