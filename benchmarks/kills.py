"""Kills a server with -9 in the middle of play, again and again, and looks what is left.

    python -m benchmarks.kills [--kills 50] [--out benchmarks/kills.txt]

For both games, on SQLite and on PostgreSQL: three people play at tables of their own against bots
that move at once; at a random moment the server dies and is started again. What a page showed as
played must stand in the log, once and where it stood; a log only grows; a match that is over has a
record that verifies.
"""

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from tests.web.databases import KINDS, new_database
from tests.web.page import Page
from tests.web.server import Browser, Process, choose

from siberia.match import Match
from siberia.web.http.settings import DATABASE_FILE
from siberia.web.tables.store import Store, open_store

GAMES = ("card", "board")
PEOPLE = 3
# What random players do too often if they may.
LAZY = ("pass", "draw 0", "decline", "stop")
# Between the start of a server and its death, in seconds.
LIVES = (0.05, 1.5)


@dataclass
class Player:
    """Somebody at a table: what they were shown as played, by its place in the log."""

    browser: Browser
    game: str
    chooser: random.Random
    table: str = ""
    shown: dict[int, str] = field(default_factory=dict)
    most: int = 0
    logs: dict[str, list[str]] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)

    async def play(self) -> None:
        """Play for as long as the server lives, match after match."""
        try:
            while True:
                if not self.table:
                    await self._sit_down()
                page = await self.browser.look(self.table)
                while not page.is_over:
                    page = await self._go_on(page)
                await self._verify()
        except httpx.TransportError:
            # The server is dead.
            return

    async def _sit_down(self) -> None:
        fields = {"game": self.game, "opponents": 1, "level": "easy"}
        opened = await self.browser.post("/play", **fields)
        table = opened.url.path.removeprefix("/t/")
        await self.browser.ask(table, "speed", speed="instant")
        self.table, self.shown, self.most = table, {}, 0

    async def _go_on(self, page: Page) -> Page:
        self.most = max(self.most, page.seq)
        if not page.clicks("word", "plan", "draft"):
            await asyncio.sleep(0.01)
            return await self.browser.look(self.table)
        click = choose(page, self.chooser, lazy=LAZY)
        status, after = await self.browser.click(self.table, page, click)
        if status == 200 and click[0] == "word":
            words = click[1].split(", ")
            self.shown |= {page.seq + number: word for number, word in enumerate(words)}
        return after

    async def _verify(self) -> None:
        record = await self.browser.get(f"/t/{self.table}/record")
        assert Match.read(record.text).is_over
        self.finished.append(self.table)
        self.table = ""

    async def check(self, store: Store) -> None:
        """Compare what was shown with what is kept."""
        if not self.table:
            return
        log = [entry.word for entry in (await store.news(self.table, 0)).entries]
        before = self.logs.get(self.table, [])
        assert log[: len(before)] == before, "a log has changed"
        assert len(log) >= self.most, "something that was shown is gone"
        for place, word in self.shown.items():
            assert log[place] == word, f"{word!r} was shown, {log[place]!r} is kept"
        self.logs[self.table] = log


async def measure(game: str, kind: str, kills: int, folder: Path) -> str:
    """Kill a server so often, and return a line about it."""
    chooser = random.Random(f"{game} {kind}")
    began = time.perf_counter()
    async with new_database(kind, folder) as place:
        options = ("--database-url", place) if kind == "postgres" else ()
        database = place if kind == "postgres" else str(folder / DATABASE_FILE)
        server = Process(folder, *options).start()
        people = [Player(Browser(server), game, random.Random(n)) for n in range(PEOPLE)]
        for done in range(kills):
            playing = [asyncio.create_task(player.play()) for player in people]
            await asyncio.sleep(chooser.uniform(*LIVES))
            server.kill()
            await asyncio.gather(*playing)
            store = await open_store(database)
            for player in people:
                await player.check(store)
            await store.close()
            await asyncio.to_thread(server.start)
            print(f"\r{game}, {kind}: {done + 1} of {kills}", end="", flush=True)
        server.kill()
    kept = sum(len(log) for player in people for log in player.logs.values())
    matches = sum(len(player.finished) for player in people)
    seconds = time.perf_counter() - began
    return (
        f"{game:<6}{kind:<10}{kills:>4} kills {kept:>6} words kept, all that were shown among them,"
        f" once {matches:>4} matches over, all verify {seconds:>5.0f} s"
    )


async def main() -> None:
    """Run all four, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="for each game and database")
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    lines = []
    for game in GAMES:
        for kind in KINDS:
            with tempfile.TemporaryDirectory() as folder:
                lines.append(await measure(game, kind, options.kills, Path(folder)))
                print("\r" + lines[-1])
    if options.out:
        command = f"python -m benchmarks.kills --kills {options.kills}"
        options.out.write_text("\n".join([command, "", *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
