"""The end screen: what it says of a finished match, in both games and every language."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from siberia import Match
from siberia.drawing import cards
from siberia.drawing.svg import icon
from siberia.match.record import commitment
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.ending import Ending, ending, ranks
from siberia.web.pages.game_pages import table_page
from siberia.web.pages.table import Look
from siberia.web.pages.templating import templates
from siberia.web.tables.store.rows import Entry, SeatRow, TableRow
from siberia.web.tables.table import Table
from tests.support import LAZY, VARIANTS, Variant, play_random

NAMES = ("Anna", "Boris", "Cem", "Dora")
OPENED = datetime(2025, 3, 1, 12, tzinfo=UTC)


def at_table(match: Match, names: tuple[str, ...] = NAMES, hours: float = 0.5) -> Table:
    """A table at which the match was played, its last word so many hours after the opening."""
    setup = match.setup
    row = TableRow(
        id="table",
        name="",
        game=match.game,
        edition=setup.edition,
        expansion=setup.expansion,
        exchanges=setup.exchanges,
        seats=match.seats,
        start=setup.start,
        seed=f"{match.seed:032x}",
        salt=match.salt,
        owner="anna",
        speed="normal",
        created=OPENED,
    )
    seats = [
        SeatRow("table", number, "guest", name.lower(), None, name)
        for number, name in enumerate(names[: match.seats])
    ]
    table = Table(row, seats)
    when = OPENED + timedelta(hours=hours)
    table.take_in([Entry(seq, word, when) for seq, word in enumerate(match.words)])
    return table


# Most tests only look at a table, so they can share one.
shared = cache(at_table)


@cache
def played(variant: Variant, seats: int, seed: int) -> Match:
    return play_random(variant.new(seats=seats, seed=seed, start=0), seed, busy=True)


@cache
def idle(game: str) -> Match:
    """A match in which everyone does as little as possible."""
    match = Match.new(game, seats=3, seed=1, start=0)
    while not match.is_over:
        words = match.legal()
        match.play(next((word for word in words if word in LAZY), words[0]))
    return match


def summed_up(match: Match, code: str = "en") -> Ending:
    return ending(shared(match), language(code))


def rendered(table: Table, code: str = "en") -> str:
    page = table_page(table, "anna", Look(), language(code))
    template = templates(code).get_template("end.html")
    end = ending(table, language(code))
    return template.render(page=page, end=end, icon=icon, cards=cards)


CARD, OYA, BOARD, EXPANSION = VARIANTS
BY_VARIANT = pytest.mark.parametrize("variant", VARIANTS, ids=str)


# ---------------------------------------------------------------- the numbers


@BY_VARIANT
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_each_kind_brought_adds_up_to_the_score(variant: Variant, seats: int):
    match = played(variant, seats, 1)
    end = summed_up(match)
    assert sorted(place.seat for place in end.places) == list(range(seats))
    for place in end.places:
        assert place.score == match.scores()[place.seat]
        assert sum(place.amounts.values()) == place.score
        assert 0 not in place.amounts.values()
        if place.summary:
            assert place.summary.total.money == place.score
        else:
            assert place.breakdown
            assert place.breakdown.total == place.score


@BY_VARIANT
def test_the_best_come_first(variant: Variant):
    match = played(variant, 4, 2)
    places = summed_up(match).places
    scores = [place.score for place in places]
    assert scores == sorted(match.scores(), reverse=True)
    assert {p.seat for p in places if p.rank == 1} == set(match.winners())
    assert [place.name for place in places] == [NAMES[place.seat] for place in places]


def test_equal_scores_share_a_rank():
    assert ranks([5, 9, 5, 1]) == (2, 1, 2, 4)
    assert ranks([3, 3]) == (1, 1)


@pytest.mark.parametrize("variant", [BOARD, CARD], ids=str)
def test_charts_end_with_the_scores(variant: Variant):
    match = played(variant, 3, 1)
    chart = str(summed_up(match).chart)
    for seat, score in enumerate(match.scores()):
        assert f"{NAMES[seat]}: {score:,}" in chart


def test_snowflakes_count_exhausted_areas():
    by_areas, by_reserves = played(BOARD, 3, 1), played(BOARD, 3, 3)
    for match in (by_areas, by_reserves):
        exhausted = sum(area.exhausted for area in match.view(None).areas)
        flakes = re.findall(r'class="strong"[^>]*>(\d+)<', str(summed_up(match).chart))
        assert flakes[0] == str(exhausted)


# ---------------------------------------------------------------- the words


@pytest.mark.parametrize("variant", [BOARD, CARD], ids=str)
def test_one_winner(variant: Variant):
    match = played(variant, 3, 1)
    (winner,) = match.winners()
    assert summed_up(match).headline == f"{NAMES[winner]} wins with ${max(match.scores()):,}"


def test_two_share_the_win():
    match = played(CARD, 3, 80)
    assert match.scores() == (53000, 37000, 53000)
    end = summed_up(match)
    assert end.headline == "Anna and Cem share the win with $53,000"
    assert [(place.name, place.rank) for place in end.places] == [
        ("Anna", 1),
        ("Cem", 1),
        ("Boris", 3),
    ]


@pytest.mark.parametrize(("game", "money"), [("board", "$0"), ("card", "$1,000")])
def test_all_share_the_win(game: str, money: str):
    end = summed_up(idle(game))
    assert end.headline == f"Anna, Boris and Cem share the win with {money}"
    assert "share the win" in rendered(shared(idle(game)))


def test_how_a_match_ended():
    by_areas, by_reserves = played(BOARD, 3, 1), played(BOARD, 3, 3)
    assert "eight areas" in str(by_areas.ending())
    assert re.fullmatch(
        rf"The eighth area, \w+, was exhausted in round {by_areas.view(None).round}\.",
        summed_up(by_areas).how,
    )
    assert "three reserve" in str(by_reserves.ending())
    assert re.fullmatch(
        rf"Three reserve spaces were empty in round {by_reserves.view(None).round},"
        r" (gas|coal|oil|gold|diamond) the last of them\.",
        summed_up(by_reserves).how,
    )
    assert summed_up(idle("card")).how == "Everyone was idle in turn, and so it ended."
    assert re.fullmatch(
        r"\w+ turned up the last resource card; then everyone had one more turn\.",
        summed_up(played(CARD, 3, 1)).how,
    )


def test_the_eighth_area_is_the_one_that_ended_it():
    match = played(BOARD, 3, 1)
    named = summed_up(match).how.split(", ")[1]
    exhausted = [
        {area.name for area in match.at(ply).view(None).areas if area.exhausted}
        for ply in range(match.ply + 1)
    ]
    first = next(names for names in exhausted if len(names) >= 8)
    assert named in first
    assert not any(named in names for names in exhausted if len(names) < 7)


def test_how_long_it_took():
    match = played(BOARD, 3, 1)
    rounds = match.view(None).round
    assert summed_up(match).length == f"{rounds} rounds · 30 minutes"
    assert ending(at_table(match, hours=50), language("en")).length == f"{rounds} rounds"
    turns = len(played(CARD, 2, 1).turns())
    assert summed_up(played(CARD, 2, 1)).length == f"{turns} turns · 30 minutes"


def test_where_most_was_sold():
    match = played(BOARD, 3, 1)
    for place in summed_up(match).places:
        assert place.summary
        sales = sorted(place.summary.by_exchange.values(), key=lambda sold: -sold.money)
        assert place.note.count(" and ") == min(len(sales), 2) - 1
        named = [name for name in place.summary.by_exchange if name in place.note]
        assert sum(place.summary.by_exchange[name].money for name in named) == sum(
            sold.money for sold in sales[:2]
        )


# ---------------------------------------------------------------- the page


@BY_VARIANT
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_in_every_language(variant: Variant, code: str):
    match = played(variant, 4, 1)
    page = rendered(shared(match), code)
    speaks = language(code)
    assert page.startswith('<main id="main"')
    assert page.count("<h1") == 1
    assert f">{summed_up(match, code).headline}</h1>" in page
    for score in match.scores():
        assert speaks.money(score) in page
    # What the security policy forbids, and what a forgotten value looks like.
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", page)
    assert "None" not in page


@pytest.mark.parametrize("variant", [BOARD, CARD], ids=str)
def test_the_deal_can_be_checked_with_what_the_page_shows(variant: Variant):
    page = rendered(shared(match := played(variant, 2, 1)))
    shown = dict(re.findall(r"<dt>(\w+)</dt><dd><code>([^<]+)</code>", page))
    assert shown["Fingerprint"] == match.commitment
    assert commitment(int(shown["Seed"], 16), shown["Salt"]) == shown["Fingerprint"]
    headers = match.record().splitlines()
    assert f"seed {shown['Seed']}" in headers
    assert f"salt {shown['Salt']}" in headers


def test_what_can_be_done_next():
    table = at_table(played(CARD, 2, 1))
    page = rendered(table)
    assert '<form method="post" action="/t/table/rematch">' in page
    assert 'href="/t/table/record"' in page
    assert 'href="/t/table/replay"' in page
    assert "Play again" in page
    table.row = replace(table.row, rematch="next")
    assert "To the next match" in rendered(table)


@pytest.mark.parametrize("variant", [BOARD, CARD], ids=str)
def test_names_are_only_text(variant: Variant):
    wicked = "<b onclick=x>'&\""
    page = rendered(at_table(played(variant, 2, 1), (wicked, "Boris")))
    assert wicked not in page
    assert "&lt;b onclick=x&gt;" in page


def test_the_count_names_the_rules_and_shows_salesmen():
    match = played(CARD, 3, 1)
    page = rendered(shared(match))
    assert page.count('/rules/card#C23"') == page.count('/rules/card#C24"') == 3
    worths = [
        line
        for place in summed_up(match).places
        if place.breakdown
        for line in place.breakdown.lines
        if line.cards and line.worth is not None
    ]
    assert worths, "a match in which salesmen counted"
    assert page.count('class="by-salesman"') == len(worths)
    for line in worths:
        assert f"{line.cards} × {line.worth:,}" in page
