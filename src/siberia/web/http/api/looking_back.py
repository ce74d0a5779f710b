"""Finished matches for programs: their records, each of their moments, and their reviews."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from starlette.responses import PlainTextResponse, Response

from siberia.engine.errors import RecordError
from siberia.engine.vocabulary import MOST_SEATS
from siberia.match import Match
from siberia.match.games import View
from siberia.review import Review
from siberia.web.http.api.operations import TEXT, ApiCall, Operation, data
from siberia.web.http.api.playing import SENT
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import VIEW
from siberia.web.http.compression import compressed
from siberia.web.http.looking_back import Withheld, finished_or_why_not
from siberia.web.http.routes.review import who_asks
from siberia.web.tables.finished import Finished
from siberia.web.tables.refusals import Refused

# No match has so many words.
LONGEST_MATCH = 100_000
LONGEST_RECORD = 100_000


class AtMoment(msgspec.Struct, forbid_unknown_fields=True):
    """Which moment of a match, and with whose eyes."""

    # After so many words.
    ply: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MATCH)] = 0
    # Whose eyes look; without one all hands lie open.
    seat: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)] | None = None


class ReplayMoment(msgspec.Struct):
    """A moment of a finished match."""

    # After so many words.
    ply: int
    # How many words the match has.
    of: int
    # The last of them so far; null at the beginning.
    word: str | None
    # Whose word the next one is; null at the end.
    to_move: int | None
    view: Annotated[Any, VIEW]


class ReviewUnderWay(msgspec.Struct):
    """How far a review is, about: words looked at out of all, and matches in line before it."""

    done: int
    total: int
    ahead: int


class NewRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A record that is given to be looked back on."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


class KeptRecord(msgspec.Struct):
    """Where a record lies."""

    record: str
    url: str


async def finished(call: ApiCall) -> Finished:
    """Return the finished match that is asked for."""
    call.check_table()
    found = await finished_or_why_not(call)
    match found:
        case Withheld.STARTING:
            raise NotServed("The server is just starting; one moment.", 503, {"Retry-After": "2"})
        case Withheld.NOT_THERE:
            raise NotServed("There is no finished match here.", 404)
        case Withheld.SEALED:
            raise NotServed("Others still play this deal today.", 403)
    return found


async def record(call: ApiCall) -> Response:
    """Give the record of a match."""
    found = await finished(call)
    if not found.tells_deal:
        raise NotServed("Others still play this deal today.", 403)
    return compressed(call.request, PlainTextResponse(found.match.record()))


async def keep_record(call: ApiCall) -> Response:
    """Keep a record, to be looked back on."""
    sent = await call.sent(NewRecord)
    try:
        key = await call.services.records.keep(sent.text.strip())
    except RecordError as error:
        raise NotServed(str(error), 422) from None
    return data(KeptRecord(key, f"{call.services.settings.url}/r/{key}"), 201)


async def moment(call: ApiCall) -> Response:
    """Show a moment of a match."""
    found, asked = await finished(call), call.query(AtMoment)
    match = found.match
    if asked.ply > match.ply or (asked.seat is not None and asked.seat >= match.seats):
        raise NotServed(f"There are {match.ply} words and {match.seats} seats.", 422)
    then = match.at(asked.ply)
    word = match.words[asked.ply - 1] if asked.ply else None
    view = then.view(asked.seat) if asked.seat is not None else open_view(then)
    shown = ReplayMoment(asked.ply, match.ply, word, then.to_move, view)
    return compressed(call.request, data(shown))


def open_view(match: Match) -> View:
    """Return what all seats see together."""
    public = match.view(None)
    own: Any = tuple(match.view(seat).players[seat] for seat in range(match.seats))
    return replace(public, players=own)


async def review(call: ApiCall) -> Response:
    """Tell what was luck in a match and what decisions cost, or how far that is."""
    found = await finished(call)
    reviews = call.services.reviews
    review = await reviews.find(found)
    if review is not None:
        return compressed(call.request, Response(review.json(), media_type="application/json"))
    try:
        progress = reviews.begin(found, who_asks(call))
    except Refused as error:
        raise NotServed(str(error), 429, {"Retry-After": "60"}) from None
    if progress.has_failed:
        raise NotServed("The expert could not look back on this match.", 410)
    return data(ReviewUnderWay(progress.done, progress.total, reviews.ahead(found)), 202)


def operations_at(place: str, name: str) -> tuple[Operation, ...]:
    """Return what can be asked of a finished match, at a table here or out of a record."""
    return (
        Operation(
            "GET",
            f"{place}/record",
            f"record{name}",
            "The record of a finished match",
            record,
            "As docs/NOTATION.md has it, with its seed: `siberia verify` deals it again.",
            who="anybody",
            answers=((200, str),),
            media=(TEXT,),
            problems=(404, 410),
        ),
        Operation(
            "GET",
            f"{place}/replay",
            f"replay{name}",
            "A moment of a finished match",
            moment,
            "After `ply` words, with the eyes of a `seat`, or without one with all hands open.",
            who="anybody",
            query=AtMoment,
            answers=((200, ReplayMoment),),
            problems=(404, 410, 422),
        ),
        Operation(
            "GET",
            f"{place}/review",
            f"review{name}",
            "What was luck in a finished match, and what decisions cost",
            review,
            "Until it is made the answer is a 202 with how far that is: ask again after some"
            " seconds. docs/REVIEW.md says what the numbers mean.",
            who="anybody",
            answers=((200, Review), (202, ReviewUnderWay)),
            problems=(404, 410),
        ),
    )


operations = (
    *operations_at("/tables/{table}", ""),
    Operation(
        "POST",
        "/records",
        "keepRecord",
        "Give a record, to be looked back on",
        keep_record,
        who="anybody",
        body=NewRecord,
        answers=((201, KeptRecord),),
        problems=SENT,
    ),
    *operations_at("/records/{record}", "OfRecord"),
)
