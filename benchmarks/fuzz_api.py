"""Schemathesis on the document of the API: all operations, link by link, thousands of cases.

    python -m benchmarks.fuzz_api --examples 150 --out benchmarks/fuzz_api.txt

A server of its own is filled with tables; afterwards it is looked whether anything was lost,
whether a seed or salt of a match that goes on, the server's key or a token that is known was told,
and how often which status came. Streams have no end, so they are left out here and have tests of
their own.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from starlette.requests import Request

from siberia.match import Match
from siberia.web.http import middleware
from siberia.web.http.app import app
from siberia.web.http.settings import Settings
from siberia.web.tables import clock
from siberia.web.tables.changes import Changes
from siberia.web.tables.records import Records
from siberia.web.tables.service import Tables
from siberia.web.tables.store import open_store
from siberia.web.tables.store.rows import Guest, SeatRow, TableRow
from siberia.web.tables.tokens import Tokens

GUEST = "fuzz-guest"
# Nobody asks so often in a minute.
NO_LIMIT = 1_000_000
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
)
CONFIG = Path(__file__).with_name("schemathesis.toml")
ROOT = Path(__file__).parents[1]
STREAMS = ("stream", "botStream")
TOLD_NOTHING = "No 5xx, nothing lost, no seed, salt, key or token told that is not to be known."


@dataclass
class Place:
    """Where a run finds something: tables that go on, finished ones, a record, and a token."""

    folder: Path
    tables: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    token: str = ""


@dataclass
class Found:
    """What came of a run."""

    said: str
    status: int
    statuses: Counter[str] = field(default_factory=Counter)
    words: int = 0
    tables: int = 0
    # Sentences about what is wrong; none are good.
    wrong: list[str] = field(default_factory=list)


async def lay_out(folder: Path) -> Place:
    """Fill a folder with tables of every kind."""
    store = await open_store(Settings(data=folder).database)
    await store.guests.add(Guest(GUEST, "Fuzz", clock.now()))
    token, _ = await Tokens(store).make(GUEST, "fuzz")
    tables = []
    for number, (game, kinds, share) in enumerate(
        (
            ("card", ("me", "medium"), 0.0),
            ("card", ("me", "me"), 0.5),
            ("board", ("me", "easy"), 0.0),
            ("board", ("me", "me", "open"), 0.4),
            ("card", ("me", "me"), 1.0),
            ("board", ("me", "me"), 1.0),
        )
    ):
        table = f"fuzz-{number}"
        match = played(game, len(kinds), number)
        words = match.words[: round(match.ply * share)]
        while words and match.ply > len(words) and words[-1].startswith("place "):
            words = words[:-1]
        await store.add_table(
            row_of(table, match), [seat_of(table, *seat) for seat in enumerate(kinds)]
        )
        await store.append(table, 0, words, guest=GUEST, finishes=share == 1)
        tables.append(table)
    record = await Records(store).keep(played("card", 2, 99).record())
    await store.close()
    return Place(folder, tuple(tables), (record,), token)


def played(game: str, seats: int, seed: int) -> Match:
    """Return a match that was played to its end by chance."""
    match, chooser = Match.new(game, seats=seats, start=0, rules=2), random.Random(seed)
    while not match.is_over:
        lazy = ("pass", "draw 0", "decline", "stop", "keep")
        busy = [word for word in match.legal() if word not in lazy]
        match.play(chooser.choice(busy or list(match.legal())))
    return match


def row_of(table: str, match: Match) -> TableRow:
    """Return the row of a table with the deal of a match."""
    return TableRow(
        *(table, "", match.game, "dlp", False, match.setup.exchanges, match.seats, 0),
        *(f"{match.seed:032x}", match.salt, GUEST, "instant", clock.now()),
        rules=2,
    )


def seat_of(table: str, number: int, kind: str) -> SeatRow:
    """Return who sits on a seat."""
    if kind == "me":
        return SeatRow(table, number, "guest", GUEST, None, f"Fuzz {number}")
    if kind == "open":
        return SeatRow(table, number, "open", None, None, f"Open {number}")
    return SeatRow(table, number, "bot", None, kind, f"Bot {number}")


def no_limit(request: Request) -> int:
    """Return how many requests of whatever kind may come."""
    return NO_LIMIT


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder from a thread of this process, without limits: they would answer it all."""
    limits = middleware.rate_limit
    middleware.rate_limit = no_limit
    named = middleware.LIMITS
    middleware.LIMITS = {**named, NO_LIMIT: "fuzzing"}  # type: ignore[misc]
    made = app(Settings(data=folder))
    config = uvicorn.Config(made, port=0, log_level="error", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started or not made.state.services.is_ready.is_set():
        thread.join(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(30)
        middleware.rate_limit, middleware.LIMITS = limits, named  # type: ignore[misc]


def schemathesis(
    place: Place, url: str, examples: int, phases: str, seed: int, answers: Path
) -> tuple[str, int]:
    """Run Schemathesis; return what it says, and by which status it ends."""
    left_out = [part for name in STREAMS for part in ("--exclude-operation-id", name)]
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run"),
        f"{url}/api/v1/openapi.json",
        *("--checks", ",".join(CHECKS), "--max-examples", str(examples), "--phases", phases),
        *("--seed", str(seed), "--header", f"Authorization: Bearer {place.token}"),
        *("--request-timeout", "20", "--continue-on-failure", "--warnings", "off"),
        *("--suppress-health-check", "all", "--no-color", *left_out),
    ]
    told = {
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "benchmarks.fuzz_hooks",
        "FUZZ_TABLES": " ".join(place.tables),
        "FUZZ_RECORDS": " ".join(place.records),
        "FUZZ_ANSWERS": str(answers),
        "FUZZ_TOKEN": place.token,
        "FUZZ_URL": url,
    }
    # It keeps what it found where it runs: that goes with the folder.
    ran = subprocess.run(  # noqa: S603 - what is run is named above.
        command,
        capture_output=True,
        text=True,
        env={**os.environ, **told},
        cwd=place.folder,
        check=False,
    )
    return ran.stdout + ran.stderr, ran.returncode


def hidden(folder: Path) -> list[str]:
    """Return the keys of a server, as they lie in its folder."""
    return [file.read_text("ascii").strip() for file in folder.glob("*.key")]


async def judged(place: Place, found: Found, answers: Path) -> Found:
    """Look at all that was answered and at what is kept: nothing was lost, nothing was told."""
    store = await open_store(Settings(data=place.folder).database)
    rows = {one.id: await store.table(one.id) for one in await store.summaries()}
    running = [row for row in rows.values() if row is not None and row.finished is None]
    secrets = [secret for row in running for secret in (row.seed, row.salt)]
    secrets += [str(int(row.seed, 16)) for row in running]
    secrets += [place.token, *hidden(place.folder)]
    pattern = re.compile("|".join(map(re.escape, secrets)))
    logs = {table: (await store.news(table, 0)).entries for table in rows}
    for line in answers.read_text("utf-8").splitlines():
        said = json.loads(line)
        found.statuses[f"{said['method']} {said['status']}"] += 1
        if pattern.search(said["answer"]) or pattern.search(json.dumps(said["headers"])):
            found.wrong.append(f"a secret was told: {said['method']} {said['path']}")
        if said["status"] >= 500:
            found.wrong.append(f"{said['status']}: {said['method']} {said['path']}")
        if said["path"].endswith("/words") and said["status"] == 200:
            found.words += len(said["body"]["words"])
            table = said["path"].split("/")[-2]
            words, seq = said["body"]["words"], said["body"]["seq"]
            kept = [entry.word for entry in logs[table][seq:] if entry.guest == GUEST]
            placed = words[0].startswith("place ")
            if kept[: len(words)] != words and not placed:
                found.wrong.append(f"words were lost at {table}, {seq}: {words}")
    tables = Tables(store, Changes())
    for name in rows:
        # A log that leads nowhere is a BrokenTable.
        await tables.get(name)
    found.tables = len(rows)
    await store.close()
    return found


def run(examples: int, phases: str = "examples,coverage,fuzzing,stateful", seed: int = 1) -> Found:
    """Run Schemathesis on a server of its own, and look at what came of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = folder / "answers.txt"
        answers.touch()
        place = asyncio.run(lay_out(folder))
        with serving(folder) as url:
            found = Found(*schemathesis(place, url, examples, phases, seed, answers))
        return asyncio.run(judged(place, found, answers))


def report(found: Found) -> str:
    """Return what is kept of a run."""
    total = found.statuses.total()
    lines = [
        found.said.replace(f"{ROOT}/", "").strip(),
        "",
        f"{total} requests were answered; by method and status:",
        *(f"  {kind}  {count}" for kind, count in sorted(found.statuses.items())),
        f"{found.words} words were played at {found.tables} tables; all are in their logs.",
        *(found.wrong or [TOLD_NOTHING]),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it, and write down what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100, help="cases for each operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the report here")
    asked = parser.parse_args(arguments)
    found = run(asked.examples, seed=asked.seed)
    said = report(found)
    print(said)
    if asked.out:
        asked.out.write_text(said, encoding="utf-8")
    return 1 if found.wrong or found.status else 0


if __name__ == "__main__":
    sys.exit(main())
