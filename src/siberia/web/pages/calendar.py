"""A month of the deal of the day: what somebody has played, and where they beat the expert."""

from calendar import monthrange
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from siberia.drawing.daily import day_counter, empty_day
from siberia.web.i18n.languages import Language
from siberia.web.tables import clock
from siberia.web.tables.days import EXPERT, is_in_time
from siberia.web.tables.deal_results import deal_results
from siberia.web.tables.endings import Ended

# Nobody has played before.
EARLIEST = date(2000, 1, 1)


@dataclass(frozen=True)
class CalendarDay:
    """A day of the month: its picture, what is said of it, and its page, if it has one."""

    picture: Markup
    label: str
    address: str
    is_today: bool
    # It is to come, or nobody dealt on it.
    is_empty: bool


@dataclass(frozen=True)
class Month:
    """A month, with the ones before and after it as addresses; "" where there is nothing to see."""

    title: str
    weekdays: tuple[str, ...]
    # How many days of another month its first week begins with.
    skipped: int
    days: tuple[CalendarDay, ...]
    earlier: str
    earlier_title: str
    later: str
    later_title: str


@dataclass(frozen=True)
class DayTried:
    """What somebody played on a day: which games, and whether they beat the expert in one."""

    games: frozenset[str] = frozenset()
    star: bool = False


def month_of(day: date) -> tuple[date, date]:
    """Return the first and the last day of a month."""
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])


def chosen_month(text: str, day: date) -> date:
    """Return a month that was asked for, like 2026-11; by default that of the day."""
    try:
        chosen = date.fromisoformat(f"{text}-01")
    except ValueError:
        return day
    return min(max(chosen, EARLIEST), clock.today())


def tried(guest: str, ended: Iterable[Ended]) -> dict[date, DayTried]:
    """Return what a guest has played, by day; `ended` are their tries and the expert's."""
    days: dict[date, list[Ended]] = {}
    for one in ended:
        if one.row.day is not None:
            days.setdefault(one.row.day, []).append(one)
    found = {}
    for day, of_day in days.items():
        mine = [one for one in of_day if one.row.owner == guest and is_in_time(one.row)]
        games = frozenset(one.row.game for one in mine)
        experts = [one for one in of_day if one.row.owner == EXPERT]
        stars = [deal_results(one.row.game, [*experts, one]).beats_expert(one) for one in mine]
        found[day] = DayTried(games, any(stars))
    return found


def month_page(
    month: date,
    played: Mapping[date, DayTried],
    dealt: Collection[date],
    first: date | None,
    language: Language,
) -> Month:
    """Return a month as a calendar: its days with what was played, and those that had a deal.

    `first` is the first day that somebody played at all.
    """
    today, (start, end) = clock.today(), month_of(month)
    days = [start + timedelta(days=n) for n in range(end.day)]
    before, after = start - timedelta(days=1), end + timedelta(days=1)
    return Month(
        title=language.month(month, year=month.year != today.year),
        weekdays=tuple(language.weekdays()),
        skipped=start.weekday(),
        days=tuple(
            calendar_day(day, played.get(day, DayTried()), language, is_dealt=day in dealt)
            for day in days
        ),
        earlier=address(before) if first is not None and first <= before else "",
        earlier_title=language.month(before),
        later=address(after) if after <= today else "",
        later_title=language.month(after),
    )


def address(month: date) -> str:
    """Return where a month is shown."""
    return f"/daily?month={month:%Y-%m}#month"


def calendar_day(day: date, was: DayTried, language: Language, *, is_dealt: bool) -> CalendarDay:
    """Return a day of the calendar; only one that had a deal has a page."""
    today, number, _ = clock.today(), str(day.day), language.gettext
    is_empty = day > today or not is_dealt
    if is_empty:
        told = _("to come") if day > today else _("no deal")
    else:
        told = said(was.games, was.star, language)
    return CalendarDay(
        picture=empty_day(number) if is_empty else day_counter(number, was.games, star=was.star),
        label=f"{language.day(day)}: {told}",
        address="" if is_empty else f"/daily/{day.isoformat()}",
        is_today=day == today,
        is_empty=is_empty,
    )


def said(games: Collection[str], star: bool, language: Language) -> str:
    """Say what somebody has played on a day."""
    _ = language.gettext
    if not games:
        return _("not played")
    if len(games) > 1:
        played = _("both games played")
    else:
        played = _("board game played") if "board" in games else _("card game played")
    return f"{played}, {_('expert beaten')}" if star else played
