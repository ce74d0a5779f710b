"""What an answer costs in processor time, in every phase of both games.

    python -m benchmarks.clicks [--matches 6] [--out benchmarks/clicks.txt]

Four people sit at each table, and its log has 200 words. In each phase: what it costs to answer
whoever must decide when they point at something, when they play a word, and when they look again;
and to answer somebody else who looks after that word. The app runs in this process, without a
network, on SQLite; a page tells which parts it has, as pages do. Median and 90th percentile, in
milliseconds of all threads.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from tests.support import play_random
from tests.web.page import Page
from tests.web.server import add_guests, guest_seats, row, running

from siberia.match import Match
from siberia.web.http.identity import COOKIE
from siberia.web.tables.fold import PLACING
from siberia.web.tables.table import deal

SEATS = 4
WORDS = 200
# From how many words of each match something is clicked, beginning where the log is long.
MOMENTS = 60
KINDS = ("point", "play", "look", "another's look")
Times = dict[tuple[str, str], list[float]]


class Guest:
    """Somebody's page, which asks the app without any network between."""

    def __init__(self, app: Starlette, seat: int) -> None:
        self._app = app
        cookie = app.state.services.identity.cookie(f"guest{seat}")
        # Everybody has an address of their own, and no limit is reached.
        self._address = f"10.0.0.{seat}"
        self._headers = [
            (b"host", b"localhost:8000"),
            (b"cookie", f"{COOKIE}={cookie}".encode()),
            (b"content-type", b"application/x-www-form-urlencoded"),
        ]
        self.page = Page("<main></main>")

    async def ask(self, table: str, deed: str, **fields: object) -> float:
        """Ask, take in the answer, and return how many seconds of processor time it took."""
        known = self.page.main
        asked = {"seq": known.get("data-seq", -1), "parts": known.get("data-parts", ""), **fields}
        body = urlencode(asked).encode()
        sent: list[Any] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "path": f"/t/{table}/{deed}",
            "raw_path": b"",
            "query_string": b"",
            "scheme": "http",
            "headers": [*self._headers, (b"content-length", str(len(body)).encode())],
            "client": (self._address, 1),
            "server": ("localhost", 8000),
            "app": self._app,
        }
        began = time.process_time()
        await self._app(scope, receive, send)
        took = time.process_time() - began
        text = b"".join(message.get("body", b"") for message in sent).decode()
        assert sent[0]["status"] == 200, text
        self.page = Page(text)
        return took


async def measure_match(app: Starlette, game: str, number: int, times: Times) -> None:
    """Take a match to where its log is long, and click at it from there on."""
    store, chooser = app.state.services.store, random.Random(f"{game} {number}")
    table_id, seed = f"{game}{number}", f"{number + 1:032x}"
    kept = row(game, SEATS, table_id, seed=seed, rules=2)
    match = deal(kept, [f"Player {seat}" for seat in range(SEATS)])
    words = play_random(match.copy(), number, busy=True).words
    begin = max(0, min(WORDS, len(words) - MOMENTS))
    await store.add_table(kept, guest_seats(table_id, ["guest"] * SEATS))
    await store.append(table_id, 0, words[:begin])
    people = [Guest(app, seat) for seat in range(SEATS)]
    while match.ply < begin:
        match.play(words[match.ply])
    while match.ply < min(len(words), begin + MOMENTS):
        await point(people, table_id, match, chooser, times)
        if match.view(None).phase == PLACING:
            await place(people, table_id, match, words, times)
        else:
            await play(people, table_id, match, words[match.ply], times)


async def point(
    people: list[Guest], table_id: str, match: Match, chooser: random.Random, times: Times
) -> None:
    """Let whoever must decide point at something, and look again."""
    phase, seat = match.view(None).phase, match.to_move
    assert seat is not None
    person = people[seat]
    # Without the parts it has, a page is shown whole, with all that can be clicked.
    await person.ask(table_id, "look", parts="")
    drafts = [value for _deed, value in person.page.clicks("draft")]
    if drafts:
        draft = chooser.choice(drafts)
        times[phase, "point"].append(await person.ask(table_id, "look", draft=draft))
        await person.ask(table_id, "look")
    times[phase, "look"].append(await person.ask(table_id, "look"))


async def play(people: list[Guest], table_id: str, match: Match, word: str, times: Times) -> None:
    """Let whoever must decide play a word, and somebody else look."""
    phase, seat = match.view(None).phase, match.to_move
    assert seat is not None
    other = people[(seat + 1) % SEATS]
    await other.ask(table_id, "look")
    times[phase, "play"].append(await people[seat].ask(table_id, "play", words=word))
    times[phase, "another's look"].append(await other.ask(table_id, "look"))
    match.play(word)


async def place(
    people: list[Guest], table_id: str, match: Match, words: tuple[str, ...], times: Times
) -> None:
    """Let everybody hand in where their counters go."""
    seats: dict[int, list[str]] = defaultdict(list)
    while match.view(None).phase == PLACING:
        assert match.to_move is not None
        seats[match.to_move].append(words[match.ply])
        match.play(words[match.ply])
    for seat, placed in seats.items():
        person, other = people[seat], people[(seat + 1) % SEATS]
        for one in (person, other):
            await one.ask(table_id, "look")
        handed = await person.ask(table_id, "plan", words=", ".join(placed))
        times[PLACING, "play"].append(handed)
        times[PLACING, "another's look"].append(await other.ask(table_id, "look"))


async def measure(game: str, matches: int) -> list[str]:
    """Measure a game, and return a line for each phase."""
    times: Times = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as app:
            await add_guests(app)
            for number in range(matches):
                await measure_match(app, game, number, times)
                if number == 0:
                    # The first one loads templates and the like.
                    times.clear()
    phases = dict.fromkeys(phase for phase, _kind in times)
    return [
        f"{game:<6}{phase:<10}" + "".join(column(times.get((phase, kind), [])) for kind in KINDS)
        for phase in phases
    ]


def column(found: list[float]) -> str:
    """Write median and 90th percentile."""
    if len(found) < 5:
        return f"{'':<24}"
    ranked = statistics.quantiles(found, n=10)
    return f"{1000 * ranked[4]:7.2f} {1000 * ranked[8]:6.2f} ({len(found):>3})   "


async def main() -> None:
    """Measure both games, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--games", default="card,board")
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    lines = [f"{'':<16}" + "".join(f"{kind:^24}" for kind in KINDS)]
    print(lines[0])
    for game in options.games.split(","):
        for line in await measure(game, options.matches):
            lines.append(line)
            print(line, flush=True)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
