"""Nobody sees what they may not: whatever a seat is shown stays the same, byte for byte, after
everything the seat cannot know has been drawn again.
"""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.engine.rng import DRAWN, generator, keystream
from siberia.engine.schema import copy_of, fields_of
from siberia.match.setup import STREAMS
from tests.support import SEATS, game_of, play_random, state_of, variants


def shown(match: Match, seat: int | None) -> bytes:
    """Everything that leaves the process for one seat."""
    legal = match.legal() if match.to_move == seat else ()
    return msgspec.json.encode([match.view(seat), match.table(seat), match.log(seat), legal])


def redrawn(match: Match, seat: int | None, seed: int) -> Match:
    """The match with everything the seat cannot know drawn again."""
    other = match.at(match.ply)
    other.state = copy_of(state_of(match))
    game_of(match).determinize(other.state, -1 if seat is None else seat, generator(seed))
    return other


@pytest.mark.rule("B10", "B11", "C18", "C20")
@variants
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 400),
    st.booleans(),
    st.integers(0, 2**32),
    st.sampled_from(list(STREAMS)),
)
def test_what_is_shown_does_not_depend_on_secrets(variant, seats, seed, plies, busy, redraw, rules):
    match = variant.new(seats=seats, seed=seed, rules=rules)
    play_random(match, seed, plies, busy=busy)
    for seat in (*range(seats), None):
        assert shown(redrawn(match, seat, redraw), seat) == shown(match, seat)


@variants
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 400),
    st.integers(0, 2**32),
    st.sampled_from(list(STREAMS)),
)
def test_what_is_imagined_does_not_depend_on_secrets(variant, seats, seed, plies, redraw, rules):
    """So that a bot, which sees only what it imagines, cannot know more either."""
    match = variant.new(seats=seats, seed=seed, rules=rules)
    play_random(match, seed, plies, busy=True)
    for seat in (*range(seats), None):
        first = redrawn(match, seat, redraw)
        second = redrawn(redrawn(match, seat, redraw + 1), seat, redraw)
        assert state_of(first).tobytes() == state_of(second).tobytes()


@variants
def test_the_test_above_can_fail(variant):
    """Another seat's sight of the redrawn state differs: the redraw is not empty."""
    match = play_random(variant.new(seats=3, seed=4, start=1), 4, 10)
    assert shown(redrawn(match, 0, 1), 1) != shown(match, 1)


@variants
@pytest.mark.parametrize("rules", STREAMS)
def test_redrawing_reaches_chance_to_come(variant, rules):
    match = play_random(variant.new(seats=3, seed=4, rules=rules), 4, 30)
    other = redrawn(match, 0, 1)
    assert (state_of(other).rng[:DRAWN] != state_of(match).rng[:DRAWN]).all()


@variants
@pytest.mark.parametrize("stream", [generator, keystream])
def test_what_is_imagined_has_nothing_of_the_streams_state(variant, stream):
    """Neither its key, nor how much was drawn, nor which stream it is; and it is the fast one."""
    match = play_random(variant.new(seats=3, seed=4), 4, 30)
    other = match.copy()
    state_of(other).rng[:] = stream(8)
    for seat in (0, 1, 2, None):
        first, second = state_of(redrawn(match, seat, 1)), state_of(redrawn(other, seat, 1))
        assert first.tobytes() == second.tobytes()
        assert second.rng[DRAWN] == 0


@variants
def test_every_field_says_who_may_see_it(variant):
    kind = game_of(variant.new()).STATE
    assert all(field.meaning and field.seen_by for field in fields_of(kind).values())
