"""Views as pictures: pure functions from what a seat sees to SVG. Nothing here knows of the web."""

from siberia.boardgame.view import BoardView
from siberia.cardgame.view import CardView
from siberia.engine.contract import DRAWN


def board(view: BoardView) -> str:
    """Draw a view of the board game as a picture of its own: the map."""
    from siberia.drawing.boardmap import board_map
    from siberia.drawing.pawns import settle
    from siberia.drawing.svg import standalone

    return str(standalone(board_map(view, places=settle(None, view), say=str)))


def card(view: CardView) -> str:
    """Draw a view of the card game as a picture of its own: the row, and the viewer's hand."""
    from siberia.drawing.cardtable import card_table
    from siberia.drawing.svg import standalone

    return str(standalone(card_table(view)))


DRAWN[BoardView] = board
DRAWN[CardView] = card
