"""What every request goes through: limits, protection against other sites, security headers."""

from collections.abc import Mapping, Set
from functools import lru_cache
from ipaddress import ip_address, ip_network
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response

from siberia.web.http.api.problems import (
    is_for_programs,
    problem,
    refusal,
    refused,
)
from siberia.web.http.devices import Devices
from siberia.web.http.identity import YEAR, Ticket, cookie_name
from siberia.web.http.rates import MINUTE, Leeway, RateLimiter
from siberia.web.http.settings import host_name
from siberia.web.tables.store import StoreError

LARGEST_BODY: Final = 16_384
# The record of a very long match, as a form carries it.
LARGEST_RECORD: Final = 131_072
RECORDS: Final = "/records"
TAKE_RECORDS: Final = (RECORDS, f"/api/v1{RECORDS}")
# What one person may do in a minute.
READ_LIMIT: Final = 1200
WRITE_LIMIT: Final = 900
# Opening tables, claiming seats and asking for hints cost the server more.
COSTLY_LIMIT: Final = 60
# A school or a company may sit behind one address: together they may do so many times as much.
PEOPLE_BEHIND_AN_ADDRESS: Final = 10
COSTLY_PATHS: Final = ("/play", "/tables", "/daily", "/join", "/carry", "/me", RECORDS)
# So does a file of all that somebody has played, though it is only read.
COSTLY_LOOKS: Final = ("/me/records",)
# So does whoever may become somebody by it.
COSTLY_DEEDS: Final = (
    *("/hint", "/sit", "/take-over", "/token", "/verify"),
    *("/talk/say", "/talk/quiet"),
)
# The same for programs: making guests and tokens, opening tables, taking seats.
COSTLY_CALLS: Final = frozenset(
    f"/api/v1/{name}" for name in ("guests", "tokens", "seats", "tables", "records")
)
# What these limits are called where they are told.
LIMITS: Final = {READ_LIMIT: "looking", WRITE_LIMIT: "playing", COSTLY_LIMIT: "opening"}

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
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

NOT_KEPT: Final = (b"cache-control", b"no-store")

# What pages are made of does nothing that the other headers could forbid it, and with them a page
# would weigh a tenth more. A worker heeds those of its own script.
OF_MERE_FILES: Final = {
    name: SECURITY_HEADERS[name]
    for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}
MERE_FILES: Final = (".css", ".js", ".woff2")
WORKERS: Final = ("/worker.js", "/sw.js")


class Guard:
    """Refuses what is too much, too large or from another site; adds headers to every answer."""

    def __init__(self, https: bool, names: Set[str]) -> None:
        self._https = https
        self._cookie = cookie_name(https)
        self._names = names
        self._limiter = RateLimiter()
        strict = {"Strict-Transport-Security": "max-age=31536000"} if https else {}
        self._headers = Headers({**SECURITY_HEADERS, **strict}).raw
        self._plain_headers = Headers({**OF_MERE_FILES, **strict}).raw

    async def refusal(self, request: Request) -> Response | None:
        """Return why a request is not answered; or None, having noted in the scope who asks."""
        token = request.scope["token"] = token_of(request)
        ticket = request.scope["ticket"] = None if token else self._ticket(request)
        refusal = self._refusal(request)
        if refusal is None and token:
            return await self._let_in(request, token)
        if refusal is None:
            is_page = not request.scope["path"].startswith("/static/")
            devices: Devices = request.app.state.services.devices
            request.scope["guest"] = await devices.guest(ticket) if is_page else ""
        return refusal

    async def _let_in(self, request: Request, token: str) -> Response | None:
        """Note in the scope for whom a program acts that has a token; or return that it is none."""
        services = request.app.state.services
        try:
            grant = services.offered.grant(token) or await services.tokens.grant(token)
        except StoreError as error:
            return refused(error)
        if grant is None:
            message = "This token is not known here: it was revoked, or never given out."
            return problem(message, 401, {"WWW-Authenticate": "Bearer"})
        request.scope["grant"], request.scope["guest"] = grant, grant.guest
        return None

    def add_headers(self, request: Request, response: Response) -> None:
        """Add to an answer what protects people."""
        headers = response.raw_headers
        given = {name for name, _ in headers}
        headers += self._plain_headers if is_mere_file(request) else self._headers
        if "standing" in request.scope and is_for_programs(request):
            headers += standing_headers(*request.scope["standing"])
        ticket = request.scope.get("ticket") if request.scope.get("guest") else None
        if ticket and ticket.is_old and b"set-cookie" not in given:
            identity = request.app.state.services.identity
            give_cookie(response, identity.cookie(ticket.guest, ticket.signed_out), self._https)
        # Pages hold what one person may see: no copy of them lies anywhere.
        if b"cache-control" not in given:
            headers.append(NOT_KEPT)

    def _ticket(self, request: Request) -> Ticket | None:
        cookie = cookies_of(request).get(self._cookie, "")
        ticket: Ticket | None = request.app.state.services.identity.ticket(cookie)
        return ticket

    def _refusal(self, request: Request) -> Response | None:
        name = host_name(request.headers.get("host", "localhost"))
        if name not in self._names and not is_number(name):
            return refusal(request, unknown_name(name), 400)
        # What a program can do with a path, its route says.
        if request.method not in ("GET", "HEAD", "POST") and not is_for_programs(request):
            return refusal(request, "Only GET and POST are understood here.", 405)
        # No browser adds a token by itself.
        if request.method == "POST" and not request.scope["token"] and is_cross_site(request):
            message = (
                "This came from another site and was not done. Open the page here and try again."
            )
            return refusal(request, message, 403)
        if is_too_large(request):
            message = (
                f"That is too large, or does not say in Content-Length how large it is; "
                f"{largest_body(request)} bytes are the most."
            )
            return refusal(request, message, 413)
        seconds = self._too_soon(request)
        if seconds:
            message = "That was a lot at once. Wait a minute and go on."
            return refusal(request, message, 429, {"Retry-After": str(seconds)})
        return None

    def _too_soon(self, request: Request) -> int:
        """Count a request: for its guest, and for its address, behind which many may sit.

        Return for how many seconds there were too many, 0 if there were not.
        """
        limit, address = rate_limit(request), network_of(request)
        of_address = self._limiter.hit(limit * PEOPLE_BEHIND_AN_ADDRESS, "address", address)
        standing = of_address
        if of_address.left >= 0:
            ticket, token = request.scope["ticket"], request.scope["token"]
            who = ("guest", ticket.guest) if ticket else ("", address)
            who = ("token", token) if token else who
            standing = min(self._limiter.hit(limit, *who), of_address)
        request.scope["standing"] = (limit, standing)
        return standing.seconds if standing.left < 0 else 0


