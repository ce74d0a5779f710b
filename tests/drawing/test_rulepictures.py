"""The pictures of the rules: drawn as they should be, and together in one page."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import siberia.components
from siberia.drawing.rulemaps import outlines
from siberia.drawing.rulepictures import PICTURES, WORTH


def drawn(name: str, say=str) -> str:
    return str(PICTURES[name](say, lambda n: f"{n:,}"))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_one_svg_that_stays_silent(name: str):
    root = ElementTree.fromstring(drawn(name))
    assert root.tag == "svg"
    assert root.get("aria-hidden") == "true"
    assert "rule-picture" in str(root.get("class"))


def test_pictures_can_stand_in_one_page():
    together = "".join(drawn(name) for name in PICTURES) + str(outlines())
    ids = re.findall(r'\sid="([^"]+)"', together)
    assert len(ids) == len(set(ids))
    referred = {
        *re.findall(r"url\(#(.+?)\)", together),
        *re.findall(r'href="#((?!i-)[^"]+)"', together),
    }
    assert referred
    assert referred <= set(ids)


def test_pictures_speak_the_language_of_the_page():
    words = {"or": "oder", "gas": "Erdgas", "gold": "Gold", "worker": "Arbeiter"}
    assert ">oder</text>" in drawn("payment", lambda text: words.get(text, text))
    assert ">Erdgas</text>" in drawn("covered", lambda text: words.get(text, text))


def test_a_step_goes_over_what_is_exhausted():
    picture = drawn("step")
    assert "hatched" in picture
    assert 'class="trail"' in picture
    assert re.search(r'id="rule-step-area-amur" class="area t\d legal"', picture)


def test_numbers_are_those_of_the_box():
    box = Path(siberia.components.__file__).parent
    cards = tomllib.loads((box / "cards.toml").read_text(encoding="utf-8"))
    board = tomllib.loads((box / "board.toml").read_text(encoding="utf-8"))
    assert {kind: cards["salesmen"]["values"][kind] for kind in WORTH} == WORTH
    prices = board["exchanges"]["prices"]
    assert (prices["Tokyo"]["gas"], prices["Frankfurt"]["gas"]) == (3000, 1000)
    assert set(board["map"]["borders"]["Transbaikal"]) >= {"Baikal", "Amur"}


def test_sums_are_right():
    assert "2 × 3,000 = 6,000" in drawn("sale")
    assert "= 8,000" in drawn("scoring")
    assert "= 15,000" in drawn("scoring")
