"""The board game (2011) and its expansion: what every game offers, see `engine.contract`."""

from siberia.boardgame.moves import MOVES, SHAPES, words
from siberia.boardgame.observation import OBSERVATION, observe
from siberia.boardgame.refusals import refusal, warning
from siberia.boardgame.rules import apply, deal, determinize, ending, legal, redraw, scores, sealed
from siberia.boardgame.state import EDITIONS, OVER, PHASES, BoardState, check, unpack
from siberia.boardgame.text import table
from siberia.boardgame.view import BoardView, view
from siberia.engine.schema import State

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
    "BoardView",
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

NAME = "board"
TITLE = "SIBERIA, the board game"
DEFAULT_EXCHANGES = "choose"
STATE: type[State] = BoardState
ENDINGS: tuple[str, ...] = (
    "eight areas were exhausted (B30)",
    "three reserve spaces were empty (B30)",
    "a hundred rounds were played (B32)",
)
