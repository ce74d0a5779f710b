"""The events of whole matches: nothing left out, nothing invented, nothing betrayed."""

import inspect
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.engine.vocabulary import ACTIONS, SYMBOLS
from siberia.events import EVENT_FIELDS, Event, match_events, opening_events, word_events
from tests.events.stories import stories
from tests.support import SEATS, board_view, play_random, variants
from tests.test_leaks import redrawn

# Words that go on with an action which another word began.
FOLLOWING = (
    *("pay", "take", "cube", "wild", "move", "stop", "from", "card", "rob", "to", "deploy"),
    *("tile", "sell", "decline"),
)

games = pytest.mark.parametrize("game", ["card", "board"])


def verb(word: str) -> str:
    return word.split(" ")[0]


def only_begins(words: tuple[str, ...], ply: int) -> bool:
    """Whether a word brings about nothing that all can see, judged by the words around it."""
    word, following = words[ply], words[ply + 1 : ply + 2]
    if verb(word) == "place":
        return bool(following) and verb(following[0]) == "place"
    if word == "stop":
        return verb(words[ply - 1]) == "move"
    begins = word in (*SYMBOLS, *ACTIONS, "research") or verb(word) in ("pay", "from")
    return begins and bool(following) and verb(following[0]) in FOLLOWING


@games
def test_a_word_is_told_exactly_when_it_completes_something(game):
    for story in stories(game):
        words = story.match.words
        assert len(story.by_ply) == len(words) + 1
        for ply, word in enumerate(words):
            assert bool(story.by_ply[ply + 1]) != only_begins(words, ply), (word, ply)


@games
def test_events_say_what_their_kind_promises_and_in_plain_values(game):
    def is_plain(value: object) -> bool:
        if isinstance(value, tuple):
            return all(is_plain(part) for part in value)
        return type(value) in (str, int)

    events = [event for story in stories(game) for event in story.events]
    assert all(set(event.about) == set(EVENT_FIELDS[event.kind]) for event in events)
    assert all(is_plain(value) for event in events for value in event.about.values())
    assert all(event.seat is None or type(event.seat) is int for event in events)


def test_the_stories_have_every_kind_of_event():
    kinds = {event.kind for game in ("card", "board") for s in stories(game) for event in s.events}
    assert kinds == set(EVENT_FIELDS)


@games
def test_a_match_ends_by_one_last_event(game):
    for story in stories(game):
        assert [event.kind for event in story.events].count("over") == 1
        assert story.by_ply[-1][-1].kind == "over"


# ---------------------------------------------------------------- the card game adds up


def test_the_cards_told_as_taken_are_those_taken():
    for story in stories("card"):
        for player in story.match.view(None).players:
            cards = Counter(
                (event.about["resource"], value)
                for event in story.of("took cards", player.seat)
                for _, value in event.about["cards"]
            )
            assert cards == Counter((card.resource, card.value) for card in player.taken)


def test_the_persons_told_as_taken_are_those_taken():
    for story in stories("card"):
        for player in story.match.view(None).players:
            investors = {e.about["symbol"] for e in story.of("took investor", player.seat)}
            salesmen = {e.about["symbol"] for e in story.of("took salesman", player.seat)}
            assert investors == set(player.investors)
            assert salesmen == set(player.salesmen)
            assert 1 + len(story.of("took worker", player.seat)) == player.workers


def test_the_cards_told_as_paid_and_drawn_make_the_hands():
    for story in stories("card"):
        for player in story.match.view(None).players:
            mine = [event for event in story.events if event.seat == player.seat]
            actions = [event.about["paid"] for event in mine if "paid" in event.about]
            drawn = sum(event.about["number"] for event in mine if event.kind == "drew")
            paid = sum(len(cards) for cards in actions)
            assert 5 + drawn + len(actions) - paid == player.hand_size
            assert all(1 <= len(cards) <= 3 for cards in actions)


# ---------------------------------------------------------------- the board game adds up


def test_the_sales_told_make_the_money():
    for story in stories("board"):
        for seat, money in enumerate(story.match.scores()):
            assert sum(e.about["money"] for e in story.of("sold", seat)) == money


def test_the_pawns_told_as_moving_end_where_they_are():
    for story in stories("board"):
        view = board_view(story.match)
        for player in view.players:
            pawns = Counter({"Vladivostok": 1, "Frankfurt": 1, "supply": 4})
            for event in story.events:
                if event.seat == player.seat:
                    move_pawns(pawns, event)
            now = Counter({"Vladivostok": player.vladivostok, "supply": player.supply})
            now += Counter({area.name: area.workers[player.seat] for area in view.areas})
            now += Counter({str(x.name): x.salesmen[player.seat] for x in view.exchanges})
            assert +pawns == +now


