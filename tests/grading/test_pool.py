"""A worker that ends takes no submission with it: in a pool of processes, and on a Dask cluster."""

import os
import signal
import threading
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

import distributed
import pytest

from tests.grading.submissions import handed_in, solved
from tutor_utils.grading import pool
from tutor_utils.grading.marks import Marked, Settings


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


def test_a_fault_of_ours_is_trouble_of_that_submission_alone():
    class Fails(Executor):
        def submit(self, work, submission, *rest):
            future = Future()
            future.set_exception(RuntimeError("no luck"))
            return future

    (found,) = pool.mark_all([pool.Task(handed_in("ana"), Settings(secret=b""))], lambda _: Fails())
    assert found.learner == "ana" and "RuntimeError: no luck" in found.trouble


@pytest.mark.posix
def test_a_killed_worker_of_a_cluster_loses_nothing(bubblewrap, settings):
    """A real Dask cluster of this machine, one worker killed in the middle."""
    tasks = [pool.Task(handed_in(f"learner{i}", solved()), settings) for i in range(6)]
    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)

        def kill_one():
            while not any(client.processing().values()):
                time.sleep(0.05)
            time.sleep(1)
            os.kill(next(iter(pids.values())), signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        found = list(pool.mark_all(tasks, pool.on_dask(cluster.scheduler_address)))
        killer.join()
        after = set(client.run(os.getpid).values())
    assert set(pids.values()) - after, "no worker was killed"
    assert sorted(m.learner for m in found) == [f"learner{i}" for i in range(6)]
    assert not [m.trouble for m in found if m.trouble]
    assert {tuple(k.outcome for k in m.marks) for m in found} == {("passed",) * 3}
