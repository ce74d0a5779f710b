"""The nets while they learn, for JAX: first weights, the policy, and a critic that sees everything.

The computation itself is that of `siberia.bots.net`, which plays with NumPy alone.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from siberia.bots.inputs import LearningInputs
from siberia.bots.net import AT_SEATS, Weights, head, policy_logits, share_logits, trunk
from siberia.engine.vocabulary import MOST_SEATS
from siberia.training.settings import Recipe

HIDDEN_LAYERS = ("first", "block")


def first_weights(key: Any, inputs: int, width: int, blocks: int, heads: dict[str, int]) -> Any:
    """Return random weights; those of heads are so small that at first nothing is preferred."""
    shapes = {"first": (inputs, width)}
    shapes |= {f"block{n}": (width, width) for n in range(blocks)}
    shapes |= {name: (width, size) for name, size in heads.items()}
    weights: dict[str, Any] = {}
    for name, each in zip(shapes, jax.random.split(key, len(shapes)), strict=True):
        scale = (2 / shapes[name][0]) ** 0.5 * (0.01 if name in heads else 1.0)
        # Blocks add to each other: each a little less, or the last layers are far larger.
        scale *= 0.5 if name.startswith("block") else 1.0
        weights[f"{name}.w"] = jax.random.normal(each, shapes[name]) * scale
        weights[f"{name}.b"] = jnp.zeros(shapes[name][1])
    return weights


def new_actor(key: Any, inputs: LearningInputs, settings: Recipe) -> Any:
    """Return the first weights of the net that plays."""
    heads = {"policy": inputs.game.MOVES, "share": MOST_SEATS}
    return first_weights(key, inputs.encoder.width, settings.width, settings.blocks, heads)


def new_critic(key: Any, inputs: LearningInputs, settings: Recipe) -> Any:
    """Return the first weights of the critic: it judges shares of the win, and margins."""
    heads = {"share": MOST_SEATS, "margin": MOST_SEATS}
    width = inputs.encoder.width + inputs.hidden_encoder.width
    return first_weights(key, width, settings.critic_width, settings.blocks, heads)


def new_evaluator(key: Any, inputs: LearningInputs, settings: Recipe) -> Any:
    """Return the first weights of an evaluator: it judges shares of the win with hands open."""
    width = inputs.encoder.width + inputs.open_encoder.width
    return first_weights(key, width, settings.critic_width, settings.blocks, {"share": MOST_SEATS})


def grown(small: Weights, large: Weights) -> Any:
    """Return a net's weights within those of one as large or larger, which plays just as it does.

    What is new in it listens to the rest, but nothing listens to it yet. Raises ValueError where
    the large one has no room for the small one.
    """
    if small.keys() != large.keys():
        raise ValueError("nets with other layers")
    result = {}
    for name, weights in small.items():
        room = large[name]
        if any(np.greater(weights.shape, room.shape)):
            raise ValueError("a net that is larger")
        heard = tuple(slice(size) for size in weights.shape)
        # The columns of the old units: from new ones they hear nothing.
        result[name] = room.at[..., heard[-1]].set(0.0).at[heard].set(weights)
    return result


def hidden_layers(weights: Weights, inputs: Any, half_precision: bool) -> Any:
    """Return the last hidden layer, in 32 bits; those before it in 16 if wanted."""
    if not half_precision:
        return trunk(weights, inputs, jnp)
    halved = {n: w.astype(jnp.bfloat16) for n, w in weights.items() if n.startswith(HIDDEN_LAYERS)}
    return trunk(halved, inputs.astype(jnp.bfloat16), jnp).astype(jnp.float32)


class Networks:
    """What actor and critic say of rows of numbers, for one game."""

    def __init__(self, inputs: LearningInputs, settings: Recipe) -> None:
        self.inputs = inputs
        self.half_precision = settings.half_precision

    def act(self, actor: Weights, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return the logits of the moves, and those of the seats' shares."""
        seen = self.inputs.encoder(observations, jnp)
        hidden = hidden_layers(actor, seen, self.half_precision)
        shares = share_logits(actor, hidden, observations[..., AT_SEATS], jnp)
        return policy_logits(actor, hidden, masks, jnp), shares

    def criticise(self, critic: Weights, observations: Any, hidden: Any) -> tuple[Any, Any]:
        """Return the logits of the seats' shares, and their margins, knowing everything."""
        secret = self.inputs.hidden_encoder(hidden, jnp)
        last, shares = self._judge(critic, observations, secret)
        return shares, head(critic, "margin", last)

    def evaluate(self, evaluator: Weights, observations: Any, hidden: Any) -> Any:
        """Return the logits of the seats' shares, knowing all hands, but not what is to come."""
        return self._judge(evaluator, observations, self.inputs.open_encoder(hidden, jnp))[1]

    def _judge(self, weights: Weights, observations: Any, secret: Any) -> tuple[Any, Any]:
        """Return the last hidden layer, and the logits of the seats' shares."""
        inputs = jnp.concatenate([self.inputs.encoder(observations, jnp), secret], axis=-1)
        last = hidden_layers(weights, inputs, self.half_precision)
        return last, share_logits(weights, last, observations[..., AT_SEATS], jnp)
