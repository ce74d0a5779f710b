"""The plots: lengths are true, nothing leaves the picture, and odd values are drawn as well."""

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.plots import (
    FLOOR,
    WIDTH,
    Bin,
    Point,
    Quartiles,
    Scale,
    Share,
    Span,
    bins,
    box_plot,
    decades,
    histogram,
    key,
    reliability,
    share_bars,
    share_columns,
    span_bars,
    width_of,
)
from tests.drawing.reading import check, ids, texts, words


def plain(value):
    return f"{round(value, 4):,g}"


def drawn(markup, label="All of it"):
    """The tree of a plot, after what holds for every plot: it speaks, and all is within it."""
    tree = check(markup)
    assert (tree.get("role"), tree.get("aria-label")) == ("img", label)
    assert not ids(tree)
    box = tree.get("viewBox").split()
    assert box[:3] == ["0", "0", str(WIDTH)]
    width, height = float(box[2]), float(box[3])
    for node in marked(tree, "amount") + marked(tree, "rest"):
        x, y, wide, high = (float(node.get(name)) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert wide >= 0
        assert high >= 0
        assert x + wide <= width
        assert y + high <= height
    for node in tree.iter("text"):
        left, right = reach(node)
        assert left > -0.01
        assert right < width + 0.01
        assert 0 < number_of(node, "y") < height
    return tree


def reach(node):
    """From where to where a text reaches, at the width that is reckoned with."""
    x, wide = number_of(node, "x"), width_of([node.text])
    if "middle" in words(node):
        return x - wide / 2, x + wide / 2
    return (x - wide, x) if "end" in words(node) else (x, x + wide)


def marked(tree, kind):
    return [node for node in tree.iter() if kind in words(node)]


def number_of(node, name):
    return float(node.get(name))


def widths(tree, kind="amount"):
    return [number_of(node, "width") for node in marked(tree, kind)]


def heights(tree):
    return [number_of(node, "height") for node in marked(tree, "amount")]


def upright_at(node):
    """Where a line from above to below stands."""
    found = re.fullmatch(r"M([\d.]+) [\d.]+V[\d.]+", node.get("d"))
    assert found
    return float(found[1])


def ends_of(node):
    """From where to where a whisker reaches."""
    found = re.match(r"M([\d.]+) [\d.]+H([\d.]+)M", node.get("d"))
    assert found
    return float(found[1]), float(found[2])


def shares(*rows, reference=0.5):
    made = [Share(*row) for row in rows]
    return drawn(share_bars(made, reference=reference, write=plain, label="All of it"))


def boxes(*rows, reference=0):
    made = [Quartiles(*row) for row in rows]
    return drawn(box_plot(made, reference=reference, write=plain, label="All of it"))


def spans(*rows):
    made = [Span(*row) for row in rows]
    return drawn(span_bars(made, write=plain, label="All of it"))


def columns(values, reference=0.5):
    return drawn(share_columns(values, reference=reference, write=plain, label="All of it"))


def counts(values):
    return drawn(histogram(bins(values), write=plain, label="All of it", axis="words"))


def test_shares_intervals_and_reference_lie_on_one_axis():
    tree = shares(("a", 0.8, 0.6, 0.9), ("b", 0.2, 0.1, 0.4), reference=0.25)
    zero, half, one = (upright_at(node) for node in marked(tree, "grid"))
    assert half == pytest.approx((zero + one) / 2, abs=0.02)
    length = one - zero
    assert widths(tree) == pytest.approx([0.8 * length, 0.2 * length], abs=0.02)
    for node, interval in zip(marked(tree, "sure"), ((0.6, 0.9), (0.1, 0.4)), strict=True):
        assert ends_of(node) == pytest.approx([zero + part * length for part in interval], abs=0.02)
    (reference,) = marked(tree, "reference")
    assert upright_at(reference) == pytest.approx(zero + length / 4, abs=0.02)
    assert {"a", "b", "0.8", "0.2", "0", "0.5", "1"} <= set(texts(tree))


def test_a_single_bot_that_wins_all_fills_its_bar():
    tree = shares(("only", 1.0, 1.0, 1.0))
    zero, _, one = (upright_at(node) for node in marked(tree, "grid"))
    assert widths(tree) == pytest.approx([one - zero], abs=0.02)
    (whisker,) = marked(tree, "sure")
    assert ends_of(whisker) == pytest.approx((one, one), abs=0.02)


def test_a_long_name_is_cut_and_leaves_room_for_the_bar():
    tree = shares(("a bot with a very long name", 1, 0.9, 1), ("b", 0, 0, 0.1))
    name, *_ = marked(tree, "who")
    assert name.text == "a bot with a ve…"
    zero = upright_at(marked(tree, "grid")[0])
    long, none = widths(tree)
    assert reach(name)[1] < zero
    assert long > 60
    assert none == 0


def test_names_are_text_and_not_markup():
    tree = shares(("<b>&", 0.5, 0.4, 0.6))
    assert marked(tree, "who")[0].text == "<b>&"


def test_a_box_holds_the_quartiles_and_whiskers_hold_all():
    tree = boxes(("a", -20, -10, 0, 30, 80), ("b", -100, -50, 10, 20, 40))
    places = [upright_at(node) for node in marked(tree, "grid")]
    assert [node.text for node in marked(tree, "axis")] == ["-100", "-50", "0", "50"]
    scale = Scale(-100, 0, places[0], places[2])
    unit = (places[2] - places[0]) / 100
    assert widths(tree) == pytest.approx([40 * unit, 70 * unit], abs=0.05)
    first = marked(tree, "amount")[0]
    assert number_of(first, "x") == pytest.approx(scale.at(-10), abs=0.05)
    least, most = ends_of(marked(tree, "sure")[0])
    assert least == pytest.approx(scale.at(-20), abs=0.05)
    assert most == pytest.approx(places[2] + 80 * unit, abs=0.05)
    assert upright_at(marked(tree, "median")[0]) == pytest.approx(places[2], abs=0.05)
    assert upright_at(*marked(tree, "reference")) == pytest.approx(places[2], abs=0.05)


@pytest.mark.parametrize("value", [0, 7, -3000])
def test_boxes_of_equal_values_are_lines(value):
    tree = boxes(("a", *[value] * 5), ("b", *[value] * 5))
    assert widths(tree) == [0, 0]
    (first, second), (reference,) = (
        [upright_at(node) for node in marked(tree, kind)] for kind in ("median", "reference")
    )
    assert first == second
    assert (first > reference) - (first < reference) == (value > 0) - (value < 0)


def test_ten_times_as_much_is_one_line_further():
    tree = spans(("a", 2, 200), ("b", 20, 20))
    places = [upright_at(node) for node in marked(tree, "grid")]
    assert [node.text for node in marked(tree, "middle")] == ["1", "10", "100", "1,000"]
    decade = places[1] - places[0]
    usual, most = widths(tree), widths(tree, "rest")
    assert usual == pytest.approx([math.log10(2) * decade, math.log10(20) * decade], abs=0.05)
    assert most[0] - usual[0] == pytest.approx(2 * decade, abs=0.05)
    assert most[1] == usual[1]
    assert {"2", "200", "20"} <= set(texts(tree))


def test_no_time_at_all_has_a_number_but_no_bar():
    tree = spans(("a", 0, 0), ("b", 0, 5))
    assert len(widths(tree)) == 0
    assert len(widths(tree, "rest")) == 1
    nothing = spans(("a", 0, 0))
    assert not widths(nothing, "rest")
    assert [node.text for node in marked(nothing, "strong")] == ["0"]


def test_crowded_decades_keep_numbers_that_do_not_touch():
    tree = spans(("a bot with a very long name", 0.0002, 4_000_000))
    labels = [reach(node) for node in marked(tree, "middle")]
    assert len(labels) >= 2
    assert all(after[0] > before[1] for before, after in pairwise(labels))
    assert len(marked(tree, "grid")) == 12


@pytest.mark.parametrize(
    ("values", "tens"),
    [([0], (0, 1)), ([10], (0, 1)), ([0, 0.1], (-2, -1)), ([3, 4000], (0, 4)), ([1], (-1, 0))],
)
def test_decades_begin_below_the_least(values, tens):
    found = decades(values)
    assert (found[0], found[-1]) == tens


def test_columns_are_as_high_as_their_shares():
    tree = columns({"seat 1": 0.6, "seat 2": 0.3, "seat 3": 0.1}, reference=1 / 3)
    assert heights(tree)[0] / heights(tree)[1] == pytest.approx(2, rel=0.01)
    assert heights(tree)[0] / heights(tree)[2] == pytest.approx(6, rel=0.01)
    (reference,) = marked(tree, "reference")
    level = float(reference.get("d").split()[1].split("H")[0])
    assert (FLOOR - level) / heights(tree)[0] == pytest.approx(1 / 3 / 0.6, rel=0.01)
    assert {"seat 1", "0.6", "seat 3", "0.1"} <= set(texts(tree))


def test_one_seat_that_always_wins_and_one_that_never_does():
    assert heights(columns({"seat 1": 1.0, "seat 2": 0.0})) == [130, 0]
    assert heights(columns({"seat 1": 1.0})) == [130]


def test_the_columns_of_a_histogram_are_what_was_counted():
    values = [100, 101, 103, 112, 117, 117]
    assert [one.start for one in bins(values)] == [100, 102, 104, 106, 108, 110, 112, 114, 116]
    assert [one.count for one in bins(values)] == [2, 1, 0, 0, 0, 0, 1, 0, 2]
    tree = counts(values)
    one = heights(tree)[1]
    assert heights(tree) == pytest.approx([2 * one, one, one, 2 * one])
    places = {node.text: number_of(node, "x") for node in marked(tree, "middle")}
    edge = number_of(marked(tree, "amount")[2], "x")
    assert places["112"] == pytest.approx(edge, abs=0.02)


@pytest.mark.parametrize("values", [[1], [140], [140] * 50])
def test_equal_lengths_are_one_bar_with_its_number_below(values):
    assert bins(values) == [Bin(values[0], values[0] + 1, len(values))]
    tree = counts(values)
    (column,) = marked(tree, "amount")
    (label,) = marked(tree, "middle")
    assert label.text == str(values[0])
    middle = number_of(column, "x") + number_of(column, "width") / 2
    assert number_of(label, "x") == pytest.approx(middle, abs=0.02)
    assert number_of(column, "width") <= 64


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=60))
def test_any_lengths_are_all_counted_in_few_bins(values):
    counted = bins(values)
    assert sum(one.count for one in counted) == len(values)
    assert len(counted) <= 16
    assert all(before.stop == after.start for before, after in pairwise(counted))
    for one in counted:
        assert one.count == sum(one.start <= value < one.stop for value in values)
    labels = [reach(node) for node in marked(counts(values), "middle")]
    assert labels
    assert all(after[0] > before[1] for before, after in pairwise(labels))


