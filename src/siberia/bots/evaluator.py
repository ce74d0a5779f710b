"""The evaluator: every seat's share of the win in a state with all hands open.

It sees what the players know together, and nothing of what nobody knows: face-down cards, the order
of piles, chance to come. So it judges what a match has come to, not what somebody may think of it;
what one seat may think, `siberia.bots.evaluation` says.

The functions named legal, apply, redraw, scores, observe and reveal are a game's own; see
`jit.specialise`.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.inputs import LearningInputs, learning_inputs
from siberia.bots.net import (
    AT_SEATS,
    EVALUATOR,
    Weights,
    alike,
    last_layer,
    share_logits,
    softmax,
    unpacked,
)
from siberia.engine.jit import specialise, warm_up
from siberia.engine.rng import generator
from siberia.engine.schema import Array
from siberia.engine.scoring import share_win
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.games import GAMES
from siberia.match.position import dealt
from siberia.match.setup import Setup

# So many states are judged at a time.
PIECE = 256
# From so many players on a state is judged from the view of each, and the mean counts. A net judges
# a little otherwise for each who is to move, and in the board game, where turns are short, that
# would look as if each turn changed something. In the card game, and for two, the move is worth
# more than that.
MANY = {"card": MOST_SEATS + 1, "board": 3}
# By so much better are the odds of whoever is to move, where the mean counts: it alone would not
# tell who that is, and every turn would seem to be a gain. Measured so that what the net plays
# itself changes nothing on average (docs/REVIEW.md).
TO_MOVE = 1.09


class Sight(NamedTuple):
    """What the evaluator looks at: rows, and for each which state it is, and from whose view.

    Of states that are over, the shares of the win stand by state and seat.
    """

    rows: Array
    viewers: Array
    observations: Array
    hidden: Array
    shares: Array
    # Scratch: a state in an array of one, legal moves, points by seat.
    before: Array
    moves: Array
    points: Array


def new_sight(name: str, size: int) -> Sight:
    """Return room to look at so many states, from everybody's view."""
    game, inputs, rows = GAMES[name], learning_inputs(name), size * MOST_SEATS
    return Sight(
        rows=np.zeros(rows, np.int64),
        viewers=np.zeros(rows, np.int64),
        observations=np.zeros((rows, inputs.width), np.int16),
        hidden=np.zeros((rows, inputs.hidden_width), np.int16),
        shares=np.zeros((size, MOST_SEATS)),
        before=np.zeros(1, game.STATE.dtype),
        moves=np.zeros(game.MOVES + 1, np.int64),
        points=np.zeros(MOST_SEATS, np.int64),
    )


def look(states: Any, over: int, many: int, sight: Any) -> int:
    """Look at states, by so `many` players or more from everybody's view; return how many rows.

    Each is played on while there is only one word and nothing becomes known by it: such a word
    changes nothing.
    """
    shown = 0
    for i in range(len(states)):
        state = states[i]
        while state.phase != over and legal(state, sight.moves) == 1:
            sight.before[0] = state
            apply(state, sight.moves[0])
            if state.reveals != sight.before[0].reveals and state.phase != over:
                states[i] = sight.before[0]
                break
        if state.phase == over:
            scores(state, sight.points)
            share_win(sight.points, state.seats, sight.shares[i])
        else:
            views = state.seats if state.seats >= many else 1
            for n in range(views):
                viewer = (state.player + n) % state.seats
                sight.rows[shown] = i
                sight.viewers[shown] = viewer
                observe(state, viewer, sight.observations[shown])
                reveal(state, viewer, sight.hidden[shown])
                shown += 1
    return shown


def come_otherwise(before: Any, move: int, rng: Any, states: Any) -> None:
    """Write what a move could have led to from a state, each time with other luck."""
    for i in range(len(states)):
        states[i] = before[0]
        redraw(states[i], rng)
        apply(states[i], move)


