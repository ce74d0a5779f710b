"""Playing: what batches show goes to the net, and its moves to the batch.

Everything is kept for the update in arrays of steps × matches, a step more than are played: in the
last row stands only what the last move led to.
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from siberia.bots.inputs import LearningInputs
from siberia.engine.schema import Array
from siberia.engine.vocabulary import MOST_SEATS
from siberia.envs.batch import Batch
from siberia.training.networks import Networks
from siberia.training.settings import Recipe, mixed_options


class Shown(NamedTuple):
    """What a batch shows: of the decisions to come, and of how the last moves ended matches."""

    observations: Any
    hidden: Any
    masks: Any
    to_move: Any
    done: Any
    rewards: Any
    scores: Any


class Rollout(NamedTuple):
    """What was shown at every step, and which moves were made how likely.

    `ours` says which decisions the learning net made; the others were a rival's.
    """

    shown: Shown
    moves: Any
    likelihood: Any
    ours: Any


def room_for(settings: Recipe, inputs: LearningInputs) -> Rollout:
    """Return room for a rollout."""
    rows = (settings.steps + 1, settings.matches)

    def zeros(kind: Any, *columns: int) -> Any:
        return jnp.zeros((*rows, *columns), kind)

    shown = Shown(
        observations=zeros(jnp.int16, inputs.width),
        hidden=zeros(jnp.int16, inputs.hidden_width),
        masks=zeros(jnp.uint8, inputs.game.MOVES),
        to_move=zeros(jnp.int16),
        done=zeros(jnp.bool_),
        rewards=zeros(jnp.float32, MOST_SEATS),
        scores=zeros(jnp.int32, MOST_SEATS),
    )
    likelihood = zeros(jnp.float32)
    return Rollout(shown, zeros(jnp.int32), likelihood, zeros(jnp.bool_))


class SelfPlay:
    """The batch that training plays on, and who sits where."""

    def __init__(self, settings: Recipe, device: str, seed: int, rivals_everywhere: bool) -> None:
        self.settings = settings
        options = mixed_options(settings, seed)
        self.batch = Batch(
            settings.game, settings.matches, seed=seed, device=device, learning=True, **options
        )
        self.batch.play_randomly(settings.spread)
        seats = np.array(options["seats"])
        slots = np.arange(settings.matches)
        # One seat a match, another one from match to match.
        chosen = np.arange(MOST_SEATS) == (slots % seats)[:, None]
        first = (
            0 if rivals_everywhere else settings.matches - round(settings.matches * settings.guests)
        )
        self.first_guest = first
        rivals = ~chosen if rivals_everywhere else chosen
        self.rivals = jnp.asarray(rivals & (slots >= first)[:, None])
        self._shared = self._on_gpu() if device == "cuda" else None

    def shown(self) -> Shown:
        """Return what the batch shows now."""
        return self._shared if self._shared is not None else Shown(*self._arrays())

    def step(self, moves: Any) -> None:
        """Make moves that are legal, and wait until they are made."""
        if self._shared is None:
            self.batch.step(np.asarray(moves), check=False)
            return
        from siberia.envs.cuda import cuda

        # JAX and Numba work in streams of their own: each must see what the other has finished.
        moves.block_until_ready()
        self.batch.step(moves, check=False)
        cuda.synchronize()

    def _arrays(self) -> list[Array]:
        return [getattr(self.batch, name) for name in Shown._fields]

    def _on_gpu(self) -> Shown:
        """Return the batch's own arrays as JAX sees them: read in place after every step."""
        return Shown(*(jax.dlpack.from_dlpack(array) for array in self._arrays()))


def move_chooser(networks: Networks, table: SelfPlay) -> Any:
    """Return the function that chooses moves at one step of a rollout and notes everything."""
    first, rivals = table.first_guest, table.rivals

    @partial(jax.jit, donate_argnames="rollout")
    def choose(
        rollout: Rollout, step: Any, shown: Shown, actor: Any, rival: Any, key: Any
    ) -> tuple[Rollout, Any]:
        logits, _ = networks.act(actor, shown.observations, shown.masks)
        seats = shown.to_move.astype(jnp.int32)[:, None]
        others = jnp.take_along_axis(rivals, seats, axis=1)[:, 0]
        if first < len(rivals):
            guests, _ = networks.act(rival, shown.observations[first:], shown.masks[first:])
            guests = jnp.where(others[first:, None], guests, logits[first:])
            logits = jnp.concatenate([logits[:first], guests])
        moves = jax.random.categorical(jax.random.fold_in(key, step), logits)
        likelihood = jnp.take_along_axis(jax.nn.log_softmax(logits), moves[:, None], axis=1)[:, 0]
        noted = Rollout(shown, moves, likelihood, ~others)
        room = jax.tree.map(lambda rows, now: rows.at[step].set(now), rollout, noted)
        return room, moves

    return choose


def play(
    choose: Any, table: SelfPlay, rollout: Rollout, actor: Any, rival: Any, key: Any
) -> Rollout:
    """Play a rollout, from where the last one ended."""
    steps = table.settings.steps
    for step in range(steps + 1):
        rollout, moves = choose(rollout, step, table.shown(), actor, rival, key)
        if step < steps:
            table.step(moves)
    return rollout
