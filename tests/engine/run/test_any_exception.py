"""Whatever code raises, returns or waits for: a report, and never a traceback of the course's."""

import signal
import threading
import time

import pytest
import torch
from small_exercise import EXERCISE, Bank, scaled
from torch import Tensor, nn

from tutor_utils import check
from tutor_utils.engine.observation import Observation, OutOfTime
from tutor_utils.engine.run import observe as observing
from tutor_utils.engine.run.observe import observe
from tutor_utils.engine.run.time_limit import time_limit
from tutor_utils.engine.verdict.examine import examine
from tutor_utils.engine.verdict.failure import OUT_OF_TIME
from tutor_utils.engine.verdict.judge import judge
from tutor_utils.engine.verdict.report import Outcome

HAS_TIMER = hasattr(signal, "setitimer")
posix = pytest.mark.skipif(not HAS_TIMER, reason="no timer to interrupt with")


class Own(BaseException):
    """No Exception: `except Exception` lets it by."""


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no words")

    __repr__ = __str__


def deep(n=0):
    return deep(n + 1)


def deep_list():
    inner = []
    for _ in range(100_000):
        inner = [inner]
    return inner


RAISED = {
    "Own": lambda: Own("mine"),
    "SystemExit": lambda: SystemExit(3),
    "Silent": Silent,
    "ExceptionGroup": lambda: ExceptionGroup("two", [ValueError("a"), TypeError("b")]),
    "StopIteration": lambda: StopIteration(1),
    "MemoryError": lambda: MemoryError(),
}


def examined(answer):
    """The report, which also can be shown, and sent from the sandbox."""
    observation = observe(EXERCISE, answer)
    loaded = Observation.from_bytes(observation.to_bytes())
    report = examine(EXERCISE, answer, observation, Bank())
    assert str(judge(EXERCISE, loaded).saw) == str(judge(EXERCISE, observation).saw)
    str(report).encode(), report._repr_html_().encode()
    return report


@pytest.mark.parametrize("name", RAISED)
def test_any_exception_is_reported(name):
    def answer(x, factor):
        raise RAISED[name]()

    report = examined(answer)
    assert report.outcome is Outcome.ERROR
    assert name in report.saw and "raise RAISED[name]()" in report.saw


def test_endless_recursion_is_reported():
    report = examined(lambda x, factor: deep())
    assert report.outcome is Outcome.ERROR and report.diagnosis == "calls-itself"


def fails(*names):
    """An object whose special methods raise."""

    def method(self, *args):
        raise RuntimeError("not me")

    return type("Odd", (), dict.fromkeys(names, method))()


class Lazy(Tensor):
    """A tensor that fails as soon as anybody does anything with it."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        raise RuntimeError("no numbers yet")


RETURNED = {
    "eq": lambda: fails("__eq__", "__ne__", "__hash__"),
    "repr": lambda: fails("__repr__", "__str__"),
    "lazy tensor": lambda: torch.ones(2).as_subclass(Lazy),
    "sparse": lambda: torch.eye(2).to_sparse(),
    "nested": lambda: torch.nested.nested_tensor([torch.ones(1), torch.ones(2)]),
    "complex": lambda: torch.ones(1, 2, dtype=torch.complex64),
    "generator": lambda: (i for i in range(3)),
    "itself": lambda: (lambda box: box.append(box) or box)([]),
    "deep": deep_list,
    "class object": lambda: Lazy,
    "surrogate": lambda: "\ud83d",
    "huge number": lambda: 10**5000,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", RETURNED)
def test_any_object_may_be_returned(name):
    for answer in (lambda x, factor: RETURNED[name](), lambda x, factor: (RETURNED[name](), 1)):
        report = examined(answer)
        assert not report.passed and report.saw and report.means and report.try_next


CHECKED = {"call": lambda: fails("__call__"), "number": int, "nothing": list, "module": nn.Module}


@pytest.mark.parametrize("name", RETURNED | CHECKED)
def test_any_object_may_be_checked(name):
    report = check("split_heads", (RETURNED | CHECKED)[name](), raise_on_failure=False)
    assert not report.passed and report.saw


# The learner pressed stop


@posix
def test_stop_ends_the_check_at_once():
    """As the stop button does: a signal while the code runs."""

    def answer(x, num_heads):
        torch.set_default_dtype(torch.float64)
        signal.raise_signal(signal.SIGINT)
        while True:
            pass

    with pytest.raises(KeyboardInterrupt) as stopped:
        check("split_heads", answer, raise_on_failure=False)
    assert stopped.value._render_traceback_() == ["The check was stopped. Nothing was kept."]
    assert torch.get_default_dtype() == torch.float32
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


# Time


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(observing, "TRIAL_SECONDS", 0.2)


@pytest.fixture(params=["timer", "thread"] if HAS_TIMER else ["thread"])
def clock(request, monkeypatch):
    """A limit by the system's timer, and by a thread as on Windows. Gives what is to stay."""
    kept = [number for name in ("SIGALRM", "SIGINT") if (number := getattr(signal, name, None))]
    before = [signal.getsignal(number) for number in kept]
    if request.param == "thread":
        monkeypatch.delattr(signal, "setitimer", raising=False)
    yield
    assert [signal.getsignal(number) for number in kept] == before
    assert not HAS_TIMER or signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.usefixtures("short", "clock")
