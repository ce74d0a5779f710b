"""Batches: the same matches as one by one, on the CPU and, simulated, on a GPU."""

import os
import subprocess
import sys

import numpy as np
import pytest

from siberia import Match, SetupError
from siberia.engine.rng import generator
from siberia.envs.batch import Batch
from siberia.match.games import GAMES
from siberia.match.setup import match_seed
from tests.support import SEATS, variants

COUNT = 7
PLIES = 120


def random_legal(masks, chooser):
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in masks])


def check_first_match(batch: Batch, match: Match, number: int) -> None:
    """Compare what a batch tells of a match in its first life with the match itself."""
    assert batch.states[number].tobytes() == match.state.tobytes()
    assert match.to_move is not None
    assert batch.to_move[number] == match.to_move
    assert np.flatnonzero(batch.masks[number]).tolist() == sorted(match.legal_moves())
    assert (batch.observations[number] == match.observe(match.to_move)).all()


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_a_batch_plays_the_same_matches_as_match_does(variant, seats):
    options = dict(variant.options)
    batch = Batch(variant.game, COUNT, seats=seats, seed=3, **options)
    matches = [
        Match.new(variant.game, seats=seats, seed=match_seed(3, n), start=0, **options)
        for n in range(COUNT)
    ]
    chooser = np.random.default_rng(1)
    lives = np.ones(COUNT, bool)
    for _ in range(PLIES):
        for number in map(int, np.flatnonzero(lives)):
            check_first_match(batch, matches[number], number)
        actions = random_legal(batch.masks, chooser)
        batch.step(actions)
        for number in map(int, np.flatnonzero(lives)):
            match = matches[number]
            match.play(match.vocabulary[actions[number]])
            assert batch.done[number] == match.is_over
            lives[number] = not match.is_over


@pytest.mark.parametrize("game", GAMES)
def test_what_is_over_is_scored_and_dealt_again(game):
    batch = Batch(game, COUNT, seats=3, seed=5)
    chooser = np.random.default_rng(2)
    ended = 0
    while ended < 10:
        batch.step(random_legal(batch.masks, chooser))
        for number in np.flatnonzero(batch.done):
            ended += 1
            scores = batch.scores[number, :3]
            winners = scores == scores.max()
            assert np.allclose(batch.rewards[number, :3], winners / winners.sum())
            assert batch.rewards[number, 3] == 0
            assert batch.states[number].phase == 0, "a new match begins with its first phase"
        running = ~batch.done
        assert not batch.rewards[running].any()


def test_arrays_of_the_caller_are_written_in_place():
    masks = np.zeros((COUNT, GAMES["card"].MOVES), np.uint8)
    width = sum(part.length for part in GAMES["card"].OBSERVATION)
    observations = np.zeros((COUNT, width), np.int16)
    batch = Batch("card", COUNT, masks=masks, observations=observations)
    before = observations.copy()
    batch.step(masks.argmax(axis=1))
    assert batch.masks is masks
    assert (observations != before).any()


def test_an_illegal_action_changes_nothing_and_names_the_match():
    batch = Batch("card", COUNT)
    before = batch.states.tobytes()
    actions = batch.masks.argmax(axis=1)
    for wrong in (-1, GAMES["card"].MOVES, int(np.flatnonzero(batch.masks[4] == 0)[0])):
        actions[4] = wrong
        with pytest.raises(ValueError, match="not legal in match 4"):
            batch.step(actions)
    with pytest.raises(ValueError, match="7 matches need as many actions"):
        batch.step(actions[:3])
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"count": 2, "device": "abacus"}, {"count": 2, "seats": 5}]
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(SetupError):
        Batch("card", **wrong)


def test_an_array_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="uint8"):
        Batch("card", 3, masks=np.zeros((3, 4), np.uint8))


def test_random_play_is_the_same_for_the_same_seed_and_ends_matches():
    one, two, other = (Batch("board", COUNT, seed=seed) for seed in (1, 1, 2))
    for batch in (one, two, other):
        batch.play_randomly(1500)
    assert one.states.tobytes() == two.states.tobytes()
    assert one.states.tobytes() != other.states.tobytes()
    assert one.ended.sum() > 0


def test_an_observation_holds_nothing_that_is_hidden():
    for game in GAMES:
        match = Match.new(game, seats=3, seed=8)
        chooser = np.random.default_rng(3)
        while not match.is_over:
            for seat in range(3):
                assert (match.observe(seat) == match.imagine(seat, 17).observe(seat)).all()
            match.play(str(chooser.choice(match.legal())))


def test_an_observation_fills_exactly_its_parts():
    for game in GAMES.values():
        width = sum(part.length for part in game.OBSERVATION)
        state = Match.new(game.NAME, seats=4, seed=1).state
        for filling in (-999, 999):
            out = np.full(width + 1, filling, np.int16)
            game.observe(state, 2, out)
            assert not (out[:-1] == filling).any()
            assert out[-1] == filling


ON_A_GPU = """
import numpy as np
from siberia.envs.batch import Batch
for game in ("card", "board"):
    here, there = (Batch(game, 3, seats=3, seed=2, device=d) for d in ("cpu", "cuda"))
    for _ in range(8):
        actions = here.masks.argmax(axis=1)
        for batch in (here, there):
            batch.step(actions)
    for batch in (here, there):
        batch.play_randomly(4)
    for name in ("states", "masks", "observations", "to_move", "rewards", "scores", "done"):
        assert getattr(there, name).copy_to_host().tobytes() == getattr(here, name).tobytes(), name
    try:
        there.step(np.full(3, -1))
    except ValueError as error:
        assert "match 0" in str(error)
    else:
        raise AssertionError("an illegal action was made")
print("same")
"""


def test_a_gpu_does_the_same_in_numbas_simulator():
    # The simulator runs interpreted; on real hardware benchmarks/batch.py compares again.
    lane = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ON_A_GPU], env=lane, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "same\n", done.stderr


def test_without_a_gpu_one_is_told_what_is_missing():
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(SetupError, match="no GPU"):
        Batch("card", 2, device="cuda")


def test_seeds_of_random_players_are_not_those_of_the_deals():
    from siberia.envs.batch import APART

    seed = match_seed(1, 0)
    assert (generator(seed) != generator(seed ^ APART)).any()
