"""A game's rules and loops, compiled and ready to play."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from siberia.engine.contract import Game
from siberia.engine.jit import warm_up
from siberia.engine.loops import Loops, no_outlook, no_results
from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.games import rules_of
from siberia.match.setup import Setup


@dataclass(frozen=True)
class Engine:
    """A game and its loops, compiled and ready."""

    game: Game
    loops: Loops

    @cached_property
    def observation_width(self) -> int:
        """How many numbers an observation has."""
        return sum(part.length for part in self.game.OBSERVATION)


@cache
def engine(name: str) -> Engine:
    """Return a game, ready to play; the first time ever this compiles its rules."""
    game = rules_of(name)
    ready = Engine(game, Loops(game))
    warm_up(f"{name} game's rules", first_calls(ready))
    return ready


def first_calls(engine: Engine) -> list[Callable[[], object]]:
    """List the first calls that compile everything a match or a simulation will call."""
    game, loops = engine.game, engine.loops
    state = game.unpack(Setup.new(game.NAME, start=0))
    table = np.array([state], game.STATE.dtype)
    chance, moves = generator(0), np.zeros(game.MOVES, np.int64)
    points, shares = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS)
    room = no_outlook(game)
    room.states[0] = state
    return [
        lambda: game.deal(state, chance),
        lambda: game.legal(state, moves),
        lambda: game.apply(copy_of(state), int(moves[0])),
        lambda: loops.fold(state, moves[:0]),
        lambda: loops.legal_at(table, moves),
        lambda: loops.apply_at(table.copy(), int(moves[0])),
        lambda: loops.scores_at(table, points),
        lambda: loops.sealed_at(table),
        lambda: loops.determinize_at(table.copy(), 0, chance),
        lambda: loops.result(state, points, shares),
        lambda: loops.look_ahead(room, game.OVER, 0),
        lambda: game.sealed(state),
        lambda: game.determinize(copy_of(state), -1, chance),
        lambda: game.redraw(copy_of(state), chance),
        lambda: loops.play_out(state, game.OVER, chance, moves, 1),
        lambda: game.ending(state),
        lambda: loops.play_many(
            table, table.copy(), game.OVER, chance[None, :], chance, moves, no_results(1)
        ),
    ]
