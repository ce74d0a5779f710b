"""The rules of both games: to read, to search, to print."""

import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siberia.match.games import GAMES
from siberia.web.http.context import RequestContext
from siberia.web.pages.rule_pages import found_page, rules_page

TABLE: Final = re.compile(r"[\w-]{1,40}")


async def all_rules(request: Request) -> Response:
    """Show both games' rules, as far as something is searched for; else where they begin."""
    context = RequestContext(request)
    query = request.query_params.get("q", "")
    return context.page("rules_index.html", found_page(context.language, query))


async def game_rules(request: Request) -> Response:
    """Show the rules of a game; who came from a table finds back."""
    context, game = RequestContext(request), request.path_params["game"]
    if game not in GAMES:
        raise HTTPException(404)
    table = request.query_params.get("table", "")
    if not TABLE.fullmatch(table):
        table = ""
    query = request.query_params.get("q", "")
    return context.page("rules.html", rules_page(context.language, game, query, table))


routes = [
    Route("/rules", all_rules),
    Route("/rules/{game}", game_rules),
]
