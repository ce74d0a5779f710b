"""Matches recorded long ago replay for ever."""

import re
from itertools import product

import pytest

from siberia import Match
from tests.make_golden import GOLDEN
from tests.support import SEATS, VARIANTS

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_match_replays(file):
    text = file.read_text(encoding="utf-8")
    assert Match.read(text).record() == text


def test_there_are_some_of_every_variant_and_number_of_seats():
    names = [file.stem for file in FILES]
    for variant, seats in product(VARIANTS, SEATS):
        assert sum(name.startswith(f"{variant}-{seats}") for name in names) >= 2


def test_they_end_in_all_ways_that_people_meet():
    endings = {Match.read(file.read_text(encoding="utf-8")).ending() for file in FILES}
    rules = {rule for ending in endings for rule in re.findall(r"[BC]\d+", str(ending))}
    assert rules == {"C21", "C22", "B30"}
    assert "eight areas were exhausted (B30)" in endings
