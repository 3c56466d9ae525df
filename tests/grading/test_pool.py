"""A worker that ends takes no submission with it."""

import os
import shutil
import sys
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from tests.grading.submissions import ATTACKS, answered, handed_in, put, solved, stub
from tutor_utils.grading import cli, pool
from tutor_utils.grading.marks import Marked, Settings
from tutor_utils.grading.submission import BadInput


class _Breaks(Executor):
    """A pool that breaks as soon as it gets the culprit."""

    def submit(self, work, submission, *rest):
        future = Future()
        self.broken = getattr(self, "broken", False) or submission.learner == "eve"
        if self.broken:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(Marked(submission.learner, "", ""))
        return future


def test_a_submission_that_kills_its_worker_is_named_and_alone():
    people = ["ana", "eve", "ben", "cem"]
    tasks = [pool.Task(handed_in(name, solved()), Settings(secret=b"")) for name in people]
    found = {m.learner: m.trouble for m in pool.mark_all(tasks, lambda most: _Breaks())}
    assert set(found) == set(people)
    assert [name for name, trouble in found.items() if trouble] == ["eve"]


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "10.0.0.1:8786", "localhost.eu:1"])
def test_a_cluster_elsewhere_must_be_encrypted(address):
    pytest.importorskip("distributed")
    with pytest.raises(BadInput, match="must begin with tls://"):
        pool.on_a_cluster(address)


def test_without_the_package_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match="run pip install distributed"):
        pool.on_a_cluster("tls://a:1")


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(**settings) as made,
    ):
        yield made


def _ends(*_):
    os._exit(1)


@pytest.mark.slow
def test_a_cluster_gives_the_table_of_this_machine(bubblewrap, tmp_path, cluster):
    wrong = answered("def split_heads(x, num_heads):\n    return x.reshape(*x.shape[:2], -1)")
    for i, book in enumerate([solved(), stub(), wrong, answered(ATTACKS["frames"].read_text())]):
        put(tmp_path / "in" / f"l{i}", book)
    found = []
    for name, more in (("here", []), ("there", ["--scheduler", cluster.scheduler_address])):
        out = tmp_path / name
        out.mkdir()
        if found:  # one class has one secret
            shutil.copy(tmp_path / "here" / "gradebook.sqlite", out)
        assert cli.main([str(tmp_path / "in"), "--out", str(out), "--again", *more]) == cli.DONE
        found.append((out / "grades.csv").read_bytes())
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_clusters_worker_that_dies_takes_no_submission(monkeypatch, cluster):
    monkeypatch.setattr(pool, "mark", _ends)
    task = pool.Task(handed_in("eve", solved()), Settings(secret=b""))
    (found,) = pool.mark_all([task], pool.on_a_cluster(cluster.scheduler_address))
    assert found.trouble == "The worker that marked it ended each time."


def test_a_fault_of_ours_is_trouble_of_that_submission_alone():
    class Fails(Executor):
        def submit(self, work, submission, *rest):
            future = Future()
            future.set_exception(RuntimeError("no luck"))
            return future

    (found,) = pool.mark_all([pool.Task(handed_in("ana"), Settings(secret=b""))], lambda _: Fails())
    assert found.learner == "ana" and "RuntimeError: no luck" in found.trouble
