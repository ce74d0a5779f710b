"""Tells open pages that a table has moved on. Only that: what they may see they ask for."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

# A comment now and then keeps proxies from closing a quiet stream.
HEARTBEAT = 20.0
STREAMS_FOR_EACH_GUEST = 12


@dataclass(eq=False)
class Listener:
    """One open stream: whose it is, what it is about, and what it has not been told yet."""

    guest: str
    tables: frozenset[str]
    changed: set[str] = field(default_factory=set)
    awake: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """All open streams of this process."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._closed = False

    def tell(self, table: str, guest: str | None = None) -> None:
        """Say that a table has changed: to everyone who follows it, or to one guest only."""
        for listener in self._listeners:
            if table in listener.tables and guest in (None, listener.guest):
                listener.changed.add(table)
                listener.awake.set()

    def tell_all(self) -> None:
        """Say that everything may have changed."""
        for listener in self._listeners:
            listener.changed |= listener.tables
            listener.awake.set()

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closed = True
        for listener in self._listeners:
            listener.awake.set()

    def is_full(self, guest: str) -> bool:
        """Say whether a guest has as many streams open as one person can need."""
        mine = sum(listener.guest == guest for listener in self._listeners)
        return mine >= STREAMS_FOR_EACH_GUEST

    async def listen(self, guest: str, tables: frozenset[str]) -> AsyncIterator[bytes]:
        """Return the stream of server-sent events about some tables."""
        listener = Listener(guest, tables)
        self._listeners.add(listener)
        try:
            yield b"retry: 1000\ndata: hello\n\n"
            while not self._closed:
                try:
                    await asyncio.wait_for(listener.awake.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": quiet\n\n"
                    continue
                listener.awake.clear()
                changed, listener.changed = listener.changed, set()
                for table in sorted(changed):
                    yield f"data: {table}\n\n".encode()
        finally:
            self._listeners.discard(listener)
