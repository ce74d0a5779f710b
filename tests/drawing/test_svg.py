"""The words of SVG: escaped, short, and complete for a page or a document of its own."""

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from siberia import Match
from siberia import drawing as package
from siberia.drawing.boardmap import board_map
from siberia.drawing.cards import resource_card
from siberia.drawing.pawns import settle
from siberia.drawing.svg import draw, element, icon, number, sprite, standalone, style_sheet
from tests.drawing.reading import check, ids, parsed
from tests.support import board_view

SOURCES = "".join(
    path.read_text(encoding="utf-8") for path in Path(package.__path__[0]).glob("*.py")
)


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1"), (1.5, "1.5"), (0.333333, "0.33"), (-0.001, "0"), (100, "100")]
)
def test_coordinates_are_short(value, text):
    assert number(value) == text


def test_text_and_attributes_are_escaped_and_markup_is_not():
    inner = element("b", {})
    markup = element("a", {"title": '"<&>"', "gone": None, "no": False, "yes": True}, "<&>", inner)
    assert markup == '<a title="&#34;&lt;&amp;&gt;&#34;" yes="">&lt;&amp;&gt;<b/></a>'


def test_remembering_does_not_mix_up_what_is_equal_but_not_alike():
    assert draw("a", x=1) != draw("a", x=True)
    assert draw("a", "<b/>") != draw("a", element("b", {}))


def test_icons_speak_only_with_a_label():
    silent, speaking = parsed(icon("gas")), parsed(icon("gas", 32, "Gas & oil"))
    assert silent.get("aria-hidden") == "true"
    assert silent.get("width") == "20"
    assert (speaking.get("role"), speaking.get("aria-label")) == ("img", "Gas & oil")
    assert speaking[0].get("href") == "#i-gas"


def test_the_sprite_has_every_symbol_once():
    tree = check(sprite())
    assert tree.get("class") == "sprite"
    assert {"i-gas", "i-worker", "i-pawn-fireweed", "i-exhausted", "i-hint"} <= set(ids(tree))


def tokens(theme):
    block = re.search(re.escape(theme) + r"\{(.*?)\}", style_sheet(), re.DOTALL)
    assert block
    return set(re.findall(r"(--[\w-]+):", block[1]))


def test_both_themes_and_the_system_have_every_colour():
    light = tokens(":root,[data-theme=light]")
    assert light == tokens("[data-theme=dark]") == tokens(":root:not([data-theme])")


def test_every_colour_that_is_used_exists():
    used = set(re.findall(r"var\((--[\w-]+)\)", SOURCES + style_sheet() + sprite()))
    local = {"--tint"}
    assert used - local <= tokens("[data-theme=dark]")


def test_who_wants_no_motion_gets_none():
    assert "prefers-reduced-motion" in style_sheet()


def test_a_drawing_can_stand_alone():
    view = board_view(Match.new("board", seats=2, seed=1, exchanges="A"), 0)
    table = board_map(view, places=settle(None, view), say=str)
    for markup in (table, resource_card("gold", "6,000")):
        tree = fromstring(standalone(markup))
        assert tree.tag == "{http://www.w3.org/2000/svg}svg"
        assert [node.tag.split("}")[1] for node in tree][:2] == ["style", "defs"]
