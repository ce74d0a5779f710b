"""How much time everybody has left at a table with a pace. All of it is told from the log.

A seat's clock runs while a person sits there who must decide something, nobody's seat is open, and
a server is there; of each turn the first seconds, or days, are free, and what it takes beyond is
from the seat's bank. What bots think costs nobody. Who takes a word back has what passed since that
word on their own clock, and who takes their counters back and places anew the time until then. Who
had no time left and comes back has a tenth of all there was, the next time half of that, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from siberia.web.tables.fold import DecisionMoment
from siberia.web.tables.pace import Pace
from siberia.web.tables.store.rows import Seating, SeatKind

if TYPE_CHECKING:
    from siberia.web.tables.table import Table

NONE = timedelta(0)
# Of each turn that is played live so much is free.
FREE = timedelta(seconds=15)
# Who has only this part of all time left is warned; so much has who comes back.
TENTH = 10
# A day is enough to come back to in a match by days.
LONGEST_RETURN = timedelta(days=1)
# How soon to look again whether a bot goes on, and whether a seat that is out of time was kept.
SOON = timedelta(seconds=30)
# Where no clock can run.
LATER = timedelta(days=7)

Span = tuple[datetime, datetime]


class Pauses:
    """When no server was there to look at clocks: told to every table of this process."""

    def __init__(self) -> None:
        self.spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a pace gives each seat: so much of each turn, and so much for all of the match."""

    free: timedelta
    bank: timedelta

    @property
    def warning(self) -> timedelta:
        """Who has no more than this left is warned."""
        return (self.bank or self.free) / TENTH

    def after_return(self, times: int) -> timedelta:
        """Return what somebody has who has come back so many times before."""
        return min((self.bank or self.free) / TENTH, LONGEST_RETURN) / float(2**times)


def allowance_of(pace: Pace) -> Allowance:
    """Return what a pace gives each seat."""
    if pace.unit == "days":
        return Allowance(timedelta(days=pace.amount), NONE)
    return Allowance(FREE, timedelta(minutes=pace.amount))


@dataclass(slots=True)
class Account:
    """What a seat has used: of its turn, and of its bank."""

    turn: int = -1
    used: timedelta = NONE
    spent: timedelta = NONE
    returns: int = 0

    def left(self, allowed: Allowance) -> timedelta:
        """Return what is left of this turn and of the bank together."""
        return max(NONE, allowed.free - self.used) + max(NONE, allowed.bank - self.spent)

    def charge(self, allowed: Allowance, turn: int, time: timedelta) -> None:
        """Count what somebody thought in a turn."""
        if turn != self.turn:
            self.turn, self.used = turn, NONE
        before = max(NONE, self.used - allowed.free)
        self.used += time
        self.spent += max(NONE, self.used - allowed.free) - before

    def come_back(self, allowed: Allowance) -> None:
        """Give who comes back without time enough to go on with."""
        given = allowed.after_return(self.returns)
        self.returns += 1
        if self.left(allowed) < given:
            of_bank = min(allowed.bank, given)
            self.spent = allowed.bank - of_bank
            self.used = allowed.free - (given - of_bank)


class Thought(NamedTuple):
    """A seat had something to decide in a turn, from when to when."""

    seat: int
    turn: int
    began: datetime
    ended: datetime


