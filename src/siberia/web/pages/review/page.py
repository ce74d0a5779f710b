"""The review of a finished match, for one seat: everything its page shows, in a language."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from siberia.drawing import winshares
from siberia.drawing.meters import cost_bar
from siberia.drawing.waterfall import FallStep, waterfall, whole_points
from siberia.drawing.winshares import ShareLine, share_chart
from siberia.review import Balance, Chance, Decision, Review
from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_, label
from siberia.web.pages.match_bar import PAGES, Eyes, eyes_switch, match_switch, match_title
from siberia.web.pages.review.course import MatchCourse, course_of
from siberia.web.pages.review.deeds import Deed, deed
from siberia.web.pages.review.headline import Whose, headline, turning
from siberia.web.pages.review.moments import ChanceMoment, moment
from siberia.web.pages.review.points import PERCENT, balance_points, cost, signed, whole
from siberia.web.tables.finished import Finished

# So many decisions are worth another look, and so many moments of each kind are told.
COSTLIEST = 5
TOLD = 2

# What a loss is called, by the name the library has for it: in plain words, and without blame.
GRADES = {
    "": "",
    "inaccuracy": N_("a little"),
    "mistake": N_("costly"),
    "blunder": N_("very costly"),
}
# What a decision was about, by its phase; the others are called by their action.
PHASES = {
    "place": N_("placing"),
    "act": N_("action"),
    "pay": N_("paying"),
    "choose": N_("choosing"),
    "discover": N_("turning up"),
    "sides": N_("exchanges"),
    "sell": N_("selling"),
    "surplus": N_("surplus"),
}
PHASE_ACTIONS = {
    "research": "research",
    "wildcard": "manager",
    "step": "logistician",
    "pawn": "salesman",
    "exchange": "salesman",
    "deploy": "worker",
    "invest": "investor",
}


@dataclass(frozen=True)
class CostlyDecision:
    """A decision worth another look: what was played, what the expert prefers, what it cost."""

    number: int
    when: str
    about: str
    played: Deed
    best: Deed
    points: str
    bar: Markup
    grade: str
    # Where it can be tried, and seen.
    try_address: str
    replay_address: str


@dataclass(frozen=True)
class MeanLoss:
    """What a decision of a seat cost on average."""

    seat: int
    name: str
    points: str
    decisions: int


@dataclass(frozen=True)
class ReviewPage:
    """What the page of a review shows."""

    title: Markup
    switch: Markup
    eyes: Markup
    game: str
    is_reader: bool
    has_won: bool
    headline: str
    turning: str
    steps: tuple[FallStep, ...]
    waterfalls: tuple[Markup, ...]
    luck_error: int
    charts: tuple[Markup, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    # For who cannot see the chart: where rounds begin, and everyone's share there.
    shares: tuple[tuple[str, tuple[str, ...]], ...]
    has_rounds: bool
    decisions: tuple[CostlyDecision, ...]
    try_all: str
    means: tuple[MeanLoss, ...]
    lucky: tuple[tuple[ChanceMoment, str], ...]
    unlucky: tuple[tuple[ChanceMoment, str], ...]


def replay_address(finished: Finished, ply: int, seat: int) -> str:
    """Return where a moment of a match can be seen, with a seat's eyes."""
    return f"{finished.address}{PAGES['replay']}?eyes={seat + 1}&ply={ply}"


def review_address(finished: Finished, seat: int) -> str:
    """Return where a match's review for a seat lies."""
    return f"{finished.address}{PAGES['review']}/{seat + 1}"


def try_address(finished: Finished, seat: int, number: int) -> str:
    """Return where one of a seat's costly decisions can be tried again."""
    return f"{review_address(finished, seat)}/try/{number}"


def eyes(finished: Finished, seat: int, language: Language) -> Markup:
    """Draw the choice for whom the review is."""
    choices = [
        Eyes(other, name, review_address(finished, other), other == seat)
        for other, name in enumerate(finished.table.shown_names(language))
    ]
    return eyes_switch(language.gettext("For"), choices, language)


