"""From an observation to the full report: verdict, name of the mistake, smallest example, line.

The order in which words are chosen stands in ``diagnose``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..evidence import Evidence, trials_of
from ..exercise import Exercise
from ..naming.replay import Bank
from ..observation import Observation
from ..run.guard import no_trace
from ..run.observe import observe, run_trial
from . import fresh
from .failure import OUT_OF_TIME
from .judge import judge
from .report import Outcome, Report
from .shrink import shrink

# An answer's cell, the names that it sees, and the cell as it was given.
Source = tuple[str, Mapping[str, Any], str]


def examine(
    exercise: Exercise,
    answer: Any,
    observation: Observation,
    bank: Bank,
    source: Callable[[], Source | None] | None = None,
) -> Report:
    """The report on an answer that can be run again.

    If it did not pass, it runs again on other inputs: a mistake is named only if it agrees with
    both runs. Then the smallest failing example is searched. Code that ran out of time is not run
    again. Given the answer's ``source``, the line of the mistake is searched, too.
    """

    def again() -> Evidence:
        seed = observation.seed + 1
        trials = trials_of(exercise, seed)
        return Evidence(exercise, seed, trials, {}, lambda trial: run_trial(trial, answer))

    report = judge(exercise, observation, bank=bank, again=again)
    done = report.outcome in (Outcome.PASSED, Outcome.NOT_ATTEMPTED)
    if done or report.diagnosis == OUT_OF_TIME:
        return report
    with no_trace():
        failed = next(criterion.name for criterion in report.criteria if criterion.passed is False)
        evidence = Evidence.from_observation(exercise, observation)
        known = (bank.answer(exercise, mistake) for mistake in report.explained)
        # an answer that remembers earlier calls may behave like a known mistake by chance
        if fresh.remembers(evidence, answer, failed) and not any(
            fresh.remembers(evidence, other, failed) for other in known
        ):
            return replace(report, diagnosis=fresh.SLUG, means=fresh.MEANS, try_next=fresh.TRY_NEXT)
        report = shrink(exercise, answer, report, bank)
    found = source() if source else None
    return _with_the_line(exercise, report, bank, *found) if found else report


def _with_the_line(
    exercise: Exercise, report: Report, bank: Bank, text: str, names: Mapping[str, Any], stub: str
) -> Report:
    """The report with the line that an edit repairs, and words for it."""
    from ..naming.repair.code import Code  # not loaded for an answer that passes
    from ..naming.repair.oracle import Here
    from .diagnose import with_found_line

    def passes(answer: Any) -> bool:
        seeds = (report.seed, report.seed + 1)
        return all(judge(exercise, observe(exercise, answer, seed)).passed for seed in seeds)

    # a piece of a right answer explains nothing: not needed if there are words already
    rights = tuple if report.known else partial(bank.rights, exercise)
    try:
        code = Code.read(exercise.id, text, names, stub)
        return with_found_line(exercise, report, code, Here(exercise, report.seed, passes), rights)
    except Exception:  # the report is complete without the line: no fault of ours takes its place
        return report
