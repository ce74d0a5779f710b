"""Training: the credit of a decision, a net that learns, and a run that can be repeated."""

from dataclasses import replace
from tempfile import mkdtemp

import numpy as np
import pytest

from siberia import Match
from siberia.bots import Seat, bot
from siberia.bots.inputs import learning_inputs
from siberia.bots.master import Master, net_of
from siberia.bots.net import Net
from siberia.engine.errors import FileError
from siberia.envs.batch import Batch

jax = pytest.importorskip("jax")
jnp = jax.numpy

from siberia.training.checkpoints import Progress  # noqa: E402
from siberia.training.networks import Networks, new_actor, new_critic  # noqa: E402
from siberia.training.ppo import Trainer, margins_of, relative  # noqa: E402
from siberia.training.rollouts import SelfPlay, move_chooser, play, room_for  # noqa: E402
from siberia.training.run import Budget, TrainingRun  # noqa: E402
from siberia.training.settings import small  # noqa: E402

# What is computed is the same in every run here: compiled once.
jax.config.update("jax_compilation_cache_dir", mkdtemp())
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)

TINY = replace(small("card", seats=(2,)), matches=64, steps=16, width=32, critic_width=32)


class Silent:
    def __init__(self):
        self.figures, self.found = [], []

    def updated(self, updates, progress, figures):
        self.figures.append(figures)

    def measured(self, found):
        self.found += found


def test_seats_are_counted_from_the_mover_on_and_back():
    rows = jnp.array([[1.0, 2, 3, 0], [1, 2, 0, 0], [1, 2, 3, 4]])
    to_move, seats = jnp.array([1, 1, 3]), jnp.array([3, 2, 4])
    turned = relative(rows, to_move, seats)
    assert turned.tolist() == [[2, 3, 1, 0], [2, 1, 0, 0], [4, 1, 2, 3]]
    assert (relative(turned, to_move, seats, back=True) == rows).all()


def test_a_margin_is_how_much_one_is_ahead_of_the_best_other():
    scores = jnp.array([[30_000, 20_000, 25_000, 0], [10_000, 10_000, 0, 0]])
    ahead = margins_of(scores, jnp.array([3, 2]), 20_000.0)
    assert ahead.tolist() == [[0.25, -0.5, -0.25, 0.0], [0.0, 0.0, 0.0, 0.0]]


def test_credit_reaches_back_to_the_end_of_a_match_and_not_beyond():
    trainer = Trainer(Networks(learning_inputs("card"), TINY), replace(TINY, trace=0.5))
    values = jnp.array([0.5, 0.6, 0.5, 0.5])[:, None, None]
    results = jnp.array([0.0, 1.0, 0.0])[:, None, None]
    done = jnp.array([False, True, False])[:, None, None]
    better = trainer.advantages(values, results, done)[:, 0, 0]
    assert np.allclose(better, [0.1 + 0.5 * 0.4, 0.4, 0.0])


@pytest.fixture(scope="module")
def rollout():
    inputs = learning_inputs("card")
    networks = Networks(inputs, TINY)
    table = SelfPlay(TINY, "cpu", 1, rivals_everywhere=False)
    actor = new_actor(jax.random.key(0), inputs, TINY)
    choose = move_chooser(networks, table)
    room = room_for(TINY, inputs)
    return networks, table, actor, play(choose, table, room, actor, actor, jax.random.key(1))


def test_only_legal_moves_are_made_and_everything_shown_is_kept(rollout):
    _, table, _, played = rollout
    made = jnp.take_along_axis(played.shown.masks, played.moves[..., None], axis=2)
    assert (made == 1).all()
    last = np.asarray(played.shown.observations[-1])
    assert (last == table.batch.observations).all()


def test_rivals_sit_in_some_matches_only_and_are_not_learned_from(rollout):
    _, table, _, played = rollout
    ours = np.asarray(played.ours)
    assert ours[:, : table.first_guest].all()
    assert not ours[:, table.first_guest :].all()


def test_lessons_agree_with_what_came(rollout):
    networks, _, _, played = rollout
    critic = new_critic(jax.random.key(2), learning_inputs("card"), TINY)
    lessons = Trainer(networks, TINY).lessons(critic, played, 0.1)
    shares = np.asarray(lessons.shares)
    assert shares.shape == (TINY.steps, TINY.matches, 4)
    assert (shares[..., 2:] == 0).all(), "nobody sits there"
    assert np.abs(shares.sum(-1) - 1).max() < 0.05


