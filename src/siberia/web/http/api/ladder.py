"""The ladder for programs: who stands where, and whether one wants to be shown oneself."""

from typing import Annotated

import msgspec
from starlette.responses import Response

from siberia.engine.vocabulary import FEWEST_SEATS, MOST_SEATS
from siberia.match.games import GAMES
from siberia.web.http.api.operations import ApiCall, Operation, data, done
from siberia.web.http.api.playing import SENT
from siberia.web.http.api.problems import NotServed
from siberia.web.http.api.schemas import Short
from siberia.web.http.compression import compressed
from siberia.web.tables.ladder import LadderPlace, ShareOfWins


class WhichLadder(msgspec.Struct, forbid_unknown_fields=True):
    """Which game, by how many players."""

    game: Annotated[Short, msgspec.Meta(extra_json_schema={"enum": list(GAMES)})] = "board"
    players: Annotated[int, msgspec.Meta(ge=FEWEST_SEATS, le=MOST_SEATS)] = FEWEST_SEATS


class WinShare(msgspec.Struct):
    """A share of wins, in how many matches, and between what it lies by 95 per cent."""

    matches: int
    share: float
    low: float
    high: float


class OnLadder(msgspec.Struct):
    """Where a person stands who wants to be shown, or a bot."""

    # Null for a bot; and the level of a bot, where one that is offered begins with @.
    name: str | None
    level: str | None
    # As the page tells it: 200 points more win three of four matches for two.
    rating: int
    low: int
    high: int
    # Whether too little was played to say much: then there is no place.
    provisional: bool
    # How many matches counted, and how many more were left before their end.
    matches: int
    left: int
    # Null where none was played; and of reviewed matches without luck, null where none was.
    won: WinShare | None
    without_luck: WinShare | None


class LadderTold(msgspec.Struct):
    """A ladder, the best first; those whose rating is provisional come last."""

    game: str
    players: int
    places: tuple[OnLadder, ...]


class ShownOnLadder(msgspec.Struct, forbid_unknown_fields=True):
    """Whether one wants to be shown."""

    shown: bool


def told(place: LadderPlace) -> OnLadder:
    """Return what is told of somebody: nothing by which a guest could be known elsewhere."""
    low, high = place.interval
    return OnLadder(
        name=place.name if place.guest is not None else None,
        level=place.level,
        rating=place.points,
        low=low,
        high=high,
        provisional=place.is_provisional,
        matches=place.matches,
        left=place.left,
        won=share_told(place.won),
        without_luck=share_told(place.without_luck),
    )


def share_told(share: ShareOfWins | None) -> WinShare | None:
    """Return a share as it is told."""
    if share is None:
        return None
    ends = (round(end, 4) for end in (share.share, share.low, share.high))
    return WinShare(share.matches, *ends)


async def ladder(call: ApiCall) -> Response:
    """Tell who stands where."""
    asked = call.query(WhichLadder)
    if asked.game not in GAMES:
        raise NotServed(f"There is no game {asked.game!r}.", 422)
    if not call.services.is_ready.is_set():
        raise NotServed("The server is just starting; one moment.", 503, {"Retry-After": "2"})
    places = await call.services.ladder.places(asked.game, asked.players)
    found = LadderTold(asked.game, asked.players, tuple(map(told, places)))
    return compressed(call.request, data(found))


async def show(call: ApiCall) -> Response:
    """Show a guest from now on, or no longer."""
    guest, sent = await call.known_guest(), await call.sent(ShownOnLadder)
    await call.services.ladder.show(guest.id, shown=sent.shown)
    return done()


operations = (
    Operation(
        "GET",
        "/ladder",
        "ladder",
        "Who is how strong, by game and number of players",
        ladder,
        "From finished tables of strangers; docs/LADDER.md says what counts and how.",
        who="anybody",
        query=WhichLadder,
        answers=((200, LadderTold),),
        problems=(422,),
    ),
    Operation(
        "POST",
        "/me/ladder",
        "showOnLadder",
        "Be shown on the ladder, or no longer",
        show,
        "Nobody is shown who does not want to be; matches count either way.",
        who="guest",
        body=ShownOnLadder,
        answers=((204, None),),
        problems=SENT,
    ),
)