def move_pawns(pawns: Counter[str], event: Event) -> None:
    """What an event does to its player's pawns."""
    about = event.about
    if event.kind == "returned":
        pawns[about["area"]] -= about["number"]
        pawns["supply"] += about["number"]
    elif event.kind in ("moved", "sent", "deployed"):
        pawns[about["source"]] -= 1
        pawns[about.get("area") or about.get("exchange") or "Vladivostok"] += 1


def test_the_cubes_told_as_laid_and_sold_leave_those_that_lie():
    for story in stories("board"):
        lying = cubes(story.match.at(0))
        for event in story.events:
            if event.kind == "cube":
                lying[event.about["area"], event.about["resource"]] += 1
            elif event.kind == "sold":
                lying.subtract((area, event.about["resource"]) for area in event.about["areas"])
        assert +lying == cubes(story.match)


def cubes(match: Match) -> Counter[tuple[str, str]]:
    areas = match.view(None).areas
    return Counter((area.name, resource) for area in areas for resource in area.cubes)


def test_what_else_is_told_is_what_lies_there_at_the_end():
    for story in stories("board"):
        view = story.match.view(None)
        exhausted = {area.name for area in view.areas if area.exhausted}
        assert {e.about["area"] for e in story.of("exhausted")} == exhausted
        assert [e.about["number"] for e in story.of("round")] == list(range(1, view.round + 1))
        for player in view.players:
            tiles = {action.name for action in player.panel if action.tile}
            assert {e.about["action"] for e in story.of("invested", player.seat)} == tiles


def test_everyone_is_told_to_have_placed_six_counters_in_each_round():
    for story in stories("board"):
        rounds = story.match.view(None).round
        for seat in range(story.match.seats):
            placed = [event.about for event in story.of("placed", seat)]
            assert len(placed) == rounds
            assert all(len(about["spaces"]) + len(about["research"]) == 6 for about in placed)


# ---------------------------------------------------------------- nothing betrayed


def test_telling_takes_views_and_words_and_nothing_else():
    names = ["before", "after", "seat", "word", "earlier"]
    assert list(inspect.signature(word_events).parameters) == names


@variants
def test_only_what_a_spectator_sees_is_told(variant):
    match = variant.new(seed=1)
    before, word = match.view(None), match.legal()[0]
    seat = match.to_move
    match.play(word)
    for views in ((match.view(0), match.view(None)), (before, match.view(0))):
        with pytest.raises(ValueError, match="spectator"):
            word_events(*views, seat, word)


@variants
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 300), st.integers(0, 2**32))
def test_look_alike_states_are_told_alike(variant, seats, seed, plies, redraw):
    """Two states differ only in secrets: the events differ only if all see a difference.

    While counters are placed even the words differ.
    """
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    if match.is_over:
        return
    twin = redrawn(match, None, redraw)
    word, other = same_or_secret_words(match, twin, random.Random(redraw))
    if word is None:
        return
    first, second = events_of(match, word), events_of(twin, other)
    if match.view(None) == twin.view(None):
        assert first == second
    else:
        assert verb(word) in ("flip", "tile", "place")


def same_or_secret_words(match: Match, twin: Match, chooser: random.Random):
    """A word for each of the two: the same one, but any while counters are placed."""
    words, others = match.legal(), twin.legal()
    if match.view(None).phase == "place":
        return chooser.choice(words), chooser.choice(others)
    common = [word for word in words if word in others]
    word = chooser.choice(common) if common else None
    return word, word


def events_of(match: Match, word: str) -> tuple[Event, ...]:
    before, seat, earlier = match.view(None), match.to_move, match.words
    assert seat is not None
    match.play(word)
    return word_events(before, match.view(None), seat, word, earlier)


def test_placing_is_silent_until_all_have_placed():
    match = Match.new("board", seats=3, seed=5, start=1, exchanges="A")
    events = []
    for _ in range(18):
        events.append(events_of(match, match.legal()[-1]))
    assert events[:17] == [()] * 17
    assert [event.seat for event in events[17]] == [1, 2, 0]


# ---------------------------------------------------------------- beginnings, and matches so far


def test_the_first_round_is_told_at_the_start_where_nobody_chooses_the_sides():
    settled = Match.new("board", seed=5, start=1, exchanges="A")
    assert opening_events(settled.view(None)) == (Event("round", 1, {"number": 1}),)
    assert opening_events(Match.new("board", seed=5).view(None)) == ()
    assert opening_events(Match.new("card", seed=5).view(None)) == ()


@variants
def test_a_match_can_be_told_while_it_is_played(variant):
    match = play_random(variant.new(seats=3, seed=2), 2, 40)
    whole = match_events(match)
    assert match_events(match.at(25)) == whole[:26]
    assert match.ply == 40
