"""The ladder: what counts for it, and that it is what the arena makes of the same results."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from siberia.arena.anchors import anchors
from siberia.arena.ratings import ratings
from siberia.web.tables.balances import Balances
from siberia.web.tables.endings import Endings
from siberia.web.tables.ladder import LADDERS, Ladder, points, result_of
from siberia.web.tables.lobby import Kept
from siberia.web.tables.store import Guest
from siberia.web.tables.store.rows import ReviewRow, SeatedTable
from tests.web.climbing import BEGIN, finished, guests, stranger, words_of
from tests.web.databases import KINDS, new_database, opener
from tests.web.server import NOON, guest_seats, row

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=KINDS)
async def store(request, tmp_path):
    async with new_database(request.param, tmp_path) as place, opener(place) as opened:
        store = await opened()
        await guests(store, "Anna", "Boris", "Chen", "Dana")
        yield store


def ladder(store) -> Ladder:
    """A ladder as another process has it, that has seen nothing yet."""
    return Ladder(store, Endings(store), Balances(store))


async def standing(store, made=None, game="card", seats=2):
    made = made or ladder(store)
    made.expire()
    return {place.name or place.level: place for place in await made.places(game, seats)}


async def counted(store, seats=2) -> dict[str, int]:
    """How many matches of each person count."""
    found = await standing(store, seats=seats)
    return {name: place.matches for name, place in found.items() if place.guest}


# ------------------------------------------------------------ what counts


async def test_a_finished_match_of_strangers_counts(store):
    scores = await finished(store, "a", ["anna", "boris"], seed=1)
    assert await counted(store) == {"Anna": 1, "Boris": 1}
    found = await standing(store)
    assert found["Anna"].won.share == (scores[0] > scores[1])
    better, worse = ("Anna", "Boris") if scores[0] > scores[1] else ("Boris", "Anna")
    assert found[better].rating[0] > found[worse].rating[0]
    assert all(found[name].is_provisional for name in ("Anna", "Boris"))


@pytest.mark.parametrize(
    "about",
    [
        {"hints": True},
        {"origin": "taken over"},
        {"day": NOON.date(), "counts": True},
        {"day": NOON.date()},
        {"owner": "chen", "hints": True},
    ],
)
async def test_what_is_agreed_otherwise_does_not_count(store, about):
    await finished(store, "a", ["anna", "boris"], **about)
    assert await counted(store) == {}


async def test_seats_tell_whether_people_are_strangers(store):
    here = stranger(1, "boris")
    for number, (others, does_count) in enumerate(
        [
            ([replace(here, anyone=False)], False),
            ([replace(here, invited=True)], False),
            ([replace(here, guest="anna")], False),
            ([here, stranger(2, "=hard")], True),
            ([here, replace(stranger(2, "chen"), invited=True)], False),
            ([here, stranger(2, "chen"), stranger(3, "@Mammoth")], True),
            ([stranger(1, "=hard")], False),
            ([stranger(1, "@Mammoth")], False),
            ([here, stranger(2, "@Mammoth~")], False),
            ([here, replace(stranger(2, "=hard"), guest="chen")], False),
        ]
    ):
        before = await counted(store, 1 + len(others))
        await finished(store, f"t{number}", ["anna", *others], seed=number)
        after = await counted(store, 1 + len(others))
        assert after.get("Anna", 0) - before.get("Anna", 0) == does_count, others


async def test_an_unfinished_match_does_not_count(store):
    seats = [
        replace(stranger(n, who, is_host=not n), table="a")
        for n, who in enumerate(("anna", "boris"))
    ]
    await store.add_table(row("card", 2, "a", owner="anna", hints=False), seats, ["pass"])
    assert await counted(store) == {}


async def open_table(store, hints=False, anyone=True):
    """A table of Anna's with a seat that is offered to anyone."""
    table = row("card", 2, "a", owner="anna", rules=2, hints=hints, seed="0" * 32)
    seats = guest_seats("a", ["guest", "open"])
    seats = [replace(seats[0], guest="anna"), replace(seats[1], anyone=anyone)]
    await store.add_table(table, seats)
    return words_of("card", 2, 0)[0]


@pytest.mark.parametrize("by_link", [True, False])
async def test_who_comes_because_it_is_open_is_a_stranger_and_by_its_link_is_none(store, by_link):
    words = await open_table(store)
    assert await store.seats.claim("a", 1, 0, "boris", "Boris", by_link=by_link)
    assert (await store.seats.of("a"))[1].invited is by_link
    await store.append("a", 0, words, guest="anna", finishes=True)
    assert await counted(store) == ({} if by_link else {"Anna": 1, "Boris": 1})


