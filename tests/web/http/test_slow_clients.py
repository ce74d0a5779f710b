"""Clients that send half of something, or too many at once, on real connections."""

import asyncio
import re
import time
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn

from siberia.web.http.middleware import SECURITY_HEADERS
from siberia.web.http.serving import listen, make_config
from siberia.web.http.settings import Settings
from tests.web.server import free_port

pytestmark = pytest.mark.anyio

# Seconds the server waits for a request, and in which whatever should happen has happened.
PATIENCE = 1
SOON = 5.0

HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = b"POST /me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nname"
LIVE = b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def serving(folder, **more):
    """A server on a port of its own; gives the port."""
    settings = Settings(folder, port=free_port(), **more)
    server = uvicorn.Server(make_config(settings, PATIENCE))
    running = asyncio.create_task(server.serve(sockets=[listen(settings)]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield settings.port
    finally:
        server.should_exit = True
        await running


@pytest.fixture(scope="module")
async def port(tmp_path_factory):
    async with serving(tmp_path_factory.mktemp("data")) as port:
        yield port


class Client:
    """A connection that sends what it is told to, when it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.body = b""

    async def answer(self, sent: bytes) -> str:
        """Send something; return the head of the answer, and keep its body if that has an end."""
        self.writer.write(sent)
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), SOON)
        length = re.search(rb"content-length: (\d+)", head)
        self.body = await self.reader.readexactly(int(length[1]) if length else 0)
        return head.decode().lower()

    async def rest(self) -> bytes:
        """Return what comes until the connection ends."""
        with suppress(ConnectionResetError):
            return await asyncio.wait_for(self.reader.read(), SOON)
        return b""


@asynccontextmanager
async def connected(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Client(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


# ------------------------------------------------------------ halves


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b",
        HALF_BODY,
        HALF_BODY.replace(b"/me", b"/nowhere"),
        HALF_BODY.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"),
        # Refused before its body is read.
        HALF_BODY.replace(b"8", b"80000"),
        # A stream, which would have no end of its own.
        LIVE.replace(b"\r\n\r\n", b"\r\nContent-Length: 8\r\n\r\n"),
        HEALTH + b"GET / HT",
        HEALTH + HALF_BODY,
    ],
)
async def test_who_sends_half_of_something_is_not_waited_for(half, port):
    async with connected(port) as client:
        client.writer.write(half)
        began = time.monotonic()
        await client.rest()
        assert PATIENCE / 2 < time.monotonic() - began < SOON


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nX-A: ", HALF_BODY.replace(b"8", b"8000")])
async def test_neither_is_who_sends_a_little_now_and_then(sent, port):
    async with connected(port) as client:
        client.writer.write(sent)
        began = time.monotonic()
        with suppress(ConnectionError):
            while not client.reader.at_eof() and time.monotonic() - began < SOON:
                client.writer.write(b"a")
                await client.writer.drain()
                await asyncio.sleep(PATIENCE / 10)
        assert PATIENCE / 2 < time.monotonic() - began < SOON


async def test_who_is_slow_but_not_too_slow_is_answered_again_and_again(port):
    async with connected(port) as client:
        for _ in range(3):
            client.writer.write(HEALTH[:20])
            await asyncio.sleep(PATIENCE * 0.6)
            assert "200 ok" in await client.answer(HEALTH[20:])


async def test_a_stream_stays_open_for_longer_than_a_request_may_take(port):
    async with connected(port) as client:
        assert "200 ok" in await client.answer(LIVE)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.rest(), PATIENCE * 2)


# ------------------------------------------------------------ HEAD


def lasting(head: str) -> list[str]:
    """The lines of a head, less the one that changes by itself and how a body will come."""
    changing = ("date:", "transfer-encoding:")
    return [line for line in head.splitlines() if line and not line.startswith(changing)]


async def test_the_head_of_a_stream_is_answered_at_once(port):
    async with connected(port) as client, connected(port) as other:
        head = await client.answer(LIVE.replace(b"GET", b"HEAD"))
        assert "content-type: text/event-stream" in head
        assert lasting(head) == lasting(await other.answer(LIVE))
        # The connection is free for what comes next.
        assert "200 ok" in await client.answer(HEALTH)


# ------------------------------------------------------------ too many


async def test_who_comes_when_it_is_full_is_asked_to_come_back(tmp_path):
    async with serving(tmp_path, connections=2) as port, connected(port) as first:
        assert "200 ok" in await first.answer(HEALTH)
        async with connected(port) as second, connected(port) as third:
            assert "200 ok" in await second.answer(HEALTH)
            head = await third.answer(HEALTH)
            assert "503 service unavailable" in head
            assert "retry-after: " in head
            for name in SECURITY_HEADERS:
                assert f"{name.lower()}: " in head
            assert b"load the page again soon" in third.body
            assert await third.rest() == b""
            # Those who are in go on.
            assert "200 ok" in await second.answer(HEALTH)
        async with connected(port) as fourth:
            assert "200 ok" in await fourth.answer(HEALTH)


async def test_streams_leave_room_for_pages(tmp_path):
    async with serving(tmp_path, connections=4) as port, connected(port) as first:
        assert "200 ok" in await first.answer(LIVE)
        async with connected(port) as second, connected(port) as third:
            assert "200 ok" in await second.answer(LIVE)
            head = await third.answer(LIVE)
            assert "503 service unavailable" in head
            assert "retry-after: " in head
            assert "200 ok" in await third.answer(HEALTH)
        await asyncio.sleep(0.1)
        async with connected(port) as fourth:
            assert "200 ok" in await fourth.answer(LIVE)
