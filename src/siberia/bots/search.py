"""How bots think: compiled loops over imagined states, written once for any game.

`turn_values` looks one turn ahead; `search` is a Monte Carlo tree search over information sets. The
functions named legal, apply, determinize, scores, weigh and evaluate are a game's own; see
`compiled.specialise`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.heuristics import SENSES
from siberia.engine.jit import rule, specialise, warm_up
from siberia.engine.rng import draw, generator
from siberia.match.games import GAMES
from siberia.match.position import dealt
from siberia.match.setup import Setup

LONGEST_TURN = 40
LONGEST_LINE = 200


@rule
def heaviest(weights: Any, count: int) -> int:
    """Return the first of the largest weights."""
    best = 0
    for i in range(1, count):
        if weights[i] > weights[best]:
            best = i
    return best


@rule
def sample(weights: Any, count: int, rng: Any) -> int:
    """Draw a move by weight."""
    total = 0
    for i in range(count):
        total += weights[i]
    nth = draw(rng, total)
    chosen = 0
    while nth >= weights[chosen]:
        nth -= weights[chosen]
        chosen += 1
    return chosen


def turn_values(
    root: Any, tables: Any, seat: int, rng: Any, options: Any, moves: Any, weights: Any, values: Any
) -> int:
    """Add what each legal move is worth to the seat at the end of its turn; return how many.

    What the seat cannot know is imagined once; the rest of the turn is played by rule of thumb.
    """
    tables[1] = root[0]
    determinize(tables[1], seat, rng)
    count = legal(tables[1], options)
    for i in range(count):
        tables[0] = tables[1]
        state = tables[0]
        apply(state, options[i])
        for _ in range(LONGEST_TURN):
            n = legal(state, moves)
            if n == 0 or state.turn != tables[1].turn:
                break
            weigh(state, moves, n, weights)
            apply(state, moves[heaviest(weights, n)])
        values[i] += evaluate(state, seat)
    return count


# ---------------------------------------------------------------- the tree

# A node is a move after its parent's: which one, whose, how often tried, its first child, the next
# of its siblings. Node 0 is the root and nobody's child, so 0 also means none.
MOVE, PLAYER, VISITS, CHILD, SIBLING = range(5)
# What is summed up in a node for the player who made its move.
REWARD, WINS = range(2)


def search(
    root: Any,
    table: Any,
    seat: int,
    over: int,
    rng: Any,
    iterations: int,
    settings: Any,
    nodes: Any,
    sums: Any,
    used: Any,
    moves: Any,
    weights: Any,
    marks: Any,
    path: Any,
    rewards: Any,
) -> None:
    """Grow a tree by so many iterations.

    Each imagines anew what the seat cannot know, walks down among the moves that are legal there,
    adds a node, plays on by rule of thumb, and counts the result for each player on the way.
    """
    for _ in range(iterations):
        table[0] = root[0]
        state = table[0]
        determinize(state, seat, rng)
        depth = 0
        path[0] = 0
        grown = False
        while state.phase != over and not grown and depth + 1 < len(path):
            count = legal(state, moves)
            if count == 1:
                apply(state, moves[0])
                continue
            weigh(state, moves, count, weights)
            chosen = pick(state, moves, count, weights, nodes, sums, path[depth], marks, settings)
            child = child_of(nodes, path[depth], moves[chosen])
            if child == 0:
                if used[0] == len(nodes):
                    break
                child = grow(nodes, used, path[depth], moves[chosen], state.player)
                grown = True
            depth += 1
            path[depth] = child
            apply(state, moves[chosen])
        used[1] += depth + play_on(state, over, rng, int(settings[1]), moves, weights)
        judge(state, over, settings[2], rewards)
        for d in range(depth + 1):
            node = path[d]
            player = nodes[node, PLAYER]
            nodes[node, VISITS] += 1
            sums[node, REWARD] += rewards[player, REWARD]
            sums[node, WINS] += rewards[player, WINS]


@rule
def child_of(nodes: Any, parent: int, move: int) -> int:
    """Return the node of a move, or 0."""
    child = nodes[parent, CHILD]
    while child != 0 and nodes[child, MOVE] != move:
        child = nodes[child, SIBLING]
    return child


@rule
def grow(nodes: Any, used: Any, parent: int, move: int, player: int) -> int:
    """Add a node to the tree."""
    child = used[0]
    used[0] += 1
    nodes[child, MOVE] = move
    nodes[child, PLAYER] = player
    nodes[child, VISITS] = 0
    nodes[child, CHILD] = 0
    nodes[child, SIBLING] = nodes[parent, CHILD]
    nodes[parent, CHILD] = child
    return child


@rule
def pick(
    _state: Any,
    moves: Any,
    count: int,
    weights: Any,
    nodes: Any,
    sums: Any,
    parent: int,
    marks: Any,
    settings: Any,
) -> int:
    """Choose a move to try: known to be good, or by rule of thumb worth trying and little tried.

    A move not tried yet counts as good as its siblings so far, so that a position with many moves
    is not tried through before it is looked into.
    """
    child = nodes[parent, CHILD]
    while child != 0:
        marks[nodes[child, MOVE]] = child
        child = nodes[child, SIBLING]
    total, tried, reward = 0, 0, 0.0
    for i in range(count):
        total += weights[i]
        node = marks[moves[i]]
        if node != 0:
            tried += nodes[node, VISITS]
            reward += sums[node, REWARD]
    mean = reward / tried if tried > 0 else 0.5
    explore = settings[0] * np.sqrt(tried + 1.0)
    best, best_value = 0, -1.0
    for i in range(count):
        node = marks[moves[i]]
        visits = nodes[node, VISITS] if node != 0 else 0
        quality = sums[node, REWARD] / visits if visits > 0 else mean
        share = 0.7 * weights[i] / total + 0.3 / count
        value = quality + explore * share / (1 + visits)
        if value > best_value:
            best, best_value = i, value
    child = nodes[parent, CHILD]
    while child != 0:
        marks[nodes[child, MOVE]] = 0
        child = nodes[child, SIBLING]
    return best


def play_on(state: Any, over: int, rng: Any, limit: int, moves: Any, weights: Any) -> int:
    """Play by rule of thumb to the end, or for so many moves; return how many."""
    for made in range(limit):
        if state.phase == over:
            return made
        count = legal(state, moves)
        if count == 1:
            apply(state, moves[0])
        else:
            weigh(state, moves, count, weights)
            apply(state, moves[sample(weights, count, rng)])
    return limit


def judge(state: Any, over: int, scale: float, rewards: Any) -> None:
    """Write what the end, or where the playing stopped, is worth to each player: 0 to 1.

    A win counts most; beyond that, winning or losing by more or less.
    """
    points = rewards[:, 2]
    if state.phase == over:
        scores(state, points)
    else:
        for seat in range(state.seats):
            points[seat] = evaluate(state, seat)
    best, shared = points[0], 0
    for seat in range(1, state.seats):
        best = max(best, points[seat])
    for seat in range(state.seats):
        shared += points[seat] == best
    for seat in range(state.seats):
        rival = -1e18
        for other in range(state.seats):
            if other != seat:
                rival = max(rival, points[other])
        ahead = 1.0 / (1.0 + np.exp(-2.0 * (points[seat] - rival) / scale))
        won = ahead
        if state.phase == over:
            won = 1.0 / shared if points[seat] == best else 0.0
        rewards[seat, WINS] = won
        rewards[seat, REWARD] = 0.75 * won + 0.25 * ahead


class Thinking:
    """The loops above, compiled for one game."""

    def __init__(self, name: str) -> None:
        game, sense = GAMES[name], SENSES[name]
        rules: dict[str, Any] = {
            "legal": game.legal,
            "apply": game.apply,
            "determinize": game.determinize,
            "weigh": sense.weigh,
            "evaluate": sense.evaluate,
            "scores": game.scores,
        }
        self.turn_values = specialise(turn_values, name, **rules)
        rules["play_on"] = specialise(play_on, name, **rules)
        rules["judge"] = specialise(judge, name, **rules)
        self.search = specialise(search, name, **rules)
        self.scale, self.horizon = sense.SCALE, sense.HORIZON

    def first_calls(self, name: str) -> list[Callable[[], object]]:
        """List the calls that compile everything."""
        game, rng = GAMES[name], generator(0)
        root = np.array([dealt(Setup.new(name, start=0), 0)], game.STATE.dtype)
        tables, seat = np.zeros(2, game.STATE.dtype), int(root[0].player)
        paper, settings, values = desk(game.MOVES, 4), np.ones(3), np.zeros(game.MOVES)
        scratch = (np.zeros_like(paper.moves), paper.moves, paper.weights, values)
        return [
            lambda: self.turn_values(root, tables, seat, rng, *scratch),
            lambda: self.search(root, tables, seat, game.OVER, rng, 1, settings, *paper),
        ]


class Desk(NamedTuple):
    """The arrays a search writes on: the tree, and scratch paper."""

    nodes: Any
    sums: Any
    used: Any
    moves: Any
    weights: Any
    marks: Any
    path: Any
    rewards: Any


def desk(moves: int, size: int) -> Desk:
    """Return empty arrays for a game with so many moves and a tree of so many nodes."""
    return Desk(
        nodes=np.zeros((size, 5), np.int32),
        sums=np.zeros((size, 2)),
        # Nodes in use, the root among them; and how many moves were made in all.
        used=np.array([1, 0]),
        moves=np.zeros(moves + 1, np.int64),
        weights=np.zeros(moves + 1, np.int64),
        marks=np.zeros(moves + 1, np.int64),
        path=np.zeros(LONGEST_LINE, np.int64),
        rewards=np.zeros((4, 3)),
    )


@cache
def thinking(name: str) -> Thinking:
    """Return the loops of a game, once for a process; the first time ever this compiles them."""
    ready = Thinking(name)
    warm_up(f"{name} game's bots", ready.first_calls(name))
    # Also what is compiled already is loaded by a first call: now, not out of a bot's budget.
    for call in ready.first_calls(name):
        call()
    return ready


# These names are bound to a game's functions by `Thinking`.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


legal = apply = determinize = weigh = evaluate = scores = _unbound
