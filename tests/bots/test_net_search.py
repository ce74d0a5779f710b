"""Thinking ahead with a net: legal, honest, repeatable, within its budget, and better for it."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from siberia import Match
from siberia.bots import Random, Seat, net_search
from siberia.bots.inputs import learning_inputs
from siberia.bots.net import Net
from siberia.bots.net_search import Grandmaster
from siberia.engine.vocabulary import MOST_SEATS
from tests.support import play_random, variants
from tests.test_leaks import redrawn

WIDTH = 4


def untrained(game: str, scale: float) -> Net:
    """A tiny net of random weights; with a scale of 0 all is equally likely and worth as much."""
    inputs, chance = learning_inputs(game), np.random.default_rng(1)
    shapes = {
        "first": (inputs.encoder.width, WIDTH),
        "policy": (WIDTH, inputs.game.MOVES),
        "share": (WIDTH, MOST_SEATS),
    }
    weights = {f"{n}.w": chance.normal(scale=scale, size=shape) for n, shape in shapes.items()}
    biases = {f"{name}.b": np.zeros(shape[1]) for name, shape in shapes.items()}
    return Net(game, {**weights, **biases})


def thinker(game: str, scale: float = 0.3, **options) -> Grandmaster:
    return Grandmaster(1, untrained(game, scale), **{"seconds": None, "simulations": 40} | options)


@variants
def test_it_plays_a_whole_match_of_legal_words(variant):
    match = variant.new(seats=3, seed=5)
    bots = thinker(match.game, simulations=8, turns=1), Random(2), Random(3)
    while match.to_move is not None:
        match.play(bots[match.to_move].choose(Seat(match)).word)
    assert match.is_over


@variants
def test_the_same_seed_chooses_the_same_word(variant):
    match = play_random(variant.new(seats=2, seed=3), 3, 40, busy=True)
    first, second = (thinker(match.game).choose(Seat(match)) for _ in range(2))
    assert first == second


@variants
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(variant):
    for plies in (0, 7, 30, 55, 90):
        match = play_random(variant.new(seats=3, seed=plies), plies, plies, busy=True)
        if match.to_move is None:
            continue
        bot, other = thinker(match.game), redrawn(match, match.to_move, 4)
        assert bot.choose(Seat(match)) == bot.choose(Seat(other))


@variants
def test_it_says_how_sure_it_is(variant):
    match = play_random(variant.new(seats=2, seed=8), 8, 30, busy=True)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    choice = thinker(match.game, simulations=300).choose(Seat(match))
    assert choice.win_shares.keys() <= set(match.legal())
    assert choice.win_shares.keys() == choice.effort.keys()
    assert all(0 <= share <= 1 for share in choice.win_shares.values())
    assert sum(choice.effort.values()) == pytest.approx(1)
    assert choice.word == choice.line[0]
    assert choice.word in choice.win_shares
    assert 200 < choice.simulations <= 300


def test_a_forced_word_takes_no_thought(monkeypatch):
    match = Match.new("board", seed=1, exchanges="A")
    while len(match.legal()) != 1:
        match.play("place research" if match.view(None).phase == "place" else match.legal()[0])
    monkeypatch.setattr(Grandmaster, "compare", None)
    assert Grandmaster().choose(Seat(match)).word == match.legal()[0]


def test_what_the_net_is_sure_of_takes_no_thought():
    match = Match.new("card", seed=1, start=0)
    choice = thinker("card", likely=0.99).choose(Seat(match))
    assert choice.simulations == 0
    assert choice.word in match.legal()
    assert choice.win_shares.keys() == {choice.word} == choice.effort.keys()


@pytest.mark.parametrize("game", ["card", "board"])
def test_a_budget_of_time_is_kept(game, monkeypatch):
    # By a clock of its own, on which each look at it takes a hundredth of a second.
    ticks = itertools.count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) * 0.01)
    monkeypatch.setattr(net_search, "time", clock)
    match = play_random(Match.new(game, seed=2), 2, 20, busy=True)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    for seconds in (0.1, 1.0):
        began = next(ticks)
        choice = thinker(game, simulations=10**6, seconds=seconds).choose(Seat(match))
        assert choice.word in match.legal()
        # At the end of its time it may look once more in each round.
        assert next(ticks) - began < seconds * 100 + 8


def results(match: Match) -> dict[str, float]:
    """What the seat to move wins by each word, as far as it ends the match."""
    seat, found = match.to_move, {}
    for word in match.legal():
        after = match.copy()
        after.play(word)
        while after.to_move is not None and len(after.legal()) == 1:
            after.play(after.legal()[0])
        if after.is_over and seat is not None:
            found[word] = after.shares()[seat]
    return found


@pytest.mark.parametrize("turns", [1, 10_000])
def test_it_finds_what_wins_though_its_net_knows_nothing(turns):
    """At the last decision of a match: whoever can still win or lose by it wins."""
    decisive = 0
    for seed in range(30):
        match = play_random(Match.new("card", seed=seed), seed, busy=True)
        match = match.at(match.ply - 1)
        while len(match.legal()) == 1:
            match = match.at(match.ply - 1)
        won = results(match)
        if len(won) == len(match.legal()) and len(set(won.values())) > 1:
            decisive += 1
            choice = thinker("card", scale=0.0, turns=turns).choose(Seat(match))
            assert won[choice.word] == max(won.values())
    assert decisive
