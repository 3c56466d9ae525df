"""Judge an observation and return a report; none of the learner's code is run here.

First the trials of values in their order, each from narrow to wide (it runs, type, dtype, shape,
unchanged arguments, values), then the properties of the exercise. The first failure ends the
report, since its consequences would only confuse. If equal calls differ, that is reported before
wrong values. If the values are right, later properties that hold still count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from torch.nn import Module

from ..compare import ONCE
from ..conditions import condition_words, conditions
from ..evidence import FORM, Evidence
from ..exercise import Exercise, Trial
from ..naming.replay import Again, Bank
from ..observation import Observation, Opaque
from ..run.guard import no_trace
from ..values import number_types
from .failure import without_end, words_of
from .report import Criterion, Outcome, Report
from .reproduce import code_of

CHECK_FAILED = "check-failed"  # the diagnosis if a property raised an error itself
LABELS = {
    "runs": "runs without an error",
    "type": "returns the right kind of object",
    "dtype": "has the right number type",
    "shape": "has the right shape",
    "parameters": "learns the numbers that it should",
    "values": "has the right values",
    "refuses": "refuses bad arguments",
    "arguments": "leaves its arguments as they were",
    "settings": "leaves PyTorch's settings as they were",
    "learns": "lets the gradient reach every part",
    "gradients": "lets the gradient through to every argument",
    conditions.CRITERION: "works on another device",
    conditions.CIRCUMSTANCES: "gives the same again, and under other circumstances",
    conditions.ONES: "works where an axis has size 1",
    conditions.SIZES: "works at sizes beyond those of the notebook",
}


def judge(
    exercise: Exercise,
    observation: Observation,
    *,
    bank: Bank | None = None,
    again: Again = None,
) -> Report:
    """Judge an observation; its trials are made again from its seed.

    Args:
        exercise: The exercise that was tried.
        observation: Of the answer; it decides the outcome.
        bank: Runs known mistakes, to find the one that behaves like the answer.
        again: Observes the same answer at another seed: a mistake is named only if it agrees with
            both observations.
    """
    common: dict[str, Any] = {
        "exercise": exercise.id,
        "title": exercise.title,
        "seed": observation.seed,
        "points": exercise.points,
    }
    if observation.untouched:
        saw = "The cell still holds the TODO as it was given."
        try_next = "Write your code at the TODO and run the cell. For a start: "
        try_next += f"hint({exercise.id!r})."
        if observation.trials:  # it ran, so it is no untouched TODO
            saw = f'Your code ended at the line `raise NotImplementedError("TODO: {exercise.id}")`.'
            try_next = "Write your code in the place of that line: nothing after it runs. "
            try_next += "Then run the cell, and check again."
        return Report(outcome=Outcome.NOT_ATTEMPTED, saw=saw, try_next=try_next, **common)
    with no_trace():  # inputs and expected results must not depend on the process's settings
        return _judge(exercise, observation, bank, again and cache(again), common)


def _judge(
    exercise: Exercise,
    observation: Observation,
    bank: Bank | None,
    again: Again,
    common: dict[str, Any],
) -> Report:
    evidence = Evidence.from_observation(exercise, observation)
    names = _criteria(evidence)
    raised = ((trial, evidence.observed(trial).raised) for trial in evidence.trials.values())
    late = next((trial for trial, error in raised if error and error.out_of_time), None)
    if late:  # later trials were not run
        wanted = "runs" if late.criterion == "values" else late.criterion
        criteria = tuple(
            Criterion(n, _label(exercise, n), passed=False if n == wanted else None) for n in names
        )
        return Report(criteria=criteria, **without_end(evidence, late), **common)
    outcome, failed, step = Outcome.PASSED, "", ""
    fields: dict[str, Any] = {}
    try:
        for failed, trial in _looks(evidence, names):
            if step := _wrong(evidence, failed, trial):
                outcome, fields = _words(evidence, failed, trial, step)
                break
        else:
            failed = ""
    except Exception as error:
        outcome, step, fields = Outcome.FAILED, "", _check_failed(error)
    if step:
        from .diagnose import diagnosed  # not loaded for an answer that passes

        met = tuple(n for n in names[: names.index(failed)] if _meets(evidence, n))
        fields = diagnosed(evidence, again, failed, met, trial, fields, bank)
        if failed == "values" and not fields.get("diagnosis"):
            fields |= _one_branch(evidence, trial, fields["means"])
        if fields.get("example"):
            fields["example"] = replace(fields["example"], code=code_of(exercise, trial))
            fields["tried"] = trial
    sound = failed and "values" in names and _meets(evidence, "values")  # else the rest is unknown

    def passed(name: str) -> bool | None:
        if not failed or name == failed:
            return not failed
        early = names.index(name) < names.index(failed)
        return ((early or sound) and _meets(evidence, name)) or None

    criteria = tuple(Criterion(n, _label(exercise, n), passed(n)) for n in names)
    return Report(outcome=outcome, criteria=criteria, **fields, **common)


def _one_branch(evidence: Evidence, trial: Trial, means: str) -> dict[str, str]:
    """Words for an unnamed fault that is in only one branch of the code."""
    every = list(evidence.of_criterion("values"))
    here, wrong = trial.branch, {t.branch for t in every if not all_right(evidence, t)}
    others = " and ".join(sorted({t.branch for t in every} - {"", here}))
    if not others or wrong != {here}:
        return {}
    return {
        "means": f"In {others} your answer is right; only {here} fails. {means}",
        "try_next": f"Compare what your code does in {here} with {others}, line by line.",
    }


def _check_failed(error: Exception) -> dict[str, str]:
    """The report's fields where a property could not read what the code returned."""
    return {
        "diagnosis": CHECK_FAILED,
        "saw": f"The check could not read what your code returned: {type(error).__name__}: {error}",
        "means": "It has a form that the course did not foresee.",
        "try_next": "Compare what you return with the docstring, value by value. If all agrees, "
        "the fault is ours: please report it with your code.",
    }


