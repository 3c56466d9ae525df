"""Check that every small change to the course's own answer is noticed."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from .. import exercises
from ..course import answers
from ..course.learner_package import course_text
from ..course.sources import exercise_cells
from ..engine.conditions.conditions import table
from ..engine.evidence import Evidence
from ..engine.exercise import Exercise, Trial
from ..engine.inputs import Inputs
from ..engine.naming.repair.place import Types
from ..engine.observation import Observation, OutOfTime
from ..engine.run import programs
from ..engine.run.observe import observe
from ..engine.run.time_limit import time_limit
from ..engine.verdict.judge import CHECK_FAILED, judge
from ..engine.verdict.report import Report
from ..exercises.edits import Harmless
from ..exercises.folder import MISTAKES, known_mistakes, where, wrong_answers
from ..files import Malformed
from .as_edit import literal
from .audit_answers import failed
from .mutants import Mutant, mutants

MUTANT_LIMIT_S = 10


@dataclass
class MutantsAudit:
    """The result; ``shortfalls`` say in words which change survived."""

    exercise: str
    mutants: int = 0
    killed: int = 0
    harmless: int = 0
    criteria: tuple[str, ...] = ()
    tripped: set[str] = field(default_factory=set)  # criteria that something wrong failed
    shortfalls: list[str] = field(default_factory=list)


def audit_mutants(name: str, every: int = 1) -> MutantsAudit:
    """Try the mutants of the course's own answer.

    Args:
        every: 1 tries them all; 8, for the tests, each eighth.
    """
    audit = MutantsAudit(name)
    try:
        exercise = exercises.find(name)
        wrong_answers(exercises.path_of(name))  # they are read when an answer fails
    except Malformed:
        return audit  # the audit of its answers says so
    trials = _Trials(exercise)
    report = judge(exercise, observe(exercise, trials.define(trials.text)))
    audit.criteria = tuple(c.name for c in report.criteria)
    if not report.passed:
        audit.shortfalls.append(f"the course's own answer was refused: {report.saw}")
        return audit
    _try_mutants(exercise, trials, audit, every)
    return audit


def _try_mutants(exercise: Exercise, trials: _Trials, audit: MutantsAudit, every: int) -> None:
    folder = exercises.path_of(exercise.id)
    file = where(folder / MISTAKES)
    marked, used = known_mistakes(folder).no_mistakes, set()
    first = len(exercise.id) % every  # another share for each exercise
    looked_at = "gradient" in exercise.unless or not table(exercise)["gradient"]
    changed = (m for m in mutants(trials.text, trials.types()) if looked_at or m.kind != "detach")
    for mutant in islice(changed, first, None, every):
        audit.mutants += 1
        report = _report(trials, mutant)
        reasons = [entry for entry in marked if _fits(entry, mutant)]
        if report is None or not report.passed:
            audit.killed += 1
            audit.tripped |= failed(report) if report else set()
            if report and report.diagnosis == CHECK_FAILED:
                audit.shortfalls.append(
                    f"the check itself failed on {_shown(mutant)}: {report.saw}"
                )
            audit.shortfalls += [
                f"{file} calls harmless what was refused: {_shown(mutant)}. Take it out, or narrow "
                "it by `within`."
                for entry in reasons
                if entry.change
            ]
        elif reasons:
            audit.harmless += 1
            used |= set(reasons)
        else:
            audit.shortfalls.append(
                f"survived ({mutant.kind}): {_shown(mutant)}. Add a trial that sees it, or say in "
                f"{file} why it is harmless: [[harmless]] change = {literal(mutant.change)}, "
                "because = ..."
            )
    audit.shortfalls += [
        f"{file} calls harmless what is no mutant: {entry}. Take it out."
        for entry in marked
        if entry not in used and every == 1
    ]


class _Trials:
    """The trials of an exercise, run one at a time, each expected value computed once.

    Attributes:
        text: The course's own answer; ``define`` adds the imports and helpers of its notebook.
    """

    def __init__(self, exercise: Exercise) -> None:
        every = [t for t in exercise.trials(Inputs(0)) if t.criterion not in exercise.remarks]
        evidence = Evidence.from_observation(exercise, Observation(exercise.id, 0))
        self.text = exercise_cells()[exercise.id].solution
        whole, own = (ast.parse(text).body for text in (course_text(exercise.id)[0], self.text))
        self._given = "\n".join(map(ast.unparse, whole[: -len(own)]))
        self.exercise = exercise
        self.alone = [self._alone(trial, evidence) for trial in every]

    def _alone(self, trial: Trial, evidence: Evidence) -> Exercise:
        if not (trial.verify or trial.refuses):
            truth = evidence.truth(evidence.trials[trial.name])
            trial = replace(trial, truth=lambda *args, **kwargs: truth)
        return replace(self.exercise, trials=lambda inputs: [trial])

    def define(self, text: str) -> Any:
        """The object that an answer defines."""
        return answers.define(self.exercise.id, f"{self._given}\n{text}")

    def types(self) -> Types:
        """What the names of the course's answer hold in the first trial."""
        text = f"{self._given}\n{self.text}"
        program = compile(text, programs.FILE, "exec")
        answer = programs.define(program, self.exercise.id, answers.names_of(text))
        [first] = self.alone[0].trials(Inputs(0))
        return programs.traced(lambda: programs.run(first, answer))[2]

    def judge(self, answer: Any) -> Report:
        """The report on the first failing trial; trials that failed last are tried first."""
        for i, one in enumerate(self.alone):
            report = judge(one, observe(one, answer))
            if not report.passed:
                self.alone.insert(0, self.alone.pop(i))
                break
        return report


def _report(trials: _Trials, mutant: Mutant) -> Report | None:
    """The report; None where the cell itself does not run, or does not end."""
    try:
        with time_limit(MUTANT_LIMIT_S):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", SyntaxWarning)  # a mutant may look odd
                    answer = trials.define(mutant.text)
            except Exception:
                return None
            return trials.judge(answer)
    except OutOfTime:
        return None


def _fits(entry: Harmless, mutant: Mutant) -> bool:
    return (
        entry.change in ("", mutant.change)
        and entry.kind in ("", mutant.kind)
        and entry.within in mutant.statement
    )


def _shown(mutant: Mutant) -> str:
    return f"`{mutant.change}`, in `{mutant.statement}`"
