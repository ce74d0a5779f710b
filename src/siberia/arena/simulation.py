"""Many matches of random play inside the engine: what they look like, and how fast they run."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from siberia.engine.loops import Results, no_results
from siberia.engine.rng import generator
from siberia.engine.schema import Array
from siberia.match.engines import Engine, engine
from siberia.match.setup import Setup, match_seed

# How many matches are played between two reports of progress: a fraction of a second.
CHUNK = 500


@dataclass
class Simulation:
    """Random matches of one set-up; iterate over `run` to play them.

    To make one compiles the rules if they are not compiled yet; `seconds` counts only the play.
    """

    setup: Setup
    games: int
    seed: int
    engine: Engine = field(init=False)
    results: Results = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.engine = engine(self.setup.game)
        self.results = no_results(self.games)

    def run(self) -> Iterator[int]:
        """Play all matches on one core, yielding after some how many are played."""
        game, loops = self.engine.game, self.engine.loops
        moves = np.zeros(game.MOVES, np.int64)
        box: Any = np.array([game.unpack(self.setup)], game.STATE.dtype)
        table, chooser = box.copy(), generator(self.seed)
        for first in range(0, self.games, CHUNK):
            last = min(first + CHUNK, self.games)
            numbers = range(first, last)
            seeds = np.array([generator(match_seed(self.seed, n)) for n in numbers])
            rows = Results(*(column[first:last] for column in self.results))
            began = time.perf_counter()
            loops.play_many(box, table, game.OVER, seeds, chooser, moves, rows)
            self.seconds += time.perf_counter() - began
            yield last

    @property
    def moves(self) -> int:
        """How many moves were made in all matches together."""
        return int(self.results.plies.sum())

    def summary(self) -> "Summary":
        """Sum the matches up."""
        seats = self.setup.seats
        scores, shares = self.results.scores[:, :seats], self.results.shares[:, :seats]
        ranked = np.sort(scores, axis=1)
        endings = self.engine.game.ENDINGS
        ended = [float((self.results.endings == how).mean()) for how in range(len(endings))]
        return Summary(
            game=self.setup.game,
            edition=self.setup.edition,
            seats=seats,
            games=self.games,
            seed=self.seed,
            moves=spread(self.results.plies),
            scores=[spread(scores[:, seat]) for seat in range(seats)],
            margins=spread(ranked[:, -1] - ranked[:, -2]),
            win_shares=[float(share) for share in shares.mean(axis=0)],
            shared_wins=float((shares.max(axis=1) < 1).mean()),
            endings=dict(zip(endings, ended, strict=True)),
        )


@dataclass(frozen=True)
class Spread:
    """How a figure is spread over the matches."""

    lowest: int
    mean: float
    deviation: float
    highest: int


def spread(values: Array) -> Spread:
    """Return the spread of some values."""
    low, high = int(values.min()), int(values.max())
    return Spread(low, float(values.mean()), float(values.std()), high)


@dataclass(frozen=True)
class Summary:
    """What the matches of a simulation looked like; lists are by seat."""

    game: str
    edition: str
    seats: int
    games: int
    seed: int
    moves: Spread
    scores: list[Spread]
    margins: Spread
    win_shares: list[float]
    shared_wins: float
    endings: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        """Return the summary as plain data; programs know the number of seats as `players`."""
        names = {"seats": "players"}
        return {names.get(name, name): value for name, value in asdict(self).items()}
