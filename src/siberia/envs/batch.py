"""Thousands of matches stepped at once over one array of states, on all cores or on a GPU.

A match that is over is dealt again at once, by its own chance. The arrays are written in place:
give your own, or use those the batch makes.

>>> batch = Batch("card", 1000, seats=2, seed=1)
>>> actions = batch.masks.argmax(axis=1)  # the first legal move everywhere
>>> batch.step(actions)
>>> batch.done.any()
np.False_
"""

from typing import Any, Protocol

import numpy as np

from siberia.engine.errors import SetupError
from siberia.engine.rng import generator
from siberia.engine.vocabulary import MOST_SEATS
from siberia.envs.cpu import Cores
from siberia.envs.kernels import Arrays, Matches, RandomPlayers, batch_kernels
from siberia.match.engines import engine
from siberia.match.setup import Setup, match_seed, one_of

# Turns the seed of a match, in its first bit, into that of its random players.
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
        setup = Setup.new(
            game, seats=seats, start=0, edition=edition, expansion=expansion, exchanges=exchanges
        )
        self.game = engine(game).game
        self.count = count
        self._device = on_device(device, game, count)
        self._deal(setup, seed)
        self.masks = self._device.own(masks, (count, self.game.MOVES), np.uint8)
        self.observations = self._device.own(observations, (count, self.width), np.int16)
        self.to_move = self._device.zeros(count, np.int16)
        self.rewards = self._device.zeros((count, MOST_SEATS), np.float32)
        self.scores = self._device.zeros((count, MOST_SEATS), np.int64)
        self.done = self._device.zeros(count, np.bool_)
        self._device.show(self._matches, self._arrays)

    def _deal(self, setup: Setup, seed: int) -> None:
        """Deal every match from its own seed, and give it random players with one of theirs."""
        box: Any = np.array([self.game.unpack(setup)], self.game.STATE.dtype)
        states: Any = np.repeat(box, self.count)
        seeds = [match_seed(seed, slot) for slot in range(self.count)]
        batch_kernels(setup.game).deal_all(states, np.array([generator(seed) for seed in seeds]))
        choosers = np.array([generator(seed ^ APART) for seed in seeds])
        self._box, self.states = self._device.array(box), self._device.array(states)
        self._choosers = self._device.array(choosers)
        # How many matches have ended in each slot under `play_randomly`.
        self.ended = self._device.zeros(self.count, np.int64)

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return engine(self.game.NAME).observation_width

    @property
    def _matches(self) -> Matches:
        return Matches(box=self._box, states=self.states, over=self.game.OVER)

    @property
    def _arrays(self) -> Arrays:
        return Arrays(
            masks=self.masks,
            observations=self.observations,
            to_move=self.to_move,
            rewards=self.rewards,
            scores=self.scores,
            done=self.done,
        )

    def step(self, actions: Any) -> None:
        """Make one legal move in every match, or raise ValueError and make none."""
        actions = self._device.actions(actions)
        if actions.shape != (self.count,):
            raise ValueError(f"{self.count} matches need as many actions, not {actions.shape}")
        wrong = self._device.first_illegal(actions, self.masks)
        if wrong >= 0:
            raise ValueError(f"the action is not legal in match {wrong}")
        self._device.step(self._matches, actions, self._arrays)

    def play_randomly(self, plies: int) -> None:
        """Make so many random moves in every match."""
        players = RandomPlayers(choosers=self._choosers, ended=self.ended)
        self._device.play(self._matches, players, plies, self._arrays)


class Device(Protocol):
    """What does the work; its arrays are NumPy's on the cores of this machine, or a GPU's."""

    def array(self, array: Any) -> Any:
        """Return an array that lies there."""
        ...

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.generic]) -> Any:
        """Return an array of zeros."""
        ...

    def own(self, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
        """Return the caller's array if it fits, or a new one."""
        ...

    def actions(self, actions: Any) -> Any:
        """Return actions as the steps take them."""
        ...

    def first_illegal(self, actions: Any, masks: Any) -> int:
        """Return the first match whose action is not legal, or -1."""
        ...

    def show(self, matches: Matches, arrays: Arrays) -> None:
        """Write masks and observations."""
        ...

    def step(self, matches: Matches, actions: Any, arrays: Arrays) -> None:
        """Make a move in every match."""
        ...

    def play(self, matches: Matches, players: RandomPlayers, plies: int, arrays: Arrays) -> None:
        """Make random moves in every match."""
        ...


def on_device(name: str, game: str, count: int) -> Device:
    """Return what does the work: the cores of this machine, or its GPU."""
    if name == "cpu":
        return Cores(game, count)
    if name == "cuda":
        from siberia.envs.cuda import Gpu

        return Gpu(game, count)
    raise SetupError(f"no device {name!r}; there is cpu or cuda", about="device")
