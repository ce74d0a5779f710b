"""Matches summed up for the end screen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.events import (
    Event,
    Sales,
    board_summary,
    card_breakdown,
    card_scores_over_time,
)
from tests.cardgame.position import position
from tests.events.stories import Story, stories
from tests.support import SEATS, card_view, play_random, state_of


def sale(seat: int, resource: str, number: int, exchange: str, money: int) -> Event:
    about = {"resource": resource, "number": number, "exchange": exchange, "money": money}
    return Event("sold", seat, {**about, "areas": ()})


# ---------------------------------------------------------------- the board game

EVENTS = (
    Event("round", 0, {"number": 1}),
    sale(0, "gas", 2, "Tokyo", 6000),
    Event("exhausted", 0, {"area": "Amur"}),
    Event("round", 1, {"number": 2}),
    sale(1, "gold", 1, "Sydney", 5000),
    sale(0, "gas", 1, "card", 4000),
    Event("round", 0, {"number": 3}),
    sale(0, "coal", 2, "Tokyo", 6000),
    Event("invested", 0, {"action": "gas"}),
    Event("over", None, {"how": "reserves"}),
)
LOG = ((0, "place gas"), (0, "gas"), (0, "sell Tokyo"), (1, "research"), (1, "pass"), (0, "gas"))


def test_sales_are_added_up_by_resource_and_by_exchange():
    first, second = board_summary(2, LOG, EVENTS).seats
    assert first.by_resource == {"gas": Sales(2, 3, 10000), "coal": Sales(1, 2, 6000)}
    assert first.by_exchange == {"Tokyo": Sales(2, 4, 12000), "card": Sales(1, 1, 4000)}
    assert first.total == Sales(3, 5, 16000)
    assert second.total == Sales(1, 1, 5000)


def test_the_best_sale_actions_areas_and_tiles():
    first, second = board_summary(2, LOG, EVENTS).seats
    assert first.best == EVENTS[1]
    assert (first.actions, second.actions) == (2, 1)
    assert (first.exhausted, first.tiles) == (("Amur",), ("gas",))
    assert (second.exhausted, second.tiles) == ((), ())


def test_who_never_sold_has_no_best_sale():
    assert board_summary(2, (), EVENTS[:3]).seats[1].best is None


def test_money_and_exhausted_areas_round_by_round():
    summary = board_summary(2, LOG, EVENTS)
    assert summary.money == ((0, 6000, 10000, 16000), (0, 0, 5000, 5000))
    assert summary.exhausted == (0, 1, 1, 1)


def test_a_round_that_is_not_over_is_not_in_the_series():
    assert board_summary(2, LOG, EVENTS[:5]).money == ((0, 6000), (0, 0))


def summary_of(story: Story):
    return board_summary(story.match.seats, story.match.log(None), story.events)


def test_the_summaries_of_whole_matches_add_up():
    for story in stories("board"):
        summary, view = summary_of(story), story.match.view(None)
        scores = story.match.scores()
        assert tuple(money[-1] for money in summary.money) == scores
        assert {len(line) for line in (*summary.money, summary.exhausted)} == {view.round + 1}
        assert summary.exhausted[-1] == view.exhausted_areas
        for seat, score in zip(summary.seats, scores, strict=True):
            for parts in (seat.by_resource, seat.by_exchange):
                assert sum(sales.money for sales in parts.values()) == score
                assert sum(sales.cubes for sales in parts.values()) == seat.total.cubes


def test_the_money_after_each_round_is_the_money_that_was_there():
    for story in stories("board")[:3]:
        again, seen = story.match.at(0), [(0,) * story.match.seats]
        for word in story.match.words:
            round_before = int(state_of(again).round_number)
            again.play(word)
            if state_of(again).round_number > max(round_before, 1) or again.is_over:
                seen.append(again.scores())
        assert summary_of(story).money == tuple(zip(*seen, strict=True))


# ---------------------------------------------------------------- the card game


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(("dlp", "oya")), st.sampled_from(SEATS), st.integers(0, 2**32), st.booleans()
)
def test_the_breakdown_adds_up_to_the_scores(edition, seats, seed, busy):
    match = Match.new("card", seats=seats, seed=seed, edition=edition)
    view = card_view(play_random(match, seed, busy=busy))
    assert tuple(seat.total for seat in card_breakdown(view)) == match.scores() == view.scores


def over(match: Match) -> Match:
    """End a match by an idle turn."""
    state_of(match).idle = match.seats - 1
    match.play("draw 0")
    assert match.is_over
    return match


@pytest.mark.rule("C23", "C24")
def test_the_rulebooks_example_is_explained_line_by_line():
    gas = ["gas 1000", "gas 1000", "gas 2000", "gas 2000", "gas 3000", "gas 1000"]
    coal = ["coal 1000", "coal 3000", "coal 4000"]
    match = position(
        row=["gold 1000"],
        stack=["gold 1000"],
        workers=2,
        investors="gas coal",
        salesmen="gas diamond investor",
        taken=[*gas, *coal, "diamond 5000"],
    )
    mine, _ = card_breakdown(card_view(over(match)))
    lines = {line.symbol: (line.cards, line.worth, line.money) for line in mine.lines}
    assert lines == {
        "gas": (6, 4000, 24000),
        "coal": (3, None, 8000),
        "oil": (0, None, 0),
        "gold": (0, None, 0),
        "diamond": (1, 8000, 8000),
        "investor": (2, 4000, 8000),
        "worker": (2, None, 2000),
        "salesman": (3, None, 3000),
    }
    assert mine.total == 53000


def test_a_breakdown_is_the_same_from_every_view_of_a_finished_match():
    match = stories("card")[0].match
    assert len({repr(card_breakdown(card_view(match, seat))) for seat in (None, 0, 1)}) == 1


def test_scores_are_explained_only_when_the_match_is_over():
    match = Match.new("card", seed=1)
    with pytest.raises(ValueError, match="secret"):
        card_breakdown(card_view(match))
    with pytest.raises(ValueError, match="secret"):
        card_scores_over_time(match)


def test_scores_over_time_go_turn_by_turn_to_the_result():
    for story in stories("card")[:6]:
        match = story.match
        lines = card_scores_over_time(match)
        assert len(lines) == match.seats
        assert {len(line) for line in lines} == {len(match.turns()) + 1}
        assert {line[0] for line in lines} == {1000}
        assert tuple(line[-1] for line in lines) == match.scores()


def test_scores_over_time_change_in_ones_own_turn_alone():
    match = stories("card")[0].match
    lines = card_scores_over_time(match)
    for number, turn in enumerate(match.turns()):
        for seat, line in enumerate(lines):
            assert seat == turn.seat or line[number] == line[number + 1]
