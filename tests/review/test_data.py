"""A review as data."""

import msgspec
import pytest

from siberia.review import Balance, Chance, ComparedLine, Decision, Review
from siberia.review.data import GRADES, STEP, VERSION, grade


def decision(ply, seat, loss):
    played, better = ("flip 4",), ("keep", "draw 2")
    lines = (ComparedLine(better, 0.5), ComparedLine(played, 0.5 - loss))
    return Decision(
        ply, 1, seat, "discover", played, better, lines, loss, 0.0, grade(loss), 32, 20, 12
    )


def chance(ply, luck):
    return Chance(ply, "flip", 0, (luck, -luck), (STEP, STEP))


REVIEW = Review(
    version=VERSION,
    evaluator="0123",
    seed=3,
    game="card",
    seats=2,
    players=("Ada", "Bo"),
    words=3,
    reviewed=(0, 1),
    shares=((0.5, 0.5), (0.75, 0.25), (0.75, 0.25), (1.0, 0.0)),
    balances=(
        Balance(0.5, 0.25, 0.0, (0.0, 0.25), 1.0, 0.01, 0.0, 1),
        Balance(0.5, -0.25, -0.25, (0.0, 0.0), 0.0, 0.01, None, 0),
    ),
    chances=(chance(0, 0.25), chance(1, -0.5), chance(2, 0.125), chance(3, 0.0)),
    decisions=(decision(0, 0, 0.01), decision(1, 1, 0.0), decision(2, 1, 0.3), decision(3, 1, 0.1)),
)


def test_a_review_survives_its_json():
    assert Review.read(REVIEW.json()) == REVIEW
    assert msgspec.json.decode(REVIEW.json())["decisions"][2]["grade"] == "blunder"
    with pytest.raises(msgspec.MsgspecError):
        Review.read(b"{}")


def test_the_costliest_decisions_of_a_seat_are_those_that_cost_anything():
    assert [one.ply for one in REVIEW.costliest(1)] == [2, 3]
    assert [one.ply for one in REVIEW.costliest(1, 1)] == [2]
    assert [one.ply for one in REVIEW.costliest(0)] == [0]


def test_moments_are_lucky_for_one_and_unlucky_for_the_other():
    lucky, unlucky = REVIEW.moments(0)
    assert ([one.ply for one in lucky], [one.ply for one in unlucky]) == ([0, 2], [1])
    assert REVIEW.moments(1) == (unlucky, lucky)
    assert [one.ply for one in REVIEW.moments(0, 1)[0]] == [0]


def test_a_loss_is_called_by_the_gravest_name_it_reaches():
    for name, least in GRADES:
        assert grade(least) == name
        assert grade(least - STEP) != name
    assert grade(0.0) == ""
