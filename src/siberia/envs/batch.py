"""Thousands of matches stepped at once over one array of states, on all cores or on a GPU.

A match that is over is dealt again at once, by its own chance. The arrays are written in place:
give your own, or use those the batch makes.

>>> batch = Batch("card", 1000, seats=2, seed=1)
>>> actions = batch.masks.argmax(axis=1)  # the first legal move everywhere
>>> batch.step(actions)
>>> batch.done.any()
np.False_
"""

from collections.abc import Sequence
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
    """Many matches of one game, side by side.

    `masks` says which moves are legal, `observations` what the seat to move sees (a game's
    OBSERVATION says which number is what), `to_move` which seat that is, `seats` how many there
    are. After a step `done` says which matches it ended; there `rewards` holds each seat's share of
    the win and `scores` the dollars, and everything else is already of the next match.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int | Sequence[int] = 2,
        seed: int = 0,
        edition: str | Sequence[str] = "dlp",
        expansion: bool | Sequence[bool] = False,
        exchanges: str | Sequence[str | None] | None = None,
        learning: bool = False,
        device: str = "cpu",
        stream: Any = None,
        masks: Any = None,
        observations: Any = None,
        hidden: Any = None,
        to_move: Any = None,
        rewards: Any = None,
        scores: Any = None,
        done: Any = None,
    ) -> None:
        """Deal the matches; number n begins as Match.new(…, seed=(seed << 64) + n, start=0) does.

        `seats`, `edition`, `expansion` and `exchanges` are one value for all matches, or one for
        each. For `learning`, the observations hold what `siberia.bots.inputs` derives from them as
        well, and `hidden` what the seat to move may not know: for critics, not for players.

        On `device="cuda"` all arrays lie on the GPU, and whatever offers DLPack or the CUDA array
        interface (PyTorch, JAX, CuPy) can be given and can read them without a copy. The GPU works
        on `stream`: a handle, or an object with one.
        """
        if one_of(count, range(1, 1 << 31)) is None:
            raise SetupError("a batch has one match or more", about="count")
        if hidden is not None and not learning:
            raise SetupError("hidden numbers are written for learning=True", about="hidden")
        options = {
            "seats": each_of(seats, count, "seats"),
            "edition": each_of(edition, count, "edition"),
            "expansion": each_of(expansion, count, "expansion"),
            "exchanges": each_of(exchanges, count, "exchanges"),
        }
        setups, kinds = distinct_setups(game, options)
        self.game = engine(game).game
        self.count = count
        kernels = batch_kernels(game, learning)
        # How many numbers an observation has.
        self.width = kernels.width
        self._device = on_device(device, game, count, learning=learning, stream=stream)
        self._deal(setups, kinds, seed)
        self.masks = self._own(masks, (count, self.game.MOVES), np.uint8)
        self.observations = self._own(
            observations, (rows(observations, count), self.width), np.int16
        )
        # Without rows nothing is written: nothing is observed, nothing hidden revealed.
        revealed = rows(hidden, count) if learning else 0
        self.hidden = self._own(hidden, (revealed, kernels.hidden_width), np.int16)
        self.to_move = self._own(to_move, (count,), np.int16)
        self.rewards = self._own(rewards, (count, MOST_SEATS), np.float32)
        self.scores = self._own(scores, (count, MOST_SEATS), np.int64)
        self.done = self._own(done, (count,), np.bool_)
        # What the devices are handed at each step, put together once.
        self._matches = Matches(self._boxes, self._kinds, self.states, self.game.OVER)
        self._arrays = Arrays(
            masks=self.masks,
            observations=self.observations,
            hidden=self.hidden,
            to_move=self.to_move,
            rewards=self.rewards,
            scores=self.scores,
            done=self.done,
        )
        self._players = RandomPlayers(choosers=self._choosers, ended=self.ended)
        self._device.show(self._matches, self._arrays)

    def _deal(self, setups: list[Setup], kinds: Any, seed: int) -> None:
        """Deal every match from its own seed, and give it random players with one of theirs."""
        unpacked = [self.game.unpack(setup) for setup in setups]
        boxes: Any = np.array(unpacked, self.game.STATE.dtype)
        states = boxes[kinds]
        seeds = [match_seed(seed, slot) for slot in range(self.count)]
        chances = np.array([generator(seed) for seed in seeds])
        batch_kernels(self.game.NAME, False).deal_all(states, chances)
        choosers = np.array([generator(seed ^ APART) for seed in seeds])
        self._boxes, self._kinds = self._device.array(boxes), self._device.array(kinds)
        self.states = self._device.array(states)
        self.seats = self._device.array(boxes["seats"].astype(np.int16)[kinds])
        self._choosers = self._device.array(choosers)
        # How many matches have ended in each slot under `play_randomly`.
        self.ended = self._device.array(np.zeros(self.count, np.int64))

    def _own(self, given: Any, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
        """Return the caller's array if it fits, or a new one."""
        if given is None:
            return self._device.array(np.zeros(shape, kind))
        array = self._device.share(given)
        if array.shape != shape or array.dtype != kind or not array.flags["C_CONTIGUOUS"]:
            wanted = f"a contiguous array of {np.dtype(kind)} in the shape {shape}"
            raise ValueError(f"this needs {wanted}, not {array.dtype} in the shape {array.shape}")
        self._device.clear(array)
        return array

    def step(self, actions: Any, check: bool = True) -> None:
        """Make one legal move in every match, or raise ValueError and make none.

        With `check=False` nobody looks whether the moves are legal, and a GPU need not be waited
        for. An illegal move then makes its match meaningless, and a number that is no move at all
        may break more than that.
        """
        actions = self._device.actions(actions)
        if actions.shape != (self.count,):
            raise ValueError(f"{self.count} matches need as many actions, not {actions.shape}")
        if check:
            wrong = self._device.first_illegal(actions, self.masks)
            if wrong >= 0:
                raise ValueError(f"the action is not legal in match {wrong}")
        self._device.step(self._matches, actions, self._arrays)

    def play_randomly(self, plies: int) -> None:
        """Make so many random moves in every match."""
        self._device.play(self._matches, self._players, plies, self._arrays)


