"""The events of single words of the board game."""

import pytest

from siberia import Match
from siberia.events import Event
from siberia.events.board import word_events
from tests.boardgame.position import position, ready
from tests.support import board_view, state_of


def events_of(match: Match, *words: str) -> list[Event]:
    """What these words did, all together."""
    events: list[Event] = []
    for word in words:
        before, seat = board_view(match), match.to_move
        assert seat is not None
        match.play(word)
        events += word_events(before, board_view(match), seat, word)
    return events


def test_an_exchange_side():
    match = Match.new("board", seed=1, start=1)
    assert events_of(match, "side B") == [Event("side", 1, {"exchange": "Hong Kong"})]


def test_the_last_side_begins_the_first_round():
    match = Match.new("board", seed=1, start=1, words="side A, side A, side A, side A")
    assert events_of(match, "side A")[1:] == [Event("round", 1, {"number": 1})]


def test_placing_tells_counters_actions_and_research_of_all():
    match = position({"gas": "worker/gas"}, drawn="worker/gas manager", seats=2)
    state_of(match).drawn[1, 0] = 1
    events = events_of(match, "place gas", "place research", "place logistician")
    first = {"spaces": (("worker/gas", "gas"),), "research": ("manager",)}
    second = {"spaces": (("logistician/gas", "logistician"),), "research": ()}
    assert events == [Event("placed", 0, first), Event("placed", 1, second)]


def test_a_counter_placed_beside_a_tile_is_told():
    match = position({"gas": "tile"}, drawn="worker/gas", seats=2)
    state_of(match).drawn[1, 0] = 1
    events = events_of(match, "place gas", "place gas")
    assert [event.about["spaces"] for event in events] == [
        (("worker/gas", "gas"),),
        (("logistician/gas", "gas"),),
    ]


def test_research_tells_each_cube_and_an_empty_reserve():
    match = position(research="worker/gold manager", reserve={"gold": 1})
    events = events_of(match, "research", "cube gold Amur", "cube oil Amur")
    assert events == [
        Event("cube", 0, {"resource": "gold", "area": "Amur"}),
        Event("reserve empty", 0, {"resource": "gold"}),
        Event("cube", 0, {"resource": "oil", "area": "Amur"}),
    ]


def test_the_third_empty_reserve_makes_the_round_the_last():
    match = position(research="worker/gold", reserve={"gold": 1, "gas": 0, "oil": 0})
    kinds = [event.kind for event in events_of(match, "research", "cube gold Amur")]
    assert kinds == ["cube", "reserve empty", "last round"]


def test_the_wildcard():
    match = position(ready("manager"))
    assert events_of(match, "manager", "wild gold") == [Event("wildcard", 0, {"action": "gold"})]
    assert events_of(position(ready("manager")), "manager", "wild none") == [
        Event("no wildcard", 0)
    ]


def test_each_step_is_told_and_stopping_is_not():
    match = position(ready("logistician"))
    events = events_of(match, "logistician", "move Vladivostok Amur", "move Amur Okhotsk", "stop")
    assert events == [
        Event("moved", 0, {"source": "Vladivostok", "area": "Amur"}),
        Event("moved", 0, {"source": "Amur", "area": "Okhotsk"}),
    ]


@pytest.mark.parametrize(
    ("source", "was"),
    [
        ("supply", "supply"),
        ("Frankfurt", "salesman"),
        ("Amur", "worker"),
        ("Vladivostok", "worker"),
    ],
)
def test_a_salesman_is_told_with_where_he_came_from(source, was):
    match = position(ready("salesman"), workers="Vladivostok Amur")
    events = events_of(match, "salesman", f"from {source}", "to Tokyo")
    assert events == [Event("sent", 0, {"source": source, "was": was, "exchange": "Tokyo"})]


def test_salesman_cards_taken_and_robbed():
    match = position(ready("salesman"), expansion=True)
    assert events_of(match, "salesman", "card oil") == [Event("took card", 0, {"resource": "oil"})]
    match = position(
        ready("salesman"), expansion=True, cards="gas", other_cards="coal oil gold diamond"
    )
    robbed = Event("robbed", 0, {"resource": "coal", "victim": 1})
    assert events_of(match, "salesman", "rob coal") == [robbed]


