"""The ladder: how strong people and bots are, by game and number of players, from tables of
strangers.

Nothing of it is stored. It is folded from finished tables in the order of their end, by what each
process holds in memory; when something has come, only that is added.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType

from siberia.arena.anchors import MIDDLE, anchors
from siberia.arena.play import Result
from siberia.arena.ratings import CONFIDENCE, Rater, Rating, adjusted, standing
from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS
from siberia.match.games import GAMES
from siberia.web.tables.balances import Balances, BySeat
from siberia.web.tables.endings import Ended, Endings
from siberia.web.tables.lobby import Kept
from siberia.web.tables.offered import AWAY
from siberia.web.tables.store import Store
from siberia.web.tables.store.ladder import LadderMark
from siberia.web.tables.store.rows import LobbySeat, SeatedTable, SeatRow

# How ratings are told: who is not known yet begins at so many points, and so many make one of
# openskill's. Then 200 more win three of four matches for two, as with Elo's numbers.
POINTS_IN_THE_MIDDLE = 1500
POINTS_EACH = 30
# A rating is provisional while so many points or more lie between the ends of its interval.
WIDEST = 600
BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)
LADDERS = tuple((game, n) for game in GAMES for n in range(FEWEST_SEATS, MOST_SEATS + 1))

# A game and a number of players: each has a ladder of its own.
LadderName = tuple[str, int]


# ------------------------------------------------------------ what counts


def may_count(seats: Sequence[SeatRow | LobbySeat]) -> bool:
    """Whether the people of a table are strangers, or will be: one may have opened it, and all
    others come because it is open to anyone. Nobody sits there twice.
    """
    people = [seat for seat in seats if seat.kind != "bot" or seat.guest is not None]
    known = [seat.guest for seat in people if seat.guest is not None]
    others = sum(seat.anyone and not seat.invited for seat in people)
    return len(people) > 1 and len(set(known)) == len(known) and others >= len(people) - 1


def counts(seats: Sequence[SeatRow], *, changed_hands: bool) -> bool:
    """Whether a finished match is rated: among strangers, and all of them played all of it."""
    return may_count(seats) and not changed_hands and all(map(plays, seats))


def plays(seat: SeatRow) -> bool:
    """Whether a seat is that of whoever plays there, and no bot keeps it for somebody."""
    if seat.kind == "bot":
        return seat.guest is None and not (seat.level or "").endswith(AWAY)
    return seat.kind == "guest"


def left_by(seats: Sequence[SeatRow]) -> list[str]:
    """Return the guests who did not come back to a match that would have counted."""
    if not may_count(seats):
        return []
    return [seat.guest for seat in seats if seat.kind == "bot" and seat.guest is not None]


def player_of(seat: SeatRow) -> str:
    """Return by what a player is known from match to match; who is forgotten is nobody's other."""
    if seat.kind == "bot":
        return f"bot {seat.level}"
    return person(seat.guest) if seat.guest else f"gone {seat.table} {seat.number}"


def person(guest: str) -> str:
    """Return by what a guest is known."""
    return f"guest {guest}"


# ------------------------------------------------------------ what is shown


@dataclass(frozen=True, slots=True)
class ShareOfWins:
    """A share of wins, what it was counted in, and between what it may lie."""

    matches: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """Where somebody stands: a guest who wants to be shown, or a bot of some level."""

    guest: str | None
    name: str
    level: str | None
    rating: Rating
    # Whether it was measured in arenas, and stays as it is.
    is_measured: bool
    # How many matches counted, and how many more were left before their end.
    matches: int
    left: int
    # None where nothing was played; and without luck, None where nothing was reviewed.
    won: ShareOfWins | None
    without_luck: ShareOfWins | None

    @property
    def points(self) -> int:
        """The rating as it is told."""
        return points(self.rating[0])

    @property
    def interval(self) -> tuple[int, int]:
        """Between what it lies, by 95 %."""
        mean, half = self.rating[0], CONFIDENCE * self.rating[1]
        return points(mean - half), points(mean + half)

    @property
    def is_provisional(self) -> bool:
        """Whether too little was played to say much."""
        width = 2 * CONFIDENCE * POINTS_EACH * self.rating[1]
        return width >= WIDEST and not self.is_measured


