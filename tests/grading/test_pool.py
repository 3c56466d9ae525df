"""A worker that ends takes no submission with it; one that never ends is no reason to wait."""

import os
import subprocess
import sys
from multiprocessing import active_children

import pytest

from tests.grading.submissions import handed_in, solved
from tutor_utils.authoring.generate import ROOT
from tutor_utils.grading import pool
from tutor_utils.grading.marks import Marked, Settings


@pytest.fixture
def tasks(bubblewrap):
    people = ["ana", "eve", "ben", "cem"]
    return [pool.Task(handed_in(name, solved()), Settings(secret=b"")) for name in people]


def _marked(submission):
    return Marked(submission.learner, "", "")


@pytest.mark.posix
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_submission_that_kills_its_worker_is_named_and_alone(tasks, monkeypatch, jobs):
    def mark(submission, *rest):
        if submission.learner == "eve":
            os.kill(os.getpid(), 9)
        return _marked(submission)

    monkeypatch.setattr(pool, "mark", mark)
    found = {m.learner: m.trouble for m in pool.mark_all(tasks, jobs)}
    assert set(found) == {"ana", "eve", "ben", "cem"}
    assert [name for name, trouble in found.items() if trouble] == ["eve"]
    assert not active_children()


@pytest.mark.posix
def test_a_worker_that_dies_once_is_no_trouble(tasks, monkeypatch, tmp_path):
    def mark(submission, *rest):
        if submission.learner == "eve" and not (tmp_path / "died").exists():
            (tmp_path / "died").touch()
            os.kill(os.getpid(), 9)
        return _marked(submission)

    monkeypatch.setattr(pool, "mark", mark)
    found = {m.learner: m.trouble for m in pool.mark_all(tasks, 2)}
    assert found == dict.fromkeys(("ana", "eve", "ben", "cem"), "")


@pytest.mark.posix
def test_a_fault_of_ours_is_trouble_of_that_submission_alone(tasks, monkeypatch):
    def mark(submission, *rest):
        if submission.learner == "eve":
            raise RuntimeError("no luck")
        return _marked(submission)

    monkeypatch.setattr(pool, "mark", mark)
    found = {m.learner: m.trouble for m in pool.mark_all(tasks, 2)}
    assert "RuntimeError: no luck" in found.pop("eve")
    assert not any(found.values())


STOPS = """
import time
from multiprocessing import active_children
from tests.grading.submissions import handed_in
from tutor_utils.grading import pool
from tutor_utils.grading.marks import Marked, Settings

def mark(submission, *rest):
    if submission.learner != "ana":
        time.sleep(3600)
    return Marked(submission.learner, "", "")

pool.mark = mark
large = "x" * 1_000_000  # more than a pipe holds: whoever writes it waits for a reader
people = ["ana", *map(str, range(6))]
marking = pool.mark_all([pool.Task(handed_in(p, large), Settings(secret=b"")) for p in people], 2)
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
