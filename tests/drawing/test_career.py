"""What somebody's matches were like, drawn: lengths are true, and all stays within the picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.career import (
    COURSE_HEIGHT,
    END,
    START,
    WIDTH,
    Reviewed,
    WinRow,
    course,
    smoothed,
    standings,
)
from siberia.drawing.daily import day_counter, day_key, day_scene, empty_day, snowed_under
from tests.drawing.reading import check, ids, texts, words

shares = st.floats(0, 1)
rows = st.lists(
    st.builds(WinRow, st.just("3 players"), st.integers(1, 500), *[shares] * 4), min_size=1
)
points = st.floats(-100, 100)
matches = st.lists(st.builds(Reviewed, points, points), min_size=1, max_size=500)


def percent(share):
    return f"{round(100 * share)}"


def drawn_rows(found):
    return check(standings(found, write=percent, share=percent, label="All of it"))


def drawn_course(found):
    markup = course(found, ends=("June", "now"), write=lambda n: f"{n:g}", label="All of it")
    return check(markup)


def of(tree, kind):
    return [node for node in tree.iter() if kind in words(node)]


@given(rows)
def test_rows_are_as_long_as_their_shares(found):
    tree = drawn_rows(found)
    assert not ids(tree)
    assert tree.get("aria-label") == "All of it"
    for node, row in zip(of(tree, "amount"), found, strict=True):
        assert float(node.get("width")) == pytest.approx((END - START) * row.share, abs=0.01)
    for node, row in zip(of(tree, "chance"), found, strict=True):
        x = float(node.get("d")[1:].split()[0])
        assert x == pytest.approx(START + (END - START) * row.chance, abs=0.01)


def test_a_row_with_a_symbol_has_it():
    row = WinRow("2 players", 5, 0.6, 0.2, 0.9, 0.5, "map")
    tree = drawn_rows([row])
    assert [node.get("href") for node in tree.iter("use")] == ["#i-map"]
    assert {"2 players", "5", "60"} <= set(texts(tree))


@given(matches)
def test_the_course_of_any_matches_stays_within_the_picture(found):
    tree = drawn_course(found)
    assert len(of(tree, "one")) == len(of(tree, "luck")) == len(found)
    for node in of(tree, "one"):
        assert 0 <= float(node.get("cx")) <= WIDTH
        assert 0 <= float(node.get("cy")) <= COURSE_HEIGHT
    for node in of(tree, "luck"):
        x, y, wide, high = (float(node.get(n)) for n in ("x", "y", "width", "height"))
        assert x >= 0
        assert x + wide <= WIDTH
        assert y >= 0
        assert y + high <= COURSE_HEIGHT
        assert wide > 0
        assert high > 0
    assert len(of(tree, "trend")) == (1 if len(found) > 1 else 0)


def test_good_luck_stands_above_zero_and_bad_luck_below():
    good, bad = of(drawn_course([Reviewed(20, -5), Reviewed(-20, -5)]), "luck")
    assert float(good.get("y")) < float(bad.get("y"))
    assert float(good.get("height")) == pytest.approx(float(bad.get("height")), abs=0.01)


def test_the_trend_is_the_mean_of_matches_around():
    assert smoothed([3.0]) == [3.0]
    assert smoothed([0.0, 10.0]) == [5.0, 5.0]
    assert smoothed([1.0] * 30) == [1.0] * 30
    assert smoothed([0.0] * 9 + [9.0])[-1] == pytest.approx(9 / 5)


def halves(markup):
    return len(of(check(markup), "half"))


def test_a_day_has_a_dark_half_for_each_game_that_was_played():
    assert [halves(day_counter("7", games)) for games in ((), ("card",), ("board", "card"))] == [
        *(0, 1, 2)
    ]
    assert halves(empty_day("8")) == 0
    board, card = (check(day_key(game)) for game in ("board", "card"))
    assert of(board, "half")[0].get("d") != of(card, "half")[0].get("d")


def test_the_star_is_only_for_who_beat_the_expert():
    days = [check(day_counter("7", ("card",), star=star)) for star in (False, True)]
    assert [len(list(day.iter("use"))) for day in days] == [0, 1]


def test_pictures_are_well_formed_and_silent():
    for picture in (day_scene(), snowed_under("card")):
        assert check(picture).get("aria-hidden") == "true"
