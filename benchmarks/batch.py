"""Steps and random moves a second of batches, on all cores and, where there is one, on a GPU.

    python benchmarks/batch.py            # this machine
    python benchmarks/batch.py --gpu      # and its GPU, compared byte for byte with the CPU first

A step is: a move, a match that ended dealt again, the mask of legal moves, and, where it says so,
the observation of the seat to move. Only the steps are timed, not choosing the actions.
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
def choose(masks: Any, chances: Any, actions: Any) -> None:
    """Choose a legal move for each match at random."""
    for slot in range(len(actions)):
        wanted = int(chances[slot] * masks[slot].sum())
        for move in range(masks.shape[1]):
            if masks[slot, move]:
                if wanted == 0:
                    actions[slot] = move
                    break
                wanted -= 1


def steps_a_second(game: str, count: int, seconds: float, *, observes: bool) -> float:
    """Step a batch on all cores for some seconds."""
    batch = Batch(game, count, seats=4, seed=1)
    if not observes:
        # Where there is no room for observations, none are made.
        batch.observations = np.zeros((0, 0), np.int16)
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


def compare(game: str) -> None:
    """Check that a GPU does what the CPU does, byte for byte."""
    here, there = (Batch(game, 500, seats=3, seed=2, device=d) for d in ("cpu", "cuda"))
    for _ in range(200):
        actions = here.masks.argmax(axis=1)
        for batch in (here, there):
            batch.step(actions)
    for batch in (here, there):
        batch.play_randomly(2000)
    for name in ("states", "masks", "observations", "to_move", "rewards", "scores", "ended"):
        computed = getattr(there, name).copy_to_host()
        assert computed.tobytes() == getattr(here, name).tobytes(), f"{game}: {name} differ"
    print(f"{game}: 500 matches, 200 steps and 2,000 random moves each: the same bytes")


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
        for count in (132 * 256, 132 * 1024):
            best = max(moves_a_second(game, count, 500, "cuda") for _ in range(3))
            print(
                f"{game}, 4 players, {count} matches, random play: {best / 1e6:.0f} million moves/s"
            )


if __name__ == "__main__":
    main()
