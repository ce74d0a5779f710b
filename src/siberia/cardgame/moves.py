"""The card game's moves: small integers inside, the words of docs/NOTATION.md outside."""

from collections.abc import Mapping

from siberia.cardgame.state import CARD_KINDS, MOST_DRAWN, PLACES
from siberia.components import Box
from siberia.engine.vocabulary import ACTION_CARDS, SYMBOLS

FLIP = 0
KEEP = FLIP + PLACES
PLAY = KEEP + 1
DRAW = PLAY + len(SYMBOLS)
CARD = DRAW + MOST_DRAWN + 1
TAKE = CARD + CARD_KINDS
MOVES = TAKE + len(SYMBOLS)

WORDS = (
    *(f"flip {place}" for place in range(1, PLACES + 1)),
    "keep",
    *SYMBOLS,
    *(f"draw {n}" for n in range(MOST_DRAWN + 1)),
    *(f"pay {card}" for card in ACTION_CARDS),
    *(f"take {symbol}" for symbol in SYMBOLS),
)

SHAPES: Mapping[str, str] = {
    "flip": "flip N, with N from 1 to 8",
    "keep": "keep",
    **{symbol: symbol for symbol in SYMBOLS},
    "draw": "draw N, with N from 0 to 2",
    "pay": "pay PERSON/RESOURCE, such as pay worker/gold",
    "take": "take KIND, such as take gas",
}


def words(_box: Box) -> tuple[str, ...]:
    """Return the word of each move; in the card game no name comes from the box."""
    return WORDS
