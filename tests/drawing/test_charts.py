"""The charts: everything is there, nothing overlaps, and a screen reader gets the numbers."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.charts import LETTER, LINE, Series, bars, line_chart, spread, tick
from tests.drawing.reading import check, parsed, texts, words


def grouped(amount):
    return f"{amount:,}"


def chart(lines, marks=None, names=("Anna", "Boris", "Chen", "Dana")):
    series = [Series(seat, names[seat], values) for seat, values in enumerate(lines)]
    labels = [str(column) for column in range(len(lines[0]))]
    return line_chart(
        series, labels=labels, marks=marks or {}, number=grouped, title="Money", axis="round"
    )


@given(
    st.integers(1, 120).flatmap(
        lambda columns: st.lists(
            st.lists(st.integers(0, 99_000), min_size=columns, max_size=columns),
            min_size=2,
            max_size=4,
        )
    )
)
def test_any_match_has_a_chart_whose_labels_do_not_overlap(lines):
    tree = check(chart(lines))
    heights = sorted(
        float(node.get("y") or 0)
        for node in tree.iter()
        if node.tag == "text" and "who" in words(node)
    )
    assert len(heights) == len(lines)
    assert all(after - before >= LINE - 0.01 for before, after in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < 478
    columns = [
        float(node.get("x") or 0)
        for node in tree.iter()
        if node.tag == "text" and {"axis", "middle"} <= words(node)
    ]
    assert all(after - before > 20 for before, after in pairwise(columns))


def test_lines_marks_and_ends_are_all_there():
    tree = check(chart([[0, 2000, 9000], [0, 4000, 8000]], {1: "1", 2: "3"}))
    written = texts(tree)
    assert "Anna 9,000" in written
    assert "Boris 8,000" in written
    assert {"round", "0", "2,000", "1", "3"} <= set(written)
    strokes = [node.get("stroke", "") for node in tree.iter() if "series" in words(node)]
    assert sorted(strokes) == ["var(--lake-line)", "var(--rowan-line)"]
    uses = [node.get("href") for node in tree.iter() if node.tag == "use"]
    assert uses.count("#i-exhausted") == 2
    assert uses.count("#i-mark-rowan") == 3
    assert (tree.get("role"), tree.get("aria-label")) == ("img", "Money")
    assert "Anna: 9,000; Boris: 8,000" in written


def test_a_long_name_is_cut_and_stays_inside():
    tree = check(chart([[0, 9000], [0, 1000]], names=("Maximilian von Hohenstein", "Bo")))
    who = next(node for node in tree.iter() if node.tag == "text" and "who" in words(node))
    text = "".join(who.itertext())
    assert "…" in text
    assert float(who.get("x") or 0) + LETTER * len(text) <= 700.5


@pytest.mark.parametrize("highest", [0, 1, 7, 999, 41_000, 64_400, 123_456])
def test_gridlines_are_round_and_few(highest):
    step = tick(highest)
    assert re.fullmatch(r"[125]0*", str(step))
    assert highest <= 5 * step
    assert step == 1 or highest > 2 * step


@given(st.lists(st.floats(0, 400), max_size=4), st.floats(1, 50))
def test_things_moved_apart_keep_their_order_and_bounds(wanted, size):
    settled = spread(wanted, [size] * len(wanted), 0, 400)
    for (one, moved), (other, moved_too) in combinations(zip(wanted, settled, strict=True), 2):
        assert one == other or (one < other) == (moved < moved_too)
    ordered = sorted(settled)
    assert all(b - a >= size - 1e-6 for a, b in pairwise(ordered))
    assert all(size / 2 - 1e-6 <= place <= 400 - size / 2 + 1e-6 for place in settled)


def test_bars_show_what_brought_something_in_proportion():
    amounts = {"gas": 15_000, "coal": 0, "oil": 300, "gold": 12_000, "worker": 2_000}
    tree = check(bars(amounts, scale=40_000, number=grouped, title="Anna", say=str.upper))
    widths = [float(node.get("width") or 0) for node in tree.iter() if node.tag == "rect"]
    assert len(widths) == 4
    assert widths[0] / widths[2] == pytest.approx(15 / 12, rel=0.01)
    assert sum(widths) < 636
    assert "coal" not in "".join(texts(tree)).lower()
    assert tree.get("aria-label") == "Anna: GAS: 15,000; OIL: 300; GOLD: 12,000; WORKER: 2,000"


def test_nothing_earned_is_an_empty_bar():
    tree = parsed(bars({"gas": 0}, scale=0, number=grouped, title="Boris", say=str))
    assert tree.get("aria-label") == "Boris"
    assert not [node for node in tree.iter() if node.tag == "rect"]
