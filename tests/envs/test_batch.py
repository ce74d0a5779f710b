"""Batches: the same matches as one by one, on the CPU and, simulated, on a GPU."""

import gc
import os
import subprocess
import sys
import threading
from typing import Any, cast

import numpy as np
import pytest
from numba.core.errors import TypingError

from siberia import Match, SetupError
from siberia.bots.inputs import learning_inputs
from siberia.engine.rng import generator
from siberia.envs.batch import Batch
from siberia.match.games import GAMES
from siberia.match.setup import match_seed
from tests.support import SEATS, variants

COUNT = 7
PLIES = 120

# Set-ups that differ from match to match, and repeat.
MIXED: dict[str, dict[str, Any]] = {
    "card": {
        "seats": (2, 3, 4, 2, 3, 4, 2),
        "edition": ("dlp", "oya", "dlp", "oya") + ("dlp",) * 3,
    },
    "board": {
        "seats": np.array([2, 3, 4, 2, 3, 4, 2]),
        "expansion": [True, False, True, False, True, False, True],
        "exchanges": ["random", "A", None, "ABBAA", "choose", "B", "random"],
    },
}


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


@pytest.mark.parametrize("game", GAMES)
def test_matches_of_a_batch_may_be_set_up_differently(game):
    options = MIXED[game]
    batch = Batch(game, COUNT, seed=3, **options)
    matches = [
        Match.new(
            game, seed=match_seed(3, n), start=0, **{name: options[name][n] for name in options}
        )
        for n in range(COUNT)
    ]
    for number, match in enumerate(matches):
        check_first_match(batch, match, number)
    chooser = np.random.default_rng(1)
    ended = np.zeros(COUNT, int)
    while not ended.all():
        batch.step(random_legal(batch.masks, chooser))
        ended += batch.done
        assert (batch.states["seats"] == options["seats"]).all(), "each slot keeps its set-up"
        absent = np.arange(4) >= batch.seats[:, None]
        assert not batch.rewards[absent].any()
        assert batch.rewards.sum(axis=1)[batch.done] == pytest.approx(1)
    # By what a match's set-up can be told all along: the printed edition, the way of the exchanges.
    told = "edition" if game == "card" else "choosing"
    assert (batch.states[told] == [match.state[told] for match in matches]).all()


@pytest.mark.parametrize("about", ["seats", "edition", "expansion", "exchanges"])
def test_options_must_be_one_or_as_many_as_the_matches(about):
    wrong: dict[str, Any] = {
        "seats": [2, 3],
        "edition": ("dlp",) * 8,
        "expansion": [],
        "exchanges": ["A"],
    }
    with pytest.raises(SetupError, match="one for each of the 7 matches") as refused:
        Batch("board", COUNT, **{about: wrong[about]})
    assert refused.value.about == about


def test_one_wrong_value_among_many_is_refused():
    with pytest.raises(SetupError, match="5 seats"):
        Batch("card", 3, seats=[2, 5, 2])


@pytest.mark.parametrize("game", GAMES)
def test_for_learning_more_is_shown(game):
    plain, batch = (
        Batch(game, COUNT, seed=4, learning=yes, **MIXED[game]) for yes in (False, True)
    )
    inputs = learning_inputs(game)
    seen = np.zeros(inputs.width, np.int16)
    unseen = np.zeros(inputs.hidden_width, np.int16)
    assert (batch.width, batch.hidden.shape) == (inputs.width, (COUNT, inputs.hidden_width))
    assert plain.hidden.size == 0
    chooser = np.random.default_rng(1)
    for _ in range(PLIES):
        assert (batch.observations[:, : plain.width] == plain.observations).all()
        for number in range(COUNT):
            inputs.observe(batch.states[number], batch.to_move[number], seen)
            inputs.reveal(batch.states[number], batch.to_move[number], unseen)
            assert (batch.observations[number] == seen).all()
            assert (batch.hidden[number] == unseen).all()
        actions = random_legal(batch.masks, chooser)
        plain.step(actions)
        batch.step(actions)


def test_arrays_of_the_caller_are_written_in_place():
    # In the words of the batch, which makes arrays of its own where none are given.
    names = ("masks", "observations", "hidden", "to_move", "rewards", "scores", "done")
    model = Batch("card", COUNT, learning=True)
    given = {name: np.ones_like(getattr(model, name)) for name in names}
    batch = Batch("card", COUNT, learning=True, **given)
    for _ in range(60):
        actions = given["masks"].argmax(axis=1)
        model.step(actions)
        batch.step(actions)
        for name in names:
            assert getattr(batch, name) is given[name]
            assert given[name].tobytes() == getattr(model, name).tobytes()


