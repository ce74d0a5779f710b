"""Streams of server-sent events: which tables have changed, for one browser's pages."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from siberia.web.tables.changes import Changes

# So many seconds apart a stream says that it is still there: so no proxy closes it, and no page
# waits for one that has broken without a word.
HEARTBEAT = 20.0
# A proxy hands on each word as it comes.
UNBUFFERED = {"X-Accel-Buffering": "no"}
STREAMS_FOR_EACH_GUEST = 12
STREAMS_FOR_EACH_ADDRESS = 120
# So much of all the room is open to those who only watch: the rest is for those who play.
ROOM_FOR_WATCHERS = 0.75


class OpenStreams:
    """The streams that are open, by where they lead to, and how many may be."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """How many are open: each is a page or a program, however many share what is sent."""
        return self._counts.total()

    def has_room_for(self, address: str, share: float = 1.0) -> bool:
        """Whether there is room for another one from an address, in some share of all there is."""
        if self.total >= self._most * share:
            return False
        return self._counts[address] < STREAMS_FOR_EACH_ADDRESS

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Count a stream for as long as the context lasts."""
        self._counts[address] += 1
        try:
            yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


def has_too_many(changes: Changes, guest: str) -> bool:
    """Say whether a guest has as many streams open as one person can need."""
    # Whom nobody knows counts with their address.
    return bool(guest) and changes.count(guest) >= STREAMS_FOR_EACH_GUEST


async def counted(
    open_streams: OpenStreams, address: str, stream: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """Return a stream that counts among the open ones of an address while it lasts."""
    with open_streams.one_more(address):
        async for part in stream:
            yield part


async def event_stream(
    changes: Changes, guest: str, tables: frozenset[str]
) -> AsyncIterator[bytes]:
    """Return the stream of server-sent events about some tables."""
    # It says, too, when to expect the next such word.
    still = f"event: still\ndata: {HEARTBEAT:g}\n\n".encode()
    with changes.subscribe(guest, tables, "players") as subscription:
        yield b"retry: 1000\ndata: hello\n\n" + still
        while not changes.is_closed:
            if not await subscription.is_woken(HEARTBEAT):
                yield still
                continue
            for table, seq in subscription.take():
                yield f"data: {table if seq is None else f'{table} {seq}'}\n\n".encode()
            for table in subscription.take_talk():
                yield f"event: talk\ndata: {table}\n\n".encode()
