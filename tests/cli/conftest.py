"""What the tests of several commands need."""

import pytest

from siberia import Match
from tests.support import play_random


@pytest.fixture
def record(tmp_path):
    """A file with the record of a match."""
    file = tmp_path / "match.txt"
    file.write_text(play_random(Match.new("card", seats=3, seed=2)).record(), encoding="utf-8")
    return file
