"""Where the levels stand follows from what was measured, by the model that rates everybody."""

import math
import sys
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from siberia.arena.anchors import CHANCE, MEASURE, MIDDLE, UNKNOWN, anchors, published, ratings_of
from siberia.arena.ladder import SUMMARY, Tally
from siberia.arena.ratings import Rater
from siberia.arena.schedule import Plan


def tally(better: str, worse: str, share: float, seats: int = 2, matches: int = 1000) -> Tally:
    plan = Plan(game="card", seats=seats, bots=(better, *[worse] * (seats - 1)), games=matches)
    return Tally(plan, matches, share, 0.0, 1.0, {}, {})


def expected(ratings: list[float]) -> float:
    """The share of wins of the first, by Plackett and Luce."""
    spread = math.sqrt(len(ratings)) * CHANCE
    powers = [math.exp(rating / spread) for rating in ratings]
    return powers[0] / sum(powers)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_model_expects_what_was_measured(seats):
    shares = {("hard", "medium"): 0.75, ("expert", "hard"): 0.4, ("medium", "easy"): 0.9}
    found = ratings_of([tally(*pair, share, seats) for pair, share in shares.items()], seats)
    assert found[MEASURE] == (MIDDLE, 0.0)
    for (better, worse), share in shares.items():
        ratings = [found[better][0], *[found[worse][0]] * (seats - 1)]
        assert expected(ratings) == pytest.approx(share, abs=0.001)


def test_further_from_the_measure_is_less_sure_and_more_matches_are_surer():
    pairs = [("hard", "medium"), ("expert", "hard"), ("medium", "easy")]
    few = ratings_of([tally(*pair, 0.7, matches=100) for pair in pairs], 2)
    many = ratings_of([tally(*pair, 0.7, matches=1000) for pair in pairs], 2)
    assert 0 < few["hard"][1] < few["expert"][1]
    assert all(many[level][1] < few[level][1] for level in ("easy", "hard", "expert"))


def test_variants_are_taken_together_and_a_gap_ends_the_ladder():
    twice = [tally("hard", "medium", 0.9), tally("hard", "medium", 0.5)]
    assert ratings_of(twice, 2)["hard"] == pytest.approx(
        ratings_of([tally("hard", "medium", 0.7, matches=2000)], 2)["hard"]
    )
    gap = ratings_of([tally("hard", "medium", 0.7), tally("master", "expert", 0.7)], 2)
    assert set(gap) == {"medium", "hard"}


def test_who_always_won_is_far_ahead_but_not_without_end():
    found = ratings_of([tally("hard", "medium", 1.0)], 2)["hard"]
    assert math.isfinite(found[0])
    assert found[0] > MIDDLE + 30
    assert found[1] > 5


def test_the_package_holds_what_is_published():
    assert len(published()) > 40
    for game in ("card", "board"):
        for seats in (2, 3, 4):
            ratings = anchors(game, seats)
            order = [ratings[level][0] for level in ("easy", "medium", "hard", "expert")]
            assert order == sorted(order), f"{game} {seats}"
    assert "master" in anchors("card", 2)


@pytest.mark.skipif(sys.platform == "win32", reason="links in a checkout are files there")
def test_what_is_published_among_the_documents_is_the_same_file():
    published_file = Path(__file__).parents[2] / "docs" / "strength" / SUMMARY
    assert published_file.is_symlink()
    assert published_file.resolve() == Path(str(files("siberia.arena") / SUMMARY)).resolve()


def test_openskill_has_the_same_numbers():
    rater = Rater()
    rater.add(("a", "b"), (1, 1))
    assert rater.ratings["a"][0] == pytest.approx(MIDDLE)
    assert rater.ratings["a"][1] == pytest.approx(UNKNOWN, rel=0.05)


def test_anchors_count_for_others_and_stay():
    rater = Rater({"hard": (35.0, 1.0)})
    for _ in range(40):
        rater.add(("anna", "hard"), (1, 0))
        rater.add(("boris", "carl"), (1, 0))
    assert rater.ratings["hard"] == (35.0, 1.0)
    assert rater.ratings["anna"][0] > 40
    assert rater.ratings["anna"][0] > rater.ratings["boris"][0]


def test_whoever_plays_as_well_as_a_level_comes_to_stand_there():
    chance, rater = Random(1), Rater({"hard": (35.0, 0.0)})
    for _ in range(300):
        won = chance.random() < 0.5
        rater.add(("anna", "hard"), (won, not won))
    mean, uncertainty = rater.ratings["anna"]
    assert abs(mean - 35) < 2 * uncertainty
