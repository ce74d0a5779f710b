"""What a table's page says to those who only watch: who does what, and that they see no more."""

from typing import Final

from markupsafe import Markup

from siberia.web.i18n.languages import Language
from siberia.web.i18n.terms import N_
from siberia.web.pages.guides import Guide
from siberia.web.pages.parts import part
from siberia.web.tables.public import PublicTable
from siberia.web.tables.watchers import Audience

# What somebody does in each phase of a game.
DOES: Final = {
    ("card", "discover"): N_("{name} turns a card up."),
    ("card", "act"): N_("{name} chooses an action."),
    ("card", "pay"): N_("{name} pays for an action."),
    ("card", "choose"): N_("{name} chooses a card to take."),
    ("board", "sides"): N_("{name} chooses the sides of the exchanges."),
    ("board", "act"): N_("{name} chooses an action."),
    ("board", "research"): N_("{name} lays cubes by research."),
    ("board", "wildcard"): N_("{name} places a manager."),
    ("board", "step"): N_("{name} moves workers."),
    ("board", "pawn"): N_("{name} chooses a pawn as a salesman."),
    ("board", "exchange"): N_("{name} chooses an exchange for a salesman."),
    ("board", "deploy"): N_("{name} sends workers out."),
    ("board", "invest"): N_("{name} chooses an investment."),
    ("board", "sell"): N_("{name} sells."),
    ("board", "surplus"): N_("{name} gives counters away."),
}


def watched(waiting: Guide, table: PublicTable, phase: str, language: Language) -> Guide:
    """Return what the prompt says to a watcher, instead of what it says to who waits."""
    _ = language.gettext
    does = DOES.get((table.game, phase))
    seat = table.seats[table.awaited[0]] if table.awaited else None
    title = waiting.title
    if table.is_placing:
        names = language.listing([table.names[place] for place in table.awaited], "and")
        title = _("Everyone places counters. Still at it: {names}.").format(names=names)
    elif does and seat is not None and seat.kind != "open":
        title = _(does).format(name=seat.name)
    return Guide(title, _("You watch. You see what lies open on the table, nothing more."), "eye")


def where(table: PublicTable, how_far: str, language: Language, *, narrow: bool) -> tuple[str, str]:
    """Say at the top which match this is; on a phone the strip below has the names."""
    _ = language.gettext
    if narrow:
        return _("You watch"), how_far
    names = language.listing(table.names, "and")
    game = _("Board game") if table.game == "board" else _("Card game")
    return names, f"{game}, {how_far}"


def eyes(table: PublicTable, language: Language) -> Markup:
    """Draw how many watch, and who: for all at a table that may be watched."""
    if not table.is_watchable:
        return Markup()
    return part(
        "watch_eyes.html",
        language,
        count=table.audience.count,
        named=named(table.audience, language),
        watching=table.watching,
    )


def named(audience: Audience, language: Language, me: str = "") -> str:
    """Say who watches: `me` is the name of whoever reads it, if they watch."""
    _ = language.gettext
    names = [_("{name} (you)").format(name=n) if n == me else n for n in audience.names]
    if audience.others:
        text = language.ngettext("{count} guest", "{count} guests", audience.others)
        names.append(text.format(count=language.number(audience.others)))
    return language.listing(names, "and")
