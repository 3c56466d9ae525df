"""The judge: takes an observation, and nothing else, and returns a report.

Criteria run from narrow to wide: runs, type, dtype, shape, that the arguments are as they were
(where they are not, later numbers mean nothing), values, then the properties of the exercise. The
first that fails ends the report, since what follows from it would only confuse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import torch
from torch import Tensor
from torch.nn import Module

from . import compare, patterns
from .draw import Draw
from .exercise import Exercise, Finding, Mistake, Trial
from .exercise import call as plain_call
from .explain import explain
from .observation import Observation, Observed
from .report import Criterion, Example, Outcome, Report

UNFORESEEN = "unforeseen"  # the diagnosis where a test itself could not go on
NOT_ALL = "This is not all: on other inputs something else differs too. Mend this first."
LABELS = {
    "runs": "runs without an error",
    "type": "returns the right kind of object",
    "dtype": "has the right number type",
    "shape": "has the right shape",
    "values": "has the right values",
    "refuses": "refuses bad arguments with a clear error",
    "arguments": "leaves its arguments as they were",
}


@dataclass(frozen=True)
class Evidence:
    """All that a mistake's ``when`` may look at."""

    exercise: Exercise
    trials: dict[str, Trial]
    seen: dict[str, Observed]
    # Worked out once, when first asked for:
    truths: dict[str, Any] = field(default_factory=dict)
    findings: dict[str, Finding | None] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        return self.seen[name].value if name in self.seen else None

    def finding(self, name: str) -> Finding | None:
        """What the test of a trial that ran found wrong."""
        trial, seen = self.trials[name], self.seen[name]
        if name not in self.findings:
            self.findings[name] = trial.test(seen.value, *trial.args, **trial.kwargs)
        return self.findings[name]

    def failed(self, name: str) -> bool:
        return _failure(self, self.trials[name]) is not None


class _Stop(Exception):
    """Carries the fields of the report at the first criterion that fails."""

    def __init__(self, outcome: Outcome, trial: Trial | None = None, **fields: Any) -> None:
        super().__init__()
        self.outcome, self.trial, self.fields = outcome, trial, fields


def judge(exercise: Exercise, observation: Observation) -> Report:
    """Judge an observation. The trials are made again from its seed; nothing of it is run."""
    common = {
        "exercise": exercise.id,
        "title": exercise.title,
        "seed": observation.seed,
        "points": exercise.points,
    }
    if observation.untouched:
        return Report(
            outcome=Outcome.NOT_ATTEMPTED,
            saw="The cell still holds the TODO as it was given.",
            try_next=f"Write your code at the TODO and run the cell. For a start: "
            f"hint({exercise.id!r}).",
            **common,
        )
    trials = {t.name: t for t in exercise.trials(Draw(observation.seed))}
    evidence = Evidence(exercise, trials, observation.trials)
    names = _criteria(evidence)
    met: list[str] = []
    outcome, fields = Outcome.PASSED, {}
    for name in names:
        try:
            _judge_criterion(evidence, name)
        except _Stop as failure:
            stop = failure
        except Exception as error:
            outcome, fields = Outcome.FAILED, _unforeseen(error)
            break
        else:
            met.append(name)
            continue
        outcome, fields = stop.outcome, _diagnosed(evidence, name, stop)
        break
    criteria = tuple(
        Criterion(n, _label(exercise, n), passed=i < len(met) or (None if i > len(met) else False))
        for i, n in enumerate(names)
    )
    return Report(outcome=outcome, criteria=criteria, **fields, **common)


def _unforeseen(error: Exception) -> dict[str, str]:
    """What the learner's code returned has a form that no test is made for: say so, in words."""
    return {
        "diagnosis": UNFORESEEN,
        "saw": f"The check could not read what your code returned: {type(error).__name__}: {error}",
        "means": "It has a form that the course did not foresee.",
        "try_next": "Compare what you return with the docstring, value by value. If all agrees, "
        "the fault is ours: please report it with your code.",
    }


