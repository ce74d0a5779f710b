"""The bots: random, greedy, search."""

import time
from dataclasses import dataclass, field

import numpy as np

from siberia.bots.heuristics import HEURISTICS
from siberia.bots.search import (
    CHILD,
    MOVE,
    SIBLING,
    VISITS,
    WINS,
    Root,
    Tree,
    new_lookahead,
    new_scratch,
    new_tree,
    sample,
    search_kernels,
)
from siberia.bots.seat import Choice, Seat
from siberia.engine.rng import draw, generator
from siberia.engine.schema import Array
from siberia.match.games import GAMES

# A tree grows in pieces of so many iterations; after each the clock is looked at.
PIECE = 64
LARGEST_TREE = 2_000_000


@dataclass
class Dice:
    """A bot's own chance: the same seed and the same match lead to the same words."""

    seed: int

    def roll(self, seat: Seat) -> int:
        """Return a seed for one decision, the same for the same bot at the same moment."""
        return (self.seed * 1_000_003 + len(seat.log)) % (1 << 128)


class Random:
    """Plays any legal word."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = Dice(seed)

    def choose(self, seat: Seat) -> Choice:
        """Draw one of the legal words."""
        legal = seat.legal()
        return Choice(legal[draw(generator(self._dice.roll(seat)), len(legal))])


class Hasty:
    """Plays by rule of thumb, a likely word more often than an unlikely one."""

    def __init__(self, seed: int = 0) -> None:
        self._dice = Dice(seed)

    def choose(self, seat: Seat) -> Choice:
        """Weigh the legal words and draw one of them."""
        game = GAMES[seat.game]
        roll = self._dice.roll(seat)
        moves, weights = np.zeros(game.MOVES + 1, np.int64), np.zeros(game.MOVES + 1, np.int64)
        state = seat.imagine(roll).state
        count = game.legal(state, moves)
        HEURISTICS[seat.game].weigh(state, moves, count, weights)
        return Choice(seat.vocabulary[moves[sample(weights, count, generator(roll))]])


class Greedy:
    """Looks one whole turn ahead and takes what is worth most then."""

    def __init__(self, seed: int = 0, imaginings: int = 3) -> None:
        self._dice = Dice(seed)
        self.imaginings = imaginings

    def choose(self, seat: Seat) -> Choice:
        """Value each legal word, in several imagined states."""
        if len(legal := seat.legal()) == 1:
            return Choice(legal[0])
        kernels, roll = search_kernels(seat.game), self._dice.roll(seat)
        root, rng = root_of(seat, roll), generator(roll)
        ahead = new_lookahead(GAMES[seat.game])
        for _ in range(self.imaginings):
            count = kernels.turn_values(root, rng, ahead)
        best = int(ahead.options[int(ahead.values[:count].argmax())])
        return Choice(seat.vocabulary[best])


@dataclass
class Search:
    """Searches a tree of what may happen, over states it imagines.

    Thinks for so many `simulations`, or for so many `seconds`, or until thinking on could not
    change the word, whichever is reached first.
    """

    seed: int = 0
    simulations: int = 100_000
    seconds: float | None = None
    explore: float = 0.7
    _dice: Dice = field(init=False)

    def __post_init__(self) -> None:
        self._dice = Dice(self.seed)

    def choose(self, seat: Seat) -> Choice:
        """Search, and take the word that was tried most."""
        if len(legal := seat.legal()) == 1:
            return Choice(legal[0], {}, {legal[0]: 1.0}, legal)
        tree = self.tree(seat)
        nodes, sums, words = tree.nodes, tree.sums, seat.vocabulary
        children = siblings(nodes, nodes[0, CHILD])
        tried = sum(int(nodes[child, VISITS]) for child in children)
        shares = {words[nodes[c, MOVE]]: float(sums[c, WINS] / nodes[c, VISITS]) for c in children}
        effort = {words[nodes[c, MOVE]]: float(nodes[c, VISITS] / tried) for c in children}
        line = tuple(words[move] for move in main_line(nodes))
        return Choice(line[0], shares, effort, line, int(nodes[0, VISITS]))

    def tree(self, seat: Seat) -> Tree:
        """Grow a tree within the budget."""
        kernels, roll = search_kernels(seat.game), self._dice.roll(seat)
        began = time.perf_counter()
        root, rng, limits = root_of(seat, roll), generator(roll), kernels.limits(self.explore)
        tree = new_tree(min(self.simulations, LARGEST_TREE) + 2)
        scratch = new_scratch(GAMES[seat.game])
        done = 0
        while done < self.simulations:
            piece = min(PIECE, self.simulations - done)
            kernels.search(root, limits, rng, piece, tree, scratch)
            done += piece
            if is_settled(tree.nodes, self.simulations - done):
                break
            if self.seconds is not None and time.perf_counter() - began > self.seconds * 0.97:
                break
        return tree


def is_settled(nodes: Array, left: int) -> bool:
    """Return whether the word tried most would stay so, even if all that is left tried another."""
    tried = sorted(int(nodes[child, VISITS]) for child in siblings(nodes, nodes[0, CHILD]))
    return tried[-1] - (tried[-2] if len(tried) > 1 else 0) > left


def root_of(seat: Seat, roll: int) -> Root:
    """Return a state as the seat imagines it, to think about."""
    state = np.array([seat.imagine(roll).state], GAMES[seat.game].STATE.dtype)
    return Root(state, seat.number)


def siblings(nodes: Array, first: int) -> list[int]:
    """Return a node and those beside it."""
    found = []
    while first:
        found.append(int(first))
        first = nodes[first, SIBLING]
    return found


def main_line(nodes: Array) -> list[int]:
    """Return the moves that were tried most, from the root on."""
    line, children = [], siblings(nodes, nodes[0, CHILD])
    while children:
        best = max(children, key=lambda child: nodes[child, VISITS])
        line.append(int(nodes[best, MOVE]))
        children = siblings(nodes, nodes[best, CHILD])
    return line
