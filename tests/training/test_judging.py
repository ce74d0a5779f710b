"""An evaluator that learns: it begins as the net, and no credit passes a random move."""

from dataclasses import replace

import numpy as np
import pytest

from siberia import Match
from siberia.bots.evaluator import Evaluator, unpack_evaluator
from siberia.bots.inputs import learning_inputs
from siberia.bots.net import Net, shipped_net
from tests.support import play_random, state_of

jax = pytest.importorskip("jax")
jnp = jax.numpy

from siberia.training.judging import EvaluatorRun, opened, recipe, surprises  # noqa: E402
from siberia.training.networks import new_actor, new_evaluator  # noqa: E402
from siberia.training.rollouts import Shown  # noqa: E402
from siberia.training.run import Budget  # noqa: E402
from siberia.training.settings import small  # noqa: E402
from tests.training.test_training import Silent  # noqa: E402

TINY = replace(small("card", seats=(2,)), matches=48, steps=8, width=32, critic_width=32)


@pytest.mark.parametrize("game", ["card", "board"])
def test_an_evaluator_begins_as_the_net(game):
    net, inputs = shipped_net(game), learning_inputs(game)
    settings = recipe(small(game), net)
    weights = opened(net.weights, new_evaluator(jax.random.key(0), inputs, settings))
    match = play_random(Match.new(game, seats=3, seed=3), 3, 30)
    states = np.zeros(1, state_of(match).dtype)
    states[0] = state_of(match)
    [shares] = Evaluator(game, jax.device_get(weights)).shares(states)
    judged = net.judge_state(states[0]).shares
    mover = int(states[0]["player"])
    assert np.allclose([shares[(mover + n) % 3] for n in range(3)], judged[:3], atol=1e-5)


def test_credit_stops_at_a_move_that_was_not_the_nets_own():
    values = jnp.array([0.5, 0.6, 0.4, 0.5, 0.5])[:, None, None]
    nothing = jnp.zeros((5, 1))
    rewards = jnp.zeros((5, 1, 1)).at[4].set(1.0)
    shown = Shown(nothing, nothing, nothing, nothing, nothing.at[4].set(1.0) > 0, rewards, nothing)
    own = jnp.ones((5, 1), bool)
    found = surprises(values, shown, own, 0.5)[:, 0, 0]
    assert np.allclose(found, [0.1 + 0.5 * (-0.2 + 0.5 * 0.35), -0.2 + 0.5 * 0.35, 0.35, 0.5])
    found = surprises(values, shown, own.at[2].set(False), 0.5)[:, 0, 0]
    assert np.allclose(found, [0.1 - 0.5 * 0.2, -0.2, 0.0, 0.5], atol=1e-6)


def test_a_run_can_be_repeated_and_its_evaluator_read(tmp_path):
    actor = new_actor(jax.random.key(1), learning_inputs("card"), TINY)
    net = Net("card", jax.device_get(actor))
    files = []
    for folder in ("a", "b"):
        run, told = EvaluatorRun(TINY, tmp_path / folder, net, seed=3), Silent()
        run.go(Budget(updates=2), told)
        assert [set(figures) for figures in told.figures] == [{"loss", "surprise"}] * 2
        assert run.progress.decisions == 2 * run.settings.matches * run.settings.steps
        files.append(run.file.read_bytes())
    first, second = (unpack_evaluator("card", data, "x").weights for data in files)
    assert all((first[name] == second[name]).all() for name in first)
    assert any((np.asarray(net.weights[name]) != first[name]).any() for name in ("share.w",))
