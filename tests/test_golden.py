"""Matches recorded long ago replay for ever."""

import pytest

from siberia import Match
from tests.make_golden import GOLDEN

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_match_replays(file):
    text = file.read_text(encoding="utf-8")
    assert Match.read(text).record() == text


def test_there_is_a_dozen_of_them_in_both_editions():
    assert len(FILES) >= 12
    assert {file.stem.split("-")[1] for file in FILES} == {"dlp", "oya"}


def test_they_end_in_both_ways():
    endings = {Match.read(file.read_text(encoding="utf-8")).ending() for file in FILES}
    assert len(endings) == 2