async def test_getting_up_before_the_first_word_is_no_matter_and_the_next_one_counts(store):
    words = await open_table(store)
    assert await store.seats.claim("a", 1, 0, "chen", "Chen", by_link=True)
    await store.seats.leave("a", "chen")
    seat = (await store.seats.of("a"))[1]
    assert await store.seats.claim("a", 1, seat.claim, "boris", "Boris", by_link=False)
    await store.append("a", 0, words, guest="anna", finishes=True)
    assert await counted(store) == {"Anna": 1, "Boris": 1}


async def test_where_somebody_leaves_it_counts_for_nobody_and_is_told_of_them(store):
    await finished(store, "before", ["anna", "boris"], seed=1)
    words = await open_table(store)
    assert await store.seats.claim("a", 1, 0, "boris", "Boris", by_link=False)
    await store.append("a", 0, words[:4], guest="anna")
    await store.seats.leave("a", "boris")
    await store.append("a", 4, words[4:], guest="anna", finishes=True)
    found = await standing(store)
    assert (found["Anna"].matches, found["Anna"].left) == (1, 0)
    assert (found["Boris"].matches, found["Boris"].left) == (1, 1)


async def test_who_comes_back_has_not_left_but_a_bot_has_played_for_them(store):
    words = await open_table(store)
    assert await store.seats.claim("a", 1, 0, "boris", "Boris", by_link=False)
    await store.append("a", 0, words[:4], guest="anna")
    await store.seats.leave("a", "boris")
    await store.seats.come_back("a", "boris")
    await store.append("a", 4, words[4:], guest="anna", finishes=True)
    await finished(store, "after", ["anna", "boris"], seed=1)
    found = await standing(store)
    assert (found["Boris"].matches, found["Boris"].left) == (1, 0)


# ------------------------------------------------------------ ratings


async def some_matches(store, count, seats=3, start=0):
    """Keep matches of four people and two bots, in an order that is not that of their end."""
    chance, people = Random(start), ["anna", "boris", "chen", "dana"]
    numbers = list(range(start, start + count))
    chance.shuffle(numbers)
    for number in numbers:
        who = [*chance.sample(people, seats - 1), chance.choice(["=hard", "@Mammoth", "=master"])]
        at = BEGIN + timedelta(minutes=number)
        await finished(store, f"n{number}", who, seed=number % 7, at=at)


async def all_results(store, seats=3):
    """What the arena would be given."""
    endings = Endings(store)
    tables = sorted(await store.ladder.over_since(BEGIN), key=lambda table: table.row.finished)
    ended = await endings.of([table for table in tables if table.row.seats == seats])
    return [result_of(one, number) for number, one in enumerate(ended)]


async def test_ratings_are_those_of_the_arena(store):
    await some_matches(store, 20)
    held = {f"bot {level}": rating for level, rating in anchors("card", 3).items()}
    expected = ratings(await all_results(store), held)
    found = await standing(store, seats=3)
    for name in ("Anna", "Boris", "Chen", "Dana"):
        assert found[name].rating == pytest.approx(expected[f"guest {name.lower()}"])
    assert found["@Mammoth"].rating == pytest.approx(expected["bot @Mammoth"])
    # Where no arena has measured a level, tables do.
    assert found["master"].rating == pytest.approx(expected["bot master"])
    assert found["hard"].rating == anchors("card", 3)["hard"]
    assert sum(place.matches for place in found.values()) == 3 * 20


async def test_what_is_added_comes_to_the_same_as_all_at_once(store):
    early, late = ladder(store), None
    for start in (0, 6, 12):
        await some_matches(store, 6, start=start)
        late = ladder(store)
        assert await standing(store, early, seats=3) == await standing(store, late, seats=3)


async def test_only_what_is_new_is_folded(store, monkeypatch):
    made, asked = ladder(store), []
    await some_matches(store, 6)
    await standing(store, made, seats=3)
    real = Endings.of

    async def of(self, tables):
        asked.append([table.row.id for table in tables])
        return await real(self, tables)

    monkeypatch.setattr(Endings, "of", of)
    await standing(store, made, seats=3)
    assert asked == []
    await some_matches(store, 2, start=6)
    await standing(store, made, seats=3)
    assert asked == [["n6", "n7"]]


async def test_a_match_that_comes_to_light_late_is_rated_where_it_belongs(store):
    made = ladder(store)
    await finished(store, "b", ["anna", "boris"], seed=2, at=BEGIN + timedelta(minutes=2))
    await standing(store, made)
    await finished(store, "a", ["anna", "boris"], seed=1, at=BEGIN)
    assert await standing(store, made) == await standing(store)


