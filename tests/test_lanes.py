"""The rules run the same compiled and interpreted, to the byte.

The interpreted lane checks every index and every overflow, and is where the rules' coverage is
measured.
"""

import os
import subprocess
import sys


def run(**environment: str) -> list[str]:
    command = [sys.executable, "-W", "error", "-m", "tests.lane", "2"]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_compiled_and_the_interpreted_lane_agree():
    lane, *compiled = run(NUMBA_DISABLE_JIT="0")
    assert lane == "compiled"
    lane, *interpreted = run(NUMBA_DISABLE_JIT="1")
    assert lane == "interpreted"
    assert compiled == interpreted
    assert compiled