@given(
    st.lists(
        st.lists(st.integers(-200_000, 200_000), min_size=5, max_size=5).map(sorted),
        min_size=1,
        max_size=8,
    )
)
def test_any_boxes_have_an_axis_whose_numbers_do_not_touch(rows):
    tree = boxes(*((f"bot {place}", *row) for place, row in enumerate(rows)))
    labels = [reach(node) for node in marked(tree, "axis")]
    assert all(after[0] > before[1] for before, after in pairwise(labels))
    assert len(marked(tree, "median")) == len(rows)


@pytest.mark.parametrize("kind", ["amount", "rest", "sure", "median", "reference"])
def test_a_key_is_a_silent_sample_of_the_mark(kind):
    tree = check(key(kind))
    assert tree.get("aria-hidden") == "true"
    assert [words(node) for node in tree] == [{kind}]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(1, 9999)), min_size=1))
def test_what_came_as_foretold_lies_on_the_line(found):
    points = [Point(*one) for one in found] + [Point(0.5, 0.5, 1)]
    tree = drawn(reliability(points, write=plain, label="All of it"))
    discs = list(tree.iter("circle"))
    assert len(discs) == len(points)
    (line,) = (node for node in tree.iter("path") if node.get("class") == "reference")
    x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", line.get("d")))
    middle = discs[-1]
    assert float(middle.get("cx")) == pytest.approx((x1 + x2) / 2, abs=0.1)
    assert float(middle.get("cy")) == pytest.approx((y1 + y2) / 2, abs=0.1)
    for point, disc in zip(points, discs, strict=True):
        assert (point.came > point.foretold) <= (
            float(disc.get("cy")) - y2 < x2 - float(disc.get("cx")) + 0.1
        )
