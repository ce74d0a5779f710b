"""Learning from a rollout: proximal policy optimization for any number of players.

The critic judges every seat at every step, so that each decision is credited with what changed for
the seat that made it, whoever moved in between. Shares of the win and margins are kept apart: they
are weighed only when a decision is judged.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from siberia.bots.net import AT_SEATS
from siberia.engine.vocabulary import MOST_SEATS
from siberia.training.networks import Networks
from siberia.training.rollouts import Rollout, Shown
from siberia.training.settings import Recipe

# A margin beyond this, in units of the settings' scale, is as good as this.
MOST_MARGIN = 1.5


class Learner(NamedTuple):
    """What learns: the weights, and what Adam remembers of them."""

    actor: Any
    critic: Any
    memory: Any


class Rates(NamedTuple):
    """What changes in the course of training; Adam's rate, for the net and for the critic."""

    acting: Any
    judging: Any
    entropy: Any
    margin: Any


class Lessons(NamedTuple):
    """What is learned from each decision.

    `shares` and `margins` are the critic's judgements corrected by what came of them, as the mover
    counts seats; `advantages` say how much better a move was than expected. `ours` is 1 where the
    learning net decided, and 0 for a rival: judging is learned from both.
    """

    observations: Any
    hidden: Any
    masks: Any
    moves: Any
    likelihood: Any
    advantages: Any
    shares: Any
    margins: Any
    ours: Any


def relative(rows: Any, to_move: Any, seats: Any, *, back: bool = False) -> Any:
    """Count the seats of rows from the one to move on; `back`: from 0 on again.

    What stands at a seat that nobody has becomes 0.
    """
    places = jnp.arange(MOST_SEATS)
    shift = -to_move if back else to_move
    source = (places + shift[..., None]) % seats[..., None]
    taken = jnp.take_along_axis(rows, source, axis=-1)
    return jnp.where(places < seats[..., None], taken, 0.0)


def margins_of(scores: Any, seats: Any, scale: float) -> Any:
    """Return by how much each seat is ahead of the best of the others."""
    there = jnp.arange(MOST_SEATS) < seats[..., None]
    scores = jnp.where(there, scores.astype(jnp.float32), -1e9)
    best, second = jnp.moveaxis(jax.lax.top_k(scores, 2)[0], -1, 0)
    rival = jnp.where(scores == best[..., None], second[..., None], best[..., None])
    ahead = jnp.clip((scores - rival) / scale, -MOST_MARGIN, MOST_MARGIN)
    return jnp.where(there, ahead, 0.0)


