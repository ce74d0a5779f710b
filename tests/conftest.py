"""Compiles the rules once before several workers start, who would each compile all of them."""

import os
import subprocess
import sys

import pytest

# What a server does first: everything that a match and its bots call is compiled by it.
COMPILE = """
import sys
from siberia import Match
from siberia.bots import Seat, bot
bot("hard").choose(Seat(Match.new(sys.argv[1])))
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile both games side by side; where that was done before, they are soon through."""
    is_worker = hasattr(session.config, "workerinput")
    if is_worker or not session.config.getoption("numprocesses", None):
        return
    # Nothing to measure here: coverage would only slow the compiler down.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_PROCESS")}
    games = [
        subprocess.Popen([sys.executable, "-c", COMPILE, name], env=environment)
        for name in ("card", "board")
    ]
    for game in games:
        # What is wrong with the rules is told by the tests.
        game.wait()
