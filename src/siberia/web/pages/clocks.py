"""The clocks that stand by the names, and what is said of time."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from markupsafe import Markup

from siberia.web.i18n.languages import Language
from siberia.web.pages.parts import part
from siberia.web.tables import clock
from siberia.web.tables.clocks import FREE, Clock, clocks_of
from siberia.web.tables.pace import Pace
from siberia.web.tables.table import Table

SECOND = timedelta(seconds=1)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
# How scripts are told to write a clock shortly.
SHORT = "{moment}"
# A day of the week says enough for so long.
WEEK = timedelta(days=6)


@dataclass(frozen=True)
class ClockFace:
    """A clock as it is shown; one that runs is counted down by the page itself."""

    text: str
    runs: bool
    is_low: bool
    # In milliseconds since 1970: when all time is used up. And what is left of the bank, as long as
    # more is left. For the page to count with; "" where it need not.
    until: str = ""
    bank: str = ""
    # Below so many milliseconds it is low.
    warning: str = ""
    # How to write when it runs out, where that is days away; and as shortly as one still reads it.
    form: str = ""
    short: str = ""


def clock_faces(table: Table, language: Language, *, exact: bool) -> dict[int, ClockFace]:
    """Return the clocks of a table, by seat; none where it has no pace.

    What a face shows stays the same for as long as nobody moves: the page counts down from there.
    Only where it cannot do so yet, it shows what is left `exact`ly.
    """
    if table.clocks is None:
        return {}
    warning = table.clocks.allowed.warning
    by_days = table.clocks.pace.unit == "days"
    return {
        seat: days_face(one, warning, language) if by_days else live_face(one, warning, exact=exact)
        for seat, one in clocks_of(table, clock.now()).items()
        # By days only who is awaited has something to think of.
        if one.until or not by_days
    }


def live_face(one: Clock, warning: timedelta, *, exact: bool) -> ClockFace:
    """Return a clock that counts minutes and seconds."""
    if one.until is None:
        return ClockFace(minutes_and_seconds(one.bank), False, one.bank <= warning)
    return ClockFace(
        text=minutes_and_seconds(min(one.bank, one.left) if exact else one.bank),
        runs=True,
        is_low=one.left <= warning,
        until=milliseconds(one.until),
        bank=str(one.bank // timedelta(milliseconds=1)),
        warning=str(warning // timedelta(milliseconds=1)),
    )


def days_face(one: Clock, warning: timedelta, language: Language) -> ClockFace:
    """Return a clock that says until when one has time."""
    assert one.until
    form = language.gettext("until {moment}")
    return ClockFace(
        text=form.format(moment=moment(one.until, language)),
        runs=True,
        is_low=one.left <= warning,
        until=milliseconds(one.until),
        warning=str(warning // timedelta(milliseconds=1)),
        form=form,
        short=moment(one.until, language, short=True),
    )


def drawn_clock(face: ClockFace | None, name: str, language: Language, *, short: bool) -> Markup:
    """Draw a clock, by the name it has in the page; nothing where there is none."""
    if face is None:
        return Markup()
    if short and face.short:
        face = replace(face, text=face.short, form=SHORT)
    return part("clock.html", language, face=face, name=name)


def minutes_and_seconds(time: timedelta) -> str:
    """Write what is left; the last second is one until it is over."""
    seconds = -(-time // SECOND)
    return f"{seconds // 60}:{seconds % 60:02}"


def milliseconds(when: datetime) -> str:
    """Write a time as scripts count it."""
    return str(int(when.timestamp() * 1000))


def moment(when: datetime, language: Language, *, short: bool = False) -> str:
    """Write a day and a time as one says it, in UTC: a page writes it by its reader's own clock."""
    day = language.short_day(when.date()) if short else language.day(when.date())
    if when - clock.now() < WEEK:
        day = language.weekday(when.date(), short=short)
    return f"{day} {when:%H:%M}" if short else f"{day} {when:%H:%M} UTC"


def pace_told(pace: Pace, language: Language) -> str:
    """Say how fast a table is played, beforehand."""
    if pace.unit == "days":
        return language.ngettext(
            "By days: {count} day for each turn.",
            "By days: {count} days for each turn.",
            pace.amount,
        ).format(count=pace.amount)
    return language.gettext(
        "Live: {minutes} each for the whole match; the first {seconds} seconds of a turn are free."
    ).format(minutes=language.minutes(pace.amount), seconds=FREE.seconds)


def time_notice(table: Table, seat: int | None, language: Language) -> str:
    """Warn somebody whose last tenth runs; "" for everybody else."""
    found = clocks_of(table, clock.now())
    one = found.get(seat) if seat is not None else None
    if table.clocks is None or one is None or not one.until or not one.is_low(table.clocks.allowed):
        return ""
    return language.gettext(
        "Little time is left for you. Then the computer plays on, until you come back."
    )


def time_left(table: Table, guest: str, language: Language) -> str:
    """Say shortly how much time a guest has who is awaited; "" where no clock runs for them."""
    found = clocks_of(table, clock.now())
    running = [found[seat] for seat in table.seats.of_guest(guest) if seat in found]
    ends = [one for one in running if one.until]
    if table.clocks is None or not ends:
        return ""
    first = min(ends, key=lambda one: one.left)
    assert first.until
    if first.left > DAY:
        day = language.weekday(first.until.date())
        if first.left > WEEK:
            day = language.day(first.until.date())
        return language.gettext("until {moment}").format(moment=day)
    if first.left > HOUR:
        hours = first.left // HOUR
        return language.gettext("{count} h left for you").format(count=language.number(hours))
    minutes = -(-first.left // MINUTE)
    return language.gettext("{count} min left for you").format(count=language.number(minutes))