def test_a_worker_is_told_with_where_he_came_from():
    match = position(ready("worker"))
    deployed = Event("deployed", 0, {"source": "supply", "was": "supply"})
    assert events_of(match, "worker", "deploy supply") == [deployed]
    all_out = "Amur Amur Amur Amur Amur"
    events = events_of(position(ready("worker"), workers=all_out), "worker", "deploy Frankfurt")
    assert events == [Event("deployed", 0, {"source": "Frankfurt", "was": "salesman"})]
    events = events_of(position(ready("worker"), workers=all_out), "worker", "deploy Amur")
    assert events == [Event("deployed", 0, {"source": "Amur", "was": "worker"})]


def test_an_investment():
    match = position(ready("investor"), tiles="gold gas oil coal")
    assert events_of(match, "investor", "tile gold") == [Event("invested", 0, {"action": "gold"})]


def test_a_sale_tells_what_where_for_how_much_and_from_which_areas():
    match = position(ready("gas"), workers="Amur Okhotsk Amur", salesmen="Frankfurt, Tokyo")
    (event,) = events_of(match, "gas", "sell Tokyo")
    assert event == Event(
        "sold",
        0,
        {
            "resource": "gas",
            "number": 2,
            "exchange": "Tokyo",
            "money": 6000,
            "areas": tuple(sorted(("Amur", "Okhotsk"), key=names(match).index)),
        },
    )


def names(match: Match) -> list[str]:
    return [area.name for area in board_view(match).areas]


def test_a_sale_by_card():
    match = position(ready("gas"), workers="Amur", salesmen="", expansion=True, cards="gas")
    (event,) = events_of(match, "gas", "sell card")
    assert (event.about["exchange"], event.about["money"]) == ("card", 4000)


def test_an_exhausted_area_tells_whose_workers_return():
    match = position(
        ready("gas"),
        cubes={"Amur": "gas"},
        workers="Amur",
        other_workers="Amur Amur",
        salesmen="Tokyo",
    )
    assert events_of(match, "gas", "sell Tokyo")[1:] == [
        Event("exhausted", 0, {"area": "Amur"}),
        Event("returned", 0, {"area": "Amur", "number": 1}),
        Event("returned", 1, {"area": "Amur", "number": 2}),
    ]


def test_the_eighth_exhausted_area_makes_the_round_the_last():
    areas = [name for name in names(position()) if name != "Amur"]
    match = position(
        ready("gas"),
        cubes={"Amur": "gas"},
        exhausted=areas[:7],
        workers="Amur",
        salesmen="Tokyo",
    )
    last = events_of(match, "gas", "sell Tokyo")[-1]
    assert last == Event("last round", None, {"how": "exhausted"})
    assert events_of(match, "pass", "pass")[-1] == Event("over", None, {"how": "exhausted"})


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("gas", []),
        ("logistician", ["stop"]),
        ("salesman", ["decline"]),
        ("worker", ["decline"]),
        ("investor", ["decline"]),
    ],
)
def test_an_action_that_changed_nothing_says_so(action, words):
    match = position(ready(action), tiles="gold gas oil coal")
    assert events_of(match, action, *words) == [Event("nothing", 0, {"action": action})]


def test_research_that_can_place_nothing_says_so():
    match = position(research="worker/gold", reserve={"gold": 0})
    assert events_of(match, "research") == [Event("nothing", 0, {"action": "research"})]


def test_passing_and_the_next_round():
    match = position()
    assert events_of(match, "pass", "pass") == [
        Event("passed", 0),
        Event("passed", 1),
        Event("round", 1, {"number": 2}),
    ]


def test_a_match_that_is_stopped_after_a_hundred_rounds():
    match = position()
    state_of(match).round_number = 100
    assert events_of(match, "pass", "pass")[-1] == Event("over", None, {"how": "rounds"})


def test_a_surplus_counter_is_told_with_its_action():
    panel = {
        "gas": "worker/gas logistician/gas",
        "oil": "worker/oil logistician/oil",
        "coal": "worker/coal logistician/coal",
        "gold": "worker/gold logistician/gold",
        "worker": "worker/gas worker/gold",
        "manager": "manager manager",
    }
    match = position(panel)
    events = events_of(match, "pass", "pass", "discard gas", "discard manager")
    assert events[2:] == [
        Event("discarded", 0, {"counter": "worker/gas", "action": "gas"}),
        Event("discarded", 0, {"counter": "manager", "action": "manager"}),
        Event("round", 1, {"number": 2}),
    ]