def points(rating: float) -> int:
    """Return a rating of openskill's as it is told: never less than nothing."""
    return max(0, round(POINTS_IN_THE_MIDDLE + POINTS_EACH * (rating - MIDDLE)))


# ------------------------------------------------------------ one game, so many players


class OneLadder:
    """All who have played one game among so many."""

    def __init__(self, game: str, seats: int) -> None:
        self._anchors = {f"bot {level}": at for level, at in anchors(game, seats).items()}
        self._rater = Rater(self._anchors)
        self._played: defaultdict[str, list[tuple[str, Result]]] = defaultdict(list)
        self._left: Counter[str] = Counter()
        self._matches = 0
        # What was told of somebody after so many matches and reviews.
        self._told: dict[str, tuple[int, int, ShareOfWins | None, ShareOfWins | None]] = {}

    def add(self, ended: Ended) -> None:
        """Rate a match."""
        result = result_of(ended, self._matches)
        self._matches += 1
        self._rater.add(result.bots, result.scores)
        for player in result.bots:
            # A level may sit there twice, and all of that is told at once.
            if not self._played[player] or self._played[player][-1][1] is not result:
                self._played[player].append((ended.row.id, result))

    def add_left(self, guest: str) -> None:
        """Note that somebody left a match for good."""
        self._left[person(guest)] += 1

    def places(
        self, people: Mapping[str, str], lucks: Mapping[str, BySeat]
    ) -> tuple[LadderPlace, ...]:
        """Return where everybody stands who is shown, the best first."""
        rated = self._rater.ratings
        found = [
            self._place(player, rated[player], lucks, level=player.removeprefix("bot "))
            for player in rated
            if player.startswith("bot ")
        ]
        found += [
            self._place(person(guest), rated[person(guest)], lucks, guest=guest, name=name)
            for guest, name in people.items()
            if person(guest) in rated
        ]
        return tuple(sorted(found, key=lambda place: (place.is_provisional, -place.rating[0])))

    def _place(
        self,
        player: str,
        rating: Rating,
        lucks: Mapping[str, BySeat],
        *,
        guest: str | None = None,
        name: str = "",
        level: str | None = None,
    ) -> LadderPlace:
        won, without_luck = self._shares(player, lucks)
        is_measured, matches = player in self._anchors, len(self._played[player])
        about = (guest, name, level, rating, is_measured, matches, self._left[player])
        return LadderPlace(*about, won, without_luck)

    def _shares(
        self, player: str, lucks: Mapping[str, BySeat]
    ) -> tuple[ShareOfWins | None, ShareOfWins | None]:
        """Return the share of wins, and that without luck in the matches that were reviewed."""
        played = self._played[player]
        reviewed = [(result, lucks[table]) for table, result in played if table in lucks]
        known = self._told.get(player)
        if known is None or known[:2] != (len(played), len(reviewed)):
            won = plain(player, [result for _, result in played])
            known = (len(played), len(reviewed), won, without(player, reviewed))
            self._told[player] = known
        return known[2:]


def result_of(ended: Ended, number: int) -> Result:
    """Return a match as arenas know it: a deal of its own, between players."""
    seats, outcome = ended.table.seats, ended.result
    winners = [seat.number for seat in seats if outcome.has_won(seat.number)]
    nothing = (0,) * len(seats)
    return Result(
        number=number,
        deal=number,
        bots=tuple(map(player_of, seats)),
        scores=outcome.scores,
        shares=tuple((n in winners) / len(winners) for n in range(len(seats))),
        words=0,
        ending="",
        decisions=nothing,
        thinking=nothing,
        slowest=nothing,
    )


def plain(player: str, results: list[Result]) -> ShareOfWins | None:
    """Return which share of matches somebody has won."""
    if not results:
        return None
    row = standing(player, results, 0, 0)
    return ShareOfWins(len(results), row.win_share, row.low, row.high)


