"""The lines of win shares: all that is given is there, and leads where it says."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.winshares import (
    APART,
    ROUND_ROOM,
    ShareLine,
    ShareMark,
    share_chart,
)
from tests.drawing.reading import check, words

NAMES = ("Anna", "Boris", "Chen", "Dana")


def rows_of(weights):
    """Shares that add up to 1, one row for each column."""
    return [[weight / sum(row) for weight in row] for row in weights]


def matches():
    return st.integers(2, 4).flatmap(
        lambda count: st.lists(
            st.lists(st.integers(1, 99), min_size=count, max_size=count), min_size=1, max_size=90
        ).map(rows_of)
    )


def chart(rows, *, viewer=0, rounds=(), flakes=(), pins=(), narrow=False):
    lines = [ShareLine(seat, NAMES[seat], column) for seat, column in enumerate(zip(*rows))]  # noqa: B905
    return check(
        share_chart(
            lines,
            viewer=viewer,
            addresses=[f"/at/{column}" for column in range(len(rows))],
            rounds=rounds,
            flakes=flakes,
            pins=pins,
            percent=lambda share: f"{share:.0%}",
            title="Win share",
            axis="round",
            narrow=narrow,
        )
    )


def moments(columns, prefix=""):
    return [
        ShareMark(column, str(n), f"/at/{column}", f"{prefix}{n}")
        for n, column in enumerate(columns)
    ]


@given(matches(), st.booleans(), st.data())
def test_any_match_has_a_line_for_each_seat_within_the_picture(rows, narrow, data):
    viewer = data.draw(st.integers(0, len(rows[0]) - 1))
    tree = chart(rows, viewer=viewer, rounds=moments(range(0, len(rows), 3)), narrow=narrow)
    width, height = map(float, tree.get("viewBox").split()[2:])
    strokes = [node.get("stroke") for node in tree.iter() if "series" in words(node)]
    assert len(strokes) == len(rows[0])
    # The viewer's is drawn last, so it lies on top.
    assert strokes[-1] == f"var(--{('rowan', 'lake', 'larch', 'fireweed')[viewer]}-line)"
    for node in tree.iter():
        if "series" in words(node):
            for x, y in re.findall(r"([\d.]+) ([\d.]+)", node.get("d")):
                assert 0 <= float(x) <= width
                assert 0 <= float(y) <= height


def test_ends_are_named_on_a_wide_page_and_do_not_overlap():
    rows = rows_of([[1, 1, 1, 1], [97, 1, 1, 1]])
    tree = chart(rows)
    who = [node for node in tree.iter("text") if "who" in words(node)]
    assert {"".join(node.itertext()) for node in who} == {
        "Anna 97%",
        "Boris 1%",
        "Chen 1%",
        "Dana 1%",
    }
    heights = sorted(float(node.get("y")) for node in who)
    assert all(low - high >= 20 for high, low in pairwise(heights))
    assert not [n for n in chart(rows, narrow=True).iter("text") if "who" in words(n)]


def test_every_column_is_a_link_that_the_keyboard_passes_by():
    tree = chart(rows_of([[1, 1]] * 40), rounds=moments([0, 20]))
    doors = [node for node in tree.iter("a") if node.get("tabindex") == "-1"]
    assert [node.get("href") for node in doors] == [f"/at/{column}" for column in range(40)]
    edges = [
        (float(rect.get("x")), float(rect.get("x")) + float(rect.get("width")))
        for node in doors
        for rect in node
    ]
    assert all(end == pytest.approx(start, abs=0.02) for (_, end), (start, _) in pairwise(edges))
    others = [node for node in tree.iter("a") if node.get("tabindex") is None]
    assert [node.get("aria-label") for node in others] == ["0", "1"]


@given(st.lists(st.integers(0, 39), max_size=5, unique=True), st.booleans())
def test_pins_stand_apart(columns, narrow):
    tree = chart(rows_of([[1, 1]] * 40), pins=moments(columns, "costly "), narrow=narrow)
    found = [node for node in tree.iter("a") if "pin" in words(node)]
    assert len(found) == len(columns)
    discs = [(float(c.get("cx")), float(c.get("cy"))) for a in found for c in a.iter("circle")]
    for (a, b), (c, d) in combinations(discs, 2):
        assert abs(a - c) > APART or abs(b - d) > APART


@given(st.lists(st.integers(0, 59), min_size=1, max_size=30, unique=True).map(sorted))
def test_crowded_numbers_and_snowflakes_give_way(columns):
    tree = chart(
        rows_of([[1, 2]] * 60), rounds=moments(columns), flakes=moments(columns), narrow=True
    )
    middle = [float(n.get("x")) for n in tree.iter("text") if words(n) == {"axis", "middle"}]
    assert all(after - before >= ROUND_ROOM - 0.01 for before, after in pairwise(middle))
    assert len([n for n in tree.iter() if "event" in words(n)]) == len(columns)
    assert [n.get("href") for n in tree.iter("use")].count("#i-exhausted") <= len(columns)
