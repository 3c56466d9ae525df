"""Check that right answers are accepted, and wrong ones refused with their own name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from .. import exercises
from ..course import answers
from ..engine import compare
from ..engine.evidence import Evidence, verdict
from ..engine.exercise import Exercise, Mistake
from ..engine.naming.repair.words import kinds
from ..engine.naming.replay import alike
from ..engine.observation import Observation
from ..engine.run.guard import no_trace
from ..engine.run.observe import observe
from ..engine.verdict.examine import examine
from ..engine.verdict.judge import CHECK_FAILED, judge
from ..engine.verdict.report import Report
from ..exercises.folder import MISTAKES, right_answers, where, wrong_answers
from ..files import Malformed
from . import unwritten

MOST_USED = 0.5  # of a tolerance, by a right answer


@dataclass
class AnswersAudit:
    """The result; ``shortfalls`` say in words which answer is wrong and what to do."""

    exercise: str
    right: int = 0
    accepted: int = 0
    wrong: int = 0
    refused: int = 0
    by_replay: int = 0  # named, since its code behaves so
    by_rule: int = 0  # named by an error, a criterion or a property
    tripped: set[str] = field(default_factory=set)  # criteria that something wrong failed
    shortfalls: list[str] = field(default_factory=list)

    @property
    def named(self) -> int:
        """The wrong answers that were given their own name."""
        return self.by_replay + self.by_rule


def audit_answers(name: str, seeds: int = 1, every: int = 1) -> AnswersAudit:
    """Try the right and wrong answers of an exercise, each at so many seeds.

    Args:
        every: 1 tries all wrong answers; 3, for the tests, each third.
    """
    audit = AnswersAudit(name)
    try:
        exercise = exercises.find(name)
        folder = exercises.path_of(name)
        right, wrong = right_answers(folder), wrong_answers(folder)
    except Malformed as error:
        audit.shortfalls.append(str(error))
        return audit
    if left := unwritten.left_in_exercise(name):  # its truth may be among it: nothing can be tried
        audit.shortfalls += [f"left to write: {line}" for line in left]
        return audit
    audit.shortfalls += _incomplete_words(exercise)
    audit.right, audit.wrong = len(right), len(wrong)
    for how in right:
        _audit_right(exercise, how, seeds, audit)
    seen: dict[Mistake, Observation] = {}
    bank = answers.Bank()
    for mistake in wrong[::every]:
        observation = _audit_wrong(exercise, mistake, seeds, audit, bank)
        if observation:
            seen[mistake] = observation
    audit.shortfalls += _twins(exercise, seen)
    if every == 1:
        audit.shortfalls += _rules_without_effect(exercise, seen)
    return audit


def _file(exercise: Exercise, name: str) -> str:
    return where(exercises.path_of(exercise.id) / name)


def _place(exercise: Exercise, mistake: Mistake) -> str:
    """A mistake as it is named in a message."""
    return f"{_file(exercise, MISTAKES)}: {mistake.name.partition(': ')[2]}"


def _incomplete_words(exercise: Exercise) -> Iterator[str]:
    at, hints = _file(exercise, MISTAKES), tuple(exercise.hints)
    if len(set(hints)) < max(3, len(hints)):
        yield f"{at}: hints={hints} are fewer than three, or two are the same. Write another."
    if hints and "?" not in hints[0]:
        yield f"{at}: the first hint, {hints[0]!r}, is no question. Begin with one."
    for hint in hints:
        if not hint.endswith((".", "?")):
            yield f"{at}: the hint {hint!r} is no sentence. End it with a full stop or a `?`."
    for one in exercise.mistakes:
        if len(one.means.split()) < 5 or len(one.try_next.split()) < 3:
            yield (
                f"{_place(exercise, one)}: means={one.means!r} needs five words, and "
                f"try_next={one.try_next!r} three. Say more."
            )


def _audit_right(exercise: Exercise, how: str, seeds: int, audit: AnswersAudit) -> None:
    at = f"{_file(exercise, 'right.py')}: {how}"
    try:
        answer = answers.right(exercise.id, how)
    except Exception as error:
        audit.shortfalls.append(f"{at} does not run: {error!r}. Mend it.")
        return
    for seed in range(seeds):
        observation = observe(exercise, answer, seed)
        report = judge(exercise, observation)
        if not report.passed:
            audit.shortfalls.append(
                f"{at} is right and was refused at seed {seed}: {report.saw} Mend the trial that "
                "refuses it; if the answer is not right after all, move it to mistakes.toml."
            )
            return
        if seed == 0:
            with no_trace():
                audit.shortfalls += near_refusal(
                    at, Evidence.from_observation(exercise, observation)
                )
    audit.accepted += 1


def near_refusal(at: str, evidence: Evidence) -> Iterator[str]:
    """A message if a right answer comes close to a tolerance: other machines give other digits."""
    for trial in evidence.trials.values():
        seen, used = evidence.observed(trial), [0.0]
        if trial.verify:
            with compare.recorded_tolerances() as times:
                verdict(trial, seen)
            used += [one for one in times if one <= 1]  # others: what it is not, as it should be
        elif not trial.refuses:
            used += [compare.tolerances(seen.value, evidence.truth(trial), trial.tolerance)]
        if max(used) > MOST_USED:
            yield (
                f"{at} is right and uses {max(used):.2f} of the tolerance in '{trial.name}'. "
                "Another machine could refuse it. Widen that tolerance, or draw other numbers: at "
                f"most {MOST_USED} is wanted."
            )


def _audit_wrong(
    exercise: Exercise, mistake: Mistake, seeds: int, audit: AnswersAudit, bank: answers.Bank
) -> Observation | None:
    """The observation of a wrong answer at the first seed; None if it could not be tried."""
    try:
        answer = answers.answer_with(exercise.id, mistake)
    except Exception as error:
        at = _place(exercise, mistake)
        audit.shortfalls.append(f"{at} does not run: {error!r}. Mend it.")
        return None
    first = None
    fault = ""
    by_repair = mistake.slug in kinds()  # the edit that mends it gives it its name
    source = (lambda: (mistake.code, answers.names_of(mistake.code), "")) if by_repair else None
    for seed in range(seeds):
        observation = observe(exercise, answer, seed)
        at_hand = bank if seed == 0 else answers.Bank()  # many seeds would fill the memory
        report = examine(exercise, answer, observation, at_hand, source)
        if first is None:
            first = observation
            audit.tripped |= failed(report)
            audit.refused += not report.passed
            rule = not report.explained
        fault = _misjudged(exercise, mistake, report)
        if fault:
            audit.shortfalls.append(fault + (f" (Seed {seed}.)" if seed else ""))
            return first
    audit.by_rule += rule
    audit.by_replay += not rule
    return first


def _misjudged(exercise: Exercise, mistake: Mistake, report: Report) -> str:
    """The fault of the report on a wrong answer, in words; "" if there is none."""
    at, slug = _place(exercise, mistake), mistake.slug
    if report.passed:
        return (
            f"{at} is wrong and was accepted. Add a trial to exercise.py that it fails; if it is "
            "right after all, move it to right.py."
        )
    if report.diagnosis == CHECK_FAILED:
        return f"{at}: the check itself failed. {report.saw} Mend the property."
    if report.diagnosis != slug:
        return (
            f"{at} was called {report.diagnosis}, not {slug}. It saw: {report.saw} Add a trial "
            f"in which it differs from the wrong answers called {report.diagnosis}, or narrow the "
            "rule that names them."
        )
    if not (report.saw and report.means and report.try_next):
        return f"{at}: the report says too little. Give it `means` and `try_next`."
    return ""


def _twins(exercise: Exercise, seen: dict[Mistake, Observation]) -> Iterator[str]:
    """Mistakes of two names that behave alike."""
    again: dict[Mistake, Observation] = {}

    def second(mistake: Mistake) -> Observation:
        if mistake not in again:
            again[mistake] = observe(exercise, answers.answer_with(exercise.id, mistake), 1)
        return again[mistake]

    evidence = {
        one: Evidence.from_observation(exercise, observation) for one, observation in seen.items()
    }
    with no_trace():
        for one, other in combinations(seen, 2):
            if one.slug == other.slug or not _all_alike(evidence[one], seen[other]):
                continue
            if _all_alike(Evidence.from_observation(exercise, second(one)), second(other)):
                yield (
                    f"{_place(exercise, one)} and {other.slug} cannot be told apart: they behave "
                    "alike in every trial. Add a trial in which they differ, or give both one name."
                )


def _all_alike(one: Evidence, other: Observation) -> bool:
    return all(
        alike(one, trial, one.observed(trial), other.trials[name])
        for name, trial in one.trials.items()
    )


def _rules_without_effect(exercise: Exercise, seen: dict[Mistake, Observation]) -> Iterator[str]:
    """``raises`` that fits no error of its own answers, ``fails`` that none of them fails."""
    rules = {(m.slug, m.raises, m.fails): m for m in reversed(exercise.mistakes)}
    for mistake in rules.values():
        own = [observation for one, observation in seen.items() if one.slug == mistake.slug]
        if not own:
            continue  # that none of them runs is said already
        at = _place(exercise, mistake)
        errors = [str(s.raised) for o in own for s in o.trials.values() if s.raised]
        ran_elsewhere = any(s.devices for o in own for s in o.trials.values())
        matched = any(re.search(mistake.raises, e, re.DOTALL) for e in errors)
        # a machine with a GPU raises no error where a device is named
        if mistake.raises and not matched and not ran_elsewhere:
            yield (
                f"{at}: raises={mistake.raises!r} fits no error of these answers. Write what they "
                "raise, or take the line out."
            )
        criteria = {c for o in own for c in failed(judge(exercise, o))}
        if mistake.fails and mistake.fails not in criteria:
            yield (
                f"{at}: fails={mistake.fails!r}, yet these answers fail "
                f"{', '.join(sorted(criteria)) or 'nothing'}. Write that criterion, or take the "
                "line out."
            )


def failed(report: Report) -> set[str]:
    """The criteria of a report that were not met."""
    return {c.name for c in report.criteria if c.passed is False}
