"""How fast a search thinks, beside OpenSpiel's C++ ISMCTS on hearts, in one run on one core.

    python -m benchmarks.search [--seconds 2] [--rounds 3] [--json]

Measured are moves a second made while searching: walking down the tree and playing on from there.
OpenSpiel does not count its moves; what a simulation makes from a position is measured by playing
on at random from it, as its evaluator does, and counted with the simulations it was told to make.
The machines are noisy: the best round of each counts; read the ratios.
"""

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable
from typing import Any

# A sample searches from a position and returns how many moves it made and how long it took.
Sample = Callable[[], tuple[float, float]]


def siberia(game: str) -> Sample:
    """Our search from positions of a match played by rule of thumb."""
    from siberia import Match
    from siberia.bots import Hasty, Search, Seat

    seeds = iter(range(1 << 30))
    hasty, search = Hasty(1), Search(1, simulations=2000)

    def sample() -> tuple[float, float]:
        match = Match.new(game, seats=4, seed=next(seeds), start=0)
        moves, taken = 0, 0.0
        for _ in range(30):
            match.play(hasty.choose(Seat(match)).word)
        while len(match.legal()) == 1:
            match.play(match.legal()[0])
        began = time.perf_counter()
        moves = int(search.tree(Seat(match)).plies[0])
        taken = time.perf_counter() - began
        return moves, taken

    return sample


def open_spiel() -> Sample:
    """OpenSpiel's ISMCTS bot on hearts, from positions reached at random."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    simulations = 500
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, simulations, -1, kind, False, False)
    chooser = random.Random(1)

    def walk(state: Any, limit: int) -> int:
        made = 0
        while not state.is_terminal() and made < limit:
            if state.is_chance_node():
                state.apply_action(chooser.choice(state.legal_actions()))
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
                made += 1
        return made

    def sample() -> tuple[float, float]:
        state = game.new_initial_state()
        walk(state, 16)
        # How many moves a simulation makes from here, on average.
        length = sum(walk(state.clone(), 1000) for _ in range(50)) / 50
        began = time.perf_counter()
        bot.step(state)
        return simulations * length, time.perf_counter() - began

    return sample


CONTESTANTS: dict[str, Callable[[], Sample]] = {
    "siberia card": lambda: siberia("card"),
    "siberia board": lambda: siberia("board"),
    "open_spiel hearts ISMCTS": open_spiel,
}


def main() -> None:
    """Measure, and print figures and ratios."""
    from benchmarks.random_play import measure

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    best = measure(CONTESTANTS, options.seconds, options.rounds)
    if options.json:
        print(json.dumps(best, indent=2))
        return
    peer = best["open_spiel hearts ISMCTS"]
    for name, figure in best.items():
        speed = "not installed" if figure is None else f"{figure:,.0f} moves a second"
        ratio = f"{figure / peer:.1f} ×" if figure and peer else ""
        print(f"{name:<26} {speed:>28} {ratio:>8}")


if __name__ == "__main__":
    main()
