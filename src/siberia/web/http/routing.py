"""Which function answers a request. Of its path the first step leads to the few that can."""

from collections import defaultdict
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Scope


class Routes:
    """All routes. Of two that lead to the same place, the first one does."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._by_step: defaultdict[str, list[Route]] = defaultdict(list)
        for route in routes:
            self._by_step[first_step(route.path)].append(route)

    def find(self, scope: Scope) -> Route:
        """Return the route that a request takes, and note it in the scope with its parameters.

        Raise an HTTPException if there is none, or none for what is to be done.
        """
        path, method, others = scope["path"], scope["method"], []
        for route in self._by_step.get(first_step(path), ()):
            match = route.path_regex.match(path)
            if match is None:
                continue
            if method in (route.methods or ()):
                scope["route"], scope["path_params"] = route, match.groupdict()
                return route
            others.append(route)
        if not others:
            raise HTTPException(404)
        scope["route"] = others[0]
        allowed = {method for other in others for method in other.methods or ()}
        raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})

    def without_slash(self, scope: Scope) -> Response | None:
        """Return the way to the same path without a slash at its end, if that leads anywhere."""
        path, query = scope["path"].rstrip("/"), scope["query_string"].decode("latin-1")
        candidates = self._by_step.get(first_step(path), ()) if path != scope["path"] else ()
        if not any(route.path_regex.match(path) for route in candidates):
            return None
        return RedirectResponse(f"{path}?{query}" if query else path)


def first_step(path: str) -> str:
    """Return what stands between the first two slashes of a path."""
    return path[1:].partition("/")[0]
