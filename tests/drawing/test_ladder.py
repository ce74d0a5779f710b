"""Where somebody stands, drawn: in the right order, and all within the picture."""

import re

from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.ladder import MARGIN, WIDTH, axis_numbers, axis_of, rung
from tests.drawing.reading import check, texts

ratings = st.lists(st.integers(0, 5000), min_size=1, max_size=30)


def place_of(markup):
    """Where the dot of a rung lies."""
    found = re.search(r'<circle cx="([\d.]+)"', markup) or re.search(r"M([\d.]+) [\d.]+l", markup)
    assert found
    return float(found[1])


@given(ratings)
def test_all_of_a_page_is_within_its_axis(found):
    axis = axis_of(found)
    assert axis.low <= min(found)
    assert max(found) <= axis.high
    assert 1 <= len(axis.marks) <= 7
    for rating in found:
        x = place_of(rung(axis, rating, (rating - 300, rating + 300), kind="person"))
        assert MARGIN <= x <= WIDTH - MARGIN


@given(st.lists(st.integers(0, 5000), min_size=2, unique=True))
def test_the_better_stands_further_to_the_right(found):
    axis = axis_of(found)
    low, high = sorted(found)[0], sorted(found)[-1]
    assert place_of(rung(axis, low, (low, low), kind="bot")) < place_of(
        rung(axis, high, (high, high), kind="person")
    )


def test_what_is_exactly_so_has_no_line():
    axis = axis_of([1500, 2000])
    check(rung(axis, 1500, (1400, 1600), kind="person"))
    assert 'class="sure"' in rung(axis, 1500, (1400, 1600), kind="person")
    assert 'class="sure"' not in rung(axis, 1500, (1500, 1500), kind="bot")


def test_numbers_stand_above_the_lines():
    axis = axis_of([900, 2700])
    drawn = check(axis_numbers(axis, lambda value: f"{value:g}"))
    assert texts(drawn) == [f"{mark}" for mark in axis.marks] == ["1000", "1500", "2000", "2500"]
