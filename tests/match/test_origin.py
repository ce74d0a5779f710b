"""Matches that were taken over: what stays, what is drawn anew, and that their records say so."""

import random
from hashlib import sha256

import pytest

from siberia import Match, RecordError, SetupError, UndoError
from siberia.events import match_events
from siberia.match.origin import MOST_ORIGINS, Origin
from tests.support import VARIANTS, Variant, play_random, variants

SEATS = 3
BOARD = VARIANTS[2]


def played(variant: Variant, seed: int = 1) -> Match:
    return play_random(variant.new(seats=SEATS, seed=seed, start=0), seed, busy=True)


def open_moments(match: Match, seat: int, many: int = 4) -> list[int]:
    """Some moments at which a seat can take a match over."""
    plies = random.Random(seat).sample(range(match.ply), many)
    return [match.at(ply).open_to(seat) for ply in plies]


@pytest.mark.rule("C20", "B11")
@variants
def test_a_seat_knows_what_it_knew_and_the_rest_is_drawn_anew(variant: Variant):
    match, drawn_anew = played(variant), 0
    for seat in range(SEATS):
        for ply in open_moments(match, seat):
            then = match.at(ply)
            one, two = (then.taken_over(seat, seed=seed) for seed in (5, 6))
            for taken in (one, two):
                assert taken.words == then.words
                assert taken.view(seat) == then.view(seat)
                assert taken.view(None) == then.view(None)
            assert one.state != two.state
            drawn_anew += one.state != then.state
    assert drawn_anew


@variants
def test_the_record_says_where_it_was_taken_over_and_replays(variant: Variant):
    match = played(variant)
    for seat in range(SEATS):
        then = match.at(open_moments(match, seat, 1)[0])
        taken = play_random(then.taken_over(seat, seed=7 + seat), seat)
        text = taken.record()
        assert f"from {match.seed:032x} {then.ply} {seat + 1}\n" in text
        again = Match.read(text)
        assert again.record() == text
        assert again.scores() == taken.scores()
        assert again.begun_at == then.ply
        # Each moment of it is found again, before and after; and what its words did.
        for ply in (0, then.ply // 2, then.ply, taken.ply - 1):
            there = again.at(ply)
            for word in taken.words[ply:]:
                there.play(word)
            assert there.record() == text
        assert len(match_events(again)) == again.ply + 1


def test_what_was_taken_over_can_be_taken_over_again():
    match = played(BOARD)
    first = play_random(match.at(match.at(60).open_to(0)).taken_over(0, seed=8), 1)
    later = first.at(first.at(first.ply - 20).open_to(1)).taken_over(1, seed=9)
    earlier = first.at(first.at(30).open_to(1)).taken_over(1, seed=10)
    assert [origin.seed for origin in later.origins] == [match.seed, 8]
    assert [origin.seed for origin in earlier.origins] == [match.seed]
    for taken in (later, earlier):
        played_on = play_random(taken, 3)
        assert Match.read(played_on.record()).scores() == played_on.scores()


@variants
def test_nobody_takes_over_within_the_turn_of_another(variant: Variant):
    match = played(variant)
    kept, moved_back = 0, 0
    for ply in range(0, match.ply, 5):
        then = match.at(ply)
        for seat in range(SEATS):
            begin = then.open_to(seat)
            assert 0 <= begin <= ply
            at_begin = match.at(begin)
            assert at_begin.open_to(seat) == begin
            if begin == ply:
                kept += 1
            else:
                moved_back += 1
                with pytest.raises(SetupError, match="at this moment"):
                    then.taken_over(seat)
                # It is the same turn, or all were placing in secret.
                assert at_begin.to_move == then.to_move or at_begin.view(None).phase == "place"
    assert kept
    assert moved_back
    with pytest.raises(SetupError, match="at this moment"):
        match.taken_over(0)


def test_what_was_played_before_cannot_be_taken_back():
    match = played(BOARD)
    moments = (match.at(ply) for ply in range(40, match.ply))
    then = next(m for m in moments if m.can_undo() and m.to_move == 0 and m.open_to(0) == m.ply)
    taken = then.taken_over(0)
    assert not taken.can_undo()
    with pytest.raises(UndoError, match="no word to take back"):
        taken.undo()


@pytest.mark.parametrize(
    ("origin", "problem"),
    [
        ("nonsense", "is written 'SEED PLY SEAT'"),
        (f"{5:032x} 3 9", "there is no origin like"),
        (f"{5:032x} 9 1, {6:032x} 8 1", "one after the other"),
        (", ".join([f"{5:032x} 0 1"] * (MOST_ORIGINS + 1)), "at most"),
        (f"{1:032x} 99999 1", "before it was taken over"),
    ],
)
def test_what_no_origin_is(origin: str, problem: str):
    text = played(VARIANTS[0]).record().replace("\nseed ", f"\nfrom {origin}\nseed ", 1)
    with pytest.raises(RecordError, match=problem) as error:
        Match.read(text)
    assert error.value.line == next(
        number for number, line in enumerate(text.splitlines(), 1) if line.startswith("from ")
    )


def test_a_seed_in_the_origin_that_is_another_is_noticed():
    match = played(VARIANTS[0])
    taken = play_random(match.at(match.at(30).open_to(0)).taken_over(0, seed=7), 1)
    text = taken.record().replace(f"from {match.seed:032x}", f"from {match.seed + 1:032x}")
    with pytest.raises(RecordError):
        Match.read(text)


@pytest.mark.parametrize(
    ("variant", "known"),
    [(VARIANTS[0], "2947b2c49e3c951a"), (BOARD, "0d26e23e821c00c3")],
    ids=["card", "board"],
)
def test_what_is_drawn_anew_is_the_same_for_ever(variant: Variant, known: str):
    """Old records of such matches must replay: never change what these are."""
    match = variant.new(seats=2, seed=3, start=0, rules=2, salt="0" * 32)
    play_random(match, 1, 30, busy=True)
    then = match.at(match.open_to(1))
    taken = then.taken_over(1, seed=4, salt="1" * 32, players=["Ada", "Bo"])
    play_random(taken, 2, busy=True)
    assert taken.origins == (Origin(3, then.ply, 1),)
    assert sha256(taken.record().encode()).hexdigest()[:16] == known
