"""Finds the match that somebody looks back on, or says why there is none."""

from enum import Enum

from starlette.responses import Response

from siberia.web.http.context import RequestContext
from siberia.web.tables.days import EXPERT
from siberia.web.tables.finished import Finished, is_sealed
from siberia.web.tables.table import Table


class Withheld(Enum):
    """Why a finished match is not shown to who asks."""

    STARTING = "starting"
    NOT_THERE = "not there"
    SEALED = "sealed"


async def finished_match(context: RequestContext) -> Finished | Response:
    """Return the finished match of a request's address, or the page that says why not.

    It is open to whoever has the address; one that goes on is as if it were not there.
    """
    found = await finished_or_why_not(context)
    match found:
        case Withheld.STARTING:
            return context.page("warming.html", {"title": context.language.gettext("One moment")})
        case Withheld.NOT_THERE:
            return nothing_there(context)
        case Withheld.SEALED:
            return context.page("private.html", {}, 403)
    return found


async def finished_or_why_not(context: RequestContext) -> Finished | Withheld:
    """Return the finished match of a request's address, or why there is none to be seen."""
    if not context.services.is_ready.is_set():
        return Withheld.STARTING
    where = context.request.path_params
    if "record" in where:
        found = await context.services.records.get(where["record"])
        return Finished(f"/r/{found.id}", found) if found else Withheld.NOT_THERE
    table = await context.services.tables.get(where["table"])
    if table is None or not table.is_over:
        return Withheld.NOT_THERE
    if await is_withheld(context, table):
        return Withheld.SEALED
    return Finished(f"/t/{table.id}", table, table.seats.of_guest(context.guest_id))


async def is_withheld(context: RequestContext, table: Table) -> bool:
    """Say whether a finished match is withheld from who asks; the expert's only until they have
    played the same deal themselves.
    """
    if not is_sealed(table, context.guest_id):
        return False
    day, game = table.row.day, table.row.game
    if table.row.owner != EXPERT or day is None:
        return True
    return not await context.services.daily.has_played(context.guest_id, day, game)


def nothing_there(context: RequestContext) -> Response:
    """Say that there is no such match."""
    return context.page("missing.html", {}, 404)
