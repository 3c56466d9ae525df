"""``check``: run and judge an answer, save it if it passed, and say what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from torch import nn

from .. import exercises
from ..course import answers, learner_package, modules, store, syntax
from ..course.sources import is_untouched, stub
from ..engine.exercise import Exercise
from ..engine.observation import Observation
from ..engine.run.observe import observe
from ..engine.verdict.examine import Source, examine
from ..engine.verdict.remarks import with_remarks
from ..engine.verdict.report import Outcome, Report
from . import hints, notebook, notes, saved_answers, shown

_MISSING = object()
_explained_in: dict[str, str] = {}  # notebook -> exercise with the remark on error messages
_bank = cache(answers.Bank)  # one per kernel, so that its cached runs serve the next failure


def check(
    answer: Any, other: Any = _MISSING, *, raise_on_failure: bool = True, seed: int = 0
) -> Report | None:
    """Check an answer and say what to do next.

    Args:
        answer: The object: ``check(split_heads)``. Or the exercise's name, alone (the object of
            that name is checked) or followed by any object: ``check("split_heads", f)``.
        raise_on_failure: False returns the report instead of raising.
        seed: Draws the inputs; the report of a failure names it.

    Returns:
        The report where ``raise_on_failure`` is False; else None, after it was shown.

    Raises:
        CheckFailed: the answer did not pass. Its message is the report. A bonus that still holds
            its TODO raises nothing, so that "Run all" goes on.
        UnknownName: there is no exercise of that name; the nearest is offered.
        Stopped: the learner pressed stop.
    """
    try:
        return _check(answer, other, raise_on_failure, seed)
    except KeyboardInterrupt:
        raise Stopped from None


class Stopped(KeyboardInterrupt):
    """The learner interrupted the check; prints one line without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return ["The check was stopped. Nothing was kept."]


def _check(answer: Any, other: Any, raise_on_failure: bool, seed: int) -> Report | None:
    name, value = _named(answer, other)
    exercise, observation = exercises.find(name), None
    if value is _MISSING:
        report = _not_there(exercise)
    elif learner_package.is_the_courses(value):
        report = _not_yours(exercise)
    elif failed := notes.not_run(exercise, value):
        report = failed
    else:
        texts, names = notebook.cell_texts(value), notebook.namespace(value)
        _, cell = syntax.statement(exercise.id, texts) or ("", "")
        observation = _observation(exercise, value, seed, cell)

        def source() -> Source | None:
            return (cell, names, stub(exercise.id)) if cell else None

        report = examine(exercise, value, observation, _bank(), source)
        remarks = notes.notes_on_stale_code(name, value, texts)
        remarks += notes.notes_on_dependencies(report, texts, names)
        report = replace(report, notes=report.notes + remarks)
        if not report.passed:
            hints.remember_fix(exercise.id, report.fix)
        report = _record(exercise, report, value, cell, texts, names)
        given = report.outcome is Outcome.NOT_ATTEMPTED and not observation.trials
        if given and (where := saved_answers.saved_versions(exercise.id)):
            report = replace(report, try_next=where)
    if not raise_on_failure:
        return (
            with_remarks(exercise, observation, report, value, _explained_in)
            if observation
            else report
        )
    begun = report.outcome is not Outcome.NOT_ATTEMPTED or isinstance(report, notes.NotRun)
    skipped = exercise.bonus and not begun
    if not (report.passed or skipped):
        shown.stop(report)
    shown.show(report)
    if observation:  # "RIGHT" is shown already, so the remarks may take longer
        shown.show_remarks(with_remarks(exercise, observation, report, value, _explained_in))
    return None


def _named(answer: Any, other: Any) -> tuple[str, Any]:
    """The exercise's id and the object, from the arguments of ``check``."""
    if isinstance(answer, str):
        if other is not _MISSING:
            return answer, other
        return answer, notebook.namespace().get(answer, _MISSING)
    name = getattr(answer, "__name__", None)
    if isinstance(answer, nn.Module) and not exercises.known(str(name)):
        name = type(answer).__name__
    if not exercises.known(str(name)):  # such as a lambda: look for a name it is bound to
        bound = (known for known, value in notebook.namespace().items() if value is answer)
        name = next(filter(exercises.known, bound), name)
    return str(name or type(answer).__name__), answer


def _not_attempted(exercise: Exercise, **words: Any) -> Report:
    outcome = Outcome.NOT_ATTEMPTED
    return Report(exercise.id, exercise.title, outcome, points=exercise.points, **words)


def _not_there(exercise: Exercise) -> Report:
    return _not_attempted(
        exercise,
        saw=f"No object called `{exercise.id}` is there.",
        means="The cell that defines it has not run since the kernel started, or it ended in an "
        "error, or the name is spelled in another way.",
        try_next=f"Run the cell with `{exercise.id}`, then this check again.",
    )


def _not_yours(exercise: Exercise) -> Report:
    return _not_attempted(
        exercise,
        saw=f"`{exercise.id}` is the course's part at present, not yours.",
        means="A cell with mine(...) put it there, since yours had not passed.",
        try_next=f"Run the cell that defines your own `{exercise.id}`, then this check again.",
    )


def _observation(exercise: Exercise, value: Any, seed: int, cell: str) -> Observation:
    """Run the answer; an unchanged cell is not run."""
    # an exercise whose given code has faults is run even unchanged: the report counts them
    if "NotImplementedError" in cell and is_untouched(exercise.id, cell):
        return Observation(exercise.id, seed, {}, untouched=True)
    observation = observe(exercise, value, seed)
    return replace(observation, untouched=only_the_todo_ran(observation))


def _record(
    exercise: Exercise,
    report: Report,
    value: Any,
    cell: str,
    texts: list[str],
    names: Mapping[str, Any],
) -> Report:
    """Save the outcome, and the answer if it passed; a full disk must not hide the report."""
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
    remarks = report.notes
    try:
        if cell:
            store.keep_try(exercise.id, str(report.outcome), cell)
        new = not learner_package.is_kept(value)
        if report.passed and new and (notebook.shell() is not None or exercise.id in names):
            try:
                digest = learner_package.keep(exercise.id, texts, names)
                record = replace(record, digest=digest)
            except modules.CannotKeep as why:
                remarks += (
                    f"Passed, but the answer was not carried into your package, since {why}. "
                    "Put all that it needs into its own cell and check again.",
                )
        store.save(record)
    except OSError as why:
        remarks += (f"Your progress could not be saved in {store.folder()}: {why}.",)
    return replace(report, notes=remarks)


def only_the_todo_ran(observation: Observation) -> bool:
    """Whether every trial ended in the error of the TODO."""
    raised = [seen.raised for seen in observation.trials.values()]
    todo = f"NotImplementedError: TODO: {observation.exercise}"
    return bool(raised) and all(str(error) == todo for error in raised)
