"""The scenes: well drawn, translated, and the best player highest."""

import pytest

from siberia import Match
from siberia.components import shipped
from siberia.drawing import scenery
from siberia.drawing.boardmap import board_map
from siberia.drawing.mapclocks import signal
from siberia.drawing.pawns import settle
from siberia.drawing.svg import sprite
from siberia.engine.vocabulary import RESOURCES
from tests.drawing.reading import check, ids, parsed, references, texts, words
from tests.support import board_view

SCENES = {
    "home": scenery.home_scene(str),
    "row": scenery.row_scene(),
    "phone row": scenery.row_scene(phone=True),
    "end": scenery.end_scene([(0, 1), (1, 2)]),
    "board": scenery.board_picture(),
    "cards": scenery.cards_picture(),
    "signal": signal(2),
}


@pytest.mark.parametrize("markup", SCENES.values(), ids=SCENES)
def test_every_scene_is_drawn_well(markup):
    tree = check(markup)
    assert references(tree) <= {*ids(tree), *ids(parsed(sprite()))}


def test_pictures_share_no_id_with_each_other_or_with_a_map():
    view = board_view(Match.new("board", seats=4, seed=1, exchanges="A"), 0)
    table = board_map(view, places=settle(None, view), say=str)
    check(
        f"<g>{sprite()}{table}{SCENES['home']}{SCENES['board']}{SCENES['cards']}{SCENES['end']}</g>"
    )


def test_the_train_of_the_first_page_carries_the_whole_box():
    cubes = shipped("board").cubes.copies
    wagons = {node.get("id"): texts(node) for node in parsed(SCENES["home"]).iter()}
    for resource in RESOURCES:
        assert str(cubes[resource]) in wagons[f"home-wagon-{resource}"]


def test_what_the_first_page_says_is_translated():
    tree = parsed(scenery.home_scene(lambda text: f"«{text}»"))
    assert all("«" in text or text.isdigit() for text in texts(tree))


def test_the_row_numbers_its_eight_places():
    numbers = texts(parsed(scenery.row_scene()))
    assert numbers == [str(place) for place in range(1, 9)]


@pytest.mark.parametrize(
    "ranking",
    [
        [(0, 1), (1, 2)],
        [(1, 1), (0, 1)],
        [(2, 3), (0, 1), (1, 2)],
        [(2, 1), (0, 1), (1, 1)],
        [(3, 1), (2, 2), (1, 2), (0, 4)],
        [(0, 1), (1, 2), (2, 3), (3, 4)],
    ],
)
def test_the_better_stand_higher(ranking):
    tree = parsed(scenery.end_scene(ranking))
    uses = [node for node in tree.iter() if node.tag == "use"]
    feet = {
        (node.get("href") or ""): float(node.get("y") or 0) + float(node.get("height") or 0)
        for node in uses
    }
    seats = ("rowan", "lake", "larch", "fireweed")
    height = {seat: feet[f"#i-pawn-{seats[seat]}"] for seat, _ in ranking}
    for seat, rank in ranking:
        for other, lower in ranking:
            assert (height[seat] < height[other]) == (rank < lower)
    stars = [node for node in uses if node.get("href") == "#i-start"]
    assert len(stars) == sum(rank == 1 for _, rank in ranking)


def test_the_signal_lights_a_lamp_for_each_empty_space():
    for empty in range(4):
        lit = [node for node in parsed(signal(empty)).iter() if "lit" in words(node)]
        assert len(lit) == min(empty, 3)
