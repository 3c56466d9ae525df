"""A worker that ends takes no submission with it; one that never ends is no reason to wait."""

import os
import shutil
import subprocess
import sys
import time
from multiprocessing import active_children

import pytest

from tests.grading.submissions import ATTACKS, answered, command, handed_in, put, solved, stub
from tutor_utils.authoring.generate import ROOT
from tutor_utils.grading import mark_class
from tutor_utils.grading.intake.submission import BadInput
from tutor_utils.grading.judge import pool
from tutor_utils.grading.judge.marks import Result, Settings


@pytest.fixture
def tasks(bubblewrap):
    people = ["ana", "eve", "ben", "cem"]
    return [(handed_in(name, solved()), Settings(secret=b"")) for name in people]


def _marked(submission):
    return Result(submission.learner, "", "")


def _fails(deadly):
    if deadly:
        os.kill(os.getpid(), 9)
    raise RuntimeError("no luck")


@pytest.mark.posix
@pytest.mark.parametrize(
    ("times", "deadly", "jobs", "trouble"),
    [
        (9, True, 1, pool.ENDED),
        (9, True, 3, pool.ENDED),
        (1, True, 2, ""),
        (9, False, 2, "no luck"),
    ],
)
def test_what_fails_one_submission_is_its_trouble_alone(
    tasks, monkeypatch, tmp_path, times, deadly, jobs, trouble
):
    def mark(submission, *rest):
        if submission.learner == "eve" and len(list(tmp_path.iterdir())) < times:
            (tmp_path / f"{time.monotonic_ns()}").touch()
            _fails(deadly)
        return _marked(submission)

    monkeypatch.setattr(pool, "mark", mark)
    found = {m.learner: m.trouble for m in pool.mark_all(tasks, jobs)}
    assert set(found) == {"ana", "eve", "ben", "cem"}
    said = found.pop("eve")
    assert (trouble in said if trouble else not said) and not any(found.values())
    assert not active_children()


STOPS = """
import time
from multiprocessing import active_children
from tests.grading.submissions import handed_in
from tutor_utils.grading import mark_class
from tutor_utils.grading.judge import pool
from tutor_utils.grading.judge.marks import Result, Settings
from tutor_utils.grading.intake.submission import BadInput

def mark(submission, *rest):
    if submission.learner != "ana":
        time.sleep(3600)
    return Result(submission.learner, "", "")

pool.mark = mark
large = "x" * 1_000_000  # more than a pipe holds: whoever writes it waits for a reader
people = ["ana", *map(str, range(6))]
marking = pool.mark_all([(handed_in(p, large), Settings(secret=b"")) for p in people], 2)
print(next(marking).learner)
marking.close()
assert not active_children()
"""


@pytest.mark.posix
def test_stopping_waits_for_nobody(bubblewrap):
    done = subprocess.run(
        [sys.executable, "-c", STOPS], cwd=ROOT, capture_output=True, text=True, timeout=900
    )
    assert (done.stdout, done.stderr) == ("ana\n", "")


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
        asked = command([str(tmp_path / "in"), "--out", str(out), "--again", *more])
        assert asked == mark_class.LOOK  # at the cells that reach into Python
        found.append((out / "grades.csv").read_bytes())
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_clusters_worker_that_dies_takes_no_submission(monkeypatch, cluster):
    monkeypatch.setattr(pool, "mark", _ends)
    task = handed_in("eve", solved()), Settings(secret=b"")
    (found,) = pool.mark_on(pool.on_a_cluster(cluster.scheduler_address), [task])
    assert found.trouble == "The worker that marked it ended each time."
