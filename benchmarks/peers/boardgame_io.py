"""How many moves a second boardgame.io's server holds, over its own sockets, in memory.

    python -m benchmarks.peers.boardgame_io [--matches 20] [--seconds 10]

The peer is `boardgame_io/server.js`, its players are `boardgame_io/client.js`: at each match two,
each with an open socket, and whoever is to move does so when the state has arrived. It needs node
and npm; what it is made of is installed in a temporary folder, by the lock beside it, and goes
again. Nothing but 127.0.0.1 is spoken to.

Read it beside `benchmarks/serving.py` with care: the peer keeps nothing on disk, sends states and
not pages, and its game is a stand-in without rules worth the name.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "boardgame_io"
# Seconds: what is installed is some 40 MB.
INSTALLING = 180.0
# Seconds before anything is counted, and how long what is not measured may take.
WARM_UP = 2.0
PATIENCE = 30.0


@dataclass(frozen=True)
class Figures:
    """What was measured at all matches together; times in milliseconds, processor in seconds."""

    moves_per_second: float
    # From a move to the state that came of it: the own one, and the other player's.
    own_p50_ms: float
    own_p99_ms: float
    others_p50_ms: float
    others_p99_ms: float
    server_cpu_per_move_s: float
    # Which part of a core each side used: if the players have none left, they are the limit.
    server_busy: float
    client_busy: float

    def __str__(self) -> str:
        return (
            f"{self.moves_per_second:7.0f} moves/s   own state "
            f"p50 {self.own_p50_ms:.1f} p99 {self.own_p99_ms:.1f} ms   the other's "
            f"p50 {self.others_p50_ms:.1f} p99 {self.others_p99_ms:.1f} ms   "
            f"{1000 * self.server_cpu_per_move_s:.2f} ms of processor a move, "
            f"{100 * self.server_busy:.0f} % busy (players {100 * self.client_busy:.0f} %)"
        )


class Unavailable(Exception):
    """The peer cannot be measured here, and why."""


def measure(matches: int, seconds: float) -> Figures | None:
    """Let so many matches be played for so long; say in a sentence if that cannot be done here."""
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            install(folder)
            with server(folder) as port:
                return play(folder, port, matches, seconds)
    except Unavailable as problem:
        print(f"boardgame.io is left out: {problem}", file=sys.stderr)
        return None


def install(folder: Path) -> None:
    """Put the peer into a folder, as its lock says, without running anything of it."""
    if not shutil.which("node"):
        raise Unavailable("there is no node here.")
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    run([program("npm"), "ci", *quiet], folder, INSTALLING)


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """Run the peer's server; yield its port."""
    with subprocess.Popen(  # noqa: S603
        [program("node"), "server.js"], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield port_of(process)
        finally:
            process.kill()


def port_of(process: subprocess.Popen[str]) -> int:
    """Wait until a server says where it listens."""
    assert process.stdout
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    try:
        for line in process.stdout:
            if line.startswith("{"):
                return int(json.loads(line)["listening"]["port"])
    finally:
        watch.cancel()
    raise Unavailable("its server did not start.")


def play(folder: Path, port: int, matches: int, seconds: float) -> Figures:
    """Let the players play, and return what they measured."""
    arguments = [str(value) for value in (port, matches, seconds, WARM_UP)]
    limit = WARM_UP + seconds + PATIENCE
    said = json.loads(run([program("node"), "client.js", *arguments], folder, limit))
    return Figures(**{name: float(said[name]) for name in Figures.__dataclass_fields__})


def program(name: str) -> str:
    """Return where a program is."""
    found = shutil.which(name)
    if not found:
        raise Unavailable(f"there is no {name} here.")
    return found


def run(command: list[str], folder: Path, limit: float) -> str:
    """Run something for so long at most; return what it says."""
    try:
        done = subprocess.run(  # noqa: S603
            command, cwd=folder, capture_output=True, text=True, timeout=limit, check=True
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{Path(command[0]).name} took more than {limit:g} seconds.") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["it does not say why"])[-1]
        raise Unavailable(f"{Path(command[0]).name} {command[1]} failed: {last}") from None
    return done.stdout


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    figures = measure(options.matches, options.seconds)
    if figures:
        print(f"boardgame.io, {options.matches} matches of two: {figures}")


if __name__ == "__main__":
    main()
