"""The heap of dots: every player is there once, and nothing leaves the picture."""

from hypothesis import given
from hypothesis import strategies as st

from siberia.drawing.heap import GROUND, HEIGHT, WIDTH, Dot, Signpost, ground_of, heap
from tests.drawing.reading import check, ids, texts, words

scores = st.integers(0, 300_000)
dots = st.lists(st.builds(Dot, scores, st.booleans()), min_size=1, max_size=400)


def drawn(players, own=None, expert=None):
    """The tree of a heap with its middle at the first dot."""
    markup = heap(
        players,
        middle=Signpost(players[0].score, "the middle"),
        own=None if own is None else Signpost(own, "you"),
        expert=None if expert is None else Signpost(expert, "the expert"),
        write=lambda n: f"{n:,}",
        label="All of it",
    )
    tree = check(markup)
    assert (tree.get("role"), tree.get("aria-label")) == ("img", "All of it")
    assert not ids(tree)
    return tree


def kinds(tree, kind):
    return [node for node in tree.iter("circle") if kind in words(node)]


@given(dots, st.none() | scores, st.none() | scores)
def test_everybody_lies_in_the_heap_once_and_within_the_picture(players, own, expert):
    tree = drawn(players, own, expert)
    won = sum(dot.won for dot in players)
    assert (len(kinds(tree, "won")), len(kinds(tree, "lost"))) == (won, len(players) - won)
    for node in tree.iter("circle"):
        x, y, radius = (float(node.get(name)) for name in ("cx", "cy", "r"))
        assert radius <= x <= WIDTH - radius
        assert radius <= y <= GROUND
        assert radius > 0
    for node in tree.iter("text"):
        assert 0 < float(node.get("y")) < HEIGHT


@given(dots)
def test_no_dot_covers_another(players):
    tree = drawn(players)
    places = [(node.get("cx"), node.get("cy")) for node in tree.iter("circle")]
    assert len(set(places)) == len(places)


def test_who_won_lies_at_the_foot():
    tree = drawn([Dot(5000, False), Dot(5000, True), Dot(5000, False)])
    (won,) = kinds(tree, "won")
    assert all(float(lost.get("cy")) < float(won.get("cy")) for lost in kinds(tree, "lost"))


def test_signs_point_where_they_say_and_only_where_there_is_one():
    players = [Dot(10_000, False), Dot(90_000, True)]
    assert {"you", "the expert"}.isdisjoint(texts(drawn(players)))
    tree = drawn(players, own=90_000, expert=50_000)
    assert {"you", "the expert", "the middle"} <= set(texts(tree))
    ground = ground_of([10_000, 50_000, 90_000])
    own, expert = kinds(tree, "point")
    assert float(own.get("cx")) == round(ground.x(90_000), 2)
    assert float(expert.get("cx")) == round(ground.x(50_000), 2)


@given(st.lists(scores, min_size=1))
def test_the_ground_has_round_numbers_and_holds_all(found):
    ground = ground_of(found)
    assert ground.low % ground.step == ground.high % ground.step == 0
    assert ground.low <= min(found)
    assert max(found) <= ground.high
    assert ground.low < ground.high
    assert (ground.high - ground.low) // ground.step <= 8


def test_a_heap_without_a_middle_is_no_mistake_where_all_had_nothing():
    tree = drawn([Dot(0, False)] * 3)
    assert len(kinds(tree, "lost")) == 3