def _criteria(evidence: Evidence) -> list[str]:
    """The criteria that can fail for this exercise, from narrow to wide."""
    trials = list(evidence.trials.values())
    values = [t for t in trials if t.criterion == "values"]
    truths = [evidence.truth(t) for t in values if not t.verify]
    # without the right parameters, no other criterion means anything
    names = ["parameters"] if any(t.criterion == "parameters" for t in trials) else []
    names += ["runs"] if values else []
    names += ["type"] if truths else []
    names += ["dtype", "shape"] if any(map(number_types, truths)) else []
    given = [a for t in trials for a in (*t.args, *t.kwargs.values())]
    mutable = any(isinstance(a, (Module, list, dict)) or number_types(a) for a in given)
    names += ["arguments"] if mutable else []
    names += ["values"] if values else []
    names += [t.criterion for t in trials]
    if any(evidence.observed(trial).left for trial in trials):
        names += ["settings"]  # judged on every trial, and shown only if it is not met
    if _of_calls(evidence) and _meets(evidence, "arguments"):  # else changed arguments explain it
        names = [conditions.CIRCUMSTANCES, *names]
    return list(dict.fromkeys(names))


def _of_calls(evidence: Evidence) -> bool:
    """Whether a failure comes from one call affecting the next.

    Not so if a call changes its arguments, returns a generator, or has the wrong parameters: then
    that is the failure to report.
    """
    usual = [*evidence.of_criterion("values")]
    if any(evidence.observed(t).raised for t in evidence.of_criterion("parameters")):
        return False
    if any(evidence.observed(t).changed or _is_gone_through_once(evidence, t) for t in usual):
        return False
    trials = evidence.of_criterion(conditions.CIRCUMSTANCES)
    seen = ((trial, evidence.observed(trial)) for trial in trials)
    ran = [trial for trial, one in seen if not one.raised and not one.changed]
    findings = filter(None, map(evidence.finding, ran))
    return any(finding.diagnosis in conditions.OF_CALLS for finding in findings)


def _is_gone_through_once(evidence: Evidence, trial: Trial) -> bool:
    """Whether the answer returned a generator, which is a new object in each call."""
    value = evidence.observed(trial).value
    return isinstance(value, Opaque) and value.type in ONCE


def _label(exercise: Exercise, name: str) -> str:
    return exercise.criteria.get(name) or LABELS.get(name, name)


def _meets(evidence: Evidence, name: str) -> bool:
    return not any(_fails(evidence, name, trial) for trial in evidence.of_criterion(name))


def not_met(evidence: Evidence, criterion: str) -> list[Trial]:
    """The trials that fail a criterion."""
    return [t for t in evidence.of_criterion(criterion) if _fails(evidence, criterion, t)]


def all_right(evidence: Evidence, trial: Trial) -> bool:
    """Whether a trial passes: its form, its values, and unchanged arguments."""
    return not (evidence.observed(trial).changed or _fails(evidence, "all", trial))


def _fails(evidence: Evidence, criterion: str, trial: Trial) -> bool:
    try:
        return bool(_wrong(evidence, criterion, trial))
    except Exception:  # the value has an unexpected form
        return True


def _wrong(evidence: Evidence, criterion: str, trial: Trial) -> str:
    """What is wrong in a trial, as far as a criterion asks; "" if nothing is."""
    if criterion == "settings":
        return "settings" * bool(evidence.observed(trial).left)
    if criterion == "arguments":
        return "arguments" * bool(evidence.observed(trial).changed)
    return evidence.wrong(trial, criterion if criterion in (*FORM, "values") else "all")


_OF_A_TRIAL = (*FORM, "arguments", "values")  # judged together, trial by trial


def _looks(evidence: Evidence, names: list[str]) -> Iterator[tuple[str, Trial]]:
    """The (criterion, trial) pairs to judge, in order."""
    steps = [name for name in names if name in _OF_A_TRIAL]
    for name in names:
        if name in steps[:1]:
            usual = evidence.of_criterion("values")
            yield from ((step, trial) for trial in usual for step in steps)
        if name not in (*FORM, "values"):
            yield from ((name, trial) for trial in evidence.of_criterion(name))


def _words(
    evidence: Evidence, criterion: str, trial: Trial, step: str
) -> tuple[Outcome, dict[str, Any]]:
    """The outcome and the fields of a report on what is wrong in a trial."""
    fields = words_of(evidence, trial, step)
    if criterion not in condition_words.OF_CRITERION:
        return Outcome.ERROR if step == "runs" else Outcome.FAILED, fields
    slug, condition = condition_words.OF_CRITERION[criterion]  # it fails under a condition alone
    keep = {key: fields[key] for key in ("saw", "example") if key in fields}
    words = {"means": condition.means, "try_next": condition.try_next, "diagnosis": slug}
    return Outcome.FAILED, keep | words
