"""The log of a table in a language: each word's lines are told once and kept with it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup

from siberia.drawing.cards import mark_disc
from siberia.events import Event
from siberia.web.i18n.languages import Language
from siberia.web.pages.sentences import seating_sentence, sentence
from siberia.web.tables.fold import Step
from siberia.web.tables.store.rows import Seating
from siberia.web.tables.table import Table


class Line(NamedTuple):
    """One line of the log: whose it is, what it says, and how it is drawn."""

    seat: int | None
    text: Markup
    item: Markup


# What a step's lines depend on besides the step: the language, and what the players are called.
Listener = tuple[str, tuple[str, ...]]
told: WeakKeyDictionary[Step, dict[Listener, list[Line]]] = WeakKeyDictionary()


def lines(table: Table, language: Language, first: int) -> list[Line]:
    """Return the log from some word on; what came before the first word has the number 0.

    Who sat down and who left stands where it happened; if words were taken back since, at the end.
    """
    fold, names = table.fold, table.shown_names(language)
    last, seated = len(fold.steps), defaultdict[int, list[Line]](list)
    for seating in table.seatings:
        seated[min(seating.words, last)].append(seating_line(language, seating))
    found = [] if first else [*event_lines(language, fold.opening, names), *seated[0]]
    for number, step in enumerate(fold.steps[max(0, first - 1) :], max(1, first)):
        found += step_lines(language, step, names)
        if number in seated:
            found += seated[number]
    return found


def last_lines(table: Table, language: Language, most: int) -> list[Line]:
    """Return the end of the log, the newest line first."""
    names = table.shown_names(language)
    # Most words have a line or more, but few seats change: so many words back are enough, or all.
    counted, first = len(table.seatings), len(table.fold.steps)
    while first and counted < most + len(table.seatings):
        first -= 1
        counted += len(step_lines(language, table.fold.steps[first], names))
    return lines(table, language, first + 1 if first else 0)[-most:][::-1]


def step_lines(language: Language, step: Step, names: tuple[str, ...]) -> list[Line]:
    """Return what a word did, in a language."""
    kept, listener = told.setdefault(step, {}), (language.code, names)
    if listener not in kept:
        kept[listener] = event_lines(language, step.events, names)
    return kept[listener]


def event_lines(language: Language, events: Iterable[Event], names: Sequence[str]) -> list[Line]:
    """Tell events."""
    return [line(event.seat, sentence(language, event, names)) for event in events]


def seating_line(language: Language, seating: Seating) -> Line:
    """Tell what became of a seat."""
    return line(seating.seat, seating_sentence(language, seating))


def line(seat: int | None, text: Markup) -> Line:
    """Return a line, drawn with its player's mark."""
    mark = Markup('<span class="no-mark"></span>') if seat is None else mark_disc(seat, 18)
    return Line(seat, text, Markup("<li>{}<span>{}</span></li>\n").format(mark, text))
