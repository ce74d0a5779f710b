"""Steps and random moves a second of batches, on all cores and, where there is one, on a GPU.

    python benchmarks/batch.py            # this machine
    python benchmarks/batch.py --gpu      # and its GPU, compared byte for byte with the CPU first

A step is: a move, a match that ended dealt again, the mask of legal moves, and, where it says so,
the observation of the seat to move. On the cores only the steps are timed, not choosing the
actions; on a GPU both are, one after the other, and the host waits for neither.
"""

import argparse
import time
from typing import Any

import numba
import numpy as np

from siberia.envs.batch import Batch

# The games that are measured, in this order.
GAMES = ("card", "board")


@numba.njit(cache=False)
def choose_one(mask: Any, chance: float) -> int:
    """Choose a legal move at random: the chance lies between 0 and 1."""
    legal = 0
    for move in range(len(mask)):
        legal += mask[move]
    wanted = int(chance * legal)
    for move in range(len(mask)):
        if mask[move]:
            if wanted == 0:
                return move
            wanted -= 1
    return -1


@numba.njit(cache=False)
def choose(masks: Any, chances: Any, actions: Any) -> None:
    """Choose a legal move for each match."""
    for slot in range(len(actions)):
        actions[slot] = choose_one(masks[slot], chances[slot])


def steps_a_second(game: str, count: int, seconds: float, *, observes: bool) -> float:
    """Step a batch on all cores for some seconds."""
    # Where there is no room for observations, none are made.
    none = np.zeros((0, Batch(game, 1).width), np.int16)
    batch = Batch(game, count, seats=4, seed=1, observations=None if observes else none)
    actions, chance = np.zeros(count, np.int64), np.random.default_rng(1)
    # The first step compiles, and is not counted.
    batch.step(batch.masks.argmax(axis=1))
    taken, made = 0.0, 0
    while taken < seconds:
        choose(batch.masks, chance.random(count), actions)
        began = time.perf_counter()
        batch.step(actions)
        taken += time.perf_counter() - began
        made += count
    return made / taken


def moves_a_second(game: str, count: int, plies: int, device: str) -> float:
    """Let a batch play at random."""
    batch = Batch(game, count, seats=4, seed=1, device=device)
    batch.play_randomly(20)
    wait(device)
    began = time.perf_counter()
    batch.play_randomly(plies)
    wait(device)
    return count * plies / (time.perf_counter() - began)


def wait(device: str) -> None:
    """Wait until a GPU has done its work."""
    if device == "cuda":
        gpu().synchronize()


def gpu() -> Any:
    """Return Numba's CUDA, which has no types."""
    from numba import cuda

    return cuda


def gpu_steps_a_second(game: str, count: int, steps: int, *, learning: bool) -> float:
    """Step a batch on a GPU, and choose the actions there, without a check."""
    cuda = gpu()

    def choose_there(masks: Any, chances: Any, actions: Any) -> None:
        slot = cuda.grid(1)
        if slot < len(actions):
            chances[slot] = (chances[slot] + 0.618) % 1.0
            actions[slot] = choose_one(masks[slot], chances[slot])

    chosen = cuda.jit(choose_there)[(count + 127) // 128, 128]
    batch = Batch(game, count, seats=4, seed=1, device="cuda", learning=learning)
    actions = cuda.to_device(np.zeros(count, np.int64))
    chances = cuda.to_device(np.random.default_rng(1).random(count))

    def run(steps: int) -> None:
        for _ in range(steps):
            chosen(batch.masks, chances, actions)
            batch.step(actions, check=False)
        cuda.synchronize()

    run(20)
    began = time.perf_counter()
    run(steps)
    return count * steps / (time.perf_counter() - began)


def compare(game: str) -> None:
    """Check that a GPU does what the CPU does, byte for byte, on a stream of its own."""
    options: dict[str, Any] = {"seats": [2, 3, 4, 4] * 125, "seed": 2, "learning": True}
    here = Batch(game, 500, **options)
    there = Batch(game, 500, device="cuda", stream=gpu().stream(), **options)
    for step in range(200):
        actions = here.masks.argmax(axis=1)
        here.step(actions)
        there.step(actions, check=step < 100)
    for batch in (here, there):
        batch.play_randomly(2000)
    shown = ("masks", "observations", "hidden", "to_move", "rewards", "scores", "done")
    for name in ("states", "seats", "ended", *shown):
        computed = getattr(there, name).copy_to_host()
        assert computed.tobytes() == getattr(here, name).tobytes(), f"{game}: {name} differ"
    for name in shown:
        check_dlpack(getattr(there, name))
    print(f"{game}: 500 matches, 200 steps and 2,000 random moves each: the same bytes")


def check_dlpack(array: Any) -> None:
    """Check that an array can be had by DLPack: the same memory, seen in the same way."""
    from siberia.envs.dlpack import by_dlpack

    described, _ = by_dlpack(array, 0)
    offered = array.__cuda_array_interface__
    for part in ("data", "shape", "typestr"):
        assert described[part] == offered[part], f"DLPack says {described}, not {offered}"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gpu", action="store_true")
    options.add_argument("--seconds", type=float, default=3.0)
    chosen = options.parse_args()
    for game in GAMES:
        for observes in (False, True):
            speed = steps_a_second(game, 4096, chosen.seconds, observes=observes)
            what = "masks and observations" if observes else "masks"
            print(f"{game}, 4 players, all cores, with {what}: {speed / 1e6:.2f} million steps/s")
        speed = moves_a_second(game, 4096, 2000, "cpu")
        print(f"{game}, 4 players, all cores, random play: {speed / 1e6:.1f} million moves/s")
    if not chosen.gpu:
        return
    print(f"GPU: {gpu().get_current_device().name}")
    for game in GAMES:
        compare(game)
        for count in (4096, 132 * 256, 132 * 1024):
            title = f"{game}, 4 players, {count} matches"
            best = max(moves_a_second(game, count, 500, "cuda") for _ in range(3))
            print(f"{title}, random play: {best / 1e6:.0f} million moves/s")
            for learning in (False, True):
                speed = gpu_steps_a_second(game, count, 200, learning=learning)
                what = "for learning" if learning else "with masks and observations"
                print(f"{title}, {what}: {speed / 1e6:.0f} million steps/s")


if __name__ == "__main__":
    main()
