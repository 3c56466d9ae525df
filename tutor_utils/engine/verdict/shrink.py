"""Find the smallest input on which an answer still fails, to be worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import Any

from ..evidence import Evidence
from ..exercise import Exercise, SizeGrid, Trial
from ..inputs import Inputs
from ..naming import patterns
from ..naming.replay import Bank, alike
from ..observation import Observation
from ..run.guard import no_trace
from ..run.observe import run_trial
from .judge import all_right, judge
from .report import Report

# words of mistakes about an axis
_AXIS = re.compile(r"\b(?:axis|axes|rows?|columns?|transpose|softmax|dim)\b")


def shrink(exercise: Exercise, answer: Any, report: Report, bank: Bank) -> Report:
    """``report`` with the smallest failing example, if its values were wrong or it raised.

    Runs the answer on ever larger inputs until one fails, too. If the report names a mistake, the
    mistake must give the same as the answer on the example, so that the words fit its numbers. If
    no input is found, the report is returned unchanged.
    """
    if exercise.smallest is None or _failed(report) not in ("runs", "values"):
        return report
    with no_trace():
        return _shrunk(exercise, exercise.smallest, answer, report, bank)


def _shrunk(exercise: Exercise, grid: SizeGrid, answer: Any, report: Report, bank: Bank) -> Report:
    smallest = None
    for trial in _ordered(grid, report.seed, _speaks_of_an_axis(report)):
        one = replace(exercise, trials=partial(_only, trial))
        seen = {trial.name: run_trial(trial, answer)}
        evidence = Evidence(one, report.seed, {trial.name: trial}, seen)
        if all_right(evidence, trial):  # the usual case, and the cheapest test
            continue
        found = replace(judge(one, Observation(exercise.id, report.seed, seen)), tried=trial)
        if _failed(found) != _failed(report) or not found.example:
            continue
        smallest = smallest or found
        if report.explained:
            if _explained(evidence, trial, report, bank):
                return _with_example(report, found)
        elif pattern := _pattern(evidence, trial, report.diagnosis):
            shown = _with_example(report, found)
            return replace(shown, means=pattern.means, try_next=pattern.try_next)
        elif found.diagnosis == report.diagnosis not in patterns.SLUGS:
            shown = _with_example(report, found)
            if found.means in report.means:  # the report's words may say more, from all trials
                return shown
            return replace(
                shown, means=found.means, try_next=found.try_next
            )  # words with its numbers
    # the report's words fit none of the small inputs
    return report if smallest is None or report.diagnosis else _with_example(report, smallest)


def _only(trial: Trial, inputs: Inputs) -> list[Trial]:
    return [trial]


def _explained(evidence: Evidence, trial: Trial, report: Report, bank: Bank) -> bool:
    """Whether the mistake that the report names behaves like the answer in this trial."""
    means = report.means
    if trial.branch and means.startswith("In ") and not means.startswith(f"In {trial.branch}"):
        return False  # the words are about the other branch of the code
    known = bank.answer(evidence.exercise, report.explained[0])
    return alike(evidence, trial, evidence.observed(trial), run_trial(trial, known))


def _pattern(evidence: Evidence, trial: Trial, slug: str | None) -> patterns.Pattern | None:
    """The pattern of that slug in this trial's numbers; None if it does not fit."""
    pair = None if evidence.observed(trial).raised else evidence.wrong_pair(trial)
    return patterns.shown(slug, patterns.Compared(*pair, trial.tolerance)) if pair else None


def _with_example(report: Report, found: Report) -> Report:
    """The report with the example replaced by the one found."""
    smaller = {"example": found.example, "picture": found.picture, "tried": found.tried}
    return replace(report, saw=found.saw, **smaller)


def _failed(report: Report) -> str | None:
    return next((c.name for c in report.criteria if c.passed is False), None)


def _speaks_of_an_axis(report: Report) -> bool:
    """Whether the report is about wrong values and its words mention an axis."""
    return _failed(report) == "values" and bool(_AXIS.search(f"{report.means} {report.try_next}"))


def _ordered(grid: SizeGrid, seed: int, tell_apart: bool = False) -> Iterator[Trial]:
    """The trials of a grid, fewest numbers first, each named by its sizes.

    Args:
        tell_apart: Put trials first in which no axis has size 1 and all sizes differ, so that axes
            can be told apart.
    """
    letters = tuple(grid.sizes)

    def alike(values: tuple[int, ...]) -> int:
        axes = [size for name, size in zip(letters, values, strict=True) if name != "B"]
        return len([*axes, 1]) - len({*axes, 1})

    def order(values: tuple[int, ...]) -> tuple[Any, ...]:
        return alike(values) if tell_apart else 0, prod(max(1, x) for x in values), values

    for values in sorted(product(*grid.sizes.values()), key=order):
        sizes = dict(zip(letters, values, strict=True))
        trial = grid.make(Inputs(seed), **sizes)
        if trial is not None:
            yield replace(trial, name=", ".join(f"{k}={v}" for k, v in sizes.items() if v))
