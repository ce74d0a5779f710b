"""Who follows tables, and what they are told: how far the words are, or that something changed."""

from siberia.web.tables.changes import Changes


def test_words_are_told_by_how_long_the_log_is():
    changes = Changes()
    with changes.subscribe("guest0", frozenset({"a", "b"})) as one:
        changes.tell("a", seq=3)
        changes.tell("a", seq=5)
        changes.tell("b", seq=2)
        changes.tell("c", seq=9)
        assert one.take() == [("a", 5), ("b", 2)]
        assert one.take() == []


def test_whatever_else_has_changed_must_be_looked_at():
    changes = Changes()
    with changes.subscribe("guest0", frozenset({"a"})) as one:
        changes.tell("a", seq=3)
        changes.tell("a")
        changes.tell("a", seq=4)
        assert one.take() == [("a", None)]
        changes.tell("a", seq=5)
        assert one.take() == [("a", 5)]
        changes.hear_all()
        assert one.take() == [("a", None)]


def test_one_guest_alone_can_be_told():
    changes = Changes()
    with (
        changes.subscribe("guest0", frozenset({"a"})) as one,
        changes.subscribe("guest1", frozenset({"a"})) as other,
    ):
        changes.tell("a", "guest1")
        assert (one.take(), other.take()) == ([], [("a", None)])
        assert (changes.count("guest0"), changes.count("guest2")) == (1, 0)
    assert changes.count("guest0") == 0


def test_who_follows_nothing_hears_of_the_end():
    changes = Changes()
    with changes.subscribe("guest0", frozenset()) as one:
        changes.close()
        assert one.awake.is_set()


def test_who_follows_a_table_is_not_away():
    changes = Changes()
    assert changes.away("guest0", "a") is None
    with changes.subscribe("guest0", frozenset({"a"})):
        assert changes.away("guest0", "a") == 0.0
        assert changes.away("guest1", "a") is None
    assert 0.0 <= (changes.away("guest0", "a") or 0.0) < 5.0


def test_who_wants_it_so_is_not_told_of_what_they_did_themselves():
    changes, tables = Changes(), frozenset({"a"})
    with (
        changes.subscribe("guest0", tables, own=False) as program,
        changes.subscribe("guest0", tables) as page,
        changes.subscribe("guest1", tables, own=False) as other,
    ):
        changes.tell("a", seq=1, by="guest0")
        assert [one.take() for one in (program, page, other)] == [[], [("a", 1)], [("a", 1)]]
        changes.tell("a", seq=2, by="")
        changes.tell("a", seq=3)
        assert program.take() == [("a", 3)]
