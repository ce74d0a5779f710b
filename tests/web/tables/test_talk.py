"""What can be said at a table, and how it is tidied."""

import pytest

from siberia.web.tables import talk
from siberia.web.tables.changes import Changes


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("  Well\t\n played  ", "Well played"),
        ("\u202egnitirw\u202c \u2066turned\u2069 around", "gnitirw turned around"),
        ("zero\u200bwidth\ufeff and \x00control\x1b", "zerowidth and control"),
        ("\U000e0041tag", "tag"),
        ("e\u0301", "\u00e9"),
        ("a" + "\u0336" * 40 + "b", "a" + "\u0336" * 4 + "b"),
        ("👩\u200d🌾 ok 👍🏽", "👩\u200d🌾 ok 👍🏽"),
        ("शुभकामनाएँ, שלום, 加油", "शुभकामनाएँ, שלום, 加油"),
        ("\u2028", ""),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(text, tidied):
    assert talk.tidy(text) == tidied


def test_what_watchers_say_does_not_even_wake_players():
    changes = Changes()
    table = frozenset({"a"})
    with (
        changes.subscribe("guest0", table, "players") as player,
        changes.subscribe("*", table, "watchers") as watcher,
        changes.subscribe("guest1", table) as program,
    ):
        changes.tell_talk("a", "watchers")
        assert (player.awake.is_set(), watcher.awake.is_set()) == (False, True)
        assert (player.take_talk(), watcher.take_talk()) == ([], ["a"])
        changes.tell_talk("a", "players")
        changes.tell_talk("b", "players")
        assert (player.take_talk(), watcher.take_talk()) == (["a"], ["a"])
        changes.tell_talk("a", "all")
        assert (player.take_talk(), player.take_talk()) == (["a"], [])
        assert not program.awake.is_set(), "who asked for words only is told of nothing else"
        assert player.take() == [], "the table itself is as it was"


def test_every_phrase_that_is_offered_has_a_text():
    assert set(talk.DURING) | set(talk.AFTER) == set(talk.PHRASES)
