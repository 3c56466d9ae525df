"""The judge: takes observations, and nothing else, and returns a report.

Criteria run from narrow to wide: runs, type, dtype, shape, that the arguments are as they were
(where they are not, later numbers mean nothing), values, then the properties of the exercise. The
first that fails ends the report, since what follows from it would only confuse. Where the values
are right, later properties that hold are marked so, and count: one special case that was forgotten
does not cost the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import Module

from . import circumstances, compare, conditions
from .diagnose import diagnosed
from .evidence import FORM, Evidence
from .exercise import Exercise, Finding, Trial
from .explain import explain
from .guard import SETTINGS, no_trace
from .observation import Observation, Observed
from .replay import Bank
from .report import Criterion, Example, Outcome, Report
from .reproduce import code_of, shown_names

OUT_OF_TIME = "out-of-time"  # the diagnosis where a call did not end
CHECK_FAILED = "check-failed"  # the diagnosis where a property itself could not go on
LABELS = {
    "runs": "runs without an error",
    "type": "returns the right kind of object",
    "dtype": "has the right number type",
    "shape": "has the right shape",
    "parameters": "learns the numbers that it should, and no others",
    "values": "has the right values",
    "refuses": "refuses bad arguments with a clear error",
    "arguments": "leaves its arguments as they were",
    "settings": "leaves PyTorch's settings as they were",
    "learns": "lets the gradient reach every part",
    "gradients": "lets the gradient through to every argument",
    conditions.CRITERION: "makes tensors as its arguments say, whatever PyTorch's defaults are",
    conditions.CIRCUMSTANCES: "gives the same again, and under other circumstances",
    conditions.SIZES: "works at sizes beyond those of the notebook",
}


class Failure(Exception):
    """The first criterion that fails, with the fields of the report."""

    def __init__(self, outcome: Outcome, trial: Trial, **fields: Any) -> None:
        super().__init__()
        self.outcome, self.trial, self.fields = outcome, trial, fields


def judge(
    exercise: Exercise,
    observation: Observation,
    *more: Observation,
    bank: Bank | None = None,
    again: Callable[[], Evidence] | None = None,
) -> Report:
    """Judge an observation. Its trials are made again from its seed; nothing of it is run.

    Args:
        exercise: What was tried.
        observation: What was seen; it decides the outcome.
        more: Observations of the same answer from other seeds: a mistake is called by its name
            only if it agrees with all of them.
        bank: Runs known mistakes beside the answer's observations, to find its name.
        again: Begins one more such observation; it is asked for where the answer has failed.
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
        if observation.trials:  # it ran: something else may stand there already
            saw = f'Your code ended at the line `raise NotImplementedError("TODO: {exercise.id}")`.'
            try_next = "Write your code in the place of that line: nothing behind it runs. "
            try_next += "Then run the cell, and check again."
        return Report(outcome=Outcome.NOT_ATTEMPTED, saw=saw, try_next=try_next, **common)
    with no_trace():  # inputs and truths are the same, whatever was set in this process
        return _judge(exercise, observation, more, bank, again, common)


def _judge(
    exercise: Exercise,
    observation: Observation,
    more: tuple[Observation, ...],
    bank: Bank | None,
    again: Callable[[], Evidence] | None,
    common: dict[str, Any],
) -> Report:
    evidence = Evidence.of(exercise, observation)
    names = _criteria(evidence)
    late = next((t for t in evidence.trials.values() if _out_of_time(evidence, t)), None)
    if late:  # what comes after it was not tried
        wanted = "runs" if late.criterion == "values" else late.criterion
        criteria = tuple(
            Criterion(n, _label(exercise, n), passed=False if n == wanted else None) for n in names
        )
        told = _late(evidence, late) | {"notes": _left(observation)}
        return Report(criteria=criteria, **told, **common)
    met: list[str] = []
    outcome: Outcome = Outcome.PASSED
    fields: dict[str, Any] = {}
    for name in names:
        try:
            _judge_criterion(evidence, name)
        except Failure as failure:
            outcome = failure.outcome
            others, trial = _others(exercise, more, again), failure.trial
            fields = diagnosed(evidence, others, name, tuple(met), trial, failure.fields, bank)
            if fields.get("example"):
                code = code_of(exercise, failure.trial)
                fields["example"] = replace(fields["example"], code=code)
            break
        except Exception as error:
            outcome, fields = Outcome.FAILED, _check_failed(error)
            break
        met.append(name)
    later = names[len(met) + 1 :] if "values" in met else []  # wrong numbers show nothing more
    found = {name: True for name in [*met, *(n for n in later if _meets(evidence, n))]}
    found |= {name: False for name in names[len(met) :][:1]}
    criteria = tuple(Criterion(n, _label(exercise, n), passed=found.get(n)) for n in names)
    if outcome is Outcome.PASSED:
        remarks = exercise.remarks.items()
        fields["notes"] = tuple(text for name, text in remarks if not _meets(evidence, name))
    fields["notes"] = (*fields.get("notes", ()), *_left(observation))
    return Report(outcome=outcome, criteria=criteria, **fields, **common)


