"""Being reached: which tables wait, notifications of this browser, a chat program, the app."""

import hashlib
from dataclasses import replace
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.web.http.agents import device_name
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.reaching.outbound import LONGEST_ADDRESS, NotSent
from siberia.web.http.reaching.webpush import is_packable
from siberia.web.http.routes.people import self_page
from siberia.web.http.static_files import FILES, MEDIA_TYPES
from siberia.web.i18n.languages import LANGUAGES, language
from siberia.web.pages.parts import part
from siberia.web.pages.turns import Call, call
from siberia.web.tables import clock
from siberia.web.tables.ahead import to_play
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.nights import known_zone
from siberia.web.tables.store.reaching import Receiver

# So many unfinished tables are looked at for whether they wait.
MOST_LOOKED_AT = 50
# A worker is asked for anew whenever a browser wants to know whether it has changed.
FRESH = "no-cache"
# As tokens.css has it.
GROUND = "#E8EFF5"
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))

Address = Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS)]
Key = Annotated[str, msgspec.Meta(max_length=200)]
Zone = Annotated[str, msgspec.Meta(max_length=60)]


class PushForm(msgspec.Struct):
    """A browser that will tell its guest, as its script describes it."""

    endpoint: Address
    p256dh: Key
    auth: Key
    signer: Key
    # Where messages went before, if it has moved.
    instead: Address = ""


class PushOffForm(msgspec.Struct):
    """A browser that will tell its guest no more."""

    id: Key


class NightForm(msgspec.Struct):
    """Whether to be left in peace at night, and by which clocks."""

    quiet: bool = False
    zone: Zone = ""


class WebhookForm(msgspec.Struct):
    """Where a chat program takes messages; "" for none."""

    webhook: Address = ""


# ------------------------------------------------------------ which tables wait


async def turns(request: Request) -> Response:
    """Tell which tables wait for who asks; with `seen`, the page is before their eyes."""
    context = RequestContext(request)
    services, guest = context.services, context.guest_id
    if "seen" in request.query_params:
        services.notices.looked(guest)
    rows = await services.store.tables_of(guest) if guest and services.is_ready.is_set() else []
    ids = [row.id for row in rows if row.finished is None][:MOST_LOOKED_AT]
    calls = [one for table_id in ids if (one := await waiting(context, table_id))]
    shown = part("toasts.html", context.language, calls=calls)
    return JSONResponse({"tables": ids, "count": len(calls), "shown": shown})


async def waiting(context: RequestContext, table_id: str) -> Call | None:
    """Return a table that waits for who asks; None if it does not."""
    try:
        table = await context.services.tables.get(table_id)
    except BrokenTable:
        return None
    mine = table.seats.of_guest(context.guest_id) if table else ()
    if table is None or not any(seat in mine for seat in table.awaited):
        return None
    # What they have planned is played without them.
    context.services.ahead.look_after(table)
    if (plan := to_play(table)) is not None and plan.seat in mine:
        return None
    return call(table, context.guest_id, context.language)


# ------------------------------------------------------------ settings on one's own page


async def push_on(request: Request) -> Response:
    """Let a browser tell its guest."""
    context = RequestContext(request)
    services, guest = context.services, await context.guest()
    try:
        form = await context.form(PushForm)
    except BadForm:
        form = None
    if guest is None or form is None or not is_good(context, form):
        message = context.language.gettext("This browser cannot be told here.")
        return PlainTextResponse(message, 400)
    if form.instead:
        await services.store.reaching.unsubscribe(receiver_id(form.instead), guest.id)
    receiver = Receiver(
        receiver_id(form.endpoint),
        guest.id,
        form.endpoint,
        form.p256dh,
        form.auth,
        form.signer,
        device_name(request.headers.get("user-agent", "")),
        context.language.code,
    )
    await services.store.reaching.subscribe(receiver, clock.now())
    return PlainTextResponse(receiver.id)


def is_good(context: RequestContext, form: PushForm) -> bool:
    """Say whether messages can be sent to a browser: to where it says, packed as it says."""
    delivery = context.services.delivery
    is_known = delivery.signer.knows(form.signer)
    return is_known and delivery.is_allowed(form.endpoint) and is_packable(form.p256dh, form.auth)


