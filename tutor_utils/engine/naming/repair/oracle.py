"""Asks the exercise's own trials whether a program is right, as cheaply as they allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ....noted import one_run
from ...evidence import Evidence, trials_of
from ...exercise import Exercise, Trial
from ...observation import Observed, OutOfTime
from ...run import programs
from ...run.observe import run_trial
from ...run.time_limit import time_limit
from ..replay import passes
from .code import Code
from .edit import Edit
from .place import Types

LIMIT_S = 5.0  # of one program in all trials: a net, for what no count of rounds ends
_OWN_S = 5.0  # for the learner's own run
_CONFIRM_S = 5.0


@dataclass(frozen=True)
class OwnRun:
    """What the learner's own program did in the first trial that it fails.

    Attributes:
        stopped: Whether it ended in an error there, or fails no trial.
        lines: The lines that it reached.
        types: What its names held.
    """

    stopped: bool
    lines: set[int]
    types: Types


class Oracle(Protocol):
    """Runs programs on the trials of an exercise, in this process or beside a stranger's code."""

    def run_own(self, code: Code) -> OwnRun:
        """Run the learner's own program; asked first.

        Raises:
            OutOfTime: it took too long.
        """

    def tried(self, code: Code, edits: Iterable[Edit]) -> Iterator[tuple[Edit, float]]:
        """Each edit, and the share of the failing trials that pass with it.

        1 where the code passes the whole check; 0 where a trial fails that passed before.
        """

    def gives(self, code: Code, trial: Trial) -> list[Any]:
        """What the piece that is marked in the code gives in a trial."""


class Here:
    """An oracle in this process."""

    order: Order  # of the trials; made when the learner's own program has run

    def __init__(self, exercise: Exercise, number: int, confirm: Callable[[Any], bool]) -> None:
        """Make the trials.

        Args:
            number: The seed of the inputs.
            confirm: The whole check, on other inputs too; asked of what passes all trials.
        """
        self.evidence = Evidence(exercise, number, trials_of(exercise, number), {})
        self.confirm = confirm

    def run_own(self, code: Code) -> OwnRun:
        own = code.answer()
        costs: dict[str, int] = {}
        failing, stopped = set(), set()
        with time_limit(_OWN_S):
            with one_run():
                for trial in self.evidence.trials.values():
                    one = partial(programs.run, trial, own)
                    seen, costs[trial.name] = programs.counted(one)
                    if not is_right(self.evidence, trial, seen):
                        failing.add(trial.name)
                        stopped |= {trial.name} if seen.raised else set()
            self.order = Order(self.evidence.trials, failing, costs, stopped)
            first = self.order.trials[0]
            seen, lines, types = programs.traced(lambda: programs.run(first, own))
        return OwnRun(bool(seen.raised) or not failing, lines, types)

    def tried(self, code: Code, edits: Iterable[Edit]) -> Iterator[tuple[Edit, float]]:
        for edit in edits:
            with edit.made():
                answer = code.answer()
                share = 0.0 if answer is None else self._share(answer)
                if share == 1 and not self._confirmed(code):
                    share = 0.0
            yield edit, share

    def gives(self, code: Code, trial: Trial) -> list[Any]:
        return programs.values_noted(code.answer, lambda answer: run_trial(trial, answer))

    def _share(self, answer: Any) -> float:
        right: dict[str, bool] = {}
        share = 1.0
        try:
            with one_run(), time_limit(LIMIT_S):
                for trial in self.order.trials:
                    right[trial.name] = is_right(self.evidence, trial, programs.run(trial, answer))
                    share = self.order.share(right)
                    if not share:
                        break
        except OutOfTime:
            return 0.0
        return share

    def _confirmed(self, code: Code) -> bool:
        try:
            with time_limit(_CONFIRM_S):
                return self.confirm(code.answer())
        except OutOfTime:
            return False


class Order:
    """The order in which programs are tried: failing trials first, the cheap first.

    In front stands one failing trial that stopped and one that did not: where an answer has two
    slips, an edit that mends one of them passes one of the two.
    """

    def __init__(
        self,
        trials: Mapping[str, Trial],
        failing: set[str],
        costs: Mapping[str, float],
        stopped: set[str],
    ) -> None:
        """Sort the trials; ``costs`` are counts of calls, so that a slow machine sorts alike."""
        usual = {n: costs[n] * (1.0 if t.criterion == "values" else 1.5) for n, t in trials.items()}
        every = sorted(trials.values(), key=lambda t: (t.name not in failing, usual[t.name]))
        ways = {t.name in stopped: t for t in reversed(every) if t.name in failing}
        self.first = {t.name for t in ways.values()} or {t.name for t in every[:1]}
        self.failing = failing
        self.trials = sorted(every, key=lambda t: t.name not in self.first)

    def share(self, right: Mapping[str, bool]) -> float:
        """The share of the failing trials that pass; 0 where less than half do, or it got worse.

        Args:
            right: Which of the trials tried so far passed, in this order.
        """
        if all(right.values()):
            return 1.0
        tried = self.first & right.keys()
        if tried == self.first and not any(right[name] for name in tried):
            return 0.0
        if any(not ok and name not in self.failing for name, ok in right.items()):
            return 0.0
        passed = sum(right.get(name, True) for name in self.failing)
        return passed / len(self.failing) if 2 <= passed >= len(self.failing) / 2 else 0.0


def is_right(evidence: Evidence, trial: Trial, seen: Observed) -> bool:
    """Whether what was seen in a trial is right."""
    try:
        return passes(evidence, trial, seen)
    except Exception:  # the value has an unexpected form
        return False
