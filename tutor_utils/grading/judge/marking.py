"""Mark one submission: rebuild it, run each answer in a sandbox of its own, judge it outside.

The exercises are marked one by one, in the order of the course. What an answer uses of earlier
ones is the learner's own where that passed, and the course's where it did not, as ``mine`` does in
the notebooks. So a broken exercise costs its own points only. What passes in the notebook passes
here: where the answer alone does not, the learner's own cells are run, and older files are tried.
"""

from __future__ import annotations

import ast
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import torch

from ... import exercises
from ...course import syntax
from ...engine.verdict.report import Outcome, Report
from ..answers import rebuild
from ..answers.answer import SubmittedAnswer
from ..answers.python_text import plain
from ..intake.submission import Submission
from ..intake.text import clean, clean_all, printable
from ..run.monitor import End
from .attempt import PATIENCE_S, Attempt, Progress, within
from .marks import Mark, Marked, Settings

BY_STATEMENTS = "statement by statement"
WAYS = {
    "": "",
    BY_STATEMENTS: "Marked statement by statement: one in the cell stops with an error here.",
    "own cells": "Marked by running the notebook's own cells up to the check: taken out alone, "
    "the answer earned less.",
    "own cells to the end": "Marked by running all of the notebook's own cells: taken out alone, "
    "the answer earned less.",
}
_HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
NEWER_PYTHON = f"The machine that marks has Python {_HERE}, and the notebook was saved with"
OWN_CELLS = ("own cells", "own cells to the end")
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
    """Mark a submission: the work of one task, for any ``concurrent.futures`` executor.

    Args:
        submission: What the learner handed in.
        settings: What holds for the class.
        only: Exercises to mark again; the other marks are those of ``before``, but where these now
            lead to another part beside an answer.
        before: The earlier result.
    """
    start = time.monotonic()
    torch.set_num_threads(1)  # submissions are marked beside each other
    with within(PATIENCE_S):
        answers, notes = rebuild.rebuild(submission)
    kept = {m.exercise: m for m in before.marks} if before and only else {}
    progress = Progress(answers, settings)
    trouble: list[str] = []
    for entry in exercises.entries():
        if entry.notebook not in settings.notebooks:
            continue
        attempt = Attempt(exercises.find(entry.id), answers[entry.id], progress)
        before_it = None if entry.id in only else kept.get(entry.id)
        if before_it and before_it.beside in ("", attempt.beside()):
            progress.marks[entry.id] = before_it
            continue
        try:
            progress.marks[entry.id] = _mark(attempt)
        except Exception as error:  # a fault of ours costs this exercise, and is shown
            trouble.append(f"{entry.id} was not marked: {type(error).__name__}: {error}")
            report = attempt.report(Outcome.ERROR, "This exercise could not be marked yet.")
            progress.marks[entry.id] = _as_mark(attempt, report, earned=0.0, way="unmarked")
    return replace(
        could_not_mark(submission, clean(" ".join(trouble))),
        marks=tuple(progress.marks.values()),
        notes=tuple(clean_all(notes)),
        readable=any(answer.file for answer in answers.values()),
        seconds=round(time.monotonic() - start, 2),
    )


def _mark(first: Attempt) -> Mark:
    """Mark an exercise by the best of the ways in which it can be tried."""
    start, progress = time.monotonic(), first.progress
    nothing = without_a_run(first)
    best, report = first, nothing
    if nothing is None or ((first.answer.own or first.answer.others) and not progress.out_of_time):
        for attempt, found in _ways(first):
            not_begun = report is not None and report.outcome is Outcome.NOT_ATTEMPTED
            other = not_begun and attempt.answer is not first.answer
            if report is None or found.earned > report.earned or other:
                best, report = attempt, found
            if report.passed or progress.out_of_time:
                break
    assert report is not None  # what has something to run has a way
    lacks = () if report.passed else tuple(best.answer.missing_packages())
    if lacks:
        report = _without_packages(report, ", ".join(lacks))
    elif not report.passed and report is not nothing:
        from .mending import with_the_line  # of no use to a class in which all is right

        report = with_the_line(best, report)
    older = "older file" if best.answer is not first.answer else ""
    return _as_mark(
        best,
        report,
        earned=report.earned,
        picture=_picture(report),
        notes=tuple(clean_all(_notes(best, first) + _files_wanted(report))),
        lacks=lacks,
        seconds=round(time.monotonic() - start, 2),
        way=best.way or older,
    )


