"""The home page: somebody's tables, and the two games to begin."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from siberia.boardgame import BoardView
from siberia.drawing import scenery
from siberia.web.i18n.languages import Language
from siberia.web.pages.clocks import time_left
from siberia.web.pages.day_titles import deal_title
from siberia.web.pages.lessons.script import DONE, FIRST, lesson
from siberia.web.tables.endings import Ended
from siberia.web.tables.names import shown_name
from siberia.web.tables.store.rows import TableRow
from siberia.web.tables.table import Table

# A value on the picture of the card game.
PICTURED_VALUE = 6000


@dataclass(frozen=True)
class TableEntry:
    """One of somebody's tables, as the home page lists it."""

    id: str
    title: str
    game: str
    detail: str
    is_my_turn: bool
    is_over: bool


def table_entry(table: Table, guest: str, language: Language) -> TableEntry:
    """Return how a table of a guest is listed."""
    mine = table.seats.of_guest(guest)
    names = table.shown_names(language)
    # Who is yet to come has no name.
    strangers = [seat.number for seat in table.seats if seat.is_offered]
    others = [name for seat, name in enumerate(names) if seat not in (*mine, *strangers)]
    nobody = language.gettext("A new table") if strangers else names[0]
    return TableEntry(
        id=table.id,
        title=own_title(table.row, language) or language.listing(others) or nobody,
        game=table.row.game,
        detail=detail(table, guest, language),
        is_my_turn=any(seat in mine for seat in table.awaited),
        is_over=table.is_over,
    )


def own_title(row: TableRow, language: Language) -> str:
    """Name a table by what it was called, or by its day's deal; "" if it has no such name."""
    return row.name or (deal_title(row.day, language) if row.day else "")


def ended_entry(ended: Ended, guest: str, language: Language) -> TableEntry:
    """Return how a table of a guest is listed whose match is over."""
    row, seats = ended.row, ended.table.seats
    names = [shown_name(seat.name, language) for seat in seats]
    others = [names[seat.number] for seat in seats if seat.guest != guest]
    winners = [names[seat.number] for seat in seats if ended.result.has_won(seat.number)]
    title = own_title(row, language) or language.listing(others) or names[0]
    return TableEntry(row.id, title, row.game, won_by(winners, language), False, True)


def won_by(winners: Sequence[str], language: Language) -> str:
    """Say who has won."""
    message = language.gettext("won by {names}")
    return message.format(names=language.listing(winners, "and"))


def broken_entry(row: TableRow, language: Language) -> TableEntry:
    """Return how a table is listed that cannot be continued."""
    _ = language.gettext
    title = row.name or _("This table")
    return TableEntry(row.id, title, row.game, _("cannot be continued"), False, True)


def detail(table: Table, guest: str, language: Language) -> str:
    """Say shortly where a match stands, and for whom it waits."""
    _, view = language.gettext, table.fold.view
    called = table.shown_names(language)
    if table.is_over:
        return won_by([called[seat] for seat in table.match.winners()], language)
    free = sum(table.seats[seat].kind == "open" for seat in table.awaited)
    if free:
        message = language.ngettext(
            "waiting for {count} player", "waiting for {count} players", free
        )
        return message.format(count=free)
    if not any(table.seats[seat].guest == guest for seat in table.awaited):
        names = language.listing([called[seat] for seat in table.awaited], "and")
        return _("waiting for {names}").format(names=names)
    if isinstance(view, BoardView):
        where = _("board game · round {number}").format(number=max(view.round, 1))
    else:
        where = language.ngettext(
            "card game · {count} card in the stack",
            "card game · {count} cards in the stack",
            view.stack,
        ).format(count=view.stack)
    return " · ".join(filter(None, (where, time_left(table, guest, language))))


def pictures(language: Language) -> dict[str, Markup]:
    """Draw the morning above the page, and the picture of each game."""
    return {
        "morning": scenery.home_scene(language.say),
        "board": scenery.board_picture(language.say),
        "card": scenery.cards_picture(language.number(PICTURED_VALUE)),
        "learn": scenery.learn_picture(),
    }


@dataclass(frozen=True)
class LessonEntry:
    """The guided match of a game, as the home page offers it: how far somebody is."""

    game: str
    minutes: int
    steps: int
    # The step they are at, 0 if they have not begun; and whether they came to the end.
    reached: int
    is_done: bool

    @property
    def is_begun(self) -> bool:
        """Whether there is something to go on with."""
        return self.reached > 1 and not self.is_done


def lesson_entry(game: str, reached: str) -> LessonEntry:
    """Return how a guided match is offered to somebody who, so their browser says, was there."""
    match = lesson(game, FIRST)
    number = int(reached) if reached.isdecimal() and len(reached) < 4 else 0
    return LessonEntry(game, match.minutes, len(match.step), number, reached == DONE)
