"""The log of a table in a language: each word's lines are told once and kept with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
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
    told, last = table.fold.told, len(table.fold.steps)
    listener = (language.code, table.shown_names(language), tuple(table.seatings))
    if listener not in told:
        newest = last // PIECE
        numbers = range(newest, max(-1, newest - MOST_PIECES), -1)
        pieces = (piece(table, language, number, listener) for number in numbers)
        latest = next(backwards(table, language, last, 0), None)
        told[listener] = LogEnd(
            latest[1].text.striptags() if latest else "", tuple(filter(None, pieces))
        )
    end: LogEnd = told[listener]
    return end


def piece(table: Table, language: Language, number: int, listener: object) -> Markup:
    """Draw a piece of the log. The newest may change; any other is kept with its last word."""
    steps, first = table.fold.steps, number * PIECE
    end = first + PIECE - 1
    if end >= len(steps):
        return drawn_piece(language, number, backwards(table, language, len(steps), first))
    told = steps[end - 1].told
    if listener not in told:
        told[listener] = drawn_piece(language, number, backwards(table, language, end, first))
    drawn: Markup = told[listener]
    return drawn


def drawn_piece(language: Language, number: int, numbered: Iterable[tuple[int, Line]]) -> Markup:
    """Draw a piece of the log, if there is anything in it."""
    drawn = items(line for _, line in numbered)
    return part("log_piece.html", language, number=number, items=drawn) if drawn else drawn


def items(lines: Iterable[Line]) -> Markup:
    """Put lines below each other."""
    return join(line.item for line in lines)


def backwards(
    table: Table, language: Language, newest: int, first: int
) -> Iterator[tuple[int, Line]]:
    """Tell the log from some word back to an earlier one, each line with its word's number.

    Who sat down and who left stands where it happened; if words were taken back since, at the end.
    """
    fold, names = table.fold, table.shown_names(language)
    seated, last = defaultdict[int, list[Line]](list), len(fold.steps)
    for seating in table.seatings:
        seated[min(seating.words, last)].append(seating_line(language, seating))
    listener = (language.code, names)
    for number in range(newest, first - 1, -1):
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


# They stand in the log for good, and it is told again with each word.
@lru_cache(maxsize=1024)
def seating_line(language: Language, seating: Seating) -> Line:
    """Tell what became of a seat."""
    return line(seating.seat, seating_sentence(language, seating))


def line(seat: int | None, text: Markup) -> Line:
    """Return a line, drawn with its player's mark."""
    mark = Markup('<span class="no-mark"></span>') if seat is None else mark_disc(seat, 18)
    # Both are markup.
    return Line(seat, text, Markup(f"<li>{mark}<span>{text}</span></li>\n"))  # noqa: S704
