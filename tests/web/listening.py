"""A stream of the server, listened to without a network."""

import asyncio
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from tests.web.server import Browser


@asynccontextmanager
async def listening_to(
    made: Starlette,
    browser: Browser,
    path: str,
    query: str = "",
    address: str = "10.200.0.1",
    **headers: str,
):
    """An open stream: gives a list that fills with what comes, the status first."""
    said: list[object] = []
    gone = asyncio.Event()
    cookie = "; ".join(f"{c.name}={c.value}" for c in browser.http.cookies.jar)
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [
            (b"cookie", cookie.encode()),
            *((name.encode(), value.encode()) for name, value in headers.items()),
        ],
        "client": (address, 1),
    }

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            said.append(message["status"])
        elif message["body"]:
            said.append(message["body"].decode())

    task = asyncio.create_task(made(scope, receive, send))
    await asyncio.sleep(0.05)
    try:
        yield said
    finally:
        gone.set()
        await asyncio.wait_for(task, 5)


def listening(made: Starlette, browser: Browser, tables: str, address: str = "10.200.0.1"):
    """The stream that an open page has."""
    return listening_to(made, browser, "/live", f"tables={tables}", address)
