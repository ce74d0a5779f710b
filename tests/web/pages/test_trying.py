"""A decision tried again: its table is what its seat saw, its address says what was tried."""

from functools import cache

import pytest

from siberia import Match
from siberia.review import Decision, Tried
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.lessons.stage import LEARNER
from siberia.web.pages.review.answers import answer
from siberia.web.pages.review.stage import stage
from siberia.web.pages.review.try_page import TryPage, try_parts
from siberia.web.pages.review.trying import (
    LONGEST,
    Attempt,
    Trying,
    is_open,
    played,
    read,
    unrevealed,
)
from siberia.web.pages.table import Look
from tests.reviews import review_of
from tests.support import Variant, variants
from tests.web.pages.test_review import finished

BETTER = Tried("better", 0.07, 0.01, 64, 40, 12)
WORSE = Tried("not better", -0.06, 0.01, 64, 10, 41)
SAME = Tried("as good", 0.001, 0.01, 64, 20, 21)
NOTHING_YET = Trying()


@cache
def decisions(variant: Variant, seat: int = 0) -> tuple[Decision, ...]:
    return review_of(finished(variant).match).costliest(seat)


def shown(
    variant: Variant, trying: Trying = NOTHING_YET, number: int = 1, code: str = "en"
) -> TryPage:
    return TryPage(finished(variant), decisions(variant), number, trying, Look(), language(code))


def tried(decision: Decision, *found: Tried) -> Trying:
    trying = Trying()
    for one in found:
        words = decision.best if one is BETTER else decision.played
        trying = trying.with_attempt(Attempt.of(words, one), 1)
    return trying


@variants
def test_the_table_is_what_its_seat_saw(variant):
    match = finished(variant).match
    for number, one in enumerate(decisions(variant), 1):
        page = shown(variant, number=number).page()
        assert page.view == match.at(one.ply).view(one.seat)
        assert page.seat == one.seat
        assert page.is_acting
        assert page.guide.marks or page.guide.buttons or page.guide.rows


@variants
def test_nobody_talks_where_a_decision_is_tried(variant):
    page = shown(variant).page()
    assert not page.has_talk
    assert "talk" not in [name for name, _, _ in page.tabs()]


@variants
def test_whatever_is_legal_can_be_tried(variant):
    for one in decisions(variant):
        before = finished(variant).match.at(one.ply)
        for word in before.legal():
            after = played(before, (word,))
            assert after.ply == before.ply + 1
        assert not is_open(before, played(before, one.played))


@variants
def test_an_address_holds_all_that_was_tried(variant):
    one = decisions(variant)[0]
    match = finished(variant).match
    for trying in (Trying(), tried(one, WORSE, SAME, BETTER), Trying(line=one.played[:1])):
        text = trying.written()
        assert len(text) < LONGEST
        assert read(text, match, one) == trying
    assert read("-", match, one) == Trying()


@variants
@pytest.mark.parametrize("text", ["x", "=", "AAAA", "%00", "é", "A" * 5000])
def test_an_address_that_was_not_made_here_is_none(variant, text):
    assert read(text, finished(variant).match, decisions(variant)[0]) is None


@variants
def test_words_that_cannot_be_played_are_none(variant):
    one, match = decisions(variant)[0], finished(variant).match
    for line in (("nonsense",), ("pass", "pass"), (*one.played, "pass"), ("move A",)):
        assert read(Trying(line=line).written(), match, one) is None
        attempt = Attempt.of(line, WORSE)
        assert read(Trying(attempts=(attempt,)).written(), match, one) is None


@variants
def test_what_truly_came_is_not_shown(variant):
    """An answer stands for all imagined worlds: what chance brought in this one is none of it."""
    for number, one in enumerate(decisions(variant), 1):
        before = finished(variant).match.at(one.ply)
        trying = Trying().with_attempt(Attempt.of(one.played, WORSE), number)
        page = shown(variant, trying, number).page()
        words = unrevealed(before, one.played)
        assert page.view == played(before, words).view(one.seat)
        assert played(before, words).state["reveals"] == before.state["reveals"]
        assert not page.is_acting
        assert not page.guide.marks


@variants
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_state_is_told_in_every_language(variant, code):
    one = decisions(variant)[0]
    states = {
        "ask": Trying(),
        "less": tried(one, WORSE),
        "equal": Trying().with_attempt(Attempt.of(one.best, SAME), 1),
        "better": tried(one, WORSE, BETTER),
        "show": Trying(is_shown=True),
        "done": Trying(is_done=True, found=(1, 3), at_once=(3,)),
    }
    for kind, trying in states.items():
        page = shown(variant, trying, code=code)
        said = answer(page.asked, trying, len(page.decisions))
        assert said.kind == kind
        assert said.title
        assert "{" not in said.title + said.line
        parts = try_parts(page, "")
        assert f"try-{kind}" in parts["prompt"]
        assert "{" not in parts["prompt"] + parts["log"]


def test_found_at_once_is_without_help_and_at_the_first_try():
    attempt = Attempt.of(("pass",), BETTER)
    assert Trying().with_attempt(attempt, 2).at_once == (2,)
    assert Trying(count=1).with_attempt(attempt, 2).at_once == ()
    assert Trying(is_nudged=True).with_attempt(attempt, 2).found == (2,)
    assert Trying(is_shown=True).with_attempt(attempt, 2).found == ()
    assert Trying(found=(1,), at_once=(1,)).with_attempt(attempt, 3).further() == Trying(
        found=(1, 3), at_once=(1, 3)
    )


@variants
def test_what_the_expert_prefers_is_hidden_until_it_is_found_or_shown(variant):
    for number, one in enumerate(decisions(variant), 1):
        best = shown(variant, number=number).asked.told(one.best, one.played)
        asked = try_parts(shown(variant, number=number), "")
        assert "Still hidden" in asked["log"]
        assert best not in asked["log"]
        nudged = try_parts(shown(variant, Trying(is_nudged=True), number), "")
        assert "Still hidden" in nudged["log"]
        revealed = try_parts(shown(variant, Trying(is_shown=True), number), "")
        assert "Still hidden" not in revealed["log"]


@variants
def test_what_is_shown_is_marked_on_the_table(variant):
    for number in range(1, 6):
        page = shown(variant, Trying(is_shown=True), number).page()
        states = [mark.state for mark in page.guide.marks.values()]
        states += [button.kind for button in page.guide.buttons]
        assert any("hinted" in state for state in states) or any(
            row.best for row in page.guide.rows
        )


@variants
def test_words_of_a_line_can_be_taken_back(variant):
    for one in decisions(variant):
        if len(one.played) > 1:
            table = stage(finished(variant), one, 1, Trying(line=one.played[:1]))
            assert table.undoable(one.seat, LEARNER) >= 1


@variants
def test_a_stage_is_no_table_of_anybody(variant):
    one = decisions(variant)[0]
    table = stage(finished(variant), one, 1, Trying())
    assert table is not finished(variant).table
    assert finished(variant).match.is_over
    assert isinstance(table.match, Match)
    assert table.seats.of_guest(LEARNER) == (one.seat,)
    assert table.row.owner == ""
