"""Measure how far right answers stay within a tolerance, and wrong ones outside it.

Another machine, another seed and another way of being right give other last digits. So a right
answer should use a small part of each tolerance, and a wrong one should be told by many of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..engine import compare
from ..engine.evidence import Evidence, verdict
from ..engine.exercise import Trial
from ..engine.naming.replay import passes

MOST_USED = 0.5  # of a tolerance, by a right answer
LEAST_TOLD = 10.0  # tolerances, by which a wrong one is told in one of its trials at least


def used_by_right(evidence: Evidence) -> tuple[float, str]:
    """The largest share of a tolerance that a right answer uses, and in which trial."""
    every = evidence.trials.values()
    found = ((one, trial.name) for trial in every for one in _inside(evidence, trial))
    return max(found, default=(0.0, ""))


def margin_of_wrong(evidence: Evidence) -> tuple[float, str]:
    """The largest error of a wrong answer, in tolerances, and in which trial."""
    return max(((_outside(evidence, t), n) for n, t in evidence.trials.items()), default=(0.0, ""))


def shortfall_of_right(at: str, evidence: Evidence) -> Iterator[str]:
    """A message if a right answer comes too close to a tolerance."""
    part, trial = used_by_right(evidence)
    if part > MOST_USED:
        yield (
            f"{at} is right and uses {part:.2f} of the tolerance in '{trial}'. Another machine "
            f"could refuse it. Widen that tolerance, or draw other numbers: at most {MOST_USED} is "
            "wanted."
        )


def shortfall_of_wrong(at: str, evidence: Evidence) -> Iterator[str]:
    """A message if a wrong answer is too close to being accepted."""
    times, trial = margin_of_wrong(evidence)
    if 1 < times < LEAST_TOLD:
        yield (
            f"{at} is wrong and told by {times:.1f} tolerances at most, in '{trial}'. Another "
            f"machine could accept it. Add a trial that tells it by {LEAST_TOLD:g}."
        )


def _inside(evidence: Evidence, trial: Trial) -> list[float]:
    """The share of its tolerance that each comparison of a passed trial has used."""
    seen = evidence.observed(trial)
    if trial.refuses:
        return []
    if not trial.verify:
        return [compare.tolerances(seen.value, evidence.truth(trial), trial.tolerance)]
    with compare.recorded_tolerances() as times:
        verdict(trial, seen)
    return [one for one in times if one <= 1]  # others: what it is not, as it should be


def _outside(evidence: Evidence, trial: Trial) -> float:
    """By how many tolerances a trial refuses a wrong answer; infinity if not by numbers."""
    seen = evidence.observed(trial)
    with compare.recorded_tolerances() as times:
        if passes(evidence, trial, seen):
            return 0.0
    return min((one for one in times if one > 1), default=math.inf)
