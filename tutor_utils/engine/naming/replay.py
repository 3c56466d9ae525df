"""Recognise a mistake: run the code of known mistakes on the same inputs and compare.

Known mistakes run on the trials that the learner's code ran on. One that behaves the same on all of
them, at every seed, is the diagnosis. Where a setting selects one of two branches of the code and
no mistake fits both, each branch is explained by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from torch import Tensor

from .. import compare
from ..conditions.conditions import CIRCUMSTANCES
from ..evidence import Evidence, verdict
from ..exercise import Exercise, Mistake, Trial
from ..observation import Observed, Raised
from ..run.guard import no_trace
from ..run.observe import run_trial

Again = Callable[[], Evidence] | None  # returns the evidence at another seed, always the same
Pair = tuple[Evidence, Trial]
Key = tuple[str, int, str]
# These criteria have words of their own and do not depend on the branch.
_OF_ALL_BRANCHES = ("arguments", CIRCUMSTANCES)


class Bank(Protocol):
    """Runs the code of known mistakes and caches the results.

    Attributes:
        runs: (name of a mistake, seed, name of a trial) -> its result, which is always the same.
    """

    runs: dict[Key, Observed | None]

    def answer(self, exercise: Exercise, mistake: Mistake) -> Any:
        """The object that the code of a mistake defines; None where it defines none."""

    def rights(self, exercise: Exercise) -> Iterable[str]:
        """The texts of right answers."""


def explain(
    evidence: Evidence,
    again: Again,
    criterion: str,
    before: Iterable[str],
    bank: Bank,
    shown: Trial | None = None,
) -> Mistake | None:
    """The known mistake that the answer behaves like; None where none is known.

    Args:
        evidence: The trials and the observation of the answer.
        again: Returns the evidence at another seed; called if a mistake matches the first.
        criterion: The first criterion that failed. A mistake must agree on its trials ...
        before: ... and on those of the criteria that were met.
        bank: Runs the code of the mistakes.
        shown: The trial in the report. A mistake in one branch is named only if this trial runs
            that branch.
    """
    # "arguments" is judged on all trials; if it was met, that says nothing about their values
    looked_at = [criterion, *(name for name in before if name != "arguments")]

    def pairs_of(one: Evidence) -> list[Pair]:
        return list(dict.fromkeys((one, t) for name in looked_at for t in one.of_criterion(name)))

    def later() -> list[Pair]:
        return pairs_of(again()) if again else []

    pairs = _Pairs(sorted(pairs_of(evidence), key=_cost), later)
    runs = _Runs(evidence.exercise, bank)
    with no_trace():
        found = runs.explain(pairs)
        if found or criterion in _OF_ALL_BRANCHES:
            return found
        return _in_one_branch(runs, pairs, shown.branch if shown else "")


def explain_most(evidence: Evidence, again: Again, shown: Trial, bank: Bank) -> Mistake | None:
    """The only known mistake that behaves as the answer does where it shows, and mostly elsewhere.

    For an answer with two slips, which behaves like no known mistake in all trials. Asked of drawn
    fractions alone: ids and counts agree by chance.
    """
    if not any(map(_has_fractions, _wrong_parts(evidence, shown))):
        return None
    runs = _Runs(evidence.exercise, bank)
    with no_trace():
        alike_here = [m for m in evidence.exercise.mistakes if runs.alike(m, evidence, shown)]
        if not alike_here:  # the answer runs no second time for nothing
            return None
        seeds = [evidence, *([again()] if again else [])]
        every = [(one, trial) for one in seeds for trial in one.of_criterion(shown.criterion)]
        wrong = [pair for pair in every if not _passed(pair)]
        found = {
            mistake.slug: mistake
            for mistake in alike_here
            if 2 * sum(runs.alike(mistake, *pair) for pair in wrong) > len(wrong)
        }
    return next(iter(found.values())) if len(found) == 1 else None


def _wrong_parts(evidence: Evidence, trial: Trial) -> list[Any]:
    """What is wrong of a value; all of it where only a property is known, or the form is wrong."""
    if trial.refuses:  # an error was wanted, no value
        return []
    value = evidence.observed(trial).value
    if trial.verify or not compare.same_kind(value, truth := evidence.truth(trial)):
        return [value]
    parts = compare.leaves(value, truth)
    return [own for _, own, right in parts if not compare.close(own, right, trial.tolerance)]


def _has_fractions(value: Any) -> bool:
    """Whether a plain value holds numbers that are not whole."""
    if isinstance(value, Tensor):
        return value.is_floating_point() and bool((value % 1 != 0).any())
    if isinstance(value, (list, tuple, dict)):
        return any(map(_has_fractions, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value % 1 != 0


@dataclass(frozen=True)
class _Pairs:
    """The trials in which a mistake must match the answer, at the first seed and at later ones."""

    first: list[Pair]  # sorted: cheap trials that rule out many mistakes come first
    later: Callable[[], list[Pair]]

    def __iter__(self) -> Iterator[Pair]:
        yield from self.first
        yield from self.later()

    def of_branch(self, name: str) -> _Pairs:
        """The same, limited to the trials of one branch of the code and those of no branch."""

        def keep(pairs: list[Pair]) -> list[Pair]:
            return [pair for pair in pairs if pair[1].branch in (name, "")]

        return _Pairs(keep(self.first), lambda: keep(self.later()))


def _cost(pair: Pair) -> float:
    """Seconds per mistake that the trial rules out; a passed trial rules out about half."""
    evidence, trial = pair
    return evidence.observed(trial).seconds * (2.0 if _passed(pair) else 1.0)


class _Runs:
    """Runs known mistakes on trials and compares them with the answer."""

    def __init__(self, exercise: Exercise, bank: Bank) -> None:
        self.exercise, self.bank = exercise, bank

    def explain(self, pairs: _Pairs, tell_apart: bool = True) -> Mistake | None:
        """The known mistake that matches in all these trials; of several, the nearest one."""
        found = [m for m in self.exercise.mistakes if self.agrees_in_all(m, pairs.first)]
        found = [m for m in found if self.agrees_in_all(m, pairs.later())]
        if tell_apart and len({m.slug for m in found}) > 1:  # several match at the first seed
            seeds = dict.fromkeys(one for one, _ in pairs)
            every = [(one, trial) for one in seeds for trial in one.trials.values()]
            return min(found, key=lambda m: sum(not self.alike(m, *pair) for pair in every))
        return found[0] if found else None

    def agrees_in_all(self, mistake: Mistake, pairs: Iterable[Pair]) -> bool:
        """Whether the mistake matches in all these trials; trials it has already run come first."""
        known = self.bank.runs
        order = sorted(pairs, key=lambda pair: _key(mistake, *pair) not in known)
        return all(self.alike(mistake, *pair) for pair in order)

    def alike(self, mistake: Mistake, evidence: Evidence, trial: Trial) -> bool:
        """Whether the mistake and the answer behaved the same in this trial."""
        seen, key = self.bank.runs, _key(mistake, evidence, trial)
        if key not in seen:
            answer = self.bank.answer(self.exercise, mistake)
            seen[key] = None if answer is None else run_trial(trial, answer)
        other = seen[key]
        return other is not None and alike(evidence, trial, evidence.observed(trial), other)


def _key(mistake: Mistake, evidence: Evidence, trial: Trial) -> Key:
    return mistake.name, evidence.seed, trial.name


def alike(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """Whether two answers behaved the same in a trial."""
    if trial.refuses:
        return _refusal(one) == _refusal(other)
    if one.raised or other.raised:
        return one.raised is not None and _same_error(one.raised, other.raised)
    if one.changed != other.changed or one.devices != other.devices:
        return False
    same = _same_types(one.value, other.value) and compare.close(
        one.value, other.value, trial.tolerance
    )
    return same or (trial.verify is not None and _same_finding(evidence, trial, one, other))


def _in_one_branch(runs: _Runs, pairs: _Pairs, shown: str) -> Mistake | None:
    """A mistake in one branch of the code: that of the trial shown, or any.

    If all other branches pass, the words say in which branch it is.
    """
    there = {trial.branch for _, trial in pairs.first} - {""}
    branches = dict.fromkeys(
        trial.branch for trial in pairs.first[0][0].trials.values() if trial.branch in there
    )
    if len(branches) < 2:
        return None
    wrong = {pair[1].branch for pair in pairs.first if not _passed(pair)}
    for name in branches:
        if wrong & {name, ""} and shown in (name, ""):
            found = runs.explain(pairs.of_branch(name), False)
            if found:
                alone = wrong <= {name, ""}
                return replace(found, means=f"In {name}: {found.means}") if alone else found
    return None


def _passed(pair: Pair) -> bool:
    evidence, trial = pair
    return passes(evidence, trial, evidence.observed(trial))


def passes(evidence: Evidence, trial: Trial, seen: Observed) -> bool:
    """Whether what was observed in a trial is right."""
    if trial.refuses:
        return seen.raised is not None
    if seen.raised or seen.changed:
        return False
    if not trial.verify:
        return compare.close(seen.value, evidence.truth(trial), trial.tolerance)
    try:
        return verdict(trial, seen) is None
    except Exception:  # the value has an unexpected form
        return False


def _refusal(seen: Observed) -> str:
    """How the answer handled a bad argument: any error counts; its message is for a remark."""
    if seen.raised:
        return "refused"
    return "accepted" if seen.value is not None else "nothing returned"


def _same_error(one: Raised, other: Raised | None) -> bool:
    """Whether type and message agree, apart from quoted names ('scores'), which are the learner's.

    In an AttributeError quoted names count: only 'tuple' and 'transpose' tell errors apart there.
    """
    if other is None or one.type != other.type:
        return False
    if one.type == "AttributeError":
        return one.message == other.message
    return re.sub(r"'\w+'", "'_'", one.message) == re.sub(r"'\w+'", "'_'", other.message)


def _same_finding(evidence: Evidence, trial: Trial, one: Observed, other: Observed) -> bool:
    """Whether ``verify`` finds the same mistake, or the same words, for both.

    Equal ``diagnosis`` is not enough: uneven starts, for example, have many causes.
    """
    try:
        ours, theirs = evidence.finding(trial), verdict(trial, other)
    except Exception:  # the value has an unexpected form
        return False
    if ours is None or theirs is None:
        return ours is theirs
    return (ours.mistake or ours.saw) == (theirs.mistake or theirs.saw)


def _same_types(one: Any, other: Any) -> bool:
    """Whether the dtypes agree leaf by leaf, as far as the structures do."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_same_types, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same_types(one[k], other[k]) for k in one)
    return getattr(one, "dtype", type(one)) == getattr(other, "dtype", type(other))
