"""The ladder: who is how strong, for all to see who like; and whether one is on it oneself."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.context import BadForm, RequestContext
from siberia.web.pages.ladder import PLAYERS, ladder_page, liveliest
from siberia.web.tables.ladder import LADDERS, LadderName

Short = Annotated[str, msgspec.Meta(max_length=20)]


class LadderForm(msgspec.Struct):
    """Whether to be shown; and the ladder from which that was asked, or one's own page."""

    shown: bool
    game: Short = ""
    players: int = 0


async def ladder(request: Request) -> Response:
    """Show the ladder of a game and a number of players."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return context.page("ladder.html", {"page": None, "on_ladder": None})
    places = await context.services.ladder.all_places()
    name = asked_for(context) or liveliest(places)
    shown = ladder_page(*name, places[name], context.guest_id, context.language)
    return context.page("ladder.html", {"page": shown, "on_ladder": await on_ladder(context)})


def asked_for(context: RequestContext) -> LadderName | None:
    """Return the ladder that is asked for; what there is not, is not asked for."""
    asked = context.request.query_params
    names = {str(players): players for players in PLAYERS}
    name = asked.get("game", ""), names.get(asked.get("players", ""), PLAYERS[0])
    return name if name in LADDERS else None


async def on_ladder(context: RequestContext) -> bool | None:
    """Say whether who asks wants to be shown; None for somebody who is nobody yet."""
    guest = await context.guest()
    return guest.on_ladder if guest else None


async def show_me(request: Request) -> Response:
    """Show who asks on the ladder from now on, or no longer."""
    context = RequestContext(request)
    try:
        form = await context.form(LadderForm)
    except BadForm:
        return RedirectResponse("/me", 303)
    if context.guest_id:
        await context.services.ladder.show(context.guest_id, shown=form.shown)
    if (form.game, form.players) in LADDERS:
        return RedirectResponse(f"/ladder?game={form.game}&players={form.players}", 303)
    return RedirectResponse("/me#ladder", 303)


routes = [
    Route("/ladder", ladder),
    Route("/me/ladder", show_me, methods=["POST"]),
]