class EvaluatorKernels:
    """The steps above, compiled for one game."""

    def __init__(self, name: str) -> None:
        self.name, self.game = name, GAMES[name]
        inputs = learning_inputs(name)
        rules: dict[str, Any] = {"apply": self.game.apply, "redraw": self.game.redraw}
        self.come_otherwise = specialise(come_otherwise, name, **rules)
        rules |= {"legal": self.game.legal, "scores": self.game.scores}
        rules |= {"observe": inputs.observe, "reveal": inputs.reveal}
        self.look = specialise(look, name, **rules)

    def first_calls(self) -> list[Callable[[], object]]:
        """List the calls that compile everything."""
        states = np.array([dealt(Setup.new(self.name, start=0), 0)], self.game.STATE.dtype)
        sight, moves = new_sight(self.name, 1), np.zeros(self.game.MOVES, np.int64)
        self.game.legal(states[0], moves)
        return [
            lambda: self.look(states.copy(), self.game.OVER, MOST_SEATS, sight),
            lambda: self.come_otherwise(states, int(moves[0]), generator(0), states.copy()),
        ]


@cache
def evaluator_kernels(name: str) -> EvaluatorKernels:
    """Return the steps of a game, once for a process; the first time ever this compiles them."""
    kernels = EvaluatorKernels(name)
    warm_up(f"{name} game's evaluator", kernels.first_calls())
    return kernels


class Evaluator:
    """What states of one game are worth, by trained weights."""

    def __init__(self, game: str, weights: Weights, digest: str = "") -> None:
        self.inputs: LearningInputs = learning_inputs(game)
        self.weights = {name: np.asarray(w, np.float32) for name, w in weights.items()}
        # Says which weights these are.
        self.digest = digest
        self.kernels = evaluator_kernels(game)
        self._open = np.unique(self.inputs.open_encoder.source)

    def shares(self, states: Array) -> Array:
        """Return each seat's share of the win: a row for each state, a column for each seat.

        The states are used up: see `look`.
        """
        pieces = [self._piece(states[i : i + PIECE]) for i in range(0, len(states), PIECE)]
        judged: Array = np.concatenate(pieces)
        return judged

    def _piece(self, states: Array) -> Array:
        """Judge so many states that there is room for them; many of them may be the same."""
        sight = new_sight(self.inputs.game.NAME, len(states))
        game, shares = self.inputs.game, sight.shares
        count = self.kernels.look(states, game.OVER, MANY[game.NAME], sight)
        if count == 0:
            return shares
        observations, hidden = sight.observations[:count], sight.hidden[:count]
        where, like = alike(observations, hidden[:, self._open])
        judged = self.judge(observations[where], hidden[where])[like]
        seats = observations[:, AT_SEATS, None]
        # The net counts seats from the viewer on.
        turned = (np.arange(MOST_SEATS) - sight.viewers[:count, None]) % seats
        judged = np.take_along_axis(judged, turned, axis=1)
        judged = np.where(np.arange(MOST_SEATS) < seats, judged, 0.0)
        rows = sight.rows[:count]
        np.add.at(shares, rows, judged / np.bincount(rows)[rows, None])
        favour_movers(shares, rows, sight.viewers[:count])
        return shares

    def judge(self, observations: Array, hidden: Array) -> Array:
        """Return each seat's share of the win in positions, as their viewers count seats."""
        inputs = (self.inputs.encoder.rows(observations), self.inputs.open_encoder.rows(hidden))
        last = last_layer(self.weights, np.concatenate(inputs, axis=1))
        return softmax(share_logits(self.weights, last, observations[:, AT_SEATS]))


def favour_movers(shares: Array, rows: Array, viewers: Array) -> None:
    """Count that it is somebody's move, in states that were judged from several views.

    The first view of each state is that of whoever is to move.
    """
    states, first, views = np.unique(rows, return_index=True, return_counts=True)
    many = views > 1
    shares[states[many], viewers[first[many]]] *= TO_MOVE
    shares[states[many]] /= shares[states[many]].sum(axis=1, keepdims=True)


def unpack_evaluator(game: str, data: bytes, file: str) -> Evaluator:
    """Return the evaluator that a file holds, or raise FileError."""
    weights = unpacked(game, data, file, EVALUATOR)
    return Evaluator(game, weights, hashlib.sha256(data).hexdigest())


@cache
def shipped_evaluator(game: str) -> Evaluator:
    """Return the evaluator of a game that comes with the package, once for a process."""
    file = files("siberia.bots") / "weights" / f"{game}-{EVALUATOR}.npz"
    return unpack_evaluator(game, file.read_bytes(), file.name)


# `EvaluatorKernels` binds these names to a game; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


legal = apply = redraw = scores = observe = reveal = _unbound
