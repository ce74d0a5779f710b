"""A whole match looked back on, and decisions tried again."""

import pytest

from siberia import IllegalWord, Match, SeatError, SetupError
from siberia.match.games import GAMES
from siberia.review import Review, judge_try, luck_of, review
from siberia.review.data import VERSION
from siberia.review.luck import DEAL
from tests.review.matches import finished


@pytest.fixture(scope="module", params=[("card", 2), ("board", 3)], ids=str)
def looked_back(request):
    match = finished(*request.param, 40)
    return match, review(match, seed=5)


def test_luck_and_decisions_add_up_to_the_result_to_the_last_digit(looked_back):
    match, found = looked_back
    for seat, one in enumerate(found.balances):
        assert one.start + one.luck + one.own + sum(one.others) == one.result
        assert one.others[seat] == 0
        assert one.result == found.shares[-1][seat]
    assert tuple(one.result for one in found.balances) == match.shares()
    assert sum(one.start for one in found.balances) == 1
    assert tuple(one.luck for one in found.balances) == luck_of(match, seed=5)


def test_a_review_says_what_it_is_of(looked_back):
    match, found = looked_back
    assert (found.version, found.game, found.seed) == (VERSION, match.game, 5)
    assert (found.players, found.words) == (match.players, match.ply)
    assert len(found.shares) == match.ply + 1
    assert len(found.evaluator) == 64
    assert Review.read(found.json()) == found


def test_chances_and_decisions_stand_in_order_at_words_that_were_played(looked_back):
    match, found = looked_back
    movers = [seat for seat, _ in match.log(None)]
    assert [one.ply for one in found.chances] == sorted({one.ply for one in found.chances})
    assert all(one.seat == (DEAL if one.ply == DEAL else movers[one.ply]) for one in found.chances)
    end = 0
    for one in found.decisions:
        assert one.ply >= end
        end = one.ply + one.count
        assert match.words[one.ply : end] == one.played
        assert set(movers[one.ply : end]) == {one.seat}
        assert match.at(one.ply).view(one.seat).phase == one.phase
        assert one.played in [line.words for line in one.lines]
        assert [line.share for line in one.lines] == sorted(
            (line.share for line in one.lines), reverse=True
        )
        assert (one.loss > 0) == (one.best != one.played)
    for seat, balance in enumerate(found.balances):
        losses = [one.loss for one in found.decisions if one.seat == seat]
        assert balance.decisions == len(losses) > 0
        assert balance.mean_loss == pytest.approx(sum(losses) / len(losses))


def test_the_same_seed_brings_the_same_review():
    match = finished("card", 3, 41)
    assert review(match, 1, seed=2) == review(match, 1, seed=2)


def test_one_seat_is_judged_as_it_is_among_all(looked_back):
    match, found = looked_back
    alone = review(match, 1, seed=5)
    assert alone.reviewed == (1,)
    assert alone.decisions == tuple(one for one in found.decisions if one.seat == 1)
    assert alone.balances[1] == found.balances[1]
    assert (alone.balances[0].mean_loss, alone.balances[0].decisions) == (None, 0)
    assert alone.balances[0].own == found.balances[0].own


def test_progress_rises_to_the_end_and_can_end_it():
    match, told = finished("card", 2, 42), []
    review(match, 0, progress=told.append)
    assert told == sorted(told)
    assert (0 < told[0] < 0.1, told[-1]) == (True, 1.0)

    def stop(done):
        if done > 0.1:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        review(match, 0, progress=stop)


def test_what_cannot_be_looked_back_on_is_refused():
    with pytest.raises(SetupError, match="not over"):
        review(Match.new("card", seed=1))
    with pytest.raises(SeatError, match="no seat 2"):
        review(finished("card", 2, 42), 2)
    with pytest.raises(SetupError, match="seed"):
        review(finished("card", 2, 42), seed=-1)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_better_in_a_review_is_better_when_it_is_tried(game):
    match = finished(game, 2, 43)
    found = review(match, 0)
    worst = found.costliest(0, 1)[0]
    better = judge_try(match, worst.ply, 0, worst.best)
    assert better.verdict == "better"
    assert better.gain > 2 * better.error
    assert better.better > better.worse
    # The first word alone means the same: the expert goes on.
    assert judge_try(match, worst.ply, 0, worst.best) == better
    assert judge_try(match, worst.ply, 0, worst.played).verdict == "as good"


def test_what_is_tried_is_not_looked_at_beyond_what_it_reveals():
    match = finished("card", 2, 44)
    flips = [ply for ply, word in enumerate(match.words) if word.startswith("flip")]
    ply = next(ply for ply in flips if len(match.at(ply).legal()) > 1)
    seat, words = match.at(ply).to_move, match.at(ply).legal()
    assert judge_try(match, ply, seat, words[:1]) == judge_try(
        match, ply, seat, [words[0], "draw 1"]
    )


def test_what_cannot_be_tried_is_refused():
    match = finished("card", 2, 44)
    seat = match.at(0).to_move
    with pytest.raises(IllegalWord):
        judge_try(match, 0, seat, ["draw 2"])
    for ply, who, words in ((0, 1 - seat, ["flip 4"]), (match.ply, seat, ["keep"]), (0, seat, [])):
        with pytest.raises(SetupError, match="nothing to try"):
            judge_try(match, ply, who, words)
