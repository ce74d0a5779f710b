"""The end of a match: who won and how, where the scores came from, and how to check the deal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from siberia.boardgame import BoardView
from siberia.cardgame.state import PERSON_VALUE
from siberia.drawing.charts import Series, bars, line_chart
from siberia.drawing.scenery import end_scene
from siberia.engine.vocabulary import RESOURCES
from siberia.events import (
    BoardSummary,
    CardBreakdown,
    Event,
    SeatSummary,
    board_summary,
    card_breakdown,
    card_scores_over_time,
)
from siberia.match import Match
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import term
from siberia.web.tables.days import lasts
from siberia.web.tables.table import Table

# Beyond this a match was laid aside in between, and its minutes say nothing.
LONGEST_SITTING = 240
EXCHANGES_NAMED = 2


@dataclass(frozen=True)
class FinalPlace:
    """A seat in the final order: what it has, from what, and a bar that shows it.

    Of `summary` and `breakdown` it has the one of its game.
    """

    seat: int
    name: str
    rank: int
    score: int
    amounts: Mapping[str, int]
    bar: Markup
    note: str = ""
    summary: SeatSummary | None = None
    breakdown: CardBreakdown | None = None


@dataclass(frozen=True)
class Ending:
    """All that the end screen shows."""

    headline: str
    how: str
    length: str
    places: tuple[FinalPlace, ...]
    picture: Markup
    chart: Markup
    # C24: what a person counts without a salesman for it.
    person_value = PERSON_VALUE

    # What was shown when the table was opened, and what it was made of: "" while others still play
    # the same deal.
    commitment: str
    seed: str
    salt: str
    # How many words it had, and how many of them were those of the match it was taken over from.
    words: int
    begun_at: int


def ending(table: Table, language: Language) -> Ending:
    """Sum up the finished match of a table, in the language of who looks."""
    # A copy, whose players are called as the page calls them.
    match, view = table.match.copy(), table.fold.view
    match.players = table.shown_names(language)
    events = [event for of_word in table.fold.events for event in of_word]
    if isinstance(view, BoardView):
        board = board_summary(match.seats, match.log(None), events)
        found = [board_place(match, board.seats[seat], seat, language) for seat in order(match)]
        chart, rounds = board_chart(match, board, language), len(board.exhausted) - 1
        played = language.ngettext("{count} round", "{count} rounds", rounds)
    else:
        lines = card_breakdown(view)
        found = [card_place(match, lines[seat], language) for seat in order(match)]
        scores = card_scores_over_time(match)
        chart, rounds = card_chart(match, scores, language), len(scores[0]) - 1
        played = language.ngettext("{count} turn", "{count} turns", rounds)
    return Ending(
        headline=headline(match, language),
        how=how(events, match.players, language),
        length=with_minutes(played.format(count=language.number(rounds)), table, language),
        places=tuple(found),
        picture=end_scene([(place.seat, place.rank) for place in found]),
        chart=chart,
        commitment=match.commitment,
        seed="" if lasts(table.row) else f"{match.seed:032x}",
        salt="" if lasts(table.row) else match.salt,
        words=match.ply,
        begun_at=match.begun_at,
    )


# ---------------------------------------------------------------- the result


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's rank from 1 on; equal scores share one."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def order(match: Match) -> list[int]:
    """Return the seats, the best first."""
    scores = match.scores()
    return sorted(range(match.seats), key=lambda seat: -scores[seat])


def headline(match: Match, language: Language) -> str:
    """Say who won, and with how much (C25, B31)."""
    winners = match.winners()
    names = [match.players[seat] for seat in winners]
    message = language.ngettext(
        "{names} wins with {money}", "{names} share the win with {money}", len(names)
    )
    money = language.money(match.scores()[winners[0]])
    return message.format(names=language.listing(names, "and"), money=money)


def with_minutes(played: str, table: Table, language: Language) -> str:
    """Add how long a match took to how many turns or rounds it had, if it was one sitting."""
    minutes = max(1, round((table.moved_at - table.row.created).total_seconds() / 60))
    return f"{played} · {language.minutes(minutes)}" if minutes < LONGEST_SITTING else played


def how(events: Sequence[Event], names: Sequence[str], language: Language) -> str:
    """Say in one sentence what ended the match."""
    _ = language.gettext
    cause = of(events, "over")[-1].about["how"]
    number = language.number(sum(event.kind == "round" for event in until_last_round(events)))
    if cause == "exhausted":
        area = of(events, "exhausted")[BoardView.EXHAUSTED_AREAS_END - 1].about["area"]
        message = _("The eighth area, {area}, was exhausted in round {number}.")
        return message.format(area=area, number=number)
    if cause == "reserves":
        emptied = of(until_last_round(events), "reserve empty")[-1].about["resource"]
        message = _(
            "Three reserve spaces were empty in round {number}, {resource} the last of them."
        )
        return message.format(resource=term(language, emptied), number=number)
    if cause == "rounds":
        return _("A hundred rounds were played, and so it ended.")
    if cause == "idle":
        return _("Everyone was idle in turn, and so it ended.")
    finder = of(events, "end begun")[-1].seat
    assert finder is not None
    message = _("{name} turned up the last resource card; then everyone had one more turn.")
    return message.format(name=names[finder])


def until_last_round(events: Sequence[Event]) -> Sequence[Event]:
    """Return what happened until it was clear that the round was the last, or all of it."""
    kinds = [event.kind for event in events]
    return events[: kinds.index("last round")] if "last round" in kinds else events


def of(events: Iterable[Event], kind: str) -> list[Event]:
    """Return the events of a kind."""
    return [event for event in events if event.kind == kind]


# ---------------------------------------------------------------- the board game


def board_place(match: Match, summary: SeatSummary, seat: int, language: Language) -> FinalPlace:
    """Say what a seat earned with each resource, and where."""
    sold = summary.by_resource
    amounts = {name: sold[name].money for name in RESOURCES if name in sold}
    by_money = sorted(summary.by_exchange.items(), key=lambda pair: -pair[1].money)
    named = [times(language, name, sales.times) for name, sales in by_money[:EXCHANGES_NAMED]]
    place = final_place(match, seat, amounts, language)
    note = language.listing(named, "and") if named else ""
    return replace(place, note=note, summary=summary)


def times(language: Language, exchange: str, count: int) -> str:
    """Say how often was sold at an exchange or by salesman card."""
    message = language.ngettext("{exchange} once", "{exchange} {count} times", count)
    return message.format(exchange=term(language, exchange), count=language.number(count))


def board_chart(match: Match, summary: BoardSummary, language: Language) -> Markup:
    """Draw everyone's money round by round; snowflakes count the exhausted areas."""
    exhausted = summary.exhausted
    marks = {
        number: language.number(exhausted[number])
        for number in range(1, len(exhausted))
        if exhausted[number] > exhausted[number - 1]
    }
    title, axis = language.gettext("Money, round by round"), language.gettext("round")
    return chart(match, summary.money, marks, title, axis, language)


