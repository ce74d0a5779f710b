"""What a table takes in memory at rest: its match, its log, and what was told of it.

    python -m benchmarks.memory [--tables 200] [--out benchmarks/memory.txt]
    python -m benchmarks.memory --limits [--matches 240]

Tables of four people with long logs are folded, each is shown once to everybody in one language,
and what Python holds is counted (tracemalloc) with and without their words. Drawn parts are kept
apart, within a limit of their own.

With `--limits` what may be kept is so little that all limits are soon reached: match after match is
played and looked at, each at a table of its own, and the whole process's memory must stay where it
is. Its figures are added to the file.
"""

import argparse
import asyncio
import gc
import os
import tempfile
import tracemalloc
from pathlib import Path

from cachetools import LRUCache
from starlette.applications import Starlette
from tests.support import play_random
from tests.web.server import Browser, add_guests, guest_seats, row, running

from siberia.web.pages import parts
from siberia.web.tables.table import STEP_BYTES, TABLE_BYTES, deal

SEATS = 4
WORDS = 200
GAMES = ("card", "board")
# With `--limits`: how many bytes of tables, and of drawn parts, are kept; and after how many words
# everybody looks.
FEW_BYTES = 2 << 20
LOOKED_EVERY = 5


async def lay_out(app: Starlette, game: str, count: int, words: int) -> list[str]:
    """Keep tables with so many words, of a few different matches; return their names."""
    store, names = app.state.services.store, []
    for number in range(count):
        table_id, seed = f"{game}-{words}-{number}", f"{number % 10 + 1:032x}"
        kept = row(game, SEATS, table_id, seed=seed, rules=2)
        match = deal(kept, [f"Player {seat}" for seat in range(SEATS)])
        log = play_random(match, number % 10, words, busy=True).words
        await store.add_table(kept, guest_seats(table_id, ["guest"] * SEATS))
        if log:
            await store.append(table_id, 0, log)
        names.append(table_id)
    return names


async def weigh(app: Starlette, names: list[str]) -> float:
    """Return how many bytes a table takes once everybody has looked at it."""
    tables = app.state.services.tables
    browsers = [Browser(app).become(f"guest{seat}") for seat in range(SEATS)]
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for name in names:
        await tables.get(name)
        for browser in browsers:
            await browser.look(name)
            browser.answers.clear()
    parts.drawn.clear()
    parts.sign_of.cache_clear()
    gc.collect()
    return (tracemalloc.get_traced_memory()[0] - before) / len(names)


async def measure(game: str, count: int) -> str:
    """Weigh tables with and without words, and return a line."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as app:
            await add_guests(app)
            warm = await lay_out(app, game, 10, WORDS + 1)
            bare, full = await lay_out(app, game, count, 0), await lay_out(app, game, count, WORDS)
            tracemalloc.start()
            await weigh(app, warm)
            empty, whole = await weigh(app, bare), await weigh(app, full)
            tracemalloc.stop()
    assumed = TABLE_BYTES + STEP_BYTES * WORDS
    return (
        f"{game:<6} {empty / 1000:5.0f} kB without a word, {whole / 1000:5.0f} kB with {WORDS}: "
        f"{(whole - empty) / WORDS:5.0f} bytes a word; assumed are {assumed / 1000:.0f} kB"
    )


async def reach_limits(game: str, matches: int) -> str:
    """Play matches where little is kept; return how many MB the process has after each tenth."""
    parts.drawn = parts.Drawn(FEW_BYTES)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as app:
            await add_guests(app)
            services = app.state.services
            services.tables._kept = LRUCache(FEW_BYTES, lambda table: table.weight)
            for number in range(matches):
                await play_and_look(app, game, number)
                if (number + 1) % max(1, matches // 10) == 0:
                    gc.collect()
                    found.append(f"{resident():.0f}")
            held = f"{services.tables.held} tables held, {services.tables.held_bytes / 1e6:.1f} MB"
    return (
        f"{game:<6} {matches} matches, limits of {FEW_BYTES >> 20} MB: {held}; "
        f"MB of the process: {' '.join(found)}"
    )


async def play_and_look(app: Starlette, game: str, number: int) -> None:
    """Play a match of its own to its end; two look at it again and again."""
    store, table_id = app.state.services.store, f"{game}{number}"
    kept = row(game, 2, table_id, seed=f"{number + 1:032x}", rules=2)
    words = play_random(deal(kept, ["Player 0", "Player 1"]), number, busy=True).words
    await store.add_table(kept, guest_seats(table_id, ["guest"] * 2))
    browsers = [Browser(app).become(f"guest{seat}") for seat in range(2)]
    for ply in range(0, len(words), LOOKED_EVERY):
        await store.append(table_id, ply, words[ply : ply + LOOKED_EVERY])
        for browser in browsers:
            await browser.look(table_id)
            browser.answers.clear()
    for browser in browsers:
        await browser.http.aclose()


def resident() -> float:
    """Return how many MB of memory this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def main() -> None:
    """Weigh both games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--limits", action="store_true")
    parser.add_argument("--matches", type=int, default=240)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    if options.limits:
        lines = [await reach_limits(game, options.matches) for game in GAMES]
    else:
        lines = [await measure(game, options.tables) for game in GAMES]
    print("\n".join(lines))
    if options.out:
        with options.out.open("a" if options.limits else "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
