"""Asks the exercise's own trials whether a program is right, as cheaply as they allow."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from typing import Any

import torch

from ...evidence import Evidence, trials_of
from ...exercise import Exercise, Trial
from ...observation import Observed, OutOfTime, Raised, plain
from ...one_run import one_run
from ...run.time_limit import time_limit
from ...seeds import seed
from ..replay import passes

LIMIT_S = 5.0  # of one program in all trials: a net, for what no count of rounds ends


class Oracle:
    """The trials of an exercise at one seed, the cheapest that the learner's answer fails first.

    Attributes:
        failing: The trials that it fails.
        order: All trials, in the order in which a program is tried.
        first: The one that is asked first.
    """

    def __init__(self, exercise: Exercise, number: int, answer: Any) -> None:
        """Run the learner's answer once on each trial.

        Args:
            number: The seed of the inputs.
        """
        trials = trials_of(exercise, number)
        self.evidence = Evidence(exercise, number, trials, {})
        costs: dict[str, float] = {}
        self.failing: list[Trial] = []
        with one_run():
            for trial in trials.values():
                start = time.process_time()
                if not self.is_right(trial, answer):
                    self.failing.append(trial)
                costs[trial.name] = time.process_time() - start
        usual = {
            id(t): costs[t.name] * (1.0 if t.criterion == "values" else 1.5)
            for t in trials.values()
        }
        ahead = sorted(self.failing, key=lambda t: usual[id(t)])
        known = set(map(id, ahead))
        rest = [t for t in trials.values() if id(t) not in known]
        self.order: Sequence[Trial] = [*ahead, *sorted(rest, key=lambda t: usual[id(t)])]

    @property
    def first(self) -> Trial:
        return self.order[0]

    def all_right(self, answer: Any) -> bool:
        """Whether a program passes every trial, within the limit of time."""
        if answer is None:
            return False
        try:
            with one_run(), time_limit(LIMIT_S):
                return all(self.is_right(trial, answer) for trial in self.order)
        except OutOfTime:
            return False

    def is_right(self, trial: Trial, answer: Any) -> bool:
        """Whether a program passes one trial."""
        try:
            return passes(self.evidence, trial, self.run(trial, answer))
        except Exception:  # a value of a form that the property is not made for
            return False

    def run(self, trial: Trial, answer: Any) -> Observed:
        """What a program gives in a trial, on copies of its arguments."""
        args = tuple(map(_copied, trial.args))
        kwargs = {name: _copied(value) for name, value in trial.kwargs.items()}
        seed(0, anew=True)
        try:
            value = plain(trial.probe(answer, *args, **kwargs), set())
        except (KeyboardInterrupt, OutOfTime):
            raise
        except BaseException as error:
            return Observed(raised=Raised(type(error).__name__, str(error)[:200]))
        given = zip((*args, *kwargs.values()), (*trial.args, *trial.kwargs.values()), strict=True)
        if trial.criterion == "values" and not all(_same(a, b) for a, b in given):
            return Observed(value, changed=("argument",))
        return Observed(value)


def _copied(value: Any) -> Any:
    if type(value) is torch.Tensor and value.is_contiguous():
        return value.detach().clone().requires_grad_(value.requires_grad)
    if value is None or type(value) in (int, float, str, bool):
        return value
    if type(value) in (list, tuple):
        return type(value)(map(_copied, value))
    return copy.deepcopy(value)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        same = one.shape == other.shape and one.dtype == other.dtype
        return same and torch.equal(one.detach(), other.detach())
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[k], other[k]) for k in one)
    return True
