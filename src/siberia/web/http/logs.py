"""The server's log: one JSON object a line."""

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec


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
        "loggers": {"siberia.requests": {"level": "INFO" if logs_requests else "WARNING"}},
    }
