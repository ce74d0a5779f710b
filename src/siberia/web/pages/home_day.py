"""The deal of the day, as the first page shows it in a few lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from siberia.web.i18n.languages import Language
from siberia.web.pages.daily import ORDER, time_left
from siberia.web.pages.day_titles import deal_title
from siberia.web.tables import clock
from siberia.web.tables.deal_results import DealResults, Streak, score_of
from siberia.web.tables.endings import Ended
from siberia.web.tables.store.rows import TableRow


@dataclass(frozen=True)
class DealLine:
    """A game's deal: a title, how it stands, and what can be done."""

    game: str
    title: str
    detail: str
    does: Literal["play", "go on", "look"]
    table: str


@dataclass(frozen=True)
class HomeDay:
    """Today's deals, how long they last, and how often in a row somebody has played."""

    title: str
    left: str
    lines: tuple[DealLine, ...]
    streak: Streak


def home_day(
    day: date,
    tries: Mapping[str, TableRow],
    went: Mapping[str, DealResults],
    streak: Streak,
    guest: str,
    language: Language,
) -> HomeDay:
    """Return today's deals for somebody."""
    lines = [
        deal_line(game, tries.get(game), went[game].of(guest), went[game], language)
        for game in ORDER
    ]
    left = time_left(clock.now(), language)
    return HomeDay(deal_title(day, language), left, tuple(lines), streak)


def deal_line(
    game: str, row: TableRow | None, own: Ended | None, went: DealResults, language: Language
) -> DealLine:
    """Return the line of one game's deal."""
    _ = language.gettext
    title = _("The board game") if game == "board" else _("The card game")
    if row is None:
        return DealLine(game, title, _("your first try counts"), "play", "")
    if own is None:
        return DealLine(game, title, _("your match waits for you"), "go on", row.id)
    return DealLine(
        game, language.money(score_of(own)), standing(own, went, language), "look", row.id
    )


def standing(own: Ended, went: DealResults, language: Language) -> str:
    """Say shortly how somebody did among all."""
    _, above = language.gettext, went.share_below(own)
    if above is None:
        return _("the first in the snow")
    message = _("above {share} of all other players")
    return message.format(share=language.percent(above))
