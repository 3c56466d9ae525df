"""What is said of an answer that no observation stands behind: it was not run, or did not end."""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from dataclasses import replace

from ... import exercises
from ...engine.verdict.report import Outcome, Report
from ..answers.answer import Answer
from ..answers.rebuild import TOO_LONG
from ..intake.text import printable
from ..run.monitor import End, Limits

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
NO_COURSE_PROBE = "The course's probe sends nothing of this kind."


def error(exercise: str, *words: str) -> Report:
    """The report of an error: what was seen, what it means, what to try."""
    return _report(exercise, Outcome.ERROR, *words)


def _report(exercise: str, outcome: Outcome, saw: str, means: str = "", then: str = "") -> Report:
    e = exercises.find(exercise)
    return Report(e.id, e.title, outcome, saw=saw, means=means, try_next=then, points=e.points)


def without_a_run(answer: Answer, seconds: int | None) -> Report | None:
    """The report where an answer cannot be run alone; else None.

    Args:
        answer: The answer.
        seconds: What the submission had for its runs, where that is over.
    """
    name, fault = answer.exercise, answer.fault
    if answer.untouched:
        saw = "The cell still holds the TODO as it was given."
        return _report(name, Outcome.NOT_ATTEMPTED, saw)
    if answer.text is None:
        return _report(name, Outcome.NOT_ATTEMPTED, "There is no answer to this exercise.")
    if seconds is not None:
        saw = f"The {seconds} seconds for all of the submission were over before this exercise."
        return error(name, saw, "Earlier exercises took them: see there.")
    if fault.startswith(TOO_LONG):
        then = "Leave in it what the answer needs, and hand it in again."
        return error(name, fault, "Nothing of it was run.", then)
    if not fault:
        return None
    then = "Run the cell in JupyterLab: the mark ^ shows the place."
    if answer.newer:
        then = (
            f"Your notebook was saved with Python {answer.newer}. If the cell runs there, "
            f"write it as Python {HERE} knows it."
        )
    means = "Python could not read the cell, so nothing of it ran."
    return error(name, f"The cell is no Python. {fault}", means, then)


def without_result(exercise: str, end: End, limits: Limits) -> Report:
    """The report of a run that ended before its result."""
    saw = {
        End.TIME: f"It had not ended after {limits.seconds} seconds.",
        End.MEMORY: f"It took more than {limits.memory_mb} MB of memory.",
        End.PROCESSES: f"It started more than {limits.processes} processes.",
        End.OUTPUT: f"It sent more than {limits.output_mb} MB.",
        End.DONE: "The kernel ended before there was a result.",
    }
    return error(
        exercise,
        saw[end],
        "The run was stopped there, and the other exercises went on without it.",
        "Look for a loop that does not end, a tensor that grows, or a call that leaves Python.",
    )


def no_observation(exercise: str, body: bytes, reason: Exception) -> Report:
    """The kernel told why there is no answer to try; its words are shown, and not believed."""
    text = None
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        text = printable(str(json.loads(body[:10_000])["error"]))
    if text is None:
        saw = f"What came back cannot be read: {printable(str(reason))}"
        return error(exercise, saw, NO_COURSE_PROBE)
    if not text:
        return error(
            exercise,
            f"The cell ran, and there is no `{exercise}` after it.",
            "Perhaps it has another name, or stands inside another function.",
            f"Define `{exercise}` at the left margin.",
        )
    advice = "Restart the kernel and run all cells: a name from a deleted cell may be missing."
    if "my_transformer" in text:
        advice = "An earlier part that this one uses has not passed: fix that one first."
    saw = f"No answer was there to try. The last error: {text}"
    return error(exercise, saw, "The cell that defines the answer ended in this error.", advice)


def not_own_work(exercise: str, what: str) -> Report:
    """The report where the class was asked for attention of its own."""
    return _report(
        exercise,
        Outcome.FAILED,
        f"Your code calls {what}.",
        "In this class the exercise asks for your own attention, made of its steps.",
        "Write the steps of the formula: scores, mask, softmax, weighted sum.",
    )


def without_packages(report: Report, packages: str) -> Report:
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


def files_wanted(report: Report) -> list[str]:
    """What to note where the code stopped at a file that did not come along."""
    found = re.search(r"No such file or directory: '([^']{1,200})'", report.saw)
    if report.passed or not found:
        return []
    return [f"Wants the file {printable(found[1])!r}, which was not handed in beside the notebook."]
