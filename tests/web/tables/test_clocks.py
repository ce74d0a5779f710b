"""Clocks at tables with a pace: what runs when, what it costs whom, and who keeps a seat warm."""

from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from siberia.web.tables.bot_queue import BotQueue
from siberia.web.tables.changes import Changes
from siberia.web.tables.clocks import clocks_of, counted, merged, next_due, out_of_time, to_warn
from siberia.web.tables.notices import Kind, Notices
from siberia.web.tables.service import Tables
from siberia.web.tables.store import Guest, open_store
from siberia.web.tables.table import Table
from siberia.web.tables.timekeeper import BEAT, SILENCE, Timekeeper
from tests.web.clocks import Clock
from tests.web.server import guest_seats, row

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
RESEARCH = ("place research",) * 6


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def time(monkeypatch):
    return Clock(monkeypatch, NOON)


class Thoughtless(BotQueue):
    """Bots that do not think: it is only told when they would."""

    def look_after(self, table: Table) -> None:
        self.tended = table.id


class Silent:
    """Brings nobody anything."""

    def send(self, guest: str, kind: Kind, table: str) -> None:
        """Bring nothing."""


class Listening(Timekeeper):
    """Tells who was warned."""

    def __init__(self, tables: Tables, bots: BotQueue) -> None:
        super().__init__(tables, bots, Notices(tables, Silent()))
        self.warned: list[int] = []

    async def warn(self, table: Table, seat: int) -> None:
        self.warned.append(seat)


class Place:
    """A store with tables, as one process holds them, and who looks after their clocks."""

    def __init__(self, store, time: Clock) -> None:
        self.store, self.time = store, time
        self.start()

    def start(self) -> None:
        """Begin as a process does that has just been started."""
        self.changes = Changes()
        self.tables = Tables(self.store, self.changes)
        self.bots = Thoughtless(self.tables, 1)
        self.keeper = Listening(self.tables, self.bots)

    async def table(self) -> Table:
        """The table, as its log stands."""
        found = await self.tables.get("t1")
        assert found is not None
        return found

    def later(self, **some: float) -> None:
        """Let some time go by, in which no server is there."""
        self.time.at += timedelta(**some)

    async def wait(self, **some: float) -> None:
        """Let some time go by, while a server is there."""
        self.later(**some)
        await self.store.clocks.beat(self.time.at, timedelta.max)

    async def look(self) -> None:
        """Look after the clocks, as is done again and again."""
        await self.keeper._look()

    async def play(self, seat: int | None = None) -> None:
        """Let whoever is to move play something that reveals nothing, if there is such a word."""
        table = await self.table()
        mover = table.match.to_move
        assert mover is not None
        word = table.match.legal()[0]
        guest = "" if table.seats.is_bot(mover) else f"guest{mover}"
        await self.tables.play(table, mover if seat is None else seat, table.seq, [word], guest)

    async def left(self) -> dict[int, str]:
        """What everybody has left, as minutes and seconds, with a star where it runs."""
        clocks = clocks_of(await self.table(), self.time.at)
        return {
            seat: f"{written(one.left)}{'*' if one.until else ''}" for seat, one in clocks.items()
        }


def written(time: timedelta) -> str:
    return f"{int(time.total_seconds()) // 60}:{int(time.total_seconds()) % 60:02}"


@asynccontextmanager
async def laid_out(folder, time: Clock, game: str = "card", kinds=("guest", "guest"), **more):
    store = await open_store(folder / "tables.db")
    for number in range(4):
        await store.guests.add(Guest(f"guest{number}", f"Player {number}", NOON))
    fields = {"pace": "20 minutes", "created": NOON, **more}
    await store.add_table(row(game, len(kinds), **fields), guest_seats("t1", kinds))
    place = Place(store, time)
    yield place
    await place.bots.close()
    await store.close()


# ------------------------------------------------------------ what runs when


async def test_without_a_pace_there_are_no_clocks(tmp_path, time):
    async with laid_out(tmp_path, time, pace="") as place:
        table = await place.table()
        await place.wait(days=300)
        assert clocks_of(table, time.at) == {}
        assert (out_of_time(table, time.at), to_warn(table, NOON, time.at)) == ([], [])
        await place.look()
        assert (await place.table()).awaited == (0,)
        assert not table.seats.is_bot(0)
        assert table.fold.moments is None


