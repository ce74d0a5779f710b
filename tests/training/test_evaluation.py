"""Nets are measured while they learn."""

from siberia.bots.net import pack
from siberia.training import evaluation
from siberia.training.evaluation import Examiner, measure
from tests.bots.test_net import tiny_weights


def test_a_net_is_measured_against_each_opponent_and_its_file_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(evaluation, "MATCHES", 4)
    file = tmp_path / "measured-7.npz"
    file.write_bytes(pack("card", tiny_weights("card")))
    found = measure("card", file, ("random", "easy"), 7)
    assert [(one.updates, one.opponent) for one in found] == [(7, "random"), (7, "easy")]
    assert all(0 <= one.low <= one.share <= one.high <= 1 for one in found)
    assert not file.exists()


def test_an_examiner_plays_in_a_process_of_its_own(tmp_path):
    examiner = Examiner("card", ("random",))
    assert examiner.is_free
    assert examiner.collect() == []
    examiner.begin(pack("card", tiny_weights("card")), tmp_path, 3)
    assert not examiner.is_free
    (found,) = examiner.collect(wait=True)
    assert (found.updates, found.opponent) == (3, "random")
    assert examiner.is_free
    examiner.close()
