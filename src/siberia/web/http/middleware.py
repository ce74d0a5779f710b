"""What every request goes through: limits, protection against other sites, security headers."""

import logging
from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("siberia")

LARGEST_BODY: Final = 16_384
READ_LIMIT: Final = RateLimitItemPerMinute(1200)
WRITE_LIMIT: Final = RateLimitItemPerMinute(900)
# Opening tables, claiming seats and asking for hints cost the server more.
COSTLY_LIMIT: Final = RateLimitItemPerMinute(60)
COSTLY_PATHS: Final = ("/play", "/tables", "/join", "/carry", "/me")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityMiddleware:
    """Refuses what is too much, too large or from another site; adds headers to every answer."""

    def __init__(self, app: ASGIApp, https: bool) -> None:
        self._app = app
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._headers = dict(SECURITY_HEADERS)
        if https:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, have it answered, and add the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)

        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                self._add_headers(request, MutableHeaders(scope=message))
            await send(message)

        try:
            answer = await self._refusal(request) or self._app
            await answer(scope, receive, send_with_headers)
        except ClientDisconnect:
            # The page was closed while it was sending: there is nobody to answer.
            return
        except Exception as error:
            # Our fault: the details are for the log, and people are told that nothing is lost.
            log.error("failed", exc_info=error)
            if has_begun:
                raise
            message = "Something went wrong here. Nothing is lost: load the page again."
            await PlainTextResponse(message, 500)(scope, receive, send_with_headers)

    def _add_headers(self, request: Request, headers: MutableHeaders) -> None:
        for name, value in self._headers.items():
            headers[name] = value
        headers["Cache-Control"] = cache_control(request.url.path)

    async def _refusal(self, request: Request) -> Response | None:
        if request.method not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("Only GET and POST are understood here.", 405)
        if request.method == "POST" and is_cross_site(request):
            message = (
                "This came from another site and was not done. Open the page here and try again."
            )
            return PlainTextResponse(message, 403)
        if is_too_large(request):
            message = f"That is too large; {LARGEST_BODY} bytes are the most."
            return PlainTextResponse(message, 413)
        client = request.client.host if request.client else ""
        if not await self._limiter.hit(rate_limit(request), client):
            message = "That was a lot at once. Wait a minute and go on."
            return PlainTextResponse(message, 429, {"Retry-After": "60"})
        return None


def cache_control(path: str) -> str:
    """Say whether a browser may keep a copy.

    Pages hold what one person may see: no copy of them lies anywhere. Typefaces never change;
    scripts and styles are asked for anew, so that a new server never meets an old script.
    """
    if not path.startswith("/static/"):
        return "no-store"
    return "public, max-age=31536000" if path.startswith("/static/fonts/") else "no-cache"


def rate_limit(request: Request) -> RateLimitItem:
    """Return how often requests of this kind may come from one address."""
    if request.method != "POST":
        return READ_LIMIT
    path = request.url.path
    return COSTLY_LIMIT if path.startswith(COSTLY_PATHS) or path.endswith("/hint") else WRITE_LIMIT


def is_cross_site(request: Request) -> bool:
    """Say whether a browser sent this on behalf of another site.

    Browsers say so themselves: in Sec-Fetch-Site, or by the Origin of the page. What sends neither
    is no browser, and carries no cookie that it was not given on purpose.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin")
    if origin is None:
        return False
    return origin.partition("://")[2] != request.headers.get("host")


def is_too_large(request: Request) -> bool:
    """Say whether a body is larger than anything a page sends, or does not say how large it is."""
    if request.method != "POST":
        return False
    length = request.headers.get("content-length", "")
    return not length.isdecimal() or int(length) > LARGEST_BODY
