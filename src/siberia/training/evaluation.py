"""How good a net is while it learns: matches against fixed opponents, in a process of its own.

Nothing here imports what trains: the process that plays needs neither JAX nor a GPU.
"""

from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from siberia.arena.play import play
from siberia.arena.ratings import interval
from siberia.arena.schedule import Plan, schedule

# Matches against each opponent at every measurement.
MATCHES = 40


class Measured(NamedTuple):
    """A net's share of the win against an opponent after so many updates, and its 95 %."""

    updates: int
    opponent: str
    share: float
    low: float
    high: float


def measure(game: str, net: Path, opponents: tuple[str, ...], updates: int) -> list[Measured]:
    """Play a net of a file against each of the opponents, two at a table; then remove the file."""
    found = []
    for opponent in opponents:
        bots = (f"net:{net}", opponent)
        plan = Plan(game, 2, bots, MATCHES, seed=updates)
        results = [play(plan, fixture) for fixture in schedule(plan)]
        seats = [(result, result.bots.index(bots[0])) for result in results]
        share = fmean(result.shares[seat] for result, seat in seats)
        found.append(Measured(updates, opponent, share, *interval(seats)))
    net.unlink()
    return found


class Examiner:
    """Measures nets beside the training, one after the other."""

    def __init__(self, game: str, opponents: tuple[str, ...]) -> None:
        self._game = game
        self._opponents = opponents
        self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        self._running: Future[list[Measured]] | None = None

    @property
    def is_free(self) -> bool:
        """Whether the last measurement has been collected."""
        return self._running is None

    def begin(self, net: bytes, folder: Path, updates: int) -> None:
        """Measure a net; the file may be replaced meanwhile, so that it gets one of its own."""
        path = folder / f"measured-{updates}.npz"
        path.write_bytes(net)
        self._running = self._pool.submit(measure, self._game, path, self._opponents, updates)

    def collect(self, *, wait: bool = False) -> list[Measured]:
        """Return what was measured, or nothing while that goes on."""
        if self._running is None or not (wait or self._running.done()):
            return []
        found, self._running = self._running.result(), None
        return found

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(wait=False, cancel_futures=True)
