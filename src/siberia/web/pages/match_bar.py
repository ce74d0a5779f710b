"""What the bar of a finished match's pages has: which match it is, its pages, whose eyes look."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from siberia.boardgame import BoardView
from siberia.web.i18n.languages import Language
from siberia.web.pages.parts import part
from siberia.web.tables.finished import Finished

# The pages of a finished match, and where each lies below its address.
PAGES = {"result": "", "replay": "/replay", "review": "/review"}
Page = Literal["result", "replay", "review"]


@dataclass(frozen=True)
class Eyes:
    """One whose eyes can be chosen: a seat, or None for all of them together."""

    seat: int | None
    name: str
    address: str
    is_chosen: bool


def match_title(finished: Finished, language: Language) -> Markup:
    """Say whose match it was, and how long it was."""
    names = ", ".join(finished.table.shown_names(language))
    return part("match_title.html", language, names=names, length=length(finished, language))


def length(finished: Finished, language: Language) -> str:
    """Say how many rounds or turns a match had."""
    view = finished.fold.view
    if isinstance(view, BoardView):
        count, played = view.round, language.ngettext("{count} round", "{count} rounds", view.round)
    else:
        count = len(finished.match.turns())
        played = language.ngettext("{count} turn", "{count} turns", count)
    return played.format(count=language.number(count))


def match_switch(address: str, shown: Page, language: Language) -> Markup:
    """Draw the switch between the pages of a match."""
    pages = [(page, address + path) for page, path in PAGES.items()]
    return part("match_switch.html", language, pages=pages, shown=shown)


def eyes_switch(label: str, choices: Sequence[Eyes], language: Language) -> Markup:
    """Draw the switch between those whose eyes can be chosen; `label` says what for."""
    return part("eyes_switch.html", language, label=label, choices=choices)