def without(player: str, reviewed: Iterable[tuple[Result, BySeat]]) -> ShareOfWins | None:
    """Return the same of matches that were reviewed, without luck."""
    results = [
        replace(result, luck=tuple(seat.luck / 100 for seat in by_seat))
        for result, by_seat in reviewed
        if len(by_seat) == len(result.bots)
    ]
    seats = [(r, seat) for r in results for seat, who in enumerate(r.bots) if who == player]
    if not seats:
        return None
    row = adjusted(seats)
    ends = (row[name] for name in ("adjusted", "adjusted_low", "adjusted_high"))
    # Luck is only estimated, and may leave somebody with more than all or less than nothing.
    return ShareOfWins(len(results), *(min(1.0, max(0.0, end)) for end in ends))


# ------------------------------------------------------------ all of them

Places = Mapping[LadderName, tuple[LadderPlace, ...]]


class Ladder:
    """The ladders of a store."""

    def __init__(self, store: Store, endings: Endings, balances: Balances) -> None:
        self._store = store
        self._endings = endings
        self._balances = balances
        self._kept: Kept[Places] = Kept(self._look)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._ladders: dict[LadderName, OneLadder] = {}
        self._seen: set[str] = set()
        self._since = BEFORE_ALL
        self._mark: LadderMark | None = None
        self._lucks: Mapping[str, BySeat] = {}

    async def places(self, game: str, seats: int) -> tuple[LadderPlace, ...]:
        """Return where everybody stands who is shown, the best first."""
        return (await self._kept.get())[game, seats]

    async def all_places(self) -> Places:
        """Return the same of every game and number of players."""
        return await self._kept.get()

    async def show(self, guest: str, *, shown: bool) -> None:
        """Show a guest from now on, or no longer."""
        await self._store.ladder.show(guest, shown=shown)
        self.expire()

    def expire(self) -> None:
        """Look again: something was done here that is to be seen at once."""
        self._kept.expire()

    async def _look(self) -> Places:
        mark = await self._store.ladder.mark()
        if mark != self._mark:
            if self._mark is not None and mark.gone != self._mark.gone:
                self._begin_anew()
            await self._go_on(mark)
        people = await self._store.ladder.people()
        return await asyncio.to_thread(self._all_places, people)

    async def _go_on(self, mark: LadderMark) -> None:
        """Add what was finished since; all anew if that is not how things came to this."""
        found = await self._new_tables()
        if len(self._seen) + len(found) != mark.tables and self._seen:
            self._begin_anew()
            found = await self._new_tables()
        changed = await self._store.ladder.changed_hands(self._since)
        counted = [
            table for table in found if counts(table.seats, changed_hands=table.row.id in changed)
        ]
        ended = await self._endings.of(counted)
        await asyncio.to_thread(self._add, ended, found)
        reviews = await self._store.ladder.reviewed()
        self._lucks, self._mark = await self._balances.of_reviews(reviews), mark

    async def _new_tables(self) -> list[SeatedTable]:
        """Return the tables that were not seen yet, in the order of their end."""
        found = await self._store.ladder.over_since(self._since)
        new = [table for table in found if table.row.id not in self._seen]
        return sorted(new, key=lambda table: (end_of(table), table.row.id))

    def _add(self, ended: Sequence[Ended], found: Sequence[SeatedTable]) -> None:
        for one in ended:
            self._ladder(one.row.game, one.row.seats).add(one)
        for table in found:
            for guest in left_by(table.seats):
                self._ladder(table.row.game, table.row.seats).add_left(guest)
            self._seen.add(table.row.id)
            self._since = end_of(table)

    def _ladder(self, game: str, seats: int) -> OneLadder:
        if (game, seats) not in self._ladders:
            self._ladders[game, seats] = OneLadder(game, seats)
        return self._ladders[game, seats]

    def _all_places(self, people: Mapping[str, str]) -> Places:
        return MappingProxyType(
            {name: self._ladder(*name).places(people, self._lucks) for name in LADDERS}
        )


def end_of(table: SeatedTable) -> datetime:
    """Return when a finished table was over."""
    return table.row.finished or BEFORE_ALL
