"""The page that trains: its code is the example's, and the example learns to win.

Training takes minutes and PyTorch, and so it is only done where SIBERIA_SLOW is set.
"""

import importlib.util
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "train_card.py"

slow = pytest.mark.skipif("SIBERIA_SLOW" not in os.environ, reason="set SIBERIA_SLOW to train")


def test_the_code_of_the_page_is_that_of_the_example():
    page = (ROOT / "docs" / "TRAINING.md").read_text(encoding="utf-8")
    code = EXAMPLE.read_text(encoding="utf-8")
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert shown
    for part in shown:
        assert part in code
    constants = dict(re.findall(r"^([A-Z_]+) = (\d+)\b", code, re.MULTILINE))
    matches, steps = constants["MATCHES"], constants["ROLLOUT_STEPS"]
    amount = f"{constants['UPDATES']} updates, each on a rollout of {matches} × {steps} decisions"
    assert amount in " ".join(page.split())


@slow
def test_the_example_learns_to_beat_random_play():
    pytest.importorskip("torch")
    pytest.importorskip("pettingzoo")
    spec = importlib.util.spec_from_file_location("train_card", EXAMPLE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    agent = example.policy_agent(example.train())
    share, low, _ = example.win_share(agent, example.bot_agent("random"))
    assert share > 0.95
    assert low > 0.93
    assert example.win_share(agent, example.bot_agent("easy"))[1] > 0.5
