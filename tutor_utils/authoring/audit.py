"""``python3 -m tutor_utils audit``: is all that is right accepted, all that is wrong named?

For each exercise: the two banks in ``tests/answers``, every mutant of the course's own answer, and
that answer spoiled in the plainest ways. A shortfall of any kind ends with exit code 1.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import statistics
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from .. import exercises
from ..course.learner_package import load_answer
from ..course.sources import exercise_cells
from ..engine.exercise import Exercise
from ..engine.judge import UNFORESEEN, judge
from ..engine.observe import observe
from ..engine.report import Outcome, Report
from .bank import ANSWERS, answers, define
from .mutants import mutants

MUTANT_LIMIT_S = 10
MEMORY_LIMIT = 8 << 30
RIGHT_ANSWERS, WRONG_ANSWERS = 5, 10  # at least so many in each bank


@dataclass
class Audit:
    """What the audit of one exercise found. ``shortfalls`` is empty where all is well."""

    exercise: str
    right: int = 0
    accepted: int = 0
    wrong: int = 0
    refused: int = 0
    named: int = 0
    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    slowest_ms: float = 0.0
    idle: tuple[str, ...] = ()  # criteria that nothing wrong ever trips
    shortfalls: list[str] = field(default_factory=list)

    def row(self) -> str:
        """The exercise's line of the table."""
        return (
            f"{self.exercise:<22}{self.accepted:>5}/{self.right:<4}{self.refused:>5}/{self.wrong:<4}"
            f"{self.named:>5}/{self.wrong:<4}{self.killed:>6}/{self.mutants - self.equivalent:<5}"
            f"{self.equivalent:>4}{self.slowest_ms:>9.0f}  {', '.join(self.idle) or '-'}"
        )


HEADER = (
    f"{'exercise':<22}{'right':>8}  {'wrong':>8}  {'named':>8}  {'mutants':>9}  {'same':>4}"
    f"{'slowest':>9}  criteria that nothing trips\n"
    f"{'':<22}{'accepted':>8}  {'refused':>8}  {'':>8}  {'refused':>9}  {'':>4}{'ms':>9}"
)


def main(argv: list[str]) -> int:
    """Print the table and every shortfall. Exit code 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils audit", description=__doc__)
    parser.add_argument("exercises", nargs="*", metavar="EXERCISE", help="all, if none is named")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (the number of cores)"
    )
    options = parser.parse_args(argv)
    if options.jobs < 1:
        parser.error(f"--jobs={options.jobs} must be at least 1")
    try:
        wanted = [exercises.find(name).id for name in options.exercises]
    except exercises.UnknownName as error:
        parser.error(str(error))
    wanted = wanted or [e.id for e in exercises.exercises()]

    start = time.perf_counter()
    os.environ["OMP_NUM_THREADS"] = "1"  # each process has a core to itself
    print(HEADER, flush=True)
    found = []
    with ProcessPoolExecutor(options.jobs, initializer=_bound) as pool:
        for result in pool.map(examine, wanted):
            found.append(result)
            print(result.row(), flush=True)
    return summarise(found, time.perf_counter() - start)


def summarise(found: list[Audit], seconds: float) -> int:
    """Print the totals and the shortfalls; 1 if there are any."""
    sums = {
        name: sum(getattr(a, name) for a in found)
        for name in ("right", "accepted", "wrong", "refused", "named", "mutants", "killed")
    }
    share = sums["named"] / sums["wrong"] if sums["wrong"] else 1.0
    same = sum(a.equivalent for a in found)
    print(
        f"\n{sums['accepted']} of {sums['right']} right answers accepted, {sums['refused']} of "
        f"{sums['wrong']} wrong ones refused, {share:.1%} of these named as declared.\n"
        f"{sums['killed']} of {sums['mutants']} mutants refused, {same} change nothing. "
        f"{seconds:.0f} s."
    )
    shortfalls = [f"{a.exercise}: {line}" for a in found for line in a.shortfalls]
    for line in shortfalls:
        print(f"SHORTFALL  {line}")
    if not shortfalls:
        print("No shortfall.")
    return 1 if shortfalls else 0


def examine(exercise_id: str) -> Audit:
    """Audit one exercise."""
    torch.set_num_threads(1)
    exercise, audit = exercises.find(exercise_id), Audit(exercise_id)
    tripped: set[str] = set()
    _examine_bank(exercise, audit, tripped)
    _examine_mutants(exercise, audit, tripped)
    own = load_answer(exercise.id).value
    names = [c.name for c in _report(exercise, own).criteria]
    for criterion, spoiled in spoil(own).items():
        if criterion in names:
            report = _report(exercise, spoiled)
            tripped |= _tripped(report)
            if report.passed:
                audit.shortfalls.append(f"the answer spoiled in its {criterion} was accepted")
    audit.idle = tuple(name for name in names if name not in tripped)
    if audit.right < RIGHT_ANSWERS or audit.wrong < WRONG_ANSWERS:
        audit.shortfalls.append(
            f"the bank has {audit.right} right answers and {audit.wrong} wrong ones; at least "
            f"{RIGHT_ANSWERS} and {WRONG_ANSWERS} are wanted"
        )
    if audit.idle:
        audit.shortfalls.append(f"nothing wrong ever trips: {', '.join(audit.idle)}")
    return audit


def _report(exercise: Exercise, answer: Any) -> Report:
    return judge(exercise, observe(exercise, answer))


def _examine_bank(exercise: Exercise, audit: Audit, tripped: set[str]) -> None:
    for answer in answers(exercise.id):
        value, times = answer.load(), []
        for _ in range(3):
            start = time.perf_counter()
            report = _report(exercise, value)
            times.append(1000 * (time.perf_counter() - start))
        audit.slowest_ms = max(audit.slowest_ms, statistics.median(times))
        where = f"{answer.path.parent.name}/{answer.path.name}"
        if answer.right:
            audit.right += 1
            audit.accepted += report.passed
            if not report.passed:
                audit.shortfalls.append(f"{where} is right and was refused: {report.saw}")
            continue
        audit.wrong += 1
        refused = report.outcome in (Outcome.FAILED, Outcome.ERROR)
        audit.refused += refused
        audit.named += refused and report.diagnosis == answer.diagnosis
        tripped |= _tripped(report)
        if not refused:
            audit.shortfalls.append(f"{where} is wrong and was not refused")
        elif report.diagnosis != answer.diagnosis:
            audit.shortfalls.append(
                f"{where} was diagnosed as {report.diagnosis}, not {answer.diagnosis}"
            )
        elif not (report.saw and report.means and report.try_next):
            audit.shortfalls.append(f"{where} is told too little")


def _examine_mutants(exercise: Exercise, audit: Audit, tripped: set[str]) -> None:
    reasons = equivalent(exercise.id)
    unused = set(reasons)
    for mutant in mutants(exercise_cells()[exercise.id].solution):
        audit.mutants += 1
        try:
            with _limit(MUTANT_LIMIT_S):
                report = _report(exercise, define(exercise.id, mutant.text))
        except _TooLong:
            audit.killed += 1
            continue
        except Exception as error:
            if error.__traceback__.tb_next.tb_frame.f_code is define.__code__:
                audit.killed += 1  # the cell itself did not run
                continue
            raise RuntimeError(f"{exercise.id}: {mutant.change}") from error
        if report.diagnosis == UNFORESEEN:
            audit.shortfalls.append(f"the check itself failed on {mutant.change}: {report.saw}")
        if not report.passed:
            audit.killed += 1
            tripped |= _tripped(report)
            if mutant.change in reasons:
                audit.shortfalls.append(f"marked as equivalent, yet refused: {mutant.change}")
        elif mutant.change in reasons:
            audit.equivalent += 1
        else:
            audit.shortfalls.append(f"survived: {mutant.change}")
        unused.discard(mutant.change)
    audit.shortfalls += [f"marked as equivalent, but no mutant: {change}" for change in unused]


def _tripped(report: Report) -> set[str]:
    return {c.name for c in report.criteria if c.passed is False}


def equivalent(exercise_id: str) -> dict[str, str]:
    """Mutants of the answer that change nothing the contract speaks of -> the reason."""
    path = ANSWERS / exercise_id / "equivalent.toml"
    if not path.exists():
        return {}
    marked = tomllib.loads(path.read_text("utf-8"))["mutant"]
    return {entry["change"]: entry["reason"] for entry in marked}


def _bound() -> None:
    """Bound the memory of this process: a mutant may build a model of the wrong size."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))


