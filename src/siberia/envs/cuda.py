"""The steps on a GPU: one thread for each match, the rules' functions called unchanged."""

import types
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda as numba_cuda
from numba import int16, int32, int64

from siberia.engine.contract import Game
from siberia.engine.errors import SetupError
from siberia.envs.dlpack import on_stream, shared, stream_of
from siberia.envs.kernels import (
    Arrays,
    BatchKernels,
    Matches,
    RandomPlayers,
    ThreadScratch,
    batch_kernels,
)
from siberia.match.engines import engine

# Numba's types do not know what a kernel may say.
cuda: Any = numba_cuda
# Threads in a block: registers are the limit, so that small blocks fill the processors better.
BLOCK = 64


def show_kernel(matches: Any, arrays: Any) -> None:
    """Write masks and observations."""
    slot = cuda.grid(1)
    if slot < len(matches.states):
        moves = cuda.local.array(MOVES, int16)
        show_slot(matches.states, slot, moves, arrays)


def step_kernel(matches: Any, actions: Any, arrays: Any) -> None:
    """Make a move in every match."""
    slot = cuda.grid(1)
    if slot < len(matches.states):
        moves = cuda.local.array(MOVES, int16)
        chance = cuda.local.array(RNG, int64)
        step_slot(matches, slot, actions[slot], ThreadScratch(moves, chance), arrays)


def play_kernel(matches: Any, players: Any, plies: int, arrays: Any) -> None:
    """Make random moves in every match; the state lies in the thread's own memory meanwhile."""
    slot = cuda.grid(1)
    if slot < len(matches.states):
        moves = cuda.local.array(MOVES, int16)
        chance = cuda.local.array(RNG, int64)
        chooser = cuda.local.array(RNG, int64)
        states = cuda.local.array(1, STATE)
        kinds = cuda.local.array(1, int32)
        states[0] = matches.states[slot]
        kinds[0] = matches.kinds[slot]
        for i in range(RNG):
            chooser[i] = players.choosers[slot, i]
        own = Matches(matches.boxes, kinds, states, matches.over)
        players.ended[slot] += play_slot(own, 0, chooser, plies, ThreadScratch(moves, chance))
        for i in range(RNG):
            players.choosers[slot, i] = chooser[i]
        matches.states[slot] = states[0]
        show_slot(matches.states, slot, moves, arrays)


def check_kernel(actions: Any, masks: Any, first: Any) -> None:
    """Find the first match whose action is not legal."""
    slot = cuda.grid(1)
    if slot < len(actions):
        move = actions[slot]
        if move < 0 or move >= masks.shape[1] or masks[slot, move] == 0:
            cuda.atomic.min(first, 0, slot)


class GpuKernels(NamedTuple):
    """The kernels of one game; each is compiled when it is first needed."""

    show: Any
    step: Any
    play: Any
    check: Any


@cache
def gpu_kernels(game: str, learning: bool) -> GpuKernels:
    """Return the kernels of a game, once for a process: compiling them takes half a minute."""
    rules, kernels = engine(game).game, batch_kernels(game, learning)
    bodies = (show_kernel, step_kernel, play_kernel, check_kernel)
    return GpuKernels(*(compiled(body, rules, kernels) for body in bodies))


class Gpu:
    """Does the work on a GPU, all of it on one stream."""

    def __init__(self, game: str, count: int, *, learning: bool, stream: Any) -> None:
        if not cuda.is_available():
            message = "no GPU was found; CUDA and the extra siberia[cuda] are needed"
            raise SetupError(message, about="device")
        # What was given is kept as well: a stream ends with its owner.
        self._given_stream, self._stream = stream, stream_of(stream)
        self._launch = ((count + BLOCK - 1) // BLOCK, BLOCK, self._stream)
        self._first = self.array(np.zeros(1, np.int64))
        self._kernels = gpu_kernels(game, learning)

    def array(self, array: Any) -> Any:
        """Return an array that lies on the GPU."""
        return on_stream(cuda.to_device(array, stream=self._stream), self._stream)

    def share(self, array: Any) -> Any:
        """Return the caller's array, to be written in place."""
        given = shared(array, self._stream, to_write=True)
        if given is None:
            raise ValueError("this needs an array on the GPU, with DLPack or the CUDA interface")
        return given

    def clear(self, array: Any) -> None:
        """Fill an array with zeros."""
        array.copy_to_device(np.zeros(array.shape, array.dtype))

    def actions(self, actions: Any) -> Any:
        """Return actions as the kernels take them, copied only if they come from elsewhere."""
        given = shared(actions, self._stream, to_write=False)
        return self.array(np.ascontiguousarray(actions, np.int64)) if given is None else given

    def first_illegal(self, actions: Any, masks: Any) -> int:
        """Return the first match whose action is not legal, or -1."""
        none = len(masks)
        self._first.copy_to_device(np.array([none]))
        self._kernels.check[self._launch](actions, masks, self._first)
        found = self._first.copy_to_host()
        if self._stream:
            self._stream.synchronize()
        return -1 if found[0] == none else int(found[0])

    def show(self, matches: Matches, arrays: Arrays) -> None:
        """Write masks and observations."""
        self._kernels.show[self._launch](matches, arrays)

    def step(self, matches: Matches, actions: Any, arrays: Arrays) -> None:
        """Make a move in every match."""
        self._kernels.step[self._launch](matches, actions, arrays)

    def play(self, matches: Matches, players: RandomPlayers, plies: int, arrays: Arrays) -> None:
        """Make random moves in every match."""
        self._kernels.play[self._launch](matches, players, plies, arrays)


def compiled(kernel: Any, game: Game, kernels: BatchKernels) -> Any:
    """Compile a kernel for a game, in which the names below mean its steps and sizes."""
    state = game.STATE.dtype
    bound = {
        **kernel.__globals__,
        "show_slot": kernels.show_slot,
        "step_slot": kernels.step_slot,
        "play_slot": kernels.play_slot,
        "MOVES": game.MOVES,
        "STATE": state,
        "RNG": state["rng"].shape[0],
    }
    return cuda.jit(types.FunctionType(kernel.__code__, bound, kernel.__name__))


# `compiled` binds these names to a game; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


show_slot = step_slot = play_slot = _unbound
MOVES, RNG, STATE = 0, 0, int16
