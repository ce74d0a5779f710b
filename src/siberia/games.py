"""The games there are, each with its compiled loops."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from siberia import boardgame, cardgame
from siberia.compiled import warm_up
from siberia.components import shipped
from siberia.contract import Game, Setup
from siberia.errors import SetupError
from siberia.layout import copy_of
from siberia.loops import Loops
from siberia.rng import generator
from siberia.vocabulary import listing

GAMES: dict[str, Game] = {game.NAME: game for game in (cardgame, boardgame)}


@dataclass(frozen=True)
class Engine:
    """A game and its loops, compiled and ready."""

    game: Game
    loops: Loops


def engine(name: str) -> Engine:
    """Return a game, ready to play; the first time ever this compiles its rules."""
    if not isinstance(name, str) or name not in GAMES:
        raise SetupError(f"no game {name!r}; there is {listing(list(GAMES))}", about="game")
    return compiled_engine(name)


@cache
def compiled_engine(name: str) -> Engine:
    """Return a game with its loops, once for a process."""
    ready = Engine(GAMES[name], Loops(GAMES[name]))
    warm_up(name, steps(ready))
    return ready


def steps(engine: Engine) -> list[tuple[str, Any]]:
    """List the first calls that compile everything a match, a bot or a simulation will call."""
    game, loops = engine.game, engine.loops
    box = shipped(game.NAME)
    state = game.unpack(Setup(game.NAME, 2, 0, game.EDITIONS[0], box, sides=game.SIDES))
    table = np.array([state], game.STATE.dtype)
    chance, moves = generator(0), np.zeros(game.MOVES, np.int64)
    many = np.zeros((1, 6), np.int64)
    return [
        ("deal", lambda: game.deal(state, chance)),
        ("legal", lambda: game.legal(state, moves)),
        ("apply", lambda: game.apply(copy_of(state), int(moves[0]))),
        ("fold", lambda: loops.fold(state, moves[:0], many)),
        ("scores", lambda: game.scores(state, many[0])),
        ("sealed", lambda: game.sealed(state)),
        ("determinize", lambda: game.determinize(copy_of(state), -1, chance)),
        ("play_out", lambda: loops.play_out(state, game.OVER, chance, moves, 1)),
        ("ending", lambda: game.ending(state)),
        (
            "play_many",
            lambda: loops.play_many(
                table, table.copy(), game.OVER, chance[None, :], chance, moves, many
            ),
        ),
    ]
