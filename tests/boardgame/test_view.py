"""What a view of the board game answers beyond what it shows."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.boardgame import OBSERVATION
from siberia.boardgame.view import Action, BoardView
from siberia.engine.contract import part_offsets
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESOURCES
from tests.boardgame.position import AREAS, pair, position
from tests.support import SEATS, board_view, game_of, play_random, state_of

played = given(
    st.booleans(), st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 600), st.booleans()
)


def reached(expansion, seats, seed, plies, busy) -> Match:
    match = Match.new("board", seats=seats, seed=seed, expansion=expansion, exchanges="random")
    return play_random(match, seed, plies, busy=busy)


def pass_all(match: Match) -> Match:
    for _ in range(match.seats):
        match.play("pass")
    return match


@pytest.mark.rule("B30")
@pytest.mark.parametrize(
    ("exhausted", "empty", "reason"),
    [
        (7, ("gas", "coal"), None),
        (8, ("gas", "coal"), "exhausted"),
        (9, (), "exhausted"),
        (7, ("gas", "coal", "oil"), "reserves"),
        (0, ("gas", "coal", "oil", "gold"), "reserves"),
        (8, ("gas", "coal", "oil"), "exhausted"),
    ],
)
def test_a_view_says_what_makes_the_round_the_last(exhausted, empty, reason):
    match = position(exhausted=AREAS[:exhausted], reserve=dict.fromkeys(empty, 0))
    view = board_view(match)
    assert (view.exhausted_areas, view.empty_reserves) == (exhausted, len(empty))
    assert view.ends_by == reason
    # The rules say the same: the match is over after this round, or goes on.
    assert pass_all(match).is_over == (reason is not None)


@pytest.mark.rule("B30", "B32")
@settings(max_examples=30, deadline=None)
@played
def test_a_finished_match_ended_by_what_its_view_says(expansion, seats, seed, plies, busy):
    match = play_random(reached(expansion, seats, seed, plies, busy), seed, busy=busy)
    words = {"exhausted": "areas", "reserves": "reserve", None: "rounds"}
    assert words[board_view(match).ends_by] in str(match.ending())


def test_the_limits_are_shown_beside_what_is_counted():
    limits = (BoardView.EXHAUSTED_AREAS_END, BoardView.EMPTY_RESERVES_END, BoardView.STEPS)
    assert limits == (8, 3, 3)


@pytest.mark.rule("B2", "B16")
@pytest.mark.parametrize(
    ("counters", "tile", "free"),
    [((), False, 2), (("manager",), False, 1), ((), True, 1), (("manager",), True, 0)],
)
def test_an_action_says_how_many_of_its_two_spaces_are_free(counters, tile, free):
    action = Action("manager", counters, tile)
    assert action.free_spaces == free
    assert action.covered == (free == 0)


@settings(max_examples=40, deadline=None)
@played
def test_what_is_covered_can_be_performed(expansion, seats, seed, plies, busy):
    match = reached(expansion, seats, seed, plies, busy)
    view = board_view(match)
    if view.phase != "act" or view.to_move is None or view.players[view.to_move].research:
        return
    panel = view.players[view.to_move].panel
    covered = [action.name for action in panel if action.free_spaces == 0]
    assert match.legal() == (*covered, "pass")


@pytest.mark.rule("B29")
@pytest.mark.parametrize("count", range(9, 14))
def test_surplus_counters_are_those_over_ten(count):
    panel, left = {}, count
    for action in ACTIONS[:7]:
        things = pair(action).split()[: min(left, 2)]
        left -= len(things)
        panel[action] = " ".join(things)
    match = position({**panel, "diamond": "tile"})
    player = board_view(match).players[0]
    assert (player.counters, player.surplus) == (count, max(0, count - 10))
    pass_all(match)
    removed = 0
    while board_view(match).phase == "surplus":
        match.play(match.legal()[0])
        removed += 1
    assert removed == player.surplus
    without = replace(player, panel=tuple(replace(a, counters=()) for a in player.panel))
    assert (without.counters, without.surplus) == (0, 0)


@settings(max_examples=60, deadline=None)
@played
def test_an_observation_has_its_parts_where_their_names_say(expansion, seats, seed, plies, busy):
    match = reached(expansion, seats, seed, plies, busy)
    at, lengths = part_offsets(OBSERVATION), {part.name: part.length for part in OBSERVATION}
    for seat in range(seats):
        view, numbers = board_view(match, seat), np.zeros(sum(lengths.values()), np.int64)
        game_of(match).observe(state_of(match), seat, numbers)

        def part(name, numbers=numbers):
            return list(numbers[at[name] : at[name] + lengths[name]])

        around = [view.players[(seat + turn) % seats] for turn in range(seats)]
        assert (part("seats"), part("round")) == ([seats], [view.round])
        assert (part("bag"), part("tiles_left")) == ([view.bag], [view.tiles_left])
        assert part("open_tiles") == [view.open_tiles.count(action) for action in ACTIONS]
        assert part("reserve") == list(view.reserve.values())
        assert part("cubes") == [name in area.cubes for area in view.areas for name in RESOURCES]
        assert part("exhausted") == [area.exhausted for area in view.areas]
        assert part("prices") == [
            exchange.prices.get(name, 0) // 1000
            for exchange in view.exchanges
            for name in RESOURCES
        ]
        assert part("worth") == [worth // 1000 for worth in view.worth.values()]
        assert part("money")[:seats] == [player.money // 1000 for player in around]
        assert part("passed")[:seats] == [player.passed for player in around]
        assert part("workers")[: 15 * seats] == [
            count
            for player in around
            for count in (*(a.workers[player.seat] for a in view.areas), player.vladivostok)
        ]
        assert part("salesmen")[: 6 * seats] == [
            exchange.salesmen[player.seat] for player in around for exchange in view.exchanges
        ]
        covered = [action.free_spaces for player in around for action in player.panel]
        spaces = np.array(part("spaces")[: 20 * seats]).reshape(-1, 2)
        assert list((spaces == 0).sum(axis=1)) == covered
        assert part("research")[: 21 * seats] == [
            player.research.count(kind) for player in around for kind in ACTION_COUNTERS
        ]
        assert part("drawn") == [(around[0].drawn or ()).count(kind) for kind in ACTION_COUNTERS]
        assert part("drawn_sizes")[:seats] == [player.drawn_size for player in around]