async def test_of_each_turn_some_seconds_are_free_and_the_rest_is_of_the_bank(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        assert await place.left() == {0: "20:15*", 1: "20:15"}
        await place.wait(seconds=10)
        assert await place.left() == {0: "20:05*", 1: "20:15"}
        await place.wait(seconds=10)
        clock = clocks_of(await place.table(), time.at)[0]
        # What is shown changes by itself, not by looking.
        assert (clock.bank, clock.until) == (
            timedelta(minutes=20),
            NOON + timedelta(minutes=20, seconds=15),
        )
        table = await place.table()
        while table.match.to_move == 0:
            await place.play()
        assert await place.left() == {0: "20:10", 1: "20:15*"}
        await place.wait(minutes=3)
        while table.match.to_move == 1:
            await place.play()
        # A new turn has seconds of its own.
        assert await place.left() == {0: "20:10*", 1: "17:30"}


async def test_all_words_of_a_turn_share_its_seconds(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        for _ in range(2):
            await place.wait(seconds=20)
            assert (await place.table()).match.to_move == 0
            await place.play()
        assert (await place.left())[0].startswith("19:35")


async def test_nobody_loses_time_before_all_seats_are_taken(tmp_path, time):
    async with laid_out(tmp_path, time, kinds=("guest", "open")) as place:
        await place.wait(hours=2)
        assert await place.left() == {0: "20:15"}
        table = await place.table()
        await place.tables.seating.claim(table, 1, 0, "guest1", "Bo")
        assert await place.left() == {0: "20:15*", 1: "20:15"}
        await place.wait(minutes=1)
        assert (await place.left())[0] == "19:15*"


async def test_what_a_bot_thinks_costs_nobody(tmp_path, time):
    async with laid_out(tmp_path, time, kinds=("guest", "easy"), start=1) as place:
        await place.wait(minutes=5)
        assert await place.left() == {0: "20:15"}
        table = await place.table()
        while table.match.to_move == 1:
            await place.play()
        await place.wait(minutes=1)
        assert await place.left() == {0: "19:15*"}


async def test_a_match_that_is_over_has_no_clocks(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        table = await place.table()
        while not table.match.is_over:
            await place.play()
        await place.wait(days=1)
        assert await place.left() == {}
        await place.look()
        assert await place.store.clocks.due(time.at, 9) == []


async def test_a_day_a_turn_is_for_each_turn(tmp_path, time):
    async with laid_out(tmp_path, time, pace="2 days") as place:
        await place.wait(hours=30)
        clock = clocks_of(await place.table(), time.at)[0]
        assert (clock.until, clock.bank) == (NOON + timedelta(days=2), timedelta(0))
        table = await place.table()
        while table.match.to_move == 0:
            await place.play()
        await place.wait(hours=30)
        while table.match.to_move == 1:
            await place.play()
        assert clocks_of(table, time.at)[0].until == time.at + timedelta(days=2)


# ------------------------------------------------------------ placing together, undo


async def test_while_all_place_every_clock_runs_until_its_seat_has_placed(tmp_path, time):
    async with laid_out(tmp_path, time, "board", ("guest", "guest", "guest")) as place:
        table = await place.table()
        await place.wait(minutes=1)
        await place.tables.plan(table, 1, 0, RESEARCH)
        await place.wait(minutes=1)
        assert await place.left() == {0: "18:15*", 1: "19:15", 2: "18:15*"}
        # Who takes the counters back has thought all the time.
        await place.tables.replan(table, 1, 0)
        assert (await place.left())[1] == "18:15*"
        await place.tables.plan(table, 1, 0, RESEARCH)
        await place.tables.plan(table, 2, 0, RESEARCH)
        await place.wait(minutes=1)
        before = await place.left()
        await place.tables.plan(table, 0, 0, RESEARCH)
        assert before == {0: "17:15*", 1: "18:15", 2: "18:15"}
        assert table.match.to_move == 0
        # Now a turn begins, with seconds of its own.
        assert await place.left() == {0: "17:30*", 1: "18:30", 2: "18:30"}
        # And whoever reads the log anew is told the same.
        place.start()
        assert await place.left() == {0: "17:30*", 1: "18:30", 2: "18:30"}


async def researched(place: Place) -> None:
    """Come to where seat 1 is asked and the last word of seat 0 can be taken back."""
    table = await place.table()
    for seat in (0, 1):
        await place.tables.plan(table, seat, 0, RESEARCH)
    while table.match.to_move == 0:
        await place.play()
    assert table.undoable(0, "guest0")


async def test_who_takes_a_word_back_pays_for_what_others_thought_of_it(tmp_path, time):
    async with laid_out(tmp_path, time, "board") as place:
        await researched(place)
        table = await place.table()
        await place.wait(minutes=2)
        assert await place.left() == {0: "20:15", 1: "18:15*"}
        await place.tables.undo(table, 0, table.seq, "guest0")
        assert await place.left() == {0: "18:15*", 1: "20:15"}
        await place.wait(minutes=1)
        await place.play()
        assert await place.left() == {0: "17:30", 1: "20:15*"}
        place.start()
        assert await place.left() == {0: "17:30", 1: "20:15*"}


# ------------------------------------------------------------ warning, and out of time


async def test_a_warning_comes_once_and_then_a_bot_keeps_the_seat(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        for _ in range(3):
            await place.look()
        await place.wait(minutes=18, seconds=14)
        await place.look()
        assert place.keeper.warned == []
        await place.wait(seconds=1)
        for _ in range(3):
            await place.look()
        assert place.keeper.warned == [0]
        await place.wait(minutes=2)
        await place.look()
        table = await place.table()
        assert table.seats.is_kept_for(0, "guest0")
        assert table.seatings[-1].reason == "time"
        assert place.bots.tended == "t1"
        assert await place.left() == {1: "20:15"}
        await place.look()
        assert (len(table.seatings), place.keeper.warned) == (1, [0])


async def test_who_comes_back_has_a_tenth_and_then_half_of_that(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        await place.look()
        await place.wait(minutes=21)
        await place.look()
        table = await place.table()
        await place.wait(hours=3)
        await place.tables.seating.give(table, replace(table.seats[0], kind="guest", level=None))
        clock = clocks_of(table, time.at)[0]
        assert clock.left == timedelta(minutes=2)
        assert clock.until == time.at + clock.bank == time.at + clock.left
        await place.wait(minutes=1)
        again = clocks_of(table, time.at)[0]
        assert (again.until, again.bank) == (clock.until, clock.bank)
        await place.wait(minutes=1)
        await place.look()
        assert table.seats.is_bot(0)
        await place.tables.seating.give(table, replace(table.seats[0], kind="guest", level=None))
        assert await place.left() == {0: "1:00*", 1: "20:15"}
        while table.match.to_move == 0:
            await place.play()
        assert await place.left() == {0: "1:15", 1: "20:15*"}
        place.start()
        assert await place.left() == {0: "1:15", 1: "20:15*"}


async def test_by_days_who_comes_back_has_a_day_at_the_most(tmp_path, time):
    for days, hours in (("7 days", 16.8), ("2 days", 4.8)):
        folder = tmp_path / days
        folder.mkdir()
        time.at = NOON
        async with laid_out(folder, time, pace=days) as place:
            await place.look()
            await place.wait(days=8)
            await place.look()
            table = await place.table()
            assert table.seats.is_bot(0)
            await place.tables.seating.give(
                table, replace(table.seats[0], kind="guest", level=None)
            )
            assert clocks_of(table, time.at)[0].left == timedelta(hours=hours)


async def test_who_left_and_comes_back_in_time_has_what_was_left(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        await place.play()
        await place.wait(minutes=5)
        table = await place.table()
        await place.tables.seating.leave(table, "guest0")
        await place.wait(minutes=30)
        await place.tables.seating.come_back(table, "guest0")
        assert await place.left() == {0: "15:15*", 1: "20:15"}


async def test_whoever_moved_at_the_last_moment_stays(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        await place.look()
        await place.wait(minutes=21)
        table = await place.table()
        # Another process has stored a word of which this one has not heard.
        await place.store.append("t1", table.seq, [table.match.legal()[0]], guest="guest0")
        assert await place.tables.seating.time_out(table) == []
        assert not (await place.table()).seats.is_bot(0)


async def test_of_two_processes_one_acts(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        await place.look()
        other = Place(place.store, time)
        await place.wait(minutes=18, seconds=15)
        for one in (place, other, place, other):
            await one.look()
        assert place.keeper.warned + other.keeper.warned == [0]
        await place.wait(minutes=3)
        table = await other.table()
        assert await other.tables.seating.time_out(table) == [0]
        await place.look()
        assert len((await place.table()).seatings) == 1


# ------------------------------------------------------------ when no server is there


async def test_a_server_that_was_not_there_costs_nobody_time(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        place.later(minutes=1)
        await place.look()
        place.later(minutes=1)
        await place.look()
        assert (await place.left())[0] == "18:15*"
        # The machine stands still for an hour, and is started again.
        place.later(hours=1)
        place.start()
        await place.keeper.begin()
        assert (await place.left())[0] == "18:15*"
        place.later(minutes=1)
        assert (await place.left())[0] == "17:15*"
        await place.look()
        assert not (await place.table()).seats.is_bot(0)
        # The words of before and after count as ever.
        await place.play()
        place.start()
        await place.keeper.begin()
        assert (await place.left())[0] == "17:15*"


async def test_a_laptop_that_was_closed_costs_nobody_time(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        await place.look()
        place.later(hours=5)
        await place.look()
        assert await place.left() == {0: "20:15*", 1: "20:15"}
        assert len(await place.store.clocks.pauses()) == 1
        for _ in range(4):
            place.later(seconds=BEAT.total_seconds())
            await place.look()
        assert len(await place.store.clocks.pauses()) == 1
        assert await place.left() == {0: "18:55*", 1: "20:15"}


async def test_a_pause_that_another_process_noted_is_heard_of_before_anybody_is_out(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        other = Place(place.store, time)
        await other.look()
        time.at += SILENCE / 4
        await place.look()
        # Neither was there; the other one is first again.
        place.later(hours=5)
        place.keeper._beaten = time.at
        await other.look()
        table = await place.table()
        assert out_of_time(table, time.at) == [0]
        await place.store.clocks.set_due(
            "t1", (await place.store.clocks.due(time.at + timedelta(days=9), 1))[0][1], NOON
        )
        await place.look()
        assert out_of_time(table, time.at) == []
        assert not table.seats.is_bot(0)


# ------------------------------------------------------------ when to look


async def test_nobody_can_run_low_before_the_table_is_due(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        table = await place.table()
        while not table.match.is_over:
            due = next_due(table, time.at)
            clocks = clocks_of(table, time.at)
            for clock in clocks.values():
                if clock.until and clock.left > timedelta(minutes=2):
                    assert due <= clock.until - timedelta(minutes=2)
                elif clock.until:
                    assert due <= clock.until
            await place.wait(seconds=20)
            await place.play()
            if out_of_time(table, time.at):
                break
        assert next_due(table, time.at) > time.at


async def test_few_looks_are_enough_for_a_match(tmp_path, time):
    """A word costs nothing more: only what is due is looked at."""
    async with laid_out(tmp_path, time) as place:
        looks = 0
        table = await place.table()
        while not table.match.is_over:
            await place.wait(seconds=8)
            looks += len(await place.store.clocks.due(time.at, 9))
            await place.look()
            await place.play()
        assert table.seq > 30
        assert looks < 4
        assert place.keeper.warned == []


async def test_a_table_that_cannot_be_continued_keeps_no_other_waiting(tmp_path, time):
    async with laid_out(tmp_path, time) as place:
        broken = row("card", 2, "broken", pace="2 days", created=NOON, components="another box")
        await place.store.add_table(broken, guest_seats("broken", ["guest", "guest"]))
        for _ in range(2):
            await place.look()
            await place.wait(minutes=21)
        assert (await place.table()).seats.is_bot(0)


def test_spans_and_what_lies_between():
    def at(second: int) -> datetime:
        return NOON + timedelta(seconds=second)

    gaps = merged([(at(5), at(7)), (at(1), at(3)), (at(2), at(4))])
    assert gaps == [(at(1), at(4)), (at(5), at(7))]
    assert counted(at(0), at(10), gaps) == timedelta(seconds=5)
    assert counted(at(2), at(6), gaps) == timedelta(seconds=1)
    assert counted(at(3), at(1), gaps) == timedelta(0)
