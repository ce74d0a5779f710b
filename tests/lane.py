"""Plays random matches and prints what every state was, to compare two ways of running the rules.

Run by test_lanes.py as ``python -m tests.lane MATCHES``, compiled or with NUMBA_DISABLE_JIT=1.
"""

import hashlib
import sys
from itertools import product

from siberia import Match
from siberia.arena.simulation import Simulation
from siberia.bots import Bot, Greedy, Hasty, Search, Seat
from siberia.engine.jit import INTERPRETED
from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from tests.support import SEATS, VARIANTS, game_of, play_random, state_of

# After how many words each a seat imagines: a prime, so that every seat comes to it in all phases.
IMAGINING = 7
# After how many words each the slower bots are asked, too.
THINKING = 12


def main(matches: int) -> None:
    """Print the lane, then a line for each match: its set-up and a hash of all its states."""
    print("interpreted" if INTERPRETED else "compiled")
    for variant, seats in product(VARIANTS, SEATS):
        for seed in range(matches):
            match = variant.new(seats=seats, seed=seed, rules=1 + seed % 2)
            print(variant, seats, seed, digest(match, busy=bool(seed % 2)))
        simulation = Simulation(match.setup, matches, 7)
        list(simulation.run())
        print(variant, seats, [column.tolist() for column in simulation.results])
    for variant in VARIANTS:
        print(variant, advice(variant.new(seats=3, seed=6)))


def advice(match: Match) -> list[str]:
    """Return what bots choose here and there in a match."""
    chosen = []
    for ply in range(60):
        if match.to_move is None:
            break
        bots: list[Bot] = [Hasty(ply)]
        if ply % THINKING == 0:
            bots += [Greedy(ply, imaginings=1), Search(ply, simulations=8)]
        chosen += [bot.choose(Seat(match)).word for bot in bots]
        play_random(match, ply, limit=1, busy=True)
    return chosen


def digest(match: Match, busy: bool) -> str:
    """Hash every state of a match and, here and there, the scores and what a seat imagines."""
    hashed = hashlib.sha256()
    while not match.is_over:
        play_random(match, match.ply, limit=1, busy=busy)
        hashed.update(state_of(match).tobytes())
        hashed.update(repr(match.legal()).encode())
        if match.ply % IMAGINING == 0 or match.is_over:
            imagined = copy_of(state_of(match))
            seat = match.ply % (match.seats + 1) - 1
            game_of(match).determinize(imagined, seat, generator(match.ply))
            hashed.update(imagined.tobytes())
            hashed.update(repr(match.scores()).encode())
    hashed.update(match.record().replace(match.salt, "").replace(match.commitment, "").encode())
    return hashed.hexdigest()


if __name__ == "__main__":
    main(int(sys.argv[1]))
