"""What programs can ask for: each operation says once all that routes, document and page need."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.engine.errors import SiberiaError
from siberia.web.http.api.problems import NotServed, refused
from siberia.web.http.api.understanding import why
from siberia.web.http.context import RequestContext
from siberia.web.tables.store.rows import Guest
from siberia.web.tables.tokens import Grant

ROOT: Final = "/api/v1"
JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"
TEXT: Final = "text/plain"
# What may be wrong with any request at all: it is too large, there were too many, or it went wrong
# here; see the guard.
ANY_REQUEST: Final = (400, 401, 403, 429, 503)

# What is said to who is not known.
COME_WITH_TOKEN: Final = f"Come with a token of a guest: POST {ROOT}/guests makes both."
CHALLENGE: Final = {"WWW-Authenticate": "Bearer"}

Sent = TypeVar("Sent")
# Who may ask: anybody, a guest, or also a token that is for one seat only; or an offered bot.
Who = Literal["anybody", "guest", "seat", "bot"]


class ApiCall(RequestContext):
    """A request of a program."""

    @property
    def grant(self) -> Grant | None:
        """What its token lets it do; None for one that comes with a cookie, or with nothing."""
        grant: Grant | None = self.request.scope.get("grant")
        return grant

    @property
    def is_bot(self) -> bool:
        """Whether it is the program of a bot that is offered here."""
        return self.grant is not None and self.grant.level is not None

    def check_is_person(self) -> None:
        """Refuse what an offered bot may not do: it plays, and that is all."""
        if self.is_bot:
            raise NotServed("An offered bot plays words, and does nothing else.", 403)

    def check_table(self) -> None:
        """Refuse what is at another table than that of the seat for which its token is."""
        granted = self.grant.table if self.grant is not None else None
        if self.table_id and granted not in (None, self.table_id):
            raise NotServed("This token is for a seat of another table.", 403)

    @property
    def table_id(self) -> str:
        """The table that is asked for; "" where it is none."""
        return str(self.request.path_params.get("table", ""))

    async def sent(self, kind: type[Sent]) -> Sent:
        """Return the JSON that was sent, checked against its type."""
        given = self.request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
        if given != JSON:
            raise NotServed(f"Send {JSON}, not {given}.", 415)
        try:
            return msgspec.json.decode(await self.request.body(), type=kind)
        except msgspec.ValidationError as error:
            raise NotServed(why(error, kind), 422) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotServed(f"This is no JSON: {error}", 400) from None

    def query(self, kind: type[Sent]) -> Sent:
        """Return what stands behind the ? of the address, checked against its type."""
        pairs = self.request.query_params.multi_items()
        if len(dict(pairs)) < len(pairs):
            raise NotServed("Something stands twice behind the ? of the address.", 422)
        if any(value == "null" for _, value in pairs):
            raise NotServed("What is not chosen is left out.", 422)
        try:
            return msgspec.convert(dict(pairs), kind, strict=False)
        except msgspec.ValidationError as error:
            raise NotServed(why(error, kind), 422) from None

    async def known_guest(self) -> Guest:
        """Return the guest for whom it acts, at all their tables."""
        guest = await self.guest()
        if guest is None:
            raise NotServed(COME_WITH_TOKEN, 401, CHALLENGE)
        if self.grant is not None and self.grant.table is not None:
            raise NotServed("This token is for one seat only.", 403)
        return guest


Deed = Callable[[ApiCall], Awaitable[Response]]


@dataclass(frozen=True)
class Operation:
    """One thing that programs can ask for."""

    method: Literal["GET", "POST"]
    # Below the root; what stands in braces is a part of the address.
    path: str
    name: str
    # In a line, for the page and the document; and what else there is to say.
    summary: str
    deed: Deed
    about: str = ""
    who: Who = "seat"
    # What is sent as JSON, and what can stand behind the ?.
    body: Any = None
    query: Any = None
    # What is answered by which status, as which media types; None is an empty answer.
    answers: tuple[tuple[int, Any], ...] = ()
    media: tuple[str, ...] = (JSON,)
    # By which status something can be refused, besides those of any request.
    problems: tuple[int, ...] = ()

    @property
    def route(self) -> Route:
        """The route that leads here."""
        return Route(f"{ROOT}{self.path}", self._endpoint, methods=[self.method])

    async def _endpoint(self, request: Request) -> Response:
        try:
            return await self.deed(ApiCall(request))
        except SiberiaError as error:
            return refused(error)


def data(said: Any, status: int = 200) -> Response:
    """Answer with data."""
    return Response(msgspec.json.encode(said), status, media_type=JSON)


def done() -> Response:
    """Answer that something was done, and that there is no more to say."""
    return Response(status_code=204)
