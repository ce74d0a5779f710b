"""The same steps on a GPU: one thread for each match, the rules' functions called unchanged."""

import types
from typing import Any

import numpy as np
from numba import cuda as numba_cuda
from numba import int16, int64

from siberia.engine.contract import Game
from siberia.engine.errors import SetupError
from siberia.envs.kernels import Steps
from siberia.match.engines import engine

# Numba's types do not know what a kernel may say.
cuda: Any = numba_cuda
# Threads in a block: registers are the limit, so that small blocks fill the processors better.
BLOCK = 64


def show_kernel(states: Any, arrays: Any) -> None:
    """Write masks and observations."""
    slot = cuda.grid(1)
    if slot < len(states):
        moves = cuda.local.array(MOVES, int16)
        show_slot(states, slot, moves, arrays[0], arrays[1], arrays[2])


def step_kernel(box: Any, states: Any, actions: Any, over: int, arrays: Any) -> None:
    """Make a move in every match."""
    slot = cuda.grid(1)
    if slot < len(states):
        moves = cuda.local.array(MOVES, int16)
        chance = cuda.local.array(4, int64)
        step_slot(box, states, slot, actions[slot], over, moves, chance, *arrays)


def play_kernel(
    box: Any, states: Any, choosers: Any, over: int, plies: int, ended: Any, arrays: Any
) -> None:
    """Make random moves in every match; the record lies in the thread's own memory meanwhile."""
    slot = cuda.grid(1)
    if slot < len(states):
        moves = cuda.local.array(MOVES, int16)
        chance = cuda.local.array(4, int64)
        chooser = cuda.local.array(4, int64)
        own = cuda.local.array(1, RECORD)
        counted = cuda.local.array(1, int64)
        own[0] = states[slot]
        counted[0] = 0
        for i in range(4):
            chooser[i] = choosers[slot, i]
        play_slot(box, own, 0, chooser, over, moves, chance, plies, counted)
        for i in range(4):
            choosers[slot, i] = chooser[i]
        states[slot] = own[0]
        ended[slot] += counted[0]
        show_slot(states, slot, moves, arrays[0], arrays[1], arrays[2])


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
            told = "no GPU was found; CUDA and the extra siberia[cuda] are needed"
            raise SetupError(told, about="device")
        self._grid = ((count + BLOCK - 1) // BLOCK, BLOCK)
        self._first = cuda.to_device(np.zeros(1, np.int64))
        rules = engine(game).game
        steps = Steps(rules)
        names = {name: getattr(steps, name) for name in ("show_slot", "step_slot", "play_slot")}
        self._show, self._step, self._play, self._check = (
            kernel(function, rules, names)
            for function in (show_kernel, step_kernel, play_kernel, check_kernel)
        )

    def array(self, array: Any) -> Any:
        """Return an array that lies on the GPU."""
        return cuda.to_device(array)

    def zeros(self, shape: Any, kind: Any) -> Any:
        """Return an empty array."""
        return cuda.to_device(np.zeros(shape, kind))

    def own(self, array: Any, shape: tuple[int, ...], kind: Any) -> Any:
        """Return the caller's array if it fits, or a new one."""
        if array is None:
            return self.zeros(shape, kind)
        seen = cuda.as_cuda_array(array)
        if seen.shape != shape or seen.dtype != kind:
            told = f"an array of {np.dtype(kind)} on the GPU in the shape {shape}"
            raise ValueError(f"this needs {told}, not {seen.dtype} in the shape {seen.shape}")
        return seen

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

    def show(self, *arguments: Any) -> None:
        """Write masks and observations."""
        self._show[self._grid](*arguments)

    def step(self, *arguments: Any) -> None:
        """Make a move in every match."""
        self._step[self._grid](*arguments)

    def play(self, *arguments: Any) -> None:
        """Make random moves in every match."""
        self._play[self._grid](*arguments)


def kernel(function: Any, game: Game, names: dict[str, Any]) -> Any:
    """Compile a kernel for a game, in which the names mean its steps and sizes."""
    sizes = {"MOVES": game.MOVES, "RECORD": game.STATE.dtype}
    bound = {**function.__globals__, **names, **sizes}
    return cuda.jit(types.FunctionType(function.__code__, bound, function.__name__))


# These names are bound to a game by `kernel`; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


show_slot = step_slot = play_slot = _unbound
MOVES, RECORD = 0, int16