def review_page(finished: Finished, review: Review, seat: int, language: Language) -> ReviewPage:
    """Return what the page of a review shows."""
    course = course_of(finished)
    names = finished.table.shown_names(language)
    whose = Whose(seat, names, is_reader=seat in finished.mine)
    balance = review.balances[seat]
    _start, luck, own, others = balance_points(balance)
    winners = finished.match.winners()
    steps = steps_of(language, whose, balance, finished.match.game, winners)
    lucky, unlucky = review.moments(seat, TOLD)
    return ReviewPage(
        title=match_title(finished, language),
        switch=match_switch(finished.address, "review", language),
        eyes=eyes(finished, seat, language),
        game=finished.match.game,
        is_reader=whose.is_reader,
        has_won=balance.result > 0,
        headline=headline(language, whose, luck, own, others),
        turning=turning(language, whose, review, course),
        steps=steps,
        waterfalls=tuple(drawn_steps(language, steps, seat, narrow=narrow) for narrow in BOTH),
        luck_error=max(1, round(2 * PERCENT * balance.luck_error)),
        charts=tuple(
            chart(finished, review, course, whose, language, narrow=narrow) for narrow in BOTH
        ),
        names=names,
        seats=tuple(range(len(names))),
        shares=shares_table(review, course, language),
        has_rounds=course.has_rounds,
        decisions=costly_decisions(finished, review, course, seat, language),
        try_all=try_address(finished, seat, 1),
        means=means(review, names, language),
        lucky=told(finished, course, lucky, whose, language),
        unlucky=told(finished, course, unlucky, whose, language),
    )


BOTH = (False, True)


# ---------------------------------------------------------------- where the win came from


def steps_of(
    language: Language, whose: Whose, balance: Balance, game: str, winners: Sequence[int]
) -> tuple[FallStep, ...]:
    """Return the steps from the starting share to the result."""
    _ = language.gettext
    start, luck, own, others = balance_points(balance)
    result = start + luck + own + others
    seats = len(whose.names)
    began = language.ngettext(
        "{count} player, one chance each", "{count} players, one chance each", seats
    )
    drawn = _("the counters, everybody's") if game == "board" else _("the cards, everybody's")
    mine = _("Your decisions") if whose.is_reader else _("{name}'s decisions")
    return (
        FallStep(
            "start",
            _("Where all began"),
            began.format(count=seats),
            start,
            percent(language, start),
        ),
        FallStep("luck", _("The luck of the draw"), drawn, luck, signed(language, luck)),
        FallStep(
            "skill",
            mine.format(name=whose.name),
            _("against the expert"),
            own,
            signed(language, own),
        ),
        FallStep(
            "others",
            _("The others' decisions"),
            parts_of_others(language, whose, balance, others),
            others,
            signed(language, others),
        ),
        FallStep(
            "result",
            _("The result"),
            outcome(language, whose.names, winners),
            result,
            percent(language, result),
        ),
    )


def percent(language: Language, points: int) -> str:
    """Write points as a share."""
    return language.percent(points / PERCENT)


def parts_of_others(language: Language, whose: Whose, balance: Balance, total: int) -> str:
    """Say what each of the others gave or took, in points that add up; one is only named."""
    others = [seat for seat in range(len(whose.names)) if seat != whose.seat]
    if len(others) == 1:
        return whose.names[others[0]]
    points = whole_points([PERCENT * balance.others[seat] for seat in others], total)
    return ", ".join(
        f"{whose.names[seat]} {signed(language, each)}"
        for seat, each in zip(others, points, strict=True)
    )


def outcome(language: Language, names: Sequence[str], winners: Sequence[int]) -> str:
    """Say who won."""
    message = language.ngettext("{names} wins", "{names} share the win", len(winners))
    return message.format(names=language.listing(names[seat] for seat in winners))


def drawn_steps(
    language: Language, steps: Sequence[FallStep], seat: int, *, narrow: bool
) -> Markup:
    """Draw the steps."""
    said = ", ".join(f"{step.name} {step.written}" for step in steps)
    hundred = language.percent(1.0).replace("100", "{}")
    return waterfall(steps, seat=seat, percent=hundred, label=said, narrow=narrow)


# ---------------------------------------------------------------- how the shares went


