"""The arena on a Ray cluster of two nodes on this machine."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siberia import SetupError
from siberia.arena import Plan, cluster, play, schedule
from siberia.arena.cluster import run_on_ray

PLAN = Plan("card", 2, ("easy", "random"), 8)


@pytest.fixture(scope="module")
def mark(tmp_path_factory) -> Iterator[Path]:
    """A file by which a worker remembers that it has died once; the cluster inherits its name."""
    file = tmp_path_factory.mktemp("ray") / "mark"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIBERIA_TEST_MARK", str(file))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield file


@pytest.fixture(scope="module")
def address(mark) -> Iterator[str]:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    yield nodes.address
    ray.shutdown()
    nodes.shutdown()


def deadly(plan: Plan, fixture: Any) -> Any:
    """Play a fixture; the first worker that is given one of them dies in the middle of it."""
    mark = Path(os.environ["SIBERIA_TEST_MARK"])
    if fixture.number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(plan, fixture)


@pytest.mark.filterwarnings("ignore")
def test_the_results_are_the_same_even_if_a_worker_dies(address, mark, monkeypatch):
    monkeypatch.setattr(cluster, "play", deadly)
    there = {result.number: result.scores for result in run_on_ray(PLAN, schedule(PLAN), address)}
    assert there == {f.number: play(PLAN, f).scores for f in schedule(PLAN)}
    assert mark.exists()


def test_without_ray_it_says_what_to_install(monkeypatch):
    def missing(_name: str) -> Any:
        raise ImportError

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(SetupError, match=r"pip install .siberia\[ray\]"):
        next(run_on_ray(PLAN, [], "local"))
