"""Choose the words for an answer that failed.

In this order, from proven to general, with the verdict (``diagnosed``, called by ``judge``): a
known mistake whose code behaves like the answer on all inputs; a mistake named by a property; an
error whose text has one known cause; a criterion whose failure has one known cause; a pattern that
relates the wrong to the right numbers; the only known mistake that behaves so in most trials.
Where nothing of these fits, the report says that the cause is unknown.

Where the answer can run again (``examine``), an answer that remembers earlier calls gets the words
for that, and no others. Else the numbers become those of the smallest example (``shrink``). Last,
an edit that repairs the answer adds its line (``with_found_line``): its words stand in the place of
words that name no cause, and words about shapes get its words added.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ..evidence import Evidence
from ..exercise import Exercise, Mistake, Trial
from ..naming import patterns
from ..naming.errors.explain import general_slugs
from ..naming.repair.code import Code
from ..naming.repair.oracle import Oracle
from ..naming.repair.search import MOST, Repair, repair
from ..naming.repair.words import POINTS, can_be_half, stands_in, words
from ..naming.replay import Again, Bank, explain, explain_most
from ..run.guard import no_trace
from .failure import UNNAMED
from .report import Report

# Words that say what is wrong with the form, but not why: those of a repair say more.
_SYMPTOMS = frozenset(
    {"axes-too-many", "axes-too-few", "axes-in-another-order", "numbers-grouped-otherwise"}
    | {"axis-of-another-size", "another-number-type", "another-kind-of-object"}
)
# Words that say which shapes met, but not why: those of a repair are appended.
_SHAPES_DIFFER = ("inner-sizes-differ", "shapes-do-not-broadcast")
_BEFORE_A_NAME = ("not-stored", "thrown-away")  # name the cause of a known mistake's effect
_AROUND = "dtype"  # the kind of an edit that may only work around a fault
_FOR_THE_LINE = 300  # programs to try if only the line is missing
_SEARCHED = (
    "Many small changes of your code were tried, each by itself, and none makes it pass. So a step "
    "may be missing, or done in another way than asked for."
)
_ENOUGH = "One change at the marked place is enough."
_PART = "That is what the example shows. It may not be all that there is to mend."


def diagnosed(
    evidence: Evidence,
    again: Again,
    criterion: str,
    met: tuple[str, ...],
    trial: Trial,
    fields: dict[str, Any],
    bank: Bank | None,
) -> dict[str, Any]:
    """The report's fields, with the words of the known mistake where one is shown.

    Args:
        evidence: The trials and the observation.
        again: Observes the answer at another seed, to confirm a known mistake or a pattern.
        criterion: The criterion that failed.
        met: The earlier criteria, which were met.
        trial: The first trial in which it failed.
        fields: The fields of the report so far; ``mistake`` is the one named by a property.
        bank: Runs the known mistakes; None leaves them out.
    """
    named = fields.pop("mistake", None)
    exercise = evidence.exercise
    mistake = explain(evidence, again, criterion, met, bank, trial) if bank else None
    raised = evidence.observed(trial).raised
    shown = _shown(exercise, named, criterion, str(raised) if raised else "")
    if mistake:
        fields |= _words(mistake) | {"explained": (mistake,), "known": True}
    elif shown:
        fields |= _words(shown) | {"known": True}
    elif named:  # a mistake of the course, but not of this exercise
        fields |= {"diagnosis": named, "known": True}
    elif "picture" in fields and not fields.get("diagnosis"):
        pattern = _pattern(evidence, again, trial.criterion)
        if pattern:
            fields |= {
                "diagnosis": pattern.slug,
                "means": pattern.means,
                "try_next": pattern.try_next,
            }
    nameless = not raised and not fields.get("diagnosis")
    if bank and nameless and (part := explain_most(evidence, again, trial, bank)):
        cause = part.means.partition(". ")[0].rstrip(".")  # what follows holds of it as a whole
        fields |= _words(part) | {"means": f"{cause}. {_PART}"}
    if mistake and mistake.source:
        company = f"You are in good company. Others made this mistake too: {mistake.source}"
        fields["notes"] = (company,)
    printed = evidence.observed(trial).printed.strip()
    if printed:
        fields["notes"] = (*fields.get("notes", ()), f"Your code printed: {printed}")
    return fields


def _shown(exercise: Exercise, named: str | None, criterion: str, error: str) -> Mistake | None:
    """The known mistake that a property names, or whose ``raises`` or ``fails`` applies."""
    for mistake in exercise.mistakes:
        by_error = mistake.raises and re.search(mistake.raises, error, re.DOTALL)
        if mistake.slug == named or by_error:
            return mistake
    for mistake in exercise.mistakes:
        if mistake.fails == criterion and not named:
            return mistake
    return None


def _words(mistake: Mistake) -> dict[str, str]:
    return {"diagnosis": mistake.slug, "means": mistake.means, "try_next": mistake.try_next}


def _pattern(evidence: Evidence, again: Again, criterion: str) -> patterns.Pattern | None:
    """The pattern that relates wrong to right numbers in all failed trials, or None."""
    wrong = []
    for one in (evidence, again()) if again else (evidence,):
        for trial in one.of_criterion(criterion):
            if trial.refuses:
                continue
            seen = one.observed(trial)
            if seen.raised or isinstance(seen.value, dict):  # a dict holds results of several calls
                return None
            if pair := one.wrong_pair(trial):
                wrong.append(patterns.Compared(*pair, trial.tolerance))
    return patterns.common(wrong)


# --- the repair ---------------------------------------------------------------------------------


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
    if found and not found.complete:
        kind = found.edits[0].kind
        if explained or kind == _AROUND or not can_be_half(kind):
            found = None
    if found is None:
        return replace(report, means=report.means.replace(UNNAMED, _SEARCHED))
    smallest = report.tried
    with no_trace():
        explanation = words(found, smallest and (lambda code: oracle.gives(code, smallest)))
    if explanation.kind in POINTS and report.diagnosis in _SYMPTOMS:  # each has half of the words
        means = f"{report.means} {explanation.means}"
        return replace(report, where=explanation.where, fix=explanation.fix, means=means)
    if explained and explanation.kind in (*POINTS, _AROUND):
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
