"""``check``: observe the learner's object, judge it, keep what passed, say what to do next."""

from __future__ import annotations

import ast
import inspect
import json
import linecache
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from torch import nn

from .. import exercises
from ..engine.exercise import Exercise
from ..engine.judge import judge
from ..engine.observation import Observation
from ..engine.observe import observe
from ..engine.report import CheckFailed, Outcome, Report
from ..engine.shrink import shrink
from . import carry, course, source, store

_MISSING = object()
MOST_DRAWN = 20_000  # numbers in a picture


def check(
    answer: Any, other: Any = _MISSING, *, raise_on_failure: bool = True, seed: int = 0
) -> Report | None:
    """Check an answer and say what to do next.

    Args:
        answer: The object: ``check(split_heads)``. Or the exercise's name, alone (the object of
            that name is taken) or followed by any object: ``check("split_heads", f)``.
        raise_on_failure: False returns the report instead of raising.
        seed: Draws the inputs; the report of a failure names it.

    Returns:
        The report where ``raise_on_failure`` is False; else None, after it was shown.

    Raises:
        CheckFailed: the answer did not pass. Its message is the report. A bonus that still holds
            its TODO raises nothing, so that "Run all" goes on.
        UnknownName: there is no exercise of that name; the nearest is offered.
    """
    name, value = _named(answer, other)
    exercise = exercises.find(name)
    if value is _MISSING:
        report = _not_there(exercise)
    elif str(getattr(value, "__module__", "")).startswith(carry.COURSE):
        report = _not_yours(exercise)
    else:
        texts, names = source.cell_texts(value), source.namespace(value)
        observation = observe(exercise, value, seed, _untouched(exercise, value, texts))
        report = shrink(exercise, value, judge(exercise, _read_stub(observation)))
        notes = _stale(name, value, texts) + _shaky(report, value, texts, names)
        report = replace(report, notes=report.notes + notes)
        report = _record(exercise, report, value, texts, names)
    if not raise_on_failure:
        return report
    skipped = exercise.bonus and report.outcome is Outcome.NOT_ATTEMPTED
    if not (report.passed or skipped):
        _show_picture(report)
        raise CheckFailed(report)
    _show(report)
    return None


def _named(answer: Any, other: Any) -> tuple[str, Any]:
    """(exercise id, object) of a call."""
    if isinstance(answer, str):
        if other is not _MISSING:
            return answer, other
        return answer, source.namespace().get(answer, _MISSING)
    name = getattr(answer, "__name__", None)
    if exercises.known(name):
        return name, answer
    if isinstance(answer, nn.Module) and exercises.known(type(answer).__name__):
        return type(answer).__name__, answer
    return _written_name() or str(name or type(answer).__name__), answer


def _written_name() -> str | None:
    """The name between the brackets of the caller's ``check(...)``: a lambda carries none."""
    frame = inspect.currentframe()
    while frame and frame.f_globals.get("__name__", "").startswith("tutor_utils"):
        frame = frame.f_back
    if frame is None:
        return None
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
    try:
        called = ast.parse(line).body[0].value
        first = called.args[0] if isinstance(called, ast.Call) else None
    except (SyntaxError, AttributeError, IndexError):
        return None
    return first.id if isinstance(first, ast.Name) and exercises.known(first.id) else None


def _not_there(exercise: Exercise) -> Report:
    return Report(
        exercise.id,
        exercise.title,
        Outcome.NOT_ATTEMPTED,
        saw=f"No object called `{exercise.id}` is there.",
        means="The cell that defines it has not run since the kernel started, or it ended in an "
        "error, or the name is spelled in another way.",
        try_next=f"Run the cell with `{exercise.id}`, then this check again.",
        points=exercise.points,
    )


def _not_yours(exercise: Exercise) -> Report:
    return Report(
        exercise.id,
        exercise.title,
        Outcome.NOT_ATTEMPTED,
        saw=f"`{exercise.id}` is the course's part at present, not yours.",
        means="A cell with mine(...) put it there, since yours had not passed.",
        try_next=f"Run the cell that defines your own `{exercise.id}`, then this check again.",
        points=exercise.points,
    )


def _untouched(exercise: Exercise, value: Any, texts: list[str]) -> bool:
    """Whether the learner's cell still is the one that the course gave."""
    part = course.parts().get(exercise.id)
    found = source.statement(exercise.id, texts)
    return bool(part and found) and source.same_code(found[1], part.stub)


def _read_stub(observation: Observation) -> Observation:
    """Without a source to compare, the TODO's own error tells that nothing was written."""
    raised = [seen.raised for seen in observation.trials.values()]
    stub = f"NotImplementedError: TODO: {observation.exercise}"
    if raised and all(r is not None and str(r) == stub for r in raised):
        return replace(observation, untouched=True)
    return observation


