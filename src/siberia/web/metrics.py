"""What is counted while the server runs, for Prometheus: numbers, and nobody's name, table or word.

Several processes of one server count into files that they share; PROMETHEUS_MULTIPROC_DIR is where.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import REGISTRY

# Where processes of one server find each other's counts.
FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
# A page takes a millisecond or two, a full disk seconds.
BUCKETS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1, 4, 16)

REQUESTS: Final = Histogram(
    "siberia_request_seconds",
    "Time from a request to the end of its answer; streams are not in it.",
    ("route", "status"),
    buckets=BUCKETS,
)
WORDS: Final = Counter("siberia_words", "Words stored, undos among them.", ("game", "by"))
STORE: Final = Histogram(
    "siberia_store_seconds", "Time that the database takes.", ("what",), buckets=BUCKETS
)
STREAMS: Final = Gauge(
    "siberia_streams", "Pages and programs that wait for moves.", multiprocess_mode="livesum"
)
TABLES: Final = Gauge("siberia_tables", "Tables held in memory.", multiprocess_mode="livesum")
TABLE_BYTES: Final = Gauge(
    "siberia_table_bytes", "What these take, about.", multiprocess_mode="livesum"
)
BOTS_WAITING: Final = Gauge(
    "siberia_bots_waiting", "Decisions of bots that wait in line.", multiprocess_mode="livesum"
)
BOTS_THINKING: Final = Gauge(
    "siberia_bots_thinking", "Decisions of bots being thought about.", multiprocess_mode="livesum"
)


def exposition() -> bytes:
    """Return all counts as Prometheus reads them, of all processes together."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        return generate_latest(REGISTRY)
    for pid in dead_processes(Path(folder)):
        # Another process may do so at the same time.
        with suppress(FileNotFoundError):
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def dead_processes(folder: Path) -> set[int]:
    """Return the processes that have counted something and live no longer."""
    counted = {file.stem.rpartition("_")[2] for file in folder.glob("gauge_live*.db")}
    return {int(pid) for pid in counted if pid.isdecimal() and not is_alive(int(pid))}


def is_alive(pid: int) -> bool:
    """Say whether a process of ours lives."""
    # If another user has its number now, it is not ours.
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, 0)
        return True
    return False
