"""What a table takes in memory at rest: its match, its log, and what was told of it.

    python -m benchmarks.memory [--tables 200] [--out benchmarks/memory.txt]

Tables of four people with long logs are folded, each is shown once to everybody in one language,
and what Python holds is counted (tracemalloc) with and without their words. Drawn parts, and what
else is remembered within a limit, are of the process and not counted.
"""

import argparse
import asyncio
import tempfile
import tracemalloc
from itertools import count as count_from
from pathlib import Path

from starlette.applications import Starlette
from tests.support import forget_what_is_kept, play_random
from tests.web.server import Browser, add_guests, guest_seats, row, running

from siberia.web.pages import parts
from siberia.web.tables.fold import PLACING
from siberia.web.tables.table import STEP_BYTES, TABLE_BYTES, deal

SEATS = 4
WORDS = 200
GAMES = ("card", "board")


async def lay_out(app: Starlette, game: str, count: int, words: int) -> list[str]:
    """Keep tables with so many words, each of a match of its own; return their names."""
    store, names = app.state.services.store, list[str]()
    # Tables of one match would share what is kept of it, and that would be counted once.
    seeds = count_from(1000 * words + 1)
    while len(names) < count:
        table_id, seed = f"{game}-{words}-{len(names)}", f"{next(seeds):032x}"
        kept = row(game, SEATS, table_id, seed=seed, rules=2)
        match = deal(kept, [f"Player {seat}" for seat in range(SEATS)])
        log = play_random(match, seed, words, busy=True).words
        if log and match.view(None).phase == PLACING:
            # A log has placings as they are handed in, each as a whole.
            continue
        await store.add_table(kept, guest_seats(table_id, ["guest"] * SEATS))
        if log:
            await store.append(table_id, 0, log)
        names.append(table_id)
    return names


async def weigh(app: Starlette, names: list[str]) -> float:
    """Return how many bytes a table takes once everybody has looked at it."""
    tables = app.state.services.tables
    browsers = [Browser(app).become(f"guest{seat}") for seat in range(SEATS)]
    forget_what_is_kept()
    before = tracemalloc.get_traced_memory()[0]
    for name in names:
        await tables.get(name)
        for browser in browsers:
            await browser.look(name)
            browser.answers.clear()
    parts.drawn.clear()
    forget_what_is_kept()
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


async def main() -> None:
    """Weigh both games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    lines = [await measure(game, options.tables) for game in GAMES]
    print("\n".join(lines))
    if options.out:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
