"""Cards and counters: all that there are, and all that a card table shows."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.drawing import cards
from siberia.drawing.svg import sprite
from siberia.engine.vocabulary import ACTION_CARDS, ACTION_COUNTERS, ACTIONS, RESOURCES, SYMBOLS
from siberia.match.engines import engine
from tests.drawing.reading import check, ids, parsed, references, texts, words
from tests.support import SEATS, play_random

ALL = [
    *(cards.action_card(card) for card in ACTION_CARDS),
    *(cards.resource_card(resource, "6,000") for resource in RESOURCES),
    *(cards.person_card("salesman", symbol, "5,000") for symbol in SYMBOLS),
    *(cards.person_card("investor", symbol) for symbol in SYMBOLS),
    cards.person_card("worker", count_text="3"),
    cards.card_back(),
    cards.card_back("13"),
    cards.card_back("5", large=True),
    cards.headframe_card(),
    cards.empty_slot(),
    cards.empty_slot(tall=True),
    *(cards.counter(kind, on=on) for kind in ACTION_COUNTERS for on in (None, *kind.split("/"))),
    *(draw(action) for action in ACTIONS for draw in (cards.tile, cards.ghost)),
    *(draw(seat, 30) for seat in range(4) for draw in (cards.mark_disc, cards.pawn)),
]


def test_every_card_is_drawn_well_and_has_no_ids():
    symbols = set(ids(parsed(sprite())))
    for markup in ALL:
        tree = check(markup)
        assert not ids(tree)
        assert references(tree) <= symbols
        assert tree.get("aria-hidden") == "true"


def test_a_label_makes_a_card_speak_and_is_escaped():
    tree = check(cards.action_card("worker/gold", label='a "<b>" & c'))
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == 'a "<b>" & c'
    assert "6 <000>" in texts(check(cards.resource_card("gas", "6 <000>")))


@pytest.mark.parametrize(
    ("width", "markup"),
    [
        (136, cards.action_card("worker/gold", width=136)),
        (86, cards.resource_card("gold", "1", width=86)),
        (60, cards.person_card("worker", width=60)),
    ],
)
def test_a_card_keeps_its_shape_at_any_width(width, markup):
    tree = parsed(markup)
    _, _, wide, high = (float(part) for part in (tree.get("viewBox") or "").split())
    assert float(tree.get("width") or 0) == width
    assert float(tree.get("height") or 0) == pytest.approx(width * high / wide, abs=0.01)


def test_the_half_of_a_counter_that_does_not_count_fades():
    def faded(on):
        tree = parsed(cards.counter("worker/gold", on=on))
        halves = [node for node in tree.iter() if "half" in words(node)]
        return ["faded" in words(half) for half in halves]

    assert faded(None) == [False, False]
    assert faded("gold") == [True, False]
    assert faded("worker") == [False, True]


def table(view):
    """All cards that a view shows."""
    drawn = []
    for place in view.row:
        if place.empty:
            drawn.append(cards.empty_slot(tall=True))
        elif place.card is None:
            drawn.append(cards.card_back())
        else:
            drawn.append(cards.resource_card(place.card.resource, str(place.card.value)))
    drawn += [cards.action_card(card) for card in view.discards[-1:]]
    for symbol in view.salesmen_left:
        drawn.append(cards.person_card("salesman", symbol, str(view.worth[symbol])))
    drawn += [cards.person_card("investor", symbol) for symbol in view.investors_left]
    for player in view.players:
        drawn += [cards.action_card(card) for card in player.hand or ()]
        drawn.append(cards.card_back(str(player.hand_size)))
        drawn.append(cards.person_card("worker", count_text=str(player.workers)))
        drawn += [cards.resource_card(c.resource, str(c.value)) for c in player.taken or ()]
    return "".join(drawn)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 200), st.integers(0, 2**32))
def test_every_card_table_is_drawn_well_and_keeps_secrets(seats, seed, plies, redraw):
    match = play_random(Match.new("card", seats=seats, seed=seed), seed, plies, busy=True)
    for seat in range(seats):
        drawn = table(match.view(seat))
        check(f"<g>{drawn}</g>")
        imagined = engine("card").game.view(
            match.imagine(seat, redraw).state, seat, match.setup.box
        )
        assert table(imagined) == drawn


def test_numbers_are_short():
    assert not re.search(r"\d\.\d{3,}", "".join(ALL))
