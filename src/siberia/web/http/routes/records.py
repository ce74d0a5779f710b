"""Records from elsewhere: given here, checked, and looked back on like any finished match."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.engine.errors import RecordError
from siberia.match import Match
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.looking_back import finished_match
from siberia.web.pages.ending import ending
from siberia.web.pages.record import RefusedRecord, refusal
from siberia.web.pages.replay.page import Moment, Replay
from siberia.web.pages.replay.parts import result_parts
from siberia.web.pages.replay.verdict import NO_VERDICT
from siberia.web.pages.table import Look


class RecordForm(msgspec.Struct):
    """A record as it was pasted, or read from a file."""

    text: str = ""


async def page(request: Request) -> Response:
    """Ask for a record."""
    return asked(RequestContext(request))


def asked(
    context: RequestContext, text: str = "", refused: RefusedRecord | None = None
) -> Response:
    """Ask for a record, and say what was wrong with the one that was given."""
    model = {"text": text, "refused": refused}
    return context.page("records.html", model, 400 if refused else 200)


async def keep(request: Request) -> Response:
    """Keep a record, and go where it lies."""
    context = RequestContext(request)
    if not context.services.is_ready.is_set():
        return context.page("warming.html", {"title": context.language.gettext("One moment")})
    try:
        text = (await context.form(RecordForm)).text.strip()
    except BadForm:
        text = ""
    try:
        key = await context.services.records.keep(text)
    except RecordError as error:
        return asked(context, text, refusal(text, error, context.language))
    return RedirectResponse(f"/r/{key}", 303)


async def result(request: Request) -> Response:
    """Show how a recorded match ended."""
    context = RequestContext(request)
    found = await finished_match(context)
    if isinstance(found, Response):
        return found
    look = Look(narrow=context.is_narrow)
    replay = Replay(found, Moment(found.match.ply, None), context.language, NO_VERDICT, look)
    model = {
        "page": replay.page,
        "end": ending(found.table, context.language),
        "parts": result_parts(replay, context.theme),
    }
    return context.page("record.html", model)


async def download(request: Request) -> Response:
    """Download the record of a match that is over."""
    context = RequestContext(request)
    found = await finished_match(context)
    if isinstance(found, Response):
        return found
    if not found.tells_deal:
        return context.page("sealed.html", {"day": found.table.row.day}, 403)
    headers = {"Content-Disposition": f'attachment; filename="{found.file_name}"'}
    return PlainTextResponse(found.match.record(), headers=headers)


async def verify(request: Request) -> Response:
    """Play a finished match again by its record, and say whether all of it is true."""
    found = await finished_match(RequestContext(request))
    if isinstance(found, Response):
        return found
    try:
        await asyncio.to_thread(Match.read, found.match.record())
    except RecordError as error:
        return PlainTextResponse(str(error), 409)
    return PlainTextResponse("true")


routes = [
    Route("/records", page),
    Route("/records", keep, methods=["POST"]),
    Route("/r/{record}", result),
    Route("/r/{record}/record", download),
    Route("/r/{record}/verify", verify, methods=["POST"]),
    Route("/t/{table}/record", download),
    Route("/t/{table}/verify", verify, methods=["POST"]),
]
