"""The trials of one seed together with what was observed in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch

from . import compare
from .exercise import Exercise, Finding, Trial
from .inputs import Inputs
from .observation import Observation, Observed

FORM = ("runs", "type", "dtype", "shape")  # criteria judged on the trials of "values"


@dataclass(frozen=True, eq=False)
class Evidence:
    """An observation and its trials; expected values and findings are computed once.

    ``run`` observes a trial that the observation lacks; None for a saved observation.
    """

    exercise: Exercise
    seed: int
    trials: dict[str, Trial]
    seen: dict[str, Observed]
    run: Callable[[Trial], Observed] | None = None
    _truths: dict[tuple[int, ...], tuple[Trial, Any]] = field(default_factory=dict)
    _findings: dict[str, Finding | None] = field(default_factory=dict)

    @classmethod
    def from_observation(cls, exercise: Exercise, observation: Observation) -> Evidence:
        """Evidence of a finished observation; the trials are made again from its seed."""
        return cls(
            exercise, observation.seed, trials_of(exercise, observation.seed), observation.trials
        )

    def observed(self, trial: Trial) -> Observed:
        """What was observed in a trial.

        Raises:
            KeyError: the observation lacks the trial, and there is no ``run``.
        """
        if trial.name not in self.seen:
            if self.run is None:
                raise KeyError(f"the observation lacks the trial {trial.name!r}")
            self.seen[trial.name] = self.run(trial)
        return self.seen[trial.name]

    def truth(self, trial: Trial) -> Any:
        """The expected value of a trial."""
        truth = trial.truth or self.exercise.truth
        if truth is None:
            raise TypeError(f"{self.exercise.id}: trial {trial.name!r} has no truth and no verify")
        key = id(truth), id(trial.args), id(trial.kwargs)  # a condition shares those of its trial
        if key not in self._truths:
            with torch.no_grad():  # the objects are stored too, so that their ids are not reused
                self._truths[key] = trial, truth(*trial.args, **trial.kwargs)
        return self._truths[key][1]

    def finding(self, trial: Trial) -> Finding | None:
        """The finding of ``verify`` for a trial that ran; None if nothing is wrong."""
        if trial.name not in self._findings:
            self._findings[trial.name] = verdict(trial, self.observed(trial))
        return self._findings[trial.name]

    def wrong(self, trial: Trial, stage: str = "all") -> str:
        """The first step at which a trial fails, at this stage or at any; "" if it passes.

        The steps: "refuses", "runs", "type", "dtype", "shape", "values".
        """
        seen = self.observed(trial)
        if trial.refuses:
            return "" if seen.raised else "refuses"
        if seen.raised:
            return "runs"
        if trial.verify:
            return "values" if stage in ("all", "values") and self.finding(trial) else ""
        if stage == "runs":
            return ""
        expected = self.truth(trial)
        steps = [name for name in _FITS if stage in ("all", name)]
        return next((name for name in steps if not _FITS[name](trial, seen, expected)), "")

    def of_criterion(self, name: str) -> Iterator[Trial]:
        """The trials that test a criterion, in order."""
        wanted = "values" if name in FORM else name
        for trial in self.trials.values():
            if name in ("arguments", "settings") or trial.criterion == wanted:
                yield trial

    def wrong_pair(self, trial: Trial) -> tuple[torch.Tensor, torch.Tensor, str] | None:
        """(actual, expected, axis letters) of the first wrong tensor in a trial's output."""
        if trial.verify:
            finding = self.finding(trial)
            if not finding or not finding.pair:
                return None
            expected, actual = finding.pair
            return actual, expected, finding.axes
        expected, actual = self.truth(trial), self.observed(trial).value
        if not compare.same_kind(actual, expected):
            return None
        for i, (_, a, e) in enumerate(compare.leaves(actual, expected)):
            if isinstance(e, torch.Tensor) and not compare.close(a, e, trial.tolerance):
                return a, e, self.exercise.axes[i] if i < len(self.exercise.axes) else ""
        return None


def _same_type(trial: Trial, seen: Observed, expected: Any) -> bool:
    return compare.same_kind(seen.value, expected) and not seen.devices


def _same_dtypes(trial: Trial, seen: Observed, expected: Any) -> bool:
    pairs = compare.leaves(seen.value, expected)
    return all(a.dtype == e.dtype for _, a, e in pairs if isinstance(e, torch.Tensor))


def _same_shapes(trial: Trial, seen: Observed, expected: Any) -> bool:
    pairs = compare.leaves(seen.value, expected)
    return all(a.shape == e.shape for _, a, e in pairs if isinstance(e, torch.Tensor))


def _same_values(trial: Trial, seen: Observed, expected: Any) -> bool:
    pairs = compare.leaves(seen.value, expected)  # a dict may have further keys, which is its type
    return compare.close(seen.value, expected, trial.tolerance) or all(
        compare.close(a, e, trial.tolerance) for _, a, e in pairs
    )


_FITS = {"type": _same_type, "dtype": _same_dtypes, "shape": _same_shapes, "values": _same_values}


def trials_of(exercise: Exercise, seed: int) -> dict[str, Trial]:
    """The trials that decide the outcome, by name; those of remarks are left out."""
    every = exercise.trials(Inputs(seed))
    return {trial.name: trial for trial in every if trial.criterion not in exercise.remarks}


def verdict(trial: Trial, seen: Observed) -> Finding | None:
    """The finding of the trial's ``verify`` for the observed value; None if nothing is wrong."""
    assert trial.verify is not None
    return trial.verify(seen.value, *trial.args, **trial.kwargs)
