"""What a view of the card game answers beyond what it shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.cardgame import OBSERVATION
from siberia.engine.contract import part_offsets
from siberia.engine.vocabulary import ACTION_CARDS, EDITIONS, SYMBOLS
from tests.cardgame.position import position
from tests.support import SEATS, card_view, game_of, play_random, state_of

played = given(
    st.sampled_from(EDITIONS),
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 400),
    st.booleans(),
)


def reached(edition, seats, seed, plies, busy) -> Match:
    match = Match.new("card", seats=seats, seed=seed, edition=edition)
    return play_random(match, seed, plies, busy=busy)


@pytest.mark.rule("C23", "C24")
@settings(max_examples=80, deadline=None)
@played
def test_the_score_lines_agree_with_the_compiled_scores(edition, seats, seed, plies, busy):
    match = reached(edition, seats, seed, plies, busy)
    points = np.zeros(4, np.int64)
    game_of(match).scores(state_of(match), points)
    for seat in range(seats):
        lines = card_view(match, seat).score_lines(seat)
        assert [line.symbol for line in lines] == list(SYMBOLS)
        assert sum(line.money for line in lines) == points[seat]


def test_a_line_shows_the_cards_and_what_the_salesman_makes_of_them():
    match = position(
        workers=3, investors="gas oil", salesmen="coal worker", taken=["coal 1000", "coal 3000"]
    )
    lines = {line.symbol: line for line in card_view(match, 0).score_lines(0)}
    assert (lines["coal"].values, lines["coal"].worth, lines["coal"].money) == (
        *((1000, 3000), 5000, 10000),
    )
    assert (lines["worker"].values, lines["worker"].money) == ((1000, 1000, 1000), 6000)
    assert (lines["investor"].worth, lines["investor"].money) == (None, 2000)
    assert lines["salesman"].money == 2000


@pytest.mark.rule("C18")
def test_the_lines_of_others_are_secret_until_the_match_is_over():
    match = Match.new("card", seed=3)
    with pytest.raises(ValueError, match="secret"):
        card_view(match, 0).score_lines(1)
    with pytest.raises(ValueError, match="secret"):
        card_view(match).score_lines(0)
    over = card_view(play_random(match))
    assert over.scores == tuple(
        sum(line.money for line in over.score_lines(seat)) for seat in range(2)
    )


@pytest.mark.rule("C6")
@settings(max_examples=80, deadline=None)
@played
def test_a_card_may_be_kept_exactly_where_the_word_is_legal(edition, seats, seed, plies, busy):
    match = reached(edition, seats, seed, plies, busy)
    view = card_view(match)
    if view.phase == "discover":
        assert view.may_keep == ("keep" in match.legal()) == (view.face_down < 3)


@pytest.mark.rule("C21", "C22")
@settings(max_examples=40, deadline=None)
@played
def test_a_view_says_what_ended_the_match(edition, seats, seed, plies, busy):
    match = reached(edition, seats, seed, plies, busy)
    assert (card_view(match).ended_by is None) == (not match.is_over)
    play_random(match, seed)
    rule = {"last card": "C21", "idle": "C22"}[str(card_view(match).ended_by)]
    assert rule in str(match.ending())


@settings(max_examples=60, deadline=None)
@played
def test_an_observation_has_its_parts_where_their_names_say(edition, seats, seed, plies, busy):
    match = reached(edition, seats, seed, plies, busy)
    at, lengths = part_offsets(OBSERVATION), {part.name: part.length for part in OBSERVATION}
    for seat in range(seats):
        view, numbers = card_view(match, seat), np.zeros(sum(lengths.values()), np.int64)
        game_of(match).observe(state_of(match), seat, numbers)

        def part(name, numbers=numbers):
            return list(numbers[at[name] : at[name] + lengths[name]])

        around = [view.players[(seat + turn) % seats] for turn in range(seats)]
        assert part("seats") == [seats]
        assert part("piles") == [view.stack, view.pile]
        assert part("hand") == [(around[0].hand or ()).count(card) for card in ACTION_CARDS]
        assert part("discards") == [view.discards.count(card) for card in ACTION_CARDS]
        assert part("row")[::3] == [
            0 if place.empty else 1 if place.card is None else 2 for place in view.row
        ]
        for name in ("hand_size", "taken_size"):
            assert part(f"{name}s")[:seats] == [getattr(player, name) for player in around]
        assert part("workers")[:seats] == [player.workers for player in around]
        assert part("worth") == [view.worth[symbol] // 1000 for symbol in SYMBOLS]
        owners = [
            next((turn + 1 for turn, player in enumerate(around) if name in player.salesmen), 0)
            for name in SYMBOLS
        ]
        assert part("salesmen") == owners
