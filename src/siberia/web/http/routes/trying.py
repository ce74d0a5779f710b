"""A costly decision tried again: its table set back, and an answer to whatever is tried there."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.engine.errors import WordError
from siberia.web.http.context import BadForm, RequestContext
from siberia.web.http.looking_back import finished_match
from siberia.web.http.routes.review import seat_of, who_asks
from siberia.web.http.routes.table import TableForm, refusal
from siberia.web.pages.review.page import COSTLIEST, review_address, try_address
from siberia.web.pages.review.try_page import TryPage, try_parts
from siberia.web.pages.review.trying import Attempt, Trying, is_open, played, read
from siberia.web.pages.table import Look
from siberia.web.tables.finished import Finished
from siberia.web.tables.refusals import Refused


@dataclass(frozen=True)
class TryPlace:
    """Where somebody is: at which decision of a match, and what they have tried there."""

    context: RequestContext
    finished: Finished
    shown: TryPage

    def moved(self, trying: Trying, look: Look) -> "TryPlace":
        """Return the same decision after something was done."""
        shown = TryPage(
            self.finished,
            self.shown.decisions,
            self.shown.number,
            trying,
            look,
            self.context.language,
        )
        return TryPlace(self.context, self.finished, shown)


async def place_of(request: Request) -> TryPlace | Response:
    """Return where an address leads, or the page to show instead."""
    context = RequestContext(request)
    finished = await finished_match(context)
    if isinstance(finished, Response):
        return finished
    seat, number = seat_of(context, finished), request.path_params["number"]
    review = await context.services.reviews.find(finished)
    if review is None:
        return RedirectResponse(review_address(finished, seat), 303)
    decisions = review.costliest(seat, COSTLIEST)
    if number not in map(str, range(1, len(decisions) + 1)):
        raise HTTPException(404)
    decision = decisions[int(number) - 1]
    trying = read(request.path_params.get("trying", "-"), finished.match, decision)
    if trying is None:
        return RedirectResponse(try_address(finished, seat, int(number)), 303)
    look = Look(narrow=context.is_narrow)
    return TryPlace(
        context,
        finished,
        TryPage(finished, decisions, int(number), trying, look, context.language),
    )


async def page(request: Request) -> Response:
    """Show a decision that can be tried."""
    place = await place_of(request)
    return place if isinstance(place, Response) else show(place, "try.html")


def show(place: TryPlace, template: str, status: int = 200) -> Response:
    """Show a decision with what was tried, as a whole page or as an update of one."""
    shown = place.shown
    model = {
        "parts": try_parts(shown, place.context.theme),
        "game": place.finished.match.game,
        "back": review_address(place.finished, shown.seat),
    }
    return place.context.page(template, model, status)


async def deed(request: Request) -> Response:
    """Take in what was done; the answer is the decision as it is tried then."""
    place = await place_of(request)
    if isinstance(place, Response):
        return place
    _ = place.context.language.gettext
    try:
        form = await place.context.form(TableForm)
    except BadForm:
        message = _("The page sent something that cannot be understood; load it again.")
        return PlainTextResponse(message, 400)
    done = DEEDS.get(request.path_params["deed"])
    if done is None:
        raise HTTPException(404)
    try:
        trying = await done(place, form)
    except (Refused, WordError) as error:
        notice = refusal(place.context.language, error)
        return show(place.moved(place.shown.trying, form.look(notice)), "try_update.html", 409)
    keeps = trying == place.shown.trying
    return show(place.moved(trying, form.look(keeps_draft=keeps)), "try_update.html")


async def look(place: TryPlace, _form: TableForm) -> Trying:
    """Only look."""
    return place.shown.trying


async def play(place: TryPlace, form: TableForm) -> Trying:
    """Try words; when that is a whole line, the expert judges it."""
    shown, trying = place.shown, place.shown.trying
    if trying.is_answered or trying.is_done:
        return trying
    before = place.finished.match.at(shown.decision.ply)
    line = (*trying.line, *form.words.split(", "))
    after = played(before, line)
    if is_open(before, after):
        return msgspec.structs.replace(trying, line=line)
    reviews, who = place.context.services.reviews, who_asks(place.context)
    found = await reviews.judge(place.finished, shown.decision, line, who)
    return trying.with_attempt(Attempt.of(line, found), shown.number)


async def undo(place: TryPlace, _form: TableForm) -> Trying:
    """Take the last word of a line back."""
    trying = place.shown.trying
    return msgspec.structs.replace(trying, line=trying.line[:-1])


async def back(place: TryPlace, _form: TableForm) -> Trying:
    """Take an answered try back."""
    return msgspec.structs.replace(place.shown.trying, line=(), is_answered=False)


async def nudge(place: TryPlace, _form: TableForm) -> Trying:
    """Ask for a nudge."""
    trying = place.shown.trying
    return msgspec.structs.replace(trying, line=(), is_answered=False, is_nudged=True)


async def reveal(place: TryPlace, _form: TableForm) -> Trying:
    """Ask what the expert prefers."""
    trying = place.shown.trying
    return msgspec.structs.replace(trying, line=(), is_answered=False, is_shown=True)


async def end(place: TryPlace, _form: TableForm) -> Trying:
    """End after the last decision."""
    return msgspec.structs.replace(place.shown.trying, is_done=True)


DEEDS: dict[str, Callable[[TryPlace, TableForm], Awaitable[Trying]]] = {
    "look": look,
    "play": play,
    "plan": play,
    "undo": undo,
    "back": back,
    "nudge": nudge,
    "show": reveal,
    "end": end,
}

routes = [
    route
    for match in ("/t/{table}", "/r/{record}")
    for route in (
        Route(f"{match}/review/{{seat}}/try/{{number}}", page),
        Route(f"{match}/review/{{seat}}/try/{{number}}/{{trying}}", page),
        Route(
            f"{match}/review/{{seat}}/try/{{number}}/{{trying}}/{{deed}}", deed, methods=["POST"]
        ),
    )
]
