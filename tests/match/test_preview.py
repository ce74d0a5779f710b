"""A preview knows what a seat knows, tries words on copies, and agrees with the match."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siberia.engine.rng import generator
from siberia.engine.schema import copy_of
from siberia.match import Match
from siberia.match.preview import ANY_PLACING, Preview
from tests.support import SEATS, VARIANTS, game_of, play_random, state_of, variants


def redrawn(match: Match, seat: int, seed: int) -> Match:
    """The match with everything the seat cannot know drawn again."""
    other = match.at(match.ply)
    other.state = copy_of(state_of(match))
    game_of(match).determinize(other.state, seat, generator(seed))
    return other


def answers(preview: Preview[Any]) -> tuple[object, ...]:
    """Everything a page can ask a preview."""
    return preview.to_move, preview.legal(), preview.view, preview.score


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(VARIANTS),
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 300),
    st.integers(1, 2**32),
)
def test_what_a_preview_tells_does_not_depend_on_secrets(variant, seats, seed, plies, redraw):
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    chooser = random.Random(seed)
    for seat in range(seats):
        first: Preview[Any] = Preview(match, seat)
        second: Preview[Any] = Preview(redrawn(match, seat, redraw), seat)
        assert answers(first) == answers(second)
        # Only who is to move tries words: another's hand may not fit what they have begun.
        for _ in range(4 if match.to_move == seat else 0):
            assert answers(first) == answers(second)
            if first.to_move is None:
                break
            word = chooser.choice(first.legal())
            first, second = first.after(word), second.after(word)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.sampled_from(SEATS), st.integers(0, 2**32))
def test_a_preview_starts_where_the_match_stands(variant, seats, seed):
    match = play_random(variant.new(seats=seats, seed=seed), seed, seed % 250, busy=True)
    for seat in range(seats):
        preview: Preview[Any] = Preview(match, seat)
        assert preview.view == match.view(seat)
        assert preview.score == match.scores()[seat]
        assert preview.to_move == match.to_move
        if seat == match.to_move:
            assert preview.legal() == match.legal()


@variants
def test_trying_words_leaves_preview_and_match_as_they_were(variant):
    match = play_random(variant.new(seats=3, seed=7), 7, 40, busy=True)
    seat = match.to_move
    assert seat is not None
    preview: Preview[Any] = Preview(match, seat)
    before, state = answers(preview), state_of(match).tobytes()
    for word in preview.legal():
        assert answers(preview.after(word)) != before
    assert preview.after() is not preview
    assert answers(preview) == before
    assert state_of(match).tobytes() == state


def test_a_word_that_is_not_legal_is_an_error_of_ours():
    preview: Preview[Any] = Preview(Match.new("card", seed=3, start=0), 0)
    with pytest.raises(AssertionError, match="draw 2"):
        preview.after("draw 2")


@pytest.mark.rule("C10", "C11", "C12")
@pytest.mark.parametrize("seed", range(12))
def test_lines_are_exactly_the_ways_the_match_can_be_paid_for(seed):
    match = play_random(Match.new("card", seats=2, seed=seed), seed, 30 + seed, busy=True)
    while not match.is_over and match.view(None).phase != "act":
        match.play(match.legal()[0])
    if match.is_over:
        return
    seat = match.to_move
    assert seat is not None
    for action in (word for word in match.legal() if " " not in word):
        lines = [line for line in Preview(match, seat).lines("pay") if line.words[0] == action]
        assert len(lines) == len({words for words, _score in lines})
        assert {words[1:] for words, _score in lines} == payments(match, (action,))
        for words, score in lines:
            assert Preview(match, seat).after(*words).score == score


def payments(match: Match, words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every way to pay, by playing them all."""
    trial = match.at(match.ply)
    for word in words:
        trial.play(word)
    if trial.is_over or trial.view(None).phase != "pay" or trial.to_move != match.to_move:
        return {words[1:]}
    return {line for word in trial.legal() for line in payments(match, (*words, word))}


@variants
def test_lines_to_no_further_decision_are_the_legal_words(variant):
    match = play_random(variant.new(seats=3, seed=5), 5, 40, busy=True)
    seat = match.to_move
    assert seat is not None
    preview: Preview[Any] = Preview(match, seat)
    assert [words for words, _score in preview.lines("over")] == [(w,) for w in match.legal()]


@pytest.mark.rule("B11")
@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_can_plan_as_if_it_were_asked_first(seats):
    match = Match.new("board", seats=seats, seed=seats, start=1, exchanges="A")
    for seat in range(seats):
        preview: Preview[Any] = Preview.of_placing(match, seat)
        assert preview.to_move == seat
        assert preview.view.players[seat].drawn == match.view(seat).players[seat].drawn
        trial = match.at(match.ply)
        while trial.to_move != seat:
            trial.play(ANY_PLACING)
        while trial.to_move == seat and trial.view(None).phase == "place":
            assert preview.legal() == trial.legal()
            trial.play(trial.legal()[0])
            preview = preview.after(preview.legal()[0])


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(VARIANTS),
    st.sampled_from(SEATS),
    st.integers(0, 2**32),
    st.integers(0, 300),
    st.integers(1, 2**32),
)
def test_who_is_asked_next_is_imagined_without_secrets_and_without_a_reveal(
    variant, seats, seed, plies, redraw
):
    match = play_random(variant.new(seats=seats, seed=seed), seed, plies, busy=True)
    if match.is_over or match.view(None).phase == "place":
        return
    for seat in range(seats):
        asked: Preview[Any] | None = Preview(match, seat).when_asked()
        other = redrawn(match, seat, redraw)
        again: Preview[Any] | None = Preview(other, seat).when_asked()
        assert (asked is None) == (again is None)
        if asked is not None and again is not None:
            assert answers(asked) == answers(again)
            assert asked.to_move == seat
            assert asked.legal()
            assert asked.position.reveals == match.reveals
            # The position itself stays as it is.
            assert Preview(match, seat).to_move == match.to_move
