"""The steps on all cores of this machine."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from siberia.engine.schema import Array
from siberia.envs.kernels import Arrays, Matches, RandomPlayers, ThreadScratch, batch_kernels
from siberia.match.engines import engine


class Cores:
    """Does the work in threads: compiled steps hold no lock."""

    def __init__(self, game: str, count: int) -> None:
        self._kernels = batch_kernels(game)
        threads = os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(threads)
        self._edges = np.linspace(0, count, threads + 1).astype(np.int64)
        rules = engine(game).game
        self._scratch = [
            ThreadScratch(
                moves=np.zeros(rules.MOVES, np.int64),
                chance=np.zeros(rules.STATE.dtype["rng"].shape, np.int64),
            )
            for _ in range(threads)
        ]

    def array(self, array: Array) -> Array:
        """Return an array that lies here."""
        return array

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.generic]) -> Array:
        """Return an array of zeros."""
        return np.zeros(shape, kind)

    def own(self, array: Array | None, shape: tuple[int, ...], kind: type[np.generic]) -> Array:
        """Return the caller's array if it fits, or a new one."""
        if array is None:
            return self.zeros(shape, kind)
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
            wanted = f"a contiguous array of {np.dtype(kind)} in the shape {shape}"
            raise ValueError(f"this needs {wanted}, not {array.dtype} in the shape {array.shape}")
        return array

    def actions(self, actions: Any) -> Array:
        """Return actions as the steps take them."""
        return np.ascontiguousarray(actions, np.int64)

    def first_illegal(self, actions: Array, masks: Array) -> int:
        """Return the first match whose action is not legal, or -1."""
        return self._kernels.first_illegal(actions, masks)

    def show(self, matches: Matches, arrays: Arrays) -> None:
        """Write masks and observations."""
        show_some = self._kernels.show_some
        self._share_work(lambda scratch, slots: show_some(matches, scratch, slots, arrays))

    def step(self, matches: Matches, actions: Array, arrays: Arrays) -> None:
        """Make a move in every match."""
        step_some = self._kernels.step_some
        self._share_work(lambda scratch, slots: step_some(matches, actions, scratch, slots, arrays))

    def play(self, matches: Matches, players: RandomPlayers, plies: int, arrays: Arrays) -> None:
        """Make random moves in every match."""
        play_some = self._kernels.play_some
        self._share_work(
            lambda scratch, slots: play_some(matches, players, plies, scratch, slots, arrays)
        )

    def _share_work(self, work: Callable[[ThreadScratch, Array], None]) -> None:
        """Let each thread do a part of the matches: from one edge to before the next."""
        slots = (self._edges[thread : thread + 2] for thread in range(len(self._scratch)))
        list(self._pool.map(work, self._scratch, slots))
