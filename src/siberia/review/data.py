"""What a review says of a match: plain data, there and back as JSON.

Every share of the win here lies on a binary grid (`STEP`), so fine that nobody sees it. There sums,
and means over powers of two, are exact in floating-point numbers, and so what adds up is equal to
the last digit, in whatever order:

    balance.start + balance.luck + balance.own + sum(balance.others) == balance.result

Seats count from 0; a share of 0.01 is a point.
"""

from dataclasses import dataclass
from typing import Literal, Self

import msgspec

# The way of reviewing. Whoever changes what a review of the same match says counts this up.
VERSION = 3
# All shares are multiples of this.
STEP = 2.0**-30

Grade = Literal["", "inaccuracy", "mistake", "blunder"]
# From how many points of the win on a loss is called so, the gravest first.
GRADES: tuple[tuple[Grade, float], ...] = (
    ("blunder", 0.10),
    ("mistake", 0.05),
    ("inaccuracy", 0.02),
)

# What chance brings: the deal; a card turned up, cards drawn; counters drawn, a tile turned up.
ChanceKind = Literal["deal", "flip", "draw", "round", "tile"]
Verdict = Literal["better", "as good", "not better"]
BySeat = tuple[float, ...]


@dataclass(frozen=True)
class Chance:
    """Something that nobody could know, and how lucky it was for whom.

    `ply` is the index of the word that brought it about, and `seat` who played that; of the deal
    they are -1. `error` is the standard error of the luck: what else could have come is sampled.
    """

    ply: int
    kind: ChanceKind
    seat: int
    luck: BySeat
    error: BySeat


@dataclass(frozen=True)
class Balance:
    """How one seat came from its starting share to the result; the parts add up exactly.

    `others` is what each other seat's decisions brought this one, 0 for itself. `mean_loss` is what
    a decision of this seat cost on average, judged by what it knew, over `decisions` that had a
    choice; None where these were not reviewed.
    """

    start: float
    luck: float
    own: float
    others: BySeat
    result: float
    luck_error: float
    mean_loss: float | None
    decisions: int


@dataclass(frozen=True)
class ComparedLine:
    """Words that could have been played, and the seat's share of the win after them."""

    words: tuple[str, ...]
    share: float


@dataclass(frozen=True)
class Decision:
    """Words of one seat, judged together, by what it knew when it played the first of them.

    `ply` is the index of the first, `count` how many they are. `lines` are those compared in the
    same `worlds` imagined states, the best first; `played` and `best` are two of them, or one. In
    `worse` of the worlds what was played did worse than the best line, in `better` it did better.
    `loss` is what it cost, 0 where that could be chance, and `error` the standard error of the
    difference.
    """

    ply: int
    count: int
    seat: int
    phase: str
    played: tuple[str, ...]
    best: tuple[str, ...]
    lines: tuple[ComparedLine, ...]
    loss: float
    error: float
    grade: Grade
    worlds: int
    worse: int
    better: int


@dataclass(frozen=True)
class Tried:
    """What other words would have been worth instead of those played, in the same imagined worlds.

    `gain` is by how much the tried ones are better, negative where they are worse.
    """

    verdict: Verdict
    gain: float
    error: float
    worlds: int
    better: int
    worse: int


@dataclass(frozen=True)
class Review:
    """A match looked back on.

    `shares` has a row for each ply from 0 to `words`: every seat's share of the win after so many
    words. `decisions` are those of the `reviewed` seats that had a choice, in order of play.
    """

    version: int
    # The hash of the evaluator's weights, and the seed of everything sampled: they repeat a review.
    evaluator: str
    seed: int
    game: str
    seats: int
    players: tuple[str, ...]
    words: int
    reviewed: tuple[int, ...]
    shares: tuple[BySeat, ...]
    balances: tuple[Balance, ...]
    chances: tuple[Chance, ...]
    decisions: tuple[Decision, ...]

    def costliest(self, seat: int, count: int = 5) -> tuple[Decision, ...]:
        """Return a seat's decisions that cost anything, the costliest first."""
        costly = [one for one in self.decisions if one.seat == seat and one.loss > 0]
        return tuple(sorted(costly, key=lambda one: (-one.loss, one.ply))[:count])

    def moments(self, seat: int, count: int = 3) -> tuple[tuple[Chance, ...], tuple[Chance, ...]]:
        """Return a seat's luckiest moments, and its unluckiest, the farthest from 0 first."""
        ordered = sorted(self.chances, key=lambda one: (-one.luck[seat], one.ply))
        lucky = [one for one in ordered if one.luck[seat] > 0]
        unlucky = [one for one in reversed(ordered) if one.luck[seat] < 0]
        return tuple(lucky[:count]), tuple(unlucky[:count])

    def json(self) -> bytes:
        """Return the review as JSON."""
        return msgspec.json.encode(self)

    @classmethod
    def read(cls, data: bytes | str) -> Self:
        """Return the review that JSON holds, or raise msgspec.MsgspecError."""
        return msgspec.json.decode(data, type=cls)


def grade(loss: float) -> Grade:
    """Return what a loss is called, or nothing."""
    return next((name for name, least in GRADES if loss >= least), "")
