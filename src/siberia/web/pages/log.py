"""The log of a table in a language: each word's lines are told once and kept with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from siberia.drawing.cards import mark_disc
from siberia.drawing.svg import join
from siberia.events import Event
from siberia.web.i18n.languages import Language
from siberia.web.pages.parts import part
from siberia.web.pages.sentences import seating_sentence, sentence
from siberia.web.tables.fold import Step
from siberia.web.tables.store.rows import Seating
from siberia.web.tables.table import Table

# The log is sent in pieces of so many words, and so many of them at the most.
PIECE = 8
MOST_PIECES = 8


class Line(NamedTuple):
    """One line of the log: whose it is, what it says, and how it is drawn."""

    seat: int | None
    text: Markup
    item: Markup


# What a step's lines depend on besides the step: the language, and what the players are called.
Listener = tuple[str, tuple[str, ...]]


def lines(table: Table, language: Language, first: int) -> list[Line]:
    """Return the log from some word on; what came before the first word has the number 0."""
    last = len(table.fold.steps)
    newest_first = [line for _, line in backwards(table, language, last, first)]
    return newest_first[::-1]


class LogEnd(NamedTuple):
    """The end of the log: its last line as bare text, and its lines as drawn, newest first."""

    newest: str
    # Each for some words: most of them stay when one more is played.
    pieces: tuple[Markup, ...]


def log_end(table: Table, language: Language) -> LogEnd:
    """Return the end of the log; until something happens it is told once in each language."""
    told = table.fold.told
    listener = (language.code, table.shown_names(language), tuple(table.seatings))
    if listener not in told:
        last = len(table.fold.steps)
        first = max(0, (last // PIECE - MOST_PIECES + 1) * PIECE)
        numbered = list(backwards(table, language, last, first))
        pieces = groupby(numbered, key=lambda pair: pair[0] // PIECE)
        told[listener] = LogEnd(
            numbered[0][1].text.striptags() if numbered else "",
            tuple(drawn_piece(language, number, group) for number, group in pieces),
        )
    end: LogEnd = told[listener]
    return end


def drawn_piece(language: Language, number: int, group: Iterable[tuple[int, Line]]) -> Markup:
    """Draw a piece of the log."""
    drawn = items(line for _, line in group)
    return part("log_piece.html", language, number=number, items=drawn)


def items(lines: Iterable[Line]) -> Markup:
    """Put lines below each other."""
    return join(line.item for line in lines)


def backwards(
    table: Table, language: Language, last: int, first: int
) -> Iterator[tuple[int, Line]]:
    """Tell the log from its last word back to some word, each line with its word's number.

    Who sat down and who left stands where it happened; if words were taken back since, at the end.
    """
    fold, names = table.fold, table.shown_names(language)
    seated = defaultdict[int, list[Line]](list)
    for seating in table.seatings:
        seated[min(seating.words, last)].append(seating_line(language, seating))
    listener = (language.code, names)
    for number in range(last, first - 1, -1):
        if number:
            told = step_lines(language, fold.steps[number - 1], listener)
        else:
            told = event_lines(language, fold.opening, names)
        for line in (*reversed(seated.get(number, ())), *reversed(told)):
            yield number, line


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
