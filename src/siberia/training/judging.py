"""An evaluator learns what positions are worth, with all hands open, if a net plays on.

The net plays against itself and stays as it is. Now and then a random move is made instead of its
own, in some matches hardly ever and in others often: so positions come up that the net itself would
never get into. What came of such a move says nothing about the position before it, so credit never
passes back over one.

The evaluator begins as the net, which judges already, but not from what others hold: to that it
listens first when learning begins.
"""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import optax

from siberia.bots.inputs import learning_inputs
from siberia.bots.net import AT_SEATS, EVALUATOR, Net, Weights, pack
from siberia.training.checkpoints import Progress, note, write
from siberia.training.networks import Networks, grown, new_evaluator
from siberia.training.ppo import distribution, relative, stepped
from siberia.training.rollouts import Rollout, SelfPlay, Shown, play, room_for
from siberia.training.run import Budget, Reporter
from siberia.training.settings import Recipe

# How often a random move is made: so often in a match each, evenly.
EXPLORING = (0.0, 0.01, 0.05, 0.2)
# How far credit reaches back: further at the end, when judgements change little any more.
TRACES = (0.85, 0.92)


def recipe(settings: Recipe, net: Net) -> Recipe:
    """Return settings for an evaluator as large as its net, which has little left to learn."""
    width = net.weights["first.b"].shape[0]
    blocks = sum(name.startswith("block") for name in net.weights) // 2
    return replace(
        settings,
        critic_width=width,
        blocks=blocks,
        # As many as are played in about the time in which a net of that width learns from them.
        matches=settings.matches // 3,
        minibatch=settings.minibatch // 4,
        rate=(5e-4, 2e-5),
    )


def opened(net: Weights, evaluator: Weights) -> Any:
    """Return an evaluator that judges as a net does, whatever others hold."""
    return grown({name: weights for name, weights in net.items() if name in evaluator}, evaluator)


def exploring_chooser(networks: Networks, matches: int) -> Any:
    """Return the function that chooses moves at one step: the net's, or now and then any."""
    rates = jnp.resize(jnp.array(EXPLORING), (matches,))

    @partial(jax.jit, donate_argnames="rollout")
    def choose(
        rollout: Rollout, step: Any, shown: Shown, actor: Any, _rival: Any, key: Any
    ) -> tuple[Rollout, Any]:
        keys = jax.random.split(jax.random.fold_in(key, step), 3)
        logits, _ = networks.act(actor, shown.observations, shown.masks)
        anything = jnp.where(shown.masks != 0, 0.0, -1e9)
        strays = jax.random.uniform(keys[0], (matches,)) < rates
        moves = jnp.where(
            strays,
            jax.random.categorical(keys[1], anything),
            jax.random.categorical(keys[2], logits),
        )
        # Who has one move only makes the net's.
        strays &= shown.masks.sum(1, dtype=jnp.int32) > 1
        noted = Rollout(shown, moves, jnp.zeros(matches), ~strays)
        return jax.tree.map(lambda rows, now: rows.at[step].set(now), rollout, noted), moves

    return choose