class WordPlayed(NamedTuple):
    """A word that stands: whose it is, when it was played, and how many thoughts came before."""

    seat: int
    turn: int
    at: datetime
    thoughts: int


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has left, of it what is left of its bank; and, if it runs, until when.

    If it does not, it has all that is free of its next turn. Of a clock that runs the bank is as it
    was when this decision began.
    """

    left: timedelta
    bank: timedelta
    until: datetime | None = None

    def is_low(self, allowed: Allowance) -> bool:
        """Whether a warning is due, if it runs, or has been for long."""
        return self.left <= allowed.warning


class Told(NamedTuple):
    """What each seat has used up to the last word, when its clock stood still, and its returns."""

    accounts: list[Account]
    gaps: list[list[Span]]
    returns: list[list[datetime]]


class Clocks:
    """The clocks of a table, told from its log as it grows."""

    def __init__(self, pace: Pace, opened: datetime, pauses: Pauses) -> None:
        self.pace = pace
        self.allowed = allowance_of(pace)
        self._pauses = pauses
        self._thoughts: list[Thought] = []
        self._played: list[WordPlayed] = []
        self._entries = 0
        # When this decision began, and when all began to place, if they do.
        self.since = opened
        self._placing: datetime | None = None
        # What was last told, and of what.
        self._told: Told | None = None
        self._told_of: object = None

    def take_in(self, moments: Sequence[DecisionMoment | None], times: Sequence[datetime]) -> None:
        """Go on with what a log has beyond what was taken in already."""
        for moment, at in zip(moments[self._entries :], times, strict=True):
            if moment is None:
                self._take_back(at)
            else:
                self._play(moment, at)
            self.since = max(self.since, at)
        self._entries = len(moments)

    def _play(self, moment: DecisionMoment, at: datetime) -> None:
        began = self.since
        if moment.is_placing:
            # All began together, and who was asked later than others did not think after them.
            began = self._placing = self._placing or self.since
        else:
            self._placing = None
        self._add(Thought(moment.seat, moment.turn, began, at))
        self._played.append(WordPlayed(moment.seat, moment.turn, at, len(self._thoughts)))

    def _take_back(self, at: datetime) -> None:
        seat, turn, since, thoughts = self._played.pop()
        del self._thoughts[thoughts:]
        self._add(Thought(seat, turn, since, at))

    def _add(self, thought: Thought) -> None:
        # All that is placed by a seat is one thought.
        last = self._thoughts[-1] if self._thoughts else None
        is_same = last and (last.seat, *last[2:]) == (thought.seat, *thought[2:])
        if thought.began < thought.ended and not is_same:
            self._thoughts.append(thought)

    # ------------------------------------------------------------ what is left

    def read(self, table: Table, now: datetime) -> dict[int, Clock]:
        """Return the clocks of all seats where people sit, as they stand now."""
        running = running_seats(table)
        people = [row.number for row in table.seats if row.kind == "guest"]
        return {seat: self._clock(table, seat, now, runs=seat in running) for seat in people}

    def _clock(self, table: Table, seat: int, now: datetime, *, runs: bool) -> Clock:
        told, allowed, plan = self._tell(table), self.allowed, table.plans.get(seat)
        before = told.accounts[seat]
        after = replace(before)
        if runs or plan:
            # All place at once, though the engine counts a turn for each of them.
            turn = table.match.turn + (seat if table.is_placing else 0)
            ended = plan.at or now if plan else now
            thought = Thought(seat, turn, self.since, ended)
            self._count(after, thought, told.gaps[seat], told.returns[seat])
        self._return(after, told.returns[seat], now)
        if not runs:
            bank = max(NONE, allowed.bank - after.spent)
            return Clock(after.left(allowed) if plan else bank + allowed.free, bank)
        # What stays the same while it runs: nothing that is shown of it changes by looking.
        bank = max(NONE, allowed.bank - before.spent)
        if after.returns > before.returns:
            bank = min(allowed.bank, allowed.after_return(after.returns - 1))
        left = after.left(allowed)
        return Clock(left, bank, now + left)

    def _tell(self, table: Table) -> Told:
        """Return what follows from the log: told anew when it, or who sits there, is another."""
        kinds = tuple(row.kind for row in table.seats)
        told_of = (self._entries, kinds, len(table.seatings), self._pauses.spans)
        if self._told is None or self._told_of != told_of:
            gaps, returns = held(kinds, table.seatings, self._pauses.spans)
            accounts = [Account() for _ in kinds]
            for thought in self._thoughts:
                seat = thought.seat
                self._count(accounts[seat], thought, gaps[seat], returns[seat])
            self._told, self._told_of = Told(accounts, gaps, returns), told_of
        return self._told

    def _count(
        self, account: Account, thought: Thought, gaps: Sequence[Span], returns: Sequence[datetime]
    ) -> None:
        """Count a thought; who came back meanwhile has something more from then on."""
        began = thought.began
        self._return(account, returns, began)
        for at in returns[account.returns :]:
            if at >= thought.ended:
                break
            account.charge(self.allowed, thought.turn, counted(began, at, gaps))
            account.come_back(self.allowed)
            began = at
        account.charge(self.allowed, thought.turn, counted(began, thought.ended, gaps))

    def _return(self, account: Account, returns: Sequence[datetime], until: datetime) -> None:
        for at in returns[account.returns :]:
            if at > until:
                break
            account.come_back(self.allowed)


def running_seats(table: Table) -> frozenset[int]:
    """Return the seats whose clocks run: people who must decide, where nobody is missing."""
    kinds = [row.kind for row in table.seats]
    if "open" in kinds:
        return frozenset()
    return frozenset(seat for seat in table.awaited if kinds[seat] == "guest")


def held(
    kinds: Sequence[SeatKind], seatings: Sequence[Seating], pauses: Iterable[Span]
) -> tuple[list[list[Span]], list[list[datetime]]]:
    """Return for each seat when its clock stood still, and when its player came back to no time."""
    seats = list(kinds)
    for seating in reversed(seatings):
        seats[seating.seat] = seating.was
    gaps: list[list[Span]] = [list(pauses) for _ in seats]
    returns: list[list[datetime]] = [[] for _ in seats]
    is_out: set[int] = set()
    since = datetime.min.replace(tzinfo=UTC)
    for seating in seatings:
        note_gaps(gaps, seats, since, seating.at)
        seats[seating.seat], since = seating.kind, seating.at
        if seating.reason == "time":
            is_out.add(seating.seat)
        elif seating.kind == "guest" and seating.seat in is_out:
            is_out.discard(seating.seat)
            returns[seating.seat].append(seating.at)
    note_gaps(gaps, seats, since, datetime.max.replace(tzinfo=UTC))
    return [merged(spans) for spans in gaps], returns


def note_gaps(
    gaps: list[list[Span]], seats: Sequence[SeatKind], began: datetime, ended: datetime
) -> None:
    """Note for each seat, if people sat there so for some time, whether its clock stood still."""
    for seat, kind in enumerate(seats):
        if kind != "guest" or "open" in seats:
            gaps[seat].append((began, ended))


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that touch as one."""
    found: list[Span] = []
    for began, ended in sorted(spans):
        if found and began <= found[-1][1]:
            found[-1] = found[-1][0], max(ended, found[-1][1])
        else:
            found.append((began, ended))
    return found


