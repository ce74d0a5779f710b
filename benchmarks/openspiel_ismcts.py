"""OpenSpiel's ISMCTS against our bots, in the same time for each decision.

    python benchmarks/openspiel_ismcts.py [--contests card:hard:20,card:expert:10] [--uct 1.4]

A contest is a game, one of our levels and a number of deals, for two players; each deal is played
twice, with the seats swapped. The peer is `open_spiel.python.algorithms.ismcts`: the bot in C++
does not take games written in Python. It is given compiled random play-outs (`Rollouts`), with
which it makes several times as many simulations as with its own evaluator.

Where the peer must decide, our bot is asked as well, and the time it took in that very position is
the time the peer gets; it then finishes the simulation it is in. Forced words are played at once
and not counted. Win shares are the peer's, with 95 % intervals over deals.
"""

import argparse
import random
import time
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from siberia import Match
from siberia.arena.play import Result
from siberia.arena.ratings import interval
from siberia.bots import Seat, bot
from siberia.bots.search import search_kernels
from siberia.cli.reports import progress
from siberia.envs.openspiel import SEED_BYTES, Rollouts, SiberiaGame, SiberiaState

# The contests played by default: game, level of our bot, deals.
CONTESTS = "card:hard:20,card:expert:6,board:hard:6,board:expert:2"
# The peer's name among the results.
PEER = "ISMCTS"


class TimeUp(Exception):
    """Stops a search."""


@dataclass
class Spent:
    """What the decisions of one side took: seconds, and simulations."""

    seconds: list[float] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)

    def columns(self) -> str:
        """Return how many decisions there were, and the means of both."""
        seconds, simulations = fmean(self.seconds), fmean(self.simulations)
        return f"{len(self.seconds):>9,} {1000 * seconds:>8.1f} {simulations:>7,.0f}"


class Peer:
    """OpenSpiel's ISMCTS, stopped by the clock."""

    def __init__(self, game: SiberiaGame, seed: int, uct: float) -> None:
        chance = np.random.RandomState(seed)
        self._worlds = random.Random(seed)
        self._bot = ismcts.ISMCTSBot(game, Rollouts(seed), uct, 1 << 30, random_state=chance)
        self._bot.set_resampler(self._resample)
        self._deadline = 0.0
        self.simulations = 0

    def _resample(self, state: SiberiaState, player: int) -> SiberiaState:
        """Imagine a world for one more simulation, if there is time; the first two are free."""
        if self.simulations > 1 and time.perf_counter() > self._deadline:
            raise TimeUp
        self.simulations += 1
        return state.resample_from_infostate(player, self._worlds.random)

    def choose(self, state: SiberiaState, seconds: float) -> int:
        """Search for so long, and take the action that was tried most."""
        self._deadline, self.simulations = time.perf_counter() + seconds, 0
        try:
            policy = self._bot.run_search(state)
        except TimeUp:
            # The bot keeps its tree, and answers from it as if its simulations were used up.
            policy = self._bot.get_final_policy(state, self._bot._root_node)
        return int(max(policy, key=lambda chance: chance[1])[0])


def play(
    game: SiberiaGame, level: str, deal: int, seat: int, uct: float
) -> tuple[Result, Spent, Spent]:
    """Play one match with the peer in a seat, and return its result and what both sides spent."""
    seed = deal % (1 << 8 * SEED_BYTES)
    match, state = Match.new(game.NAME, seed=seed), game.new_initial_state()
    for byte in seed.to_bytes(SEED_BYTES):
        state.apply_action(byte)
    ours, peer = bot(level, deal), Peer(game, deal, uct)
    sides = (Spent(), Spent())
    while not match.is_over:
        action = state.legal_actions()[0]
        if len(state.legal_actions()) > 1:
            began = time.perf_counter()
            choice = ours.choose(Seat(match))
            seconds, simulations = time.perf_counter() - began, choice.simulations
            action = state.string_to_action(choice.word)
            if match.to_move == seat:
                began = time.perf_counter()
                action = peer.choose(state, seconds)
                seconds, simulations = time.perf_counter() - began, peer.simulations
            # Ours is the first side, the peer the second.
            side = sides[match.to_move == seat]
            side.seconds.append(seconds)
            side.simulations.append(simulations)
        match.play(state.action_to_string(action))
        state.apply_action(action)
    return result(match, deal, seat, level, sides), *sides


def result(match: Match, deal: int, seat: int, level: str, sides: tuple[Spent, Spent]) -> Result:
    """Return how a match ended, as the arena tells it."""
    spent = [sides[where == seat].seconds for where in range(2)]
    return Result(
        number=2 * deal + seat,
        deal=deal,
        bots=tuple(PEER if where == seat else level for where in range(2)),
        scores=match.scores(),
        shares=match.shares(),
        words=match.ply,
        ending=str(match.ending()),
        decisions=tuple(map(len, spent)),
        thinking=tuple(map(sum, spent)),
        slowest=tuple(max(times, default=0.0) for times in spent),
    )


def contest(name: str, level: str, deals: int, uct: float) -> str:
    """Play a contest, and tell it in one line."""
    search_kernels(name)  # loaded before any clock runs
    game = pyspiel.load_game(f"siberia_{name}")
    fixtures = [(deal, seat) for deal in range(deals) for seat in range(2)]
    results, sides = [], (Spent(), Spent())
    with progress(quiet=False) as bar:
        task = bar.add_task(f"{name} against {level}", total=len(fixtures))
        for deal, seat in fixtures:
            played, *spent = play(game, level, deal, seat, uct)
            results.append((played, seat))
            for side, more in zip(sides, spent, strict=True):
                side.seconds += more.seconds
                side.simulations += more.simulations
            bar.advance(task)
    low, high = interval(results)
    share = fmean(played.shares[seat] for played, seat in results)
    head = f"{name + ' / ' + level:<15} {deals:>5} {share:>7.1%}  {low:>5.1%} – {high:>6.1%}"
    return f"{head} {sides[1].columns()} {sides[0].columns()}"


def main() -> None:
    """Play the contests, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contests", default=CONTESTS, help="game:level:deals, with commas")
    parser.add_argument("--uct", type=float, default=1.4, help="how much the peer explores")
    options = parser.parse_args()
    print(f"OpenSpiel's ISMCTS (Python, compiled random play-outs, uct_c {options.uct}), 2 players")
    print(f"{'':<41} {'the peer':^26} {'our bot':^26}")
    columns = f"{'decisions':>9} {'ms each':>8} {'simul.':>7}"
    head = f"{'game / our bot':<15} {'deals':>5} {'share':>7}  {'95 %':^14}"
    print(f"{head} {columns} {columns}", flush=True)
    for listed in options.contests.split(","):
        name, level, deals = listed.split(":")
        print(contest(name, level, int(deals), options.uct), flush=True)


if __name__ == "__main__":
    main()
