"""Describe what is wrong in one trial, in the words of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from torch import Tensor
from torch.nn import Module

from .. import compare, values
from ..evidence import Evidence
from ..exercise import Exercise, Finding, Trial, shown_names
from ..form import Shapes, explain_dtype, explain_kind, explain_shape
from ..naming.errors.explain import explain
from ..observation import Observed
from ..run.guard import SEED
from .report import Example, Outcome

OUT_OF_TIME = "out-of-time"  # the diagnosis for a call that did not end
UNNAMED = "This is none of the mistakes that the course knows by name."
LONGEST_ERROR = 400  # characters: an error that lists a model's parts can fill pages
Fields = dict[str, Any]
_ROOM = 200  # characters of all arguments of an example


def without_end(evidence: Evidence, trial: Trial) -> dict[str, Any]:
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


def words_of(evidence: Evidence, trial: Trial, step: str) -> dict[str, Any]:
    """The fields of a report on a trial that fails at this step (``Evidence.wrong``)."""
    if step == "values" and trial.verify:
        finding = evidence.finding(trial)
        assert finding is not None
        return _found(evidence.exercise, trial, finding)
    return _WORDS[step](evidence, trial, evidence.observed(trial))


def _error(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    exercise, raised = evidence.exercise, seen.raised
    assert raised is not None
    where = f" Your line {raised.number}: `{raised.line}`." if raised.line else ""
    if raised.inside:
        where = f" It stopped in `{raised.inside}`, line {raised.number}: `{raised.line}`."
        where = (
            f" Your line {raised.call_number}: `{raised.call}`.{where}" if raised.call else where
        )
    means, try_next, slug = explain(raised, exercise.earlier)
    message = str(raised)
    if len(message) > LONGEST_ERROR:
        message = f"{message[:LONGEST_ERROR]} ..."
    return dict(
        saw=f"On {trial.name}: {message.rstrip('.')}.{where}",
        means=means,
        try_next=try_next,
        diagnosis=slug,
        example=Example(_call(exercise, trial), "(no error)", message) if _small(trial) else None,
    )


def _refusal(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    exercise, wanted = evidence.exercise, trial.refuses
    assert wanted is not None
    name = wanted.error.__name__
    nothing = seen.value is None and seen.returned in ("", "None")
    usual = [
        evidence.seen[t.name] for t in evidence.of_criterion("values") if t.name in evidence.seen
    ]
    nothing = nothing and not any(one.returned == "None" for one in usual)  # not only in this trial
    means = "A wrong argument that passes in silence shows up later, far from its cause."
    try_next = (
        f"Test the argument first, and `raise {name}(...)` with its name and value. "
        "If your code does so: why does this one pass?"
    )
    if nothing:
        means = "Returning None is no error: whoever called goes on with it."
        try_next = (
            f"Write `raise {name}(...)` with the argument's name and value where your code goes on."
        )
    return dict(
        saw=f"On {trial.name} your code returned {compare.kind(seen.value)}. "
        "It should raise an error.",
        means=means,
        mistake="nothing-returned" if nothing else None,
        try_next=try_next,
        example=Example(_call(exercise, trial), name, compare.show(seen.value, 12)),
    )


def _found(exercise: Exercise, trial: Trial, finding: Finding) -> Fields:
    fields: Fields = {
        "saw": finding.saw,
        "means": finding.means,
        "try_next": finding.try_next,
        "mistake": finding.mistake,
        "diagnosis": finding.diagnosis,
    }
    if finding.pair:
        expected, actual = finding.pair
        says_expected = "expected" in finding.saw  # the sentence names the expected value already
        place = "" if says_expected else compare.first_wrong(actual, expected, trial.tolerance)
        wrong = compare.wrong_cells(actual, expected, trial.tolerance)
        fields["picture"] = (expected, actual, wrong)
        fields["example"] = Example(
            _call(exercise, trial), compare.show(expected), compare.show(actual), place
        )
    return fields


def _form(trial: Trial, part: str, saw: str, means: str, try_next: str, slug: str) -> Fields:
    """A failure in the type, dtype or shape of the result."""
    saw = f"On {trial.name}{_of(part)}{saw}"
    return dict(saw=saw, means=means, try_next=try_next, diagnosis=slug)


def _kind(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    expected = evidence.truth(trial)
    words = explain_kind(seen.value, expected)
    got, wanted = compare.kind(seen.value), compare.kind(expected)
    if seen.returned and seen.returned != got:  # the probe returned another type than the answer
        actual, other = _apart(seen.value, expected)
        words = explain_kind(actual, other)
        got = seen.returned
        wanted = f"{compare.kind(other)} where {compare.kind(actual)} came"
    if seen.devices:
        got = f"{got} on the device {', '.join(seen.devices)}"
        words = (
            "The input is on the CPU, so the answer should be too.",
            "Make new tensors with `device=x.device`. Name no device in your code.",
            "two-devices",
        )
    return _form(trial, "", f" your code returned {got}; expected {wanted}.", *words)


def _apart(actual: Any, expected: Any) -> tuple[Any, Any]:
    """The innermost pair of parts, of the first ones that differ in type or structure."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(actual, dict) and isinstance(expected, dict) and actual.keys() == expected.keys():
        pairs = [(actual[key], expected[key]) for key in expected]
    elif type(actual) is type(expected) and isinstance(actual, (list, tuple)):
        pairs = [*zip(actual, expected, strict=False)] if len(actual) == len(expected) else []
    differ = (pair for pair in pairs if not compare.same_kind(*pair))
    return next((_apart(*pair) for pair in differ), (actual, expected))


