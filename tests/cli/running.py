"""Running commands: in this process, or as people do."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from siberia.cli.app import app, main


def run(*arguments: object, **options):
    """Run a command; what it raises is raised."""
    return CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False, **options)


def fails(capsys, monkeypatch, *arguments: object) -> str:
    """Run the real entry point; return the one sentence it ends with."""
    monkeypatch.setattr(sys, "argv", ["siberia", *map(str, arguments)])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("siberia: ")
    assert captured.err.count("\n") == 1
    return captured.err.strip()


def siberia(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
    """Run ``python -m siberia`` in a process of its own."""
    command = [sys.executable, "-m", "siberia", *map(str, arguments)]
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, check=False, text=True, encoding="utf-8", **kept)
