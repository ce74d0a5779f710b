"""A browser's maker and a chat program, on this machine: they keep what they are sent."""

import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass
class Received:
    """One message."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Post:
    """Takes whatever is sent to it, and answers by the statuses it is given, then by 201."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        """Take a message."""
        body = await request.read()
        self.received.append(Received(request.path, dict(request.headers), body))
        status = self.answers.pop(0) if self.answers else 201
        # Whoever followed it would come here again.
        return web.Response(status=status, headers={"Location": "/elsewhere"})


@asynccontextmanager
async def post_office() -> AsyncIterator[Post]:
    """Open one for as long as the context lasts."""
    post = Post()
    application = web.Application()
    application.router.add_post("/{tail:.*}", post.take)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    post.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield post
    finally:
        await runner.cleanup()


class Phone:
    """A browser that reads what its maker hands on: nobody else has its keys."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        """What it tells a server."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": coded(point), "auth": coded(self._secret)}

    def read(self, message: Received) -> dict[str, str]:
        """Decrypt a message."""
        text = http_ece.decrypt(
            message.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
        )
        told: dict[str, str] = json.loads(text)
        return told


def coded(raw: bytes) -> str:
    """Write bytes as browsers do."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
