"""How sure `evaluate` may be: shares of the win foretold, beside those that came.

    python benchmarks/calibration.py [--matches 4000] [--fit]

Matches of mixed bots, of every variant and 2 to 4 players; in some positions of each, one seat is
asked for every seat's share. With --fit what calibrates the net's shares is found on one half
of the matches and written beside the weights; everything printed and drawn is of the other
half. The error of calibration is the mean distance between what was foretold and what came, over
ten equal parts of the scale, weighed by how many judgements fall into each.
"""

import argparse
import json
import os
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from siberia import Match
from siberia.bots import Seat, bot
from siberia.bots.evaluation import Calibration, calibration, judged_shares
from siberia.cli.reports import progress
from siberia.drawing.plots import Point, reliability
from siberia.drawing.svg import standalone
from siberia.engine.schema import Array

# Who plays, and how often: a search takes a hundred times as long as the others.
BOTS = {"easy": 5, "medium": 5, "hard": 1, "master": 9}
VARIANTS: dict[str, list[dict[str, object]]] = {
    "card": [{"edition": "dlp"}, {"edition": "oya"}],
    "board": [{"expansion": False}, {"expansion": True}],
}
# Positions of a match in which somebody is asked.
ASKED = 8
PARTS = 10
PACKAGE = Path(__file__).parents[1] / "src" / "siberia"
DRAWN = Path(__file__).parents[1] / "docs" / "strength"


@dataclass(frozen=True)
class Judged:
    """What the net said of a position, seat by seat, and how the match ended."""

    shares: tuple[float, ...]
    won: tuple[float, ...]


def played(game: str, seats: int, seed: int) -> list[Judged]:
    """Play a match of mixed bots, and ask a seat here and there."""
    chance = random.Random(seed)
    match = Match.new(game, seats=seats, seed=seed, **chance.choice(VARIANTS[game]))  # type: ignore[arg-type]
    names = chance.choices(list(BOTS), list(BOTS.values()), k=seats)
    players = [bot(name, seed + seat) for seat, name in enumerate(names)]
    positions = []
    while match.to_move is not None:
        positions.append(match.at(match.ply) if chance.random() < 0.3 else None)
        match.play(players[match.to_move].choose(Seat(match)).word)
    asked = [position for position in positions if position is not None]
    chosen = chance.sample(asked, min(ASKED, len(asked)))
    return [
        Judged(tuple(judged_shares(position, chance.randrange(seats))), match.shares())
        for position in chosen
    ]


def gathered(game: str, seats: int, matches: int) -> list[list[Judged]]:
    """Play so many matches in processes; a list for each."""
    jobs = [(game, seats, 1000 * seats + n) for n in range(matches)]
    with (
        progress(quiet=False) as bar,
        ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool,
    ):
        task = bar.add_task(f"{game}, {seats} players", total=matches)
        found = []
        for judged in pool.map(played, *zip(*jobs, strict=True)):
            found.append(judged)
            bar.advance(task)
    return found


def columns(matches: list[list[Judged]]) -> tuple[Array, Array]:
    """Return what was foretold and what came, a row for each judgement."""
    judged = [one for match in matches for one in match]
    return np.array([one.shares for one in judged]), np.array([one.won for one in judged])


def fitted(shares: Array, won: Array) -> Calibration:
    """Return the calibration under which what came was likeliest."""
    tried = [Calibration(p / 50, d / 200) for p in range(25, 100) for d in range(21)]
    return min(tried, key=lambda one: log_loss(one.applied(shares), won))


def log_loss(shares: Array, won: Array) -> float:
    """Return how unlikely what came was, on average."""
    return float(-(won * np.log(shares + 1e-9)).sum(axis=1).mean())


def parts(shares: Array, won: Array) -> list[Point]:
    """Return for each part of the scale what was foretold there on average, and what came."""
    foretold, came = shares.ravel(), won.ravel()
    which = np.minimum((foretold * PARTS).astype(int), PARTS - 1)
    return [
        Point(float(foretold[which == n].mean()), float(came[which == n].mean()), int(count))
        for n in range(PARTS)
        if (count := (which == n).sum()) > 0
    ]


def error_of(points: list[Point]) -> float:
    """Return the error of calibration."""
    return sum(p.count * abs(p.foretold - p.came) for p in points) / sum(p.count for p in points)


def main() -> None:
    """Play, fit if asked for, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--games", default="card,board")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    file = PACKAGE / "bots" / "weights" / "calibration.json"
    known = json.loads(file.read_text(encoding="utf-8"))
    titles = f"{'power':>5} {'doubt':>6} {'judgements':>11} {'error':>7} {'before':>7}"
    print(f"{'':>18} {titles} {'log loss':>9}")
    for game in options.games.split(","):
        for seats in (2, 3, 4):
            matches = gathered(game, seats, options.matches)
            half = len(matches) // 2
            chosen = calibration(game, seats)
            if options.fit:
                chosen = fitted(*columns(matches[:half]))
                known[game][str(seats)] = chosen
                file.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
            shares, won = columns(matches[half:])
            points, before = parts(chosen.applied(shares), won), parts(shares, won)
            errors = f"{error_of(points):>7.1%} {error_of(before):>7.1%}"
            loss = log_loss(chosen.applied(shares), won)
            row = f"{chosen.power:>6} {chosen.doubt:>6} {len(shares):>11,} {errors} {loss:>9.3f}"
            print(f"{game}, {seats} players {row}", flush=True)
            label = f"{game}, {seats} players: shares foretold and shares that came"
            drawing = reliability(points, write=lambda share: f"{share:.0%}", label=label)
            file_name = f"calibration-{game}-{seats}.svg"
            (DRAWN / file_name).write_text(standalone(drawing), encoding="utf-8")


if __name__ == "__main__":
    main()
