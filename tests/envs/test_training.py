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
    constants = re.search(r"^MATCHES, STEPS, UPDATES = (\d+), (\d+), (\d+)$", code, re.MULTILINE)
    assert constants
    matches, steps, updates = constants.groups()
    told = f"{updates} rounds of {matches} × {steps} decisions"
    assert told in " ".join(page.split())


@slow
def test_the_example_learns_to_beat_random_play():
    pytest.importorskip("torch")
    pytest.importorskip("pettingzoo")
    spec = importlib.util.spec_from_file_location("train_card", EXAMPLE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    agent = example.trained(example.train())
    share, low, _ = example.win_share(agent, example.named("random"))
    assert share > 0.95
    assert low > 0.93
    assert example.win_share(agent, example.named("easy"))[1] > 0.5