# ---------------------------------------------------------------- the card game


def card_place(match: Match, breakdown: CardBreakdown, language: Language) -> FinalPlace:
    """Say what each kind of card brought a seat (C23, C24)."""
    amounts = {line.symbol: line.money for line in breakdown.lines if line.money}
    place = final_place(match, breakdown.seat, amounts, language)
    return replace(place, note=cards_counted(breakdown, language), breakdown=breakdown)


def cards_counted(breakdown: CardBreakdown, language: Language) -> str:
    """Say how many cards a seat had in the end."""
    count = sum(line.cards for line in breakdown.lines)
    message = language.ngettext("{count} card", "{count} cards", count)
    return message.format(count=language.number(count))


def card_chart(match: Match, scores: Sequence[Sequence[int]], language: Language) -> Markup:
    """Draw everyone's score turn by turn, which was secret while they played (C18)."""
    title, axis = language.gettext("Score, turn by turn"), language.gettext("turn")
    return chart(match, scores, {}, title, axis, language)


# ---------------------------------------------------------------- both


def final_place(
    match: Match, seat: int, amounts: Mapping[str, int], language: Language
) -> FinalPlace:
    """Say what a seat has, and from what."""
    scores = match.scores()
    return FinalPlace(
        seat=seat,
        name=match.players[seat],
        rank=ranks(scores)[seat],
        score=scores[seat],
        amounts=amounts,
        bar=bar(match, seat, amounts, language),
    )


def bar(match: Match, seat: int, amounts: Mapping[str, int], language: Language) -> Markup:
    """Draw a seat's amounts, on the same scale for all seats."""
    return bars(
        amounts,
        scale=max(match.scores()),
        number=language.number,
        title=match.players[seat],
        say=language.say,
    )


def chart(
    match: Match,
    lines: Sequence[Sequence[int]],
    marks: Mapping[int, str],
    title: str,
    axis: str,
    language: Language,
) -> Markup:
    """Draw a line for each seat, the best on top."""
    return line_chart(
        [Series(seat, match.players[seat], lines[seat]) for seat in order(match)],
        labels=[language.number(column) for column in range(len(lines[0]))],
        marks=marks,
        number=language.number,
        title=title,
        axis=axis,
    )
