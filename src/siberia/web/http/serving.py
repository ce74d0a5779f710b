"""Starts the server, and says in one sentence why it cannot."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import parent_process
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess, multiprocess
from uvicorn.supervisors.multiprocess import Process

from siberia.web import metrics
from siberia.web.http.app import app
from siberia.web.http.logs import find_out_less, log_settings
from siberia.web.http.middleware import SECURITY_HEADERS
from siberia.web.http.routes.operations import ALIVE
from siberia.web.http.settings import Settings, SettingsError, prepare_folder, secret_keys
from siberia.web.tables.offered import read_bots
from siberia.web.tables.store import open_store

# Open streams would hold up a server that waits for them to end.
GRACE = 2
# Seconds in which a request must be here with its whole body, and in which the next one must begin;
# what pages send fits into a few packets.
PATIENCE = 10
# In bytes. Browsers send a tenth of it.
LARGEST_HEADER = 65_536
# How many new objects there are before the youngest are looked through for garbage, and how often
# that is before the older and the oldest are.
COLLECTED_AFTER = (20_000, 20, 50)
# Seconds after which what is drawn gives way to the thread that waits for the disk: it needs little
# time, but twice for each word, and everybody at that table waits for it.
GIVES_WAY_AFTER = 0.0005
# Seconds for which a process may not answer, since it compiles the rules.
COMPILING = 120
# Seconds that threads have, once all is closed, to end what they are at.
LAST_WORDS = 1.0
# The exit status of a program that was stopped by Ctrl-C.
INTERRUPTED = 130


def serve(settings: Settings, *, opens_browser: bool) -> None:
    """Serve until Ctrl-C."""
    if opens_browser and already_runs(settings):
        print(f"SIBERIA already runs at {settings.url}")
        show(settings.url)
        return
    check_workers(settings)
    if settings.bots:
        read_bots(settings.bots)
    listening = listen(settings)
    prepare_folder(settings.data)
    secret_keys(settings.data)
    place = asyncio.run(try_store(settings.database))
    print(f"SIBERIA is at {settings.url}    (Ctrl-C stops it; nothing is lost)")
    # Of a database elsewhere this is its name, without any password.
    where = place.replace("The ", "the ", 1) if settings.database_url else settings.data
    print(f"Tables are kept in {where}", flush=True)
    if opens_browser:
        threading.Timer(0.5, show, [settings.url]).start()
    # Who plays at home has no use for a line about every click.
    config = make_config(settings, logs_requests=not opens_browser)
    if settings.workers == 1:
        # uvicorn hands on the signal that stopped it: who was asked to stop and did has not failed.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        Server(config).run(sockets=[listening])
        return
    with TemporaryDirectory(prefix="siberia-") as folder:
        os.environ[metrics.FOLDER_VARIABLE] = folder
        supervisor = Supervisor(config, sockets=[listening])
        supervisor.run()
    # If one cannot start, uvicorn stops them all; whoever looks after services must hear of it.
    if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
        raise SettingsError("a process could not start; the log says why")


def check_workers(settings: Settings) -> None:
    """Refuse several processes where they could not hear of each other."""
    if settings.workers > 1 and settings.database_url is None:
        raise SettingsError(
            "several processes need PostgreSQL: with SQLite one process at a time can write, and"
            " none hears of the others' moves; give --database-url postgresql://…, or --workers 1"
        )


def make_config(
    settings: Settings, patience: int = PATIENCE, *, logs_requests: bool = False
) -> uvicorn.Config:
    """Return how to serve: so that nobody is waited for longer than one must."""
    return uvicorn.Config(
        # Each process makes an app of its own.
        partial(worker_app, settings),
        factory=True,
        workers=settings.workers,
        http=Connection,
        ws="none",
        log_config=log_settings(logs_requests=logs_requests),
        log_level="warning",
        # Our own log says no more of a request than it should: addresses are not in it.
        access_log=False,
        # Which software answers is nobody's business, and weighs something with each file.
        server_header=False,
        limit_concurrency=settings.connections,
        # Anybody can send such a header: only whom we were told to trust is believed.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_keep_alive=patience,
        timeout_graceful_shutdown=GRACE,
        # Who compiles the rules may be busy for a while.
        timeout_worker_healthcheck=COMPILING,
    )


class Server(uvicorn.Server):
    """A server that has ended soon after it was stopped, whatever its threads are at.

    Python waits for threads, and one that compiles the rules cannot be interrupted for a minute.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, with threads for what would hold up the loop."""
        self._threads = ThreadPoolExecutor(thread_name_prefix="beside")
        asyncio.get_running_loop().set_default_executor(self._threads)
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order, also if one is told twice: it takes a few seconds at most."""
        super().handle_exit(sig, frame)
        self.force_exit = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; when all is stored and closed, let no thread keep this process alive."""
        await super().shutdown(sockets)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for _ in range(20):
            if not any(map(holds_up, threading.enumerate())):
                return
            await asyncio.sleep(LAST_WORDS / 20)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED if signal.SIGINT in self._captured_signals else 0)


def holds_up(thread: threading.Thread) -> bool:
    """Say whether Python would wait for a thread before it ends."""
    return not thread.daemon and thread is not threading.main_thread()


class Worker(Process):
    """A process of several that serve together."""

    @property
    def server(self) -> Server:
        """What serves in it."""
        if not isinstance(self._server, Server):
            self._server = Server(self.config)
        return self._server


# uvicorn asks nobody which processes it is to start.
multiprocess.Process = Worker  # type: ignore[misc]


class Supervisor(Multiprocess):
    """Starts processes, and others in place of those that die."""

    def keep_subprocess_alive(self) -> None:
        """Look after all processes."""
        for process in self.processes:
            # This end is theirs. If we held it, too, we would wait for the dead to answer.
            process.child_conn.close()
        super().keep_subprocess_alive()


def worker_app(settings: Settings) -> Starlette:
    """Return the app of a process, which stops when the one dies that has started it.

    Otherwise it would go on alone, and keep the port from the next one.
    """
    # Tables are many objects and hardly ever garbage: to look through them often makes pages wait.
    gc.set_threshold(*COLLECTED_AFTER)
    sys.setswitchinterval(GIVES_WAY_AFTER)
    find_out_less()
    parent = parent_process()
    if parent is not None:

        def stop_with_parent() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=stop_with_parent, daemon=True).start()
    return app(settings)


class Gathering:
    """A transport that sends in one piece what is written to it in one turn of the loop.

    uvicorn writes an answer in two pieces, and to send one costs more than to put them together.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pieces: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, piece: bytes) -> None:
        """Send this soon."""
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(piece)

    def close(self) -> None:
        """Send what is to be sent still, and hang up."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        pieces, self._pieces = self._pieces, []
        if pieces and not self._transport.is_closing():
            self._transport.write(b"".join(pieces))


class Connection(HttpToolsProtocol):
    """A connection that ends when a request does not come, or only half of it, or too much.

    uvicorn ends connections that are quiet between two requests, but waits for ever for the first
    one and for the rest of any.
    """

    _deadline: asyncio.TimerHandle | None = None
    # How many bytes have come of a header that is not complete.
    _half_read = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; send it away if too many are here."""
        super().connection_made(transport)
        gathering: Any = Gathering(transport, self.loop)
        self.transport = gathering
        self._set_deadline()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self.app = too_many
        # uvicorn would refuse everyone while it is full; those who are in shall go on.
        self.limit_concurrency = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._clear_deadline()

    def data_received(self, data: bytes) -> None:
        """Take in what has come, if it is not more than any header needs."""
        self._half_read += len(data)
        super().data_received(data)
        if self._half_read > LARGEST_HEADER:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Give a request so much time and no more, from its first byte on."""
        super().on_message_begin()
        if self._deadline is None:
            self._set_deadline()

    def on_headers_complete(self) -> None:
        """Go on to the body, whose size the app checks."""
        super().on_headers_complete()
        self._half_read = 0

    def on_body(self, body: bytes) -> None:
        """Take in some of the body."""
        super().on_body(body)
        self._half_read = 0

    def on_message_complete(self) -> None:
        """Stop waiting: all of it is here."""
        super().on_message_complete()
        self._half_read = 0
        self._clear_deadline()

    def shutdown(self) -> None:
        """End the streams, too: the server would wait for them."""
        running: Any = self.config.loaded_app
        while not isinstance(running, Starlette):
            running = running.app
        if hasattr(running.state, "services"):
            running.state.services.changes.close()
        super().shutdown()

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


def listen(settings: Settings) -> socket.socket:
    """Return the socket to listen on, or say that somebody else has it."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        # Some versions of Python say there once more where one wanted to listen.
        reason = (error.strerror or str(error)).partition(" (while ")[0]
        problem = f"cannot listen on {settings.host} port {settings.port}: {reason}"
        raise SettingsError(f"{problem}; give another with --port") from None
    except OverflowError:
        raise SettingsError("a port is a number from 0 to 65535") from None


async def try_store(database: str) -> str:
    """Open the store once, so that what is wrong with it is said before anything starts.

    Return where it is, for people.
    """
    store = await open_store(database)
    await store.close()
    return store.database.place


def already_runs(settings: Settings) -> bool:
    """Say whether this very server answers there already."""
    try:
        with urlopen(f"{settings.local_url}/health", timeout=1) as answer:  # noqa: S310
            return bool(answer.read() == ALIVE.encode())
    except (URLError, OSError, ValueError):
        return False


def show(url: str) -> None:
    """Open a browser, where there is a screen to open it on."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(url)
