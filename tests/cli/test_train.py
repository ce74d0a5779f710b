"""`siberia train`: what it asks for, what it refuses, and how it shows its curve."""

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from siberia.cli.app import app
from siberia.cli.train import chosen_settings, curve
from siberia.engine.errors import SetupError
from siberia.training import run, settings
from siberia.training.evaluation import Measured


def test_options_choose_what_is_played():
    chosen = chosen_settings("card", "cpu", "2,4", "oya", "mixed")
    assert (chosen.seats, chosen.editions, chosen.width) == ((2, 4), ("oya",), 128)
    chosen = chosen_settings("board", "cuda", "2,3,4", "dlp", "on")
    assert (chosen.expansions, chosen.width) == ((True,), 512)
    assert set(chosen.seats) == {2, 3, 4}


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (("card", "cpu", "two", "dlp", "mixed"), "2,3,4"),
        (("card", "cpu", "5", "dlp", "mixed"), "5"),
        (("card", "cpu", "2", "latin", "mixed"), "latin"),
        (("board", "cpu", "2", "dlp", "maybe"), "on, off or mixed"),
        (("chess", "cpu", "2", "dlp", "on"), "chess"),
    ],
)
def test_what_cannot_be_played_is_refused(options, wrong):
    with pytest.raises(SetupError, match=wrong):
        chosen_settings(*options)


def test_a_curve_rises_with_the_shares():
    assert curve([0.0, 0.5, 1.0]) == "▁▅█"


class Examiner:
    """Stands for the process that plays matches: its answer comes at once."""

    is_free = True

    def __init__(self, game, opponents):
        self.updates = []

    def begin(self, net, folder, updates):
        self.updates.append(updates)

    def collect(self, *, wait=False):
        found = [Measured(updates, "medium", 0.75, 0.5, 0.9) for updates in self.updates]
        self.updates = []
        return found

    def close(self):
        pass


def test_a_run_leaves_a_net_a_checkpoint_and_a_log(tmp_path, monkeypatch):
    pytest.importorskip("jax")
    tiny = replace(settings.small("card"), matches=32, steps=8, width=16, critic_width=16)
    monkeypatch.setattr(settings, "small", lambda game: tiny)
    monkeypatch.setattr(run, "Examiner", Examiner)
    out = tmp_path / "net"
    done = CliRunner().invoke(
        app, ["train", "card", "--updates", "2", "--seats", "2", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert "2 updates, 512 decisions" in done.output
    assert {file.name for file in out.iterdir()} == {"card.npz", "checkpoint.npz", "log.jsonl"}
    log = (out / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(log) == 3
    assert '"opponent": "medium"' in log[-1]
