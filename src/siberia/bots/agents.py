"""The bots: random, greedy, search."""

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from siberia.bots.heuristics import SENSES
from siberia.bots.search import CHILD, MOVE, SIBLING, VISITS, WINS, Desk, desk, sample, thinking
from siberia.bots.seat import Choice, Seat
from siberia.engine.rng import draw, generator
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
        SENSES[seat.game].weigh(state, moves, count, weights)
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
        game = GAMES[seat.game]
        roll = self._dice.roll(seat)
        root = np.array([seat.imagine(roll).state], game.STATE.dtype)
        tables = np.zeros(2, game.STATE.dtype)
        options, moves, weights = (np.zeros(game.MOVES + 1, np.int64) for _ in range(3))
        values, rng = np.zeros(game.MOVES + 1), generator(roll)
        think = thinking(seat.game).turn_values
        for _ in range(self.imaginings):
            count = think(root, tables, seat.number, rng, options, moves, weights, values)
        best = int(options[int(values[:count].argmax())])
        return Choice(seat.vocabulary[best])


@dataclass
class Search:
    """Searches a tree of what may happen, over states it imagines.

    Thinks for so many `simulations`, or for so many `seconds`, whichever is reached first.
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
        paper = self.tree(seat)
        nodes, sums, words = paper.nodes, paper.sums, seat.vocabulary
        children = siblings(nodes, nodes[0, CHILD])
        tried = sum(int(nodes[child, VISITS]) for child in children)
        shares = {words[nodes[c, MOVE]]: float(sums[c, WINS] / nodes[c, VISITS]) for c in children}
        effort = {words[nodes[c, MOVE]]: float(nodes[c, VISITS] / tried) for c in children}
        line = tuple(words[move] for move in main_line(nodes))
        return Choice(line[0], shares, effort, line, int(nodes[0, VISITS]))

    def tree(self, seat: Seat) -> Desk:
        """Grow a tree within the budget."""
        game, think = GAMES[seat.game], thinking(seat.game)
        roll = self._dice.roll(seat)
        began = time.perf_counter()
        root = np.array([seat.imagine(roll).state], game.STATE.dtype)
        paper = desk(game.MOVES, min(self.simulations, LARGEST_TREE) + 2)
        settings = np.array([self.explore, think.horizon, think.scale])
        table, rng = root.copy(), generator(roll)
        done = 0
        while done < self.simulations:
            piece = min(PIECE, self.simulations - done)
            think.search(root, table, seat.number, game.OVER, rng, piece, settings, *paper)
            done += piece
            if self.seconds is not None and time.perf_counter() - began > self.seconds * 0.97:
                break
        return paper


def siblings(nodes: Any, first: int) -> list[int]:
    """Return a node and those beside it."""
    found = []
    while first:
        found.append(int(first))
        first = nodes[first, SIBLING]
    return found


def main_line(nodes: Any) -> list[int]:
    """Return the moves that were tried most, from the root on."""
    line, children = [], siblings(nodes, nodes[0, CHILD])
    while children:
        best = max(children, key=lambda child: nodes[child, VISITS])
        line.append(int(nodes[best, MOVE]))
        children = siblings(nodes, nodes[best, CHILD])
    return line