async def test_removed_tables_and_forgotten_people_are_gone_from_it(store):
    made = ladder(store)
    await some_matches(store, 8)
    assert "Anna" in await standing(store, made, seats=3)
    await store.remove("n3")
    assert await standing(store, made, seats=3) == await standing(store, seats=3)
    matches = (await standing(store, made, seats=3))["Boris"].matches
    await store.guests.forget("anna")
    found = await standing(store, made, seats=3)
    assert "Anna" not in found
    assert found == await standing(store, seats=3)
    assert found["Boris"].matches == matches, "what was won against them stays won"


async def test_who_does_not_want_to_be_shown_is_not(store):
    made = ladder(store)
    await some_matches(store, 8)
    before = await standing(store, made, seats=3)
    await made.show("anna", shown=False)
    after = await standing(store, made, seats=3)
    assert after == {name: place for name, place in before.items() if name != "Anna"}
    assert not (await store.guests.get("anna")).on_ladder
    await made.show("anna", shown=True)
    assert await standing(store, made, seats=3) == before
    assert (await store.guests.get("anna")).on_ladder


async def test_nobody_is_shown_who_did_not_ask_for_it(store):
    await store.guests.add(Guest("emil", "Emil", NOON))
    await finished(store, "a", ["anna", "emil"])
    assert await counted(store) == {"Anna": 1}


async def test_the_levels_are_there_before_anybody_has_played(store):
    for game, seats in LADDERS:
        found = await standing(store, game=game, seats=seats)
        assert {"easy", "medium", "hard", "expert"} <= set(found)
        assert found["medium"].points == 1500
        assert all(place.won is None and place.is_measured for place in found.values())
        assert not any(place.is_provisional for place in found.values())


async def test_after_many_matches_a_rating_is_sure(store):
    for number in range(45):
        at = BEGIN + timedelta(minutes=number)
        await finished(store, f"n{number}", ["anna", "boris"], seed=number % 9, at=at)
    place = (await standing(store))["Anna"]
    low, high = place.interval
    assert low < place.points < high
    assert high - low < 600
    assert not place.is_provisional
    assert 0 <= place.won.low < place.won.share < place.won.high <= 1


def test_two_hundred_points_win_three_of_four():
    assert points(25.0) == 1500
    assert points(25.0 + 200 / 30) == 1700
    assert points(-100) == 0


# ------------------------------------------------------------ luck


async def review(store, table, *lucks):
    one = {"start": 0.5, "own": 0.0, "others": [0.0, 0.0], "result": 0.5}
    about = {"luck_error": 0.01, "mean_loss": 0.01, "decisions": 4}
    text = json.dumps({"balances": [{**one, **about, "luck": luck} for luck in lucks]})
    await store.reviews.keep(ReviewRow(f"/t/{table}", 1, "a", "1", text))


async def test_luck_is_taken_away_where_matches_were_reviewed(store):
    made = ladder(store)
    for number in range(4):
        at = BEGIN + timedelta(minutes=number)
        await finished(store, f"n{number}", ["anna", "boris"], seed=number, at=at)
    found = await standing(store, made)
    assert found["Anna"].without_luck is None
    shares = [r.shares[0] for r in await all_results(store, 2)]
    for number in range(3):
        # All of what was not even came from luck.
        luck = shares[number] - 0.5
        await review(store, f"n{number}", luck, -luck)
    found = await standing(store, made)
    share = found["Anna"].without_luck
    assert share.matches == 3
    assert share.share == pytest.approx(0.5)
    assert found["Anna"].won.matches == 4
    assert found == await standing(store)


async def test_a_review_that_cannot_be_read_takes_no_luck_away(store):
    await finished(store, "a", ["anna", "boris"])
    await store.reviews.keep(ReviewRow("/t/a", 1, "a", "1", "no review"))
    assert (await standing(store))["Anna"].without_luck is None


async def test_a_match_that_cannot_be_folded_is_left_out(store):
    await finished(store, "a", ["anna", "boris"], components="another box")
    assert await counted(store) == {}


def test_a_match_is_told_to_the_model_as_it_was():
    table = row("card", 3, "a", finished=NOON)
    seats = tuple(stranger(n, who) for n, who in enumerate(("anna", "=hard", "boris")))
    from siberia.web.tables.endings import Ended, Outcome

    result = result_of(Ended(SeatedTable(table, seats), Outcome((5, 9, 9))), 7)
    assert result.bots == ("guest anna", "bot hard", "guest boris")
    assert result.shares == (0.0, 0.5, 0.5)
    assert result.number == result.deal == 7


async def test_what_changes_while_it_is_looked_up_is_seen_by_whoever_asks_next():
    going_on, values = asyncio.Event(), iter(("before", "after"))

    async def look():
        found = next(values)
        await going_on.wait()
        return found

    kept = Kept(look)
    first = asyncio.create_task(kept.get())
    await asyncio.sleep(0)
    kept.expire()
    going_on.set()
    assert await first == "before"
    assert await kept.get() == "after"
    assert await kept.get() == "after"