def _others(
    exercise: Exercise,
    more: tuple[Observation, ...],
    again: Callable[[], Evidence] | None,
) -> Iterator[Evidence]:
    """The answer's other observations; the one that is still to be made begins when it is read."""
    yield from (Evidence.of(exercise, observation) for observation in more)
    if again:
        yield again()


def _left(observation: Observation) -> tuple[str, ...]:
    """A note on what the code changed in the process."""
    every = (name for seen in observation.trials.values() for name in seen.left)
    names = dict.fromkeys(name for name in every if name not in SETTINGS)
    if not names:
        return ()
    return (
        f"Your code changed what is not its own: {', '.join(names)}. The check has put it back. "
        "In your notebook it would stay so, for all cells that run later.",
    )


def _out_of_time(evidence: Evidence, trial: Trial) -> bool:
    raised = evidence.observed(trial).raised
    return raised is not None and raised.out_of_time


def _late(evidence: Evidence, trial: Trial) -> dict[str, Any]:
    """The words for a call that did not end."""
    raised = evidence.observed(trial).raised
    assert raised is not None
    where = f" It was at your line {raised.number}: `{raised.line}`." if raised.line else ""
    return {
        "outcome": Outcome.ERROR,
        "diagnosis": OUT_OF_TIME,
        "saw": f"On {trial.name} the check stopped your code: {raised.message}.{where}",
        "means": "It never ends, or it does far more work than is needed: the course's code takes "
        "less than a second for all calls of this check together.",
        "try_next": "Look at each loop, and at each function that calls itself: what makes it end? "
        "Print in it, and call your function in a cell of its own.",
        "example": Example(_call(evidence.exercise, trial), "(an end)", str(raised))
        if _small(trial)
        else None,
    }


def _check_failed(error: Exception) -> dict[str, str]:
    """What the learner's code returned has a form that no property is made for: say so."""
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
    truths = [evidence.truth(t) for t in values if not (t.verify or t.refuses)]
    # without the right parameters, all else is that of numbers that nobody could set
    names = ["parameters"] if any(t.criterion == "parameters" for t in trials) else []
    names += ["runs"] if values else []
    names += ["type"] if truths else []
    names += ["dtype", "shape"] if any(map(_holds_tensor, truths)) else []
    given = [a for t in trials for a in (*t.args, *t.kwargs.values())]
    mutable = any(isinstance(a, (Module, list, dict)) or _holds_tensor(a) for a in given)
    names += ["arguments"] if mutable else []
    names += ["values"] if values else []
    names += [t.criterion for t in trials if t.criterion not in evidence.exercise.remarks]
    if _settings_left(evidence):
        names += ["settings"]  # asked of every trial, and told where it is not met
    return list(dict.fromkeys(names))


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, Tensor) or (
        isinstance(value, (list, tuple)) and any(map(_holds_tensor, value))
    )


def _label(exercise: Exercise, name: str) -> str:
    return exercise.criteria.get(name) or LABELS.get(name, name)


def _meets(evidence: Evidence, name: str) -> bool:
    try:
        _judge_criterion(evidence, name)
    except Exception:  # a value of a form that a property is not made for, too
        return False
    return True


def not_met(evidence: Evidence, criterion: str) -> list[Trial]:
    """The trials in which a criterion fails, but for what lies beside their results."""
    stage = _stage(criterion)

    def fails(trial: Trial) -> bool:
        try:
            return _failure(evidence, trial, stage) is not None
        except Exception:  # a value of a form that a property is not made for
            return True

    return [trial for trial in evidence.of_criterion(criterion) if fails(trial)]


