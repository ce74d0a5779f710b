"""The server's log: one JSON object a line."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


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
        return json.dumps(line, ensure_ascii=False)


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
