"""The parts of a replay's page: an ordinary table's, and those that stand around it."""

from typing import Any

from markupsafe import Markup

from siberia.web.pages.match_bar import eyes_switch, match_switch, match_title
from siberia.web.pages.parts import Parts, each_on_a_line, part
from siberia.web.pages.replay.moves import moves, pieces
from siberia.web.pages.replay.page import SPEEDS, Replay
from siberia.web.pages.replay.taking_over import Offer
from siberia.web.pages.table_parts import bar_pieces


def replay_parts(replay: Replay, offer: Offer | None, theme: str) -> dict[str, Markup | str]:
    """Draw the parts of a moment; of those that the page has already only a sign is left.

    The `offer` is to take over from there, where one can.
    """
    parts, page = Parts(replay.look.parts), replay.page
    around = {
        **bar_pieces(page, theme),
        **bar_parts(replay),
        "strip": part("replay_strip.html", replay.language, players=replay.standings()),
        "prompt": prompt(replay),
        "film": replay.film(),
        "needle": replay.needle(),
        "pins": replay.pins(),
        "transport": transport(replay),
        "at": part("replay_at.html", replay.language, where=replay.where()),
        "costly": costly(replay),
        "shares": shares(replay),
        "take_over": take_over(replay, offer),
    }
    sent = parts.all({**around, **page.parts()})
    sent["moves"] = moves_box(replay, parts)
    sent |= page.assembled(parts.add)
    return {**sent, "known": str(parts)}


def result_parts(replay: Replay, theme: str) -> dict[str, Markup]:
    """Draw what the bar has above the result of a record."""
    pages = match_switch(replay.finished.address, "result", replay.language)
    return {**bar_pieces(replay.page, theme), **bar_parts(replay), "pages": pages}


def bar_parts(replay: Replay) -> dict[str, Markup]:
    """Draw what the bar says of the match."""
    language, finished = replay.language, replay.finished
    return {
        "title": match_title(finished, language),
        "pages": match_switch(finished.address, "replay", language),
        "eyes": eyes_switch(language.gettext("Seen by"), list(replay.eyes()), language),
        "menu": part(
            "replay_menu.html",
            language,
            address=finished.address,
            tabs=replay.page.tabs(),
            game=finished.match.game,
            commitment=finished.match.commitment,
        ),
    }


def prompt(replay: Replay) -> Markup:
    """Draw what the word of the moment did, and what the expert would have done."""
    return part(
        "replay_prompt.html",
        replay.language,
        sign=replay.sign,
        title=replay.said[0],
        more=replay.said[1:],
        cost=replay.cost,
        drawn=replay.drawn,
    )


def transport(replay: Replay) -> Markup:
    """Draw the buttons that go from moment to moment; without a script they are links."""
    course, ply = replay.timeline, replay.moment.ply
    return part(
        "replay_transport.html",
        replay.language,
        base=replay.base,
        ply=ply,
        last=course.last,
        speeds=SPEEDS,
    )


def costly(replay: Replay) -> Markup:
    """Draw the way from one costly decision to the next, if a review has found any."""
    found, ply = replay.verdict.costly, replay.moment.ply
    if not found:
        return Markup()
    before = [cost for cost in found if cost.ply < ply]
    after = [cost for cost in found if cost.ply > ply]
    return part(
        "replay_costly.html",
        replay.language,
        base=replay.base,
        count=len(found),
        here=replay.cost,
        before=before[-1] if before else None,
        after=after[0] if after else None,
    )


def shares(replay: Replay) -> Markup:
    """Draw the shares of the win at the moment, if a review has found them."""
    rows = replay.verdict.shares
    if not rows:
        return Markup()
    listed = list(enumerate(zip(replay.page.names, rows[replay.moment.ply], strict=True)))
    return part("replay_shares.html", replay.language, seats=listed[::-1])


def take_over(replay: Replay, offer: Offer | None) -> Markup:
    """Draw the way to a table of one's own from here."""
    shown: dict[str, Any] = {"address": replay.finished.address, "offer": offer}
    return part("replay_take_over.html", replay.language, **shown)


def moves_box(replay: Replay, parts: Parts) -> Markup:
    """Draw the moves, of pieces that the page may have already."""
    language = replay.language
    told = moves(replay.finished, language)
    drawn = pieces(told, replay.moment.ply, replay.verdict, replay.base, language)
    return part("replay_moves.html", language, pieces=each_on_a_line(map(parts.add, drawn)))
