"""Random play beside the best peers, in one run on one core.

    python benchmarks/random_play.py [--seconds 3] [--rounds 3] [--json]

A move is one decision of a player at random, in whole games from the deal on. Each peer is driven
by its own fastest loop and left out, with a word, where it is not installed
(``pip install open_spiel rlcard catanatron``). The machines are noisy: every round runs all of
them once, and the best round of each counts; read the ratios, not the figures.
"""

import argparse
import contextlib
import importlib
import json
import random
import time
from collections.abc import Callable
from typing import Any

# A sample plays some games and returns how many moves it made and how long it took.
Sample = Callable[[], tuple[float, float]]


def siberia(game: str) -> Sample:
    """Our own loop: `siberia bench`."""
    from siberia.arena.simulation import Simulation
    from siberia.match.setup import Setup

    setup = Setup.new(game, seats=4, start=0)
    seeds = iter(range(1 << 30))

    def sample() -> tuple[int, float]:
        simulation = Simulation(setup, 500, next(seeds))
        list(simulation.run())
        return simulation.moves, simulation.seconds

    return sample


def open_spiel(name: str) -> Sample:
    """OpenSpiel's C++ loop with its C++ random bots; only that loop is timed."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    players = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in players]
    seeds = iter(range(1 << 30))

    def sample() -> tuple[int, float]:
        states = [game.new_initial_state() for _ in range(50)]
        began = time.perf_counter()
        for state in states:
            pyspiel.evaluate_bots(state, bots, next(seeds))
        taken = time.perf_counter() - began
        # Chance has a negative number; here as with us only players' decisions are moves.
        moves = sum(step.player >= 0 for state in states for step in state.full_history())
        return moves, taken

    return sample


def rlcard(name: str) -> Sample:
    """RLCard's own game loop, in Python."""
    library: Any = importlib.import_module("rlcard")
    env = library.make(name, config={"seed": 1})
    chooser = random.Random(1)

    def sample() -> tuple[int, float]:
        moves, began = 0, time.perf_counter()
        for _ in range(20):
            env.reset()
            while not env.is_over():
                env.step(chooser.choice(list(env._get_legal_actions())))
                moves += 1
        return moves, time.perf_counter() - began

    return sample


def catanatron() -> Sample:
    """Catanatron's game loop with its random players, in Python."""
    library: Any = importlib.import_module("catanatron")
    players = importlib.import_module("catanatron.models.player")
    colors = list(library.Color)[:4]

    def sample() -> tuple[int, float]:
        began = time.perf_counter()
        game = library.Game([players.RandomPlayer(color) for color in colors])
        game.play()
        records = getattr(game.state, "action_records", None)
        moves = len(records if records is not None else game.state.actions)
        return moves, time.perf_counter() - began

    return sample


CONTESTANTS: dict[str, Callable[[], Sample]] = {
    "siberia card": lambda: siberia("card"),
    "siberia board": lambda: siberia("board"),
    "open_spiel hearts": lambda: open_spiel("hearts"),
    "open_spiel cribbage": lambda: open_spiel("cribbage"),
    "rlcard uno": lambda: rlcard("uno"),
    "catanatron": catanatron,
}


def speed(sample: Sample, seconds: float) -> float:
    """Return moves a second over about so many seconds."""
    moves, taken = 0.0, 0.0
    while taken < seconds:
        more, longer = sample()
        moves, taken = moves + more, taken + longer
    return moves / taken


def measure(
    contestants: dict[str, Callable[[], Sample]], seconds: float, rounds: int
) -> dict[str, float | None]:
    """Return the best speed of each contestant, or None where it is not installed."""
    samples: dict[str, Sample] = {}
    for name, make in contestants.items():
        with contextlib.suppress(ImportError):
            samples[name] = make()
            samples[name]()  # warm
    best: dict[str, float | None] = dict.fromkeys(contestants)
    for _ in range(rounds):
        for name, sample in samples.items():
            best[name] = max(best[name] or 0.0, speed(sample, seconds))
    return best


def main() -> None:
    """Measure, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    best = measure(CONTESTANTS, options.seconds, options.rounds)
    if options.json:
        print(json.dumps(best, indent=2))
        return
    card, board = (best[f"siberia {game}"] or 0.0 for game in ("card", "board"))
    print(f"{'':<22} {'moves a second':>16} {'our card game':>16} {'our board game':>16}")
    for name, figure in best.items():
        if figure is None:
            print(f"{name:<22} {'not installed':>16}")
        else:
            print(
                f"{name:<22} {figure:>16,.0f} {card / figure:>14,.1f} × {board / figure:>14,.1f} ×"
            )


if __name__ == "__main__":
    main()