def _ways(first: Attempt) -> Iterator[tuple[Attempt, Report]]:
    """Each way in which the exercise can be tried, the fairest first."""
    own_work = first.exercise.id in first.settings.own_work
    for answer in (first.answer, *first.answer.others):
        alone = replace(first, answer=answer)
        if answer.text is not None and not answer.untouched and not answer.fault:
            if own_work and (ready := _ready_made(answer)):
                yield alone, alone.not_own_work(", ".join(ready))
                continue
            report, end = alone.run()
            yield alone, report
            if end is not End.DONE:
                continue  # the same cells would end there again
            if not report.criteria and len(answer.statements()) > 1:
                apart = replace(alone, way=BY_STATEMENTS)
                yield apart, apart.run()[0]
        for way in OWN_CELLS if answer.own else ():
            if way.endswith("end") and answer.checked == len(answer.own):
                continue
            attempt = replace(alone, way=way)
            report, end = attempt.run()
            yield attempt, report
            if end is not End.DONE:
                break


def _notes(best: Attempt, first: Attempt) -> list[str]:
    answer = best.answer
    missing = ", ".join(answer.missing_packages())
    notes = [f"Imports {missing}, which the machine that marks has not."] * bool(missing)
    notes += [*answer.notes, *filter(None, [WAYS[best.way]])]
    if answer is not first.answer:
        notes.append(f"From {answer.file}: the newer file earned less.")
    if ready := ", ".join(_ready_made(answer)):
        notes.append(f"Uses the library's ready-made {ready}.")
    if borrowed := ", ".join(best.borrowed()):
        notes.append(f"Uses {borrowed}, of a notebook that is not marked: here the course's.")
    if answer.fault and answer.newer:
        notes.append(f"{NEWER_PYTHON} {answer.newer}: look whether the cell is right there.")
    return notes


def without_a_run(attempt: Attempt) -> Report | None:
    """The report where the answer alone cannot be run, or no time is left; else None."""
    answer = attempt.answer
    if answer.untouched:
        return attempt.report(
            Outcome.NOT_ATTEMPTED, "The cell still holds the TODO as it was given."
        )
    if answer.text is None:
        return attempt.report(Outcome.NOT_ATTEMPTED, "There is no answer to this exercise.")
    if attempt.progress.out_of_time:
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
            f"Your notebook was saved with Python {answer.newer}. If the cell runs there, "
            f"write it as Python {_HERE} knows it."
            if answer.newer
            else "Run the cell in JupyterLab: the mark ^ shows the place.",
        )
    return None


def _as_mark(attempt: Attempt, report: Report, **more: Any) -> Mark:
    return Mark(
        exercise=attempt.exercise.id,
        outcome=str(report.outcome),
        points=attempt.exercise.required_points,
        diagnosis=report.diagnosis or "",
        report=clean_all(report.to_dict()),
        code=clean(attempt.answer.text or ""),
        beside=attempt.beside(),
        **more,
    )


def _without_packages(report: Report, packages: str) -> Report:
    """The report that says first what stood in the way, and what is seen where it stood there."""
    seen = f" What was seen without it: {report.saw}" if report.saw else ""
    return replace(
        report,
        saw=f"Your code imports {packages}, which the machine that marks has not.{seen}",
        means="So this says little of your code. Your teacher is asked about it before any grade "
        "leaves.",
        try_next="Write it with PyTorch alone, or ask your teacher to install it there.",
        diagnosis=None,
    )


def _files_wanted(report: Report) -> list[str]:
    """What to note where the code stopped at a file that did not come along."""
    found = re.search(r"No such file or directory: '([^']{1,200})'", report.saw)
    if report.passed or not found:
        return []
    return [f"Wants the file {printable(found[1])!r}, which was not handed in beside the notebook."]


def _ready_made(answer: SubmittedAnswer) -> list[str]:
    """The library's attention in the learner's text: after a dot, imported, or as a string."""
    return sorted(
        set(_names(answer.text or "") + _names("\n".join(answer.support))) & set(READY_MADE)
    )


@cache
def _names(text: str) -> list[str]:
    try:
        tree = syntax.parsed(plain(text))
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


def _picture(report: Report) -> str:
    """The picture that the learner would have seen below the report, as HTML."""
    if report.picture is None:
        return ""
    from ...viz.comparison import below_a_report

    return below_a_report(report.picture)


def could_not_mark(submission: Submission, trouble: str) -> Marked:
    """The entry of a submission without marks; where it has trouble, for a person to look at."""
    return Marked(
        learner=submission.learner,
        digest=submission.digest,
        when=submission.when.isoformat() if submission.when else "",
        platform_id=submission.platform_id,
        notes=tuple(clean_all(list(submission.notes))),
        late=submission.late,
        handed_in=bool(submission.uploads),
        platform=submission.platform,
        trouble=trouble,
    )