def all_right(evidence: Evidence, trial: Trial) -> bool:
    """Whether nothing is wrong with a trial: its result, its form, and the arguments."""
    if evidence.observed(trial).changed:
        return False
    try:
        return _failure(evidence, trial, "all") is None
    except Exception:  # a value of a form that a property is not made for
        return False


def _stage(criterion: str) -> str:
    return criterion if criterion in (*FORM, "values") else "all"


def _judge_criterion(evidence: Evidence, name: str) -> None:
    if name == "settings" and (failure := _settings_left(evidence)):
        raise failure
    stage = _stage(name)
    for trial in evidence.of_criterion(name):
        if name == "arguments":
            failure = _changed(evidence.exercise, trial, evidence.observed(trial))
        else:
            failure = _failure(evidence, trial, stage)
        if failure:
            raise _under_condition(failure, name) if name in CONDITION_OF else failure


CONDITION_OF: dict[str, Callable[[Trial], tuple[str, conditions.Condition]]] = {
    conditions.CRITERION: lambda trial: (
        conditions.slug_of(trial),
        conditions.CONDITIONS[conditions.slug_of(trial)],
    ),
    conditions.SIZES: lambda trial: (conditions.MADE_FOR_ONE_SIZE, conditions.TOO_SMALL),
}


def _under_condition(failure: Failure, name: str) -> Failure:
    """The words for what goes well without the condition that the engine has made."""
    slug, condition = CONDITION_OF[name](failure.trial)
    keep = {key: failure.fields[key] for key in ("saw", "example") if key in failure.fields}
    words = {"means": condition.means, "try_next": condition.try_next, "diagnosis": slug}
    return Failure(Outcome.FAILED, failure.trial, **keep, **words)


def _failure(evidence: Evidence, trial: Trial, stage: str) -> Failure | None:
    """The first thing wrong with a trial, at one stage of it or at all stages."""
    exercise, seen = evidence.exercise, evidence.observed(trial)
    if trial.refuses:
        return _refusal(exercise, trial, seen) if stage in ("all", "values") else None
    if seen.raised:
        return _error(exercise, trial, seen) if stage in ("all", "runs") else None
    if trial.verify:
        finding = evidence.finding(trial) if stage in ("all", "values") else None
        return _found(exercise, trial, finding) if finding else None
    if stage == "runs":
        return None
    expected = evidence.truth(trial)
    for step, look in (("type", _kind), ("dtype", _dtype), ("shape", _shape), ("values", _values)):
        if stage in ("all", step):
            failure = look(exercise, trial, seen, expected)
            if failure:
                return failure
    return None


LONGEST_ERROR = 400  # letters; a list of a model's parts can fill pages


def _error(exercise: Exercise, trial: Trial, seen: Observed) -> Failure:
    raised = seen.raised
    assert raised is not None
    where = f"In `{raised.inside}`, line" if raised.inside else "Your line"
    where = f" {where} {raised.number}: `{raised.line}`." if raised.line else ""
    means, try_next, slug = explain(
        str(raised), raised.line, raised.part, exercise.earlier, raised.seen
    )
    said = str(raised)
    if len(said) > LONGEST_ERROR:
        said = f"{said[:LONGEST_ERROR]} ..."
    return Failure(
        Outcome.ERROR,
        trial,
        saw=f"On {trial.name}: {said.rstrip('.')}.{where}",
        means=means,
        try_next=try_next,
        diagnosis=slug,
        example=Example(_call(exercise, trial), "(no error)", said) if _small(trial) else None,
    )


