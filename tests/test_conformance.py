"""What every game must do, over every variant: deal, play, replay, record, undo, scores."""

from itertools import product

import pytest

from siberia import Match, UndoError
from tests.support import SEATS, VARIANTS, game_of, play_random, state_of, warning_of


@pytest.fixture(params=product(VARIANTS, SEATS), ids=lambda param: "-".join(map(str, param)))
def match(request) -> Match:
    variant, seats = request.param
    return variant.new(seats=seats, seed=2026)


def test_the_same_seed_deals_the_same_and_another_does_not(match):
    again = Match(match.setup, match.seed, match.salt, match.players)
    other = Match(match.setup, match.seed + 1, match.salt, match.players)
    assert state_of(again).tobytes() == state_of(match).tobytes()
    assert state_of(other).tobytes() != state_of(match).tobytes()


def test_a_match_ends_with_nothing_to_do_and_a_winner(match):
    play_random(match)
    assert match.is_over
    assert (match.to_move, match.legal()) == (None, ())
    assert len(match.scores()) == match.seats
    assert match.winners()
    assert match.ending() in game_of(match).ENDINGS


def test_replaying_the_words_leads_to_the_same_state_at_every_ply(match):
    states = [state_of(match).tobytes()]
    while not match.is_over:
        play_random(match, seed=match.ply, limit=1)
        states.append(state_of(match).tobytes())
    for ply in range(0, match.ply + 1, 7):
        assert state_of(match.at(ply)).tobytes() == states[ply]
        assert match.at(ply).words == match.words[:ply]


def test_a_record_reads_back_as_the_same_match(match):
    play_random(match, busy=True)
    again = Match.read(match.record())
    assert again.record() == match.record()
    assert state_of(again).tobytes() == state_of(match).tobytes()


def test_an_unfinished_record_keeps_seed_and_salt_to_itself(match):
    play_random(match, limit=20)
    text = match.record()
    assert f"{match.seed:032x}" not in text
    assert match.salt not in text
    assert match.commitment in text


def test_undo_takes_back_exactly_what_revealed_nothing(match):
    taken_back = refused = 0
    while not match.is_over:
        before, reveals = state_of(match).tobytes(), int(state_of(match).reveals)
        seat = match.to_move
        play_random(match, seed=match.ply, limit=1)
        word = match.words[-1]
        if seat != match.to_move and match.log(None)[-1][1] is None:
            with pytest.raises(UndoError, match="another seat's secret"):
                match.undo()
        elif state_of(match).reveals == reveals:
            assert match.undo() == word
            assert state_of(match).tobytes() == before
            match.play(word)
            taken_back += 1
        else:
            with pytest.raises(UndoError, match="revealed"):
                match.undo()
            assert match.words[-1] == word
            refused += 1
    assert taken_back
    assert refused


def test_the_end_cannot_be_taken_back(match):
    play_random(match)
    with pytest.raises(UndoError, match="revealed"):
        match.undo()


def test_a_record_holds_no_word_that_is_still_secret(match):
    while not match.is_over:
        shown = [word for turn in match.turns() for word in turn.words]
        assert shown == [word for _, word in match.log(None)][: len(shown)]
        assert len(shown) == sum(word is not None for _, word in match.log(None))
        play_random(match, seed=match.ply, limit=3, busy=True)


def test_the_repr_can_be_pasted(match):
    play_random(match, limit=25)
    pasted = eval(repr(match))
    assert repr(pasted) == repr(match)
    assert state_of(pasted).tobytes() == state_of(match).tobytes()


def test_turns_hold_all_words_in_order(match):
    play_random(match)
    assert tuple(word for turn in match.turns() for word in turn.words) == match.words
    assert all(word is not None for _, word in match.log(None))
    assert all(turn.words for turn in match.turns())


def test_asking_for_warnings_changes_nothing(match):
    play_random(match, limit=30, busy=True)
    before = state_of(match).tobytes()
    for word in game_of(match).words(match.setup.box):
        assert word in match.legal() or warning_of(match, word) is None
    assert state_of(match).tobytes() == before


def test_the_table_is_drawn_at_every_ply_and_says_who_is_to_move(match):
    while not match.is_over:
        assert match.players[match.to_move] in str(match)
        play_random(match, seed=match.ply, limit=1)
    assert "over" in str(match)