def _stale(name: str, value: Any, texts: list[str]) -> tuple[str, ...]:
    """Remarks where the object checked is perhaps not the code on the page."""
    notes = []
    if isinstance(value, nn.Module):
        current = source.namespace(value).get(type(value).__name__)
        if isinstance(current, type) and not isinstance(value, current):
            notes.append(
                f"This object was made from an older version of the class `{name}`. "
                f"Make it again, or check the class itself: check({name})."
            )
    if source.shell() is None:
        return tuple(notes)
    binding = source.statement(name, texts)
    defining = [t for t in texts if f"def {name}(" in t or f"class {name}(" in t]
    if binding and defining and binding[1] != defining[-1]:
        notes.append(
            f"A later cell gave the name `{name}` to something else: "
            f"`{binding[0].splitlines()[0]}`. "
            "That is what was checked. Run your own cell again."
        )
    saved, part = _saved_cell(name), course.parts().get(name)
    # A file that lags behind the page holds the stub or code that ran before: no news.
    old = [*texts, part.stub if part else ""]
    if saved and defining and not any(source.same_code(saved, text) for text in old):
        notes.append(
            f"The saved notebook holds another version of `{name}` than the one that ran. "
            "Run its cell, then check again."
        )
    return tuple(notes)


def _shaky(report: Report, value: Any, texts: list[str], names: Any) -> tuple[str, ...]:
    """Remarks on earlier exercises that a failed answer calls, and that do not pass themselves."""
    found = source.statement(report.exercise, texts)
    if report.passed or report.outcome is Outcome.NOT_ATTEMPTED or not found:
        return ()
    notes = []
    for part in sorted(source.free_names(found[1])):
        used = names.get(part, _MISSING) if exercises.known(part) else _MISSING
        if used is _MISSING or str(getattr(used, "__module__", "")).startswith(
            (carry.ALIAS, carry.COURSE)
        ):
            continue
        earlier = exercises.find(part)
        if not judge(earlier, observe(earlier, used, report.seed)).passed:
            notes.append(
                f"Your code uses `{part}`, and the `{part}` in this kernel does not pass its own "
                f"check. Perhaps the fault is there: check({part})."
            )
    return tuple(notes)


def _saved_cell(name: str) -> str | None:
    """The exercise's cell in the notebook file, where the server tells which file it is."""
    path = Path(os.environ.get("JPY_SESSION_NAME", ""))
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return next(("".join(c["source"]) for c in cells if c.get("id") == name), None)


def _record(exercise: Exercise, report: Report, value: Any, texts: list[str], names: Any) -> Report:
    """Write the outcome down, and keep a passed answer. A full disk must not hide the report."""
    before = store.load(exercise.id)
    if report.outcome is Outcome.NOT_ATTEMPTED:
        return report
    record = replace(
        before,
        tries=before.tries + 1,
        diagnosis=report.diagnosis or "",
        version=exercise.version,
        outcome="passed" if report.passed or before.passed else "tried",
    )
    notes = report.notes
    try:
        own = not str(getattr(value, "__module__", "")).startswith(carry.ALIAS)  # else kept already
        if report.passed and own and (source.shell() is not None or exercise.id in names):
            try:
                digest = carry.keep(exercise.id, value, texts, names)
                record = replace(record, digest=digest)
            except source.CannotKeep as why:
                notes += (
                    f"Passed, but the answer was not carried into your package, since {why}. "
                    "Put all that it needs into its own cell and check again.",
                )
        store.save(record)
    except OSError as why:
        notes += (f"Your progress could not be saved in {store.folder()}: {why}.",)
    return replace(report, notes=notes)


def _show(report: Report) -> None:
    if source.shell() is None:
        print(report)
        return
    from IPython.display import display

    display(report)


def _show_picture(report: Report) -> None:
    """Expected, actual and their difference, where there is more than one number to draw."""
    if report.picture is None or source.shell() is None:
        return
    expected, actual = report.picture
    if not 1 < expected.numel() <= MOST_DRAWN:
        return
    from IPython.display import display

    from .. import viz

    display(viz.compare(expected, actual))


def _explain_missing(
    shell: Any, kind: type, error: NameError, trace: Any, tb_offset: Any = None
) -> None:
    """IPython calls this for a NameError: the name of an exercise gets words of its own."""
    name = getattr(error, "name", None)
    if name and exercises.known(name):
        lines = [
            f"NameError: there is no `{name}` in this kernel yet.",
            f"Run the cell that defines it, or the one with mine({name!r}), then this cell again.",
        ]
        error._render_traceback_ = lambda: lines
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def listen() -> None:
    """Have the running shell explain the missing name of an exercise."""
    if source.shell() is not None:
        source.shell().set_custom_exc((NameError,), _explain_missing)


listen()