class OnlyDlpack:
    """An array of another library: it offers DLPack, and nothing else that NumPy knows."""

    def __init__(self, array):
        self.array = array
        self.shape = array.shape

    def __dlpack__(self, **asked):
        return self.array.__dlpack__(**asked)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_other_libraries_are_written_by_dlpack():
    observations = np.zeros_like(Batch("card", COUNT).observations)
    batch = Batch("card", COUNT, observations=OnlyDlpack(observations))
    assert (observations == Batch("card", COUNT).observations).all()
    assert np.shares_memory(batch.observations, observations)


def test_nothing_is_observed_where_there_are_no_rows():
    none = np.zeros((0, Batch("card", 1).width), np.int16)
    batch = Batch("card", COUNT, observations=none)
    batch.step(batch.masks.argmax(axis=1))
    assert batch.observations is none


def test_what_is_legal_need_not_be_checked():
    checked, unchecked = (Batch("board", COUNT, seed=6) for _ in range(2))
    chooser = np.random.default_rng(5)
    for _ in range(PLIES):
        actions = random_legal(checked.masks, chooser)
        checked.step(actions)
        unchecked.step(actions, check=False)
    assert checked.states.tobytes() == unchecked.states.tobytes()
    with pytest.raises(ValueError, match="7 matches need as many actions"):
        unchecked.step(actions[:3], check=False)


def test_what_goes_wrong_in_a_thread_is_raised():
    batch = Batch("card", COUNT)
    with pytest.raises((TypeError, TypingError)):
        batch.play_randomly(cast(int, "many"))
    batch.step(batch.masks.argmax(axis=1))


def test_threads_end_with_their_batch():
    others = set(threading.enumerate())
    batch = Batch("card", COUNT)
    threads = set(threading.enumerate()) - others
    assert threads
    del batch
    gc.collect()
    for thread in threads:
        thread.join(timeout=10)
        assert not thread.is_alive()


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
    ("about", "wrong"),
    [
        ("count", {"count": 0}),
        ("device", {"count": 2, "device": "abacus"}),
        ("seats", {"count": 2, "seats": 5}),
        ("stream", {"count": 2, "stream": 7}),
        ("hidden", {"count": 2, "hidden": np.zeros((2, 3), np.int16)}),
    ],
)
def test_what_cannot_be_is_refused(about, wrong):
    with pytest.raises(SetupError) as refused:
        Batch("card", **wrong)
    assert refused.value.about == about


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("uint8 in the shape", {"masks": np.zeros((3, 4), np.uint8)}),
        ("int16 in the shape", {"to_move": np.zeros(3, np.int64)}),
        ("contiguous", {"done": np.zeros(6, np.bool_)[::2]}),
        ("float32 in the shape", {"rewards": np.zeros((3, 4))}),
        ("int64 in the shape", {"scores": np.zeros((3, 2), np.int64)}),
        ("read-only", {"scores": read_only(np.zeros((3, 4), np.int64))}),
    ],
)
def test_an_array_that_does_not_fit_is_refused(message, wrong):
    with pytest.raises(ValueError, match=message):
        Batch("card", 3, **wrong)


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
from numba import cuda
from siberia import SetupError
from siberia.envs.batch import Batch

NAMES = ("masks", "observations", "hidden", "to_move", "rewards", "scores", "done")

def check_same(here, there):
    for name in ("states", "seats", "ended", *NAMES):
        assert getattr(there, name).copy_to_host().tobytes() == getattr(here, name).tobytes(), name

for game, learning in (("card", False), ("card", True), ("board", True)):
    options = {"seats": [2, 3, 4], "seed": 2, "learning": learning}
    if game == "board":
        options["expansion"] = [True, False, True]
    here = Batch(game, 3, **options)
    given = {} if not learning else {
        name: cuda.to_device(np.ones_like(getattr(here, name))) for name in NAMES
    }
    there = Batch(game, 3, device="cuda", stream=cuda.stream(), **options, **given)
    for number in range(8):
        actions = here.masks.argmax(axis=1)
        here.step(actions)
        # From the host, and as an array that lies on the GPU already.
        there.step(actions if number % 2 else cuda.to_device(actions), check=number < 4)
    for batch in (here, there):
        batch.play_randomly(4)
    check_same(here, there)
    for name, array in given.items():
        assert array.copy_to_host().tobytes() == getattr(here, name).tobytes(), name
    try:
        there.step(np.full(3, -1))
    except ValueError as error:
        assert "match 0" in str(error)
    else:
        raise AssertionError("an illegal action was made")

for wrong in (np.zeros((3, 4), np.uint8), cuda.to_device(np.zeros((3, 4), np.uint8))):
    try:
        Batch("card", 3, device="cuda", masks=wrong)
    except ValueError as error:
        assert "this needs" in str(error)
    else:
        raise AssertionError("an array that does not fit was taken")
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
