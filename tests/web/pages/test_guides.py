"""Guides offer what the engine allows: all of it, and nothing else."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from siberia.boardgame import BoardView
from siberia.engine.vocabulary import SYMBOLS
from siberia.match import Match
from siberia.match.preview import Preview
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.guides import Guide, OpenDecision, board_guide, card_guide
from siberia.web.pages.guides.placing import NOBODY, dropped
from tests.support import VARIANTS, Variant, board_view, play_random, variants

Line = tuple[str, ...]
# So many positions of each phase are looked at.
MOST = 5


def mover(match: Match) -> int:
    """The seat that must decide."""
    assert match.to_move is not None
    return match.to_move


def asked(match: Match, seat: int, draft: str = "", code: str = "en") -> Guide:
    """Ask the guide for a seat."""
    view: Any = match.view(seat)
    preview: Preview[Any] = (
        Preview.of_placing(match, seat) if view.phase == "place" else Preview(match, seat)
    )
    decision = OpenDecision(seat, match.players, view, preview, draft, language(code))
    return board_guide(decision) if match.game == "board" else card_guide(decision)


def clicks(guide: Guide) -> Iterator[tuple[str, str]]:
    """Everything that can be clicked: what it does, and with which value."""
    for mark in guide.marks.values():
        if "refused" not in mark.state:
            yield from ((deed, mark.data[deed]) for deed in ("word", "draft") if deed in mark.data)
    for button in guide.buttons:
        if button.plan:
            yield "plan", button.plan
        elif button.word:
            yield "word", button.word
        elif button.draft is not None:
            yield "draft", button.draft
    for row in guide.rows:
        yield "word", row.word


def reachable(match: Match, seat: int) -> set[Line]:
    """Every line of words that can be played by following the drafts."""
    found: set[Line] = set()
    known, queue = {""}, [""]
    while queue:
        for deed, value in clicks(asked(match, seat, queue.pop())):
            if deed == "draft" and value not in known:
                known.add(value)
                queue.append(value)
            elif deed in ("word", "plan"):
                found.add(tuple(value.split(", ")))
    return found


def allowed(match: Match) -> set[Line]:
    """Every line that the page should offer: a word, with its payment where there is one."""
    seat = mover(match)
    if match.game == "board":
        return {(word,) for word in match.legal()}
    return {words for words, _score in Preview(match, seat).lines("pay")}


@cache
def positions(variant: Variant) -> tuple[Match, ...]:
    """Positions of some matches, a few of each phase, none of them within a placing."""
    found: dict[str, list[Match]] = defaultdict(list)
    for seed in range(8):
        match = variant.new(seats=2 + seed % 3, seed=seed)
        plies = play_random(match.at(0), seed, busy=True)
        # From behind: late positions are the richer ones.
        for ply in range(plies.ply - 1 - seed % 7, 0, -13):
            at = plies.at(ply)
            phase = at.view(None).phase
            is_within = phase == "place" and plies.at(ply - 1).view(None).phase == "place"
            if len(found[phase]) < MOST and not is_within:
                found[phase].append(at)
    return tuple(match for matches in found.values() for match in matches)


def test_positions_of_every_phase_are_looked_at():
    phases = {m.view(None).phase for variant in VARIANTS for m in positions(variant)}
    card = {"discover", "act", "pay", "choose"}
    board = {"research", "wildcard", "step", "pawn", "exchange", "deploy", "invest", "sell"}
    assert phases >= card | board | {"sides", "place", "surplus"}


@variants
def test_exactly_the_legal_words_can_be_reached(variant):
    for match in positions(variant):
        phase = match.view(None).phase
        if phase != "place":
            assert reachable(match, mover(match)) == allowed(match), match


@pytest.mark.rule("C10", "C11", "C12")
def test_an_action_begun_without_its_payment_can_be_paid_in_every_way():
    """A word alone is legal too, and whoever sent it goes on from there."""
    for match in positions(VARIANTS[0]):
        if match.view(None).phase == "act":
            for action in set(match.legal()) & set(SYMBOLS):
                begun = match.at(match.ply)
                begun.play(action)
                if begun.view(None).phase == "pay":
                    lines = Preview(begun, mover(begun)).lines("pay")
                    assert reachable(begun, mover(begun)) == {words for words, _score in lines}


def plans(match: Match, seat: int) -> set[Line]:
    """Every way in which the engine lets a seat place its counters."""

    def lines(preview: Preview[Any], left: int) -> Iterator[Line]:
        if not left:
            yield ()
            return
        for word in preview.legal():
            yield from ((word, *rest) for rest in lines(preview.after(word), left - 1))

    preview: Preview[Any] = Preview.of_placing(match, seat)
    return set(lines(preview, len(preview.view.players[seat].drawn)))


def placed_in_order(match: Match, seat: int, draft: str = "") -> Iterator[str]:
    """Every plan that can be made by putting down each counter that is held."""
    guide = asked(match, seat, draft)
    offered = [value for deed, value in clicks(guide) if deed == "plan"]
    if offered:
        yield from offered
        return
    for key, mark in guide.marks.items():
        if key.startswith(("action:", "research")) and "draft" in mark.data:
            yield from placed_in_order(match, seat, mark.data["draft"])


@pytest.mark.rule("B11", "B12")
def test_every_placing_can_be_planned_by_every_seat():
    match = Match.new("board", seats=2, seed=5, start=1, exchanges="A")
    # Research first, then a panel that is half covered leaves fewer ways.
    match = play_random(match, 3, 12)
    while match.view(None).phase != "place":
        match.play(match.legal()[-1])
    for seat in range(2):
        wanted = {", ".join(line) for line in plans(match, seat)}
        found = list(placed_in_order(match, seat))
        assert set(found) == wanted
        assert len(found) == len(wanted) > 20


@pytest.mark.rule("B11", "B12")
def test_counters_can_be_put_back_and_moved_and_every_plan_offered_is_legal():
    chooser = random.Random(11)
    placings = [m for m in positions(VARIANTS[2]) if m.view(None).phase == "place"]
    for match in placings[:3]:
        for seat in range(match.seats):
            wanted, draft, offered = plans(match, seat), "", 0
            for _ in range(40):
                options = list(clicks(asked(match, seat, draft)))
                for deed, value in options:
                    if deed == "plan":
                        offered += 1
                        assert tuple(value.split(", ")) in wanted
                drafts = [value for deed, value in options if deed == "draft"]
                fuller = [value for value in drafts if len(value) > len(draft)]
                draft = chooser.choice(fuller if fuller and chooser.random() < 0.8 else drafts)
            assert offered


def test_a_counter_that_is_taken_back_is_in_the_hand_again():
    match = Match.new("board", seats=2, seed=5, start=0, exchanges="A")
    first = asked(match, 0, "0;research,research,research,research,research,research")
    assert first.planned == ["research"] * 6
    again = asked(match, 0, first.marks["counter:2"].data["draft"])
    assert again.planned == ["research", "research", "", "research", "research", "research"]
    assert again.marks["counter:2"].state == "selected"
    start = next(b for b in again.buttons if b.draft == f"{NOBODY};")
    assert asked(match, 0, start.draft or "").planned == [""] * 6


NONSENSE = (
    *("x", ":", ";", ",", "sure ", "sure gas", "sure draw 0", "gas:", "gas:0,1,2", ":0", ":0,0"),
    *("gas:99", "gas:٣", "salesman:0,1,2,3,4,5,6,7", "gold", "Amur", "Vladivostok", "99;", "-1;"),
    *("0;gas,gas,gas,gas,gas,gas", "5;research", "0;,,,,,,,,,,,", "٣;٣", "<script>", "%s{}{0}"),
)


@variants
def test_no_draft_makes_a_guide_stumble_or_offer_more(variant):
    for number, match in enumerate(positions(variant)):
        seat = mover(match)
        is_placing = match.view(None).phase == "place"
        wanted = plans(match, seat) if is_placing else allowed(match)
        for draft in islice(NONSENSE, number % 3, None, 3):
            guide = asked(match, seat, draft, LANGUAGES[number % len(LANGUAGES)])
            assert guide.title
            for deed, value in clicks(guide):
                if deed in ("word", "plan"):
                    assert tuple(value.split(", ")) in wanted, draft


@variants
def test_what_is_refused_is_refused_by_the_engine_too(variant):
    for match in positions(variant):
        marks = asked(match, mover(match)).marks.values()
        words = {mark.data["word"] for mark in marks if "refused" in mark.state}
        assert not words & set(match.legal())


@variants
def test_a_hint_shows_on_something_that_leads_to_it(variant):
    """Whatever the adviser says, some thing that can be clicked is emphasised."""
    for match in positions(variant):
        phase, seat = match.view(None).phase, mover(match)
        lines = plans(match, seat) if phase == "place" else allowed(match)
        for line in sorted(lines)[:8]:
            guide = asked(match, seat)
            guide.point_at(line)
            states = [mark.state for mark in guide.marks.values()]
            states += [button.kind for button in guide.buttons]
            best = [row.word for row in guide.rows if row.best]
            is_shown = any("hinted" in state for state in states)
            assert is_shown or best == [*line], (phase, line)


def test_a_hint_for_placing_follows_the_counter_that_is_held():
    match = Match.new("board", seats=2, seed=5, start=0, exchanges="A")
    wanted, draft = sorted(plans(match, 0))[17], ""
    for word in wanted:
        guide = asked(match, 0, draft)
        guide.point_at(wanted)
        hinted = [key for key, mark in guide.marks.items() if "hinted" in mark.state]
        assert [key.removeprefix("action:") for key in hinted] == [word.removeprefix("place ")]
        draft = guide.marks[hinted[0]].data["draft"]
    last = asked(match, 0, draft)
    last.point_at(wanted)
    assert [b.plan for b in last.buttons if "hinted" in b.kind] == [", ".join(wanted)]


@pytest.mark.rule("B11")
def test_a_counter_that_is_dragged_lies_where_it_may_and_nowhere_else():
    match = Match.new("board", seats=2, seed=5, start=0, exchanges="A")
    view = board_view(match, 0)
    preview: Preview[BoardView] = Preview.of_placing(match, 0)
    decision = OpenDecision(0, match.players, view, preview, "", language("en"))
    allowed = [word.removeprefix("place ") for word in preview.legal()]
    for target in allowed:
        planned = asked(match, 0, dropped(decision, 0, target)).planned
        assert planned == [target, "", "", "", "", ""]
    for counter, target in ((0, "nowhere"), (6, "research"), (-1, "research")):
        assert asked(match, 0, dropped(decision, counter, target)).planned == [""] * 6
