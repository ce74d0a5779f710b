"""Starts the server, and says in one sentence why it cannot."""

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import h11
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from siberia.web.http.app import app
from siberia.web.http.middleware import SECURITY_HEADERS
from siberia.web.http.settings import Settings, SettingsError, prepare_folder, secret_keys
from siberia.web.tables.store import open_store

# Open streams would hold up a server that waits for them to end.
GRACE = 2
# Seconds in which a request must be here with its whole body, and in which the next one must begin;
# what pages send fits into a few packets.
PATIENCE = 10


def serve(settings: Settings, *, opens_browser: bool) -> None:
    """Serve until Ctrl-C."""
    if opens_browser and already_runs(settings):
        print(f"SIBERIA already runs at {settings.url}")
        show(settings.url)
        return
    listening = listen(settings)
    prepare_folder(settings.data)
    secret_keys(settings.data)
    asyncio.run(try_store(settings.database))
    print(f"SIBERIA is at {settings.url}    (Ctrl-C stops it; nothing is lost)")
    print(f"Tables are kept in {settings.data}", flush=True)
    if opens_browser:
        threading.Timer(0.5, show, [settings.url]).start()
    make_server(settings).run(sockets=[listening])


def make_server(settings: Settings, patience: int = PATIENCE) -> "StreamingServer":
    """Return a server that waits for nobody longer than it must."""
    config = uvicorn.Config(
        app(settings),
        http=Connection,
        ws="none",
        log_level="warning",
        # Addresses are not logged: a log is no place for what people do.
        access_log=False,
        limit_concurrency=settings.connections,
        # Anybody can send such a header: only whom we were told to trust is believed.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_keep_alive=patience,
        timeout_graceful_shutdown=GRACE,
    )
    return StreamingServer(config)


class Connection(H11Protocol):
    """A connection that ends when a request does not come, or only half of it.

    uvicorn ends connections that are quiet between two requests, but waits for ever for the first
    one and for the rest of any.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; send it away if too many are here."""
        super().connection_made(transport)
        self._set_deadline()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self.app = too_many
        # uvicorn would refuse everyone while it is full; those who are in shall go on.
        self.limit_concurrency = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._clear_deadline()

    def handle_events(self) -> None:
        """Take in what has come; from its first byte on, a request has so much time and no more."""
        super().handle_events()
        if not self._is_within_request():
            self._clear_deadline()
        elif self._deadline is None:
            self._set_deadline()

    def _is_within_request(self) -> bool:
        state, (unread, _) = self.conn.their_state, self.conn.trailing_data
        return state is h11.SEND_BODY or (state is h11.IDLE and unread != b"")

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


async def too_many(scope: Any, receive: Any, send: Any) -> None:
    """Say that there is no room just now."""
    headers = {
        **SECURITY_HEADERS,
        "Cache-Control": "no-store",
        "Retry-After": str(PATIENCE),
        "Connection": "close",
    }
    message = "Too many people are here just now. Nothing is lost: load the page again soon."
    await PlainTextResponse(message, 503, headers)(scope, receive, send)


class StreamingServer(uvicorn.Server):
    """A server that ends its streams before it waits for what is still open."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, then the rest."""
        running: Any = self.config.app
        if hasattr(running.state, "services"):
            running.state.services.changes.close()
        await super().shutdown(sockets)


def listen(settings: Settings) -> socket.socket:
    """Return the socket to listen on, or say that somebody else has it."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        problem = f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
        raise SettingsError(f"{problem}; give another with --port") from None
    except OverflowError:
        raise SettingsError("a port is a number from 0 to 65535") from None


async def try_store(database: str) -> None:
    """Open the store once, so that what is wrong with it is said before anything starts."""
    await (await open_store(database)).close()


def already_runs(settings: Settings) -> bool:
    """Say whether this very server answers there already."""
    try:
        with urlopen(f"{settings.local_url}/health", timeout=1) as answer:  # noqa: S310
            return answer.read() in (b"ready", b"starting")
    except (URLError, OSError, ValueError):
        return False


def show(url: str) -> None:
    """Open a browser, where there is a screen to open it on."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(url)
