"""The waterfall: its numbers add up, its blocks lead on and point where they go."""

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from siberia.drawing.waterfall import SIGNED, FallStep, Kind, heights, waterfall, whole_points
from tests.drawing.reading import check, references, texts, words

KINDS: tuple[Kind, ...] = ("start", "luck", "skill", "others", "result")


def steps(start, luck, skill, others, names=("Start", "Luck", "Own", "Others", "End")):
    points = (start, luck, skill, others, start + luck + skill + others)
    return [
        FallStep(kind, name, f"note {kind}", amount, f"{amount:+d}")
        for kind, name, amount in zip(KINDS, names, points, strict=True)
    ]


def drawn(found, *, narrow=False):
    return check(waterfall(found, seat=0, percent="{} %", label="How it came", narrow=narrow))


def blocks(tree):
    return [node.get("d") for node in tree.iter() if "step-block" in words(node)]


def reach(path):
    """From where to where a block reaches."""
    across = [float(x) for x in re.findall(r"[MLHQ]([\d.]+)", path)]
    return min(across), max(across)


@given(st.lists(st.floats(-150, 150), min_size=2, max_size=6))
def test_rounded_points_add_up_and_each_is_near(parts):
    result = sum(parts)
    assume(abs(result) < 1e6)
    found = whole_points(parts, result)
    assert sum(found) == round(result)
    assert all(abs(points - part) < 1 + 1e-9 for points, part in zip(found, parts, strict=True))


def test_numbers_that_are_whole_stay():
    assert whole_points([50.0, 12.0, -30.0, 68.0], 100.0) == [50, 12, -30, 68]
    assert whole_points([33.3, 41.4, -36.2, 61.5], 100.0) == [33, 41, -36, 62]


@pytest.mark.parametrize("narrow", [False, True])
def test_every_step_is_named_and_begins_where_the_one_before_ended(narrow):
    tree = drawn(steps(33, 41, -36, 62), narrow=narrow)
    assert (tree.get("role"), tree.get("aria-label")) == ("img", "How it came")
    written = texts(tree)
    for name in ("Luck", "+41", "-36", "0", "25", "100 %"):
        assert any(text.startswith(name) for text in written), name
    (start, luck, skill, others, result) = map(reach, blocks(tree))
    assert start[0] == result[0]
    assert start[1] == luck[0]
    # Luck brought something and points right, own decisions lost some of it and point left.
    assert luck[1] == skill[1]
    assert skill[0] == others[0]
    assert others[1] == result[1]


@given(st.integers(0, 100), st.integers(-120, 120), st.integers(-120, 120), st.integers(-120, 120))
def test_whatever_happened_stays_in_the_picture(start, luck, skill, others):
    found = steps(start, luck, skill, others)
    for narrow in (False, True):
        tree = drawn(found, narrow=narrow)
        width, height = map(float, tree.get("viewBox").split()[2:])
        for path in blocks(tree):
            assert 0 <= reach(path)[0] <= reach(path)[1] <= width
        for node in tree.iter("text"):
            assert 0 < float(node.get("y")) < height


def test_heights_are_sums():
    found = heights(steps(50, -20, 30, -60))
    assert found == [(0, 50), (50, 30), (30, 60), (60, 0), (0, 0)]
    assert all(one[1] == other[0] for one, other in pairwise(found[:-1]))


def test_both_layouts_can_be_in_one_page():
    both = [drawn(steps(25, 5, 5, 65), narrow=narrow) for narrow in (False, True)]
    filled = [{name for name in references(tree) if name.startswith("fill")} for tree in both]
    assert filled[0]
    assert not filled[0] & filled[1]


def test_a_small_block_has_no_sign():
    def signs(luck):
        tree = drawn(steps(50, luck, 0, 50 - luck))
        return [node for node in tree.iter("use") if node.get("href") == "#i-luck"]

    assert signs(40)
    assert not signs(1)
    assert SIGNED > 20


def test_a_long_name_moves_the_blocks():
    names = ("Wo alles begann", "Glück", "Die Entscheidungen der anderen Mitspielenden", "x", "y")
    short = reach(blocks(drawn(steps(50, 0, 0, 0)))[0])[0]
    assert reach(blocks(drawn(steps(50, 0, 0, 0, names)))[0])[0] > short


def test_a_note_gives_way_to_the_points_on_a_narrow_page():
    def notes(name):
        tree = drawn(steps(50, 0, 0, 0, (name, "Luck", "Own", "Others", "End")), narrow=True)
        return ["".join(node.itertext()) for node in tree.iter("tspan")]

    assert "note start" in notes("Start")
    assert "note start" not in notes("Where everything had its beginning")
