"""Make the pictures of the README anew: ``python -m tools.pictures``.

Both games, on a desktop and on a phone, light and dark. Beside the pictures lie the records of two
matches among the computer's masters. A server of its own lays out one moment of each, and Chromium
looks at it. So the pictures show what pages look like by now; the moments stay, for a record
replays for ever.
"""

import base64
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright
from tests.browser.chromium import CHROMIUM, QUIET
from tests.browser.fit import wrongs
from tests.browser.people import People, Person
from tests.browser.play import look, press, settled
from tests.browser.positions import Position, lay_out
from tests.browser.running import Running

from siberia import Match

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
# How many pixels a picture has for one of the window: enough where a README shows it smaller.
SCALES: Final = {"desktop": 1.25, "phone": 1.5}
THEMES: Final = ("light", "dark")
# Of WebP, up to 100. Letters have clean edges from about 60; from 90 on files are twice as large.
QUALITY: Final = 65
# Bytes: every reader of the README loads four pictures, and the repository carries all.
HEAVIEST: Final = 150_000
HEAVIEST_TOGETHER: Final = 900_000


@dataclass(frozen=True)
class Moment:
    """A recorded match after so many words, when the seat to move has pointed at something."""

    match: str
    ply: int
    # What is pointed at, as pages send it (data-draft).
    pointed: str

    def position(self) -> Position:
        """Read the record, and return where the match stands."""
        match = Match.read((FOLDER / f"{self.match}.txt").read_text(encoding="utf-8")).at(self.ply)
        variant = f"card-{match.setup.edition}" if match.game == "card" else "board"
        seat = match.to_move
        assert seat is not None
        return Position(
            variant=variant,
            seats=match.seats,
            seed=match.seed,
            words=match.words,
            phase=match.view(seat).phase,
            seat=seat,
            names=match.players,
        )


@dataclass(frozen=True)
class Picture:
    """A moment as a device shows it in a theme."""

    moment: Moment
    device: str
    theme: str

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return f"{self.moment.match}-{self.device}-{self.theme}.webp"


# Much lies on the table, and whoever is to move has a good choice: Ada's worker in Kolyma may go to
# four areas, and Bo, who has the salesman for gold, sees two cards of it.
MOMENTS: Final = (Moment("board", 353, "Kolyma"), Moment("card", 95, "gold:"))
# The match of the other moment waits, too; the browser thinks that it has told so already.
CALLED: Final = "".join(
    f"try {{ localStorage['called-{moment.position().table}'] = 1e9 }} catch {{ }}\n"
    for moment in MOMENTS
)
PICTURES: Final = tuple(Picture(*shown) for shown in product(MOMENTS, SCALES, THEMES))


@contextmanager
def somewhere() -> Iterator[People]:
    """Run a server in a new folder, and a browser; nothing of them stays."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Running(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
            people = People(browser, server)
            yield people
            people.leave()
            browser.close()
        finally:
            server.stop()


def take(people: People, picture: Picture) -> bytes:
    """Open the table of a picture as the one who is to decide there; return what is seen."""
    person = people(picture.device, theme=picture.theme)
    position = picture.moment.position()
    lay_out(person, [position])
    person.context.add_init_script(CALLED)
    page = person.goes_to(f"/t/{position.table}")
    point(person, picture.moment.pointed)
    page.evaluate("document.fonts.ready.then(() => null)")
    if wrong := wrongs(page):
        raise SystemExit(f"{picture.name}: {'; '.join(wrong)}")
    return webp(page, SCALES[picture.device])


def point(person: Person, draft: str) -> None:
    """Point at something on the table, and take the mouse away."""
    before = look(person.page)
    thing = next((choice.id for choice in before.choices if choice.draft == draft), None)
    if thing is None:
        raise SystemExit(f"nobody can point at {draft!r}: {before.title}")
    press(person, thing)
    settled(person.page, before, thing)
    person.page.mouse.move(0, 0)


def webp(page: Page, scale: float) -> bytes:
    """Return what a page shows as WebP, which Playwright itself does not write."""
    size = page.viewport_size
    assert size is not None
    clip = {"x": 0, "y": 0, **size, "scale": scale}
    wanted = {"format": "webp", "quality": QUALITY, "clip": clip}
    answer = page.context.new_cdp_session(page).send("Page.captureScreenshot", wanted)
    return base64.b64decode(answer["data"])


def main() -> None:
    """Make all pictures, and say what they weigh."""
    if not CHROMIUM.exists():
        raise SystemExit(f"there is no Chromium at {CHROMIUM}")
    print("A server and a browser start …", flush=True)
    weights = []
    with somewhere() as people:
        for number, picture in enumerate(PICTURES, 1):
            shown = take(people, picture)
            (FOLDER / picture.name).write_bytes(shown)
            weights.append(len(shown))
            said = f"{number} of {len(PICTURES)}: {picture.name}, {len(shown) / 1000:.0f} kB"
            print(said, flush=True)
    print(f"{sum(weights) / 1000:.0f} kB together")
    if max(weights) > HEAVIEST or sum(weights) > HEAVIEST_TOGETHER:
        raise SystemExit("that is too much: lower the quality, or a scale")


if __name__ == "__main__":
    main()
