"""Scripts, styles and typefaces: found only at their own address, sent small, kept for ever."""

import gzip
import re

import pytest

from siberia.web.http.static_files import COMPRESSED, FILES, FOREVER, PREFIX, STATIC, name_of
from siberia.web.i18n.languages import TRANSLATED, po_file
from siberia.web.pages.templating import TEMPLATES
from tests.web.page import Page
from tests.web.server import Browser, open_table, row, running

pytestmark = pytest.mark.anyio

TYPES = {
    "table.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "drawing.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "fonts/alegreya-small-700-normal.woff2": "font/woff2",
}


@pytest.fixture(scope="module")
async def made(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("data")) as made:
        await open_table(made, row("card", 2, "card"), ["guest", "open"])
        await open_table(made, row("board", 2, "board"), ["guest", "open"])
        yield made


@pytest.mark.parametrize(("path", "kind"), TYPES.items())
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_a_file_is_sent_as_it_is_kept(path, kind, encoding, made):
    browser = Browser(made, **{"Accept-Encoding": encoding})
    answer = await browser.get(f"{PREFIX}/{path}")
    assert answer.status_code == 200
    assert answer.content == FILES[path]
    sent = COMPRESSED[path] if encoding == "gzip" else FILES[path]
    assert int(answer.headers["Content-Length"]) == len(sent)
    assert answer.headers.get("Content-Encoding", "identity") == encoding
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Cache-Control"] == FOREVER
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "set-cookie" not in answer.headers


def test_what_is_kept_compressed_is_the_file():
    assert {path: gzip.decompress(body) for path, body in COMPRESSED.items()} == FILES


@pytest.mark.parametrize(
    "path",
    [
        "/static/page.css",
        "/static/0123456789abcdef/page.css",
        PREFIX,
        f"{PREFIX}/",
        f"{PREFIX}/fonts",
        f"{PREFIX}/none.js",
        f"{PREFIX}/../app.py",
        f"{PREFIX}/%2e%2e/app.py",
        f"{PREFIX}//page.css",
    ],
)
async def test_nothing_else_is_there_and_nobody_keeps_that(path, made):
    answer = await Browser(made).become("guest0").get(path)
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_whatever_changes_the_name_changes():
    files = {"a.js": b"1", "b.js": b"2"}
    others = ({"a.js": b"1"}, {"a.js": b"2", "b.js": b"1"}, {"a.js": b"1", "c.js": b"2"})
    assert name_of(files) == name_of(dict(files))
    assert len({name_of(files), *map(name_of, others)}) == 4
    assert re.fullmatch(r"/static/[0-9a-f]{16}", PREFIX)


@pytest.mark.parametrize("path", ["/", "/me", "/join", "/carry", "/privacy", "/t/card", "/t/board"])
async def test_whatever_a_page_names_is_there(path, made):
    page = Page((await Browser(made).become("guest0").get(path)).text)
    named = [
        element.attributes.get("src") or element.attributes["href"]
        for element in page.elements
        if element.tag in ("script", "link")
    ]
    assert len(named) > 3
    # What an app is called depends on the language, so that is no file.
    files = [address for address in named if not address.startswith("/manifest.webmanifest?")]
    assert not {*files} - {f"{PREFIX}/{file}" for file in FILES}


@pytest.mark.parametrize("path", [path for path in FILES if path.endswith((".js", ".css"))])
def test_whatever_a_file_names_is_there(path):
    named = re.compile(rb'(?:from |new URL\()"(?:\./)?([^"]+)"|url\(([^)]+)\)')
    for found in named.finditer(FILES[path]):
        assert (found[1] or found[2]).decode() in FILES


# ------------------------------------------------------------ typefaces

FACE = re.compile(r'font-family:"([^"]+)";font-weight:(\d+);.*?url\(([^)]+)\).*?range:([^}]+)\}')


def faces() -> dict[tuple[str, str], dict[str, set[int]]]:
    """Return the characters of each file, by family and weight."""
    found: dict[tuple[str, str], dict[str, set[int]]] = {}
    for family, weight, file, ranges in FACE.findall((STATIC / "page.css").read_text()):
        bounds = [part.removeprefix("U+").split("-") for part in ranges.split(",")]
        codes = {code for ends in bounds for code in range(int(ends[0], 16), int(ends[-1], 16) + 1)}
        found.setdefault((family, weight), {})[file] = codes
    return found


def test_every_letter_is_in_one_file_of_its_face():
    for face, files in faces().items():
        everything = [code for codes in files.values() for code in codes]
        assert len(everything) == len(set(everything)), face
        if "Figures" not in face[0]:
            # All letters of Latin-1 and Latin Extended-A that are still in use.
            letters = {*range(0x20, 0x7F), *range(0xA0, 0x149), *range(0x14A, 0x17F)}
            assert letters <= set(everything), face


def test_what_pages_say_needs_only_the_small_typefaces():
    files = [*TEMPLATES.glob("*.html"), *map(po_file, TRANSLATED)]
    said = {ord(character) for file in files for character in file.read_text(encoding="utf-8")}
    for face, parts in faces().items():
        for file, codes in parts.items():
            if "-latin-" in file:
                assert not said & codes, (face, file)


def test_every_weight_that_is_asked_for_is_there():
    styles = "".join(body.decode() for path, body in FILES.items() if path.endswith(".css"))
    rules = re.sub(r"@font-face\{.*\}", "", styles)
    weights = set(re.findall(r"font-weight:(\d+)|font:(\d{3}) ", rules))
    assert {a or b for a, b in weights} <= {weight for _, weight in faces()}
