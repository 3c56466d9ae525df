"""The smallest input on which an answer still fails: one that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from .draw import Draw
from .exercise import Exercise, Family, Trial
from .judge import judge
from .observe import observe
from .report import Report


def shrink(exercise: Exercise, answer: Any, report: Report) -> Report:
    """``report`` with the smallest example at hand, where its numbers were wrong or it stopped.

    Runs the answer on ever larger inputs until one fails too, with the same diagnosis if any does.
    Leaves the report as it is where none fails.
    """
    if exercise.smallest is None or _failed(report) not in ("runs", "values"):
        return report
    smallest = None
    for trial in _ordered(exercise.smallest, report.seed):
        one = replace(exercise, trials=lambda draw, trial=trial: [trial])
        found = judge(one, observe(one, answer, report.seed))
        if _failed(found) not in ("values", _failed(report)) or not found.example:
            continue
        smallest = smallest or found
        if found.diagnosis == report.diagnosis:  # the same mistake, and not another one
            smallest = found
            break
    return report if smallest is None else _with_example(report, smallest)


def _with_example(report: Report, found: Report) -> Report:
    """``report`` told with the example of ``found``."""
    fields: dict[str, Any] = {}
    if _failed(found) != _failed(report):  # it stops on a larger input, and is wrong before that
        seen = {c.name: c.passed for c in found.criteria}
        fields = {
            "outcome": found.outcome,
            "criteria": tuple(replace(c, passed=seen.get(c.name)) for c in report.criteria),
            "notes": (*report.notes, f"With other arguments your code stops. {report.saw}"),
        }
    return replace(report, saw=found.saw, example=found.example, picture=found.picture, **fields)


def _failed(report: Report) -> str | None:
    return next((c.name for c in report.criteria if c.passed is False), None)


def _ordered(family: Family, seed: int) -> Iterator[Trial]:
    """The trials of a family, fewest numbers first; each is named by its sizes."""
    letters = tuple(family.sizes)
    for values in sorted(
        product(*family.sizes.values()), key=lambda v: (prod(max(1, x) for x in v), v)
    ):
        sizes = dict(zip(letters, values, strict=True))
        trial = family.make(Draw(seed), **sizes)
        if trial is not None:
            yield replace(trial, name=", ".join(f"{k}={v}" for k, v in sizes.items() if v))
