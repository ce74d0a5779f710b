"""Why something was not done for a program: problems as RFC 9457 has them."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from siberia.engine.errors import IllegalWord, SiberiaError, WordError
from siberia.web.tables.broken import BrokenTable
from siberia.web.tables.refusals import Refusal, Refused
from siberia.web.tables.store import StoreError
from siberia.web.tables.talk import WHILE

log = logging.getLogger("siberia")

# Under this path programs are answered.
PREFIX: Final = "/api"
MEDIA_TYPE: Final = "application/problem+json"
# What a problem is called where its status says all there is to say of its kind.
BLANK: Final = "about:blank"
# The one kind of problem that says more: by which rule a word cannot be played.
ILLEGAL_WORD: Final = "/api#illegal-word"
# Where the store is, and what is wrong with it, is for who runs the server.
NOT_KEPT: Final = (
    "It could not be looked up or saved just now, so it was not done; everything before is safe."
)


class Problem(msgspec.Struct, omit_defaults=True):
    """Why something was not done."""

    # What kind of problem it is: about:blank, or where it is explained.
    type: Annotated[str, msgspec.Meta(min_length=1)]
    # What the status means.
    title: str
    status: Annotated[int, msgspec.Meta(ge=400, le=599)]
    # What was wrong this time.
    detail: str
    # By which rule of docs/RULES.md a word is not legal.
    rule: str | None = None
    # What is legal instead.
    legal: tuple[str, ...] = ()


encode = msgspec.json.Encoder().encode


class NotServed(SiberiaError):
    """Something that is not for whoever asks, or not now."""

    def __init__(self, message: str, status: int, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


def problem(
    detail: str, status: int, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """Say why something was not done."""
    kind = more.pop("type", BLANK)
    said = encode(Problem(kind, HTTPStatus(status).phrase, status, detail, **more))
    return Response(said, status, headers, media_type=MEDIA_TYPE)


def refused(error: SiberiaError) -> Response:
    """Say why something was not done."""
    match error:
        case NotServed():
            return problem(str(error), error.status, error.headers)
        case IllegalWord():
            return problem(str(error), 409, type=ILLEGAL_WORD, rule=error.rule, legal=error.legal)
        case WordError():
            return problem(str(error), 409, type=ILLEGAL_WORD, legal=error.legal)
        case BrokenTable():
            return problem("This table cannot be continued.", 410)
        case StoreError():
            log.error("store: %s", error)
            wait = {"Retry-After": "2"}
            return problem(NOT_KEPT, 503, wait)
        case Refused(refusal=Refusal.TALKING_FAST):
            return problem(str(error), 429, {"Retry-After": f"{WHILE:.0f}"})
    return problem(str(error), 409)


def is_for_programs(request: Request) -> bool:
    """Say whether a program asks, and not a page: it is told what is wrong as data."""
    path: str = request.scope["path"]
    return path.startswith(f"{PREFIX}/")


def refusal(
    request: Request, message: str, status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Say why a request is not answered: to a program as a problem, to people as a text."""
    if is_for_programs(request):
        return problem(message, status, headers)
    return PlainTextResponse(message, status, headers)
