"""The replay: every moment as it was, with everybody's eyes, and what stands around it."""

from functools import cache
from itertools import pairwise

import pytest

from siberia import Match
from siberia.boardgame import BoardView
from siberia.cardgame import CardView
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.replay.moments import open_view, table_then
from siberia.web.pages.replay.moves import moves, pieces
from siberia.web.pages.replay.page import Moment, Replay, moment_of
from siberia.web.pages.replay.parts import replay_parts
from siberia.web.pages.replay.timeline import timeline
from siberia.web.pages.replay.verdict import NO_VERDICT, Costly, Verdict
from siberia.web.pages.table import Look
from siberia.web.tables.finished import Finished
from siberia.web.tables.fold import Fold
from siberia.web.tables.records import table_of
from tests.support import VARIANTS, Variant, play_random, variants

SEATS = 3
CARD, BOARD = VARIANTS[0], VARIANTS[2]


@cache
def finished(variant: Variant) -> Finished:
    match = variant.new(
        seats=SEATS, seed=5, start=0, players=["Anna", "Boris", "Chen"], salt="0" * 32
    )
    return Finished("/r/key", table_of("key", play_random(match, 5, busy=True).record()))


def replay(variant: Variant, ply: int, seat: int | None = 0, code: str = "en") -> Replay:
    return Replay(finished(variant), Moment(ply, seat), language(code), NO_VERDICT, Look())


def some_plies(match: Match) -> list[int]:
    return sorted({0, 1, *range(0, match.ply, 37), match.ply - 1, match.ply})


@pytest.mark.rule("C18", "C20", "B10", "B11")
@variants
def test_a_seat_sees_what_it_saw_then(variant: Variant):
    """What is shown for a seat is the view it had when so many words were played, and no more."""
    match = finished(variant).match
    live = Fold(match.at(0))
    for ply in range(match.ply + 1):
        if ply in some_plies(match):
            for seat in range(SEATS):
                assert replay(variant, ply, seat).page.view == live.match.view(seat)
            then = table_then(finished(variant), ply).fold
            assert then.events == live.events
            assert then.places == live.places
        if ply < match.ply:
            live.play(match.words[ply])


@variants
def test_open_is_what_all_know_together_and_nothing_that_nobody_knows(variant: Variant):
    match = finished(variant).match
    for ply in some_plies(match):
        then = match.at(ply)
        for seat in range(SEATS):
            view, own = open_view(then, seat), then.view(seat)
            assert view.seat == seat
            for other in range(SEATS):
                assert view.players[other] == then.view(other).players[other]
            if isinstance(view, CardView):
                assert isinstance(own, CardView)
                assert (view.row, view.stack, view.pile) == (own.row, own.stack, own.pile)
                assert all(player.hand is not None for player in view.players)
            else:
                assert isinstance(own, BoardView)
                assert (view.bag, view.open_tiles) == (own.bag, own.open_tiles)


@pytest.mark.parametrize("variant", [CARD, BOARD], ids=str)
def test_what_nobody_can_know_is_not_on_the_page(variant: Variant):
    """Drawn from other chance, what all know together is the same, and so is the page."""
    here = finished(variant)
    ply = here.match.ply // 2
    page = replay(variant, ply, None).page
    again = here.match.at(ply)
    hidden = again.state.copy()
    hidden["rng"] = 1
    if variant.game == "card":
        hidden["stack"] = hidden["stack"][::-1]
    again.state = hidden
    assert open_view(again, 0) == page.view


