"""Compiled loops over whole matches, written once for any game (see `jit.specialise`)."""

from typing import Any, NamedTuple

import numpy as np

from siberia.engine.contract import Game
from siberia.engine.jit import specialise
from siberia.engine.rng import draw
from siberia.engine.schema import Array
from siberia.engine.scoring import share_win
from siberia.engine.vocabulary import MOST_SEATS


class Results(NamedTuple):
    """How many matches went, a row for each: moves made, how it ended, scores, shares of the win.

    An ending is an index of the game's ENDINGS.
    """

    plies: Array
    endings: Array
    scores: Array
    shares: Array


def no_results(matches: int) -> Results:
    """Return room for the results of so many matches."""
    by_seat = (matches, MOST_SEATS)
    return Results(
        plies=np.zeros(matches, np.int64),
        endings=np.zeros(matches, np.int64),
        scores=np.zeros(by_seat, np.int64),
        shares=np.zeros(by_seat),
    )


class Outlook(NamedTuple):
    """Room to look ahead, and what was found: lines of moves, how long, the score after each.

    States, moves and how many of them were tried have a row for each depth; where one begins is
    the first of the states.
    """

    states: Array
    moves: Array
    counts: Array
    tried: Array
    points: Array
    lines: Array
    lengths: Array
    scores: Array


# C10: an action and three cards; B25: an action and where it is sold.
LONGEST_LINE = 5
# Eight cards pay for eight actions in some three hundred ways.
MOST_LINES = 1024


def no_outlook(game: Game) -> Outlook:
    """Return room to look ahead in a game."""
    return Outlook(
        states=np.zeros(LONGEST_LINE + 1, game.STATE.dtype),
        moves=np.zeros((LONGEST_LINE, game.MOVES), np.int64),
        counts=np.zeros(LONGEST_LINE, np.int64),
        tried=np.zeros(LONGEST_LINE, np.int64),
        points=np.zeros(MOST_SEATS, np.int64),
        lines=np.zeros((MOST_LINES + 1, LONGEST_LINE), np.int64),
        lengths=np.zeros(MOST_LINES + 1, np.int64),
        scores=np.zeros(MOST_LINES + 1, np.int64),
    )


def fold(state: Any, moves: Any) -> None:
    """Play a list of moves that were legal when they were made."""
    for ply in range(len(moves)):
        apply(state, moves[ply])


# A record as an argument costs ten times what the rule itself does: NumPy is asked each time what
# kind of thing it is. These take an array with one state in it.
def legal_at(one: Any, moves: Any) -> int:
    """Write the legal moves of the only state; return how many."""
    count: int = legal(one[0], moves)
    return count


def apply_at(one: Any, move: int) -> None:
    """Make a move on the only state."""
    apply(one[0], move)


def scores_at(one: Any, points: Any) -> None:
    """Write each seat's score in the only state."""
    scores(one[0], points)


def sealed_at(one: Any) -> int:
    """Return how many of the last moves are secret still in the only state."""
    count: int = sealed(one[0])
    return count


def determinize_at(one: Any, seat: int, chance: Any) -> None:
    """Draw anew what a seat cannot know of the only state."""
    determinize(one[0], seat, chance)


def play_out(state: Any, over: int, chooser: Any, moves: Any, limit: int) -> int:
    """Play random moves until the match is over, at most `limit`; return how many."""
    for ply in range(limit):
        if state.phase == over:
            return ply
        count = legal(state, moves)
        apply(state, moves[draw(chooser, count)])
    return limit


def result(state: Any, points: Any, shares: Any) -> None:
    """Write each seat's score, and its share of the win."""
    scores(state, points)
    share_win(points, state.seats, shares)


def look_ahead(room: Any, phase: int, seat: int) -> int:
    """List each line: a legal move, and on for as long as the phase is this one; return how many.

    The score after a line is the seat's.
    """
    depth, found = 0, 0
    room.counts[0], room.tried[0] = legal(room.states[0], room.moves[0]), 0
    while depth >= 0 and found < MOST_LINES:
        if room.tried[depth] == room.counts[depth]:
            depth -= 1
            continue
        move = room.moves[depth, room.tried[depth]]
        room.tried[depth] += 1
        room.states[depth + 1] = room.states[depth]
        apply(room.states[depth + 1], move)
        room.lines[found, depth] = move
        if room.states[depth + 1].phase == phase and depth + 1 < LONGEST_LINE:
            depth += 1
            room.counts[depth], room.tried[depth] = legal(room.states[depth], room.moves[depth]), 0
            continue
        scores(room.states[depth + 1], room.points)
        room.lengths[found], room.scores[found] = depth + 1, room.points[seat]
        found += 1
        # The next line begins as this one does.
        room.lines[found] = room.lines[found - 1]
    return found


def play_many(
    box: Any, table: Any, over: int, seeds: Any, chooser: Any, moves: Any, results: Any
) -> None:
    """Deal and play a match at random for each seed, and write its row of the `Results`.

    `box` holds the unpacked state that every match begins from and `table` the one it is played on,
    each in an array of one; `moves` is room for the legal moves, `chooser` the players' chance.
    """
    for i in range(len(seeds)):
        table[0] = box[0]
        state = table[0]
        deal(state, seeds[i])
        results.plies[i] = play_out(state, over, chooser, moves, 1 << 30)
        results.endings[i] = ending(state)
        result(state, results.scores[i], results.shares[i])


class Loops:
    """The loops, compiled for one game."""

    def __init__(self, game: Game) -> None:
        self.fold = specialise(fold, game.NAME, apply=game.apply)
        self.legal_at = specialise(legal_at, game.NAME, legal=game.legal)
        self.apply_at = specialise(apply_at, game.NAME, apply=game.apply)
        self.scores_at = specialise(scores_at, game.NAME, scores=game.scores)
        self.sealed_at = specialise(sealed_at, game.NAME, sealed=game.sealed)
        self.determinize_at = specialise(determinize_at, game.NAME, determinize=game.determinize)
        self.play_out = specialise(play_out, game.NAME, legal=game.legal, apply=game.apply)
        self.result = specialise(result, game.NAME, scores=game.scores)
        self.look_ahead = specialise(
            look_ahead, game.NAME, legal=game.legal, apply=game.apply, scores=game.scores
        )
        rules: dict[str, Any] = {"deal": game.deal, "ending": game.ending}
        loops: dict[str, Any] = {"play_out": self.play_out, "result": self.result}
        self.play_many = specialise(play_many, game.NAME, **rules, **loops)


# These names are bound to a game's rules by `Loops`; here they only please the eye and the linter.
def unbound(*_: Any) -> Any:
    """Stand for a rule of a game."""
    raise NotImplementedError


deal = legal = apply = scores = sealed = determinize = ending = unbound
