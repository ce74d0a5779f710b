"""The parts that the pages of both games have: each is given what it shows, and nothing else."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from siberia.web.i18n.languages import Language
from siberia.web.pages import watching
from siberia.web.pages.clocks import pace_told
from siberia.web.pages.day_titles import deal_title
from siberia.web.pages.guides import Guide
from siberia.web.pages.log import items
from siberia.web.pages.match_bar import match_switch
from siberia.web.pages.parts import Parts, each_on_a_line, frame, part
from siberia.web.pages.rulebook import address_of, cited
from siberia.web.pages.table import TablePage

# The pieces of the bar that every page has.
BAR_PIECES = ("logo", "languages_menu", "theme_switch")


def drawn_parts(page: TablePage[Any], theme: str) -> dict[str, Any]:
    """Draw a page's parts; of those that it has already only a sign is left."""
    parts = Parts(page.look.parts)
    drawn = lesson_parts(page, theme) if page.speech else bar_parts(page, theme)
    if page.shows_end:
        sent = parts.all(drawn)
    else:
        sent = parts.all({**drawn, **common_parts(page), **page.parts()})
        sent["log"] = log(page, parts)
        sent |= page.assembled(parts.add)
    known = str(parts)
    return {**sent, "known": known, "data": page.page_data(known)}


def plain_update(page: TablePage[Any], parts: Mapping[str, Any]) -> Markup | None:
    """Return an update as nearly all are, with nothing but parts; None if there is more to show."""
    more = page.shows_end or page.has_left or page.kept or page.proposal
    if more or page.curtain is not None:
        return None
    shown = {
        "table": {"game": page.table.game},
        "watches": page.watches,
        "shows_end": False,
        "has_left": False,
        "kept": (),
        "proposal": None,
        "curtain": None,
    }
    return frame("update.html", page.language, parts, page=shown, links={})


def bar_pieces(page: TablePage[Any], theme: str) -> Mapping[str, Markup]:
    """Draw what stands in the bar of every page."""
    # The table's own address: an update is asked for under another one.
    return bar_at(page.language, page.address, theme)


# It stays the same for as long as somebody looks at a table.
@lru_cache(maxsize=4096)
def bar_at(language: Language, address: str, theme: str) -> Mapping[str, Markup]:
    """Draw what stands in the bar of a page that lies at some address."""
    return {
        piece: part("bar_piece.html", language, piece=piece, path=address, theme=theme)
        for piece in BAR_PIECES
    }


def lesson_parts(page: TablePage[Any], theme: str) -> dict[str, Markup]:
    """Draw what a lesson has around its table: how far it is, and the card that speaks."""
    assert page.speech
    return {
        **bar_pieces(page, theme),
        "rail": part("lesson_rail.html", page.language, **page.speech.shown),
        "speech": part("speech.html", page.language, **page.speech.shown),
    }


def bar_parts(page: TablePage[Any], theme: str) -> dict[str, Markup]:
    """Draw what stands in the bar above the table."""
    language, table = page.language, page.table
    menu = part(
        "table_menu.html",
        language,
        table=table.id,
        game=table.game,
        name=table.name,
        chosen_speed=table.speed,
        seats=table.seats,
        commitment=table.commitment,
        is_over=table.is_over,
        mine=page.mine,
        kept=page.kept,
        is_owner=page.is_owner,
        stand_in=page.stand_in,
        has_left=page.has_left,
        leaving=page.leaving,
        is_stranger=page.is_stranger,
        pace=page.table.pace and pace_told(page.table.pace, language),
        watching=table.watching,
        is_watchable=table.is_watchable,
        offers_watching=page.is_owner and not table.is_over and table.day is None,
        talk=table.talk,
        offers_talk=page.is_owner and not table.is_over and page.has_listeners,
    )
    starter = page.starter()
    where = page.where()
    if page.watches:
        where = watching.where(table, page.how_far(), language, narrow=page.look.narrow)
    return {
        **bar_pieces(page, theme),
        "where": part("where.html", language, where=where, day=day_of(page)),
        "starts": part("starts.html", language, name=starter) if starter else Markup(),
        "eyes": watching.eyes(table, language),
        "pages": match_switch(page.address, "result", language) if page.shows_end else Markup(),
        "menu": menu,
    }


def common_parts(page: TablePage[Any]) -> dict[str, Markup]:
    """Draw what both games' tables have around the table itself."""
    language, guide = page.language, page.guide
    return {
        "strip": part("strip.html", language, players=page.standings()),
        "prompt": prompt(page),
        "rows": rows(language, guide),
        "since": part("since.html", language, items=items(page.since)) if page.since else Markup(),
        "tabs": part("tabs.html", language, items=page.tabs()),
        "explanation": explanation_card(page),
    }


def day_of(page: TablePage[Any]) -> str:
    """Say which day's deal is played, and whether this try counts; nothing at other tables."""
    if page.table.day is None:
        return ""
    _ = page.language.gettext
    title = deal_title(page.table.day, page.language)
    if page.table.is_over or not page.table.counts:
        return title
    return _("{deal}, it counts").format(deal=title)


def explanation_card(page: TablePage[Any]) -> Markup:
    """Draw what this kind of decision is about, for a beginner."""
    explained = page.explanation
    if explained is None:
        return Markup()
    address = address_of(explained.rule, page.table.id)
    return part("explanation.html", page.language, explained=explained, address=address)


def prompt(page: TablePage[Any]) -> Markup:
    """Draw what is asked, and what can be answered with a button."""
    guide = page.guide
    line = page.look.notice or page.time_notice or page.hint or guide.brings
    return part(
        "prompt.html",
        page.language,
        title=guide.title,
        line=line,
        rule=cited(line, "" if page.speech else page.table.id),
        is_refusal=bool(page.look.notice),
        sign=guide.icon,
        steps=guide.steps,
        tray=page.tray(),
        chips={key: guide.marks[key] for key in page.chips},
        buttons=guide.buttons,
        is_acting=page.is_acting,
        # A lesson says itself what to do.
        offers_hint=page.is_acting and page.speech is None and page.table.has_hints,
        can_undo=page.can_undo,
        is_thinking=page.is_thinking,
    )


def log(page: TablePage[Any], parts: Parts) -> Markup:
    """Draw the log, of pieces that a page may have already."""
    pieces = each_on_a_line(map(parts.add, page.log.pieces))
    return frame("log.html", page.language, {"pieces": pieces}, has_talk=page.has_talk)


def rows(language: Language, guide: Guide) -> Markup:
    """Draw choices as full-width rows, if there are any."""
    if not guide.rows:
        return Markup()
    return part(
        "rows.html",
        language,
        title=guide.title,
        rows=guide.rows,
        everywhere=guide.rows_everywhere,
    )