def receiver_id(endpoint: str) -> str:
    """Return what a browser is called here; its script can say the same."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


async def push_off(request: Request) -> Response:
    """Let a browser of a guest, this one or another, tell them no more."""
    context = RequestContext(request)
    try:
        form = await context.form(PushOffForm)
    except BadForm:
        return RedirectResponse("/me#told", 303)
    await context.services.store.reaching.unsubscribe(form.id, context.guest_id)
    return RedirectResponse("/me#told", 303)


async def night(request: Request) -> Response:
    """Leave somebody in peace at night, or no more."""
    context = RequestContext(request)
    guest, reaching = await context.guest(), context.services.store.reaching
    try:
        form = await context.form(NightForm)
    except BadForm:
        form = None
    if guest is not None and form is not None:
        reach = await reaching.reach(guest.id)
        wanted = replace(reach, quiet=form.quiet, zone=known_zone(form.zone))
        await reaching.keep_reach(guest.id, wanted)
    return RedirectResponse("/me#told", 303)


async def webhook(request: Request) -> Response:
    """Keep where a guest's chat program takes messages, if it takes a first one."""
    context = RequestContext(request)
    guest, reaching = await context.guest(), context.services.store.reaching
    if guest is None:
        return RedirectResponse("/me", 303)
    try:
        address = (await context.form(WebhookForm)).webhook.strip()
    except BadForm:
        address = "-"
    refused = await trouble(context, guest.id, address) if address else ""
    if refused:
        return await self_page(context, refused, 400, webhook=address)
    reach = await reaching.reach(guest.id)
    reach = replace(reach, webhook=address, language=context.language.code)
    await reaching.keep_reach(guest.id, reach)
    _ = context.language.gettext
    done = _("A message is on its way: look there.") if address else _("Nothing goes there now.")
    return await self_page(context, done)


async def trouble(context: RequestContext, guest: str, address: str) -> str:
    """Send a first message to a chat program, and say why it cannot be sent there; "" if it can."""
    _, delivery = context.language.gettext, context.services.delivery
    if not delivery.is_allowed(address):
        return _("A webhook is an address of https, open to everybody.")
    try:
        status = await delivery.try_out(guest, address, context.language)
    except NotSent:
        return _("Nobody answers at that address, or it is not open to everybody.")
    if status is None:
        return _("That was tried a few times just now. Wait a minute.")
    if status >= 300:
        return _("That address answers with {status}, so no message would arrive.").format(
            status=status
        )
    return ""


# ------------------------------------------------------------ the app


async def service_worker(_request: Request) -> Response:
    """Send the worker that shows notifications; it is for the whole site, so it lies at its top."""
    return Response(FILES["sw.js"], headers={"Cache-Control": FRESH}, media_type=MEDIA_TYPES[".js"])


async def manifest(request: Request) -> Response:
    """Describe the app to whoever installs it, in the language of the page they came from."""
    context = RequestContext(request)
    code = request.query_params.get("language", "")
    speaks = language(code) if code in LANGUAGES else context.language
    folder = f"{context.services.static}/icons"
    described = {
        "id": "/",
        "name": "SIBERIA",
        "short_name": "SIBERIA",
        "description": speaks.gettext("Gas, gold and cold. Two games, one winter."),
        "lang": speaks.code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [
            {
                "src": f"{folder}/{'maskable' if kind == 'maskable' else 'icon'}-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": kind,
            }
            for size, kind in ICONS
        ],
        "shortcuts": [
            {"name": speaks.gettext("Deal of the day"), "url": "/daily"},
            {"name": speaks.gettext("Rules"), "url": "/rules"},
        ],
    }
    headers = {"Cache-Control": FRESH}
    return JSONResponse(described, headers=headers, media_type="application/manifest+json")


routes = [
    Route("/turns", turns),
    Route("/me/push", push_on, methods=["POST"]),
    Route("/me/push/off", push_off, methods=["POST"]),
    Route("/me/night", night, methods=["POST"]),
    Route("/me/webhook", webhook, methods=["POST"]),
    Route("/sw.js", service_worker),
    Route("/manifest.webmanifest", manifest),
]
