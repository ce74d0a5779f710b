"""Who asks, in which language, and what they sent."""

import secrets
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from siberia.drawing import cards
from siberia.drawing.mapclocks import signal
from siberia.drawing.svg import icon, sprite
from siberia.engine.errors import SiberiaError
from siberia.match.setup import LONGEST_NAME, is_name
from siberia.web.http.identity import COOKIE, YEAR
from siberia.web.http.services import Server
from siberia.web.i18n.languages import LANGUAGES, NAMES, Language, environment, language, preferred
from siberia.web.i18n.levels import LEVELS
from siberia.web.tables.store.rows import Guest

Form = TypeVar("Form")

LANGUAGE_COOKIE = "siberia_language"
THEME_COOKIE = "siberia_theme"
NARROW_COOKIE = "siberia_narrow"
THEMES = ("light", "dark")


class BadForm(SiberiaError):
    """What was sent cannot be understood."""


class Caller:
    """One request, with everything that depends on who sent it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.server: Server = request.app.state.server
        self.guest: Guest | None = None
        self._is_new = False

    @classmethod
    async def of(cls, request: Request) -> "Caller":
        """Return the caller; somebody who has no valid cookie is nobody yet."""
        caller = cls(request)
        known = caller.server.identity.guest(request.cookies.get(COOKIE, ""))
        caller.guest = await caller.server.store.guest(known) if known else None
        return caller

    @property
    def language(self) -> Language:
        """The language that was chosen, or the one the browser prefers."""
        chosen = self.request.cookies.get(LANGUAGE_COOKIE, "")
        if chosen not in LANGUAGES:
            chosen = preferred(self.request.headers.get("accept-language", ""))
        return language(chosen)

    @property
    def theme(self) -> str:
        """The theme that was chosen; "" leaves it to the system."""
        chosen = self.request.cookies.get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else ""

    @property
    def is_narrow(self) -> bool:
        """Whether the window is that of a phone, as its page has told."""
        return self.request.cookies.get(NARROW_COOKIE) == "1"

    @property
    def guest_id(self) -> str:
        """The guest's id; "" for somebody who has not done anything yet."""
        return self.guest.id if self.guest else ""

    async def somebody(self, name: str = "") -> Guest:
        """Return the guest, made now if this is the first thing they do."""
        if self.guest is None:
            chosen = name if is_name(name) else self.language.gettext("Guest")
            self.guest = Guest(secrets.token_urlsafe(12), chosen, datetime.now(UTC))
            await self.server.store.add_guest(self.guest)
            self._is_new = True
        return self.guest

    async def form(self, kind: type[Form]) -> Form:
        """Return what was sent, checked against its type."""
        body = await self.request.body()
        try:
            pairs = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=40))
            return msgspec.convert(pairs, kind, strict=False)
        except (ValueError, msgspec.ValidationError) as error:
            raise BadForm(str(error)) from None

    def page(self, template: str, context: dict[str, Any], status: int = 200) -> Response:
        """Return a page from a template."""
        shared = {
            "caller": self,
            "languages": LANGUAGES,
            "theme": self.theme,
            "path": self.request.url.path,
            "version": self.server.version,
            "level_name": lambda level: self.language.gettext(LEVELS[level]),
            "own_name": NAMES.__getitem__,
            "icon": icon,
            "sprite": sprite,
            "cards": cards,
            "signal": signal,
        }
        made = environment(self.language.code).get_template(template)
        return self.signed(HTMLResponse(made.render({**shared, **context}), status))

    def signed(self, response: Response) -> Response:
        """Give a new guest the cookie by which the server knows them again."""
        if self._is_new and self.guest:
            self.give_cookie(response, self.guest.id)
        return response

    def give_cookie(self, response: Response, guest: str) -> None:
        """Make a browser that of a guest."""
        self.set_cookie(response, COOKIE, self.server.identity.cookie(guest), hidden=True)

    def set_cookie(
        self, response: Response, name: str, value: str, *, hidden: bool = False
    ) -> None:
        """Set a cookie that lasts."""
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            httponly=hidden,
            samesite="lax",
            secure=self.server.settings.is_https,
        )


def tidy_name(name: str) -> str | None:
    """Return a name as it can be shown and recorded, or None if it cannot."""
    tidy = " ".join(name.split())
    return tidy if len(tidy) <= LONGEST_NAME and is_name(tidy) else None