def test_code_without_an_end_is_stopped_and_told():
    calls = []

    def answer(x, factor):
        calls.append(factor)
        torch.set_grad_enabled(False)
        while len(x) == 2:
            pass
        return scaled(x, factor)

    report = examined(answer)
    assert len(calls) == 2, "no trial after it, no second run"
    assert (report.outcome, report.diagnosis) == (Outcome.ERROR, OUT_OF_TIME)
    assert "On two rows of 3" in report.saw and "0.2 seconds" in report.saw
    assert "while len(x) == 2:" in report.saw or "pass" in report.saw
    assert report.example.call.startswith("scaled(x, factor)\nx = [[")
    assert report.example.expected == "(an end)" and "0.2 seconds" in report.example.actual
    assert [c.passed for c in report.criteria].count(True) == 0, "the others were not looked at"
    assert next(c.name for c in report.criteria if c.passed is False) == "runs"
    assert torch.is_grad_enabled()


@pytest.mark.usefixtures("short", "clock")
@pytest.mark.parametrize("caught", [Exception, BaseException])
def test_code_that_catches_its_timeout_is_stopped_later(caught):
    came_to = []

    def answer(x, factor):
        try:
            wait(60)
        except caught:
            wait(60)
            came_to.append("its end")

    assert examined(answer).diagnosis == OUT_OF_TIME
    assert came_to == []


@pytest.mark.usefixtures("short", "clock")
def test_timeout_on_a_bad_argument_is_reported():
    def answer(x, factor):
        while factor < 0:
            pass
        return scaled(x, factor)

    report = examined(answer)
    assert report.diagnosis == OUT_OF_TIME
    assert next(c.name for c in report.criteria if c.passed is False) == "refuses"


@pytest.mark.usefixtures("clock")
def test_shorter_outer_time_limit_wins():
    with pytest.raises(OutOfTime, match=r"0\.1 seconds"), time_limit(0.1), time_limit(500):
        wait(60)
    with pytest.raises(OutOfTime, match=r"0\.1 seconds"), time_limit(0.1):
        with time_limit(500):
            pass
        wait(60)


@pytest.mark.usefixtures("clock")
def test_longer_outer_time_limit_continues():
    with pytest.raises(OutOfTime, match=r"1 seconds"), time_limit(1):
        with pytest.raises(OutOfTime, match=r"0\.1 seconds"), time_limit(0.1):
            wait(60)
        wait(60)


def test_outside_the_main_thread_there_is_no_limit():
    reports = []
    thread = threading.Thread(
        target=lambda: reports.append(judge(EXERCISE, observe(EXERCISE, scaled)))
    )
    thread.start()
    thread.join()
    assert reports[0].passed


@pytest.mark.usefixtures("clock")
def test_stop_inside_a_limit_is_the_learners():
    with pytest.raises(KeyboardInterrupt), time_limit(5):
        signal.raise_signal(signal.SIGINT)
        wait(1)


def test_time_used_by_other_processes_is_not_counted(monkeypatch):
    monkeypatch.setattr("tutor_utils.engine.run.time_limit.time.process_time", lambda: 0.0)
    with time_limit(1):
        wait(1.5)  # it rings once, and may six times as late
    with pytest.raises(OutOfTime), time_limit(0.2):
        wait(60)


def wait(seconds):
    """Work until then, or until somebody ends it: a limit that fails lets it come to its end."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