class Trainer:
    """PPO for one game with one set of settings; `learn` is one update."""

    def __init__(self, networks: Networks, settings: Recipe) -> None:
        self.networks = networks
        self.settings = settings
        self.adam = optax.chain(
            optax.clip_by_global_norm(settings.largest_gradient), optax.scale_by_adam(eps=1e-5)
        )
        self.learn = jax.jit(self._learn, donate_argnums=(0,))

    def new_learner(self, actor: Any, critic: Any) -> Learner:
        """Return a learner that remembers nothing yet."""
        return Learner(actor, critic, (self.adam.init(actor), self.adam.init(critic)))

    # ------------------------------------------------------------ what a rollout teaches

    def judge(self, critic: Any, shown: Shown) -> tuple[Any, Any]:
        """Return shares and margins of every seat at every step, counted from seat 0 on."""

        def row(_: None, one: Shown) -> tuple[None, tuple[Any, Any]]:
            logits, margins = self.networks.criticise(critic, one.observations, one.hidden)
            to_move = one.to_move.astype(jnp.int32)
            seats = one.observations[:, AT_SEATS].astype(jnp.int32)
            shares = relative(jax.nn.softmax(logits), to_move, seats, back=True)
            return None, (shares, relative(margins, to_move, seats, back=True))

        return jax.lax.scan(row, None, shown)[1]

    def lessons(self, critic: Any, rollout: Rollout, margin: Any) -> Lessons:
        """Judge a rollout by generalized advantage estimation, for every seat."""
        shown = rollout.shown
        shares, margins = self.judge(critic, shown)
        seats = shown.observations[:-1, :, AT_SEATS].astype(jnp.int32)
        done = shown.done[1:, :, None]
        won = shown.rewards[1:]
        ahead = margins_of(shown.scores[1:], seats, self.settings.margin_scale)
        better_shares = self.advantages(shares, won, done)
        better_margins = self.advantages(margins, ahead, done)
        to_move = shown.to_move[:-1].astype(jnp.int32)
        # A fair share is worth 0 and a win 1, whatever the number of players.
        scaled = better_shares * (seats / (seats - 1))[..., None] + margin * better_margins
        mine = jnp.take_along_axis(scaled, to_move[..., None], axis=-1)[..., 0]
        return Lessons(
            observations=shown.observations[:-1],
            hidden=shown.hidden[:-1],
            masks=shown.masks[:-1],
            moves=rollout.moves[:-1],
            likelihood=rollout.likelihood[:-1],
            advantages=mine,
            shares=relative(jnp.clip(shares[:-1] + better_shares, 0, 1), to_move, seats),
            margins=relative(margins[:-1] + better_margins, to_move, seats),
            ours=rollout.ours[:-1].astype(jnp.float32),
        )

    def advantages(self, values: Any, results: Any, done: Any) -> Any:
        """Return how much better than judged it went from each step on, by seat."""

        def back(later: Any, row: Any) -> tuple[Any, Any]:
            value, after, result, over = row
            surprise = jnp.where(over, result, after) - value
            now = surprise + self.settings.trace * jnp.where(over, 0.0, later)
            return now, now

        rows = (values[:-1], values[1:], results, done)
        return jax.lax.scan(back, jnp.zeros_like(values[0]), rows, reverse=True)[1]

    # ------------------------------------------------------------ the update

    def _learn(
        self, learner: Learner, rollout: Rollout, key: Any, rates: Rates
    ) -> tuple[Learner, dict[str, Any]]:
        """Learn from a rollout, in minibatches of the decisions that were not forced."""
        lessons = self.lessons(learner.critic, rollout, rates.margin)
        flat = jax.tree.map(lambda rows: rows.reshape(-1, *rows.shape[2:]), lessons)
        free = flat.masks.sum(1, dtype=jnp.int32) > 1
        count = free.sum()
        weights = flat.ours * free
        mean = (flat.advantages * weights).sum() / weights.sum()
        spread = jnp.sqrt((jnp.square(flat.advantages - mean) * weights).sum() / weights.sum())
        flat = flat._replace(ours=weights, advantages=(flat.advantages - mean) / (spread + 1e-6))
        size = min(self.settings.minibatch, len(free))

        def epoch(state: Any, key: Any) -> tuple[Any, None]:
            # Free decisions first, in an order of chance; the loop ends with them.
            order = jnp.argsort(jax.random.uniform(key, free.shape) + ~free)
            batches = jnp.maximum(count // size, 1)

            def one(n: Any, state: Any) -> Any:
                picked = jax.lax.dynamic_slice(order, (n * size,), (size,))
                return self._minibatch(state, jax.tree.map(lambda rows: rows[picked], flat), rates)

            return jax.lax.fori_loop(0, batches, one, state), None

        figures = dict.fromkeys(("policy", "entropy", "judging", "critic", "drift"), jnp.zeros(()))
        keys = jax.random.split(key, self.settings.epochs)
        (learner, figures), _ = jax.lax.scan(epoch, (learner, figures), keys)
        return learner, {**figures, "free": count / len(free), "spread": spread}

    def _minibatch(self, state: Any, lessons: Lessons, rates: Rates) -> Any:
        """Make one step of Adam, for actor and critic."""
        learner, _ = state
        play, figures = jax.grad(self.policy_loss, has_aux=True)(
            learner.actor, lessons, rates.entropy
        )
        judge, loss = jax.grad(self.critic_loss, has_aux=True)(learner.critic, lessons)
        actor_memory, critic_memory = learner.memory
        play, actor_memory = self.adam.update(play, actor_memory)
        judge, critic_memory = self.adam.update(judge, critic_memory)
        actor = stepped(learner.actor, play, rates.acting)
        critic = stepped(learner.critic, judge, rates.judging)
        learner = Learner(actor, critic, (actor_memory, critic_memory))
        return learner, {**figures, "critic": loss}

    def policy_loss(self, actor: Any, lessons: Lessons, entropy: Any) -> tuple[Any, Any]:
        """Return PPO's clipped loss with the reward for being undecided, and that of judging."""
        logits, shares = self.networks.act(actor, lessons.observations, lessons.masks)
        logs = jax.nn.log_softmax(logits)
        now = jnp.take_along_axis(logs, lessons.moves[:, None], axis=1)[:, 0]
        ratio = jnp.exp(now - lessons.likelihood)
        clipped = jnp.clip(ratio, 1 - self.settings.clip, 1 + self.settings.clip)
        gains = jnp.minimum(ratio * lessons.advantages, clipped * lessons.advantages)
        ours = lessons.ours / jnp.maximum(lessons.ours.sum(), 1.0)
        gain = (gains * ours).sum()
        undecided = -((jnp.exp(logs) * logs).sum(1) * ours).sum()
        judging = optax.softmax_cross_entropy(shares, distribution(lessons.shares)).mean()
        figures = {
            "policy": -gain,
            "entropy": undecided,
            "judging": judging,
            "drift": ((lessons.likelihood - now) * ours).sum(),
        }
        return -gain - entropy * undecided + self.settings.judging * judging, figures

    def critic_loss(self, critic: Any, lessons: Lessons) -> tuple[Any, Any]:
        """Return how far the critic's judgements are from what came."""
        shares, margins = self.networks.criticise(critic, lessons.observations, lessons.hidden)
        loss = optax.softmax_cross_entropy(shares, distribution(lessons.shares)).mean()
        seats = lessons.observations[:, AT_SEATS].astype(jnp.int32)
        there = jnp.arange(MOST_SEATS) < seats[:, None]
        loss += 0.5 * (jnp.square(margins - lessons.margins) * there).sum(1).mean()
        return loss, loss


def stepped(weights: Any, changes: Any, rate: Any) -> Any:
    """Return weights after one step."""
    return jax.tree.map(lambda weight, change: weight - rate * change, weights, changes)


def distribution(shares: Any) -> Any:
    """Return shares that add up to 1: corrections may have led a little away from that."""
    return shares / jnp.maximum(shares.sum(-1, keepdims=True), 1e-6)
