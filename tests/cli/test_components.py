"""What is printed: siberia components."""

import json

from tests.cli.running import fails, run
from tests.components.test_boxfile import changed


def test_components_are_shown_with_how_they_are_known():
    shown = run("components").output
    for part in ("salesmen", "diamond 8000", "Tokyo", "reconstructed", "rulebook", "sha256:"):
        assert part in shown
    boxes = json.loads(run("components", "--json").output)
    assert boxes[0]["salesmen"]["values"]["gas"] == 4000


def test_a_box_file_is_shown_or_refused(capsys, monkeypatch, tmp_path):
    file = changed(tmp_path, "gold = 7000", "gold = 8000")
    shown = json.loads(run("components", "--components", file, "--json").output)
    assert shown[0]["salesmen"]["values"]["gold"] == 8000
    assert shown[0]["sha256"] in run("components", "--components", file).output
    wrong = changed(tmp_path, "gold = 7000", "gold = 1000")
    error = fails(capsys, monkeypatch, "components", "--components", wrong)
    assert "the gold salesman, 1000, is worth less" in error
    assert ", line " in error
