"""What nobody knows, drawn again: all that anybody knows stays, and all draws are as likely."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.engine.rng import generator
from siberia.engine.schema import bytes_of, copy_of
from tests.support import SEATS, VARIANTS, game_of, play_random, state_of

positions = st.tuples(
    st.sampled_from(VARIANTS),
    st.sampled_from(SEATS),
    st.integers(0, 2**64),
    st.integers(0, 200),
    st.integers(0, 2**64),
)
# Where what nobody knows stands: in the order of a pile, in face-down cards, in chance to come.
UNKNOWN = {"card": ("rng", "pile", "stack", "row"), "board": ("rng", "tiles")}


def redrawn(match: Match, seed: int):
    state = copy_of(state_of(match))
    game_of(match).redraw(state, generator(seed))
    return state


def unseen(match: Match, state) -> list[Counter]:
    """What lies face down, without its order."""
    if match.game == "board":
        return [Counter(state.tiles[: state.tiles_left].tolist())]
    down = [card for card, up in zip(state.row, state.up, strict=True) if card >= 0 and not up]
    resources = [*state.stack[: state.stack_size].tolist(), *map(int, down)]
    return [Counter(resources), Counter(state.pile[: state.pile_size].tolist())]


@settings(max_examples=25, deadline=None)
@given(positions)
def test_all_that_anybody_knows_stays(drawn):
    variant, seats, seed, plies, again = drawn
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    before, after = state_of(match), redrawn(match, again)
    for name in before.dtype.names:
        if name not in UNKNOWN[match.game]:
            assert np.array_equal(before[name], after[name]), name
    other = Match(match.setup, match.seed, match.salt, match.players)
    other.state = after
    for seat in (None, *range(seats)):
        assert other.view(seat) == match.view(seat)
    assert unseen(match, before) == unseen(match, after)
    assert other.legal() == match.legal()


@settings(max_examples=20, deadline=None)
@given(positions)
def test_where_everybody_knows_the_same_the_same_is_drawn(drawn):
    variant, seats, seed, plies, again = drawn
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    first = redrawn(match, again)
    match.state = redrawn(match, again + 1)
    assert bytes_of(redrawn(match, again)) == bytes_of(first)


@settings(max_examples=25, deadline=None)
@given(positions)
def test_what_nobody_knows_takes_part_only_in_words_by_which_something_becomes_known(drawn):
    variant, seats, seed, plies, again = drawn
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    for word in match.legal():
        after = []
        for state in (state_of(match), redrawn(match, again)):
            trial = match.copy()
            trial.state = copy_of(state)
            trial.play(word)
            after.append(trial)
        if after[0].state.reveals == state_of(match).reveals:
            first, second = (bytes_of(redrawn(trial, 1)) for trial in after)
            assert first == second


def goodness(found: Counter, expected: dict[int, float], count: int) -> float:
    """By how many deviations Pearson's measure is more than it should be."""
    means = {kind: share * count for kind, share in expected.items()}
    squares = sum((found[kind] - mean) ** 2 / mean for kind, mean in means.items())
    freedom = len(expected) - 1
    return (squares - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize("game", ["card", "board"])
def test_all_that_could_come_next_is_as_likely_as_it_should_be(game):
    match, count = play_random(Match.new(game, seed=9), 9, 25, busy=True), 4000
    states = [redrawn(match, seed) for seed in range(count)]
    if game == "board":
        draws = {"tile": [int(state.tiles[state.tiles_left - 1]) for state in states]}
    else:
        place = next(p for p in range(8) if states[0].row[p] >= 0 and not states[0].up[p])
        draws = {
            "card": [int(state.pile[state.pile_size - 1]) for state in states],
            "face down": [int(state.row[place]) for state in states],
            "next": [int(state.stack[state.stack_size - 1]) for state in states],
        }
    heaps = unseen(match, states[0])
    for name, found in draws.items():
        heap = heaps[1] if name == "card" else heaps[0]
        expected = {kind: number / heap.total() for kind, number in heap.items()}
        assert set(found) <= set(expected), name
        assert goodness(Counter(found), expected, count) < 3, name
