"""The film above the slider of a replay: everything in its place, and nothing beyond its frame."""

import re

import pytest

from siberia.drawing.film import (
    MARK,
    MOST_NARROW_NOTCHES,
    FilmFrame,
    FilmLine,
    film,
    needle,
    pins,
)
from tests.drawing.reading import check, texts, words

LINES = [FilmLine(2, "1", 5), FilmLine(8, "2", 9)]
SHARES = [(0, (0.5, 0.3, 0.2)), (4, (0.2, 0.7, 0.1)), (10, (0.0, 0.0, 1.0))]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("shares", [(), SHARES])
def test_a_film_has_its_rounds_and_its_shares(narrow, shares):
    frame = FilmFrame(10, bool(shares), narrow)
    drawn = film(frame, LINES, shares, "Win shares" if shares else "")
    tree = check(drawn)
    assert {"1", "2"} <= set(texts(tree))
    assert ("Win shares" in texts(tree)) == bool(shares)
    fills = {node.get("fill") for node in tree.iter()}
    assert ({"var(--rowan)", "var(--lake)", "var(--larch)"} <= fills) == bool(shares)
    for x in re.findall(r"[ML]([\d.]+)", drawn):
        assert 0 <= float(x) <= frame.width


@pytest.mark.parametrize("narrow", [False, True])
def test_a_mark_lies_within_the_band(narrow):
    frame = FilmFrame(100, has_band=True, narrow=narrow)
    # Who wins at the very end only was ahead of all there.
    shares = [(place, (0.5, 0.5)) for place in range(100)] + [(99.9, (0.0, 1.0)), (100, (0.0, 1.0))]
    found = re.findall(r'<use href="#i-mark-\w+"[^>]* x="([-\d.]+)"', film(frame, [], shares))
    assert len(found) == 2
    for left in map(float, found):
        assert frame.x(0) < left < left + MARK < frame.x(100)


def test_the_needle_moves_over_it_from_end_to_end():
    frame = FilmFrame(10, has_band=True)
    left = [float(re.findall(r"H([\d.]+)", needle(frame, place))[0]) for place in (0, 2.5, 10)]
    assert left == sorted(left)
    assert left[0] == pytest.approx(frame.x(0), abs=0.01)
    assert left[-1] == pytest.approx(frame.x(10), abs=0.01)
    veils = [float(re.findall(r'width="([\d.]+)" ', needle(frame, place))[0]) for place in (0, 10)]
    assert veils[0] > veils[1] == 0


def test_pins_have_their_numbers():
    tree = check(pins(FilmFrame(10, has_band=True), [(3, 2), (7.5, 1)]))
    assert [node.text for node in tree.iter("text")] == ["2", "1"]
    assert [words(node) for node in tree.iter("g")] == [{"pin"}, {"pin"}]


def test_a_phone_has_no_room_for_a_notch_at_each_of_many_turns():
    many = FilmFrame(MOST_NARROW_NOTCHES + 1, has_band=False, narrow=True)
    few = FilmFrame(MOST_NARROW_NOTCHES, has_band=False, narrow=True)
    assert 'class="turn"' not in film(many, [])
    assert film(few, []).count("V17") == MOST_NARROW_NOTCHES + 1
