"""The net: what it computes from its inputs, written once for NumPy and for what trains it.

Weights are arrays by name. A trunk of layers that add to each other; a head for the policy, a logit
for each move; a head for the shares of the win, a logit for each seat as the mover counts them.
"""

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from siberia.bots.inputs import VERSION, LearningInputs, differing, learning_inputs
from siberia.engine.errors import FileError
from siberia.engine.schema import Array
from siberia.engine.vocabulary import MOST_SEATS

Weights = Mapping[str, Any]

# The logit of what cannot be chosen: its probability is 0 beside any other.
NEVER = -1e9
# What weights are for: to play, or to judge with all hands open.
NET = "net"
EVALUATOR = "evaluator"
# The first number of every observation: how many seats there are.
AT_SEATS = 0


def trunk(weights: Weights, inputs: Any, xp: Any = np) -> Any:
    """Return the last hidden layer."""
    hidden = xp.maximum(inputs @ weights["first.w"] + weights["first.b"], 0)
    block = 0
    while f"block{block}.w" in weights:
        more = hidden @ weights[f"block{block}.w"] + weights[f"block{block}.b"]
        hidden = hidden + xp.maximum(more, 0)
        block += 1
    return hidden


def head(weights: Weights, name: str, hidden: Any) -> Any:
    """Return what a head makes of the last hidden layer."""
    return hidden @ weights[f"{name}.w"] + weights[f"{name}.b"]


def policy_logits(weights: Weights, hidden: Any, masks: Any, xp: Any = np) -> Any:
    """Return a logit for each move; one that is not legal never comes up."""
    return xp.where(masks != 0, head(weights, "policy", hidden), NEVER)


def share_logits(weights: Weights, hidden: Any, seats: Any, xp: Any = np) -> Any:
    """Return a logit for each seat's share of the win; a seat that nobody has gets none."""
    there = xp.arange(MOST_SEATS) < seats[..., None]
    return xp.where(there, head(weights, "share", hidden), NEVER)


def softmax(logits: Array) -> Array:
    """Return probabilities along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: Array = powers / powers.sum(axis=-1, keepdims=True)
    return probabilities


def last_layer(weights: Weights, inputs: Array) -> Array:
    """Return the last hidden layer by NumPy.

    Positions that are judged together are often alike, and most inputs are 0 in all of them: the
    others' rows alone count. For one position they are fewer than what makes linear algebra start
    threads, which would cost more than they bring.
    """
    on = np.flatnonzero(inputs.any(axis=0))
    hidden: Array = trunk({**weights, "first.w": weights["first.w"][on]}, inputs[:, on])
    return hidden


def alike(*rows: Array) -> tuple[Array, Array]:
    """Return where each different row stands first, and for every row which of these it is like.

    Where little is hidden, what is imagined often comes to the same: a net need not look twice.
    Rows may stand in several arrays side by side.
    """
    # What is the same in all rows tells none of them from another; of the rest there is little.
    seen = np.concatenate([part[:, differing(part)].astype(np.int16) for part in rows], axis=1)
    data, width = seen.tobytes(), seen.shape[1] * seen.itemsize
    if width == 0:
        return np.zeros(1, np.int64), np.zeros(len(seen), np.int64)
    numbers: dict[bytes, int] = {}
    starts = range(0, len(data), width)
    like = [numbers.setdefault(data[at : at + width], len(numbers)) for at in starts]
    _, where = np.unique(like, return_index=True)
    return where, np.array(like)


class Judgement(NamedTuple):
    """What a net says of positions: the policy, and each seat's share as the mover counts seats."""

    policy: Array
    shares: Array


class Net:
    """A trained net of one game, for NumPy alone."""

    def __init__(self, game: str, weights: Weights) -> None:
        self.inputs: LearningInputs = learning_inputs(game)
        self.weights = {name: np.asarray(w, np.float32) for name, w in weights.items()}

    def judge(self, observations: Array, masks: Array) -> Judgement:
        """Judge positions from learning observations of the seats to move, and legal moves."""
        hidden = last_layer(self.weights, self.inputs.encoder.rows(observations))
        policy = softmax(policy_logits(self.weights, hidden, masks))
        return Judgement(policy, self._shares(hidden, observations))

    def shares(self, observations: Array) -> Array:
        """Return each seat's share of the win in positions, as their movers count seats."""
        hidden = last_layer(self.weights, self.inputs.encoder.rows(observations))
        return self._shares(hidden, observations)

    def _shares(self, hidden: Array, observations: Array) -> Array:
        return softmax(share_logits(self.weights, hidden, observations[..., AT_SEATS]))

    def judge_state(self, state: Any) -> Judgement:
        """Judge one state from what the seat to move sees of it."""
        game = self.inputs.game
        moves = np.zeros(game.MOVES, np.int64)
        masks = np.zeros((1, game.MOVES), np.uint8)
        masks[0, moves[: game.legal(state, moves)]] = 1
        observations = np.zeros((1, self.inputs.width), np.int16)
        self.inputs.observe(state, int(state["player"]), observations[0])
        policy, shares = self.judge(observations, masks)
        return Judgement(policy[0], shares[0])


def pack(game: str, weights: Weights, kind: str = NET) -> bytes:
    """Return weights as a file: half precision, compressed, with what they are for."""
    arrays: dict[str, Any] = {name: np.asarray(w, np.float16) for name, w in weights.items()}
    stream = io.BytesIO()
    np.savez_compressed(stream, kind=np.array([described(game, kind)]), **arrays)
    return stream.getvalue()


def unpack(game: str, data: bytes, file: str) -> Net:
    """Return the net that a file holds, or raise FileError."""
    return Net(game, unpacked(game, data, file))


def unpacked(game: str, data: bytes, file: str, kind: str = NET) -> Weights:
    """Return the weights that a file holds, or raise FileError."""
    try:
        with np.load(io.BytesIO(data)) as arrays:
            found, weights = str(arrays["kind"][0]), {n: arrays[n] for n in arrays if n != "kind"}
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile):
        raise FileError("holds no weights of a net", file=file) from None
    if found != (wanted := described(game, kind)):
        raise FileError(f"holds a {found}, but this needs a {wanted}; train anew", file=file)
    return weights


def described(game: str, kind: str) -> str:
    """Return what a file of weights says that it holds."""
    return f"siberia {game} {kind}, inputs {VERSION}"


def compute_in_one_thread() -> None:
    """Let linear algebra use one thread in this process: bots think side by side already.

    Several threads for a product as small as these mostly wait for each other.
    """
    threadpool_limits(limits=1, user_api="blas")


@cache
def shipped_net(game: str) -> Net:
    """Return the net of a game that comes with the package, once for a process."""
    file = files("siberia.bots") / "weights" / f"{game}.npz"
    return unpack(game, file.read_bytes(), file.name)
