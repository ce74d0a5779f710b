"""What a request carries: who asks, in which language, what they sent; and how to answer."""

import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from siberia.engine.errors import SiberiaError
from siberia.match.games import GAMES
from siberia.match.setup import is_name
from siberia.web.http.compression import compressed
from siberia.web.http.identity import YEAR
from siberia.web.http.middleware import cookies_of, drop_cookie, give_cookie
from siberia.web.http.services import Services
from siberia.web.i18n.languages import LANGUAGES, Language, language, preferred
from siberia.web.pages.templating import Surroundings, render
from siberia.web.tables import clock
from siberia.web.tables.store.rows import Guest

Form = TypeVar("Form")

LANGUAGE_COOKIE = "siberia_language"
THEME_COOKIE = "siberia_theme"
NARROW_COOKIE = "siberia_narrow"
THEMES = ("light", "dark")


def learning_cookie(game: str) -> str:
    """Return what the cookie is called that says how far somebody is in a game's guided match."""
    return f"siberia_learning_{game}"


class BadForm(SiberiaError):
    """What was sent cannot be understood."""


class RequestContext:
    """One request, with everything that depends on who sent it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self._guest: Guest | None = None
        self._is_new_guest = False

    # ------------------------------------------------------------ who asks

    @cached_property
    def language(self) -> Language:
        """The language that was chosen, or the one the browser prefers."""
        chosen = cookies_of(self.request).get(LANGUAGE_COOKIE, "")
        if chosen not in LANGUAGES:
            chosen = preferred(self.request.headers.get("accept-language", ""))
        return language(chosen)

    @property
    def theme(self) -> str:
        """The theme that was chosen; "" leaves it to the system."""
        chosen = cookies_of(self.request).get(THEME_COOKIE, "")
        return chosen if chosen in THEMES else ""

    @property
    def is_narrow(self) -> bool:
        """Whether the window is that of a phone, as its page has told."""
        return cookies_of(self.request).get(NARROW_COOKIE) == "1"

    def learning(self, game: str) -> str:
        """At which step of a game's guided match one was, as the browser says; "" for none."""
        return cookies_of(self.request).get(learning_cookie(game), "")

    @cached_property
    def guest_id(self) -> str:
        """The guest a signed cookie names; "" for somebody who has not done anything yet."""
        return str(self.request.scope.get("guest", ""))

    async def guest(self) -> Guest | None:
        """Return what is known of the guest; None for somebody who is nobody yet."""
        if self._guest is None and self.guest_id:
            self._guest = await self.services.store.guests.get(self.guest_id)
        return self._guest

    async def guest_name(self) -> str:
        """Return the guest's name; "" for somebody who is nobody yet."""
        guest = await self.guest()
        return guest.name if guest else ""

    async def guest_or_new(self, name: str = "") -> Guest:
        """Return the guest, made now if this is the first thing they do."""
        guest = await self.guest()
        if guest is None:
            chosen = name if is_name(name) else self.language.gettext("Guest")
            guest = Guest(secrets.token_urlsafe(12), chosen, clock.now())
            await self.services.store.guests.add(guest)
            self._guest, self.guest_id, self._is_new_guest = guest, guest.id, True
        return guest

    # ------------------------------------------------------------ what they sent

    async def form(self, kind: type[Form]) -> Form:
        """Return what was sent, checked against its type."""
        body = await self.request.body()
        try:
            pairs = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=40))
            return msgspec.convert(pairs, kind, strict=False)
        except (ValueError, msgspec.ValidationError) as error:
            raise BadForm(str(error)) from None

    # ------------------------------------------------------------ how they are answered

    def page(self, template: str, context: Mapping[str, object], status: int = 200) -> Response:
        """Return a page from a template."""
        path, static = self.request.scope["path"], self.services.static
        around = Surroundings(self.language, self.theme, path, static, bool(self.guest_id))
        return self.html(render(template, around, context), status)

    def html(self, text: str, status: int = 200) -> Response:
        """Return what was drawn."""
        return self.signed(compressed(self.request, HTMLResponse(text, status)))

    def signed(self, response: Response) -> Response:
        """Give a new guest the cookie by which the server knows them again."""
        if self._is_new_guest:
            self.give_cookie(response, self.guest_id)
        return response

    def give_cookie(self, response: Response, guest: str, signed_out: int = 0) -> None:
        """Make a browser that of a guest."""
        cookie = self.services.identity.cookie(guest, signed_out)
        give_cookie(response, cookie, self.services.settings.is_https)

    def drop_cookies(self, response: Response) -> None:
        """Make a browser that of a stranger, who has chosen nothing."""
        is_https = self.services.settings.is_https
        drop_cookie(response, is_https)
        learning = map(learning_cookie, GAMES)
        for name in (LANGUAGE_COOKIE, THEME_COOKIE, NARROW_COOKIE, *learning):
            response.delete_cookie(name, samesite="lax", secure=is_https)
        # What scripts have noted: where a match was last looked at, and what was begun there.
        response.headers["Clear-Site-Data"] = '"storage"'

    def set_cookie(self, response: Response, name: str, value: str) -> None:
        """Set a cookie that lasts; scripts may read it."""
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            samesite="lax",
            secure=self.services.settings.is_https,
        )


def tidy_name(name: str) -> str | None:
    """Return a name as it can be shown and recorded, or None if it cannot."""
    tidy = " ".join(name.split())
    return tidy if is_name(tidy) else None


def name_rule(language: Language) -> str:
    """Say what a name may be."""
    return language.gettext("A name has 1 to 40 letters and no comma.")
