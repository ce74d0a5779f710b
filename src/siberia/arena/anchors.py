"""Where the computer's levels stand, by what the published ladder has measured.

Each level was played against the one below it, alone among others that were all alike. The model by
which players are rated (Plackett and Luce) expects a share of wins from two ratings; here it is
asked the other way round, for the ratings that make it expect what was measured.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise

from siberia.arena.ladder import SUMMARY, Tally, read_summary
from siberia.arena.ratings import Rating
from siberia.bots import CHARACTERS

# What openskill begins with: where it puts whoever is not known yet, how uncertain that is, and how
# much chance there is in a match.
MIDDLE = 25.0
UNKNOWN = MIDDLE / 3
CHANCE = MIDDLE / 6
# The level that is put there, as the measure of all others.
MEASURE = "medium"


def anchors(game: str, seats: int) -> dict[str, Rating]:
    """Return the ratings of the levels in a game of so many players, as far as they are known."""
    return dict(_anchors(game, seats))


@cache
def _anchors(game: str, seats: int) -> Mapping[str, Rating]:
    every = published().values()
    return ratings_of([t for t in every if t.plan.game == game and t.plan.seats == seats], seats)


@cache
def published() -> Mapping[str, Tally]:
    """Return what was published of the levels when this was packed."""
    file = files("siberia.arena") / SUMMARY
    return read_summary(file.read_bytes(), str(file))


def ratings_of(tallies: Iterable[Tally], seats: int) -> dict[str, Rating]:
    """Return what follows from contests of each level with the one below.

    The variants of a game are taken together. Up and down from the measure, as far as there are
    contests without a gap.
    """
    won, played = dict[tuple[str, str], float](), dict[tuple[str, str], int]()
    for tally in tallies:
        pair = tally.plan.bots[1], tally.plan.bots[0]
        won[pair] = won.get(pair, 0) + tally.win_share * tally.matches
        played[pair] = played.get(pair, 0) + tally.matches
    steps = {pair: step(won[pair], played[pair], seats) for pair in played}
    found = {MEASURE: (MIDDLE, 0.0)}
    levels = list(CHARACTERS)
    for worse, better in pairwise(levels):
        if worse in found and (worse, better) in steps:
            found[better] = beside(found[worse], steps[worse, better], 1)
    for better, worse in pairwise(reversed(levels)):
        if better in found and worse not in found and (worse, better) in steps:
            found[worse] = beside(found[better], steps[worse, better], -1)
    return found


def step(won: float, played: int, seats: int) -> Rating:
    """Return by how much one is better who won so many matches, alone among others, and how
    uncertain that is.
    """
    # Whoever has won all might have lost the next one.
    share = (won + 0.5) / (played + 1)
    spread = math.sqrt(seats) * CHANCE
    better = math.log(share / (1 - share) * (seats - 1))
    return spread * better, spread / math.sqrt((played + 1) * share * (1 - share))


def beside(known: Rating, by: Rating, way: int) -> Rating:
    """Return the rating that is so much above another one, or below."""
    return known[0] + way * by[0], math.hypot(known[1], by[1])