def _dtype(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    part, actual, wanted = next(
        (part, actual, wanted)
        for part, actual, wanted in _leaves(evidence, trial, seen)
        if isinstance(wanted, Tensor) and actual.dtype != wanted.dtype
    )
    given = values.floating([*trial.args, *trial.kwargs.values()])
    saw, *words = explain_dtype(actual, wanted, given)
    return _form(trial, part, f": {saw}", *words)


def _shape(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    i, (part, actual, wanted) = next(
        (i, leaf)
        for i, leaf in enumerate(_leaves(evidence, trial, seen))
        if isinstance(leaf[2], Tensor) and leaf[1].shape != leaf[2].shape
    )
    axes = evidence.exercise.axes
    others = [shapes for shapes in _shapes(evidence, i) if shapes.actual != shapes.expected]
    saw, *words = explain_shape(actual, wanted, axes[i] if i < len(axes) else "", others)
    return _form(trial, part, f": {saw}", *words)


def _shapes(evidence: Evidence, leaf: int) -> Iterator[Shapes]:
    """The shapes of one tensor of the result, in the trials of values that were judged so far."""
    for trial in evidence.of_criterion("values"):
        seen = evidence.seen.get(trial.name)
        if trial.verify or seen is None or seen.raised:
            continue
        wanted = evidence.truth(trial)
        if compare.same_kind(seen.value, wanted):
            leaves = [*compare.leaves(seen.value, wanted)]
            _, actual, expected = leaves[leaf] if leaf < len(leaves) else ("", None, None)
            if isinstance(actual, Tensor) and isinstance(expected, Tensor):
                yield Shapes(tuple(actual.shape), tuple(expected.shape))


def _values(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    exercise = evidence.exercise
    i, (part, actual, wanted) = next(
        (i, leaf)
        for i, leaf in enumerate(_leaves(evidence, trial, seen))
        if not compare.close(leaf[1], leaf[2], trial.tolerance)
    )
    by_hand = "Work the example out by hand, one line of your code at a time"
    forward = "Compare `forward` with the docstring, line by line"  # its weights are not shown
    begin = forward if ")(" in exercise.call else by_hand
    means, try_next = UNNAMED, f"{begin}, and print what each gives."
    right, yours = compare.show(wanted), compare.show(actual)
    at = f"On {trial.name}{_of(part)}: "
    if not isinstance(wanted, Tensor):
        if isinstance(wanted, (str, bool)):  # no number: there is nothing to work out
            try_next = "What does the docstring say of it? Which of your lines decides it?"
        short = len(right) + len(yours) < 60
        what = f"expected {right}, yours {yours}" if short else _first_item(actual, wanted)
        example = Example(_call(exercise, trial), right, yours)
        return dict(saw=f"{at}{what}.", example=example, means=means, try_next=try_next)
    place = compare.first_wrong(actual, wanted, trial.tolerance)
    means = f"{_form_so_far(evidence, i)} {UNNAMED}"
    if bool(actual.isnan().any()) and not bool(wanted.isnan().any()):
        means = (
            "NaN is what 0/0, inf - inf, 0 * inf, softmax over nothing but -inf, or the root "
            "of a number below 0 give. It spreads to all that it touches."
        )
        try_next = "Find the first line whose result holds NaN: `x.isnan().any()`."
    return dict(
        saw=f"{at}{place}.",
        means=means,
        try_next=try_next,
        example=Example(_call(exercise, trial), right, yours, place),
        picture=(wanted, actual, compare.wrong_cells(actual, wanted, trial.tolerance)),
    )


def _leaves(evidence: Evidence, trial: Trial, seen: Observed) -> Iterator[tuple[str, Any, Any]]:
    return compare.leaves(seen.value, evidence.truth(trial), evidence.exercise.output_names)


def _form_so_far(evidence: Evidence, leaf: int) -> str:
    """A sentence on the shape in all trials so far, and on a trial in which the code stops."""
    seen = ((t, evidence.seen.get(t.name)) for t in evidence.of_criterion("values"))
    stopped = next(((t, one.raised) for t, one in seen if one and one.raised), None)
    if stopped:
        message = str(stopped[1])[:LONGEST_ERROR].rstrip(".")
        return f"The numbers are wrong. And on {stopped[0].name} your code stops: {message}."
    right = all(shapes.actual == shapes.expected for shapes in _shapes(evidence, leaf))
    return "The shape is right and the numbers are not." if right else "The numbers are wrong."


def _first_item(actual: Any, wanted: Any) -> str:
    """Words for the first wrong item of a long list, or for a wrong value."""
    if not isinstance(wanted, list):
        return "the value is wrong"
    for i, (one, other) in enumerate(zip(actual, wanted, strict=False)):
        if not compare.close([one], [other]):
            return f"item {i}: expected {compare.show(other)}, yours {compare.show(one)}"
    return f"expected {len(wanted)} items, yours has {len(actual)}"


def _changed(evidence: Evidence, trial: Trial, seen: Observed) -> Fields:
    shown = enumerate(shown_names(evidence.exercise, trial), start=1)
    names = {f"argument {i}": name for i, name in shown}
    found = (names.get(one, one) for one in seen.changed)
    changed = [f"`{name}`" if name.isidentifier() else "an argument" for name in found]
    given = {f"argument {i}": value for i, value in enumerate(trial.args, start=1)}
    given |= trial.kwargs
    modules = all(isinstance(given.get(one), Module) for one in seen.changed)
    return dict(
        saw=f"On {trial.name}, {' and '.join(changed)} changed during the call.",
        means="Your code changes what it was given. A later cell then sees other values than it "
        "made.",
        try_next="Which of your lines writes into its parameters, stores something on it, or calls "
        "`.train()` or `.eval()`? Put back after the call what is switched for it."
        if modules
        else "`b = a` makes no copy: write into `a.clone()`, or make something new: `masked_fill` "
        "and not `masked_fill_`, `a + b` and not `a += b`."
        if any(isinstance(one, Tensor) for one in given.values())
        else "`append`, `+=` and `a[0] = ...` change the object itself. Copy it before, or make "
        "something new: `a + b` and not `a += b`.",
        diagnosis="changes-its-argument",
    )


def _left(_: Evidence, trial: Trial, seen: Observed) -> Fields:
    if seen.left == (SEED,):
        return dict(
            saw=f"On {trial.name}, your code set {SEED}.",
            means="After each call the same numbers are drawn again, by all cells that run later: "
            "the same places are dropped, the same weights are drawn.",
            try_next="Look for `manual_seed` and `seed`, and take the line out: who calls your "
            "code chooses the seed.",
            diagnosis="seed-set",
        )
    return dict(
        saw=f"On {trial.name}, this stood otherwise after the call: {', '.join(seen.left)}.",
        means="Your code changes a setting of PyTorch and does not put it back on every way out, "
        "an error included. All cells that run later would go on with it.",
        try_next="Do without: a tensor takes its number type and its device where it is made. Or "
        "use a `with` block, or `try` and `finally`, which put it back.",
        diagnosis="setting-left",
    )


_WORDS: dict[str, Callable[[Evidence, Trial, Observed], Fields]] = {
    "runs": _error,
    "refuses": _refusal,
    "type": _kind,
    "dtype": _dtype,
    "shape": _shape,
    "values": _values,
    "arguments": _changed,
    "settings": _left,
}


def _call(exercise: Exercise, trial: Trial) -> str:
    """The call as code, with each argument by name below it; the longest in short form."""
    names = shown_names(exercise, trial)
    given = [*zip(names, trial.args, strict=False), *trial.kwargs.items()]
    values = dict(pair for name, value in given for pair in _named(name, value))
    shown = {name: compare.show(value) for name, value in values.items()}
    if sum(map(len, shown.values())) > _ROOM:
        shown |= {name: _short(values[name]) for name in shown if len(shown[name]) > _ROOM // 4}
    return "\n".join([exercise.call, *(f"{name} = {text}" for name, text in shown.items())])


def _short(value: Any) -> str:
    """A value with tensors by their shape where that is shorter, cut where it is long still."""
    text = min(compare.show(value), compare.show(value, 0), key=len)
    return text if len(text) <= _ROOM // 2 else f"{text[: _ROOM // 2]} ..."


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values shown for one entry of ``Trial.shown``, by name."""
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
