"""Servers for tests, and a browser that knows no more of a table than its pages tell."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import httpx
from starlette.applications import Starlette

from siberia.web.http.app import app
from siberia.web.http.identity import COOKIE
from siberia.web.http.settings import Settings
from siberia.web.tables.store.rows import Entry, Guest, SeatRow, TableRow
from siberia.web.tables.table import Table
from tests.web.page import Page

NOON = datetime(2025, 1, 31, 12, tzinfo=UTC)
# The very first start of a process may have to compile the rules.
PATIENCE = 240.0

_addresses = count(1)


# ------------------------------------------------------------ in this process


@asynccontextmanager
async def running(folder: Path, **more: Any) -> AsyncIterator[Starlette]:
    """Run the app in this process until the rules are loaded and after that as long as needed."""
    made = app(Settings(data=folder, **more))
    async with made.router.lifespan_context(made):
        await made.state.services.is_ready.wait()
        yield made


async def bots_done(made: Starlette, table_id: str) -> None:
    """Wait until the bots of a table have nothing to decide."""
    task = made.state.services.bots._tasks.get(table_id)
    if task is not None:
        await asyncio.wait_for(asyncio.shield(task), 60)


def row(game: str, seats: int, table_id: str = "t1", **more: Any) -> TableRow:
    """A table's row with secrets that can be searched for."""
    fields: dict[str, Any] = {
        "name": "",
        "edition": "dlp",
        "expansion": False,
        "exchanges": "random" if game == "board" else "",
        "start": 0,
        "seed": "5eed" * 8,
        "salt": "5a17" * 8,
        "owner": "guest0",
        "speed": "instant",
        "created": NOON,
    }
    return TableRow(id=table_id, game=game, seats=seats, **{**fields, **more})


def guest_seats(table_id: str, kinds: Sequence[str]) -> list[SeatRow]:
    """Seats by letters of what sits there: "guest", "open", or a bot's level."""
    return [
        SeatRow(table_id, n, "guest", f"guest{n}", None, f"Player {n}")
        if kind == "guest"
        else SeatRow(table_id, n, "open", None, None, f"Open {n}")
        if kind == "open"
        else SeatRow(table_id, n, "bot", None, kind, f"Bot {n}")
        for n, kind in enumerate(kinds)
    ]


async def add_guests(made: Starlette) -> None:
    """Let the guests be known, if they are not yet."""
    store = made.state.services.store
    for number in range(4):
        if await store.guests.get(f"guest{number}") is None:
            await store.guests.add(Guest(f"guest{number}", f"Player {number}", NOON))


async def open_table(
    made: Starlette, table: TableRow, kinds: Sequence[str], words: Sequence[str] = ()
) -> Table:
    """Lay out a table with known secrets, its guests and its first words."""
    server = made.state.services
    await add_guests(made)
    await server.store.add_table(table, guest_seats(table.id, kinds))
    if words:
        await server.store.append(table.id, 0, words)
    found: Table = await server.tables.get(table.id)
    return found


def entries(words: Sequence[str]) -> list[Entry]:
    """The log of some words."""
    return [Entry(number, word, NOON) for number, word in enumerate(words)]


# ------------------------------------------------------------ a browser


