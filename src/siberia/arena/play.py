"""Playing the fixtures of a plan, in processes, so that nothing that was played is ever lost.

A folder keeps `results.jsonl`: the plan in its first line, then a line for each match, written when
it is over. To resume is to read it and play what is missing.
"""

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import msgspec

from siberia.arena.schedule import Fixture, Plan, schedule
from siberia.bots import Seat, bot
from siberia.bots.search import thinking
from siberia.engine.errors import FileError
from siberia.match import Match

RESULTS = "results.jsonl"


@dataclass(frozen=True)
class Result:
    """How a fixture ended; lists are by seat, times in seconds."""

    number: int
    deal: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    shares: tuple[float, ...]
    words: int
    ending: str
    decisions: tuple[int, ...]
    thinking: tuple[float, ...]
    slowest: tuple[float, ...]


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one match. Forced words are played without asking."""
    match = Match.new(
        plan.game,
        seats=plan.players,
        seed=fixture.seed,
        start=0,
        edition=plan.edition,
        expansion=plan.expansion,
        exchanges=plan.exchanges,
    )
    seats = range(plan.players)
    thinking(plan.game)  # once for a process, and before any clock runs
    bots = [bot(name, fixture.seed + seat) for seat, name in enumerate(fixture.bots)]
    times: list[list[float]] = [[] for _ in seats]
    while match.to_move is not None:
        legal = match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        seat, began = match.to_move, time.perf_counter()
        word = bots[seat].choose(Seat(match)).word
        times[seat].append(time.perf_counter() - began)
        match.play(word)
    winners = match.winners()
    return Result(
        number=fixture.number,
        deal=fixture.deal,
        bots=fixture.bots,
        scores=match.scores(),
        shares=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats),
        words=match.ply,
        ending=str(match.ending()),
        decisions=tuple(map(len, times)),
        thinking=tuple(round(sum(spent), 4) for spent in times),
        slowest=tuple(round(max(spent, default=0.0), 4) for spent in times),
    )


class Folder:
    """Where an arena keeps its results."""

    def __init__(self, path: Path, plan: Plan, resume: bool) -> None:
        self.path = path
        self.file = path / RESULTS
        self.results: dict[int, Result] = {}
        try:
            path.mkdir(parents=True, exist_ok=True)
            if self.file.exists():
                self.read(plan, resume)
            else:
                self.file.write_text(json.dumps(asdict(plan)) + "\n", encoding="utf-8")
        except OSError as error:
            told = f"cannot be used: {error.strerror}"
            raise FileError(told, file=str(path)) from None

    def read(self, plan: Plan, resume: bool) -> None:
        """Read what was played; a last line that was cut off is dropped."""
        if not resume:
            told = "has results already; go on with --resume, or choose another folder"
            raise FileError(told, file=str(self.path))
        first, *rows = self.file.read_text(encoding="utf-8").splitlines(keepends=True)
        if msgspec.json.decode(first) != json.loads(json.dumps(asdict(plan))):
            told = "holds the results of another plan; choose another folder"
            raise FileError(told, file=str(self.file), line=1)
        whole = [row for row in rows if row.endswith("\n")]
        for number, row in enumerate(whole, 2):
            try:
                result = msgspec.json.decode(row, type=Result)
            except msgspec.MsgspecError as error:
                raise FileError(
                    f"is no result: {error}", file=str(self.file), line=number
                ) from None
            self.results[result.number] = result
        if len(whole) < len(rows):
            self.file.write_text("".join([first, *whole]), encoding="utf-8")

    def add(self, result: Result) -> None:
        """Write a result so that it survives whatever comes."""
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(asdict(result)) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        self.results[result.number] = result


def missing(plan: Plan, folder: Folder) -> list[Fixture]:
    """Return the fixtures that are still to be played."""
    return [fixture for fixture in schedule(plan) if fixture.number not in folder.results]


def run_locally(plan: Plan, fixtures: list[Fixture], workers: int) -> Iterator[Result]:
    """Play fixtures in processes and yield each result when it is there."""
    todo = iter(fixtures)
    # Ctrl-C reaches all processes of a terminal; only this one answers it.
    deaf = (signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with ProcessPoolExecutor(workers, get_context("spawn"), *deaf) as pool:
        try:
            # Few at a time, so that Ctrl-C does not wait for a long queue.
            running: set[Future[Result]] = {
                pool.submit(play, plan, fixture) for fixture in islice(todo, workers * 2)
            }
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    running |= {pool.submit(play, plan, f) for f in islice(todo, 1)}
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
