"""Simulations: the figures are those of the matches one could play by hand."""

import numpy as np

from siberia import Match
from siberia.arena.simulation import Simulation, spread
from siberia.engine.rng import generator
from siberia.match.engines import engine
from siberia.match.setup import match_seed
from tests.support import variants


@variants
def test_a_match_of_a_simulation_can_be_played_by_hand(variant):
    setup = variant.new(seats=3, start=0).setup
    simulation = Simulation(setup, 1, seed=9)
    assert list(simulation.run()) == [1]
    match = variant.new(seats=3, start=0, seed=match_seed(9, 0))
    rules, chooser = engine(variant.game).game, generator(9)
    engine(variant.game).loops.play_out(
        match.state, rules.OVER, chooser, np.zeros(rules.MOVES, np.int64), 100_000
    )
    assert match.is_over
    assert tuple(simulation.results.scores[0, :3]) == match.scores()


def test_progress_is_told_in_chunks_and_matches_differ():
    simulation = Simulation(Match.new("card", start=0).setup, 1200, seed=1)
    assert list(simulation.run()) == [500, 1000, 1200]
    results = simulation.results
    assert len(np.unique(np.column_stack([results.plies, results.scores]), axis=0)) > 1100
    assert simulation.moves == results.plies.sum()
    assert simulation.seconds > 0


def test_the_summary_sums_up():
    simulation = Simulation(Match.new("card", seats=2, start=0).setup, 4, seed=1)
    results = simulation.results
    results.plies[:], results.endings[:] = [100, 110, 120, 130], [0, 0, 1, 0]
    results.scores[:, :2] = [(9000, 4000), (3000, 4000), (5000, 5000), (8000, 7000)]
    results.shares[:, :2] = [(1, 0), (0, 1), (0.5, 0.5), (1, 0)]
    summary = simulation.summary()
    assert summary.win_shares == [0.625, 0.375]
    assert summary.shared_wins == 0.25
    assert list(summary.endings.values()) == [0.75, 0.25]
    assert (summary.moves.lowest, summary.moves.mean, summary.moves.highest) == (100, 115.0, 130)
    assert summary.margins == spread(np.array([5000, 1000, 0, 1000]))
    assert summary.scores[1].highest == 7000
