"""Meters: as long as what they say."""

import pytest

from siberia.drawing.meters import HEIGHT, WIDTH, cost_bar, meter, split_meter
from tests.drawing.reading import check, words


def widths(tree, kind=None):
    return [
        float(node.get("width"))
        for node in tree.iter("rect")
        if words(node) == ({kind} if kind else set())
    ]


@pytest.mark.parametrize(("share", "part"), [(0, 0), (0.5, 0.5), (1, 1), (1.2, 1), (-0.1, 0)])
def test_a_meter_is_filled_as_far_as_its_share(share, part):
    assert widths(check(meter(share))) == [pytest.approx((WIDTH - 2) * part)]


def test_what_is_sought_is_an_empty_frame():
    tree = check(meter(0.7, kind="sought"))
    assert "sought" in words(tree)
    assert widths(tree) == []
    assert len(widths(tree, "frame")) == 1


def test_worlds_are_split_from_both_ends():
    tree = check(split_meter(16, 32, 64, label="better in 16 of 64"))
    assert (tree.get("role"), tree.get("aria-label")) == ("img", "better in 16 of 64")
    assert widths(tree, "better") == [pytest.approx((WIDTH - 2) / 4)]
    assert widths(tree, "worse") == [pytest.approx((WIDTH - 2) / 2)]
    assert widths(check(split_meter(0, 0, 0)), "better") == []
    assert tree.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"


def test_what_is_dearer_is_longer():
    def length(points):
        return float(check(cost_bar(points, 10))[0].get("d").split("H")[0].split()[0][1:])

    assert length(1) < length(5) < length(10) <= 64
