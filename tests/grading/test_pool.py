"""A worker that ends takes no submission with it."""

from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool

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