class _TooLong(Exception):
    pass


@contextlib.contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """End what runs without an end. Windows has no alarm: there nothing is limited."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: Any) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def spoil(own: Any) -> dict[str, Any]:
    """Criterion -> the course's own answer, made wrong in the plainest way that this looks at."""
    ways: dict[str, Callable[[Any], Any]] = {
        "runs": _raise,
        "type": lambda result: None,
        "dtype": lambda result: _each(result, _other_type),
        "shape": lambda result: _each(result, lambda x: x[None]),
    }
    spoiled = {
        name: _wrapped(own, lambda f, args, kwargs, way=way: way(f(*args, **kwargs)))
        for name, way in ways.items()
    }
    return spoiled | {"arguments": _wrapped(own, _changing())}


def _wrapped(own: Any, around: Callable[..., Any]) -> Any:
    """``own``, with ``around(call, args, kwargs)`` in the place of each call."""
    if not isinstance(own, type):
        return lambda *args, **kwargs: around(own, args, kwargs)

    def forward(self: nn.Module, *args: Any, **kwargs: Any) -> Any:
        return around(lambda *a, **k: own.forward(self, *a, **k), args, kwargs)

    return type(own.__name__, (own,), {"forward": forward})


def _raise(result: Any) -> Any:
    raise RuntimeError("spoiled on purpose")


def _each(value: Any, change: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, Tensor):
        return change(value)
    if isinstance(value, (tuple, list)):
        return type(value)(_each(v, change) for v in value)
    return value


def _other_type(x: Tensor) -> Tensor:
    return x.float() if x.dtype in (torch.float64, torch.int64, torch.bool) else x.double()


def _changing() -> Callable[..., Any]:
    """A call that changes its arguments, the first time: later results stay right."""
    calls = []

    def around(call: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
        result = _each(call(*args, **kwargs), torch.clone)
        calls.append(result)
        if len(calls) > 1:
            return result
        with torch.no_grad():
            for value in (*args, *kwargs.values()):
                for x in value.parameters() if isinstance(value, nn.Module) else [value]:
                    if isinstance(x, Tensor):
                        x.logical_not_() if x.dtype == torch.bool else x.add_(1)
                    elif isinstance(x, list):
                        x.append(x[-1] if x else 0)
        return result

    return around
