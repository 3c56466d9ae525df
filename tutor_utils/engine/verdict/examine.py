"""From an observation to the whole report: the verdict, the name of the mistake, the example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..evidence import Evidence, trials_of
from ..exercise import Exercise
from ..naming.replay import Bank
from ..observation import Observation
from ..run.guard import no_trace
from ..run.observe import run_trial
from . import fresh
from .failure import OUT_OF_TIME
from .judge import judge
from .report import Outcome, Report
from .shrink import shrink

# Its cell, the names that it sees, and the cell as it was given.
Source = Callable[[], tuple[str, Mapping[str, Any], str] | None]


def examine(
    exercise: Exercise,
    answer: Any,
    observation: Observation,
    bank: Bank,
    source: Source | None = None,
) -> Report:
    """The report on an answer that is at hand.

    Where it did not pass it runs again on other inputs, on those that are asked for: a mistake is
    called by its name only if it agrees with both runs. Then the smallest example is looked for.
    Code that ran out of time is not run again. Where the answer's ``source`` can be had, the line
    of the mistake is looked for in the learner's own code.
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
        # what keeps something may behave like any known mistake by chance, or be one that does
        if fresh.remembers(evidence, answer, failed) and not any(
            fresh.remembers(evidence, other, failed) for other in known
        ):
            return replace(report, diagnosis=fresh.SLUG, means=fresh.MEANS, try_next=fresh.TRY_NEXT)
        report = shrink(exercise, answer, report, bank)
    if source is None or not (found := source()):
        return report
    from .mended import with_the_line  # of no use to an answer that passes

    return with_the_line(exercise, report, bank, *found)
