"""The server's log: one JSON object a line."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

# Lines about requests wait so many seconds at most until they are written, together.
WRITTEN_EVERY: Final = 0.05
# What is no longer than this a pipe takes in one piece, whoever else writes to it.
PIECE: Final = 4096


class JsonLine(logging.Formatter):
    """Writes what is logged as an object of one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; what was noted in `fields` stands beside the rest."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class RequestLine(msgspec.Struct, kw_only=True):
    """What is logged of a request."""

    time: str
    level: str = "info"
    message: str = "request"
    method: str
    # As it is declared: no table has its name here.
    route: str
    status: int
    ms: float


encode_line = msgspec.json.Encoder().encode


class RequestLog:
    """Writes a line for each request, several at a time.

    A record and a write of its own for each took a twentieth of what a program's move costs.
    """

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Have a line written soon; it says when this was."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        ms = round(1000 * seconds, 2)
        line = RequestLine(time=time, method=method, route=route, status=status, ms=ms)
        if not self._waiting:
            asyncio.get_running_loop().call_later(WRITTEN_EVERY, self.write)
        self._waiting.append(encode_line(line))

    def write(self) -> None:
        """Write what waits."""
        lines, self._waiting = self._waiting, []
        for piece in pieces(lines):
            sys.stderr.write(piece)
            sys.stderr.flush()


def pieces(lines: list[bytes]) -> Iterator[str]:
    """Put lines together, into pieces that are not torn."""
    piece = ""
    for line in lines:
        text = f"{line.decode()}\n"
        if piece and len(piece) + len(text) > PIECE:
            yield piece
            piece = ""
        piece += text
    if piece:
        yield piece


def find_out_less() -> None:
    """Have nothing found out for a line that no line says: its place in the code, its thread."""
    logging._srcfile = None
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def log_settings(*, logs_requests: bool) -> dict[str, Any]:
    """Return what is logged, and where to, as `logging.config` takes it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLine}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["lines"]},
        "loggers": {
            "siberia.requests": {"level": "INFO" if logs_requests else "WARNING"},
            # While its database is away it tells of each try, with the whole story; we say it once.
            "asyncpg": {"level": "ERROR"},
        },
    }
