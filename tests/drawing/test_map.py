"""The map: true to the board, true to the view, and fit for a page that is morphed."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.boardgame.view import Area
from siberia.components import shipped
from siberia.drawing.boardmap import board_map
from siberia.drawing.canvas import Canvas
from siberia.drawing.geometry import areas, arrange, board, inside, locations, ring
from siberia.drawing.mapareas import area_spot, spots
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import settle
from siberia.drawing.svg import sprite
from siberia.engine.vocabulary import RESOURCES
from siberia.match.engines import engine
from tests.drawing.reading import by_id, check, ids, parsed, references, texts, words
from tests.support import SEATS, play_random

positions = given(st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 400), st.booleans())


def crowded():
    """A view with workers of all seats in every area, some in stacks."""
    view = position(4).view(0)
    full = (replace(area, workers=(1, 2, 0, 3), cubes=RESOURCES[:2]) for area in view.areas)
    return replace(view, areas=tuple(full))


def position(seats=3, seed=5, plies=200):
    match = Match.new("board", seats=seats, seed=seed, exchanges="random")
    return play_random(match, seed, plies, busy=True)


def drawn(view, **options):
    return board_map(view, places=settle(None, view), **{"say": str, **options})


def edges(path):
    corners = ring(path)
    return {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}


def test_the_drawn_borders_are_those_of_the_board():
    borders = shipped("board").map.borders
    outlines = {place.name: edges(place.path) for place in areas()}
    assert list(outlines) == list(shipped("board").map.areas)
    for one, other in combinations(outlines, 2):
        assert bool(outlines[one] & outlines[other]) == (other in borders[one]), (one, other)
    names = {place.key: place.name for place in areas()}
    for place in areas():
        assert {names[key] for key in place.borders} == set(borders[place.name])


def test_the_arrows_lead_where_the_board_says():
    names = {place.key: place.name for place in areas()}
    arrows = [names[arrow["to"]] for arrow in board()["vladivostok"]["arrows"]]
    assert sorted(arrows) == sorted(shipped("board").map.arrows)


@pytest.mark.parametrize("place", locations().values(), ids=lambda place: place.name)
def test_pieces_lie_inside_their_area(place):
    for slots in (place.wide, place.phone):
        points = [slots.label, *slots.cubes, *slots.pawns]
        for count in range(1, 6):
            points += [*arrange(slots.cubes, count), *arrange(slots.pawns, count)]
        assert all(inside(point, place.path) for point in points)
    assert inside(place.marker, place.path)
    assert len(place.wide.pawns) == 4


@settings(max_examples=25, deadline=None)
@positions
def test_every_position_is_drawn_well(seats, seed, plies, phone):
    match = position(seats, seed, plies)
    for seat in (0, None):
        tree = check(drawn(match.view(seat), phone=phone))
        known = {*ids(tree), *ids(parsed(sprite()))}
        assert references(tree) <= known


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("place", areas(), ids=lambda place: place.name)
def test_any_number_of_pieces_fits_and_leaves_room_to_land(place, phone):
    canvas = Canvas(say=str, phone=phone)
    for cubes, stacks in product(range(6), range(5)):
        workers = (2,) * stacks + (0,) * (4 - stacks)
        spot = area_spot(
            Area(place.name, RESOURCES[:cubes], False, workers, ()), phone=canvas.phone
        )
        pieces = [(point, spot.sizes.cube) for point in spot.cube_points]
        pieces += [(point, spot.sizes.pawn) for point in spot.pawn_points.values()]
        assert len(pieces) == cubes + stacks
        # Symbols leave a twelfth of their box free on each side.
        for ((x0, y0), one), ((x1, y1), other) in combinations(pieces, 2):
            assert max(abs(x0 - x1), abs(y0 - y1)) >= 5 / 6 * (one + other) / 2
        assert inside(spot.landing, place.path)
        (x0, y0), radius = spot.landing, spot.sizes.dot
        for (x1, y1), size in pieces:
            assert max(abs(x0 - x1), abs(y0 - y1)) >= radius + 0.8 * size / 2


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 300),
    st.integers(0, 2**32),
)
def test_what_is_drawn_does_not_depend_on_secrets(seats, seed, plies, redraw):
    match = position(seats, seed, plies)
    for seat in range(seats):
        state = match.imagine(seat, redraw).state
        other = engine("board").game.view(state, seat, match.setup.box)
        assert drawn(other) == drawn(match.view(seat))


@pytest.mark.parametrize("view", [position().view(0), position(2, 8, 300).view(1)])
def test_the_view_is_drawn_and_nothing_else(view):
    tree = parsed(drawn(view))
    cubes = {f"cube-{cube}-{area.name.lower()}" for area in view.areas for cube in area.cubes}
    assert {name for name in ids(tree) if name.startswith("cube-")} == cubes
    pawns = [name for name in ids(tree) if name.startswith("pawn-")]
    for seat, player in enumerate(view.players):
        standing = sum(area.workers[seat] for area in view.areas) + player.vladivostok
        assert sum(name.startswith(f"pawn-{seat}-") for name in pawns) == standing
    badges = {name for name in ids(tree) if name.startswith("badge-")}
    for area in view.areas:
        for seat, count in enumerate(area.workers):
            assert (f"badge-{seat}-{area.name.lower()}" in badges) == (count > 1)
    for resource, count in view.reserve.items():
        wagon = by_id(tree, f"wagon-{resource}")
        assert str(count) in texts(wagon)
        assert ("empty" in words(wagon)) == (count == 0)


def test_exhausted_areas_are_hatched_and_counted():
    views = (position(4, seed, 900).view(None) for seed in range(20))
    view = next(view for view in views if any(area.exhausted for area in view.areas))
    tree = parsed(drawn(view))
    for area in view.areas:
        ground = by_id(tree, f"area-{area.name.lower()}")
        hatched = any("hatched" in words(node) for node in ground)
        assert hatched == area.exhausted
        assert ("exhausted" in ground.get("aria-label", "")) == area.exhausted
    dark = [node for node in by_id(tree, "map-compass").iter() if "dark" in words(node)]
    assert len(dark) == min(8, view.exhausted_areas)


def test_marks_become_classes_names_and_data():
    view = crowded()
    area = view.areas[3]
    click = {"word": "x & <y>"}
    marks = {
        f"area:{area.name}": Mark("legal hinted", "go & see", click),
        f"worker:{area.name}": Mark("selected", "pick", click),
        f"cube:{area.cubes[0]}:{area.name}": Mark("gain"),
        "area:Vladivostok": Mark("legal"),
    }
    tree = check(drawn(view, marks=marks))
    key = area.name.lower()
    ground = by_id(tree, f"area-{key}")
    assert {"legal", "hinted"} <= words(ground)
    assert ground.get("role") == "button"
    assert ground.get("tabindex") == "0"
    assert ground.get("data-word") == click["word"]
    assert (ground.get("aria-label") or "").startswith("go & see. ")
    picked = [node for node in tree.iter() if {"pawn", "selected"} <= words(node)]
    assert [node.get("role") for node in picked] == ["button"]
    assert (picked[0].get("id") or "").startswith("pawn-0-")
    cube = by_id(tree, f"cube-{area.cubes[0]}-{key}")
    assert "gain" in words(cube)
    assert cube.get("role") is None
    port = by_id(tree, "area-vladivostok")
    assert "legal" in words(port)
    assert port.get("role") == "img"
    others = [node for node in tree.iter() if node.get("role") == "button"]
    assert len(others) == 2


def test_only_own_workers_can_be_marked():
    view = position().view(None)
    marks = {f"worker:{name}": Mark("legal", "", {"word": "x"}) for name in locations()}
    tree = parsed(drawn(view, marks=marks))
    assert not [node for node in tree.iter() if node.get("role") == "button"]


def test_without_scenery_only_the_static_group_is_missing():
    view = position().view(0)
    full, light = parsed(drawn(view)), parsed(drawn(view, scenery=False))
    static = by_id(light, "map-scenery")
    assert static.get("data-static") == ""
    assert len(static) == 0
    assert len(drawn(view, scenery=False)) < 0.5 * len(drawn(view))
    assert [node.get("id") for node in full] == [node.get("id") for node in light]


def test_the_order_of_pieces_never_changes():
    """A page glides pieces only if they keep their place among each other."""
    match, places = position(plies=0), None
    seen: set[tuple[str, str]] = set()
    for word in play_random(position(plies=0), 3, 400, busy=True).words:
        match.play(word)
        view = match.view(0)
        places = settle(places, view)
        tree = parsed(board_map(view, places=places, say=str, scenery=False))
        assert [name for node in tree if (name := node.get("id"))] == [
            *("map-scenery", "map-areas", "map-over", "map-labels", "map-cubes", "map-trail"),
            *("map-pawns", "map-badges", "map-compass", "map-train", "map-signal"),
        ]
        ordered = set(combinations(ids(tree), 2))
        assert not {(after, before) for before, after in ordered} & seen
        seen |= ordered


def test_every_text_passes_through_say():
    view = crowded()
    names = set(locations())

    def say(text):
        return f"«{text}»"

    for options in ({}, {"phone": True}):
        for text in texts(parsed(drawn(view, say=say, **options))):
            assert "«" in text or text in names or text.replace("/", "").isdigit(), text
    tree = parsed(drawn(view, say=lambda text: "<b>&"))
    assert "<b>&" in texts(tree)


def test_a_trail_is_drawn_between_two_locations_only():
    view = position().view(0)
    trail = by_id(parsed(drawn(view, trail=("Amur", "Yakutia"))), "map-trail")
    assert [node.tag for node in trail.iter()].count("path") == 1
    for ends in (None, ("supply", "Amur"), ("Amur", "Amur")):
        assert len(by_id(parsed(drawn(view, trail=ends)), "map-trail")) == 0


def test_a_phone_has_no_train_and_larger_pieces():
    view = position().view(0)
    tree = check(drawn(view, phone=True))
    assert tree.get("viewBox") == "0 0 1000 606"
    assert not {"map-train", "map-signal"} & set(ids(tree))
    laid = spots(Canvas(say=str, phone=True), view)
    for spot in laid.values():
        stacks = sum(count > 0 for count in spot.workers)
        slots = spot.place.phone
        large = len(spot.cubes) <= len(slots.cubes) and stacks <= len(slots.pawns)
        assert (spot.sizes.pawn > 30) == large
