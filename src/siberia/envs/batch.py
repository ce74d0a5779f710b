"""Thousands of matches stepped at once over one array of records, on all cores or on a GPU.

A match that is over is dealt again at once, by its own chance. The arrays are written in place:
give your own, or use those the batch makes.

>>> batch = Batch("card", 1000, seats=2, seed=1)
>>> actions = batch.masks.argmax(axis=1)  # the first legal move everywhere
>>> batch.step(actions)
>>> batch.done.any()
np.False_
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from siberia.engine.errors import SetupError
from siberia.engine.rng import generator
from siberia.engine.schema import Array
from siberia.envs.kernels import SEATS, Steps
from siberia.match import Match
from siberia.match.engines import engine
from siberia.match.setup import match_seed, one_of

# A seed's first bit tells chance of the matches from that of random players.
APART = 1 << 127


class Batch:
    """Many matches of one set-up, side by side.

    `masks` says which moves are legal, `observations` what the seat to move sees (a game's
    OBSERVATION says which number is what), `to_move` which seat that is. After a step `done` says
    which matches it ended; there `rewards` holds each seat's share of the win and `scores` the
    dollars, and everything else is already of the next match.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int = 2,
        seed: int = 0,
        edition: str = "dlp",
        expansion: bool = False,
        exchanges: str | None = None,
        device: str = "cpu",
        masks: Any = None,
        observations: Any = None,
    ) -> None:
        """Deal the matches; number n begins as Match.new(…, seed=(seed << 64) + n, start=0) does.

        On `device="cuda"` all arrays lie on the GPU, and whatever offers the CUDA array interface
        (PyTorch, CuPy) can be given and can read them without a copy.
        """
        if one_of(count, range(1, 1 << 31)) is None:
            raise SetupError("a batch has one match or more", about="count")
        setup = Match.new(
            game, seats=seats, start=0, edition=edition, expansion=expansion, exchanges=exchanges
        ).setup
        self.game = engine(game).game
        self.count = count
        self._device = on_device(device, game, count)
        box: Any = np.array([self.game.unpack(setup)], self.game.STATE.dtype)
        states: Any = np.repeat(box, count)
        seeds = [match_seed(seed, slot) for slot in range(count)]
        steps(game).deal_all(states, np.array([generator(seed) for seed in seeds]))
        # Random players draw from chance of their own, apart from that of the matches.
        choosers = np.array([generator(seed ^ APART) for seed in seeds])
        self._box, self.states = self._device.array(box), self._device.array(states)
        self._choosers = self._device.array(choosers)
        self.masks = self._device.own(masks, (count, self.game.MOVES), np.uint8)
        self.observations = self._device.own(observations, (count, self.width), np.int16)
        self.to_move = self._device.zeros(count, np.int16)
        self.rewards = self._device.zeros((count, SEATS), np.float32)
        self.scores = self._device.zeros((count, SEATS), np.int64)
        self.done = self._device.zeros(count, np.bool_)
        # How many matches have ended in each slot under `play_randomly`.
        self.ended = self._device.zeros(count, np.int64)
        self._device.show(self.states, self._arrays)

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return sum(part.length for part in self.game.OBSERVATION)

    @property
    def _arrays(self) -> tuple[Any, ...]:
        told = (self.masks, self.observations, self.to_move)
        return (*told, self.rewards, self.scores, self.done)

    def step(self, actions: Any) -> None:
        """Make one legal move in every match, or raise ValueError and make none."""
        actions = self._device.actions(actions)
        if actions.shape != (self.count,):
            raise ValueError(f"{self.count} matches need as many actions, not {actions.shape}")
        wrong = self._device.first_illegal(actions, self.masks)
        if wrong >= 0:
            raise ValueError(f"the action is not legal in match {wrong}")
        over = self.game.OVER
        self._device.step(self._box, self.states, actions, over, self._arrays)

    def play_randomly(self, plies: int) -> None:
        """Make so many random moves in every match."""
        choosers, over = self._choosers, self.game.OVER
        self._device.play(self._box, self.states, choosers, over, plies, self.ended, self._arrays)


def on_device(name: str, game: str, count: int) -> Any:
    """Return what does the work: the cores of this machine, or its GPU."""
    if name == "cpu":
        return Cores(game, count)
    if name == "cuda":
        from siberia.envs.cuda import Gpu

        return Gpu(game, count)
    raise SetupError(f"no device {name!r}; there is cpu or cuda", about="device")


class Cores:
    """Does the work in threads: compiled steps hold no lock."""

    def __init__(self, game: str, count: int) -> None:
        self._steps = steps(game)
        threads = os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(threads)
        self._edges = np.linspace(0, count, threads + 1).astype(np.int64)
        self._scratch = np.zeros((threads, engine(game).game.MOVES + 4), np.int64)

    def array(self, array: Array) -> Array:
        """Return an array that lies here."""
        return array

    def zeros(self, shape: Any, kind: Any) -> Array:
        """Return an empty array."""
        return np.zeros(shape, kind)

    def own(self, array: Array | None, shape: tuple[int, ...], kind: Any) -> Array:
        """Return the caller's array if it fits, or a new one."""
        if array is None:
            return self.zeros(shape, kind)
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
            told = f"a contiguous array of {np.dtype(kind)} in the shape {shape}"
            raise ValueError(f"this needs {told}, not {array.dtype} in the shape {array.shape}")
        return array

    def actions(self, actions: Any) -> Array:
        """Return actions as the steps take them."""
        return np.ascontiguousarray(actions, np.int64)

    def first_illegal(self, actions: Array, masks: Array) -> int:
        """Return the first match whose action is not legal, or -1."""
        return self._steps.first_illegal(actions, masks)

    def show(self, *arguments: Any) -> None:
        """Write masks and observations."""
        self._share(self._steps.show_some, *arguments)

    def step(self, *arguments: Any) -> None:
        """Make a move in every match."""
        self._share(self._steps.step_some, *arguments)

    def play(self, *arguments: Any) -> None:
        """Make random moves in every match."""
        self._share(self._steps.play_some, *arguments)

    def _share(self, function: Any, *arguments: Any) -> None:
        """Let each thread do a part of the matches."""
        *inputs, arrays = arguments

        def work(thread: int) -> None:
            slots = self._edges[thread : thread + 2]
            function(*inputs, self._scratch[thread], slots, arrays)

        list(self._pool.map(work, range(len(self._scratch))))


@cache
def steps(game: str) -> Steps:
    """Return the compiled steps of a game, once for a process."""
    return Steps(engine(game).game)
