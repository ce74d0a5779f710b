"""The events of single words of the card game."""

from siberia import Match
from siberia.events import Event, match_events
from siberia.events.card import word_events
from tests.cardgame.position import position
from tests.support import card_view, state_of

GOLD = "worker/gold investor/gold"


def events_of(match: Match, *words: str) -> list[Event]:
    """What seat 0's words did, all together."""
    events: list[Event] = []
    spoken: list[str] = []
    for word in words:
        before = card_view(match)
        match.play(word)
        events += word_events(before, card_view(match), 0, word, spoken)
        spoken.append(word)
    return events


def test_a_card_that_is_turned_up():
    match = position(row=["gas 1000", "(gold 4000)", "(oil 2000)", "(oil 3000)"], discover=True)
    about = {"place": 2, "resource": "gold", "value": 4000}
    assert events_of(match, "flip 2") == [Event("turned up", 0, about)]


def test_turning_up_nothing():
    match = position(row=["gas 1000", "(gold 4000)"], stack=["gas 1000"], discover=True)
    assert events_of(match, "keep") == [Event("kept", 0)]


def test_resource_cards_are_told_with_places_values_and_payment():
    match = position(
        GOLD,
        row=["gold 4000", "gas 1000", "gold 3000", "(oil 1000)", "gold 5000"],
        stack=["coal 1000", "coal 2000"],
        workers=2,
    )
    about = {
        "resource": "gold",
        "cards": ((1, 4000), (3, 3000)),
        "paid": ("investor/gold", "worker/gold"),
    }
    words = ("gold", "pay investor/gold", "pay worker/gold")
    assert events_of(match, *words) == [Event("took cards", 0, about)]


def test_a_payment_of_three_cards_for_a_person_is_told_whole():
    match = position("worker/gold investor/gas investor/oil", row=["(gas 1000)"] * 3)
    paid = ("worker/gold", "investor/gas", "investor/oil")
    words = ("worker", *(f"pay {card}" for card in paid))
    assert events_of(match, *words) == [Event("took worker", 0, {"paid": paid})]


def test_an_investor_and_a_salesman_are_told_when_they_are_chosen():
    match = position("investor/gas investor/oil", row=["(gas 1000)"] * 3)
    paid = ("investor/gas", "investor/oil")
    words = ("investor", *(f"pay {card}" for card in paid), "take gold")
    assert events_of(match, *words) == [Event("took investor", 0, {"symbol": "gold", "paid": paid})]
    match = position("salesman/gas salesman/gas", row=["(gas 1000)"] * 3)
    paid = ("salesman/gas", "salesman/gas")
    words = ("salesman", *(f"pay {card}" for card in paid), "take worker")
    assert events_of(match, *words) == [
        Event("took salesman", 0, {"symbol": "worker", "paid": paid})
    ]


def test_the_payment_of_an_earlier_turn_is_not_told_again():
    match = position("worker/gas worker/oil", row=["(gas 1000)"] * 3)
    before_that = ["gold", "pay worker/gold", "pay worker/gold", "flip 1", "worker"]
    match.play("worker")
    match.play("pay worker/gas")
    before = card_view(match)
    match.play("pay worker/oil")
    events = word_events(
        before, card_view(match), 0, "pay worker/oil", [*before_that, "pay worker/gas"]
    )
    assert events == (Event("took worker", 0, {"paid": ("worker/gas", "worker/oil")}),)


def test_drawing_and_skipping():
    row = ["(gas 1000)"] * 3
    assert events_of(position(GOLD, row=row), "draw 2") == [Event("drew", 0, {"number": 2})]
    assert events_of(position(GOLD, row=row), "draw 0") == [Event("skipped", 0)]


def test_a_renewed_draw_pile():
    match = position(GOLD, row=["gold 4000"], stack=["coal 1000"])
    state = state_of(match)
    for kind in state.pile[1 : state.pile_size]:
        state.discards[kind] += 1
    state.pile_size = 1
    events = events_of(match, "draw 2")
    assert events == [Event("drew", 0, {"number": 2}), Event("pile renewed", None)]


def test_the_last_card_turned_up_begins_the_end():
    match = position(GOLD, row=["gas 1000", "(gold 4000)"], discover=True)
    assert [event.kind for event in events_of(match, "flip 2")] == ["turned up", "end begun"]


def test_a_match_that_ends_by_idle_turns_says_so():
    match = position(GOLD, row=["gas 1000"], stack=["coal 1000"])
    state_of(match).idle = 1
    events = events_of(match, "draw 0")
    assert events == [Event("skipped", 0), Event("over", None, {"how": "idle"})]


def test_a_whole_turn_as_it_is_told_to_all():
    match = Match.new("card", seats=2, seed=7, start=0)
    match.play("flip 4")
    match.play("draw 1")
    kinds = [[event.kind for event in events] for events in match_events(match)]
    assert kinds == [[], ["turned up"], ["drew"]]
