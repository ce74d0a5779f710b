"""The command itself: how it is started, what it says of itself, and how it ends."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from siberia.cli import main
from siberia.cli.app import COMMANDS
from tests.cli.running import run, siberia

# Runs --help, then tells which modules that has loaded, beside those of the package itself.
HELP = """
import json, sys
import siberia
before = set(sys.modules)
from siberia.cli import main
sys.argv = ["siberia", *{arguments}]
try:
    main()
finally:
    print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""


def test_the_installed_command_says_what_there_is():
    (entry,) = entry_points(group="console_scripts", name="siberia")
    assert entry.load() is main
    done = siberia("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "independent implementation" in done.stdout
    for command in COMMANDS:
        assert f" {command.__name__} " in done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["arena", "--help"]])
def test_help_loads_neither_the_engine_nor_the_server(arguments):
    command = [sys.executable, "-c", HELP.format(arguments=arguments)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Usage: siberia" in done.stdout
    loaded = json.loads(done.stderr)
    rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("siberia.")}
    assert rooms <= {"siberia.cli", "siberia.engine"}
    assert not {"numba", "starlette", "uvicorn"} & set(loaded)


def test_without_a_command_people_want_to_play(monkeypatch):
    served = []
    monkeypatch.delenv("SIBERIA_PORT", raising=False)
    monkeypatch.setattr(sys, "argv", ["siberia"])
    monkeypatch.setattr(
        "siberia.web.http.serving.serve",
        lambda settings, opens_browser: served.append((settings.port, opens_browser)),
    )
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 0
    assert served == [(8000, True)]


def test_a_wrong_option_is_answered_with_the_usage():
    result = run("simulate", "card", "--games", "none")
    assert result.exit_code == 2
    assert "Usage:" in result.output


def test_a_full_disk_and_a_poor_terminal_give_no_stack_trace(record):
    with Path("/dev/full").open("w") as full:
        done = siberia("replay", record, stdout=full)
    assert (done.returncode, done.stderr) == (1, "siberia: cannot write: No space left on device\n")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = siberia("replay", record, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_cannot_be_is_named(tmp_path):
    file = tmp_path / (300 * "a")
    done = siberia("tables", "export", "over", "--out", file)
    sentence = f"siberia: {file} cannot be read or written: File name too long\n"
    assert (done.returncode, done.stderr) == (1, sentence)