def _criteria(evidence: Evidence) -> list[str]:
    """The criteria that can fail for this exercise, from narrow to wide."""
    trials = list(evidence.trials.values())
    values = [t for t in trials if t.criterion == "values"]
    truths = [_truth(evidence, t) for t in values if not (t.test or t.refuses)]
    names = ["runs"] if values else []
    names += ["type"] if truths else []
    names += ["dtype", "shape"] if any(map(_holds_tensor, truths)) else []
    given = [a for t in trials for a in (*t.args, *t.kwargs.values())]
    mutable = any(isinstance(a, (Module, list, dict)) or _holds_tensor(a) for a in given)
    names += ["arguments"] if mutable else []
    names += ["values"] if values else []
    names += dict.fromkeys(t.criterion for t in trials if t.criterion != "values")
    return names


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, Tensor) or (
        isinstance(value, (list, tuple)) and any(map(_holds_tensor, value))
    )


def _label(exercise: Exercise, name: str) -> str:
    return exercise.criteria.get(name) or LABELS.get(name, name)


def _truth(evidence: Evidence, trial: Trial) -> Any:
    truth = trial.truth or evidence.exercise.truth
    if truth is None:
        raise TypeError(f"{evidence.exercise.id}: trial {trial.name!r} has no truth and no test")
    if trial.name not in evidence.truths:
        with torch.no_grad():
            evidence.truths[trial.name] = truth(*trial.args, **trial.kwargs)
    return evidence.truths[trial.name]


def _judge_criterion(evidence: Evidence, name: str) -> None:
    if name == "arguments":
        for trial in evidence.trials.values():
            _judge_arguments(evidence, trial)
        return
    wanted = "values" if name in ("runs", "type", "dtype", "shape") else name
    for trial in evidence.trials.values():
        if trial.criterion != wanted:
            continue
        failure = _failure(evidence, trial, name if wanted == "values" else "all")
        if failure:
            raise failure


def _failure(evidence: Evidence, trial: Trial, stage: str = "all") -> _Stop | None:
    """The first thing wrong with a trial, at one stage of it or at all stages."""
    exercise = evidence.exercise
    seen = evidence.seen.get(trial.name)
    if seen is None:
        raise KeyError(f"the observation lacks the trial {trial.name!r}")
    if trial.refuses:
        return _refusal(exercise, trial, seen) if stage in ("all", "values") else None
    if seen.raised:
        return _error(exercise, trial, seen) if stage in ("all", "runs") else None
    if trial.test:
        if stage not in ("all", "values"):
            return None
        finding = evidence.finding(trial.name)
        return _found(exercise, trial, finding) if finding else None
    if stage == "runs":
        return None
    expected = _truth(evidence, trial)
    for step, look in (("type", _kind), ("dtype", _dtype), ("shape", _shape), ("values", _values)):
        if stage in ("all", step):
            failure = look(evidence, trial, seen, expected)
            if failure:
                return failure
    return None


def _error(exercise: Exercise, trial: Trial, seen: Observed) -> _Stop:
    raised = seen.raised
    where = f" Your line {raised.number}: `{raised.line}`." if raised.line else ""
    means, try_next, slug = explain(str(raised))
    if raised.type == "NotImplementedError":
        means = "Part of the exercise is still to be written."
        try_next = "Replace the `raise NotImplementedError(...)` lines with your code."
    return _Stop(
        Outcome.ERROR,
        trial,
        saw=f"On {trial.name}: {str(raised).rstrip('.')}.{where}",
        means=means,
        try_next=try_next,
        diagnosis=slug,
        example=Example(_call(exercise, trial), "(no error)", str(raised))
        if _small(trial)
        else None,
    )


def _refusal(exercise: Exercise, trial: Trial, seen: Observed) -> _Stop | None:
    wanted = trial.refuses
    name = wanted.error.__name__
    if seen.raised is None:
        return _Stop(
            Outcome.FAILED,
            trial,
            saw=f"On {trial.name} your code returned {compare.kind(seen.value)}. "
            f"It should raise {name}.",
            means="A wrong argument that passes in silence shows up later, far from its cause.",
            try_next=f"Test the argument first, and `raise {name}(...)` with its name and value.",
            example=Example(_call(exercise, trial), name, compare.show(seen.value, 12)),
        )
    if seen.raised.type != name:
        return _Stop(
            Outcome.FAILED,
            trial,
            saw=f"On {trial.name} your code raised {seen.raised}. It should raise {name}.",
            means=f"The contract names {name}, so that a caller can catch it.",
            try_next=f"Test the argument before you use it, and `raise {name}(...)`.",
            example=Example(_call(exercise, trial), name, str(seen.raised)),
        )
    for mention in wanted.mentions:
        choices = (mention,) if isinstance(mention, str) else mention
        if not any(choice in seen.raised.message for choice in choices):
            return _Stop(
                Outcome.FAILED,
                trial,
                saw=f'On {trial.name} the message is "{seen.raised.message}".',
                means=f"It does not say {' or '.join(choices)}. Who reads it wants the name of the "
                "argument and its value.",
                try_next='Put both into the message: `f"name={name} ..."`.',
                example=Example(
                    _call(exercise, trial), f"{name} with {choices[0]}", str(seen.raised)
                ),
            )
    return None


