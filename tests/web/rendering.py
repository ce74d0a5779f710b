"""A fixed set of pages: both games at every phase, in four languages, for two seats, and the ends.

``python -m tests.web.rendering FOLDER`` writes them all to a folder, to compare two versions of the
program byte for byte; ``python -m tests.web.rendering`` renews the hashes that are kept, after a
change that was meant to change the pages.
"""

import asyncio
import hashlib
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from unittest.mock import patch

from starlette.applications import Starlette

from siberia.web.tables import clock
from siberia.web.tables.table import Table
from tests.support import VARIANTS, Variant, play_random
from tests.web.server import Browser, guest_seats, open_table, row, running

HASHES = Path(__file__).parent.parent / "golden" / "pages.sha256"
LANGUAGES = ("en", "de", "fr", "it")
# Matches of these seeds, played busily, come through every phase of their game and to an end.
MATCHES = {"card-dlp": (3, 4), "card-oya": (2, 9), "board": (3, 31), "board-expansion": (4, 5)}
DRAFTS = 2
# The first page tells how long the deal of the day can still be played.
NOW = datetime(2026, 11, 19, 15, 19, tzinfo=UTC)


async def pages(*, every: bool) -> AsyncIterator[tuple[str, bytes]]:
    """Render the set: a name for each page, and its bytes; `every` adds more of the same kinds."""
    with tempfile.TemporaryDirectory() as name, patch.object(clock, "now", lambda: NOW):
        # Links are signed with the key of the folder: a fixed key, fixed links.
        key = Path(name) / "secret.key"
        key.write_text("5ecde7" * 8, encoding="ascii")
        key.chmod(0o600)
        async with running(Path(name)) as made:
            # The real one changes with every script and style; the pages themselves do not.
            made.state.services.static = "/static"
            for variant in VARIANTS:
                async for found in match_pages(made, variant, every=every):
                    yield found
            async for found in other_pages(made):
                yield found


async def match_pages(
    made: Starlette, variant: Variant, *, every: bool
) -> AsyncIterator[tuple[str, bytes]]:
    """Render one match of a variant at the first position of each phase, and its end."""
    seats, seed = MATCHES[variant.name]
    words = [*play_random(variant.new(seats=seats, seed=seed, start=0), seed, busy=True).words]
    options = dict(variant.options)
    sides = options.pop("exchanges", "choose" if variant.game == "board" else "")
    table_row = row(
        variant.game, seats, variant.name, exchanges=sides, seed=f"{seed:032x}", **options
    )
    await open_table(made, table_row, ["guest"] * seats)
    server, at = made.state.services, 0
    for ply in stops(variant, seats, seed, words, every=every):
        await server.store.append(variant.name, at, words[at:ply])
        at = ply
        table = await server.tables.get(variant.name)
        acting = table.awaited[0] if table.awaited else 0
        for seat in (acting, (acting + 1) % seats):
            async for name, page in seat_pages(made, table, seat, every=every):
                yield f"{variant} {ply} seat {seat} {name}", page


def stops(variant: Variant, seats: int, seed: int, words: list[str], *, every: bool) -> list[int]:
    """After how many words to look: where each phase first comes up, the end among them.

    With `every`, also where each comes up late in the match.
    Within a placing a server never holds a table: it is handed in all at once.
    """
    match = variant.new(seats=seats, seed=seed, start=0)
    first: dict[str, int] = {}
    late: dict[str, int] = {}
    for ply in range(len(words) + 1):
        phase = match.view(None).phase
        within = ply > 0 and words[ply - 1].startswith("place ") and phase == "place"
        if not within:
            first.setdefault(phase, ply)
            if every and ply < 0.8 * len(words):
                late[phase] = ply
        if ply < len(words):
            match.play(words[ply])
    return sorted({*first.values(), *late.values()})


async def seat_pages(
    made: Starlette, table: Table, seat: int, *, every: bool
) -> AsyncIterator[tuple[str, bytes]]:
    """Render what one seat is sent: pages and, in English or in `every` language, updates."""
    for language in LANGUAGES:
        browser = Browser(made, **{"Accept-Language": language}).become(f"guest{seat}")
        page = await browser.page(table.id)
        yield f"{language} page", browser.answers[-1].content
        if every or language == "en":
            async for found in updates(browser, table, seat, page.values("draft")):
                yield f"{language} {found[0]}", found[1]
        await browser.http.aclose()


async def updates(
    browser: Browser, table: Table, seat: int, drafts: list[str]
) -> AsyncIterator[tuple[str, bytes]]:
    """Render what follows a click: drafts, an update on a phone, a refusal; and the replay."""
    asked: list[dict[str, object]] = [
        {"draft": draft} for draft in drafts[:: max(1, len(drafts) // DRAFTS)][:DRAFTS]
    ]
    asked.append({"narrow": "true", "since": max(0, table.seq - 12)})
    for number, fields in enumerate(asked):
        await browser.post(f"/t/{table.id}/look", seat=seat, seq=table.seq, **fields)
        yield f"look {number}", browser.answers[-1].content
    await browser.post(f"/t/{table.id}/play", seat=seat, seq=table.seq, words="draw 2, pass")
    yield "refused", browser.answers[-1].content
    if table.match.is_over:
        await browser.get(f"/t/{table.id}/replay?ply={table.match.ply // 2}&eyes=open")
        yield "replay", browser.answers[-1].content


async def other_pages(made: Starlette) -> AsyncIterator[tuple[str, bytes]]:
    """Render the pages around the tables: home, a shared device, open seats, what is not there."""
    await open_table(made, row("board", 2, "before"), ["guest", "guest"])
    seats = [replace(seat, guest="guest0") for seat in guest_seats("shared", ["guest", "guest"])]
    await made.state.services.store.add_table(row("board", 2, "shared"), seats)
    await open_table(made, row("card", 3, "mixed"), ["guest", "open", "hard"])
    await open_table(made, row("card", 2, "private", owner="guest3"), ["open", "open"])
    tables = (f"/t/{name}" for name in ("mixed", "shared", "private", "nothing"))
    paths = ("/", *tables, "/join", "/carry", "/privacy", "/ladder")
    for language in LANGUAGES:
        browser = Browser(made, **{"Accept-Language": language}).become("guest0")
        for path in paths:
            await browser.get(path)
            yield f"other {language} {path}", browser.answers[-1].content
        await browser.http.aclose()


async def hashes() -> dict[str, str]:
    """Render everything; return the hash of each page by its name."""
    return {name: hashlib.sha256(page).hexdigest() async for name, page in pages(every=False)}


def kept() -> dict[str, str]:
    """Return the hashes that are kept."""
    lines = HASHES.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split(" ", 1) for line in lines)}


async def write(folder: Path) -> None:
    """Write every page to a folder."""
    folder.mkdir(parents=True)
    number = count()
    async for name, page in pages(every=True):
        file = f"{next(number):04} {name}".replace("/", "_")
        (folder / f"{file}.html").write_bytes(page)


def main() -> None:
    """Write the pages, or renew the hashes."""
    if len(sys.argv) > 1:
        asyncio.run(write(Path(sys.argv[1])))
        return
    found = asyncio.run(hashes())
    text = "".join(f"{digest} {name}\n" for name, digest in found.items())
    HASHES.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
