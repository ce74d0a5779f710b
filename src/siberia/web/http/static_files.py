"""Scripts, styles and typefaces: under an address made of their contents, so browsers keep them.

They are read, and compressed as hard as possible, once when the server starts.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.drawing.svg import style_sheet
from siberia.web.http.badges import BADGES, badged

STATIC: Final = Path(__file__).parent / "static"
# What is at an address never changes: it is not even asked for again.
FOREVER: Final = "public, max-age=31536000, immutable"
# Said here, because what the system says of them differs from machine to machine.
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


# The sheets of a table's page come as one, which weighs less; later ones have the last word.
TABLE_SHEETS: Final = ("table", "{game}", "end", "fit", "desk", "tablet", "phone")
# What only those who write style sheets need: comments, the space before a line, and after what
# ends something the line's own end.
FOR_WRITERS: Final = re.compile(r"/\*.*?\*/\n?|^[ \n]+", re.DOTALL | re.MULTILINE)
ENDS_OF_LINES: Final = re.compile(r"(?<=[{};,])\n+|;(?=})")
FOR_WRITERS_OF_SCRIPTS: Final = re.compile(r"^ *//.*\n|^[ \n]+", re.MULTILINE)


def contents() -> dict[str, bytes]:
    """Return every file by its path; the style of the drawings lies with them."""
    files = sorted(path for path in STATIC.rglob("*") if path.suffix in MEDIA_TYPES)
    found = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in files}
    found |= {f"{game}-table.css": table_sheet(found, game) for game in ("board", "card")}
    found |= {f"icon-{count}.svg": badged(found["icon.svg"], count) for count in BADGES}
    found["drawing.css"] = style_sheet().encode()
    sheets = {path: slim(body) for path, body in found.items() if path.endswith(".css")}
    scripts = {path: slim_script(body) for path, body in found.items() if is_our_script(path)}
    return found | sheets | scripts


def table_sheet(files: Mapping[str, bytes], game: str) -> bytes:
    """Return all that a game's table needs as one style sheet."""
    return b"\n".join(files[f"{name.format(game=game)}.css"] for name in TABLE_SHEETS)


def slim(sheet: bytes) -> bytes:
    """Return a style sheet as browsers need it."""
    return ENDS_OF_LINES.sub("", FOR_WRITERS.sub("", sheet.decode())).encode()


def is_our_script(path: str) -> bool:
    """Say whether a file is a script of ours; a comment there has a line of its own."""
    return path.endswith(".js") and not path.startswith("vendor/")


def slim_script(script: bytes) -> bytes:
    """Return a script as browsers need it."""
    return FOR_WRITERS_OF_SCRIPTS.sub("", script.decode()).encode()


def name_of(files: Mapping[str, bytes]) -> str:
    """Return a name for some files: another one as soon as anything in them is another.

    It is one for all of them, because scripts name each other by where they lie.
    """
    parts = (f"{path} {hashlib.sha256(body).hexdigest()}" for path, body in files.items())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


FILES: Final = contents()
# What the address of every file begins with.
PREFIX: Final = f"/static/{name_of(FILES)}"
# Typefaces are compressed already, but one rule for all is simpler and costs them 20 bytes.
COMPRESSED: Final = {path: gzip.compress(body, 9, mtime=0) for path, body in FILES.items()}


async def static_file(request: Request) -> Response:
    """Send a file."""
    path = request.path_params["path"]
    if path not in FILES:
        raise HTTPException(404)
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    body = FILES[path]
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = COMPRESSED[path]
    return Response(body, headers=headers, media_type=MEDIA_TYPES[Path(path).suffix])


routes: Final = [Route(f"{PREFIX}/{{path:path}}", static_file)]