def _found(exercise: Exercise, trial: Trial, finding: Finding) -> _Stop:
    fields: dict[str, Any] = {
        "saw": finding.saw,
        "means": finding.means,
        "try_next": finding.try_next,
        "mistake": finding.mistake,
        "diagnosis": finding.diagnosis,
    }
    if finding.pair:
        expected, actual = finding.pair
        told = "expected" in finding.saw  # the sentence points at the number already
        place = "" if told else compare.first_wrong(actual, expected, trial.tolerance)
        fields["picture"] = finding.pair
        fields["example"] = Example(
            _call(exercise, trial), compare.show(expected), compare.show(actual), place
        )
    return _Stop(Outcome.FAILED, trial, **fields)


def _kind(evidence: Evidence, trial: Trial, seen: Observed, expected: Any) -> _Stop | None:
    if compare.same_kind(seen.value, expected) and not seen.devices:
        return None
    means, try_next, slug = compare.explain_kind(seen.value, expected)
    got = compare.kind(seen.value)
    if seen.devices:
        got = f"{got} on the device {', '.join(seen.devices)}"
        means = "The input is on the CPU, so the answer should be too."
        try_next = "Make new tensors with `device=x.device`. Name no device in your code."
        slug = "two-devices"
    return _Stop(
        Outcome.FAILED,
        trial,
        saw=f"On {trial.name} your code returned {got}; expected {compare.kind(expected)}.",
        means=means,
        try_next=try_next,
        diagnosis=slug,
    )


def _dtype(evidence: Evidence, trial: Trial, seen: Observed, expected: Any) -> _Stop | None:
    for part, actual, wanted in compare.leaves(seen.value, expected, evidence.exercise.parts):
        if (
            isinstance(wanted, Tensor)
            and isinstance(actual, Tensor)
            and actual.dtype != wanted.dtype
        ):
            is_long = wanted.dtype == torch.int64
            return _Stop(
                Outcome.FAILED,
                trial,
                saw=f"On {trial.name}{_of(part)} the dtype is {actual.dtype}; "
                f"expected {wanted.dtype}.",
                diagnosis="another-number-type",
                means="The numbers may look the same, but the next layer asks for this type."
                if is_long or wanted.dtype == torch.bool
                else "Your code changed the precision that the input came in.",
                try_next="Give `dtype=torch.long` where the tensor is made."
                if is_long
                else "Find the line where the type changes. Make new tensors with `dtype=x.dtype`."
                if wanted.is_floating_point
                else "Find the line that makes numbers out of yes and no.",
            )
    return None


def _shape(evidence: Evidence, trial: Trial, seen: Observed, expected: Any) -> _Stop | None:
    exercise = evidence.exercise
    pairs = compare.leaves(seen.value, expected, exercise.parts)
    for i, (part, actual, wanted) in enumerate(pairs):
        if not isinstance(wanted, Tensor) or not isinstance(actual, Tensor):
            continue
        if actual.shape != wanted.shape:
            letters = exercise.axes[i] if i < len(exercise.axes) else ""
            saw, means, try_next, slug = compare.explain_shape(actual, wanted, letters)
            return _Stop(
                Outcome.FAILED,
                trial,
                saw=f"On {trial.name}{_of(part)}: {saw}",
                means=means,
                try_next=try_next,
                diagnosis=slug,
            )
    return None


