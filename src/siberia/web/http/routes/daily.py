"""The deal of the day: its page, the pages of days before, and the way to a table of one's own."""

from datetime import date, timedelta
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siberia.drawing.daily import day_key, day_scene, snowed_under
from siberia.match.games import GAMES
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.new_table import why_no_table
from siberia.web.http.today import deal_boxes
from siberia.web.pages.calendar import Month, chosen_month, month_of, month_page, tried
from siberia.web.pages.daily import (
    ORDER,
    ResultLine,
    best_of,
    day_head,
    proof,
)
from siberia.web.pages.day_titles import deal_title
from siberia.web.pages.home import pictures
from siberia.web.tables import clock
from siberia.web.tables.days import EXPERT
from siberia.web.tables.deal_results import DealResults, results_of_day, streak
from siberia.web.tables.store.rows import Deal


class DailyForm(msgspec.Struct):
    """Which game's deal somebody wants to play."""

    game: Annotated[str, msgspec.Meta(max_length=20)] = ""


async def today(request: Request) -> Response:
    """Show today's deals."""
    return await day_page(RequestContext(request), clock.today())


async def another_day(request: Request) -> Response:
    """Show the deals of a day that has been, or today's."""
    context = RequestContext(request)
    try:
        day = date.fromisoformat(request.path_params["day"])
    except ValueError:
        return context.page("missing.html", {}, 404)
    if request.path_params["day"] != day.isoformat() or day > clock.today():
        return context.page("missing.html", {}, 404)
    return await day_page(context, day)


async def day_page(
    context: RequestContext, day: date, notice: str = "", status: int = 200
) -> Response:
    """Show the deals of a day."""
    language, services = context.language, context.services
    if not services.is_ready.is_set():
        return context.page("warming.html", {"title": language.gettext("One moment")})
    deals = await services.daily.deals(day)
    if not deals:
        return context.page("missing.html", {}, 404)
    went = await results_of_day(services.store, services.endings, day)
    if day == clock.today():
        await call_experts(context, deals, went)
    boxes = await deal_boxes(context, deals, went)
    before = day - timedelta(days=1)
    days_played = await services.store.days.played(context.guest_id)
    model = {
        "day": day,
        "head": day_head(deal_title(day, language), boxes, language),
        "boxes": boxes,
        "month": await month(context, day, days_played),
        "streak": streak(days_played, clock.today()),
        "before": before,
        "before_title": language.weekday(before) if day == clock.today() else language.day(before),
        "best": await best(context, before),
        "next_proofs": await next_proofs(context, day),
        "pictures": {**pictures(language), "scene": day_scene()},
        "snow": {game: snowed_under(game) for game in GAMES},
        "keys": {game: day_key(game) for game in GAMES},
        "notice": notice,
    }
    return context.page("daily.html", model, status)


async def call_experts(
    context: RequestContext, deals: dict[str, Deal], went: dict[str, DealResults]
) -> None:
    """Let the expert play what others have played, if it has not yet and there is time for that."""
    for game, deal in deals.items():
        is_wanted = went[game].tries and went[game].expert is None
        if is_wanted and not context.services.bots.is_overloaded:
            await context.services.daily.call_expert(deal)


async def month(context: RequestContext, day: date, days_played: list[date]) -> Month:
    """Return the month that is asked for."""
    services, guest = context.services, context.guest_id
    chosen = chosen_month(context.request.query_params.get("month", ""), day)
    first, last = month_of(chosen)
    tries = []
    if any(first <= played <= last for played in days_played):
        tries = await services.store.days.tries_of(guest, first, last)
        tries += await services.store.days.tries_of(EXPERT, first, last)
    played = tried(guest, await services.endings.of(tries))
    dealt = await services.store.days.with_deals(first, last)
    return month_page(chosen, played, dealt, min(days_played, default=None), context.language)


async def best(context: RequestContext, day: date) -> tuple[list[ResultLine], int]:
    """Return the best of a day that is over, and how many there were in all."""
    services = context.services
    went = await results_of_day(services.store, services.endings, day)
    lines = best_of(went, context.guest_id, context.language)
    return lines, sum(len(deal.tries) for deal in went.values())


async def next_proofs(context: RequestContext, day: date) -> dict[str, object]:
    """Return the fingerprints of tomorrow's deals, on today's page."""
    if day != clock.today():
        return {}
    deals = await context.services.daily.deals(day + timedelta(days=1))
    return {game: proof(deals[game], is_today=True) for game in ORDER if game in deals}


async def begin(request: Request) -> Response:
    """Go to a table with today's deal."""
    context = RequestContext(request)
    try:
        game = (await context.form(DailyForm)).game
    except BadForm:
        game = ""
    day = clock.today()
    if game not in GAMES:
        message = context.language.gettext("Choose one of the two games.")
        return await day_page(context, day, message, 400)
    guest = await context.guest_or_new()
    notice, status = await why_no_table(context, guest.id)
    if notice:
        return context.signed(await day_page(context, day, notice, status))
    daily = context.services.daily
    table = await daily.begin(guest, game)
    # While they play, the expert does, too.
    await daily.call_expert((await daily.deals(day))[game])
    return context.signed(RedirectResponse(f"/t/{table}", 303))


routes = [
    Route("/daily", today),
    Route("/daily", begin, methods=["POST"]),
    Route("/daily/{day}", another_day),
]