def test_the_same_seed_and_updates_lead_to_the_same_net(tmp_path):
    nets = []
    for folder in ("a", "b"):
        TrainingRun(TINY, tmp_path / folder, seed=3).go(Budget(updates=2), Silent(), ())
        nets.append((tmp_path / folder / "card.npz").read_bytes())
    one, two = (net_of("card", tmp_path / folder / "card.npz").weights for folder in ("a", "b"))
    assert all((one[name] == two[name]).all() for name in one)


def test_a_run_goes_on_from_its_checkpoint(tmp_path):
    TrainingRun(TINY, tmp_path, seed=3).go(Budget(updates=1), Silent(), ())
    again = TrainingRun(TINY, tmp_path, seed=3, resume=True)
    assert again.progress.updates == 1
    again.go(Budget(updates=1), Silent(), ())
    assert again.progress.updates == 2
    with pytest.raises(FileError, match="width 32, not 64"):
        TrainingRun(replace(TINY, width=64), tmp_path, resume=True)
    with pytest.raises(FileError, match="no checkpoint"):
        TrainingRun(TINY, tmp_path / "elsewhere", resume=True)


def test_a_very_small_net_learns_to_beat_random_play(tmp_path):
    """Some seconds of learning; what minutes do is in docs/TRAINING.md."""
    settings = replace(TINY, matches=256, minibatch=1024)
    reporter = Silent()
    TrainingRun(settings, tmp_path, seed=1).go(Budget(updates=30), reporter, ())
    assert reporter.figures[-1]["entropy"] < reporter.figures[0]["entropy"]
    net = net_of("card", tmp_path / "card.npz")
    won = 0.0
    for deal in range(20):
        match = Match.new("card", seed=deal, start=0)
        players = [Master(net=net), bot("random", deal)]
        while match.to_move is not None:
            match.play(players[(match.to_move + deal) % 2].choose(Seat(match)).word)
        won += match.shares()[deal % 2]
    assert won >= 15


def test_a_run_that_starts_from_a_net_first_teaches_its_critic(tmp_path):
    TrainingRun(TINY, tmp_path / "first", seed=3).go(Budget(updates=1), Silent(), ())
    file = tmp_path / "first" / "card.npz"
    run = TrainingRun(TINY, tmp_path / "second", seed=4, start=file)
    critic = np.asarray(run.learner.critic["first.w"])
    run.go(Budget(updates=1), Silent(), ())
    assert (np.asarray(run.learner.critic["first.w"]) != critic).any()
    one, two = (net_of("card", tmp_path / f / "card.npz").weights for f in ("first", "second"))
    assert all((one[name] == two[name]).all() for name in one)
    with pytest.raises(FileError, match="a net that is larger than what this run trains"):
        TrainingRun(replace(TINY, width=16), tmp_path / "third", start=file)
    with pytest.raises(FileError, match="nets with other layers"):
        TrainingRun(replace(TINY, blocks=3), tmp_path / "third", start=file)


def test_a_net_that_grows_plays_as_before(tmp_path):
    TrainingRun(TINY, tmp_path / "small", seed=3).go(Budget(updates=1), Silent(), ())
    file = tmp_path / "small" / "card.npz"
    large = TrainingRun(replace(TINY, width=48), tmp_path / "large", seed=4, start=file)
    assert large.learner.actor["block0.w"].shape == (48, 48)
    batch = Batch("card", 50, learning=True, seed=2)
    batch.play_randomly(40)
    judged, again = (
        Net("card", weights).judge(batch.observations, batch.masks)
        for weights in (net_of("card", file).weights, large.learner.actor)
    )
    assert np.allclose(judged.policy, again.policy, atol=1e-6)
    assert np.allclose(judged.shares, again.shares, atol=1e-6)
    # What is new can learn: it hears the rest.
    assert np.asarray(large.learner.actor["block0.w"])[:32, 32:].any()


def test_rates_follow_the_clock_or_the_updates():
    assert Budget(updates=4).spent(Progress(2, 0, 50.0), Progress(3, 0, 99.0)) == 0.25
    assert Budget(minutes=1).spent(Progress(2, 0, 50.0), Progress(3, 0, 80.0)) == 0.5


def test_a_best_response_learns_in_one_seat_of_every_match(tmp_path):
    TrainingRun(TINY, tmp_path / "first", seed=3).go(Budget(updates=1), Silent(), ())
    run = TrainingRun(TINY, tmp_path / "second", seed=4, against=tmp_path / "first" / "card.npz")
    run.go(Budget(updates=1), Silent(), ())
    rivals = np.asarray(run._table.rivals)[:, :2]
    assert (rivals.sum(axis=1) == 1).all(), "of two seats, the frozen net plays one"
