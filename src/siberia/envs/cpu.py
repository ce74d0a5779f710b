"""The steps on all cores of this machine."""

import os
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np

from siberia.engine.contract import Game
from siberia.engine.errors import SetupError
from siberia.engine.schema import Array
from siberia.envs.kernels import Arrays, Matches, RandomPlayers, ThreadScratch, batch_kernels
from siberia.match.engines import engine

# A job: what to do, for which thread's room and which slots, and where to say that it is done.
Work = Callable[[tuple[Array, ...], Array], None]
Job = tuple[Work, tuple[Array, ...], Array, "SimpleQueue[Exception | None]"]


class Cores:
    """Does the work in threads: compiled steps hold no lock."""

    def __init__(self, game: str, count: int, *, learning: bool, stream: Any) -> None:
        if stream is not None:
            raise SetupError("a stream is for device='cuda'; the cpu has none", about="stream")
        self._kernels = batch_kernels(game, learning)
        threads = os.cpu_count() or 1
        rules = engine(game).game
        edges = np.linspace(0, count, threads + 1).astype(np.int64)
        self._parts = [
            (room_of_a_thread(rules), edges[thread : thread + 2]) for thread in range(threads)
        ]
        # A step is short. Futures would take longer to hand it out than the threads to make it.
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        for _ in range(threads):
            Thread(target=serve, args=(self._jobs,), daemon=True).start()
        weakref.finalize(self, dismiss, self._jobs, threads)

    def array(self, array: Array) -> Array:
        """Return an array that lies here."""
        return array

    def share(self, array: Any) -> Array:
        """Return the caller's array, to be written in place; PyTorch's, too, by DLPack."""
        shared = array if isinstance(array, np.ndarray) else np.from_dlpack(array)
        if not shared.flags.writeable:
            raise ValueError("this array is to be written, but it is read-only")
        return shared

    def clear(self, array: Array) -> None:
        """Fill an array with zeros."""
        array.fill(0)

    def actions(self, actions: Any) -> Array:
        """Return actions as the steps take them."""
        return np.ascontiguousarray(actions, np.int64)

    def first_illegal(self, actions: Array, masks: Array) -> int:
        """Return the first match whose action is not legal, or -1."""
        return self._kernels.first_illegal(actions, masks)

    def show(self, matches: Matches, arrays: Arrays) -> None:
        """Write masks and observations."""
        played, shown, show_some = tuple(matches), tuple(arrays), self._kernels.show_some
        self._share_work(lambda scratch, slots: show_some(played, scratch, slots, shown))

    def step(self, matches: Matches, actions: Array, arrays: Arrays) -> None:
        """Make a move in every match."""
        played, shown, step_some = tuple(matches), tuple(arrays), self._kernels.step_some
        self._share_work(lambda scratch, slots: step_some(played, actions, scratch, slots, shown))

    def play(self, matches: Matches, players: RandomPlayers, plies: int, arrays: Arrays) -> None:
        """Make random moves in every match."""
        played, shown, play_some = tuple(matches), tuple(arrays), self._kernels.play_some
        random = tuple(players)
        self._share_work(
            lambda scratch, slots: play_some(played, random, plies, scratch, slots, shown)
        )

    def _share_work(self, work: Work) -> None:
        """Let each thread do a part of the matches: from one edge to before the next."""
        done: SimpleQueue[Exception | None] = SimpleQueue()
        for scratch, slots in self._parts:
            self._jobs.put((work, scratch, slots, done))
        for error in [done.get() for _ in self._parts]:
            if error:
                raise error


def room_of_a_thread(rules: Game) -> tuple[Array, ...]:
    """Return what a thread works in, as the plain tuple that the loops take."""
    chance = np.zeros(rules.STATE.dtype["rng"].shape, np.int64)
    return tuple(ThreadScratch(moves=np.zeros(rules.MOVES, np.int64), chance=chance))


def serve(jobs: "SimpleQueue[Job | None]") -> None:
    """Do jobs, in a thread, until there is None."""
    while (job := jobs.get()) is not None:
        work, scratch, slots, done = job
        try:
            work(scratch, slots)
        except Exception as error:
            done.put(error)
        else:
            done.put(None)


def dismiss(jobs: "SimpleQueue[Job | None]", threads: int) -> None:
    """Let threads end."""
    for _ in range(threads):
        jobs.put(None)