def chart(
    finished: Finished,
    review: Review,
    course: MatchCourse,
    whose: Whose,
    language: Language,
    *,
    narrow: bool,
) -> Markup:
    """Draw everyone's share of the win, turn by turn."""
    _ = language.gettext
    seat = whose.seat

    def moment_at(ply: int, text: str, said: str, there: int | None = None) -> winshares.ShareMark:
        address = replay_address(finished, ply if there is None else there, seat)
        return winshares.ShareMark(course.column(ply), text, address, said)

    pins = [
        moment_at(
            one.ply,
            language.number(number),
            _("Costly decision {number}, {when}").format(
                number=language.number(number), when=course.when(one.ply, language)
            ),
            # The replay tells of it when all of it was played.
            one.ply + one.count,
        )
        for number, one in enumerate(review.costliest(seat, COSTLIEST), 1)
    ]
    return share_chart(
        [
            ShareLine(other, name, [review.shares[ply][other] for ply in course.ends])
            for other, name in enumerate(whose.names)
        ],
        viewer=seat,
        addresses=[replay_address(finished, ply, seat) for ply in course.ends],
        rounds=[
            moment_at(mark.ply, language.number(mark.number), course.when(mark.ply, language))
            for mark in course.rounds
        ],
        flakes=[moment_at(mark.ply, language.number(mark.number), "") for mark in course.exhausted],
        pins=pins,
        percent=language.percent,
        title=_("Win share, turn by turn"),
        axis=_("round") if course.has_rounds else _("turn"),
        narrow=narrow,
    )


def shares_table(
    review: Review, course: MatchCourse, language: Language
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Say everyone's share where rounds begin, and at the end."""
    rows = [(course.when(mark.ply, language), mark.ply) for mark in course.rounds]
    rows.append((language.gettext("The result"), course.ends[-1]))
    return tuple(
        (when, tuple(language.percent(share) for share in review.shares[ply])) for when, ply in rows
    )


# ---------------------------------------------------------------- decisions


def costly_decisions(
    finished: Finished, review: Review, course: MatchCourse, seat: int, language: Language
) -> tuple[CostlyDecision, ...]:
    """Tell the decisions of a seat that cost most."""
    found = review.costliest(seat, COSTLIEST)
    dearest = cost(found[0].loss) if found else 0
    return tuple(
        costly_decision(finished, course, number, one, dearest, language)
        for number, one in enumerate(found, 1)
    )


def costly_decision(
    finished: Finished,
    course: MatchCourse,
    number: int,
    one: Decision,
    dearest: int,
    language: Language,
) -> CostlyDecision:
    """Tell a decision that cost something."""
    before, points = finished.match.at(one.ply), cost(one.loss)
    grade = GRADES[one.grade]
    return CostlyDecision(
        number=number,
        when=course.when(one.ply, language),
        about=about(language, one.phase),
        played=deed(language, before, one.played, one.best),
        best=deed(language, before, one.best, one.played),
        points=signed(language, -points),
        bar=cost_bar(points, dearest),
        grade=language.gettext(grade) if grade else "",
        try_address=try_address(finished, one.seat, number),
        replay_address=replay_address(finished, one.ply + one.count, one.seat),
    )


def about(language: Language, phase: str) -> str:
    """Say what kind of decision it was."""
    if phase in PHASE_ACTIONS:
        return label(language, PHASE_ACTIONS[phase])
    return language.gettext(PHASES[phase])


def means(review: Review, names: Sequence[str], language: Language) -> tuple[MeanLoss, ...]:
    """Say what a decision of each seat cost on average."""
    return tuple(
        MeanLoss(seat, names[seat], language.decimal(PERCENT * one.mean_loss), one.decisions)
        for seat, one in enumerate(review.balances)
        if one.mean_loss is not None
    )


# ---------------------------------------------------------------- chance


def told(
    finished: Finished,
    course: MatchCourse,
    chances: Sequence[Chance],
    whose: Whose,
    language: Language,
) -> tuple[tuple[ChanceMoment, str], ...]:
    """Tell moments of chance that mattered, each with where it can be seen."""
    found = [
        moment(language, finished.fold, course, chance, whose)
        for chance in chances
        if whole(chance.luck[whose.seat])
    ]
    return tuple((one, replay_address(finished, one.ply, whose.seat)) for one in found)
