"""Properties that hold in every position of every match."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia import IllegalWord, Match
from siberia.components import shipped
from siberia.match.games import GAMES
from tests.support import SEATS, VARIANTS, game_of, play_random, state_of, variants

positions = st.tuples(
    st.sampled_from(VARIANTS),
    st.sampled_from(SEATS),
    st.integers(0, 2**64),
    st.integers(0, 300),
    st.booleans(),
)


def reached(drawn) -> Match:
    variant, seats, seed, plies, busy = drawn
    return play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=busy)


@pytest.mark.rule("B32", "C22")
@variants
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SEATS), st.integers(0, 2**64), st.sampled_from([0, -1, None]))
def test_every_match_ends(variant, seats, seed, habit):
    """Also one whose players always take the first, or always the last possibility."""
    match = variant.new(seats=seats, seed=seed)
    for _ in range(20_000):
        if match.is_over:
            return
        if habit is None:
            play_random(match, (seed, match.ply), limit=1)
        else:
            match.play(match.legal()[habit])
    pytest.fail("20,000 words and no end")


@settings(max_examples=60, deadline=None)
@given(positions)
def test_what_is_legal_is_exactly_what_can_be_played(drawn):
    match = reached(drawn)
    legal = match.legal()
    assert len(set(legal)) == len(legal)
    before = state_of(match).tobytes()
    for word in game_of(match).words(match.setup.box):
        trial = match.at(match.ply)
        if word in legal:
            trial.play(word)
            assert trial.ply == match.ply + 1
        else:
            with pytest.raises(IllegalWord) as refused:
                trial.play(word)
            assert refused.value.legal == legal
            assert refused.value.rule in str(refused.value)
            assert state_of(trial).tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_words_and_moves_are_one_to_one(name):
    game = GAMES[name]
    words = game.words(shipped(name))
    assert len(set(words)) == len(words) == game.MOVES
    assert all(word.split(" ")[0] in game.SHAPES for word in words)
