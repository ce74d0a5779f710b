"""Every seat's share of the win in a position, as one seat may judge it.

    >>> from siberia import Match
    >>> shares = evaluate(Match.new("card", seats=3, seed=1), seat=0)
    >>> len(shares), round(sum(shares), 6)
    (3, 1.0)

The net judges from the view of whoever is to move. For another seat, what that seat cannot know is
imagined some times over, and the judgements are averaged: nothing in the answer is more than the
seat may know. The net has learned what shares are among equals who play as well as it does; how
sure one may be when anybody plays was measured (benchmarks/calibration.py) and stands beside the
weights.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from siberia.bots.net import shipped_net
from siberia.engine.schema import Array
from siberia.match import Position

# Worlds that a seat imagines when it is not its turn.
IMAGININGS = 16


def evaluate(position: Position, seat: int) -> tuple[float, ...]:
    """Return the share of the win that each seat may expect, by what one seat knows."""
    position.checked(seat)
    if position.is_over:
        return position.shares()
    judged = judged_shares(position, seat)
    return tuple(calibration(position.game, position.seats).applied(judged).tolist())


class Calibration(NamedTuple):
    """How the net's shares become those to be expected when anybody plays.

    With a `power` above 1 the favourite is surer than the net says; so much as `doubt` says is left
    for anything to happen.
    """

    power: float
    doubt: float

    def applied(self, shares: Array) -> Array:
        """Return calibrated shares; seats are the last axis."""
        raised = shares**self.power
        sharper: Array = raised / raised.sum(axis=-1, keepdims=True)
        return (1 - self.doubt) * sharper + self.doubt / shares.shape[-1]


def judged_shares(position: Position, seat: int) -> Array:
    """Return the net's own judgement, seat by seat, before it is calibrated."""
    net = shipped_net(position.game)
    count = 1 if position.to_move == seat else IMAGININGS
    observations = np.zeros((count, net.inputs.width), np.int16)
    mover = int(position.state["player"])
    for n in range(count):
        state = position.imagine(seat, n).state
        net.inputs.observe(state, mover, observations[n])
    relative = net.shares(observations).mean(axis=0)[: position.seats]
    shares: Array = np.roll(relative, mover)
    return shares


@cache
def calibration(game: str, seats: int) -> Calibration:
    """Return how shares of a game by so many players are calibrated."""
    file = files("siberia.bots") / "weights" / "calibration.json"
    return Calibration(*json.loads(file.read_text(encoding="utf-8"))[game][str(seats)])
