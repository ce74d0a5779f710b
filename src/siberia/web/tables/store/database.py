"""What the store asks of a database, whichever it is."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

# What can stand for $1, $2 and so on.
Value = str | int | float | bool | None
# What a statement answers. One that changes rows says with RETURNING which ones it changed.
Rows = Sequence[tuple[Any, ...]]
# A statement and its values.
Statement = tuple[str, tuple[Value, ...]]


class Run(Protocol):
    """Runs one statement; its values stand for $1, $2 and so on."""

    async def __call__(self, sql: str, *values: Value) -> Rows:
        """Return the rows that the statement answers."""
        ...


class ReadRows(Protocol):
    """Reads the rows of one query, a few at a time, each by the names of its columns."""

    def __call__(self, sql: str) -> AsyncGenerator[dict[str, Any], None]:
        """Give row after row; what is true or false is so, whatever the database makes of it."""
        ...


class Database(Protocol):
    """A database. All it refuses is a `StoreError`, and a key that is taken is a `Conflict`."""

    # Where it is, for people; without any password.
    place: str

    async def read(self, sql: str, *values: Value) -> Rows:
        """Return the rows of a query, as the last transaction left them."""
        ...

    async def write(self, *statements: Statement) -> list[Rows]:
        """Make all changes together, or none; return what each statement answers.

        This is the quickest way. Where one statement needs to know what another one answered,
        there is `transaction`.
        """
        ...

    def transaction(self, *, alone: bool = False) -> AbstractAsyncContextManager[Run]:
        """Make all changes together, or none if there is an error.

        With `alone`, no other such transaction runs at the same time, not even elsewhere.
        """
        ...

    def snapshot(self) -> AbstractAsyncContextManager[ReadRows]:
        """Read all as it was at one moment, while others go on writing."""
        ...

    # ------------------------------------------------------------ other processes

    # Whether other processes can be told what happens in this one.
    is_shared: bool

    async def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Have every message of any process heard, from now on, in the order they were sent.

        When some may have been missed, since there was no connection for a while, that is said.
        """
        ...

    async def tell(self, messages: Sequence[str]) -> None:
        """Send messages to all processes that listen, this one among them."""
        ...

    async def lease(self, name: str) -> bool:
        """Have something for oneself, if no other process has it, until it is given back.

        It ends with the process, however that ends.
        """
        ...

    async def give_back(self, name: str) -> None:
        """Let others have what one had for oneself."""
        ...

    async def close(self) -> None:
        """Give back what the database holds open."""
        ...
