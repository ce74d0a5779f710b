"""Properties of every position of the board game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.boardgame import BoardView
from siberia.boardgame.state import COUNTER_KINDS, NONE, TILE
from siberia.engine.rng import generator
from siberia.engine.vocabulary import ACTIONS, RESOURCES
from tests.boardgame.position import AREAS, BOX
from tests.support import SEATS, board_view, game_of, play_random, state_of

positions = st.tuples(
    st.booleans(), st.sampled_from(SEATS), st.integers(0, 2**64), st.integers(0, 500), st.booleans()
)


def reached(drawn) -> Match:
    expansion, seats, seed, plies, busy = drawn
    match = Match.new("board", seats=seats, seed=seed, expansion=expansion, exchanges="random")
    return play_random(match, seed, plies, busy=busy)


def counters(state) -> list[int]:
    """Every counter, wherever it is, by kind."""
    covering = state.spaces[(state.spaces != NONE) & (state.spaces != TILE)]
    lying = state.drawn.sum(axis=0) + state.research.sum(axis=0) + state.bag
    return list(lying + np.bincount(covering, minlength=COUNTER_KINDS))


def tiles(state) -> list[int]:
    """Every investment tile, wherever it is, by action."""
    on_panels = (state.spaces == TILE).sum(axis=(0, 2))
    stack = np.bincount(state.tiles[: state.tiles_left], minlength=len(ACTIONS))
    return list(on_panels + stack + state.open_tiles)


@pytest.mark.rule("B1", "B8", "B9")
@settings(max_examples=100, deadline=None)
@given(positions)
def test_no_counter_tile_pawn_or_card_is_ever_lost_or_made(drawn):
    match = reached(drawn)
    state = state_of(match)
    for _ in range(2):
        assert counters(state) == list(BOX.action_counters.copies.values())
        assert tiles(state) == [2] * 10
        assert (state.bag >= 0).all()
        for player in match.view(None).players:
            assert 0 <= player.supply <= 6
        view = match.view(None)
        if view.cards_left is not None:
            owned = [*view.cards_left, *(card for p in view.players for card in p.cards)]
            assert sorted(owned) == sorted(RESOURCES)
        # Once more, in a state that somebody imagines.
        game_of(match).determinize(state, 0, generator(1))


def cubes(view: BoardView) -> dict[str, int]:
    """The cubes in areas and reserve, by resource."""
    return {
        resource: view.reserve[resource] + sum(resource in area.cubes for area in view.areas)
        for resource in RESOURCES
    }


@pytest.mark.rule("B25", "B28")
@settings(max_examples=5, deadline=None)
@given(st.booleans(), st.sampled_from(SEATS), st.integers(0, 2**64))
def test_cubes_leave_the_game_only_by_being_sold_at_their_price(expansion, seats, seed):
    match = Match.new("board", seats=seats, seed=seed, expansion=expansion, exchanges="random")
    after = board_view(match)
    assert cubes(after) == BOX.cubes.copies
    while not match.is_over:
        view, before, seat = after, cubes(after), match.to_move
        assert seat is not None
        play_random(match, (seed, match.ply), limit=1, busy=True)
        after = board_view(match)
        sold = {r: before[r] - count for r, count in cubes(after).items() if count != before[r]}
        gained = after.players[seat].money - view.players[seat].money
        if match.words[-1].startswith("sell "):
            where = match.words[-1].removeprefix("sell ")
            prices = {e.name: e.prices for e in view.exchanges} | {"card": view.worth}
            assert view.resource is not None
            assert sold.keys() == {view.resource}
            assert gained == sold[view.resource] * prices[where][view.resource]
            assert gained > 0
        else:
            assert sold == {}
            assert gained == 0
        for area in after.areas:
            assert area.exhausted == (area.cubes == ())
            assert not (area.exhausted and any(area.workers))


@pytest.mark.rule("B13", "B29")
@settings(max_examples=60, deadline=None)
@given(positions)
def test_at_most_ten_counters_are_kept_for_the_next_round(drawn):
    match = reached(drawn)
    if match.view(None).phase == "place":
        for player in board_view(match).players:
            assert player.counters <= 10 + 6
            kept = state_of(match).settled[player.seat].sum()
            assert kept - sum(action.tile for action in player.panel) <= 10


def one_step(start: str | None, exhausted: set[str]) -> set[str]:
    """B21 once more, by walking: through exhausted areas, up to the first that is not."""
    borders = BOX.map.borders
    found, seen = set(), {start}
    todo = list(BOX.map.arrows if start is None else borders[start])
    while todo:
        area = todo.pop()
        if area in seen:
            continue
        seen.add(area)
        if area in exhausted:
            todo += borders[area]
        else:
            found.add(area)
    return found


@pytest.mark.rule("B20", "B21")
@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from(AREAS)))
def test_steps_lead_where_walking_leads(exhausted):
    from tests.boardgame.position import position

    view = position(exhausted=sorted(exhausted)).view(None)
    assert set(view.arrows) == one_step(None, exhausted)
    for area in view.areas:
        if not area.exhausted:
            assert set(area.one_step) == one_step(area.name, exhausted)


@pytest.mark.rule("B11")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**64), st.integers(0, 24), st.integers(0, 2**32))
def test_what_others_are_imagined_to_have_placed_could_have_been_placed(seats, seed, plies, redraw):
    match = Match.new("board", seats=seats, seed=seed, start=0, exchanges="A")
    play_random(match, seed, min(plies, seats * 6 - 1))
    state = state_of(match)
    game_of(match).determinize(state, seats - 1, generator(redraw))
    for seat in range(seats):
        for action, counters_ in panels(match, seat).items():
            for counter in counters_:
                assert action in counter.split("/")


def panels(match: Match, seat: int) -> dict[str, tuple[str, ...]]:
    return {a.name: a.counters for a in match.view(seat).players[seat].panel}
