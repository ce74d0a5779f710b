"""Gathers what somebody has played: for their own page, and as records to take along."""

import asyncio
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from siberia.web.http.context import RequestContext
from siberia.web.pages.career import (
    PlayedMatch,
    Wish,
    by_game,
    by_opponent,
    figures,
    luck_and_decisions,
    match_list,
    played_matches,
)
from siberia.web.pages.daily import ORDER
from siberia.web.tables import clock
from siberia.web.tables.days import lasts
from siberia.web.tables.deal_results import streak
from siberia.web.tables.endings import Ended
from siberia.web.tables.table import deal

RESULTS = ("won", "lost")
LONGEST_SEARCH = 80


async def career(context: RequestContext) -> dict[str, object]:
    """Return what somebody's page shows of their matches; nothing before the rules are loaded."""
    is_ready = context.services.is_ready.is_set()
    matches = await matches_of(context) if is_ready else []
    language = context.language
    days = await context.services.store.days.played(context.guest_id)
    shown: dict[str, object] = {"is_ready": is_ready, "figures": None, "list": None}
    if matches:
        shown["list"] = match_list(matches, wish_of(context), language)
    if whole := [match for match in matches if match.is_from_the_deal]:
        shown |= {
            "figures": figures(whole, language),
            "by_game": by_game(whole, language),
            "by_opponent": by_opponent(whole, language),
            "course": luck_and_decisions(whole, language),
        }
    return {**shown, "streak": streak(days, clock.today())}


async def matches_of(context: RequestContext) -> list[PlayedMatch]:
    """Return what who asks has played to its end."""
    services, guest = context.services, context.guest_id
    if not guest:
        return []
    ended = await services.endings.of(await services.store.played_by(guest))
    return played_matches(guest, ended, await services.balances.of_guest(guest))


def wish_of(context: RequestContext) -> Wish:
    """Return what of the list is asked for; what cannot be is not asked for."""
    asked = context.request.query_params
    game, result, page = asked.get("game", ""), asked.get("result", ""), asked.get("page", "")
    return Wish(
        game=game if game in ORDER else "",
        result=result if result in RESULTS else "",
        words=asked.get("q", "").strip()[:LONGEST_SEARCH],
        page=int(page) if page.isdecimal() and 0 < len(page) < 5 and int(page) else 1,
    )


async def all_records(context: RequestContext) -> bytes:
    """Return a ZIP file with the records of all that somebody has played.

    One after the other, and beside the event loop: others go on playing meanwhile.
    """
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for match in await matches_of(context):
            row = match.ended.row
            if not lasts(row):
                words = await context.services.store.words(row.id)
                text = await asyncio.to_thread(record_of, match.ended, words)
                name = f"siberia-{row.game}-{match.day.isoformat()}-{row.id}.txt"
                archive.writestr(name, text)
    return file.getvalue()


def record_of(ended: Ended, words: Sequence[str]) -> str:
    """Return the record of a match by its words."""
    match = deal(ended.row, [seat.name for seat in ended.table.seats])
    match.play_on(words)
    return match.record()
