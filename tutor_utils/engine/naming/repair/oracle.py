"""Asks the exercise's own trials whether a program is right, as cheaply as they allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ...evidence import Evidence, trials_of
from ...exercise import Exercise, Trial
from ...observation import Observed, OutOfTime
from ...one_run import one_run
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

    def tried(self, code: Code, edits: Iterable[Edit]) -> Iterator[tuple[Edit, bool]]:
        """Each edit, and whether the code passes the whole check with it."""

    def gives(self, code: Code, trial: Trial) -> list[Any]:
        """What the piece that is marked in the code gives in a trial."""


class Here:
    """An oracle in this process."""

    def __init__(self, exercise: Exercise, number: int, confirm: Callable[[Any], bool]) -> None:
        """Make the trials.

        Args:
            number: The seed of the inputs.
            confirm: The whole check, on other inputs too; asked of what passes all trials.
        """
        self.evidence = Evidence(exercise, number, trials_of(exercise, number), {})
        self.confirm = confirm
        self.order: Sequence[Trial] = ()

    def run_own(self, code: Code) -> OwnRun:
        own = code.answer()
        costs: dict[str, int] = {}
        failing = set()
        with time_limit(_OWN_S):
            with one_run():
                for trial in self.evidence.trials.values():
                    one = partial(programs.run, trial, own)
                    seen, costs[trial.name] = programs.counted(one)
                    if not is_right(self.evidence, trial, seen):
                        failing.add(trial.name)
            self.order = in_order(self.evidence.trials, failing, costs)
            seen, lines, types = programs.traced(lambda: programs.run(self.order[0], own))
        return OwnRun(bool(seen.raised) or not failing, lines, types)

    def tried(self, code: Code, edits: Iterable[Edit]) -> Iterator[tuple[Edit, bool]]:
        for edit in edits:
            with edit.made():
                answer = code.answer()
                right = answer is not None and self._all_right(answer) and self._confirmed(code)
            yield edit, right

    def gives(self, code: Code, trial: Trial) -> list[Any]:
        return programs.values_noted(code.answer, lambda answer: run_trial(trial, answer))

    def _all_right(self, answer: Any) -> bool:
        try:
            with one_run(), time_limit(LIMIT_S):
                return all(is_right(self.evidence, t, programs.run(t, answer)) for t in self.order)
        except OutOfTime:
            return False

    def _confirmed(self, code: Code) -> bool:
        try:
            with time_limit(_CONFIRM_S):
                return self.confirm(code.answer())
        except OutOfTime:
            return False


def in_order(
    trials: Mapping[str, Trial], failing: set[str], costs: Mapping[str, float]
) -> list[Trial]:
    """The trials in the order in which programs are tried: failing ones first, the cheap first."""
    usual = {n: costs[n] * (1.0 if t.criterion == "values" else 1.5) for n, t in trials.items()}
    return sorted(trials.values(), key=lambda t: (t.name not in failing, usual[t.name]))


def is_right(evidence: Evidence, trial: Trial, seen: Observed) -> bool:
    """Whether what was seen in a trial is right."""
    try:
        return passes(evidence, trial, seen)
    except Exception:  # a value of a form that the property is not made for
        return False
