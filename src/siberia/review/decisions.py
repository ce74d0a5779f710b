"""What decisions cost, judged by what the seat knew when it made them.

Nothing here looks at the truth: what the seat could not know is imagined, many times over, and all
lines that are compared meet the same imagined worlds, with the same luck. The words of one turn up
to the first that reveals anything are one decision: the order of single steps seldom matters, and
nothing is learned in between.

The expert is the net that plays as `master`, thinking ahead. Lines that it finds likely are played
on by it to the end of the decision and judged there. Where one of them looks better than what was
played, it plays on for everybody over some turns before they are judged again. The best line is
chosen in some worlds and measured against what was played in others, so that it is not the luckiest
that counts; and what could still be chance is no loss.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.evaluator import Evaluator
from siberia.bots.net import Net
from siberia.bots.net_search import Continuations, net_search_kernels
from siberia.bots.search import LONGEST_TURN, Root
from siberia.engine.schema import Array, bytes_of, copy_of, number_in
from siberia.review.data import ComparedLine, Decision, Tried, Verdict, grade

# The lines that are compared: those beside what was played that the net finds at least so likely.
LIKELY = 0.02
MOST_LINES = 6
# Worlds in which all lines are judged at once, those in which one of the best is chosen, and those
# in which it is measured. To choose takes fewer: twice as many found the same mean losses within
# 0.03 points, and took a fifth longer.
GLANCES = 16
CHOOSING = 16
WORLDS = 32
# Lines that go on beside what was played, and for how many turns.
FINALISTS = 2
TURNS = 4
# Worlds when something else is tried: a person waits for one answer only.
TRY_WORLDS = 64
# What might have cost less than this is not looked at more closely.
LEAST = 0.005
# A difference of so many standard errors is not taken for chance.
SURE = 2.0

Moves = list[int]


class Expert(NamedTuple):
    """Who judges: the net plays on, and the evaluator says where that has led."""

    net: Net
    evaluator: Evaluator


@dataclass(frozen=True)
class Compared:
    """How lines did, each against the first: the mean of its share, of the difference, its error.

    Then in how many of the worlds it did better than the first, and in how many worse.
    """

    shares: Array
    gains: Array
    errors: Array
    better: Array
    worse: Array


class Question:
    """A decision as its seat knew it: a state in which all else is imagined."""

    def __init__(self, expert: Expert, state: Any, rng: Array) -> None:
        self.expert, self.seat = expert, number_in(state, "player")
        self.game = expert.net.inputs.game
        self._rng = rng
        imagined: Array = np.zeros(1, self.game.STATE.dtype)
        imagined[0] = state
        self.game.determinize(imagined[0], self.seat, self._rng)
        self._root = Root(imagined, self.seat)
        self._kernels = net_search_kernels(self.game.NAME)

    @property
    def phase(self) -> str:
        """What had to be decided."""
        return self.game.PHASES[number_in(self._root.state[0], "phase")]

    @property
    def start(self) -> Any:
        """The state that is decided in, one as good as the other."""
        return copy_of(self._root.state[0])

    def lines(self, played: Moves) -> list[Moves]:
        """Return the lines worth comparing: what was played, then what else is likely.

        Each begins as the played one for a while, and lines that lead to the same are one.
        """
        states = [self.start]
        for move in played:
            states.append(copy_of(states[-1]))
            self.game.apply(states[-1], move)
        policies = self.policies(states[:-1])
        branches = [
            (float(policies[k, move]), k, int(move))
            for k in range(len(played))
            for move in np.flatnonzero(policies[k] >= LIKELY)
            if move != played[k]
        ]
        branches.sort(key=lambda branch: (-branch[0], branch[1], branch[2]))
        begun = [(states[k], [*played[:k], move]) for _, k, move in branches[:MOST_LINES]]
        led_to = {bytes_of(states[-1])}
        found = [played]
        for state, line in self.finished(begun):
            if (end := bytes_of(state)) not in led_to:
                led_to.add(end)
                found.append(line)
        return found

    def finished(self, begun: list[tuple[Any, Moves]]) -> list[tuple[Any, Moves]]:
        """Play the last move of each line, and what the net likes best to the decision's end.

        Each comes with the state before its last move, and goes with the one it has led to.
        """
        ends = []
        for state, line in begun:
            end = copy_of(state)
            self.game.apply(end, line[-1])
            ends.append((end, list(line)))
        for _ in range(LONGEST_TURN):
            if not (open_ends := [one for one in ends if self.goes_on(one[0])]):
                break
            policies = self.policies([state for state, _ in open_ends])
            for (state, line), policy in zip(open_ends, policies, strict=True):
                line.append(int(policy.argmax()))
                self.game.apply(state, line[-1])
        return ends

    def goes_on(self, state: Any) -> bool:
        """Say whether a state still belongs to the decision."""
        return goes_on(self._root.state[0], state, self.game.OVER)

    def policies(self, states: list[Any]) -> Array:
        """Return how likely the net finds each move, state by state."""
        inputs = self.expert.net.inputs
        observations = np.zeros((len(states), inputs.width), np.int16)
        masks = np.zeros((len(states), self.game.MOVES), np.uint8)
        moves = np.zeros(self.game.MOVES + 1, np.int64)
        for state, observation, mask in zip(states, observations, masks, strict=True):
            mask[moves[: self.game.legal(state, moves)]] = 1
            inputs.observe(state, number_in(state, "player"), observation)
        return self.expert.net.judge(observations, masks).policy

    def compare(self, lines: list[Moves], worlds: int, turns: int) -> Compared:
        """Compare lines in so many worlds, as they stand (0 turns) or played on."""
        size = len(lines) * worlds
        play_on = Continuations(self._kernels, self.expert.net, self._root, turns, size)
        if turns:
            play_on(lines, worlds, self._rng)
            states = play_on.reached(size)
        else:
            states = play_on.imagined(lines, worlds, self._rng)
        judged = self.expert.evaluator.shares(states)[:, self.seat]
        shares = judged.reshape(worlds, len(lines))
        gains = shares - shares[:, :1]
        return Compared(
            shares.mean(axis=0),
            gains.mean(axis=0),
            gains.std(axis=0, ddof=1) / math.sqrt(worlds),
            (gains > 0).sum(axis=0),
            (gains < 0).sum(axis=0),
        )


def goes_on(before: Any, state: Any, over: int) -> bool:
    """Say whether the same decision goes on: nothing was revealed, and the turn is the same."""
    return number_in(state, "phase") != over and all(
        number_in(before, name) == number_in(state, name) for name in ("player", "turn", "reveals")
    )


def stretch(states: Array, ply: int, over: int) -> int:
    """Return how many words from a ply on are one decision."""
    count = 1
    while ply + count < len(states) - 1 and goes_on(states[ply], states[ply + count], over):
        count += 1
    return count


class Verdicts(NamedTuple):
    """What came of comparing lines, by line: the first is what was played.

    `best` is the line that is surely better, or 0, and `closely` how it did in the worlds in which
    only the two of them were compared; None where what was played is as good as anything.
    """

    shares: list[float]
    best: int
    closely: Compared | None


def verdicts(question: Question, lines: list[Moves]) -> Verdicts:
    """Find out whether any line is better than the first."""
    glance = question.compare(lines, GLANCES, 0)
    level, gains = float(glance.shares[0]), glance.gains.copy()
    promising = [int(n) for n in np.argsort(-gains, kind="stable") if gains[n] > LEAST]
    finalists = [0, *promising[:FINALISTS]]
    best, closely = 0, None
    if promising:
        further = question.compare([lines[n] for n in finalists], CHOOSING, TURNS)
        level, gains[finalists] = float(further.shares[0]), further.gains
        best = finalists[int(further.gains.argmax())]
    if gains[best] > LEAST:
        # In other worlds than those it was chosen in.
        closely = question.compare([lines[0], lines[best]], WORLDS, TURNS)
        level, gains[best] = float(closely.shares[0]), closely.gains[1]
    if closely is None or not is_sure(gains[best], closely.errors[1]):
        best, closely = 0, None
    # What looked better, but was not when looked at closely, is at most as good.
    gains[gains > gains[best]] = gains[best]
    return Verdicts(np.clip(level + gains, 0.0, 1.0).tolist(), best, closely)


def is_sure(gain: float, error: float) -> bool:
    """Say whether a difference is more than chance, and more than nothing."""
    return bool(abs(gain) > max(LEAST, SURE * error))


def judged(question: Question, ply: int, played: Moves, words: Sequence[str]) -> Decision:
    """Judge what was played, at this ply of a match whose moves are written so."""
    lines = question.lines(played)
    found = verdicts(question, lines)
    spoken = [tuple(words[move] for move in line) for line in lines]
    closely = found.closely
    loss = 0.0 if closely is None else float(closely.gains[1])
    order = sorted(range(len(lines)), key=lambda n: (-found.shares[n], n != found.best))
    return Decision(
        ply=ply,
        count=len(played),
        seat=question.seat,
        phase=question.phase,
        played=spoken[0],
        best=spoken[found.best],
        lines=tuple(ComparedLine(spoken[n], found.shares[n]) for n in order),
        loss=loss,
        error=0.0 if closely is None else float(closely.errors[1]),
        grade=grade(loss),
        worlds=0 if closely is None else WORLDS,
        worse=0 if closely is None else int(closely.better[1]),
        better=0 if closely is None else int(closely.worse[1]),
    )


def tried(question: Question, played: Moves, other: Moves) -> Tried:
    """Compare other moves with those played; where they stop early, the net goes on."""
    state = question.start
    for move in other[:-1]:
        question.game.apply(state, move)
    [(_, line)] = question.finished([(state, other)])
    found = question.compare([played, line], TRY_WORLDS, TURNS)
    gain, error = float(found.gains[1]), float(found.errors[1])
    verdict: Verdict = "as good"
    if is_sure(gain, error):
        verdict = "better" if gain > 0 else "not better"
    return Tried(verdict, gain, error, TRY_WORLDS, int(found.better[1]), int(found.worse[1]))
