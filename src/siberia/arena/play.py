"""Playing the fixtures of a plan, in processes, so that nothing that was played is ever lost.

A folder keeps `results.jsonl`: the plan in its first line, then a line for each match, written when
it is over. To resume is to read it and play what is missing.
"""

import json
import math
import os
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from siberia.arena.schedule import Fixture, Plan, schedule
from siberia.bots import Seat, bot
from siberia.bots.net import compute_in_one_thread
from siberia.bots.net_search import net_search_kernels
from siberia.bots.search import search_kernels
from siberia.engine.errors import FileError
from siberia.match import Match
from siberia.review import luck_of

# The file in an arena's folder that holds the plan and the results.
RESULTS = "results.jsonl"
# These matches keep no secret from anybody, so one salt does for all.
SALT = "0" * 32

# What a line of that file says.
Line = TypeVar("Line", Plan, "Result")
# Whose a fixture is: a folder, a plan, whatever its results are for.
Whose = TypeVar("Whose")


@dataclass(frozen=True)
class Result:
    """How a fixture ended; what is a tuple is by seat.

    `decisions` counts those that were not forced, `thinking` is the time they took together and
    `slowest` the longest of them, in seconds. `luck` is only found if the plan asks for it.
    """

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
    luck: tuple[float, ...] = ()


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one match. Forced words are played without asking."""
    match = Match(plan.setup(), fixture.seed, SALT, fixture.bots)
    ready_to_think(plan.game)
    bots = [bot(name, fixture.seed + seat) for seat, name in enumerate(fixture.bots)]
    times: list[list[float]] = [[] for _ in bots]
    while match.to_move is not None:
        legal = match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        seat, began = match.to_move, time.perf_counter()
        word = bots[seat].choose(Seat(match)).word
        times[seat].append(time.perf_counter() - began)
        match.play(word)
    return Result(
        number=fixture.number,
        deal=fixture.deal,
        bots=fixture.bots,
        scores=match.scores(),
        shares=match.shares(),
        words=match.ply,
        ending=str(match.ending()),
        decisions=tuple(map(len, times)),
        thinking=tuple(round(sum(spent), 4) for spent in times),
        slowest=tuple(round(max(spent, default=0.0), 4) for spent in times),
        luck=luck_of(match, fixture.seed) if plan.adjusted else (),
    )


@cache
def ready_to_think(game: str) -> None:
    """Compile and load what bots think with, once for a process, before any clock runs."""
    compute_in_one_thread()
    search_kernels(game)
    net_search_kernels(game)


class Folder:
    """An arena's folder: its plan, and what was played of it so far, by the fixtures' numbers.

    Made by `open` or `load`.
    """

    def __init__(self, path: Path, plan: Plan, results: Iterable[Result] = ()) -> None:
        self.path = path
        self.plan = plan
        self.results = {result.number: result for result in results}

    @classmethod
    def open(cls, path: Path, plan: Plan, *, resume: bool) -> Self:
        """Make a folder for a plan, or with `resume` go on with the one that is there."""
        file = path / RESULTS
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                file.write_text(json.dumps(asdict(plan)) + "\n", encoding="utf-8")
                return cls(path, plan)
            if not resume:
                message = "has results already; go on with --resume, or choose another folder"
                raise FileError(message, file=str(path))
            folder = cls.load(path)
            if folder.plan != plan:
                message = "holds the results of another plan; choose another folder"
                raise FileError(message, file=str(file), line=1)
            drop_cut_line(file)
        except OSError as error:
            message = f"cannot be used: {error.strerror}"
            raise FileError(message, file=str(path)) from None
        return folder

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a folder whose plan need not be known, and change nothing in it.

        A last line that was cut off, or is just being written, does not count.
        """
        file = path / RESULTS
        try:
            *lines, _ = file.read_bytes().split(b"\n")
        except OSError as error:
            raise FileError(f"cannot be read: {error.strerror}", file=str(file)) from None
        if not lines:
            raise FileError("holds no plan", file=str(file))
        # Folders made earlier call the number of seats "players".
        plan = decoded(lines[0].replace(b'"players":', b'"seats":', 1), Plan, file, 1)
        rows = enumerate(lines[1:], 2)
        return cls(path, plan, [decoded(row, Result, file, number) for number, row in rows])

    def missing(self) -> list[Fixture]:
        """Return the fixtures that are still to be played."""
        return [one for one in schedule(self.plan) if one.number not in self.results]

    def add(self, result: Result) -> None:
        """Write a result so that it survives whatever comes."""
        with (self.path / RESULTS).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(asdict(result)) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        self.results[result.number] = result


def decoded(line: bytes, kind: type[Line], file: Path, number: int) -> Line:
    """Return what a line of the results says: the plan, or a result."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        message = f"is no {kind.__name__.lower()}: {error}"
        raise FileError(message, file=str(file), line=number) from None


def drop_cut_line(file: Path) -> None:
    """Remove what follows the last whole line, so that the next result begins a line."""
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        file.write_bytes(whole)


def run_locally(plan: Plan, fixtures: Iterable[Fixture], workers: int) -> Iterator[Result]:
    """Play fixtures of one plan in processes and yield each result when it is there."""
    return (result for _, result in run_all(((plan, plan, f) for f in fixtures), workers))


def run_all(
    todo: Iterable[tuple[Whose, Plan, Fixture]], workers: int, ends: float = math.inf
) -> Iterator[tuple[Whose, Result]]:
    """Play fixtures in processes; yield whose each was, with its result when that is there.

    When the clock is at `ends`, those that are not begun are left.
    """
    waiting = iter(todo)
    running: dict[Future[Result], Whose] = {}
    # Ctrl-C reaches all processes of a terminal; only this one answers it.
    deaf = (signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with ProcessPoolExecutor(workers, get_context("spawn"), *deaf) as pool:
        try:
            while True:
                left = ends - time.monotonic()
                if left > 0:
                    # Few at a time, so that neither Ctrl-C nor the end waits for a long queue.
                    for whose, plan, fixture in islice(waiting, workers * 2 - len(running)):
                        running[pool.submit(play, plan, fixture)] = whose
                else:
                    running = {f: whose for f, whose in running.items() if not f.cancel()}
                if not running:
                    return
                patience = left if 0 < left < math.inf else None
                done, _ = wait(running, patience, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
