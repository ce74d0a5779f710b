"""The steps on a GPU: one thread for each match, the rules' functions called unchanged."""

import types
from typing import Any

import numpy as np
from numba import cuda as numba_cuda
from numba import int16, int64

from siberia.engine.contract import Game
from siberia.engine.errors import SetupError
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
        states[0] = matches.states[slot]
        for i in range(RNG):
            chooser[i] = players.choosers[slot, i]
        own = Matches(matches.box, states, matches.over)
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


class Gpu:
    """Does the work on a GPU."""

    def __init__(self, game: str, count: int) -> None:
        if not cuda.is_available():
            message = "no GPU was found; CUDA and the extra siberia[cuda] are needed"
            raise SetupError(message, about="device")
        self._grid = ((count + BLOCK - 1) // BLOCK, BLOCK)
        self._first = cuda.to_device(np.zeros(1, np.int64))
        rules, kernels = engine(game).game, batch_kernels(game)
        self._show = compiled(show_kernel, rules, kernels)
        self._step = compiled(step_kernel, rules, kernels)
        self._play = compiled(play_kernel, rules, kernels)
        self._check = compiled(check_kernel, rules, kernels)

    def array(self, array: Any) -> Any:
        """Return an array that lies on the GPU."""
        return cuda.to_device(array)

    def zeros(self, shape: int | tuple[int, ...], kind: type[np.generic]) -> Any:
        """Return an array of zeros."""
        return cuda.to_device(np.zeros(shape, kind))

    def own(self, array: Any, shape: tuple[int, ...], kind: type[np.generic]) -> Any:
        """Return the caller's array if it fits, or a new one."""
        if array is None:
            return self.zeros(shape, kind)
        given = cuda.as_cuda_array(array)
        if given.shape != shape or given.dtype != kind:
            wanted = f"an array of {np.dtype(kind)} on the GPU in the shape {shape}"
            raise ValueError(f"this needs {wanted}, not {given.dtype} in the shape {given.shape}")
        return given

    def actions(self, actions: Any) -> Any:
        """Return actions as the kernels take them, copied only if they come from elsewhere."""
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        return cuda.to_device(np.ascontiguousarray(actions, np.int64))

    def first_illegal(self, actions: Any, masks: Any) -> int:
        """Return the first match whose action is not legal, or -1."""
        none = len(masks)
        self._first.copy_to_device(np.array([none]))
        self._check[self._grid](actions, masks, self._first)
        found = int(self._first.copy_to_host()[0])
        return -1 if found == none else found

    def show(self, matches: Matches, arrays: Arrays) -> None:
        """Write masks and observations."""
        self._show[self._grid](matches, arrays)

    def step(self, matches: Matches, actions: Any, arrays: Arrays) -> None:
        """Make a move in every match."""
        self._step[self._grid](matches, actions, arrays)

    def play(self, matches: Matches, players: RandomPlayers, plies: int, arrays: Arrays) -> None:
        """Make random moves in every match."""
        self._play[self._grid](matches, players, plies, arrays)


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
