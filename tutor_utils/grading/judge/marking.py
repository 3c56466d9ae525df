"""Mark one submission: rebuild it, run each answer in a sandbox of its own, judge it outside.

The exercises are marked one by one, in the order of the course. What an answer uses of earlier
ones is the learner's own where that passed, and the course's where it did not, as ``mine`` does in
the notebooks. So a broken exercise costs its own points only. What passes in the notebook passes
here: where the answer alone does not, the learner's own cells are run, and older files are tried.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import torch

from ... import exercises
from ...course import syntax
from ...engine.exercise import Exercise
from ...engine.verdict.report import Outcome, Report
from ..answers import rebuild
from ..answers.python_text import plain
from ..intake.submission import Submission, SubmittedAnswer
from ..intake.text import clean, clean_all, printable
from ..run.sandbox import End
from .attempt import PATIENCE_S, Attempt, within
from .marks import Allowance, Mark, Marked, Settings

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
    marks: dict[str, Mark] = {}
    trouble: list[str] = []

    spent: list[float] = []  # seconds of each run
    allowance = Allowance()

    def out_of_time() -> bool:
        return sum(spent) > settings.submission_seconds

    for entry in exercises.entries():
        if entry.notebook not in settings.notebooks:
            continue
        exercise = exercises.find(entry.id)
        job = _Job(exercise, answers, marks, settings, spent, allowance)
        before_it = None if exercise.id in only else kept.get(exercise.id)
        if before_it and before_it.beside in ("", job.beside()):
            marks[exercise.id] = before_it
            continue
        try:
            marks[exercise.id] = job.mark(out_of_time)
        except Exception as error:  # a fault of ours costs this exercise, and is shown
            trouble.append(f"{exercise.id} was not marked: {type(error).__name__}: {error}")
            marks[exercise.id] = job.unmarked()
    return replace(
        _unmarked(submission),
        marks=tuple(marks.values()),
        notes=tuple(clean_all(notes)),
        readable=any(answer.file for answer in answers.values()),
        trouble=clean(" ".join(trouble)),
        seconds=round(time.monotonic() - start, 2),
    )


@dataclass(frozen=True)
class _Job:
    exercise: Exercise
    answers: Mapping[str, SubmittedAnswer]
    marks: Mapping[str, Mark]
    settings: Settings
    spent: list[float]
    allowance: Allowance

    def mark(self, out_of_time: Callable[[], bool]) -> Mark:
        """Mark the exercise; ``out_of_time`` says whether the submission's time is over."""
        start = time.monotonic()
        first = self.answers[self.exercise.id]
        nothing = self._without_a_run(first, out_of_time())
        best, answer, way = nothing, first, ""
        if nothing is None or ((first.own or first.others) and not out_of_time()):
            for report, tried, how in self._ways(first):
                not_begun = best is not None and best.outcome is Outcome.NOT_ATTEMPTED
                if (
                    best is None
                    or report.earned > best.earned
                    or (not_begun and tried is not first)
                ):
                    best, answer, way = report, tried, how
                if best.passed or out_of_time():
                    break
        assert best is not None  # what has something to run has a way
        lacks = () if best.passed else tuple(rebuild.missing_libraries(answer))
        if lacks:
            best = _without_packages(best, ", ".join(lacks))
        elif not best.passed and best is not nothing:
            from .mending import with_the_line  # of no use to a class in which all is right

            attempt = Attempt(self.exercise, answer, self.answers, self.marks, self.settings, way)
            best = with_the_line(attempt, best, self.allowance)
        return self._as_mark(
            best,
            answer,
            earned=best.earned,
            picture=_picture(best),
            notes=tuple(clean_all(self._notes(answer, first, way) + _files_wanted(best))),
            lacks=lacks,
            seconds=round(time.monotonic() - start, 2),
            way=way or ("older file" if answer is not first else ""),
        )

    def _ways(self, first: SubmittedAnswer) -> Iterator[tuple[Report, SubmittedAnswer, str]]:
        """Each way in which the exercise can be tried, the fairest first."""
        for answer in (first, *first.others):
            attempt = Attempt(self.exercise, answer, self.answers, self.marks, self.settings)
            if answer.text is not None and not answer.untouched and not answer.fault:
                ready = _ready_made(answer)
                if ready and self.exercise.id in self.settings.own_work:
                    yield attempt.not_own_work(", ".join(ready)), answer, ""
                    continue
                report, end = self._run(attempt)
                yield report, answer, ""
                if end is not End.DONE:
                    continue  # the same cells would end there again
                if not report.criteria and rebuild.has_more_statements(answer):
                    report, end = self._run(replace(attempt, way=BY_STATEMENTS))
                    yield report, answer, BY_STATEMENTS
            for way in OWN_CELLS if answer.own else ():
                if way.endswith("end") and answer.checked == len(answer.own):
                    continue
                report, end = self._run(replace(attempt, way=way))
                yield report, answer, way
                if end is not End.DONE:
                    break

    def _run(self, attempt: Attempt) -> tuple[Report, End]:
        report, ran = attempt.run()
        self.spent.append(ran.seconds)
        return report, ran.end

    def _notes(self, answer: SubmittedAnswer, first: SubmittedAnswer, way: str) -> list[str]:
        missing = ", ".join(rebuild.missing_libraries(answer))
        notes = [f"Imports {missing}, which the machine that marks has not."] * bool(missing)
        notes += [*answer.notes, *filter(None, [WAYS[way]])]
        if answer is not first:
            notes.append(f"From {answer.file}: the newer file earned less.")
        if ready := ", ".join(_ready_made(answer)):
            notes.append(f"Uses the library's ready-made {ready}.")
        attempt = Attempt(self.exercise, answer, self.answers, self.marks, self.settings)
        if borrowed := ", ".join(attempt.borrowed()):
            notes.append(f"Uses {borrowed}, of a notebook that is not marked: here the course's.")
        if answer.fault and answer.newer:
            notes.append(
                f"The machine that marks has Python {_HERE}, and the notebook was saved with "
                f"{answer.newer}: look whether the cell is right there."
            )
        return notes

    def _without_a_run(self, answer: SubmittedAnswer, late: bool) -> Report | None:
        """The report where the answer alone cannot be run, or no time is left; else None."""
        attempt = Attempt(self.exercise, answer, self.answers, self.marks, self.settings)
        if answer.untouched:
            return attempt.report(
                Outcome.NOT_ATTEMPTED, "The cell still holds the TODO as it was given."
            )
        if answer.text is None:
            return attempt.report(Outcome.NOT_ATTEMPTED, "There is no answer to this exercise.")
        if late:
            limit = self.settings.submission_seconds
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

    def unmarked(self) -> Mark:
        """The entry of an exercise that the course could not mark."""
        answer = self.answers[self.exercise.id]
        attempt = Attempt(self.exercise, answer, self.answers, self.marks, self.settings)
        report = attempt.report(Outcome.ERROR, "This exercise could not be marked yet.")
        return self._as_mark(report, answer, earned=0.0, way="unmarked")

    def beside(self) -> str:
        """A fingerprint of what an answer may find beside it: which earlier parts, and whose."""
        found = []
        for name in exercises.names()[: exercises.names().index(self.exercise.id)]:
            earned = self.marks.get(name)
            if earned and earned.outcome == Outcome.PASSED and not earned.way:
                found.append(name)
            elif not earned and self.answers[name].text is None:
                found.append(f"{name}: the course's")
        return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]

    def _as_mark(self, report: Report, answer: SubmittedAnswer, **more: Any) -> Mark:
        return Mark(
            exercise=self.exercise.id,
            outcome=str(report.outcome),
            points=self.exercise.required_points,
            diagnosis=report.diagnosis or "",
            report=clean_all(report.to_dict()),
            code=clean(answer.text or ""),
            beside=self.beside(),
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
    """The entry of a submission that could not be marked, for a person to look at."""
    return replace(_unmarked(submission), trouble=trouble)


def _unmarked(submission: Submission) -> Marked:
    return Marked(
        learner=submission.learner,
        digest=submission.digest,
        when=submission.when.isoformat() if submission.when else "",
        platform_id=submission.platform_id,
        notes=tuple(clean_all(list(submission.notes))),
        late=submission.late,
        handed_in=bool(submission.uploads),
        platform=submission.platform,
    )
