"""The evaluators that come with the package: what they see, and what they do not."""

import hashlib
import re
from importlib.resources import files

import numpy as np
import pytest

from siberia import Match
from siberia.bots.evaluator import (
    PIECE,
    TO_MOVE,
    Evaluator,
    favour_movers,
    shipped_evaluator,
    unpack_evaluator,
)
from siberia.bots.inputs import INPUTS, learning_inputs
from siberia.bots.net import EVALUATOR, NET, pack, shipped_net
from siberia.engine.errors import FileError
from siberia.engine.rng import generator
from siberia.match.games import GAMES
from tests.support import SEATS, play_random, state_of, variants

WEIGHTS = files("siberia.bots") / "weights"
LARGEST = 3_000_000


def row_of(match, count=1):
    """The state of a match, so many times."""
    states = np.zeros(count, state_of(match).dtype)
    states[:] = state_of(match)
    return states


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_evaluator_is_small_and_its_text_tells_where_it_comes_from(game):
    data = (WEIGHTS / f"{game}-evaluator.npz").read_bytes()
    text = (WEIGHTS / f"{game}-evaluator.md").read_text(encoding="utf-8")
    digest = hashlib.sha256(data).hexdigest()
    assert len(data) <= LARGEST
    assert digest in text
    assert shipped_evaluator(game).digest == digest
    for word in ("command", "commit", "time", "error|Brier"):
        assert re.search(word, text), word


@variants
@pytest.mark.parametrize("seats", SEATS)
def test_shares_are_one_together_and_nobody_elses(variant, seats):
    match = play_random(variant.new(seats=seats, seed=2), 2, 60, busy=True)
    [shares] = shipped_evaluator(match.game).shares(row_of(match))
    assert shares.sum() == pytest.approx(1, abs=1e-5)
    assert (shares[:seats] > 0).all()
    assert (shares[seats:] == 0).all()


@variants
def test_what_nobody_knows_is_not_seen(variant):
    match = variant.new(seats=3, seed=8)
    evaluator = shipped_evaluator(match.game)
    for _ in range(20):
        play_random(match, match.ply, 9, busy=True)
        if match.is_over:
            break
        drawn = row_of(match, 3)
        for seed, state in enumerate(drawn[1:]):
            match.rules.redraw(state, generator(seed))
        shares = evaluator.shares(drawn)
        assert (shares == shares[0]).all()


@pytest.mark.parametrize("game", GAMES)
def test_all_hidden_parts_are_open_or_still_to_come(game):
    inputs, parts = learning_inputs(game), INPUTS[game]
    assert {part.name for part in parts.HIDDEN} > parts.UPCOMING
    assert 0 < inputs.open_encoder.width < inputs.hidden_encoder.width


def test_a_match_that_is_over_is_worth_its_result():
    match = play_random(Match.new("card", seed=3), 3)
    [shares] = shipped_evaluator("card").shares(row_of(match))
    assert tuple(shares[:2]) == match.shares()


@pytest.mark.parametrize("game", GAMES)
def test_a_forced_word_by_which_nothing_becomes_known_changes_nothing(game):
    evaluator, checked = shipped_evaluator(game), 0
    match = play_random(Match.new(game, seed=6), 6, 1)
    while not match.is_over:
        before, legal, reveals = row_of(match), match.legal(), int(state_of(match)["reveals"])
        match.play(legal[match.ply % len(legal)])
        if len(legal) == 1 and int(state_of(match)["reveals"]) == reveals:
            both = evaluator.shares(np.concatenate([before, row_of(match)]))
            assert (both[0] == both[1]).all()
            checked += 1
    assert checked


def test_many_states_are_judged_as_each_is_alone():
    evaluator, states = shipped_evaluator("board"), []
    for seed in range(9):
        match = play_random(Match.new("board", seats=2 + seed % 3, seed=seed), seed, 9 * seed)
        states.append(row_of(match, PIECE // 8))
    alone = np.concatenate([evaluator.shares(one[:1].copy()) for one in states])
    among = evaluator.shares(np.concatenate(states))[:: PIECE // 8]
    assert np.allclose(alone, among, atol=1e-5)


def test_a_net_is_no_evaluator():
    weights = shipped_evaluator("card").weights
    again = unpack_evaluator("card", pack("card", weights, EVALUATOR), "x.npz")
    assert isinstance(again, Evaluator)
    with pytest.raises(FileError, match="holds a siberia card net"):
        unpack_evaluator("card", pack("card", shipped_net("card").weights, NET), "x.npz")


def test_to_move_betters_the_odds_where_a_state_was_judged_from_several_views():
    shares = np.array([[0.5, 0.3, 0.2], [0.6, 0.4, 0.0], [0.2, 0.3, 0.5]])
    before = shares.copy()
    # The third is judged from three views, the second from one; the first is over.
    favour_movers(shares, np.array([1, 2, 2, 2]), np.array([0, 1, 2, 0]))
    assert (shares[:2] == before[:2]).all()
    assert shares.sum(axis=1) == pytest.approx(1)
    assert shares[2, 1] / shares[2, 0] == pytest.approx(TO_MOVE * 1.5)
    assert shares[2, 2] / shares[2, 0] == pytest.approx(2.5)
