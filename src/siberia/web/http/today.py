"""Gathers a day's deals for whoever asks: for their own page, and in short for the first page."""

from siberia.web.http.context import RequestContext
from siberia.web.pages.daily import ORDER, Asker, DealBox, deal_box
from siberia.web.pages.home_day import HomeDay, home_day
from siberia.web.tables import clock
from siberia.web.tables.balances import Points
from siberia.web.tables.days import PLAYER
from siberia.web.tables.deal_results import DealResults, deal_results, results_of_day, streak
from siberia.web.tables.store.rows import Deal


async def deal_boxes(
    context: RequestContext, deals: dict[str, Deal], went: dict[str, DealResults]
) -> list[DealBox]:
    """Return the boxes of a day's deals, as who asks may see them."""
    services, guest = context.services, context.guest_id
    day = next(iter(deals.values())).day
    tries = await services.store.days.tries_of(guest, day, day) if guest else []
    asker = Asker(guest, {one.row.game: one.row for one in tries}, await points_of(context, went))
    address = f"{services.settings.url}/daily/{day.isoformat()}"
    return [deal_box(deals[g], went[g], asker, context.language, address) for g in ORDER]


async def points_of(context: RequestContext, went: dict[str, DealResults]) -> dict[str, Points]:
    """Return what reviews say of one's own tries, by table."""
    found = {}
    for deal in went.values():
        own = deal.of(context.guest_id)
        balance = await context.services.balances.of_table(own.row.id) if own else ()
        if own and balance:
            found[own.row.id] = balance[PLAYER]
    return found


async def today_in_short(context: RequestContext) -> HomeDay:
    """Return today's deals as the first page shows them.

    How others did is looked up only for who has played: most who come here have not.
    """
    services, guest, day = context.services, context.guest_id, clock.today()
    tries = await services.store.days.tries_of(guest, day, day) if guest else []
    went = {game: deal_results(game, ()) for game in ORDER}
    if any(one.row.finished for one in tries):
        went = await results_of_day(services.store, services.endings, day)
    rows = {one.row.game: one.row for one in tries}
    days = streak(await services.store.days.played(guest), day) if guest else streak((), day)
    return home_day(day, rows, went, days, guest, context.language)