def _refusal(exercise: Exercise, trial: Trial, seen: Observed) -> Failure | None:
    wanted = trial.refuses
    assert wanted is not None
    name = wanted.error.__name__
    if seen.raised is None:
        return Failure(
            Outcome.FAILED,
            trial,
            saw=f"On {trial.name} your code returned {compare.kind(seen.value)}. "
            f"It should raise {name}.",
            means="A wrong argument that passes in silence shows up later, far from its cause.",
            try_next=f"Test the argument first, and `raise {name}(...)` with its name and value. "
            "If your code does so: why does this one pass?",
            example=Example(_call(exercise, trial), name, compare.show(seen.value, 12)),
        )
    if seen.raised.type != name:
        return Failure(
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
            return Failure(
                Outcome.FAILED,
                trial,
                saw=f'On {trial.name} the message is "{seen.raised.message}".',
                means=f"It does not say {' or '.join(choices)}. Who reads it wants the name of the "
                "argument and its value.",
                try_next='Put the name and the value into the message: `f"name={name} ..."`.',
                example=Example(
                    _call(exercise, trial), f"{name} with {choices[0]}", str(seen.raised)
                ),
            )
    return None


def _found(exercise: Exercise, trial: Trial, finding: Finding) -> Failure:
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
    return Failure(Outcome.FAILED, trial, **fields)


def _kind(exercise: Exercise, trial: Trial, seen: Observed, expected: Any) -> Failure | None:
    if compare.same_kind(seen.value, expected) and not seen.devices:
        return None
    means, try_next, slug = compare.explain_kind(seen.value, expected)
    got = compare.kind(seen.value)
    if seen.devices:
        got = f"{got} on the device {', '.join(seen.devices)}"
        means = "The input is on the CPU, so the answer should be too."
        try_next = "Make new tensors with `device=x.device`. Name no device in your code."
        slug = "two-devices"
    return Failure(
        Outcome.FAILED,
        trial,
        saw=f"On {trial.name} your code returned {got}; expected {compare.kind(expected)}.",
        means=means,
        try_next=try_next,
        diagnosis=slug,
    )


def _dtype(exercise: Exercise, trial: Trial, seen: Observed, expected: Any) -> Failure | None:
    for part, actual, wanted in compare.leaves(seen.value, expected, exercise.output_names):
        if (
            isinstance(wanted, Tensor)
            and isinstance(actual, Tensor)
            and actual.dtype != wanted.dtype
        ):
            is_long = wanted.dtype == torch.int64
            given = [*trial.args, *trial.kwargs.values()]
            came_in = wanted.is_floating_point() and circumstances.floating(given)
            return Failure(
                Outcome.FAILED,
                trial,
                saw=f"On {trial.name}{_of(part)} the dtype is {actual.dtype}; "
                f"expected {wanted.dtype}.",
                diagnosis="another-number-type",
                means="The numbers may look the same, but the next layer asks for this type."
                if is_long or wanted.dtype == torch.bool
                else "Your code changed the precision that the input came in."
                if came_in
                else f"The contract asks for {wanted.dtype}.",
                try_next=f"Which line first gives {actual.dtype}? Give `dtype=torch.long` where a "
                "tensor is made; `//` keeps whole numbers, `/` does not."
                if is_long
                else "Find the line that makes numbers out of yes and no."
                if wanted.dtype == torch.bool
                else "Find the line where the type changes. Make new tensors with `dtype=x.dtype`."
                if came_in
                else f"Find the line where the type changes to {actual.dtype}, or change it back.",
            )
    return None


def _shape(exercise: Exercise, trial: Trial, seen: Observed, expected: Any) -> Failure | None:
    pairs = compare.leaves(seen.value, expected, exercise.output_names)
    for i, (part, actual, wanted) in enumerate(pairs):
        if not isinstance(wanted, Tensor) or not isinstance(actual, Tensor):
            continue
        if actual.shape != wanted.shape:
            letters = exercise.axes[i] if i < len(exercise.axes) else ""
            saw, means, try_next, slug = compare.explain_shape(actual, wanted, letters)
            return Failure(
                Outcome.FAILED,
                trial,
                saw=f"On {trial.name}{_of(part)}: {saw}",
                means=means,
                try_next=try_next,
                diagnosis=slug,
            )
    return None


def _values(exercise: Exercise, trial: Trial, seen: Observed, expected: Any) -> Failure | None:
    if compare.close(seen.value, expected, trial.tolerance):
        return None
    unknown = "This is none of the mistakes that the course knows by name."
    by_hand = "Work the example out by hand, one line of your code at a time, and print what each "
    common: dict[str, Any] = {"means": unknown, "try_next": f"{by_hand}line gives."}
    for part, actual, wanted in compare.leaves(seen.value, expected, exercise.output_names):
        if compare.close(actual, wanted, trial.tolerance):
            continue
        if not isinstance(wanted, Tensor):
            said, yours = compare.show(wanted), compare.show(actual)
            if isinstance(wanted, (str, bool)):  # no number: there is nothing to work out
                common["try_next"] = (
                    "What does the docstring say of it? Which of your lines decides it?"
                )
            example = Example(_call(exercise, trial), said, yours)
            short = len(said) + len(yours) < 60
            what = f"expected {said}, yours {yours}" if short else _first_item(actual, wanted)
            saw = f"On {trial.name}{_of(part)}: {what}."
            return Failure(Outcome.FAILED, trial, saw=saw, example=example, **common)
        place = compare.first_wrong(actual, wanted, trial.tolerance)
        saw = f"On {trial.name}{_of(part)}: {place}."
        common["means"] = f"The shape is right and the numbers are not. {unknown}"
        if bool(actual.isnan().any()) and not bool(wanted.isnan().any()):
            common["means"] = (
                "NaN is what 0/0, inf - inf, softmax over nothing but -inf, or the root of a "
                "number below 0 give. It spreads to all that it touches."
            )
            common["try_next"] = "Find the first line whose result holds NaN: `x.isnan().any()`."
        example = Example(_call(exercise, trial), compare.show(wanted), compare.show(actual), place)
        return Failure(
            Outcome.FAILED,
            trial,
            saw=saw,
            example=example,
            picture=(wanted, actual),
            **common,
        )
    return None


def _first_item(actual: Any, wanted: Any) -> str:
    """Of a long list, the first item that is wrong; of anything else, that it is."""
    if not (isinstance(wanted, list) and isinstance(actual, list)):
        return "the value is wrong"
    for i, (one, other) in enumerate(zip(actual, wanted, strict=False)):
        if not compare.close([one], [other]):
            return f"item {i}: expected {compare.show(other)}, yours {compare.show(one)}"
    return f"expected {len(wanted)} items, yours has {len(actual)}"


def _changed(exercise: Exercise, trial: Trial, seen: Observed) -> Failure | None:
    if not seen.changed:
        return None
    names = {f"argument {i}": n for i, n in enumerate(shown_names(exercise, trial), start=1)}
    found = (names.get(one, one) for one in seen.changed)
    changed = [f"`{name}`" if name.isidentifier() else "an argument" for name in found]
    given = {f"argument {i}": value for i, value in enumerate(trial.args, start=1)}
    given |= trial.kwargs
    modules = all(isinstance(given.get(one), Module) for one in seen.changed)
    return Failure(
        Outcome.FAILED,
        trial,
        saw=f"On {trial.name}, {' and '.join(changed)} changed during the call.",
        means="Whoever called your function still uses that object. A later cell would see "
        "other values than it made.",
        try_next="Which of your lines writes into its parameters, or calls `.train()` or `.eval()`?"
        " Put back behind the call what is switched for it."
        if modules
        else "Use the form that returns something new: `masked_fill` and not `masked_fill_`, "
        "`a + b` and not `a += b`, a new list or dict and not `append` or `pop`.",
        diagnosis="changes-its-argument",
    )


def _settings_left(evidence: Evidence) -> Failure | None:
    """The first trial that left one of PyTorch's settings otherwise than it was."""
    for trial in evidence.trials.values():
        left = [name for name in evidence.observed(trial).left if name in SETTINGS]
        if left:
            break
    else:
        return None
    return Failure(
        Outcome.FAILED,
        trial,
        saw=f"On {trial.name}, this stood otherwise after the call: {', '.join(left)}.",
        means="Your code changes a setting of PyTorch and does not put it back on every way out, "
        "an error included. All cells that run later would go on with it.",
        try_next="Do without: give the number type or the device where you make a tensor. Or use "
        "a `with` block, or `try` and `finally`, which put it back.",
        diagnosis="setting-left",
    )


def _call(exercise: Exercise, trial: Trial) -> str:
    """The call, and below it each argument by name."""
    names = shown_names(exercise, trial)
    given = [*zip(names, trial.args, strict=False), *trial.kwargs.items()]
    lines = [f"{n} = {compare.show(v)}" for name, value in given for n, v in _named(name, value)]
    return "\n".join([exercise.call, *lines])


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values that stand behind one entry of ``Trial.shown``, each with its name."""
    if name.startswith("**"):
        yield from value.items()
    elif name.startswith("*"):
        yield from zip(name.removeprefix("*").split(", "), value, strict=True)
    elif name:
        yield name, value


def _small(trial: Trial) -> bool:
    sizes = [a.numel() for a in trial.args if isinstance(a, Tensor)]
    return not sizes or max(sizes) <= 48


def _of(part: str) -> str:
    return f", {part}" if part else ""
