"""What nets are given: for players nothing that is hidden, for critics all of it; its coding."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import Match
from siberia.bots.coding import Coding, amount, one_of, up_to
from siberia.bots.inputs import INPUTS, encoder, learning_inputs
from siberia.engine.contract import Part
from siberia.match.games import GAMES
from tests.support import SEATS, play_random, variants


def observed(match, seat, game):
    out = np.zeros(learning_inputs(game).width, np.int16)
    learning_inputs(game).observe(match.state, seat, out)
    return out


def revealed(match, seat, game):
    out = np.zeros(learning_inputs(game).hidden_width, np.int16)
    learning_inputs(game).reveal(match.state, seat, out)
    return out


@pytest.mark.rule("B11", "C18", "C20")
@variants
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**32), st.integers(0, 400), st.integers(0, 2**32))
def test_a_players_inputs_do_not_depend_on_secrets(variant, seats, seed, plies, redraw):
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    for seat in range(seats):
        imagined = match.imagine(seat, redraw)
        assert (observed(match, seat, match.game) == observed(imagined, seat, match.game)).all()


@variants
def test_a_critics_inputs_do(variant):
    match = play_random(variant.new(seats=3, seed=4, start=1), 4, 10)
    assert (revealed(match, 0, match.game) != revealed(match.imagine(0, 1), 0, match.game)).any()


@pytest.mark.parametrize("game", GAMES)
def test_inputs_begin_with_the_observation_and_fill_exactly_their_parts(game):
    inputs = learning_inputs(game)
    match = Match.new(game, seats=4, seed=1)
    for filling in (-999, 999):
        out = np.full(inputs.width + 1, filling, np.int16)
        inputs.observe(match.state, 2, out)
        plain = match.observe(2)
        assert (out[: len(plain)] == plain).all()
        assert not (out[:-1] == filling).any()
        assert out[-1] == filling
        out = np.full(inputs.hidden_width + 1, filling, np.int16)
        inputs.reveal(match.state, 2, out)
        assert not (out[:-1] == filling).any()
        assert out[-1] == filling


@pytest.mark.parametrize("game", GAMES)
def test_every_part_is_coded_and_nothing_else_is(game):
    parts = (*GAMES[game].OBSERVATION, *INPUTS[game].DERIVED, *INPUTS[game].HIDDEN)
    assert {part.name for part in parts} == set(INPUTS[game].CODINGS)


def test_derived_numbers_of_the_card_game_are_those_of_the_view():
    match = play_random(Match.new("card", seats=3, seed=9, start=0), 9, 150)
    assert match.to_move is not None
    view, inputs = match.view(match.to_move), learning_inputs("card")
    numbers = observed(match, match.to_move, "card")
    at = {}
    offset = 0
    for part in (*GAMES["card"].OBSERVATION, *INPUTS["card"].DERIVED):
        at[part.name] = numbers[offset : offset + part.length]
        offset += part.length
    assert offset == inputs.width
    face_up = [place.card.resource for place in view.row if place.card is not None]
    wanted = [face_up.count(resource) for resource in ("gas", "coal", "oil", "gold", "diamond")]
    assert at["face_up"].tolist() == wanted
    scores = match.scores()
    seen = [scores[(match.to_move + n) % 3] // 1000 for n in range(3)]
    assert at["scores"].tolist() == [*seen, 0]
    hand = view.players[match.to_move].hand
    assert hand is not None
    assert at["unseen_cards"].sum() + len(view.discards) + len(hand) == 60


def test_numbers_are_coded_by_value_by_step_and_by_share():
    parts = (Part("a", 1, ""), Part("b", 2, ""))
    codings = {"a": (one_of(1, 2),), "b": (up_to(2), amount(10, 4, low=-10))}
    coded = encoder(parts, codings)
    assert coded.width == 2 + 2 + 2
    rows = coded(np.array([[2, 1, 0], [0, 2, 10], [1, 0, -12]], np.int16))
    assert rows[0].tolist() == [0, 1, 1, 0, 0, 0.5]
    assert rows[1].tolist() == [0, 0, 1, 1, 1, 1]
    assert rows[2].tolist() == [1, 0, 0, 0, 0, 0]
    assert list(Coding().columns()) == []