class Device(Protocol):
    """What does the work; its arrays are NumPy's on the cores of this machine, or a GPU's."""

    def array(self, array: Any) -> Any:
        """Return an array that lies there."""
        ...

    def share(self, array: Any) -> Any:
        """Return the caller's array, to be written in place."""
        ...

    def clear(self, array: Any) -> None:
        """Fill an array with zeros."""
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


def rows(given: Any, count: int) -> int:
    """Return how many rows an array must have; who wants none of it gives one without rows."""
    return 0 if given is not None and given.shape[0] == 0 else count


def each_of(value: Any, count: int, about: str) -> list[Any]:
    """Return the value of an option for each match: the same, or one given for each."""
    values = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(values, str) or not isinstance(values, Sequence):
        return [values] * count
    if len(values) != count:
        wanted = f"one value, or one for each of the {count} matches"
        raise SetupError(f"{about} must be {wanted}, not {len(values)} values", about=about)
    return list(values)


def distinct_setups(game: str, options: dict[str, list[Any]]) -> tuple[list[Setup], Any]:
    """Return every set-up that the matches have, once, and which of them each match has."""
    chosen = list(zip(*options.values(), strict=True))
    numbers = {choice: number for number, choice in enumerate(dict.fromkeys(chosen))}
    setups = [
        Setup.new(game, start=0, **dict(zip(options, choice, strict=True))) for choice in numbers
    ]
    return setups, np.array([numbers[choice] for choice in chosen], np.int32)


def on_device(name: str, game: str, count: int, *, learning: bool, stream: Any) -> Device:
    """Return what does the work: the cores of this machine, or its GPU."""
    if name == "cpu":
        return Cores(game, count, learning=learning, stream=stream)
    if name == "cuda":
        from siberia.envs.cuda import Gpu

        return Gpu(game, count, learning=learning, stream=stream)
    raise SetupError(f"no device {name!r}; there is cpu or cuda", about="device")
