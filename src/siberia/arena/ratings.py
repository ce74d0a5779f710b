"""What the results say: win shares with their uncertainty, ratings, margins, times."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist, fmean, stdev

from siberia.arena.play import Result

# How many standard deviations to either side hold 95 % of a normal distribution.
CONFIDENCE = NormalDist().inv_cdf(0.975)

# How strong somebody is, and how uncertain that is: a mean and a standard deviation.
Rating = tuple[float, float]


@dataclass(frozen=True)
class Standing:
    """How one bot did. The interval holds 95 % of what may be expected of the win share."""

    bot: str
    games: int
    win_share: float
    low: float
    high: float
    rating: float
    uncertainty: float
    score: float
    margin: float
    thinking: float
    slowest: float
    # The win share without luck, where that was found, and its interval.
    adjusted: float | None = None
    adjusted_low: float | None = None
    adjusted_high: float | None = None


def standings(results: Iterable[Result]) -> list[Standing]:
    """Return how each bot did, the best first."""
    results = sorted(results, key=lambda result: result.number)
    rated = ratings(results)
    table = [standing(name, results, *rated[name]) for name in rated]
    return sorted(table, key=lambda row: -row.rating)


class Rater:
    """Rates players by a Plackett-Luce model, as openskill does, match after match.

    Whoever is not known yet begins like everybody. `anchors` are ratings that were found elsewhere:
    they count for the others, and stay as they are.
    """

    def __init__(self, anchors: Mapping[str, Rating] | None = None) -> None:
        # Not before it is wanted: intervals need no model.
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._anchors = frozenset(anchors or ())
        self._known = {
            name: self._model.rating(mu, sigma) for name, (mu, sigma) in (anchors or {}).items()
        }

    @property
    def ratings(self) -> dict[str, Rating]:
        """All ratings by now, each with its uncertainty."""
        return {name: (rating.mu, rating.sigma) for name, rating in self._known.items()}

    def add(self, players: Sequence[str], scores: Sequence[float]) -> None:
        """Rate the players of a match by what they had in the end.

        Where one sits twice, the match counts as one between each pair of different players.
        """
        for name in players:
            if name not in self._known:
                self._known[name] = self._model.rating()
        seats = list(enumerate(players))
        groups = [seats]
        if len(set(players)) < len(seats):
            groups = [[a, b] for a, b in combinations(seats, 2) if a[1] != b[1]]
        for group in groups:
            teams = self._model.rate(
                [[self._known[name]] for _, name in group],
                scores=[float(scores[seat]) for seat, _ in group],
            )
            for (_, name), (rating,) in zip(group, teams, strict=True):
                if name not in self._anchors:
                    self._known[name] = rating


def ratings(
    results: Iterable[Result], anchors: Mapping[str, Rating] | None = None
) -> dict[str, Rating]:
    """Rate the players of results, match after match."""
    rater = Rater(anchors)
    for result in results:
        rater.add(result.bots, result.scores)
    return rater.ratings


def standing(name: str, results: list[Result], rating: float, uncertainty: float) -> Standing:
    """Sum up what one bot did."""
    seats = [(r, seat) for r in results for seat, who in enumerate(r.bots) if who == name]
    shares = [r.shares[seat] for r, seat in seats]
    low, high = interval(seats)
    decisions = sum(r.decisions[seat] for r, seat in seats)
    thinking = sum(r.thinking[seat] for r, seat in seats)
    return Standing(
        bot=name,
        games=len(seats),
        win_share=fmean(shares),
        low=low,
        high=high,
        rating=rating,
        uncertainty=uncertainty,
        score=fmean(r.scores[seat] for r, seat in seats),
        margin=fmean(margin(r, seat) for r, seat in seats),
        thinking=thinking / decisions if decisions else 0.0,
        slowest=max(r.slowest[seat] for r, seat in seats),
        **adjusted(seats),
    )


def adjusted(seats: list[tuple[Result, int]]) -> dict[str, float]:
    """Return the win share without luck and its interval, where all luck was found.

    Luck is nothing on average, so that to take away any part of it changes nothing but how much
    results vary. They vary least without as much of it as it has decided: between the best nearly
    all, between those who make little of what they get, hardly any.
    """
    if not all(result.luck for result, _ in seats):
        return {}
    shares = by_deal((r.deal, r.shares[seat]) for r, seat in seats)
    lucks = by_deal((r.deal, r.luck[seat]) for r, seat in seats)
    part = decided(shares, lucks)
    rest = [share - part * luck for share, luck in zip(shares, lucks, strict=True)]
    mean, half = fmean(rest), 0.0
    if len(rest) > 1:
        half = CONFIDENCE * stdev(rest) / math.sqrt(len(rest))
    # Where all deals went the same way, luck had no part in it.
    low, high = (mean - half, mean + half) if half else interval(seats)
    return {"adjusted": mean, "adjusted_low": low, "adjusted_high": high}


def decided(shares: Sequence[float], lucks: Sequence[float]) -> float:
    """Return which part of luck has decided: from 0, none, to 1, all."""
    if len(shares) < 2 or (square := sum(luck * luck for luck in lucks)) == 0:
        return 1.0
    middle = fmean(shares)
    product = sum((s - middle) * luck for s, luck in zip(shares, lucks, strict=True))
    return min(1.0, max(0.0, product / square))


def margin(result: Result, seat: int) -> int:
    """Return by how much a seat was ahead of the best other, or behind."""
    return result.scores[seat] - max(s for i, s in enumerate(result.scores) if i != seat)


def interval(seats: list[tuple[Result, int]]) -> tuple[float, float]:
    """Return the 95 % interval of a win share.

    Matches over one deal are not independent, so deals are what is counted. Where all deals went
    the same way, their spread says nothing, and Wilson's interval is taken instead.
    """
    means = by_deal((result.deal, result.shares[seat]) for result, seat in seats)
    mean, count = fmean(means), len(means)
    spread = stdev(means) / math.sqrt(count) if count > 1 else 0.0
    if spread > 0:
        return max(0.0, mean - CONFIDENCE * spread), min(1.0, mean + CONFIDENCE * spread)
    return wilson(mean, count)


def by_deal(values: Iterable[tuple[int, float]]) -> list[float]:
    """Return the mean of each deal, of values that come with their deals."""
    found: dict[int, list[float]] = defaultdict(list)
    for deal, value in values:
        found[deal].append(value)
    return [fmean(of_deal) for of_deal in found.values()]


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share out of so many."""
    square = CONFIDENCE**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    root = math.sqrt(share * (1 - share) / count + square / (4 * count**2))
    half = CONFIDENCE / (1 + square / count) * root
    return max(0.0, middle - half), min(1.0, middle + half)


def wins_by_seat(results: Iterable[Result]) -> list[float]:
    """Return the share of wins of each seat, whoever sat there."""
    columns = zip(*(result.shares for result in results), strict=True)
    return [fmean(column) for column in columns]
