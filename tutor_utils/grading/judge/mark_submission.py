"""Mark one submission: rebuild it, run each answer in a sandbox of its own, judge it outside.

The exercises are marked one by one, in the order of the course. What an answer uses of earlier
ones is the learner's own where that passed, and the course's where it did not, as ``mine`` does in
the notebooks. So a broken exercise costs its own points only. What passes in the notebook passes
here: where the answer alone does not, the learner's own cells are run, and older files are tried.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import torch

from ... import exercises
from ...course import syntax
from ...engine.verdict.report import Outcome, Report
from ..answers import rebuild
from ..answers.answer import Answer
from ..answers.python_text import plain
from ..intake.submission import Submission
from ..intake.text import clean, clean_all
from ..run.monitor import End
from . import reports
from .examiner import PATIENCE_S, Examiner, within
from .job import BY_STATEMENTS, OWN_CELLS, TO_THE_CHECK, TO_THE_END
from .marks import OLDER, Mark, Result, Settings

WAYS = {
    "": "",
    BY_STATEMENTS: "Marked statement by statement: one in the cell stops with an error here.",
    TO_THE_CHECK: "Marked by running the notebook's own cells up to the check: taken out alone, "
    "the answer earned less.",
    TO_THE_END: "Marked by running all of the notebook's own cells: taken out alone, the answer "
    "earned less.",
}
NEWER_PYTHON = f"The machine that marks has Python {reports.HERE}, and the notebook was saved with"
READY_MADE = {  # attention that the library has ready
    "scaled_dot_product_attention",
    "multi_head_attention_forward",
    "MultiheadAttention",
    "Transformer",
    "TransformerEncoder",
    "TransformerDecoder",
    "TransformerEncoderLayer",
    "TransformerDecoderLayer",
}


def mark(
    submission: Submission,
    settings: Settings,
    only: Sequence[str] = (),
    before: Sequence[Mark] = (),
) -> Result:
    """Mark a submission: the work of one task, for any ``concurrent.futures`` executor.

    Args:
        submission: What the learner handed in.
        settings: What holds for the class.
        only: Exercises to mark again; the other marks are those of ``before``, but where these now
            lead to another part beside an answer.
        before: The earlier marks.
    """
    start = time.monotonic()
    torch.set_num_threads(1)  # submissions are marked beside each other
    with within(PATIENCE_S):
        answers, notes = rebuild.rebuild(submission)
    notes += _saved_alone(submission.saved, answers, settings)
    kept = {m.exercise: m for m in before if only and m.exercise not in only}
    examiner = Examiner(answers, settings)
    trouble: list[str] = []
    for entry in exercises.entries():
        if entry.notebook not in settings.notebooks:
            continue
        earlier = kept.get(entry.id)
        if earlier and earlier.beside in ("", examiner.beside(entry.id)):
            examiner.marks[entry.id] = earlier
            continue
        answer = answers[entry.id]
        try:
            examiner.marks[entry.id] = _mark(examiner, answer)
        except Exception as error:  # a fault of ours costs this exercise, and is shown
            trouble.append(f"{entry.id} was not marked: {type(error).__name__}: {error}")
            report = reports.error(entry.id, "This exercise could not be marked yet.")
            examiner.marks[entry.id] = _as_mark(examiner, answer, report, way="unmarked")
    if examiner.untried:
        names = (f"{name} ({', '.join(files)})" for name, files in examiner.untried.items())
        notes.append(
            "Older files had used up their time, and these answers in them were not tried: "
            f"{', '.join(names)}. A larger --submission-seconds gives them more."
        )
    return replace(
        could_not_mark(submission, clean(" ".join(trouble))),
        marks=tuple(examiner.marks.values()),
        notes=tuple(clean_all(notes)),
        readable=any(answer.file for answer in answers.values()),
        seconds=round(time.monotonic() - start, 2),
    )


def _saved_alone(
    saved: Sequence[str], answers: Mapping[str, Answer], settings: Settings
) -> list[str]:
    """A note on answers that were handed in as the notebooks save them, and in no notebook."""
    names = [
        e.id
        for e in exercises.entries()
        if e.id in saved and e.notebook in settings.notebooks
        if not any(a.begun for a in (answers[e.id], *answers[e.id].others))
    ]
    return [
        f"my_transformer/ holds {', '.join(names)}, and the notebook does not: only what stands in "
        "the notebook is marked. Ask for the notebook with the answer."
    ] * bool(names)


def _mark(examiner: Examiner, first: Answer) -> Mark:
    """Mark an exercise by the best of the ways in which it can be tried."""
    start, late = time.monotonic(), examiner.out_of_time
    seconds = examiner.settings.submission_seconds if late else None
    nothing = reports.without_a_run(first, seconds)
    best, report = first, nothing
    for answer, found in _tries(examiner, first, not nothing):
        not_begun = report is not None and report.outcome is Outcome.NOT_ATTEMPTED
        if report is None or found.earned > report.earned or (not_begun and answer.older):
            best, report = answer, found
        if report.passed:
            break
    assert report is not None  # what has something to run has a way
    lacks = () if report.passed else tuple(best.missing_packages())
    if lacks:
        report = reports.without_packages(report, ", ".join(lacks))
    elif not report.passed and report is not nothing:
        from .mending import with_the_line  # of no use to a class in which all is right

        report = with_the_line(examiner, best, report)
    return _as_mark(
        examiner,
        best,
        report,
        picture=_picture(report),
        notes=tuple(clean_all(_notes(examiner, best) + reports.files_wanted(report))),
        lacks=lacks,
        seconds=round(time.monotonic() - start, 2),
        way=best.way or (OLDER if best.older else ""),
    )


def _tries(examiner: Examiner, first: Answer, alone: bool) -> Iterator[tuple[Answer, Report]]:
    """Each way in which the exercise can be tried, the fairest first.

    Args:
        examiner: Runs it.
        first: The answer that counts first.
        alone: Whether it can be run alone.
    """
    own_work = first.exercise in examiner.settings.own_work
    for answer in (first, *first.others):
        alone = alone if answer is first else answer.begun and not answer.fault
        if own_work and alone and (ready := _ready_made(answer)):
            yield answer, reports.not_own_work(answer.exercise, ", ".join(ready))
            continue
        ways = [*["", BY_STATEMENTS] * alone, *OWN_CELLS * bool(answer.own)]
        if answer.checked == len(answer.own) and answer.own:
            ways.remove(TO_THE_END)
        said = None
        for way in ways:
            if examiner.out_of_time or (answer.older and examiner.out_of_older_time):
                if answer.older:
                    examiner.untried[answer.exercise].append(answer.file)
                break
            if way == BY_STATEMENTS and said and (said.criteria or len(answer.statements()) < 2):
                continue
            tried = replace(answer, way=way)
            before = examiner.seconds
            said, end = examiner.run(tried)
            examiner.older_seconds += (examiner.seconds - before) * answer.older
            yield tried, said
            if end is not End.DONE:
                break  # the same cells would end there again


def _notes(examiner: Examiner, best: Answer) -> list[str]:
    missing = ", ".join(best.missing_packages())
    notes = [f"Imports {missing}, which the machine that marks has not."] * bool(missing)
    notes += [*best.notes, *filter(None, [WAYS[best.way]])]
    if best.older:
        notes.append(f"From {best.file}: the newer file earned less.")
    if ready := ", ".join(_ready_made(best)):
        notes.append(f"Uses the library's ready-made {ready}.")
    if borrowed := ", ".join(examiner.borrowed(best)):
        notes.append(f"Uses {borrowed}, of a notebook that is not marked: here the course's.")
    if best.fault and best.newer:
        notes.append(f"{NEWER_PYTHON} {best.newer}: look whether the cell is right there.")
    return notes


def _as_mark(examiner: Examiner, answer: Answer, report: Report, **more: Any) -> Mark:
    return Mark(
        exercise=answer.exercise,
        outcome=str(report.outcome),
        earned=report.earned,
        points=exercises.find(answer.exercise).required_points,
        diagnosis=report.diagnosis or "",
        report=clean_all(report.to_dict()),
        code=clean(answer.text or ""),
        helper=clean(rebuild.in_a_file_beside(answer)),
        beside=examiner.beside(answer.exercise),
        **more,
    )


def _ready_made(answer: Answer) -> list[str]:
    """The library's attention in the learner's text: after a dot, imported, or as a string."""
    return sorted(READY_MADE & {*_names(answer.text or ""), *_names("\n".join(answer.support))})


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


def could_not_mark(submission: Submission, trouble: str) -> Result:
    """The entry of a submission without marks; where it has trouble, for a person to look at."""
    return Result(
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