class EvaluatorRun:
    """One run in which an evaluator learns; `go` runs it."""

    def __init__(
        self, settings: Recipe, out: Path, net: Net, *, seed: int = 1, device: str = "cpu"
    ) -> None:
        settings = recipe(settings, net)
        self.settings, self.out = settings, out
        out.mkdir(parents=True, exist_ok=True)
        inputs = learning_inputs(settings.game)
        self._networks = Networks(inputs, settings)
        first, self._key = jax.random.split(jax.random.key(seed))
        self.evaluator = opened(net.weights, new_evaluator(first, inputs, settings))
        self._adam = optax.chain(
            optax.clip_by_global_norm(settings.largest_gradient), optax.scale_by_adam(eps=1e-5)
        )
        self._memory = self._adam.init(self.evaluator)
        self._actor = jax.device_put(net.weights)
        self._table = SelfPlay(settings, device, seed, rivals_everywhere=False)
        self._choose = exploring_chooser(self._networks, settings.matches)
        self._rollout = room_for(settings, inputs)
        self._learn = jax.jit(self._learn_from, donate_argnums=(0, 1))
        self.progress = Progress(0, 0, 0.0)

    def go(self, budget: Budget, reporter: Reporter) -> None:
        """Learn until the budget is spent, and keep the evaluator; also when stopped by Ctrl-C."""
        since, clock = self.progress, time.perf_counter()
        try:
            while (progress := budget.spent(since, self.progress)) < 1.0:
                figures = self._update(progress)
                made = self.settings.matches * self.settings.steps
                self.progress = Progress(
                    self.progress.updates + 1,
                    self.progress.decisions + made,
                    since.seconds + time.perf_counter() - clock,
                )
                updates = self.progress.updates
                note(self.out, self.progress, {"updates": updates, **figures})
                reporter.updated(updates, budget.spent(since, self.progress), figures)
        finally:
            write(self.file, pack(self.settings.game, jax.device_get(self.evaluator), EVALUATOR))

    @property
    def file(self) -> Path:
        """Where the evaluator is kept."""
        return self.out / f"{self.settings.game}-{EVALUATOR}.npz"

    def _update(self, progress: float) -> dict[str, float]:
        """Play a rollout and learn from it; return figures."""
        settings, done = self.settings, self.progress.updates
        play_key, learn_key = jax.random.split(jax.random.fold_in(self._key, done))
        self._rollout = play(
            self._choose, self._table, self._rollout, self._actor, self._actor, play_key
        )
        rate = settings.rate[0] * (settings.rate[1] / settings.rate[0]) ** progress
        trace = TRACES[0] + (TRACES[1] - TRACES[0]) * progress
        self.evaluator, self._memory, figures = self._learn(
            self.evaluator, self._memory, self._rollout, learn_key, rate, trace
        )
        return {name: round(float(figure), 5) for name, figure in figures.items()}

    def _judge(self, evaluator: Any, shown: Shown) -> Any:
        """Return the shares of every seat at every step, counted from seat 0 on."""

        def row(_: None, one: Shown) -> tuple[None, Any]:
            logits = self._networks.evaluate(evaluator, one.observations, one.hidden)
            to_move = one.to_move.astype(jnp.int32)
            seats = one.observations[:, AT_SEATS].astype(jnp.int32)
            return None, relative(jax.nn.softmax(logits), to_move, seats, back=True)

        return jax.lax.scan(row, None, shown)[1]

    def _learn_from(
        self, evaluator: Any, memory: Any, rollout: Rollout, key: Any, rate: Any, trace: Any
    ) -> Any:
        """Learn from a rollout, once, in minibatches of the words that were the net's."""
        shown = rollout.shown
        values = self._judge(evaluator, shown)
        targets = values[:-1] + surprises(values, shown, rollout.ours, trace)
        to_move = shown.to_move[:-1].astype(jnp.int32)
        seats = shown.observations[:-1, :, AT_SEATS].astype(jnp.int32)
        wanted = distribution(relative(jnp.clip(targets, 0, 1), to_move, seats))
        rows = (shown.observations[:-1], shown.hidden[:-1], wanted, rollout.ours[:-1])
        flat = jax.tree.map(lambda part: part.reshape(-1, *part.shape[2:]), rows)
        order = jnp.argsort(jax.random.uniform(key, flat[3].shape) + ~flat[3])
        size = min(self.settings.minibatch, len(order))
        batches = jnp.maximum(flat[3].sum() // size, 1)

        def one(n: Any, state: Any) -> Any:
            weights, memory, _ = state
            picked = jax.lax.dynamic_slice(order, (n * size,), (size,))
            some = jax.tree.map(lambda part: part[picked], flat)
            loss, changes = jax.value_and_grad(self._loss)(weights, some)
            changes, memory = self._adam.update(changes, memory)
            return stepped(weights, changes, rate), memory, loss

        evaluator, memory, loss = jax.lax.fori_loop(
            0, batches, one, (evaluator, memory, jnp.zeros(()))
        )
        surprise = jnp.sqrt(jnp.square(targets - values[:-1]).mean())
        return evaluator, memory, {"loss": loss, "surprise": surprise}

    def _loss(self, evaluator: Any, lessons: Any) -> Any:
        """Return how far the evaluator's judgements are from what came."""
        observations, hidden, wanted, usable = lessons
        logits = self._networks.evaluate(evaluator, observations, hidden)
        losses = optax.softmax_cross_entropy(logits, wanted)
        return (losses * usable).sum() / jnp.maximum(usable.sum(), 1)


def surprises(values: Any, shown: Shown, ours: Any, trace: Any) -> Any:
    """Return how much better than judged it went from each step on, by seat.

    Nothing is learned at a random move, and nothing of what came after it is credited further back
    than to the judgement of the position it was made in.
    """

    def back(later: Any, row: Any) -> tuple[Any, Any]:
        value, after, won, over, is_own = row
        gained = jnp.where(over, won, after) - value
        now = jnp.where(is_own, gained + trace * jnp.where(over, 0.0, later), 0.0)
        return now, now

    rows = (
        values[:-1],
        values[1:],
        shown.rewards[1:],
        shown.done[1:, :, None],
        ours[:-1, :, None],
    )
    return jax.lax.scan(back, jnp.zeros_like(values[0]), rows, reverse=True)[1]
