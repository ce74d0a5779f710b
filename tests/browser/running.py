"""A real server for tests: the program itself, in a process and a folder of its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

# The very first start compiles the rules.
PATIENCE = 240.0


class Running:
    """A server that runs; it can be stopped and started again at the same address."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = free_port()
        self._said = data / f"server-{self.port}.log"
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until its rules are ready."""
        assert self._process is None
        with self._said.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-c", "from siberia.cli import main; main()", "serve"),
                    *("--port", str(self.port), "--data", str(self.data)),
                    # Each browser of the tests comes from an address of its own.
                    *("--trusted-proxy", "127.0.0.1"),
                    *self.options,
                ],
                stdout=log,
                stderr=log,
                env=environment(),
            )
        deadline = time.monotonic() + PATIENCE
        while self._health() != "ready":
            assert self._process.poll() is None, self.log
            assert time.monotonic() < deadline, self.log
            time.sleep(0.05)

    @property
    def is_up(self) -> bool:
        """Whether it has been started, and not stopped since."""
        return self._process is not None

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            self._process = None

    def kill(self) -> None:
        """Let it die at once, as a machine does that loses its power."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def log(self) -> str:
        """What it has said."""
        return self._said.read_text(encoding="utf-8")

    @property
    def troubles(self) -> list[str]:
        """The errors it has logged."""
        lines = [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]
        logged = [line.get("error", line["message"]) for line in lines if line["level"] == "error"]
        # Whatever did not come by the log.
        return logged + re.findall(r"^Traceback .*?^(\w[^\n]*)", self.log, re.MULTILINE | re.DOTALL)

    def _health(self) -> str:
        try:
            with urlopen(f"{self.url}/ready", timeout=5) as answer:
                return str(answer.read().decode())
        except (URLError, OSError):
            return ""


def environment() -> dict[str, str]:
    """Return an environment without a database, and without coverage, which slows a server down.

    What a server does is measured by the tests over HTTP.
    """
    unwanted = ("DATABASE_URL", "COVERAGE_PROCESS")
    return {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