def is_mere_file(request: Request) -> bool:
    """Say whether a style sheet, a script or a typeface is asked for."""
    path = request.scope["path"]
    return path.startswith("/static/") and path.endswith(MERE_FILES) and not path.endswith(WORKERS)


def standing_headers(limit: int, standing: Leeway) -> list[tuple[bytes, bytes]]:
    """Tell a program how much it may do in a minute, and how much of that is left, as the IETF's
    draft has it (draft-ietf-httpapi-ratelimit-headers).
    """
    name = LIMITS[limit]
    policy = f'"{name}";q={limit};w={MINUTE:.0f}'
    left = f'"{name}";r={max(standing.left, 0)};t={standing.seconds}'
    return [(b"ratelimit-policy", policy.encode()), (b"ratelimit", left.encode())]


def token_of(request: Request) -> str:
    """Return the token that a program sends along; "" for pages and for programs with a cookie."""
    if not is_for_programs(request):
        return ""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def cookies_of(request: Request) -> Mapping[str, str]:
    """Return the cookies that came with a request."""
    return parsed_cookies(request.headers.get("cookie", ""))


# A browser sends the same ones with everything it asks for.
@lru_cache(maxsize=10_000)
def parsed_cookies(header: str) -> Mapping[str, str]:
    """Read a header of cookies."""
    return MappingProxyType(cookie_parser(header))


def give_cookie(response: Response, cookie: str, is_https: bool) -> None:
    """Give somebody the cookie by which they are known."""
    response.set_cookie(
        cookie_name(is_https),
        cookie,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=is_https,
    )


def drop_cookie(response: Response, is_https: bool) -> None:
    """Take the cookie back by which somebody is known."""
    response.delete_cookie(cookie_name(is_https), httponly=True, samesite="lax", secure=is_https)


def network_of(request: Request) -> str:
    """Return whose address a request comes from; of IPv6 everyone has a whole /64."""
    return network(request.client.host if request.client else "")


# The same come again and again.
@lru_cache(maxsize=10_000)
def network(host: str) -> str:
    """Return the network that one host stands for."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else host


@lru_cache(maxsize=1000)
def is_number(host: str) -> bool:
    """Say whether a host is a number such as 192.168.0.7.

    Whoever owns a name can let it point at this machine, and their page is then of the same site as
    ours. Nobody owns a number, so numbers are always answered, and friends in the network get in.
    """
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def unknown_name(name: str) -> str:
    """Say that the server does not answer to a name, and what can be done about it."""
    return (
        f"This server does not answer to the name “{name}”. Whoever runs it can change that: "
        f"siberia serve --allowed-host {name or 'NAME'}"
    )


def rate_limit(request: Request) -> int:
    """Return how many requests of this kind may come from one person in a minute."""
    path = request.scope["path"]
    if path in COSTLY_LOOKS:
        return COSTLY_LIMIT
    # Looking at a table changes nothing, though what one points at is sent along.
    if request.method != "POST" or path.endswith("/look"):
        return READ_LIMIT
    is_costly = path.startswith(COSTLY_PATHS) or path.endswith(COSTLY_DEEDS) or path in COSTLY_CALLS
    return COSTLY_LIMIT if is_costly else WRITE_LIMIT


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
    # Where neither stands nothing is sent along: programs post so what needs no more said.
    nothing = "" if "transfer-encoding" in request.headers else "0"
    length = request.headers.get("content-length", nothing)
    return not length.isdecimal() or int(length) > largest_body(request)


def largest_body(request: Request) -> int:
    """Return how many bytes may be sent where a request goes."""
    return LARGEST_RECORD if request.scope["path"] in TAKE_RECORDS else LARGEST_BODY
