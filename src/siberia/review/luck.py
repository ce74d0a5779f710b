"""What a match came to from word to word, and which part of that was chance.

A match is a chain of decisions and of chance. With one evaluator for everything, a word's chance is
how much better the position became than on average over all that could have come instead; what is
left of the change is what the word was worth. So both add up to the result, whatever the evaluator
says: its errors blur the parts, never their sum.

What could have come instead is drawn from the truth at that moment: every hand is kept, and what
nobody knows is drawn anew. The truth is one such draw among equals, so that on average luck is 0,
however wrong the evaluator may be.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from siberia.bots.evaluator import Evaluator
from siberia.engine.rng import generator
from siberia.engine.schema import Array, number_in
from siberia.match import Match
from siberia.review.data import STEP, BySeat, Chance, ChanceKind

# How often what could have come instead is drawn; a power of two, so that means are exact.
SAMPLES = 256
WHOLE = round(1 / STEP)
# The deal comes before the first word, and is nobody's.
DEAL = -1


@dataclass(frozen=True)
class Course:
    """A match from the deal on: the states, whose the words were, the shares, and chance.

    States and shares have a row more than there are words.
    """

    states: Array
    moves: tuple[int, ...]
    movers: tuple[int, ...]
    shares: Array
    chances: list[Chance] = field(default_factory=list)


def states_of(match: Match) -> Array:
    """Return the states of a match: as it was dealt, and after each word."""
    again, moves = match.at(0), match.moves
    states: Array = np.zeros(len(moves) + 1, match.rules.STATE.dtype)
    states[0] = again.state
    for ply, move in enumerate(moves):
        # By the match, not by its rules alone: one that was taken over draws anew there.
        again.apply(move)
        states[ply + 1] = again.state
    return states


def course_of(match: Match, evaluator: Evaluator) -> Course:
    """Judge a match after every word."""
    states = states_of(match)
    movers = tuple(number_in(state, "player") for state in states[:-1])
    shares = on_grid(evaluator.shares(states.copy()), match.seats)
    return Course(states, match.moves, movers, shares)


def find_chance(match: Match, course: Course, evaluator: Evaluator, seed: int) -> Iterator[int]:
    """Add all that was chance to a course, yielding after each word how many are done."""
    nothing = (0.0,) * match.seats
    dealt = row(course.shares[0] - fair_shares(match.seats))
    course.chances.append(Chance(DEAL, "deal", DEAL, dealt, nothing))
    words = match.words
    for ply, move in enumerate(course.moves):
        before: Any = course.states[ply]
        after: Any = course.states[ply + 1]
        if number_in(before, "reveals") != number_in(after, "reveals"):
            others = instead(evaluator, before, move, chance_at(seed, ply))
            others = on_grid(others, match.seats)
            # Where nothing else could have come, something was only shown.
            if (others != others[0]).any():
                luck = course.shares[ply + 1] - others.mean(axis=0)
                error = others.std(axis=0, ddof=1) / np.sqrt(SAMPLES)
                kind = kind_of(match.game, words[ply], before, after)
                course.chances.append(Chance(ply, kind, course.movers[ply], row(luck), row(error)))
        yield ply + 1


def instead(evaluator: Evaluator, before: Array, move: int, rng: Array) -> Array:
    """Return what a move could have led to, had chance been another: a row of shares for each."""
    states = np.zeros(SAMPLES, before.dtype)
    evaluator.kernels.come_otherwise(before.reshape(1), move, rng, states)
    return evaluator.shares(states)


def chance_at(seed: int, ply: int) -> Array:
    """Return the review's own chance at a ply: no bot's, whatever its seed."""
    return generator((1 << 127) + (seed * 1_000_003 + ply) % (1 << 127))


def kind_of(game: str, word: str, before: Any, after: Any) -> ChanceKind:
    """Return what kind of chance followed a word."""
    if game == "card":
        return "flip" if word.startswith("flip") else "draw"
    began = number_in(before, "round_number") != number_in(after, "round_number")
    return "round" if began else "tile"


class Contributions(NamedTuple):
    """What a match's result is made of, by seat; what decisions were worth, by mover and seat."""

    start: Array
    luck: Array
    worth: Array
    luck_error: Array


def balanced(course: Course) -> Contributions:
    """Return the parts of a result, once all chance is found: they add up to it exactly."""
    seats = course.shares.shape[1]
    luck, worth, variance = np.zeros(seats), np.zeros((seats, seats)), np.zeros(seats)
    changes = np.diff(course.shares, axis=0)
    for chance in course.chances:
        luck += chance.luck
        variance += np.square(chance.error)
        if chance.ply != DEAL:
            changes[chance.ply] -= chance.luck
    for mover, change in zip(course.movers, changes, strict=True):
        worth[mover] += change
    return Contributions(fair_shares(seats), luck, worth, np.sqrt(variance))


def fair_shares(seats: int) -> Array:
    """Return the shares of a match that nobody has seen."""
    fair: Array = on_grid(np.full((1, seats), 1 / seats), seats)[0]
    return fair


def on_grid(shares: Array, seats: int) -> Array:
    """Return rows of shares on the grid of `STEP`: in every row they are exactly 1 together."""
    steps = np.rint(shares[:, :seats] * WHOLE)
    most = steps.argmax(axis=1)
    steps[np.arange(len(steps)), most] += WHOLE - steps.sum(axis=1)
    exact: Array = steps * STEP
    return exact


def row(numbers: Array) -> BySeat:
    """Return numbers by seat as plain data."""
    return tuple(numbers.tolist())
