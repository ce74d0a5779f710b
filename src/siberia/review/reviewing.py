"""Looking back on a whole match, and trying a decision again."""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from siberia.bots.evaluator import shipped_evaluator
from siberia.bots.net import shipped_net
from siberia.engine.errors import SetupError
from siberia.engine.schema import Array
from siberia.match import Match
from siberia.match.setup import checked_seed
from siberia.review.data import VERSION, Balance, Decision, Review, Tried
from siberia.review.decisions import Expert, Question, goes_on, judged, stretch, tried
from siberia.review.luck import Course, balanced, chance_at, course_of, find_chance, states_of

# How much of the work is done when luck is found.
LUCK_DONE = 0.2


def review(
    match: Match,
    seat: int | None = None,
    *,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _done: None,
) -> Review:
    """Look back on a match that is over: what was luck, and what decisions cost.

    The decisions of one `seat` are judged, or for None those of all. The same seed leads to the
    same review. `progress` is called again and again with how much is done, from 0 to 1; an
    exception that it raises ends the work.

    >>> review(Match.new("card", seed=1))
    Traceback (most recent call last):
        ...
    siberia.engine.errors.SetupError: the match is not over: only then all can be looked back on
    """
    checked_seed(seed)
    if not match.is_over:
        message = "the match is not over: only then all can be looked back on"
        raise SetupError(message, about="match")
    reviewed = tuple(range(match.seats)) if match.checked(seat) is None else (int(seat or 0),)
    expert = expert_of(match.game)
    course = course_of(match, expert.evaluator)
    words = len(course.moves)
    for done in find_chance(match, course, expert.evaluator, seed):
        progress(LUCK_DONE * done / words)
    decisions = []
    for ply, count in choices(match, course.states):
        progress(LUCK_DONE + (1 - LUCK_DONE) * ply / words)
        if course.movers[ply] in reviewed:
            question = question_at(expert, course.states, ply, seed)
            played = list(course.moves[ply : ply + count])
            decisions.append(judged(question, ply, played, match.vocabulary))
    progress(1.0)
    return Review(
        version=VERSION,
        evaluator=expert.evaluator.digest,
        seed=seed,
        game=match.game,
        seats=match.seats,
        players=match.players,
        words=words,
        reviewed=reviewed,
        shares=tuple(map(tuple, course.shares.tolist())),
        balances=balances(course, decisions, reviewed),
        chances=tuple(course.chances),
        decisions=tuple(decisions),
    )


def luck_of(match: Match, seed: int = 0) -> tuple[float, ...]:
    """Return how lucky each seat was in a match that is over, the deal included."""
    evaluator = shipped_evaluator(match.game)
    course = course_of(match, evaluator)
    for _ in find_chance(match, course, evaluator, seed):
        pass
    return tuple(balanced(course).luck.tolist())


def judge_try(match: Match, ply: int, seat: int, words: Sequence[str], *, seed: int = 0) -> Tried:
    """Say whether other words would have been better than those a seat played at a ply.

    They are compared with all that a review judges together there. Those tried may be fewer: then
    the expert goes on. After a word that reveals something they are not looked at, for it depends
    on what was revealed. Raises WordError for words that cannot be played, and SetupError where
    the seat had nothing to decide.
    """
    trial = match.at(ply)
    if ply == match.ply or trial.to_move != match.checked(seat) or not words:
        raise SetupError(f"seat {seat} has nothing to try at ply {ply}", about="ply")
    before, over = trial.copy().state, match.rules.OVER
    for word in words:
        if not goes_on(before, trial.state, over):
            break
        trial.play(word)
    states = states_of(match)
    played = list(match.moves[ply : ply + stretch(states, ply, over)])
    question = question_at(expert_of(match.game), states, ply, seed)
    return tried(question, played, list(trial.moves[ply:]))


def expert_of(game: str) -> Expert:
    """Return who judges a game: what comes with the package."""
    return Expert(shipped_net(game), shipped_evaluator(game))


def question_at(expert: Expert, states: Array, ply: int, seed: int) -> Question:
    """Return the decision at a ply, with worlds that the seed and the ply settle."""
    return Question(expert, states[ply], chance_at(seed, ply))


def choices(match: Match, states: Array) -> Iterator[tuple[int, int]]:
    """Yield where something was decided, and how many words were one decision.

    Where there was only one word, nothing was.
    """
    rules, moves, ply = match.rules, np.zeros(match.rules.MOVES + 1, np.int64), 0
    while ply < len(states) - 1:
        if rules.legal(states[ply], moves) == 1:
            ply += 1
            continue
        count = stretch(states, ply, rules.OVER)
        yield ply, count
        ply += count


def balances(
    course: Course, decisions: list[Decision], reviewed: tuple[int, ...]
) -> tuple[Balance, ...]:
    """Return how every seat came from its starting share to the result."""
    start, luck, worth, error = balanced(course)
    found = []
    for seat in range(course.shares.shape[1]):
        losses = [decision.loss for decision in decisions if decision.seat == seat]
        others = worth[:, seat].copy()
        others[seat] = 0.0
        mean = math.fsum(losses) / len(losses) if losses else 0.0
        found.append(
            Balance(
                start=float(start[seat]),
                luck=float(luck[seat]),
                own=float(worth[seat, seat]),
                others=tuple(others.tolist()),
                result=float(course.shares[-1, seat]),
                luck_error=float(error[seat]),
                mean_loss=mean if seat in reviewed else None,
                decisions=len(losses),
            )
        )
    return tuple(found)
