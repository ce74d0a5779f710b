"""A match as a library user meets it."""

from typing import Any

import numpy as np
import pytest

import siberia
from siberia import (
    IllegalWord,
    MalformedWord,
    Match,
    SeatError,
    SetupError,
    UndoError,
    UnknownWord,
    WordError,
)
from tests.support import play_random, state_of


@pytest.fixture
def match() -> Match:
    return Match.new("card", seats=3, seed=7, start=1, players=["Ada", "Bo", "Cy"])


def test_a_new_match(match):
    assert (match.game, match.seats, match.to_move, match.ply) == ("card", 3, 1, 0)
    assert match.legal() == ("flip 4", "flip 5", "flip 6", "flip 7", "flip 8")
    assert not match.is_over
    assert match.words == ()
    assert match.ending() is None


def test_playing_moves_on(match):
    match.play("flip 6")
    match.play("draw 2")
    assert match.words == ("flip 6", "draw 2")
    assert match.to_move == 2
    assert match.log(0) == ((1, "flip 6"), (1, "draw 2"))


@pytest.mark.parametrize(
    "word",
    [
        "",
        "  ",
        "flip",
        "flip nine",
        "flip 9",
        "flip  4",
        " flip 4",
        "pay x",
        "gold 3",
        "x\ny",
        4,
        None,
    ],
)
def test_malformed_words(match, word):
    before = state_of(match).tobytes()
    with pytest.raises(MalformedWord) as error:
        match.play(word)
    assert error.value.legal == match.legal()
    assert state_of(match).tobytes() == before


@pytest.mark.parametrize("word", ["jump", "fold 3", "Flip 4", "move Amur Yakutia", "x" * 10_000])
def test_unknown_words(match, word):
    with pytest.raises(UnknownWord) as error:
        match.play(word)
    assert error.value.legal == match.legal()
    assert len(str(error.value)) < 300


def test_an_unknown_word_near_a_known_one_is_guessed(match):
    for word in ("flp 4", "FLIP 4"):
        with pytest.raises(UnknownWord, match="did you mean 'flip 4'"):
            match.play(word)


def test_illegal_words_say_what_is_legal_and_by_which_rule(match):
    with pytest.raises(IllegalWord) as error:
        match.play("keep")
    assert error.value.rule == "C6"
    message = "'keep' is not legal (C6): with three or more cards face down one must be turned up"
    assert str(error.value) == message + "; legal now: flip 4, flip 5, flip 6, flip 7, flip 8"


def test_after_the_end_every_word_is_refused(match):
    play_random(match)
    with pytest.raises(IllegalWord, match="the match is over"):
        match.play("flip 4")
    with pytest.raises(MalformedWord, match="the match is over"):
        match.play("flip")


def test_all_refusals_of_words_are_word_errors():
    assert issubclass(MalformedWord, WordError)
    assert issubclass(UnknownWord, WordError)
    assert issubclass(IllegalWord, WordError)


def test_undo_is_free_until_something_is_revealed(match):
    with pytest.raises(UndoError, match="no word"):
        match.undo()
    match.play("flip 4")
    with pytest.raises(UndoError, match="'flip 4' revealed something"):
        match.undo()


def test_undo_goes_back_through_a_payment_to_the_last_reveal():
    match = Match.new("card", seed=3, start=0)
    match.play("flip 4")
    match.play("investor")
    while match.view(0).phase == "pay":
        match.play(match.legal()[0])
    paid = match.ply
    while match.ply > 1:
        match.undo()
    assert paid > 2
    assert match.words == ("flip 4",)
    with pytest.raises(UndoError):
        match.undo()


@pytest.mark.parametrize("seat", [-1, 3, True, "1", 0.0])
def test_a_seat_that_does_not_exist(match, seat):
    with pytest.raises(SeatError, match="the seats are 0 to 2"):
        match.view(seat)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"seats": 1}, "1 seats; there can be 2, 3 or 4"),
        ({"seats": 5}, "5 seats"),
        ({"seats": True}, "True seats"),
        ({"seats": "two"}, "'two' seats"),
        ({"edition": "third"}, "no edition 'third'; there are dlp and oya"),
        ({"start": 2}, "no seat 2 to start; the seats are 0 to 1"),
        ({"start": -1}, "no seat -1"),
        ({"start": 1.0}, "no seat 1.0"),
        ({"seats": 2.0}, "2.0 seats"),
        ({"components": 5}, "components must be a file or a box"),
        ({"players": "AB"}, "players must be a list of 2 names"),
        ({"players": 5}, "players must be a list of 2 names"),
        ({"players": ["Ada", None]}, "printable"),
        ({"expansion": True}, "belongs to the board game"),
        ({"seed": -1}, "the seed must be"),
        ({"seed": 2**128}, "the seed must be"),
        ({"seed": "1"}, "the seed must be"),
        ({"rules": 3}, "rules 3 are not known, only 1 and 2"),
        ({"rules": True}, "rules True are not known"),
        ({"rules": []}, "rules [] are not known"),
        ({"salt": "xyz"}, "the salt must be 32 hexadecimal digits"),
        ({"players": ["Ada"]}, "players must be a list of 2 names"),
        ({"players": ["Ada", "B,o"]}, "no comma"),
        ({"players": ["Ada", " "]}, "printable"),
        ({"players": ["Ada", "B\no"]}, "printable"),
        ({"players": ["Ada", "B" * 10_000]}, "1 to 40"),
    ],
)
def test_what_cannot_be_set_up(choice, message):
    with pytest.raises(SetupError) as error:
        Match.new("card", **choice)
    assert message in str(error.value)
    assert len(str(error.value)) < 200
    assert error.value.about in choice


def test_an_unknown_game():
    games: list[Any] = ["chess", [], None]
    for game in games:
        with pytest.raises(SetupError, match="no game"):
            Match.new(game)


def test_numbers_of_other_libraries_are_numbers():
    one: Any = np.int64(1)
    match = Match.new("card", seats=one + 2, start=one, seed=one + 4)
    assert repr(match).startswith("Match.new('card', seats=3, seed=0x5, start=1,")
    assert match.view(one).seat == 1


def test_without_a_seed_matches_differ():
    assert Match.new("card").seed != Match.new("card").seed
    assert Match.new("card").salt != Match.new("card").salt


def test_at_gives_an_independent_match(match):
    play_random(match, limit=10)
    earlier = match.at(4)
    assert earlier.words == match.words[:4]
    play_random(earlier, limit=3)
    assert match.ply == 10
    for ply in (-1, 11, True, 1.0):
        with pytest.raises(SetupError, match="the match has 0 to 10"):
            match.at(ply)


def test_words_can_be_given_at_once():
    words = "flip 4, draw 2, flip 5, draw 0"
    match = Match.new("card", seed=1, start=0, words=words)
    assert match.words == tuple(words.split(", "))
    assert Match.new("card", seed=1, start=0, words=words.split(", ")).words == match.words


def test_the_table_shows_a_seat_only_its_own_hand(match):
    assert "your hand" in match.table(0)
    assert "your hand" not in match.table(None)
    own = ", ".join(match.view(0).players[0].hand[:1])
    assert own in match.table(0)


def test_every_public_name_is_documented():
    for name in siberia.__all__:
        assert getattr(siberia, name).__doc__, name
    for name in vars(Match):
        if not name.startswith("_"):
            assert getattr(Match, name).__doc__, name
