"""Mark one submission: rebuild it, run each answer in a sandbox of its own, judge it outside.

The exercises are marked one by one, in the order of the course. What an answer uses of earlier
ones is the learner's own where that passed, and the course's where it did not, as ``mine`` does in
the notebooks. So a broken exercise costs its own points only. What passes in the notebook passes
here: where the answer alone does not, the learner's own cells are run.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cache

import torch

from .. import exercises
from ..course import syntax
from ..engine.verdict.report import Outcome, Report
from . import rebuild
from .attempt import PATIENCE_S, Attempt, within
from .marks import UNMARKED, Mark, Marked, Settings
from .sandbox import End
from .submission import Submission, SubmittedAnswer
from .text import clean, clean_all, to_python

OWN_CELLS = (
    "Marked by running the notebook's own cells up to the check: taken out alone, the answer "
    "earned less."
)
READY_MADE = (  # attention that the library has ready
    "scaled_dot_product_attention",
    "multi_head_attention_forward",
    "MultiheadAttention",
    "Transformer",
    "TransformerEncoder",
    "TransformerDecoder",
    "TransformerEncoderLayer",
    "TransformerDecoderLayer",
)


def mark(
    submission: Submission,
    settings: Settings,
    only: tuple[str, ...] = (),
    before: Marked | None = None,
) -> Marked:
    """Mark a submission.

    Args:
        submission: What the learner handed in.
        settings: What holds for the class.
        only: Exercises to mark again; the other marks are those of ``before``, but where these now
            lead to another part beside an answer.
        before: The earlier result.
    """
    torch.set_num_threads(1)  # submissions are marked beside each other
    with within(PATIENCE_S):
        answers, notes = rebuild.rebuild(submission)
    kept = {m.exercise: m for m in before.marks} if before and only else {}
    marks: dict[str, Mark] = {}
    trouble: list[str] = []
    spent: list[float] = []
    for entry in exercises.entries():
        if entry.notebook not in settings.notebooks:
            continue
        exercise = exercises.find(entry.id)
        attempt = Attempt(exercise, answers[entry.id], answers, marks, settings)
        old = None if entry.id in only else kept.get(entry.id)
        if old and old.beside in ("", attempt.beside()):
            marks[entry.id] = old
            continue
        try:
            marks[entry.id] = _mark(attempt, spent)
        except Exception as error:  # a fault of ours costs this exercise, and is shown
            trouble.append(f"{entry.id} was not marked: {type(error).__name__}: {error}")
            report = attempt.report(Outcome.ERROR, "This exercise could not be marked yet.")
            marks[entry.id] = _as_mark(attempt, report, UNMARKED)
    return replace(
        could_not_mark(submission, clean(" ".join(trouble))),
        marks=tuple(marks.values()),
        notes=tuple(clean_all(notes)),
    )


def could_not_mark(submission: Submission, trouble: str) -> Marked:
    """The entry of a submission without marks, for a person to look at."""
    return Marked(
        learner=submission.learner,
        digest=submission.digest,
        platform_id=submission.platform_id,
        notes=tuple(clean_all(list(submission.notes))),
        trouble=trouble,
        late=submission.late,
        handed_in=bool(submission.uploads),
    )


def _mark(attempt: Attempt, spent: list[float]) -> Mark:
    """The better of two ways to run an answer: alone, and with the notebook's own cells.

    Args:
        attempt: The answer alone.
        spent: Seconds of each run of the submission; more are added.
    """

    def out_of_time() -> bool:
        return sum(spent) > attempt.settings.submission_seconds

    answer = attempt.answer
    best, way, ended = _without_a_run(attempt, out_of_time()), "", False
    ready = ", ".join(_ready_made(answer))
    if best is None and ready and attempt.exercise.id in attempt.settings.own_work:
        best, ended = attempt.not_own_work(ready), True
    if best is None:
        best, ran = attempt.run()
        spent.append(ran.seconds)
        ended = best.passed or ran.end is not End.DONE  # the same cells would end there again
    if answer.own and not ended and not out_of_time():
        report, ran = replace(attempt, own_cells=True).run()
        spent.append(ran.seconds)
        if report.earned > best.earned:
            best, way = report, OWN_CELLS
    return replace(
        _as_mark(attempt, best, way),
        picture=_picture(best),
        notes=tuple(clean_all(_notes(attempt, way))),
    )


def _without_a_run(attempt: Attempt, late: bool) -> Report | None:
    """The report where the answer alone cannot be run, or no time is left; else None."""
    answer = attempt.answer
    if answer.untouched:
        words = "The cell still holds the TODO as it was given."
        return attempt.report(Outcome.NOT_ATTEMPTED, words)
    if answer.text is None:
        return attempt.report(Outcome.NOT_ATTEMPTED, "There is no answer to this exercise.")
    if late:
        limit = attempt.settings.submission_seconds
        return attempt.report(
            Outcome.ERROR,
            f"The {limit} seconds for all of the submission were over before this exercise.",
            "Earlier exercises took them: see there.",
        )
    if answer.fault.startswith(rebuild.TOO_LONG):
        words = "Leave in it what the answer needs, and hand it in again."
        return attempt.report(Outcome.ERROR, answer.fault, "Nothing of it was run.", words)
    if answer.fault:
        return attempt.report(
            Outcome.ERROR,
            f"The cell is no Python. {answer.fault}",
            "Python could not read the cell, so nothing of it ran.",
            "Run the cell in JupyterLab: the mark ^ shows the place.",
        )
    return None


def _as_mark(attempt: Attempt, report: Report, way: str) -> Mark:
    return Mark(
        exercise=attempt.exercise.id,
        outcome=str(report.outcome),
        earned=0.0 if way == UNMARKED else report.earned,
        points=attempt.exercise.required_points,
        diagnosis=report.diagnosis or "",
        report=clean_all(report.to_dict()),
        code=clean(attempt.answer.text or ""),
        way=way,
        beside=attempt.beside(),
    )


def _notes(attempt: Attempt, way: str) -> list[str]:
    answer = attempt.answer
    notes = [*answer.notes, *filter(None, [way])]
    if ready := ", ".join(_ready_made(answer)):
        notes.append(f"Uses the library's ready-made {ready}.")
    if borrowed := ", ".join(attempt.borrowed()):
        notes.append(f"Uses {borrowed}, of a notebook that is not marked: here the course's.")
    if missing := rebuild.missing_libraries(answer):
        notes.append(f"Imports {', '.join(missing)}, which the machine that marks has not.")
    return notes


def _picture(report: Report) -> str:
    """The picture that the learner would have seen below the report, as HTML."""
    if report.picture is None:
        return ""
    from ..viz.comparison import below_a_report

    return below_a_report(report.picture)


def _ready_made(answer: SubmittedAnswer) -> list[str]:
    """The library's attention in the learner's text: after a dot, imported, or as a string."""
    return sorted(
        set(_names(answer.text or "") + _names("\n".join(answer.support))) & set(READY_MADE)
    )


@cache
def _names(text: str) -> list[str]:
    try:
        tree = syntax.parsed(to_python(text))
    except syntax.UNREADABLE:
        return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
        elif isinstance(node, ast.alias):
            found.append(node.name.rpartition(".")[2])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return found
