"""The card game (2012), as the functions every game offers (see `siberia.engine.contract`)."""

from siberia.cardgame.moves import MOVES, SHAPES, words
from siberia.cardgame.observation import OBSERVATION, observe
from siberia.cardgame.refusals import refusal, warning
from siberia.cardgame.rules import apply, deal, determinize, ending, legal, redraw, scores, sealed
from siberia.cardgame.state import OVER, PHASES, CardState, check, unpack
from siberia.cardgame.text import table
from siberia.cardgame.view import CardView, view
from siberia.engine.schema import State
from siberia.engine.vocabulary import EDITIONS

__all__ = [
    "DEFAULT_EXCHANGES",
    "EDITIONS",
    "ENDINGS",
    "MOVES",
    "NAME",
    "OBSERVATION",
    "OVER",
    "PHASES",
    "SHAPES",
    "STATE",
    "TITLE",
    "CardView",
    "apply",
    "check",
    "deal",
    "determinize",
    "ending",
    "legal",
    "observe",
    "redraw",
    "refusal",
    "scores",
    "sealed",
    "table",
    "unpack",
    "view",
    "warning",
    "words",
]

NAME = "card"
TITLE = "SIBERIA, the card game"
DEFAULT_EXCHANGES = ""
STATE: type[State] = CardState
ENDINGS: tuple[str, ...] = (
    "the last resource card was turned up (C21)",
    "everyone was idle in turn (C22)",
)
