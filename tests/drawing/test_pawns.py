"""A pawn that moves stays the same pawn."""

from collections import Counter
from dataclasses import replace

import pytest

from siberia import Match
from siberia.components.board import PAWNS
from siberia.drawing.pawns import VLADIVOSTOK, settle, settle_seat, stack, workers_of
from tests.support import board_view, play_random


@pytest.mark.parametrize("seed", range(4))
def test_pawns_stand_where_the_view_says_and_the_rest_stays(seed):
    match = Match.new("board", seats=3, seed=seed, exchanges="random")
    played = play_random(match.at(0), seed, 500, busy=True).words
    places = settle(None, board_view(match))
    for word in played:
        before, match_before = places, board_view(match)
        match.play(word)
        view = board_view(match)
        places = settle(before, view)
        for seat in range(view.seats):
            now, was = workers_of(view, seat), workers_of(match_before, seat)
            assert Counter(place for place in places[seat] if place) == +now
            changed = sum(
                one != other for one, other in zip(places[seat], before[seat], strict=True)
            )
            risen, fallen = (now - was).total(), (was - now).total()
            assert changed == max(risen, fallen)


def test_the_topmost_pawn_of_a_stack_leaves():
    before = ("Amur", "Amur", "Yakutia", None, None, None)
    after = settle_seat(before, Counter({"Amur": 1, "Yakutia": 2}))
    assert after == ("Amur", "Yakutia", "Yakutia", None, None, None)


def test_pawns_come_from_the_supply_and_go_back():
    empty = (None,) * PAWNS
    one = settle_seat(empty, Counter({VLADIVOSTOK: 1}))
    assert one == (VLADIVOSTOK, *empty[1:])
    assert settle_seat(one, Counter()) == empty


def test_one_who_left_goes_on_before_the_supply():
    before = (None, None, "Amur", "Altai", None, None)
    after = settle_seat(before, Counter({"Altai": 1, "Baikal": 2}))
    assert after == ("Baikal", None, "Baikal", "Altai", None, None)


def test_another_table_begins_anew():
    view = board_view(play_random(Match.new("board", seats=2, seed=1), 1, 300, busy=True))
    fresh = settle(None, view)
    assert settle((("Amur",) * PAWNS,) * 4, view) == fresh
    assert settle(fresh, replace(view)) == fresh
    assert stack((("Amur", None, "Amur"),), 0, "Amur") == [0, 2]
