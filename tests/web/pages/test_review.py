"""The review's page: its numbers add up, its sentences are honest, its links lead somewhere."""

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siberia import Match
from siberia.review import Balance
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.review.course import course_of
from siberia.web.pages.review.deeds import deed
from siberia.web.pages.review.headline import LITTLE, Whose, headline
from siberia.web.pages.review.page import review_page
from siberia.web.pages.review.points import PERCENT, balance_points, signed
from siberia.web.pages.review.verdict import verdict_of
from siberia.web.pages.templating import Surroundings, render
from siberia.web.tables.finished import Finished
from siberia.web.tables.records import table_of
from tests.reviews import review_of
from tests.support import Variant, board_view, play_random, variants

SEATS = 3
NAMES = ("Anna", "Boris", "Chen")
ENGLISH = language("en")


@cache
def finished(variant: Variant) -> Finished:
    match = variant.new(seats=SEATS, seed=5, start=0, players=NAMES, salt="0" * 32)
    table = table_of("key", play_random(match, 5, busy=True).record())
    # No two matches share an address.
    return Finished(f"/r/{variant}", table)


def page(variant: Variant, seat: int = 0, code: str = "en"):
    of_match = finished(variant)
    return review_page(of_match, review_of(of_match.match), seat, language(code))


class Links(HTMLParser):
    """All addresses of a page, and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "href" and tag == "a" and value:
                self.addresses.append(value)
            if name == "id" and value:
                self.ids.append(value)


def drawn(variant: Variant, seat: int = 0, code: str = "en") -> str:
    around = Surroundings(language(code), "", f"/r/{variant}/review", "/static")
    return render("review.html", around, {"page": page(variant, seat, code)})


@variants
@pytest.mark.parametrize("seat", range(SEATS))
def test_the_steps_add_up_as_they_are_written(variant, seat):
    shown = page(variant, seat)
    start, *parts, result = (step.points for step in shown.steps)
    assert start + sum(parts) == result
    assert result in (0, 100, 50, 33, 34)
    others = re.findall(r"([+−]?)(\d+)(?:,|$)", shown.steps[3].note)
    amounts = [int(f"{'-' if sign == '−' else ''}{number}") for sign, number in others]
    assert sum(amounts) == shown.steps[3].points


@given(st.lists(st.floats(-0.6, 0.6), min_size=3, max_size=3), st.sampled_from([0.0, 0.5, 1.0]))
def test_points_of_a_balance_add_up_to_its_result(parts, result):
    luck, one, other = parts
    own = result - 0.25 - luck - one - other
    balance = Balance(0.25, luck, own, (0.0, one, other), result, 0.01, None, 0)
    assert sum(balance_points(balance)) == round(PERCENT * result)


def test_numbers_have_a_true_sign():
    assert [signed(ENGLISH, points) for points in (3, 0, -1200)] == ["+3", "0", "−1,200"]


@pytest.mark.parametrize(
    ("luck", "own", "others", "said"),
    [
        (41, -36, 62, "The others let you in, and the draws were kind."),
        (-30, -40, 3, "You gave much away, and the draws were unkind."),
        (2, -40, 20, "You gave much away, but the others gave something away."),
        (-20, -2, 1, "The draws were unkind, and you gave next to nothing away."),
        (1, -10, 2, "You gave something away, and the draws were even."),
        (0, -1, 2, "Little was given away, and the draws were even."),
        # Better than the expert nobody is: that is how wrong it was.
        (10, 30, -40, "The draws were kind, and you gave next to nothing away."),
    ],
)
def test_the_sentence_says_what_the_numbers_say(luck, own, others, said):
    assert headline(ENGLISH, Whose(0, NAMES, is_reader=True), luck, own, others) == said


def test_somebody_else_is_called_by_name():
    whose = Whose(1, NAMES, is_reader=False)
    assert (
        headline(ENGLISH, whose, 0, -40, 30) == "Boris gave much away, but the others let Boris in."
    )
    two = Whose(0, NAMES[:2], is_reader=True)
    assert headline(ENGLISH, two, 0, 0, 40) == "Boris gave much away, and the draws were even."


@pytest.mark.parametrize(
    ("own", "others", "is_reader", "said"),
    [
        (-36, 80, True, "Both of you gave much away."),
        (-8, 12, True, "Both of you gave something away."),
        (-36, 80, False, "Anna and Boris both gave much away."),
        (-8, 12, False, "Anna and Boris both gave something away."),
        (-36, 12, False, "Anna gave much away, but Boris gave something away."),
    ],
)
def test_of_two_who_did_alike_it_is_said_once(own, others, is_reader, said):
    assert headline(ENGLISH, Whose(0, NAMES[:2], is_reader), 6, own, others) == said
    # Where luck weighed as much, it is told of.
    assert "draws" in headline(ENGLISH, Whose(0, NAMES[:2], is_reader), 90, own, others)


@given(st.integers(-90, 90), st.integers(-90, 90), st.integers(-90, 90), st.sampled_from(LANGUAGES))
def test_every_sentence_is_one(luck, own, others, code):
    said = headline(language(code), Whose(2, NAMES, is_reader=False), luck, own, others)
    assert said[0].isupper()
    assert said.endswith(".")
    assert "{" not in said
    if code == "en" and abs(luck) >= LITTLE > max(-own, others):
        assert ("kind" if luck > 0 else "unkind") in said


@variants
def test_moments_are_told_where_they_were(variant):
    of_match = finished(variant)
    course, match = course_of(of_match), of_match.match
    assert course.ends[0] == 0
    assert course.ends[-1] == match.ply
    assert len(course.ends) == len(match.turns()) + 1
    for ply in range(match.ply):
        column = course.column(ply)
        assert course.ends[column] >= ply
        assert column == 0 or course.ends[column - 1] < ply
        view = match.at(ply).view(None)
        said = course.when(ply, ENGLISH)
        if match.game == "board":
            assert said == (f"Round {view.round}" if view.round else "Setting up")
        else:
            assert said == f"Turn {sum(end <= ply for end in course.ends)}"


@variants
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_is_whole_in_every_language(variant, code):
    shown = page(variant, 1, code)
    text = drawn(variant, 1, code)
    links = Links(text)
    assert len(links.ids) == len(set(links.ids))
    assert 'style="' not in text
    assert "{" not in re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
    match = finished(variant).match
    moment = re.compile(rf"/r/{variant}/replay\?eyes=2&ply=(\d+)")
    plies = [int(found[1]) for found in map(moment.fullmatch, links.addresses) if found]
    assert len(plies) > 2 * len(match.turns())
    assert max(plies) <= match.ply
    tries = [one for one in links.addresses if "/try/" in one]
    assert len(shown.decisions) == 5
    assert {f"/r/{variant}/review/2/try/{number}" for number in range(1, 6)} == set(tries)
    # The dearest first; what it cost is written with a true minus.
    points = [int(one.points.removeprefix("−")) for one in shown.decisions]
    assert points == sorted(points, reverse=True)


@variants
def test_what_is_drawn_is_a_table_for_who_cannot_see_it(variant):
    text = drawn(variant)
    tables = re.findall(r"visually-hidden\"><table>.*?</table>", text, re.DOTALL)
    assert len(tables) == 2
    shown = page(variant)
    for step in shown.steps:
        assert f"<td>{step.written}</td>" in tables[0]
    for name in NAMES:
        assert f'<th scope="col">{name}</th>' in tables[1]
    assert tables[1].count("<tr>") == len(shown.shares) + 1


@variants
@pytest.mark.parametrize("seat", [0, 2])
def test_the_replay_is_told_of_costly_decisions(variant, seat):
    of_match = finished(variant)
    review = review_of(of_match.match)
    verdict = verdict_of(of_match, review, seat, ENGLISH)
    assert verdict.shares == review.shares
    assert [one.ply for one in verdict.costly] == sorted(one.ply for one in verdict.costly)
    assert sorted(one.number for one in verdict.costly) == [1, 2, 3, 4, 5]
    for one in verdict.costly:
        decision = review.costliest(seat)[one.number - 1]
        assert one.ply == decision.ply + decision.count
        assert of_match.fold.steps[one.ply - 1].seat == seat
        assert f"<b>{one.points} point" in one.better
        assert one.trial == f"/r/{variant}/review/{seat + 1}/try/{one.number}"


# ---------------------------------------------------------------- what is done, told shortly


def board(*words: str) -> Match:
    match = Match.new("board", seats=2, seed=3, start=0, exchanges="A")
    for word in words:
        match.play(word)
    return match


@pytest.mark.parametrize(
    ("words", "said", "signs"),
    [
        (("pass",), "Pass", ("close",)),
        (("salesman", "from supply", "to Tokyo"), "Salesman: supply to Tokyo", ("salesman",)),
        (("to Tokyo",), "To Tokyo", ("salesman",)),
        (
            ("logistician", "move Altai Yugra", "move Yugra Yamal", "stop"),
            "Logistician: Altai – Yugra – Yamal",
            ("logistician",),
        ),
        (("worker", "deploy supply"), "Worker: to Vladivostok", ("worker",)),
        (("worker", "decline"), "Worker: decline", ("worker",)),
        (("investor", "tile gold"), "Investor: the gold tile", ("investor",)),
        (("manager", "wild gold"), "Manager: wildcard on gold", ("manager",)),
        (("manager", "wild none"), "Manager: no wildcard", ("manager",)),
        (
            ("research", "cube gold Amur", "cube gas Yugra"),
            "Research: gold to Amur and gas to Yugra",
            ("research",),
        ),
        (("discard gold",), "A counter off gold", ("gold",)),
    ],
)
def test_a_turn_of_the_board_game_is_told_shortly(words, said, signs):
    found = deed(ENGLISH, board(), words)
    assert (found.text, found.short, found.signs) == (said, said, signs)


@pytest.mark.parametrize(
    ("words", "beside", "said"),
    [
        (("flip 5",), (), "Turn up place 5"),
        (("keep",), (), "Leave them"),
        (("draw 2",), (), "Draw 2 cards"),
        (("draw 0",), (), "Skip"),
        (("gas", "pay worker/gas"), (), "Gas, paid with worker/gas"),
        (("gas", "pay worker/gas"), ("draw 2",), "Gas"),
        (("gas", "pay worker/gas"), ("gas", "pay salesman/gas"), "Gas, paid with worker/gas"),
        (
            ("salesman", "pay salesman/oil", "pay salesman/gas", "take gas"),
            ("salesman", "pay salesman/oil", "pay salesman/gas", "take oil"),
            "Salesman: gas",
        ),
    ],
)
def test_a_turn_of_the_card_game_is_told_shortly(words, beside, said):
    assert deed(ENGLISH, Match.new("card", seats=2, seed=1), words, beside).text == said


@pytest.mark.rule("B25")
def test_a_sale_says_what_it_brings():
    match = Match.new("board", seats=2, seed=4, start=0, exchanges="A")
    play_random(match, 4, busy=True)
    plies = [n for n, word in enumerate(match.words) if word.startswith("sell ")]
    assert plies
    for ply in plies[:5]:
        where = match.words[ply].removeprefix("sell ")
        money = match.at(ply + 1).scores()[match.log(None)[ply][0]]
        brought = money - match.at(ply).scores()[match.log(None)[ply][0]]
        text = deed(ENGLISH, match.at(ply), [match.words[ply]]).text
        assert re.fullmatch(rf"\d \w+ in {where}: {brought:,}", text)


@pytest.mark.rule("B11")
def test_of_a_placing_what_differs_is_told():
    match = board()
    drawn_counters = board_view(match, 0).players[0].drawn
    assert drawn_counters
    research = ("place research",) * len(drawn_counters)
    options = match.legal()
    other = (next(word for word in options if word != "place research"), *research[1:])
    found = deed(ENGLISH, match, research, other)
    assert found.signs == (drawn_counters[0], "research")
    assert found.short == "under Research"
    assert deed(ENGLISH, match, other, research).short == f"on {other[0].removeprefix('place ')}"
    assert deed(ENGLISH, match, research).short == f"under Research, and {len(research) - 1} more"
