"""What the deal of a day is called."""

from datetime import date, timedelta

from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import capital
from siberia.web.tables import clock


def deal_title(day: date, language: Language) -> str:
    """Name the deal of a day: by its weekday as long as that says which, else by its date."""
    _ = language.gettext
    if day > clock.today() - timedelta(days=7):
        return capital(_("{weekday}'s deal").format(weekday=language.weekday(day)))
    written = language.day(day, year=day.year != clock.today().year)
    return capital(_("Deal of {day}").format(day=written))