def _values(evidence: Evidence, trial: Trial, seen: Observed, expected: Any) -> _Stop | None:
    exercise = evidence.exercise
    if compare.close(seen.value, expected, trial.tolerance):
        return None
    common = {
        "means": "The shape is right and the numbers are not. This is none of the mistakes that "
        "the course knows by name.",
        "try_next": "Work the example out by hand, one line of your code at a time, and print "
        "what each line gives.",
    }
    for part, actual, wanted in compare.leaves(seen.value, expected, evidence.exercise.parts):
        if compare.close(actual, wanted, trial.tolerance):
            continue
        if not isinstance(wanted, Tensor):
            example = Example(
                _call(exercise, trial), compare.show(expected), compare.show(seen.value)
            )
            said, yours = compare.show(wanted), compare.show(actual)
            short = len(said) + len(yours) < 60
            what = f"expected {said}, yours {yours}" if short else "the value is wrong"
            saw = f"On {trial.name}{_of(part)}: {what}."
            return _Stop(Outcome.FAILED, trial, saw=saw, example=example, **common)
        place = compare.first_wrong(actual, wanted, trial.tolerance)
        saw = f"On {trial.name}{_of(part)}: {place}."
        if bool(actual.isnan().any()) and not bool(wanted.isnan().any()):
            common["means"] = (
                "NaN is what 0/0, inf - inf, or softmax over nothing but -inf give. "
                "It spreads to all that it touches."
            )
            common["try_next"] = "Find the first line whose result holds NaN: `x.isnan().any()`."
        example = Example(_call(exercise, trial), compare.show(wanted), compare.show(actual), place)
        return _Stop(
            Outcome.FAILED,
            trial,
            saw=saw,
            example=example,
            picture=(wanted, actual),
            **common,
        )
    return None


def _judge_arguments(evidence: Evidence, trial: Trial) -> None:
    seen = evidence.seen[trial.name]
    if seen.changed:
        raise _Stop(
            Outcome.FAILED,
            trial,
            saw=f"On {trial.name}, {' and '.join(seen.changed)} changed during the call.",
            means="Whoever called your function still uses that object. A later cell would see "
            "other values than it made.",
            try_next="Use the form that returns something new: `masked_fill` and not "
            "`masked_fill_`, `a + b` and not `a += b`, a new list and not `append`.",
            diagnosis="changes-its-argument",
        )


def _diagnosed(evidence: Evidence, criterion: str, stop: _Stop) -> dict[str, Any]:
    """The report's fields, with the words of the known mistake where one fits."""
    fields = dict(stop.fields)
    named = fields.pop("mistake", None)
    mistake = _recognise(evidence, criterion, stop, named)
    told = mistake or (_pattern(evidence, stop.trial) if "picture" in fields else None)
    if told:
        fields |= {"diagnosis": told.slug, "means": told.means, "try_next": told.look}
    elif named:  # known elsewhere in the course, not in this exercise
        fields["diagnosis"] = named
    printed = evidence.seen[stop.trial.name].printed.strip() if stop.trial else ""
    if printed:
        fields["notes"] = (f"Your code printed: {printed}",)
    return fields


def _recognise(
    evidence: Evidence, criterion: str, stop: _Stop, named: str | None
) -> Mistake | None:
    known = evidence.exercise.mistakes
    if named:
        return next((m for m in known if m.slug == named), None)
    raised = evidence.seen[stop.trial.name].raised if stop.trial else None
    for mistake in known:
        if mistake.raises and raised and re.search(mistake.raises, str(raised), re.DOTALL):
            return mistake
    wanted = "values" if criterion in ("runs", "type", "dtype", "shape") else criterion
    candidates = [m for m in known if (m.simulate or m.fault) and m.on == wanted]
    found = _simulated(evidence, candidates)
    if found and not found.means.endswith(NOT_ALL):
        return found
    sure = next((m for m in known if m.when and m.on == wanted and _holds(m, evidence)), None)
    return sure or found


def _pattern(evidence: Evidence, first: Trial) -> patterns.Pattern | None:
    """How the numbers relate to the right ones, if they do so in every trial that went wrong."""
    found = []
    for trial in evidence.trials.values():
        if trial.criterion != first.criterion or trial.refuses:
            continue
        if evidence.seen[trial.name].raised:
            return None
        pair = _wrong_pair(evidence, trial)
        if pair:
            found.append(patterns.find(*pair, trial.tolerance))
    if not found or any(p is None or p.slug != found[0].slug for p in found):
        return None
    return found[0]


