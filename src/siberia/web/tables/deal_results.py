"""How a day's deals went: the tries that count of all who played them, and the expert's."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from siberia.match.games import GAMES
from siberia.web.tables.days import EXPERT, PLAYER, is_in_time
from siberia.web.tables.endings import Ended, Endings
from siberia.web.tables.store import Store

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class DealResults:
    """How one deal went."""

    game: str
    # Those of people who ended in time, the best first.
    tries: tuple[Ended, ...]
    # None while the expert plays.
    expert: Ended | None

    @property
    def middle(self) -> int:
        """What the one in the middle had, or both in the middle on average."""
        return round(statistics.median(score_of(one) for one in self.tries))

    def of(self, guest: str) -> Ended | None:
        """Return a guest's own try."""
        return next((one for one in self.tries if one.row.owner == guest), None)

    def share_below(self, own: Ended) -> float | None:
        """Return which share of the others ended below a try; None where there are no others."""
        others = len(self.tries) - 1
        below = sum(score_of(one) < score_of(own) for one in self.tries)
        return below / others if others else None

    def beats_expert(self, own: Ended) -> bool:
        """Whether a try ended above the expert's."""
        return self.expert is not None and score_of(own) > score_of(self.expert)


def score_of(ended: Ended) -> int:
    """Return what whoever tried a deal had in the end."""
    return ended.result.scores[PLAYER]


async def results_of_day(store: Store, endings: Endings, day: date) -> dict[str, DealResults]:
    """Return how the deals of a day went, by game."""
    ended = await endings.of(await store.days.tries_at(day))
    return {game: deal_results(game, ended) for game in GAMES}


def deal_results(game: str, ended: Iterable[Ended]) -> DealResults:
    """Return how a game's deal went, out of all that ended on its day."""
    of_game = [one for one in ended if one.row.game == game]
    people = [one for one in of_game if one.row.owner != EXPERT and is_in_time(one.row)]
    people.sort(key=lambda one: (-score_of(one), one.row.finished))
    expert = next((one for one in of_game if one.row.owner == EXPERT), None)
    return DealResults(game, tuple(people), expert)


@dataclass(frozen=True)
class Streak:
    """How many days in a row somebody has played, by now and at most."""

    now: int
    longest: int


def streak(days: Iterable[date], today: date) -> Streak:
    """Count days in a row. Today need not be played yet: it is not over."""
    longest = length = 0
    last: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if last == day - ONE_DAY else 1
        longest, last = max(longest, length), day
    is_on = last is not None and last >= today - ONE_DAY
    return Streak(length if is_on else 0, longest)