@variants
def test_turns_and_rounds_lie_where_they_began(variant: Variant):
    match, course = finished(variant).match, timeline(finished(variant))
    assert course.last == match.ply
    assert course.place(0) == 0
    assert course.place(match.ply) == len(course.turns)
    places = [course.place(ply) for ply in range(match.ply + 1)]
    assert all(one < other for one, other in pairwise(places))
    for ply in range(match.ply):
        assert course.turn_on(ply) > ply
        assert course.turn_back(ply + 1) < ply + 1
        if course.has_rounds:
            view = match.at(ply).view(None) if ply % 29 == 0 else None
            assert view is None or course.round_at(ply) == view.round
    first, second, third = course.rounds[:3]
    assert course.round_on(first) == second
    assert course.round_back(third) == second
    assert course.round_back(second + 1) == second
    assert course.round_back(first) == 0


@variants
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_is_told(variant: Variant, code: str):
    match = finished(variant).match
    for ply in range(match.ply + 1):
        said = replay(variant, ply, None, code).said
        assert said
        assert all(line.striptags() for line in said)
        assert "{" not in "".join(said)


@pytest.mark.rule("B11")
def test_what_is_placed_is_not_told_before_all_have_placed():
    match = finished(BOARD).match
    sealed = [ply for ply in range(1, match.ply) if match.at(ply).log(None)[ply - 1][1] is None]
    assert sealed
    for ply in sealed:
        assert {line.striptags() for line in replay(BOARD, ply).said} <= {
            f"{name} was placing counters" for name in match.players
        }


def test_the_moves_mark_what_was_played_last_and_costly_decisions():
    here = finished(BOARD)
    told = moves(here, language("en"))
    ply = next(move.ply for move in told if move.ply > 60)
    verdict = Verdict((Costly(ply, 2, 7, told[0].text),))
    drawn = "".join(pieces(told, ply, verdict, "?ply=", language("en")))
    marked = sum(move.ply == ply for move in told)
    assert drawn.count('aria-current="step"') == marked
    assert drawn.count('<i class="pin-n">2</i><b class="cost">−7</b>') == marked
    assert drawn.count("<li") == len(told)
    assert f'href="?ply={ply}"' in drawn


@variants
@pytest.mark.parametrize("narrow", [False, True])
def test_a_step_sends_only_what_has_changed(variant: Variant, narrow: bool):
    ply = finished(variant).match.ply // 2
    first = Replay(
        finished(variant), Moment(ply, 0), language("en"), NO_VERDICT, Look(narrow=narrow)
    )
    sent = replay_parts(first, None, "")
    look = Look(narrow=narrow, is_update=True, parts=str(sent["known"]))
    again = Replay(finished(variant), Moment(ply, 0), language("en"), NO_VERDICT, look)
    known = replay_parts(again, None, "")
    assert len("".join(map(str, known.values()))) < len("".join(map(str, sent.values()))) / 3


def test_an_address_that_names_no_moment_leads_to_the_nearest():
    here = finished(CARD)
    last = here.match.ply
    assert moment_of(here, "", "") == Moment(0, None)
    assert moment_of(here, "12", "2") == Moment(12, 1)
    assert moment_of(here, "99999", "open") == Moment(last, None)
    assert moment_of(here, "-3", "9") == Moment(0, None)
    mine = Finished("/t/t1", here.table, (1,))
    assert moment_of(mine, "3", "") == Moment(3, 1)
    assert moment_of(mine, "3", "open") == Moment(3, None)


def test_what_a_review_says_is_shown():
    here = finished(BOARD)
    shares = tuple((0.5, 0.25, 0.25) for _ in range(here.match.ply + 1))
    better = moves(here, language("en"))[0].text
    verdict = Verdict((Costly(40, 2, 7, better), Costly(90, 1, 12, better)), shares)
    shown = Replay(here, Moment(40, 0), language("en"), verdict, Look())
    parts = {name: str(part) for name, part in replay_parts(shown, None, "").items()}
    assert better in parts["prompt"]
    assert "50 %" in parts["shares"] or "50%" in parts["shares"]
    assert 'data-ply="90"' in parts["costly"]
    assert "costly-back" not in parts["costly"]
    assert "Costly decision 2 of 2" in shown.spoken()
    assert "Anna 50" in shown.spoken()
