"""Luck: all of it is found, it adds up to the last digit, and on average it is nothing."""

import numpy as np
import pytest

from siberia import Match
from siberia.bots import Seat, bot
from siberia.bots.evaluator import shipped_evaluator
from siberia.engine.rng import generator
from siberia.engine.schema import number_in
from siberia.match.games import GAMES
from siberia.review import luck
from siberia.review.data import STEP
from siberia.review.luck import balanced, course_of, fair_shares, find_chance, on_grid
from tests.review.matches import finished


@pytest.fixture(autouse=True)
def fewer_samples(monkeypatch):
    monkeypatch.setattr(luck, "SAMPLES", 32)


def course(match, seed=0):
    evaluator = shipped_evaluator(match.game)
    found = course_of(match, evaluator)
    for _ in find_chance(match, found, evaluator, seed):
        pass
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_parts_add_up_to_the_result_exactly(game, seats):
    found = course(finished(game, seats, 5))
    parts = balanced(found)
    for seat in range(seats):
        total = parts.start[seat] + parts.luck[seat]
        for mover in range(seats):
            total += parts.worth[mover, seat]
        assert total == found.shares[-1, seat]
    assert (found.shares.sum(axis=1) == 1).all()
    assert parts.luck.sum() == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_result_is_what_the_match_says(game):
    match = finished(game, 2, 5)
    assert tuple(course(match).shares[-1].tolist()) == match.shares()


def test_shares_on_the_grid_are_one_together_and_hardly_changed():
    shares = np.random.default_rng(1).dirichlet(np.ones(3), 100)
    exact = on_grid(shares, 3)
    assert (exact.sum(axis=1) == 1).all()
    assert (exact / STEP == np.rint(exact / STEP)).all()
    assert np.abs(exact - shares).max() <= 2 * STEP
    assert fair_shares(3).sum() == 1


def test_the_same_seed_finds_the_same_luck():
    match = finished("card", 3, 7)
    assert course(match, 1).chances == course(match, 1).chances
    assert course(match, 1).chances != course(match, 2).chances


def kinds(match):
    return {one.ply: one.kind for one in course(match).chances}


def test_all_chance_of_the_card_game_is_found():
    match = finished("card", 2, 11)
    found, states = kinds(match), luck.states_of(match)
    assert found.pop(-1) == "deal"
    renewed = []
    for ply, word in enumerate(match.words):
        piles = [number_in(states[p], "pile_size") for p in (ply, ply + 1)]
        renewed += [ply] if piles[1] > piles[0] else []
        if piles[1] == 0:
            # With all hands open, the last of the pile are no surprise.
            assert ply not in found
        elif piles[0] != piles[1] and not match.at(ply + 1).is_over:
            assert found.pop(ply) == "draw"
        elif word.startswith("flip"):
            # The very last card is no surprise.
            kind = found.pop(ply, "flip")
            assert kind == "flip"
    assert found == {}
    # C9: the discards, shuffled, are chance as the first pile was.
    assert renewed


def test_all_chance_of_the_board_game_is_found():
    match = finished("board", 2, 3, exchanges="random")
    found, states = kinds(match), luck.states_of(match)
    assert found.pop(-1) == "deal"
    for ply, word in enumerate(match.words):
        before, after = states[ply], states[ply + 1]
        if number_in(before, "round_number") != number_in(after, "round_number"):
            assert found.pop(ply) == "round"
        elif word.startswith("tile") and number_in(before, "tiles_left") > 1:
            assert found.pop(ply) == "tile"
    assert found == {}


@pytest.mark.parametrize("game", GAMES)
def test_luck_is_nothing_on_average(game):
    """Over what chance brought in some matches, apart from the deal: that begins with a seat."""
    matches = [finished(game, 2 + seed % 2, 100 + seed) for seed in range(10)]
    first = np.array([one.luck[0] for match in matches for one in course(match).chances[1:]])
    assert len(first) > 300
    assert abs(first.sum()) < 2.6 * np.sqrt(np.square(first).sum())
    # And it is something in a single match.
    assert np.abs(first).max() > 0.01


def test_the_last_tile_is_no_luck():
    match = finished("board", 2, 3, exchanges="random")
    states = luck.states_of(match)
    last = [
        ply
        for ply, word in enumerate(match.words)
        if word.startswith("tile") and number_in(states[ply], "tiles_left") == 1
    ]
    assert last
    assert not set(last) & set(kinds(match))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_word_was_worth_is_no_luck(game):
    """Luck is held against what else could have come of the word, not against what was before."""
    match = finished(game, 2, 11)
    found, evaluator = course(match), shipped_evaluator(game)
    expected = {one.ply: found.shares[one.ply + 1, 0] - one.luck[0] for one in found.chances[1:]}
    ply = max(expected, key=lambda ply: abs(expected[ply] - found.shares[ply, 0]))
    others = luck.instead(evaluator, found.states[ply], found.moves[ply], generator(99))[:, 0]
    error = others.std() * (2 / len(others)) ** 0.5
    assert expected[ply] == pytest.approx(others.mean(), abs=5 * error + STEP)
    assert abs(found.shares[ply, 0] - others.mean()) > 5 * error + STEP


@pytest.mark.parametrize(("game", "seats"), [("card", 2), ("board", 2), ("board", 3)])
def test_what_the_expert_plays_is_worth_nothing_by_its_own_measure(game, seats):
    """Else the measure would not agree with itself, and call its bias decisions, or luck."""
    worths = []
    for seed in range(3):
        match = expertly_played(game, seats, 700 + seed)
        found = course_of(match, shipped_evaluator(game))
        changes, movers = np.diff(found.shares, axis=0), np.array(found.movers)
        worths += [changes[movers == seat, seat].sum() for seat in range(seats)]
    assert abs(np.mean(worths)) < 0.5


def expertly_played(game, seats, seed):
    """A match among experts."""
    match = Match.new(game, seats=seats, seed=seed)
    masters = [bot("master", seed + seat) for seat in range(seats)]
    while match.to_move is not None:
        match.play(masters[match.to_move].choose(Seat(match)).word)
    return match
