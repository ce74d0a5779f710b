"""Gathers the lists of tables that anybody may find, as whoever asks sees them."""

from siberia.web.http.context import RequestContext
from siberia.web.pages.lobby import Lists, Sought, table_lists


async def lists(context: RequestContext, wishes: Sought, *, asks_name: bool = False) -> Lists:
    """Return what waits for players and what is to be watched."""
    lobby = context.services.lobby
    return table_lists(
        await lobby.waiting.get(),
        await lobby.to_watch.get(),
        wishes,
        context.guest_id,
        context.language,
        asks_name=asks_name or not await has_name(context),
    )


async def has_name(context: RequestContext) -> bool:
    """Say whether whoever asks has a name by which strangers can know them."""
    return await context.guest_name() not in ("", context.language.gettext("Guest"))
