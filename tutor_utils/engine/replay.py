"""The wrong answer is the recogniser: whose code, on the same inputs, behaves like this answer?

Known mistakes run on the trials that the learner's code ran on. One that behaves the same on all of
them, of every seed that was tried, gives the report its name. Where none does, two that were made
at once may: the two changes are made to one right answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from typing import Any, Protocol

from . import compare
from .evidence import Evidence, verdict
from .exercise import Exercise, Mistake, Trial
from .guard import no_trace
from .observation import Observed, Raised
from .observe import run_trial

MOST_PAIRS = 300  # tried for one report: about 0.3 s on small inputs


class Bank(Protocol):
    """Where the code of known mistakes comes from."""

    def answer(self, exercise: Exercise, mistake: Mistake) -> Any:
        """The object that the code of a mistake defines; None where it defines none."""

    def merged(self, exercise: Exercise, first: Mistake, second: Mistake) -> Any:
        """A right answer with the changes of both; None where the two cannot meet."""


def explain(
    evidence: Iterable[Evidence], criterion: str, before: Iterable[str], bank: Bank
) -> tuple[Mistake, ...]:
    """The known mistake, or the two, that the answer behaves like. Empty where none is known.

    Args:
        evidence: What was seen of the answer, one for each seed.
        criterion: The first criterion that failed. A mistake must agree on its trials ...
        before: ... and on those of the criteria that were met.
        bank: Runs the code of the mistakes.
    """
    evidence = list(evidence)
    exercise = evidence[0].exercise
    # "arguments" is looked at in all trials; that it was met says nothing of their values
    looked_at = [criterion, *(name for name in before if name != "arguments")]
    asked = [(e, t) for name in looked_at for e in evidence for t in e.of_criterion(name)]
    asked = sorted(dict.fromkeys(asked), key=lambda pair: _went_well(*pair))  # wrong ones first:
    others = [  # they tell most mistakes apart
        (e, t) for e in evidence for t in e.trials.values() if (e, t) not in asked
    ]
    with no_trace():
        found = [
            mistake
            for mistake in exercise.mistakes
            if _behaves_alike(bank.answer(exercise, mistake), asked)
        ]
        if len({m.slug for m in found}) > 1:  # alike so far: ask the trials that come later
            found.sort(key=lambda m: -_agreements(bank.answer(exercise, m), others))
        if found:
            return (found[0],)
        return _two_at_once(exercise, asked, bank)


def alike(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """Whether two answers behaved the same in a trial."""
    if trial.refuses:
        return _refusal(trial, one) == _refusal(trial, other)
    if one.raised or other.raised:
        return one.raised is not None and _same_error(one.raised, other.raised)
    if one.changed != other.changed or one.devices != other.devices:
        return False
    if trial.verify:
        if _same_types(one.value, other.value) and compare.close(
            one.value, other.value, trial.tolerance
        ):
            return True
        return _same_finding(evidence, trial, one, other)
    return _same_types(one.value, other.value) and compare.close(
        one.value, other.value, trial.tolerance
    )


def _two_at_once(
    exercise: Exercise, asked: list[tuple[Evidence, Trial]], bank: Bank
) -> tuple[Mistake, ...]:
    """Two mistakes that together behave like the answer."""
    one_each = {m.slug: m for m in reversed(exercise.mistakes)}.values()
    for number, (first, second) in enumerate(combinations(one_each, 2)):
        if number == MOST_PAIRS:
            break
        if _behaves_alike(bank.merged(exercise, first, second), asked):
            return first, second
    return ()


def _went_well(evidence: Evidence, trial: Trial) -> bool:
    seen = evidence.observed(trial)
    if trial.refuses:
        return _refusal(trial, seen) == "refused"
    if seen.raised or seen.changed:
        return False
    if trial.verify:
        return evidence.finding(trial) is None
    return compare.close(seen.value, evidence.truth(trial), trial.tolerance)


def _behaves_alike(answer: Any, asked: list[tuple[Evidence, Trial]]) -> bool:
    return answer is not None and all(
        alike(evidence, trial, evidence.observed(trial), run_trial(trial, answer))
        for evidence, trial in asked
    )


def _agreements(answer: Any, asked: list[tuple[Evidence, Trial]]) -> int:
    return sum(alike(e, t, e.observed(t), run_trial(t, answer)) for e, t in asked)


def _refusal(trial: Trial, seen: Observed) -> str:
    """How a bad argument was met: refused, or in which way not."""
    wanted = trial.refuses
    assert wanted is not None
    if seen.raised is None:
        return "accepted"
    if seen.raised.type != wanted.error.__name__:
        return "another error"
    for mention in wanted.mentions:
        choices = (mention,) if isinstance(mention, str) else mention
        if not any(choice in seen.raised.message for choice in choices):
            return "without its name or value"
    return "refused"


def _same_error(one: Raised, other: Raised | None) -> bool:
    """The same type and message; a learner's own names ('scores') are theirs to choose."""
    if other is None or one.type != other.type:
        return False
    return re.sub(r"'\w+'", "'_'", one.message) == re.sub(r"'\w+'", "'_'", other.message)


def _same_finding(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """The same verdict of ``verify``, with the same name or the same words."""
    try:
        ours = evidence.finding(trial) if one is evidence.seen.get(trial.name) else None
        ours = ours or verdict(trial, one)
        theirs = verdict(trial, other)
    except Exception:  # a value of a form that the property is not made for
        return False
    if ours is None or theirs is None:
        return ours is theirs
    return (ours.mistake or ours.diagnosis or ours.saw) == (
        theirs.mistake or theirs.diagnosis or theirs.saw
    )


def _same_types(one: Any, other: Any) -> bool:
    """Whether the number types agree, leaf by leaf, where the structures do."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same_types, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same_types(one[k], other[k]) for k in one)
    return getattr(one, "dtype", type(one)) == getattr(other, "dtype", type(other))