def _wrong_pair(evidence: Evidence, trial: Trial) -> tuple[Tensor, Tensor, str] | None:
    """(actual, expected, letters of the axes) of the first part of a trial that is wrong."""
    if trial.test:
        finding = evidence.finding(trial.name)
        return (
            (finding.pair[1], finding.pair[0], finding.axes) if finding and finding.pair else None
        )
    exercise, expected = evidence.exercise, _truth(evidence, trial)
    actual = evidence.seen[trial.name].value
    if not compare.same_kind(actual, expected):
        return None
    for i, (_, a, e) in enumerate(compare.leaves(actual, expected)):
        if isinstance(e, Tensor) and not compare.close(a, e, trial.tolerance):
            return a, e, exercise.axes[i] if i < len(exercise.axes) else ""
    return None


def _holds(mistake: Mistake, evidence: Evidence) -> bool:
    try:
        return bool(mistake.when(evidence))
    except (TypeError, KeyError, IndexError, AttributeError, ValueError, RuntimeError):
        return False  # the observation has not the structure that this mistake would leave


def _simulated(evidence: Evidence, mistakes: list[Mistake]) -> Mistake | None:
    """The mistake that, on the same inputs, gives just what the learner's code gave.

    Where none does, two of them together may. Else the one that explains the smallest trial that
    went wrong is named, with words that say that there is more.
    """
    first = next(iter(_wrong(evidence, mistakes[0].on)), None) if mistakes else None
    if first is None:
        return None
    partly: tuple[int, Mistake] | None = None
    for mistake in mistakes:
        told, against = _fit(evidence, mistake)
        if told and not against:
            return mistake
        # One small input may agree by chance, two do not.
        if first in told and len(told) > max(1, partly[0] if partly else 0):
            partly = len(told), mistake
    for pair in combinations([m for m in mistakes if m.fault], 2):
        if first in _fit(evidence, *pair, only=first)[0] and not _fit(evidence, *pair)[1]:
            return replace(pair[0], means=f"{pair[0].means} And a second one: {pair[1].means}")
    return partly and replace(partly[1], means=f"{partly[1].means} {NOT_ALL}")


def _compared(evidence: Evidence, criterion: str) -> list[Trial]:
    """The trials of a criterion that ran and are compared with the truth."""
    return [
        trial
        for trial in evidence.trials.values()
        if trial.criterion == criterion
        and not (trial.refuses or trial.test or evidence.seen[trial.name].raised)
    ]


def _wrong(evidence: Evidence, criterion: str) -> Iterator[str]:
    """Names of the trials whose values are not the right ones."""
    for trial in _compared(evidence, criterion):
        seen = evidence.seen[trial.name].value
        if not compare.close(seen, _truth(evidence, trial), trial.tolerance):
            yield trial.name


def _fit(
    evidence: Evidence, *mistakes: Mistake, only: str | None = None
) -> tuple[list[str], list[str]]:
    """Names of the trials that the mistakes explain, and of those that speak against them."""
    faults = frozenset(m.fault for m in mistakes)
    told, against = [], []
    for trial in _compared(evidence, mistakes[0].on):
        if only and trial.name != only:
            continue
        try:
            with torch.no_grad():
                simulated = (
                    mistakes[0].simulate(*trial.args, **trial.kwargs)
                    if mistakes[0].simulate
                    else evidence.exercise.faulty(faults, *trial.args, **trial.kwargs)
                )
        except Exception:
            continue  # the misconception cannot be worked out on this trial
        if not compare.close(evidence.seen[trial.name].value, simulated, trial.tolerance):
            against.append(trial.name)
        elif not compare.close(simulated, _truth(evidence, trial), trial.tolerance):
            told.append(trial.name)
    return told, against


def _call(exercise: Exercise, trial: Trial) -> str:
    """The call, and below it each argument by name."""
    names = trial.shown
    if not names and trial.run is plain_call:
        inside = re.fullmatch(r"\w+\(([\w, ]*)\)", exercise.call)
        names = tuple(inside[1].split(", ")) if inside else ()
    names = names or tuple(f"argument {i + 1}" for i in range(len(trial.args)))
    given = [*zip(names, trial.args, strict=False), *trial.kwargs.items()]
    return "\n".join([exercise.call, *(f"{n} = {compare.show(v)}" for n, v in given if n)])


def _small(trial: Trial) -> bool:
    sizes = [a.numel() for a in trial.args if isinstance(a, Tensor)]
    return not sizes or max(sizes) <= 48


def _of(part: str) -> str:
    return f", {part}" if part else ""
