"""A class on a real Dask cluster of this machine, one worker killed in the middle."""

import os
import signal
import threading
import time

import pytest
from conftest import SECRET, handed_in, solved

from tutor_utils.grading import cli
from tutor_utils.grading.marking import Settings
from tutor_utils.grading.sandbox import Limits

distributed = pytest.importorskip("distributed", reason="Dask is an optional extra")


def test_a_killed_worker_loses_nothing(monkeypatch):
    settings = Settings(SECRET, Limits(seconds=15), notebooks=("02",))
    tasks = [(handed_in(f"learner{i}", solved()), settings, (), None) for i in range(6)]
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
        address = cluster.scheduler_address
        found = list(cli.run(tasks, lambda most: cli._dask(address)))
        killer.join()
        after = set(client.run(os.getpid).values())
    assert set(pids.values()) - after, "no worker was killed"
    assert sorted(m.learner for m in found) == [f"learner{i}" for i in range(6)]
    assert not [m.trouble for m in found if m.trouble]
    assert {tuple(k.outcome for k in m.marks) for m in found} == {("passed",) * 3}
