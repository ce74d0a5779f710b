"""What is told to beginners of each kind of decision."""

import pytest

from siberia.match.games import GAMES
from siberia.web.pages.explanations import EXPLANATIONS
from siberia.web.pages.rulebook import rulebook

# What is decided in two phases is explained in the first; in the last nothing is decided.
WITHOUT = {"pay", "exchange", "over"}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_has_an_explanation(game: str):
    assert {phase for of, phase in EXPLANATIONS if of == game} == set(GAMES[game].PHASES) - WITHOUT


@pytest.mark.parametrize("explained", EXPLANATIONS.values(), ids=lambda one: one.kind)
def test_it_is_short_and_names_a_rule(explained):
    assert len(explained.title) < 40
    assert len(explained.text) < 220
    assert explained.rule in {rule.id for rule in rulebook(explained.game, "en").rules}
