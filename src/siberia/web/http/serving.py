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

import uvicorn

from siberia.web.http.app import app
from siberia.web.http.settings import Settings, SettingsError, prepare_folder, secret_key
from siberia.web.tables.store import open_store

# Open streams would hold up a server that waits for them to end.
GRACE = 2


def serve(settings: Settings, *, opens_browser: bool) -> None:
    """Serve until Ctrl-C."""
    if opens_browser and already_runs(settings):
        print(f"SIBERIA already runs at {settings.url}")
        show(settings.url)
        return
    listening = listen(settings)
    prepare_folder(settings.data)
    secret_key(settings.data)
    asyncio.run(try_store(settings.database))
    print(f"SIBERIA is at {settings.url}    (Ctrl-C stops it; nothing is lost)")
    print(f"Tables are kept in {settings.data}", flush=True)
    if opens_browser:
        threading.Timer(0.5, show, [settings.url]).start()
    # Addresses are not logged: a log is no place for what people do.
    config = uvicorn.Config(
        app(settings), log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE
    )
    StreamingServer(config).run(sockets=[listening])


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
