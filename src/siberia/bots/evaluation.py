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
    raw = judged_shares(position, seat)
    sharper = raw ** sharpness(position.game, position.seats)
    return tuple((sharper / sharper.sum()).tolist())


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
def sharpness(game: str, seats: int) -> float:
    """Return the power that calibrates shares: above 1 they are surer than the net says."""
    file = files("siberia.bots") / "weights" / "calibration.json"
    powers = json.loads(file.read_text(encoding="utf-8"))
    return float(powers[game][str(seats)])
