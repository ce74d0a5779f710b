"""What somebody is told who does not see that it is their turn: who waits, and where, no more."""

from dataclasses import dataclass

from siberia.boardgame import BoardView
from siberia.web.i18n.languages import Language
from siberia.web.pages.home import detail, own_title
from siberia.web.tables.notices import Kind
from siberia.web.tables.table import Table


@dataclass(frozen=True)
class Call:
    """A table that waits for somebody, in a line and a second one."""

    table: str
    game: str
    title: str
    detail: str
    # How many words its match has: another turn is another call.
    turn: int


def call(table: Table, guest: str, language: Language, kind: Kind = "turn") -> Call:
    """Return what a guest is told of a table in a notification, or elsewhere in the app."""
    _ = language.gettext
    whose = own_title(table.row, language) or language.listing(others(table, guest, language))
    if kind == "clock":
        title, line = (
            _("Your time is running out"),
            _("Then the computer keeps your seat until you are back."),
        )
    else:
        title, line = _("Your turn"), detail(table, guest, language)
    if whose:
        title = _("{what}: {names}").format(what=title, names=whose)
    return Call(table.id, table.row.game, title, line, table.match.ply)


def chat_line(table: Table, guest: str, language: Language, kind: Kind = "turn") -> str:
    """Return the same as a sentence among others, as it stands in a chat program."""
    _ = language.gettext
    names = table.shown_names(language)
    mine = next((names[s] for s in table.awaited if table.seats[s].guest == guest), names[0])
    company = language.listing([plain(name) for name in others(table, guest, language)], "and")
    if kind == "clock":
        return _("{name}, your time is running out at the table with {names}.").format(
            name=plain(mine), names=company
        )
    return _("{name}, it is your turn with {names}: {where}.").format(
        name=plain(mine), names=company, where=where(table, language)
    )


def where(table: Table, language: Language) -> str:
    """Say which game it is, and how far."""
    view = table.fold.view
    if isinstance(view, BoardView):
        message = language.gettext("board game, round {number}")
        return message.format(number=max(view.round, 1))
    return language.ngettext(
        "card game, {count} card in the stack", "card game, {count} cards in the stack", view.stack
    ).format(count=view.stack)


def others(table: Table, guest: str, language: Language) -> list[str]:
    """Return who else sits at a table."""
    names = table.shown_names(language)
    return [names[seat.number] for seat in table.seats if seat.guest != guest]


def plain(name: str) -> str:
    """Return a name that a chat program takes for nothing else: no mention, link or markup."""
    # After such a sign there is a space that nobody sees.
    return "".join(f"{sign}\u200b" if sign in "@#<>[]()*_~`|\\:&" else sign for sign in name)