class Browser:
    """Somebody's browser: it has cookies and an address of its own."""

    def __init__(self, server: "Starlette | Process", **headers: str) -> None:
        self.server = server
        self.http = httpx.AsyncClient(
            transport=transport_to(server),
            base_url="http://localhost:8000" if isinstance(server, Starlette) else server.url,
            headers=headers,
            follow_redirects=True,
        )
        self.seat = -1
        self.answers: list[httpx.Response] = []

    def become(self, guest: str) -> "Browser":
        """Take a guest's cookie."""
        assert isinstance(self.server, Starlette)
        self.http.cookies.set(COOKIE, self.server.state.services.identity.cookie(guest))
        return self

    async def get(self, path: str) -> httpx.Response:
        """Ask for something."""
        self.answers.append(await self.http.get(path))
        return self.answers[-1]

    async def post(self, path: str, **fields: Any) -> httpx.Response:
        """Send a form."""
        self.answers.append(await self.http.post(path, data=fields))
        return self.answers[-1]

    async def page(self, table_id: str) -> Page:
        """Open a table."""
        answer = await self.get(f"/t/{table_id}")
        assert answer.status_code == 200, answer.text
        return Page(answer.text)

    async def ask(self, table_id: str, deed: str, **fields: Any) -> tuple[int, Page]:
        """Do something at a table, as its script does; return the status and the page."""
        answer = await self.post(f"/t/{table_id}/{deed}", **{"seat": self.seat, **fields})
        assert answer.headers["content-type"].startswith("text/html"), answer.text
        return answer.status_code, Page(answer.text)

    async def look(self, table_id: str, **fields: Any) -> Page:
        """Look at a table again."""
        status, page = await self.ask(table_id, "look", **fields)
        assert status == 200
        return page

    async def click(self, table_id: str, page: Page, click: tuple[str, str]) -> tuple[int, Page]:
        """Click on something that plays, plans or points."""
        deed, value = click
        asked = {"seq": page.seq, "draft": page.main.get("data-draft", "")}
        if deed == "draft":
            return await self.ask(table_id, "look", **{**asked, "draft": value})
        return await self.ask(table_id, "play" if deed == "word" else "plan", **asked, words=value)


def transport_to(server: "Starlette | Process") -> httpx.AsyncBaseTransport:
    """Return a way to a server, from an address of one's own where that is possible."""
    if isinstance(server, Process):
        # No connection outlives its request: the server at its other end may be killed.
        # To read which authorities are trusted takes longer than most answers, and nobody needs it.
        limits = httpx.Limits(max_keepalive_connections=0)
        return httpx.AsyncHTTPTransport(verify=False, limits=limits)
    number = next(_addresses)
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return httpx.ASGITransport(server, client=(address, 1))


def choose(page: Page, chooser: random.Random, lazy: Sequence[str] = ()) -> tuple[str, str]:
    """Choose something to click: mostly what decides, seldom what does little."""
    decisions = [click for click in page.clicks("word", "plan") if click[1] not in lazy]
    drafts = page.clicks("draft")
    # A draft that is longer than the last one leads on; others lead back, which is also tried.
    longer = [click for click in drafts if len(click[1]) > len(page.main["data-draft"])]
    if decisions and (not drafts or chooser.random() < 0.7):
        return chooser.choice(decisions)
    if longer and chooser.random() < 0.9:
        return chooser.choice(longer)
    return chooser.choice(drafts or page.clicks("word", "plan"))


# ------------------------------------------------------------ in a process of its own


class Process:
    """The program itself, serving a folder; it can be killed and started again."""

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.options = options
        self.said = folder / f"said-{self.port}.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Process":
        """Start it and wait until it is ready."""
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(
                program(
                    "serve", "--port", str(self.port), "--data", str(self.folder), *self.options
                ),
                stdout=said,
                stderr=said,
                env=clean_environment(),
            )
        deadline = time.monotonic() + PATIENCE
        while self._health() != b"ready":
            assert self.process.poll() is None, self.said.read_text()
            assert time.monotonic() < deadline, self.said.read_text()
            time.sleep(0.02)
        return self

    def kill(self) -> None:
        """Let it die at once, as a machine does that loses its power."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End it as one who runs it does, workers and all."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def _health(self) -> bytes:
        try:
            with urlopen(f"{self.url}/ready", timeout=5) as answer:
                return bytes(answer.read())
        except (URLError, OSError):
            return b""


def program(*arguments: str) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-c", "from siberia.cli import main; main()", *arguments]


def clean_environment() -> dict[str, str]:
    """An environment that sets nothing of ours."""
    ours = ("SIBERIA_", "DATABASE_URL")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
