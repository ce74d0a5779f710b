"""Looking back on a recorded match: siberia review."""

from siberia.review import Review
from tests.cli.running import fails, run


def test_a_review_for_people(record):
    shown = run("review", record, "--seat", 1).output
    for part in ("points of the win", "luck", "own", "result", "played"):
        assert part in shown


def test_a_review_for_programs(record):
    found = Review.read(run("review", record, "--seat", 2, "--seed", 4, "--json").output)
    assert (found.reviewed, found.seed) == ((1,), 4)
    for one in found.balances:
        assert one.start + one.luck + one.own + sum(one.others) == one.result


def test_a_seat_that_is_not_there(capsys, monkeypatch, record):
    error = fails(capsys, monkeypatch, "review", record, "--seat", 9)
    assert error == "siberia: no seat 9; the seats are 1 to 3"
