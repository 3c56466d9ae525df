"""Name the line of the learner's code with the mistake, if an edit of it makes all trials pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..exercise import Exercise, Mistake
from ..naming.explain import general_slugs
from ..naming.repair.code import Code
from ..naming.repair.oracle import Here, Oracle
from ..naming.repair.search import MOST, Repair, repair
from ..naming.repair.words import POINTS, can_be_half, stands_in, words
from ..naming.replay import Bank
from ..run.guard import no_trace
from ..run.observe import observe
from .failure import UNNAMED
from .judge import judge
from .report import Report

# Words that say what is wrong with the form, but not why: those of a repair say more.
# Words that say which shapes met, but not why: those of a repair are appended.
_SHAPES_DIFFER = ("inner-sizes-differ", "shapes-do-not-broadcast")
_BEFORE_A_NAME = ("not-stored", "thrown-away")  # name the cause of a known mistake's effect
_ANOTHER_WAY = ("dtype", "parameter-order")  # such an edit may only work around a fault
_FOR_THE_LINE = 300  # programs to try if only the line is missing
_SEARCHED = (
    "Many small changes of your code were tried, each by itself, and none makes it pass. So a step "
    "may be missing, or done in another way than asked for."
)
_ENOUGH = "One change at the marked place is enough."
_SYMPTOMS_WORDS = """
    axes-too-many axes-too-few axes-in-another-order numbers-grouped-otherwise
    axis-of-another-size another-number-type another-kind-of-object
"""
_SYMPTOMS = frozenset(_SYMPTOMS_WORDS.split())


def with_the_line(
    exercise: Exercise, report: Report, text: str, names: Mapping[str, Any], bank: Bank
) -> Report:
    """The report with the line that an edit repairs, and words for it.

    Args:
        text: The cell of the answer.
        names: The global names that the cell's code sees.
        bank: Has right answers, whose pieces are tried as edits, too.
    """

    def passes(answer: Any) -> bool:
        seeds = (report.seed, report.seed + 1)
        return all(judge(exercise, observe(exercise, answer, seed)).passed for seed in seeds)

    # a piece of a right answer explains nothing: not needed if there are words already
    rights = tuple if report.known else partial(bank.rights, exercise)
    try:
        code = Code.read(exercise.id, text, names)
        return with_found_line(exercise, report, code, Here(exercise, report.seed, passes), rights)
    except Exception:  # the report is complete without the line: no fault of ours takes its place
        return report


def with_found_line(
    exercise: Exercise,
    report: Report,
    code: Code,
    oracle: Oracle,
    rights: Callable[[], Iterable[str]] = tuple,
    most: int = MOST,
) -> Report:
    """The report with the line of ``code`` that an edit repairs, and words for it.

    Words that name a cause (of a known mistake, an error, a condition) stay; the line is added.

    Args:
        most: How many edits are tried.
    """
    found = repair(code, oracle, rights, min(most, _FOR_THE_LINE) if report.known else most)
    explained = report.known or report.diagnosis in general_slugs() - _SYMPTOMS
    if found and not found.complete and (explained or not can_be_half(found.edits[0].kind)):
        found = None
    if found is None:
        return replace(report, means=report.means.replace(UNNAMED, _SEARCHED))
    smallest = report.tried
    with no_trace():
        explanation = words(found, smallest and (lambda code: oracle.gives(code, smallest)))
    if explanation.kind in POINTS and report.diagnosis in _SYMPTOMS:  # each has half of the words
        means = f"{report.means} {explanation.means}"
        return replace(report, where=explanation.where, fix=explanation.fix, means=means)
    if explained and explanation.kind in (*POINTS, *_ANOTHER_WAY):
        return report
    report = replace(report, where=explanation.where, fix=explanation.fix)
    if explained and explanation.kind not in _BEFORE_A_NAME:
        if report.known:
            return report
        if report.diagnosis in _SHAPES_DIFFER:
            means = f"{report.means} {explanation.means}"
            return replace(report, means=means, try_next=explanation.try_next)
        return replace(report, means=f"{report.means} {_ENOUGH}")
    # a mistake's words say more than the kind's, but not for an edit of two places
    mistake = _shown_by(exercise, found, explanation.kind) if found.complete else None
    if mistake:
        report = replace(report, known=True, diagnosis=mistake.slug)
        return replace(report, means=mistake.means, try_next=mistake.try_next)
    report = replace(report, known=False, diagnosis=explanation.kind)
    return replace(report, means=explanation.means, try_next=explanation.try_next)


def _shown_by(exercise: Exercise, found: Repair, kind: str) -> Mistake | None:
    """The known mistake whose ``repair`` pattern this edit matches; None for several places."""
    edit = found.edits[0]
    if kind != edit.kind:
        return None
    line = found.code.text.splitlines()[edit.line - 1] if edit.line else ""
    for mistake in exercise.mistakes:
        wanted = mistake.repair
        if (
            wanted
            and wanted.kind == kind
            and (not wanted.of or re.fullmatch(wanted.of, stands_in(found.code, edit)))
            and (not wanted.old or re.fullmatch(wanted.old, edit.before))
            and (not wanted.new or re.fullmatch(wanted.new, edit.after))
            and re.search(wanted.line, line)
        ):
            return mistake
    return None
