"""Add to the report on a right answer one or two remarks as a reviewer would make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from ..conditions.condition_words import REMARKS
from ..evidence import Evidence
from ..exercise import Exercise, Remark, Trial, shown_names
from ..inputs import Inputs
from ..observation import Observation, Observed
from ..run.guard import no_trace
from ..run.observe import run_trial
from .failure import words_of
from .judge import all_right
from .report import Report
from .reproduce import code_of

MOST = 2


def with_remarks(
    exercise: Exercise,
    observation: Observation,
    report: Report,
    answer: Any = None,
    explained_in: dict[str, str] | None = None,
) -> Report:
    """The report, with up to ``MOST`` remarks if it passed, the most useful first.

    Args:
        exercise: The exercise that was tried.
        observation: The observation that was judged.
        report: The report on it.
        answer: The learner's object, to run the trials of remarks; None if the observation has
            them (``observe(..., remarks=True)``).
        explained_in: Notebook -> the exercise whose report has the remark on error messages, one
            in each notebook. Updated here.
    """
    if not report.passed:
        return report
    with no_trace():
        found = _found(exercise, observation, lambda trial: run_trial(trial, answer), explained_in)
        return replace(report, remarks=tuple(islice(found, MOST)))


def _found(
    exercise: Exercise,
    observation: Observation,
    run: Callable[[Trial], Observed],
    explained_in: dict[str, str] | None,
) -> Iterator[Remark]:
    """All remarks that apply: the exercise's, one on error messages, the engine's."""
    trials = {trial.name: trial for trial in exercise.trials(Inputs(observation.seed))}
    evidence = Evidence(exercise, observation.seed, trials, dict(observation.trials), run)
    own = [name for name in exercise.remarks if name not in REMARKS]
    yield from (exercise.remarks[name] for name in own if _missed(evidence, name))
    if explained_in is None or explained_in.get(exercise.notebook, exercise.id) == exercise.id:
        for remark in islice(_on_errors(evidence), 1):
            if explained_in is not None:
                explained_in[exercise.notebook] = exercise.id
            yield remark
    general = ((name, _missed(evidence, name)) for name in REMARKS)
    found = ((name, trial) for name, trial in general if trial)
    for name, trial in islice(found, 1):  # a fixed dtype would give several
        yield _in_full(evidence, trial, exercise.remarks[name])


def _missed(evidence: Evidence, criterion: str) -> Trial | None:
    """The first trial of a criterion that did not pass; None if all did."""
    trials = evidence.of_criterion(criterion)
    return next((trial for trial in trials if not all_right(evidence, trial)), None)


def _in_full(evidence: Evidence, trial: Trial, remark: Remark) -> Remark:
    """A remark of the engine with the observation and the exercise's call filled in."""
    text = remark.text
    with suppress(Exception):  # the value has an unexpected form
        if step := evidence.wrong(trial):
            text = f"{words_of(evidence, trial, step)['saw']} {text}"
    return replace(remark, text=text, example=remark.example.format(call=evidence.exercise.call))


def _on_errors(evidence: Evidence) -> Iterator[Remark]:
    """A remark if the error for a bad argument names neither the argument nor its value."""
    for trial in evidence.of_criterion("refuses"):
        wanted, raised = trial.refuses, evidence.observed(trial).raised
        if wanted is None or raised is None:
            continue
        kind = wanted.error.__name__
        names = [one if isinstance(one, str) else one[0] for one in wanted.mentions]
        unsaid = [
            n
            for n, one in zip(names, wanted.mentions, strict=True)
            if replace(wanted, mentions=(one,)).missing(raised.message)
        ]
        if raised.type != "AssertionError" and (not names or len(unsaid) < len(names)):
            continue
        missing = " and ".join(f"`{name}`" for name in unsaid)
        text = f"On {trial.name} your code stops with {str(raised).rstrip('.')}. "
        text += f"Better: raise a `{kind}`" + (f" that names {missing}." if missing else ".")
        if raised.type == "AssertionError":
            text += " And `python -O` leaves every `assert` out."
        arguments = shown_names(evidence.exercise, trial)
        name = next((n for n in names if n in arguments), "")
        # a message of `forward` need not name an argument of `__init__`
        complete = name and ")(" not in evidence.exercise.call
        mend = f'raise {kind}(f"{name}={{{name}}} ...")' if complete else ""
        yield Remark(text, code_of(evidence.exercise, trial), mend)
