"""Streams of server-sent events: which tables have changed, for one browser's pages."""

import asyncio
from collections.abc import AsyncIterator

from siberia.web.tables.changes import Changes

# A comment now and then keeps proxies from closing a quiet stream.
HEARTBEAT = 20.0
STREAMS_FOR_EACH_GUEST = 12


def has_too_many(changes: Changes, guest: str) -> bool:
    """Say whether a guest has as many streams open as one person can need."""
    return changes.count(guest) >= STREAMS_FOR_EACH_GUEST


async def event_stream(
    changes: Changes, guest: str, tables: frozenset[str]
) -> AsyncIterator[bytes]:
    """Return the stream of server-sent events about some tables."""
    with changes.subscribe(guest, tables) as subscription:
        yield b"retry: 1000\ndata: hello\n\n"
        while not changes.is_closed:
            try:
                await asyncio.wait_for(subscription.awake.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": quiet\n\n"
                continue
            for table in subscription.take():
                yield f"data: {table}\n\n".encode()
