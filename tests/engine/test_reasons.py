"""Reasons: sentences with fields, which can be told in any language."""

import random
from string import Formatter

import pytest

from siberia import IllegalWord, Match
from siberia.engine.contract import Reason
from tests.support import Variant, variants, warning_of


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_a_reason_is_told_with_its_fields_filled():
    assert Reason("B12", "both spaces of {action} are covered", {"action": "gas"}).english == (
        "both spaces of gas are covered"
    )
    assert Reason("C22", "the match is over").english == "the match is over"


def test_an_illegal_word_carries_its_reason():
    match = Match.new("card", seed=3, start=0, words=["flip 4"])
    with pytest.raises(IllegalWord) as refused:
        match.play("flip 5")
    assert refused.value.reason == Reason("C7", "now an action is chosen, or cards are drawn")
    assert refused.value.rule == "C7"


def test_a_number_can_be_what_a_reason_is_about():
    match = Match.new("card", seed=7, start=0)
    while (seat := match.to_move) is not None:
        legal = match.legal()
        if legal[-1] == "draw 0" and match.view(None).players[seat].hand_size == 8:
            break
        match.play("draw 2" if "draw 2" in legal else legal[-1])
    with pytest.raises(IllegalWord) as refused:
        match.play("draw 2")
    assert refused.value.reason.about == {"limit": 8, "hand": 8}
    assert "(C8): the hand limit is 8, and 8 are in hand" in str(refused.value)


def test_a_caution_is_the_warning_before_it_is_put_into_words():
    match = Match.new("board", seed=5, start=0, exchanges="A")
    rng = random.Random(5)
    warned = None
    while warned is None:
        warned = next((word for word in match.legal() if warning_of(match, word)), None)
        calm = rng.choice(match.legal())
        if warned is None:
            assert match.caution(calm) is None
            match.play(calm)
    reason = match.caution(warned)
    assert reason is not None
    assert warning_of(match, warned) == f"{reason.english} ({reason.rule})"


def test_there_is_no_caution_about_a_word_that_is_not_legal():
    assert Match.new("card", seed=3, start=0).caution("draw 0") is None


@variants
def test_every_refusal_fills_exactly_the_fields_of_its_sentence(variant: Variant):
    match, rng = variant.new(seed=11, seats=3), random.Random(11)
    while match.to_move is not None:
        for word in rng.sample(match.vocabulary, 20):
            if word in match.legal():
                continue
            with pytest.raises(IllegalWord) as refused:
                match.play(word)
            reason = refused.value.reason
            assert fields(reason.why) == set(reason.about)
            assert f"({reason.rule}): {reason.english}" in str(refused.value)
        match.play(rng.choice(match.legal()))
