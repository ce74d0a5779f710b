"""The card game's table as one picture: the row with its rail, and the viewer's hand below."""

from markupsafe import Markup

from siberia.cardgame.view import CardView, RowPlace
from siberia.drawing import cards
from siberia.drawing.scenery import row_scene
from siberia.drawing.svg import Attribute, draw, element

WIDTH, ROW_HEIGHT, HAND_HEIGHT = 984, 270, 200
# Where the scene has its stations: see `row_scene`.
FIRST_PLACE, PLACE_STEP, CARD_TOP, CARD_WIDTH = 119.5, 95.5, 88, 86
HEADFRAME, STACK = 20, 893.5
HAND_CARD_WIDTH, HAND_STEP = 106, 112


def card_table(view: CardView) -> Markup:
    """Draw a view: what all see of the row, and the hand if the viewer has one."""
    hand = view.players[view.seat].hand if view.seat is not None else None
    height = ROW_HEIGHT + (HAND_HEIGHT if hand else 0)
    row = [at(cards.headframe_card(width=CARD_WIDTH), HEADFRAME, CARD_TOP)]
    row += [
        at(face(place), FIRST_PLACE + PLACE_STEP * (place.number - 1), CARD_TOP)
        for place in view.row
    ]
    row.append(at(cards.card_back(str(view.stack), width=CARD_WIDTH), STACK, CARD_TOP))
    left = (WIDTH - HAND_STEP * len(hand or ())) / 2
    held = [
        at(
            cards.action_card(card, width=HAND_CARD_WIDTH),
            left + HAND_STEP * number,
            ROW_HEIGHT + 24,
        )
        for number, card in enumerate(hand or ())
    ]
    return draw(
        "svg",
        at(row_scene(), 0, 0, height=ROW_HEIGHT),
        *row,
        *held,
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
    )


def face(place: RowPlace) -> Markup:
    """Draw what lies in a place of the row."""
    if place.empty:
        return cards.empty_slot(width=CARD_WIDTH, tall=True)
    if place.card is None:
        return cards.card_back(width=CARD_WIDTH)
    return cards.resource_card(place.card.resource, f"{place.card.value:,}", width=CARD_WIDTH)


def at(picture: Markup, x: float, y: float, **size: Attribute) -> Markup:
    """Put a picture somewhere within another."""
    return element("svg", {"x": x, "y": y, "overflow": "visible", **size}, picture)
