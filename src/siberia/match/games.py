"""The games there are, each with its compiled loops."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from siberia import boardgame, cardgame
from siberia.components import shipped
from siberia.engine.contract import Game, Setup
from siberia.engine.errors import SetupError
from siberia.engine.jit import warm_up
from siberia.engine.loops import Loops
from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from siberia.engine.vocabulary import listing

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
    warm_up(f"{name} game's rules", steps(ready))
    return ready


def unpacked(name: str) -> Any:
    """Return a record of a game with the shipped box, for first calls."""
    game = GAMES[name]
    return game.unpack(Setup(name, 2, 0, game.EDITIONS[0], shipped(name), sides=game.SIDES))


def dealt(name: str) -> Any:
    """Return a dealt record of a game, for first calls."""
    state = unpacked(name)
    GAMES[name].deal(state, generator(0))
    return state


def steps(engine: Engine) -> list[Callable[[], object]]:
    """List the first calls that compile everything a match or a simulation will call."""
    game, loops = engine.game, engine.loops
    state = unpacked(game.NAME)
    table = np.array([state], game.STATE.dtype)
    chance, moves = generator(0), np.zeros(game.MOVES, np.int64)
    many = np.zeros((1, 6), np.int64)
    return [
        lambda: game.deal(state, chance),
        lambda: game.legal(state, moves),
        lambda: game.apply(copy_of(state), int(moves[0])),
        lambda: loops.fold(state, moves[:0], many),
        lambda: game.scores(state, many[0]),
        lambda: game.sealed(state),
        lambda: game.determinize(copy_of(state), -1, chance),
        lambda: loops.play_out(state, game.OVER, chance, moves, 1),
        lambda: game.ending(state),
        lambda: loops.play_many(
            table, table.copy(), game.OVER, chance[None, :], chance, moves, many
        ),
    ]