def counted(began: datetime, ended: datetime, gaps: Sequence[Span]) -> timedelta:
    """Return how long it was from one time to another, without what lies in gaps."""
    time = max(NONE, ended - began)
    for first, last in gaps:
        if first >= ended:
            break
        time -= max(NONE, min(ended, last) - max(began, first))
    return time


# ------------------------------------------------------------ for those who look after them


def clocks_of(table: Table, now: datetime) -> dict[int, Clock]:
    """Return the clocks of a table by seat; none where it has no pace, or its match is over."""
    if table.clocks is None or table.match.is_over:
        return {}
    return table.clocks.read(table, now)


def out_of_time(table: Table, now: datetime) -> list[int]:
    """Return the seats whose players must decide and have no time left."""
    return [s for s, clock in clocks_of(table, now).items() if clock.until and not clock.left]


def to_warn(table: Table, since: datetime, now: datetime) -> list[int]:
    """Return who is to be warned: whose clock, running, has come to its last tenth since then."""
    if table.clocks is None:
        return []
    warning = table.clocks.allowed.warning
    return [
        seat
        for seat, clock in clocks_of(table, now).items()
        if clock.until and clock.left and since <= clock.until - warning <= now
    ]


def next_due(table: Table, now: datetime) -> datetime:
    """Return a time before which nobody at a table can come to their last tenth, or run out.

    Whoever is not awaited now will have all that is free of a turn before that.
    """
    found = [now + LATER]
    if any(table.seats.is_bot(seat) for seat in table.awaited):
        found.append(now + SOON)
    for clock in clocks_of(table, now).values():
        assert table.clocks
        allowed = table.clocks.allowed
        left = clock.left
        found.append(now + (left - allowed.warning if left > allowed.warning else left or SOON))
    return min(found)
