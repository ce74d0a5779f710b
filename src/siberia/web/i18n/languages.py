"""The languages of the pages: their messages, numbers, lists and reasons.

English is the source: what a catalogue does not have is said in English. Catalogues are read from
their .po files, so nothing has to be compiled before the server starts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from siberia.engine.contract import Reason
from siberia.web.i18n.terms import TERMS, capital, term

# Each language by its own name.
NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
LANGUAGES: Final = tuple(NAMES)
SOURCE: Final = "en"
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != SOURCE)

# Our English is British: lists and dates are written so.
LOCALES: Final = {code: Locale.parse("en_GB" if code == SOURCE else code) for code in LANGUAGES}

HERE: Final = Path(__file__).parent
LISTS: Final[dict[str, Literal["standard", "or"]]] = {"and": "standard", "or": "or"}


# There is one of each: to tell them apart by what they hold would take time at each lookup.
@dataclass(frozen=True, eq=False)
class Language:
    """One of the languages, with everything that is said differently in each."""

    code: str
    translations: NullTranslations

    @property
    def locale(self) -> Locale:
        """How Babel knows the language."""
        return LOCALES[self.code]

    def gettext(self, message: str) -> str:
        """Return a message in this language, its fields not yet filled."""
        return self.translations.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form of a message that goes with a number, its fields not yet filled."""
        return self.translations.ngettext(singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return a message that other contexts say otherwise."""
        return self.translations.pgettext(context, message)

    def say(self, text: str) -> str:
        """Return an engine's name or a message in this language: all that drawings ask for."""
        return term(self, text) if text in TERMS else self.gettext(text)

    def number(self, n: int) -> str:
        """Write a number with its thousands grouped."""
        return grouped(self.code, n)

    def money(self, n: int) -> str:
        """Write a player's money: the only numbers with a sign."""
        return "$" + self.number(n)

    def decimal(self, value: float) -> str:
        """Write a value with one decimal."""
        return format_decimal(value, format="0.0", locale=self.locale)

    def percent(self, share: float) -> str:
        """Write a share of 1 in whole per cent."""
        return format_percent(share, locale=self.locale)

    def listing(self, items: Iterable[str], last: Literal["and", "or"] = "and") -> str:
        """Join items as people write them: ``a, b and c``."""
        return format_list(list(items), LISTS[last], self.locale)

    def minutes(self, n: int) -> str:
        """Write a duration in minutes."""
        return format_unit(n, "duration-minute", locale=self.locale)

    def weekday(self, day: date, *, short: bool = False) -> str:
        """Return the name of a day of the week."""
        return format_date(day, "EEE" if short else "EEEE", self.locale)

    def day(self, day: date, *, year: bool = False) -> str:
        """Write a day with its month, and perhaps its year."""
        if year:
            return format_date(day, "long", self.locale)
        return format_skeleton("MMMMd", day, locale=self.locale)

    def short_day(self, day: date, *, year: bool = False) -> str:
        """Write a day as shortly as one still reads it."""
        return format_skeleton("yMMMd" if year else "MMMd", day, locale=self.locale)

    def month(self, day: date, *, year: bool = False) -> str:
        """Write the month of a day, as a title."""
        return capital(format_date(day, "LLLL y" if year else "LLLL", self.locale))

    def weekdays(self) -> list[str]:
        """Return the days of the week, Monday first, as short as a calendar has them."""
        names = self.locale.days["stand-alone"]["short"]
        return [names[day].strip(".") for day in range(7)]

    def moment(self, moment: datetime) -> str:
        """Write a day and a time of it."""
        return f"{self.day(moment.date(), year=True)}, {moment:%H:%M}"

    def reason(self, reason: Reason) -> str:
        """Tell why a word is not legal, or what to know before it: a sentence and its rule."""
        words = {
            field: self.number(value) if isinstance(value, int) else term(self, value)
            for field, value in reason.about.items()
        }
        return f"{capital(self.gettext(reason.why).format(**words))} ({reason.rule})"


@lru_cache(maxsize=1024)
def grouped(code: str, n: int) -> str:
    """Write a number; a page shows the same few often, and Babel takes its time."""
    return format_decimal(n, locale=LOCALES[code])


def po_file(code: str) -> Path:
    """Return where a language's catalogue lies."""
    return HERE / "locale" / code / "LC_MESSAGES" / "siberia.po"


def catalogue(code: str) -> Catalog:
    """Read a language's catalogue."""
    with po_file(code).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


@cache
def language(code: str) -> Language:
    """Return the language with one of the codes in LANGUAGES."""
    if code == SOURCE:
        return Language(code, NullTranslations())
    if code not in LANGUAGES:
        raise LookupError(f"no language {code!r}")
    compiled = BytesIO()
    write_mo(compiled, catalogue(code))
    compiled.seek(0)
    return Language(code, GNUTranslations(compiled))


def preferred(accept_language: str | None) -> str:
    """Return the language that a browser's Accept-Language header likes best, else English."""
    wishes = [wish(part) for part in (accept_language or "").split(",")]
    for liking, code in sorted(wishes, key=lambda pair: -pair[0]):
        if liking > 0 and code in LANGUAGES:
            return code
    return SOURCE


def wish(part: str) -> tuple[float, str]:
    """Read one part of the header, such as ``de-CH;q=0.8``: how much it is liked, and what."""
    tag, _, parameter = part.partition(";")
    code = tag.strip().partition("-")[0].lower()
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0, code
    try:
        return float(value), code
    except ValueError:
        return 0.0, code
