"""Lessons: a guided match of each game, and examples of its rules to try.

Nothing is stored: an address says where somebody is, and a cookie where to go on later.
"""

import asyncio
from collections.abc import Mapping
from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from siberia.match.games import GAMES
from siberia.web.http.context import BadForm, RequestContext, learning_cookie
from siberia.web.http.routes.table import TableForm
from siberia.web.pages.ending import ending
from siberia.web.pages.game_pages import table_page
from siberia.web.pages.lessons.script import DONE, FIRST, Place, examples, lesson, lesson_text
from siberia.web.pages.lessons.speech import speech_at
from siberia.web.pages.lessons.stage import LEARNER, table_at
from siberia.web.pages.lessons.tries import answer, leads_on
from siberia.web.pages.table import Look
from siberia.web.pages.table_parts import drawn_parts
from siberia.web.tables.names import GUEST
from siberia.web.tables.table import Table


class LessonForm(TableForm):
    """What every request from a lesson's page carries."""

    # What was pointed at, as a guide calls it; and what had been begun before.
    tried: Annotated[str, msgspec.Meta(max_length=400)] = ""
    had: Annotated[str, msgspec.Meta(max_length=400)] = ""


def place_of(parameters: Mapping[str, str]) -> Place:
    """Return the step that an address names; there may be none."""
    game, name = parameters["game"], parameters.get("name", FIRST)
    # The guided match has an address of its own.
    if game in GAMES and (name in examples(game) or "name" not in parameters):
        steps = range(1, len(lesson(game, name).step) + 1)
        for number in steps:
            if parameters.get("number", "1") == str(number):
                return Place(game, name, number)
    raise HTTPException(404)


async def begin(request: Request) -> Response:
    """Go to the guided match of a game: where one was, or to its first step."""
    game = request.path_params["game"]
    reached = RequestContext(request).learning(game)
    try:
        place = place_of({"game": game, "number": reached})
    except HTTPException:
        place = place_of({"game": game})
    return RedirectResponse(place.address, 303)


async def page(request: Request) -> Response:
    """Show a step of a lesson."""
    context, place = RequestContext(request), place_of(request.path_params)
    if not context.services.is_ready.is_set():
        return context.page("warming.html", {"title": context.language.gettext("One moment")})
    return await show(context, "lesson.html", place, Look(narrow=context.is_narrow))


async def laid_out(context: RequestContext, place: Place) -> Table:
    """Return the table of a step; where many words lead there, nobody else waits for them."""
    return await asyncio.to_thread(table_at, place, await context.guest_name() or GUEST)


async def show(
    context: RequestContext, template: str, place: Place, look: Look, said: str = ""
) -> Response:
    """Show a step, with what is answered to what was tried."""
    table = await laid_out(context, place)
    shown = table_page(table, LEARNER, look, context.language)
    shown.hint, shown.speech = "", speech_at(place, context.language, said)
    model: dict[str, object] = {"page": shown, "links": {}}
    if shown.shows_end:
        model["end"] = ending(table, context.language)
    model["parts"] = drawn_parts(shown, context.theme)
    response = context.page(template, model)
    if place.name == FIRST:
        reached = DONE if shown.speech.is_last else str(place.number)
        context.set_cookie(response, learning_cookie(place.game), reached)
    return response


async def deed(request: Request) -> Response:
    """Take in what was done at a step; the answer is that step, or the next one."""
    context, place = RequestContext(request), place_of(request.path_params)
    _ = context.language.gettext
    if not context.services.is_ready.is_set():
        return PlainTextResponse(_("The server is just starting; one moment."), 503)
    try:
        form = await context.form(LessonForm)
    except BadForm:
        message = _("The page sent something that cannot be understood; load it again.")
        return PlainTextResponse(message, 400)
    step = lesson(place.game, place.name).step[place.number - 1]
    match request.path_params["deed"]:
        case "go":
            return await moved(context, place, +1, form)
        case "back":
            return await moved(context, place, -1, form)
        case "play" | "plan" if step.asks and form.words == step.asks:
            return await moved(context, place, +1, form)
        case "play" | "plan":
            return await answered(context, place, form.words, form.look())
        case "look" if form.tried and not leads_on(step, form.tried):
            # What was pointed at is not pointed at; what had been begun stays.
            had = msgspec.structs.replace(form, draft=form.had, dragged=-1)
            return await answered(context, place, form.tried, had.look())
    return await show(context, "lesson_update.html", place, form.look())


async def answered(context: RequestContext, place: Place, tried: str, look: Look) -> Response:
    """Show the same step, and say why something else is meant than what was tried."""
    spoken = lesson_text(place.game, place.name, context.language.code)
    step = lesson(place.game, place.name).step[place.number - 1]
    table = await laid_out(context, place)
    said = answer(table, step, spoken.step[step.key], tried, context.language)
    return await show(context, "lesson_update.html", place, look, said)


async def moved(context: RequestContext, place: Place, by: int, form: LessonForm) -> Response:
    """Show the step after this one, or the one before."""
    there = place.moved(by)
    steps = len(lesson(place.game, place.name).step)
    place = there if 1 <= there.number <= steps else place
    return await show(context, "lesson_update.html", place, form.look(keeps_draft=False))


MATCH, EXAMPLE = "/learn/{game}", "/rules/{game}/try/{name}"
routes = [
    Route(MATCH, begin),
    Route(MATCH + "/{number}", page),
    Route(MATCH + "/{number}/{deed}", deed, methods=["POST"]),
    Route(EXAMPLE, page),
    Route(EXAMPLE + "/{number}", page),
    Route(EXAMPLE + "/{number}/{deed}", deed, methods=["POST"]),
]
