"""A match that was taken over is looked back on as it was played, with what was drawn anew."""

import pytest

from siberia.review.luck import states_of
from tests.support import Variant, play_random, variants


@variants
@pytest.mark.parametrize("ply", [10, 40])
def test_the_states_are_those_of_the_match(variant: Variant, ply: int):
    match = play_random(variant.new(seats=2, seed=8, start=0), 8, busy=True)
    then = match.at(match.at(ply).open_to(0))
    taken = play_random(then.taken_over(0, seed=99), 9, busy=True)
    states = states_of(taken)
    assert len(states) == taken.ply + 1
    for count in (0, taken.begun_at, taken.begun_at + 1, taken.ply):
        assert states[count].tobytes() == taken.at(count).state.tobytes()
