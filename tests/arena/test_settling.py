"""When a contest is settled: looked at after every deal, and still seldom wrong."""

import random
from dataclasses import replace

import pytest

from siberia import SetupError, arena
from siberia.arena import Plan, Settling, play
from siberia.arena.ratings import decided
from siberia.arena.settling import DOUBT, Wager
from tests.arena.test_arena import result

PLAN = Plan("card", 2, ("easy", "random"), 400)


def settled_after(chance, edges, deals):
    """After how many deals one is found the better, or None."""
    wager = Wager()
    for deal in range(1, deals + 1):
        wager.bet(chance.choice(edges))
        if wager.chance < DOUBT:
            return deal
    return None


@pytest.mark.parametrize("edges", [(-0.5, 0.5), (-0.5, 0.0, 0.0, 0.5), (-0.1, -0.1, 0.2)])
def test_equals_are_seldom_found_unequal_however_often_one_looks(edges):
    chance = random.Random(1)
    wrong = sum(settled_after(chance, edges, 400) is not None for _ in range(300))
    assert wrong <= 300 * DOUBT


def test_the_better_one_is_found_and_sooner_the_clearer_it_is():
    chance = random.Random(2)
    far, near = (
        [settled_after(chance, (-0.5,) * losses + (0.5,) * (10 - losses), 4000) for _ in range(20)]
        for losses in (1, 4)
    )
    assert None not in far + near
    assert max(far) < 60
    assert sum(far) < sum(near)


def won(number, by):
    """The match of a number; in each deal the bots change seats."""
    first = ("easy random", (9, 4) if by == "easy" else (4, 9))
    second = ("random easy", (4, 9) if by == "easy" else (9, 4))
    return result(number, number // 2, *(first, second)[number % 2])


def test_only_whole_deals_count_in_their_order():
    settling = Settling(PLAN)
    settling.add([won(0, "easy"), won(2, "easy"), won(3, "easy")])
    assert (settling.deals, settling.chance) == (0, 1.0)
    settling.add([won(1, "easy")])
    assert settling.deals == 2
    assert settling.chance < 1.0


def test_a_contest_is_settled_for_the_one_that_wins():
    for winner in ("easy", "random"):
        settling = Settling(PLAN)
        settling.add(won(number, winner) for number in range(60))
        assert (settling.is_settled, settling.ahead) == (True, winner)
        settling = Settling(PLAN)
        settling.add(won(number, ("easy", "random")[number // 2 % 2]) for number in range(60))
        assert not settling.is_settled


def test_what_luck_has_decided_does_not_count():
    settling, plan = Settling(PLAN), Settling(PLAN)
    # The same results, but in one contest they were all luck.
    results = [won(number, ("easy", "easy", "random")[number // 2 % 3]) for number in range(300)]
    plan.add(results)
    settling.add(replace(one, luck=tuple(share - 0.5 for share in one.shares)) for one in results)
    assert plan.is_settled
    assert not settling.is_settled
    # Of the first deals it was not known yet.
    assert 0.5 < settling.chance < 1.0


def test_more_seats_of_one_bot_count_as_even():
    settling = Settling(Plan("card", 3, ("easy", "random", "random"), 30))
    match = result(0, 0, "easy random random", (5, 5, 5))
    assert settling.edge(match) == pytest.approx(0.0)
    assert settling.edge(replace(match, shares=(1.0, 0.0, 0.0))) == pytest.approx(2 / 3)


def test_only_two_bots_have_a_contest():
    for bots in (("easy",) * 2, ("easy", "random", "medium")):
        with pytest.raises(SetupError, match="between two different bots"):
            Settling(replace(PLAN, bots=bots))


def test_an_arena_stops_when_its_contest_is_settled(tmp_path, monkeypatch):
    played = []

    def playing(plan, fixtures, _workers):
        for fixture in fixtures:
            played.append(fixture.number)
            yield won(fixture.number, "easy")

    monkeypatch.setattr(arena, "run_locally", playing)
    settling = Settling(PLAN)
    table = arena.hold(PLAN, tmp_path, resume=False, settling=settling)
    assert settling.is_settled
    assert len(played) == 2 * settling.deals < 60
    assert table[0].bot == "easy"
    again = Settling(PLAN)
    arena.hold(PLAN, tmp_path, resume=True, settling=again)
    assert (again.is_settled, len(played)) == (True, 2 * settling.deals)


def test_an_adjusted_match_knows_its_luck():
    plan = Plan("card", 2, ("easy", "random"), 2, adjusted=True)
    found = play(plan, arena.schedule(plan)[0])
    assert sum(found.luck) == 0
    assert found.luck != (0, 0)
    assert play(replace(plan, adjusted=False), arena.schedule(plan)[0]).luck == ()


def test_results_vary_less_without_luck():
    chance = random.Random(3)
    results = []
    for number in range(400):
        luck = chance.uniform(-0.5, 0.5)
        easy = 1.0 if 0.1 + 0.8 * luck + chance.uniform(-0.3, 0.3) > 0 else 0.0
        match = won(number, "easy")
        shares = tuple(easy if name == "easy" else 1 - easy for name in match.bots)
        lucks = tuple(luck if name == "easy" else -luck for name in match.bots)
        results.append(replace(match, deal=number, shares=shares, luck=lucks))
    [row, _] = arena.standings(results)
    width, plain = row.adjusted_high - row.adjusted_low, row.high - row.low
    assert width < 0.8 * plain
    assert row.adjusted_low < row.win_share < row.adjusted_high
    assert arena.standings([replace(one, luck=()) for one in results])[0].adjusted is None


def test_luck_that_decides_nothing_is_left_in():
    assert decided([0.0, 1.0, 0.0, 1.0], [0.3, 0.3, -0.3, -0.3]) == 0.0
    assert decided([1.0, 1.0, 0.0, 0.0], [0.25, 0.25, -0.25, -0.25]) == 1.0
    assert decided([0.6, 0.4], [0.2, -0.2]) == pytest.approx(0.5)
