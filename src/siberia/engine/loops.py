"""Compiled loops over whole matches, written once for any game (see `compiled.specialise`)."""

from typing import Any

from siberia.engine.contract import Game
from siberia.engine.jit import specialise
from siberia.engine.rng import draw

# What `fold` tells of each word: who spoke it, in which turn, and what was revealed before it.
SEAT, TURN, REVEALS = range(3)


def fold(state: Any, played: Any, trail: Any) -> None:
    """Play a list of moves that were legal when they were made."""
    for ply in range(len(played)):
        trail[ply, SEAT] = state.player
        trail[ply, TURN] = state.turn
        trail[ply, REVEALS] = state.reveals
        apply(state, played[ply])


def play_out(state: Any, over: int, chooser: Any, moves: Any, limit: int) -> int:
    """Play random moves until the match is over, at most `limit`; return how many."""
    for ply in range(limit):
        if state.phase == over:
            return ply
        count = legal(state, moves)
        apply(state, moves[draw(chooser, count)])
    return limit


def play_many(
    box: Any, table: Any, over: int, seeds: Any, chooser: Any, moves: Any, results: Any
) -> None:
    """Deal and play a match at random for each seed; `results` has a row for each match.

    A row is: moves made, how it ended, the scores.
    """
    for i in range(len(seeds)):
        table[0] = box[0]
        state = table[0]
        deal(state, seeds[i])
        results[i, 0] = play_out(state, over, chooser, moves, 1 << 30)
        results[i, 1] = ending(state)
        scores(state, results[i, 2:])


class Loops:
    """The loops, compiled for one game."""

    def __init__(self, game: Game) -> None:
        self.fold = specialise(fold, game.NAME, apply=game.apply)
        self.play_out = specialise(play_out, game.NAME, legal=game.legal, apply=game.apply)
        rest: dict[str, Any] = {"deal": game.deal, "ending": game.ending, "scores": game.scores}
        self.play_many = specialise(play_many, game.NAME, play_out=self.play_out, **rest)


# These names are bound to a game's rules by `Loops`; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


deal = legal = apply = scores = ending = _unbound
