"""The log of a table in a language: each word's lines are told once and kept with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from siberia.drawing.cards import mark_disc
from siberia.drawing.svg import join
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


def lines(table: Table, language: Language, first: int) -> list[Line]:
    """Return the log from some word on; what came before the first word has the number 0."""
    return list(backwards(table, language, first))[::-1]


class LogEnd(NamedTuple):
    """The end of the log: its lines, the newest first, and how they are drawn."""

    lines: list[Line]
    items: Markup


def log_end(table: Table, language: Language, most: int) -> LogEnd:
    """Return the end of the log; until something happens it is told once in each language."""
    told = table.fold.told
    listener = (language.code, table.shown_names(language), tuple(table.seatings))
    if listener not in told:
        lines = list(islice(backwards(table, language, 0), most))
        told[listener] = LogEnd(lines, items(lines))
    end: LogEnd = told[listener]
    return end


def items(lines: Iterable[Line]) -> Markup:
    """Put lines below each other."""
    return join(line.item for line in lines)


def backwards(table: Table, language: Language, first: int) -> Iterator[Line]:
    """Tell the log from its end back to some word.

    Who sat down and who left stands where it happened; if words were taken back since, at the end.
    """
    fold, names = table.fold, table.shown_names(language)
    last, seated = len(fold.steps), defaultdict[int, list[Line]](list)
    for seating in table.seatings:
        seated[min(seating.words, last)].append(seating_line(language, seating))
    listener = (language.code, names)
    for number in range(last, max(0, first - 1), -1):
        if number in seated:
            yield from reversed(seated[number])
        yield from reversed(step_lines(language, fold.steps[number - 1], listener))
    if not first:
        yield from reversed(seated[0])
        yield from reversed(event_lines(language, fold.opening, names))


def step_lines(language: Language, step: Step, listener: Listener) -> list[Line]:
    """Return what a word did, in a language."""
    kept: list[Line] | None = step.told.get(listener)
    if kept is None:
        kept = step.told[listener] = event_lines(language, step.events, listener[1])
    return kept


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
