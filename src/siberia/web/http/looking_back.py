"""Finds the match that somebody looks back on, or says why there is none."""

from starlette.responses import Response

from siberia.web.http.context import RequestContext
from siberia.web.tables.finished import Finished, is_sealed


async def finished_match(context: RequestContext) -> Finished | Response:
    """Return the finished match of a request's address, or the page that says why not.

    It is open to whoever has the address; one that goes on is as if it were not there.
    """
    if not context.services.is_ready.is_set():
        return context.page("warming.html", {"title": context.language.gettext("One moment")})
    table = await context.services.tables.get(context.request.path_params["table"])
    if table is None or not table.match.is_over:
        return context.page("missing.html", {}, 404)
    if is_sealed(table, context.guest_id):
        return context.page("private.html", {}, 403)
    return Finished(f"/t/{table.id}", table, table.seats.of_guest(context.guest_id))
