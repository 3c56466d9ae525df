"""Find the words for a failure.

In this order, from proven to general: a known mistake whose code behaves like the answer on all
inputs; a mistake named by a property; an error whose text has one known cause; a criterion whose
failure has one known cause; a pattern that relates the wrong to the right numbers; the only known
mistake that behaves so in most trials. Where nothing of these fits, the report says that the cause
is unknown. Afterwards ``verdict/mended.py`` may replace words that name no cause by those of an
edit that repairs the answer.
"""

from __future__ import annotations

import re
from typing import Any

from ..evidence import Evidence
from ..exercise import Exercise, Mistake, Trial
from . import patterns
from .replay import Again, Bank, explain, explain_most

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
