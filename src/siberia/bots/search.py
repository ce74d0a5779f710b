"""How bots think: compiled loops over imagined states, written once for any game.

`turn_values` looks one turn ahead; `search` is a Monte Carlo tree search over information sets. The
functions named legal, apply, determinize, scores, weigh and evaluate are a game's own; see
`jit.specialise`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.heuristics import HEURISTICS
from siberia.engine.contract import Game
from siberia.engine.jit import rule, specialise, warm_up
from siberia.engine.rng import draw, generator
from siberia.engine.schema import Array
from siberia.engine.scoring import share_win
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.games import GAMES
from siberia.match.position import dealt
from siberia.match.setup import Setup

LONGEST_TURN = 40
LONGEST_LINE = 200


class Root(NamedTuple):
    """What is thought about: a state, in an array of one, and the seat that is to move there."""

    state: Array
    seat: int


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


# ---------------------------------------------------------------- one turn ahead


class Lookahead(NamedTuple):
    """The arrays of looking one turn ahead: the legal moves with their values, and scratch."""

    options: Array
    values: Array
    # The imagined state and the one that is played on, each in an array of one.
    imagined: Array
    played: Array
    moves: Array
    weights: Array


def new_lookahead(game: Game) -> Lookahead:
    """Return empty arrays for a turn of a game."""
    return Lookahead(
        options=np.zeros(game.MOVES + 1, np.int64),
        values=np.zeros(game.MOVES + 1),
        imagined=np.zeros(1, game.STATE.dtype),
        played=np.zeros(1, game.STATE.dtype),
        moves=np.zeros(game.MOVES + 1, np.int64),
        weights=np.zeros(game.MOVES + 1, np.int64),
    )


def turn_values(root: Any, rng: Any, ahead: Any) -> int:
    """Add what each legal move is worth to the seat at the end of its turn; return how many.

    What the seat cannot know is imagined once; the rest of the turn is played by rule of thumb.
    """
    ahead.imagined[0] = root.state[0]
    imagined = ahead.imagined[0]
    determinize(imagined, root.seat, rng)
    count = legal(imagined, ahead.options)
    for i in range(count):
        ahead.played[0] = ahead.imagined[0]
        state = ahead.played[0]
        apply(state, ahead.options[i])
        for _ in range(LONGEST_TURN):
            n = legal(state, ahead.moves)
            if n == 0 or state.turn != imagined.turn:
                break
            weigh(state, ahead.moves, n, ahead.weights)
            apply(state, ahead.moves[heaviest(ahead.weights, n)])
        ahead.values[i] += evaluate(state, root.seat)
    return count


# ---------------------------------------------------------------- the tree

# A node is a move after its parent's: which one, whose, how often tried, its first child, the next
# of its siblings. Node 0 is the root and nobody's child, so 0 also means none.
MOVE, PLAYER, VISITS, CHILD, SIBLING = range(5)
# What is summed up in a node for the player who made its move.
REWARD, WINS = range(2)


class Tree(NamedTuple):
    """A tree of moves: for each node its numbers and its sums.

    `size` says how many nodes are in use, the root among them, and `plies` how many moves were made
    in all; each is an array of one, so that compiled code can count in it.
    """

    nodes: Array
    sums: Array
    size: Array
    plies: Array


class Scratch(NamedTuple):
    """The arrays that a search writes on and forgets."""

    # The state that is played on, in an array of one; its legal moves and their weights.
    state: Array
    moves: Array
    weights: Array
    # By move the node of a child, while its parent is looked at; and the nodes walked down.
    nodes_by_move: Array
    path: Array
    # By seat: the points at the end, the share of the win, and what is summed up in nodes.
    points: Array
    shares: Array
    rewards: Array


class Limits(NamedTuple):
    """How a search goes: in which phase a match is over, and how far it looks."""

    over: int
    # How much is explored beside what is known to be good.
    explore: float
    # For how many moves it plays on, and by how much scores must differ for a clear lead.
    horizon: int
    scale: float


def new_tree(size: int) -> Tree:
    """Return a tree with room for so many nodes, and the root in it."""
    return Tree(
        nodes=np.zeros((size, 5), np.int32),
        sums=np.zeros((size, 2)),
        size=np.ones(1, np.int64),
        plies=np.zeros(1, np.int64),
    )


def new_scratch(game: Game) -> Scratch:
    """Return empty arrays for searches of a game."""
    return Scratch(
        state=np.zeros(1, game.STATE.dtype),
        moves=np.zeros(game.MOVES + 1, np.int64),
        weights=np.zeros(game.MOVES + 1, np.int64),
        nodes_by_move=np.zeros(game.MOVES + 1, np.int64),
        path=np.zeros(LONGEST_LINE, np.int64),
        points=np.zeros(MOST_SEATS),
        shares=np.zeros(MOST_SEATS),
        rewards=np.zeros((MOST_SEATS, 2)),
    )


def search(root: Any, limits: Any, rng: Any, iterations: int, tree: Any, scratch: Any) -> None:
    """Grow a tree by so many iterations.

    Each imagines anew what the seat cannot know, walks down among the moves that are legal there,
    adds a node, plays on by rule of thumb, and counts the result for each player on the way.
    """
    for _ in range(iterations):
        scratch.state[0] = root.state[0]
        state = scratch.state[0]
        determinize(state, root.seat, rng)
        depth = walk_down(state, limits, tree, scratch)
        tree.plies[0] += depth + play_on(state, limits, rng, scratch.moves, scratch.weights)
        judge(state, limits, scratch)
        for d in range(depth + 1):
            node = scratch.path[d]
            player = tree.nodes[node, PLAYER]
            tree.nodes[node, VISITS] += 1
            tree.sums[node, REWARD] += scratch.rewards[player, REWARD]
            tree.sums[node, WINS] += scratch.rewards[player, WINS]


def walk_down(state: Any, limits: Any, tree: Any, scratch: Any) -> int:
    """Play moves of the tree until one is new and gets a node; return how many were played."""
    path, moves = scratch.path, scratch.moves
    path[0] = 0
    depth = 0
    grown = False
    while state.phase != limits.over and not grown and depth + 1 < len(path):
        count = legal(state, moves)
        if count == 1:
            apply(state, moves[0])
            continue
        weigh(state, moves, count, scratch.weights)
        chosen = pick(tree, path[depth], count, limits.explore, scratch)
        child = child_of(tree.nodes, path[depth], moves[chosen])
        if child == 0:
            if tree.size[0] == len(tree.nodes):
                break
            child = grow(tree, path[depth], moves[chosen], state.player)
            grown = True
        depth += 1
        path[depth] = child
        apply(state, moves[chosen])
    return depth


@rule
def child_of(nodes: Any, parent: int, move: int) -> int:
    """Return the node of a move, or 0."""
    child = nodes[parent, CHILD]
    while child != 0 and nodes[child, MOVE] != move:
        child = nodes[child, SIBLING]
    return child


@rule
def grow(tree: Any, parent: int, move: int, player: int) -> int:
    """Add a node to the tree."""
    nodes, child = tree.nodes, tree.size[0]
    tree.size[0] += 1
    nodes[child, MOVE] = move
    nodes[child, PLAYER] = player
    nodes[child, VISITS] = 0
    nodes[child, CHILD] = 0
    nodes[child, SIBLING] = nodes[parent, CHILD]
    nodes[parent, CHILD] = child
    return child


@rule
def pick(tree: Any, parent: int, count: int, explore: float, scratch: Any) -> int:
    """Choose a move to try: known to be good, or by rule of thumb worth trying and little tried.

    A move not tried yet counts as good as its siblings so far, so that a position with many moves
    is not tried through before it is looked into.
    """
    nodes, sums = tree.nodes, tree.sums
    moves, weights, node_of = scratch.moves, scratch.weights, scratch.nodes_by_move
    child = nodes[parent, CHILD]
    while child != 0:
        node_of[nodes[child, MOVE]] = child
        child = nodes[child, SIBLING]
    total, tried, reward = 0, 0, 0.0
    for i in range(count):
        total += weights[i]
        node = node_of[moves[i]]
        if node != 0:
            tried += nodes[node, VISITS]
            reward += sums[node, REWARD]
    mean = reward / tried if tried > 0 else 0.5
    curiosity = explore * np.sqrt(tried + 1.0)
    best, best_value = 0, -1.0
    for i in range(count):
        node = node_of[moves[i]]
        visits = nodes[node, VISITS] if node != 0 else 0
        quality = sums[node, REWARD] / visits if visits > 0 else mean
        share = 0.7 * weights[i] / total + 0.3 / count
        value = quality + curiosity * share / (1 + visits)
        if value > best_value:
            best, best_value = i, value
    child = nodes[parent, CHILD]
    while child != 0:
        node_of[nodes[child, MOVE]] = 0
        child = nodes[child, SIBLING]
    return best


def play_on(state: Any, limits: Any, rng: Any, moves: Any, weights: Any) -> int:
    """Play by rule of thumb to the end, or up to the horizon; return how many moves."""
    for made in range(limits.horizon):
        if state.phase == limits.over:
            return made
        count = legal(state, moves)
        if count == 1:
            apply(state, moves[0])
        else:
            weigh(state, moves, count, weights)
            apply(state, moves[sample(weights, count, rng)])
    return limits.horizon


def judge(state: Any, limits: Any, scratch: Any) -> None:
    """Write what the end, or where the playing stopped, is worth to each player: 0 to 1.

    A win counts most; beyond that, winning or losing by more or less.
    """
    points = scratch.points
    finished = state.phase == limits.over
    if finished:
        scores(state, points)
        share_win(points, state.seats, scratch.shares)
    else:
        for seat in range(state.seats):
            points[seat] = evaluate(state, seat)
    for seat in range(state.seats):
        rival = -1e18
        for other in range(state.seats):
            if other != seat:
                rival = max(rival, points[other])
        ahead = 1.0 / (1.0 + np.exp(-2.0 * (points[seat] - rival) / limits.scale))
        won = scratch.shares[seat] if finished else ahead
        scratch.rewards[seat, WINS] = won
        scratch.rewards[seat, REWARD] = 0.75 * won + 0.25 * ahead


# ---------------------------------------------------------------- compiled


class SearchKernels:
    """The loops above, compiled for one game."""

    def __init__(self, name: str) -> None:
        self.game, self.heuristics = GAMES[name], HEURISTICS[name]
        rules: dict[str, Any] = {
            "legal": self.game.legal,
            "apply": self.game.apply,
            "determinize": self.game.determinize,
            "weigh": self.heuristics.weigh,
            "evaluate": self.heuristics.evaluate,
            "scores": self.game.scores,
        }
        self.turn_values = specialise(turn_values, name, **rules)
        for part in (walk_down, play_on, judge):
            rules[part.__name__] = specialise(part, name, **rules)
        self.search = specialise(search, name, **rules)

    def limits(self, explore: float) -> Limits:
        """Return how searches of this game go."""
        over, heuristics = self.game.OVER, self.heuristics
        return Limits(over, float(explore), heuristics.HORIZON, heuristics.SCALE)

    def first_calls(self) -> list[Callable[[], object]]:
        """List the calls that compile everything."""
        game, rng = self.game, generator(0)
        state = np.array([dealt(Setup.new(game.NAME, start=0), 0)], game.STATE.dtype)
        root = Root(state, int(state[0].player))
        limits = Limits(game.OVER, explore=1.0, horizon=1, scale=1.0)
        return [
            lambda: self.turn_values(root, rng, new_lookahead(game)),
            lambda: self.search(root, limits, rng, 1, new_tree(4), new_scratch(game)),
        ]


@cache
def search_kernels(name: str) -> SearchKernels:
    """Return the loops of a game, once for a process; the first time ever this compiles them."""
    kernels = SearchKernels(name)
    warm_up(f"{name} game's bots", kernels.first_calls())
    # Also what is compiled already is loaded by a first call: now, not out of a bot's budget.
    for call in kernels.first_calls():
        call()
    return kernels


# These names are bound to a game's functions by `SearchKernels`.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


legal = apply = determinize = weigh = evaluate = scores = _unbound
