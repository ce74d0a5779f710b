"""What a position is worth to every seat, by what one of them knows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.bots import Seat, bot
from siberia.bots.evaluation import Calibration, calibration, evaluate, judged_shares
from siberia.engine.errors import SeatError
from siberia.match.games import GAMES
from tests.support import SEATS, play_random, variants


@variants
@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 300), st.integers(0, 2**32))
def test_shares_are_of_one_and_know_no_secrets(variant, seats, seed, plies, redraw):
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies)
    for seat in range(seats):
        shares = evaluate(match, seat)
        assert len(shares) == seats
        assert sum(shares) == pytest.approx(1)
        assert evaluate(match.imagine(seat, redraw), seat) == pytest.approx(shares, abs=1e-6)


@variants
def test_what_is_over_is_known(variant):
    match = play_random(variant.new(seats=3, seed=1), 1, 5000)
    assert match.is_over
    assert evaluate(match, 0) == match.shares()


@variants
def test_who_plays_better_is_ahead_before_the_end(variant):
    """The master against random play: the favourite after two thirds of a match is the winner."""
    right = 0
    for seed in range(6):
        match = variant.new(seats=2, seed=seed)
        players = (bot("master"), bot("random", seed))
        while match.to_move is not None:
            match.play(players[match.to_move].choose(Seat(match)).word)
        before = match.at(match.ply * 2 // 3)
        right += all(evaluate(before, seat)[0] > 0.6 for seat in range(2))
    assert right >= 5


def test_shares_stand_at_their_seats_whoever_is_to_move():
    match = play_random(Match.new("card", seats=3, seed=3), 3, 30)
    mover = match.to_move
    assert mover is not None
    raw = judged_shares(match, mover)
    assert raw.argmax() in range(3)
    assert evaluate(match, mover) == pytest.approx(calibration("card", 3).applied(raw))


def test_calibration_sharpens_and_leaves_room_for_doubt():
    shares = np.array([0.6, 0.2, 0.2])
    assert Calibration(1.0, 0.0).applied(shares).tolist() == pytest.approx(shares.tolist())
    assert Calibration(2.0, 0.0).applied(shares)[0] == pytest.approx(0.36 / 0.44)
    assert Calibration(1.0, 0.3).applied(shares).tolist() == pytest.approx([0.52, 0.24, 0.24])


def test_there_is_a_calibration_for_every_game_and_number_of_players():
    for game in GAMES:
        for seats in SEATS:
            power, doubt = calibration(game, seats)
            assert 0.5 <= power < 2
            assert 0 <= doubt <= 0.1


@variants
def test_only_seats_of_the_match_can_ask(variant):
    with pytest.raises(SeatError):
        evaluate(variant.new(seats=2), 2)
