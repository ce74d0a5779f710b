"""A net and thinking ahead: what a net would play is tried out in imagined states.

A few words that the net finds likely are compared. For each, in the same imagined states, the net
plays on for all players over some turns and then judges where that led. What is best on average is
played: the net's own judgement, corrected by what it sees coming. All these continuations are
played side by side, so that the net is asked about many positions at once.

The functions named legal, apply, determinize, scores and observe are a game's own; see
`jit.specialise`.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.agents import Dice, root_of
from siberia.bots.inputs import learning_inputs
from siberia.bots.net import Judgement, Net, alike, shipped_net
from siberia.bots.search import LONGEST_TURN, Root, heaviest
from siberia.bots.seat import Choice, Seat
from siberia.engine.jit import specialise, warm_up
from siberia.engine.rng import generator
from siberia.engine.schema import Array, copy_of
from siberia.engine.scoring import share_win
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match.games import GAMES
from siberia.match.position import dealt
from siberia.match.setup import Setup

# So many continuations are played side by side: more would make the net hardly faster, and what
# time cuts short is lost.
PIECE = 64


class Lanes(NamedTuple):
    """Continuations that are played side by side, each in a lane, and what the net is to look at.

    What is looked at stands in rows: `rows` says for each which lane it is.
    """

    states: Array
    rows: Array
    # By lane and seat, when it is over: the share of the win.
    shares: Array
    # By row: what the seat to move sees, and what is legal.
    observations: Array
    masks: Array
    # Scratch: an imagined state in an array of one, legal moves, points by seat.
    imagined: Array
    moves: Array
    points: Array


class Lines(NamedTuple):
    """Moves to begin with: a row for each line, and how many of its moves count."""

    moves: Array
    lengths: Array


def lines_of(lines: list[list[int]]) -> Lines:
    """Return lines as arrays."""
    moves = np.zeros((len(lines), max(map(len, lines))), np.int64)
    for row, line in zip(moves, lines, strict=True):
        row[: len(line)] = line
    return Lines(moves, np.array([len(line) for line in lines], np.int64))


class Horizon(NamedTuple):
    """Where continuations end: in the phase of a match that is over, or when this turn begins."""

    over: int
    turn: int


def new_lanes(name: str, size: int) -> Lanes:
    """Return so many empty lanes for a game."""
    game = GAMES[name]
    return Lanes(
        states=np.zeros(size, game.STATE.dtype),
        rows=np.zeros(size, np.int64),
        shares=np.zeros((size, MOST_SEATS)),
        observations=np.zeros((size, learning_inputs(name).width), np.int16),
        masks=np.zeros((size, game.MOVES), np.uint8),
        imagined=np.zeros(1, game.STATE.dtype),
        moves=np.zeros(game.MOVES + 1, np.int64),
        points=np.zeros(MOST_SEATS),
    )


def show(lane: int, row: int, over: int, lanes: Any) -> int:
    """Play a lane on to where somebody has a choice, and show that in a row; return how many rows.

    A match that is over needs no row, but its result is written.
    """
    state, moves = lanes.states[lane], lanes.moves
    while state.phase != over:
        count = legal(state, moves)
        if count > 1:
            lanes.rows[row] = lane
            lanes.masks[row, :] = 0
            for i in range(count):
                lanes.masks[row, moves[i]] = 1
            observe(state, state.player, lanes.observations[row])
            return 1
        apply(state, moves[0])
    scores(state, lanes.points)
    share_win(lanes.points, state.seats, lanes.shares[lane])
    return 0


def begin(root: Any, lines: Any, worlds: int, over: int, rng: Any, lanes: Any) -> int:
    """Imagine states, play every line in each of them, and return how many rows to look at.

    Lanes stand world by world: what is compared meets the same luck.
    """
    shown, lane = 0, 0
    for _ in range(worlds):
        lanes.imagined[0] = root.state[0]
        determinize(lanes.imagined[0], root.seat, rng)
        for line in range(len(lines.lengths)):
            lanes.states[lane] = lanes.imagined[0]
            for i in range(lines.lengths[line]):
                apply(lanes.states[lane], lines.moves[line, i])
            shown += show(lane, shown, over, lanes)
            lane += 1
    return shown


def go_on(judged: Any, count: int, horizon: Any, lanes: Any) -> int:
    """Make the likeliest move in every lane that is shown; return how many rows to look at then.

    A lane that has reached the horizon is over, with the shares that the net gives it.
    """
    shown = 0
    for row in range(count):
        lane = lanes.rows[row]
        state = lanes.states[lane]
        if state.turn >= horizon.turn:
            for i in range(state.seats):
                lanes.shares[lane, (state.player + i) % state.seats] = judged.shares[row, i]
        else:
            apply(state, heaviest(judged.policy[row], judged.policy.shape[1]))
            shown += show(lane, shown, horizon.over, lanes)
    return shown


class NetSearchKernels:
    """The steps above, compiled for one game."""

    def __init__(self, name: str) -> None:
        self.name, self.game = name, GAMES[name]
        rules: dict[str, Any] = {
            "legal": self.game.legal,
            "apply": self.game.apply,
            "determinize": self.game.determinize,
            "scores": self.game.scores,
            "observe": learning_inputs(name).observe,
        }
        rules["show"] = specialise(show, name, **rules)
        self.begin = specialise(begin, name, **rules)
        self.go_on = specialise(go_on, name, **rules)

    def first_calls(self) -> list[Callable[[], object]]:
        """List the calls that compile everything."""
        game, rng, lanes = self.game, generator(0), new_lanes(self.name, 2)
        state = np.array([dealt(Setup.new(self.name, start=0), 0)], game.STATE.dtype)
        root = Root(state, int(state[0].player))
        moves = np.zeros(game.MOVES + 1, np.int64)
        game.legal(state[0], moves)
        lines = lines_of([[int(moves[0])]])
        policy = np.full((2, game.MOVES), 1 / game.MOVES, np.float32)
        judged = Judgement(policy, np.zeros((2, MOST_SEATS), np.float32))
        horizon = Horizon(game.OVER, turn=0)
        return [
            lambda: self.begin(root, lines, 1, game.OVER, rng, lanes),
            lambda: self.go_on(judged, 0, horizon, lanes),
        ]


@cache
def net_search_kernels(name: str) -> NetSearchKernels:
    """Return the steps of a game, once for a process; the first time ever this compiles them."""
    kernels = NetSearchKernels(name)
    warm_up(f"{name} game's net search", kernels.first_calls())
    # Also what is compiled already is loaded by a first call: now, not out of a bot's budget.
    for call in kernels.first_calls():
        call()
    return kernels


class Comparison:
    """How moves did: how often each was tried, and the mover's shares of the win summed up."""

    def __init__(self, moves: list[int]) -> None:
        # Those that are still compared, the best first.
        self.left = moves
        self._tried = dict.fromkeys(moves, 0)
        self._won = dict.fromkeys(moves, 0.0)

    def add(self, shares: Array) -> None:
        """Count shares of the win: a row for each world, a column for each move that is left."""
        for move, won in zip(self.left, shares.sum(axis=0).tolist(), strict=True):
            self._tried[move] += len(shares)
            self._won[move] += won

    def halve(self) -> None:
        """Keep the better half, but two; where nothing was tried, the half that came first."""
        if self.simulations:
            self.left = sorted(self.left, key=self.share, reverse=True)
        self.left = self.left[: max(2, (len(self.left) + 1) // 2)]

    def share(self, move: int) -> float:
        """Return the mean share of the win after a move."""
        return self._won[move] / self._tried[move]

    def effort(self, move: int) -> float:
        """Return how much of the thinking went into a move."""
        return self._tried[move] / self.simulations

    @property
    def moves(self) -> list[int]:
        """All moves that were compared."""
        return [move for move, tried in self._tried.items() if tried]

    @property
    def simulations(self) -> int:
        """How many continuations were played."""
        return sum(self._tried.values())


@dataclass
class Grandmaster:
    """Tries out what a net finds likely: the net that comes with the package, or another.

    Plays so many `simulations` for a word, or for so many `seconds`, whichever is reached first.
    """

    seed: int = 0
    net: Net | None = None
    seconds: float | None = 0.4
    simulations: int = 256
    # For how many turns is played on before the net judges.
    turns: int = 4
    # At most so many words are compared, and none that is less likely than this.
    words: int = 8
    likely: float = 0.01
    _dice: Dice = field(init=False)

    def __post_init__(self) -> None:
        self._dice = Dice(self.seed)

    def choose(self, seat: Seat) -> Choice:
        """Compare the likely words, and take the best."""
        if len(legal := seat.legal()) == 1:
            return Choice(legal[0], {}, {legal[0]: 1.0}, legal)
        net, words = self.net or shipped_net(seat.game), seat.vocabulary
        root = root_of(seat, self._dice.roll(seat))
        policy, judged = net.judge_state(root.state[0])
        found = Comparison(self.candidates(policy))
        if len(found.left) > 1:
            self.compare(found, seat, net, root)
        line = tuple(words[move] for move in likely_line(net, root, found.left[0]))
        if not found.simulations:
            # The net is sure of its word, or there was no time to doubt it.
            return Choice(line[0], {line[0]: float(judged[0])}, {line[0]: 1.0}, line)
        shares = {words[move]: found.share(move) for move in found.moves}
        effort = {words[move]: found.effort(move) for move in found.moves}
        return Choice(line[0], shares, effort, line, found.simulations)

    def compare(self, found: Comparison, seat: Seat, net: Net, root: Root) -> None:
        """Compare moves within the budget: first all, then in each round the better half."""
        kernels, rng = net_search_kernels(seat.game), generator(self._dice.roll(seat))
        until = math.inf if self.seconds is None else time.perf_counter() + self.seconds * 0.97
        play_on = Continuations(kernels, net, root, self.turns)
        rounds = (len(found.left) - 1).bit_length()
        for _ in range(rounds):
            worlds = max(1, self.simulations // rounds // len(found.left))
            while worlds and time.perf_counter() < until:
                piece = min(worlds, PIECE // len(found.left))
                shares = play_on([[move] for move in found.left], piece, rng, until)
                if shares is not None:
                    found.add(shares[:, :, root.seat])
                worlds -= piece
            found.halve()

    def candidates(self, policy: Array) -> list[int]:
        """Return the moves worth comparing, the likeliest first."""
        order = np.argsort(-policy, kind="stable")[: min(self.words, PIECE)].tolist()
        return [move for move in order if policy[move] >= self.likely] or order[:1]


class Continuations:
    """Plays on from where a seat is to move, in so many lanes at most."""

    def __init__(
        self, kernels: NetSearchKernels, net: Net, root: Root, turns: int, size: int = PIECE
    ) -> None:
        self._kernels, self._net, self._root = kernels, net, root
        self._lanes = new_lanes(kernels.name, size)
        self._horizon = Horizon(kernels.game.OVER, int(root.state[0]["turn"]) + turns)

    def __call__(
        self, lines: list[list[int]], worlds: int, rng: Array, until: float = math.inf
    ) -> Array | None:
        """Return shares of the win, by world, line and seat; None if time runs out."""
        root, horizon, lanes = self._root, self._horizon, self._lanes
        first = lines_of(lines)
        count = self._kernels.begin(root, first, worlds, horizon.over, rng, lanes)
        while count:
            if time.perf_counter() > until:
                return None
            judged = self._judge(lanes.observations[:count], lanes.masks[:count])
            count = self._kernels.go_on(judged, count, horizon, lanes)
        return lanes.shares[: worlds * len(lines)].reshape(worlds, len(lines), MOST_SEATS)

    def _judge(self, observations: Array, masks: Array) -> Judgement:
        """Judge positions, those that are alike only once."""
        where, like = alike(observations, masks)
        judged = self._net.judge(observations[where], masks[where])
        return Judgement(judged.policy[like], judged.shares[like])

    def imagined(self, lines: list[list[int]], worlds: int, rng: Array) -> Array:
        """Return the states in which the lines end, by world and line, as one row."""
        lanes = self._lanes
        self._kernels.begin(self._root, lines_of(lines), worlds, self._horizon.over, rng, lanes)
        return lanes.states[: worlds * len(lines)].copy()

    def reached(self, count: int) -> Array:
        """Return the states that the last continuations have come to."""
        return self._lanes.states[:count].copy()


def likely_line(net: Net, root: Root, move: int) -> list[int]:
    """Return a move and what the net would play after it for the rest of the turn."""
    game, state, line = net.inputs.game, copy_of(root.state[0]), [move]
    turn = int(state["turn"])
    game.apply(state, move)
    while state["phase"] != game.OVER and state["turn"] == turn and len(line) < LONGEST_TURN:
        line.append(int(net.judge_state(state).policy.argmax()))
        game.apply(state, line[-1])
    return line


# `NetSearchKernels` binds these names to a game; here they only please the eye and the linter.
def _unbound(*_: Any) -> Any:
    raise NotImplementedError


legal = apply = determinize = scores = observe = _unbound
