"""The line to look at, for a feedback page: small edits of an answer are tried in the sandbox.

The edits are made here, of the learner's text alone: no piece of a right answer is among them. The
sandbox runs them beside the learner's other cells and tells what they gave; here that is judged.
Nothing of it reaches the points, which are counted by then. Where the sandbox tells lies, the page
of its own author shows another line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from types import CodeType
from typing import Any

from ... import exercises
from ...course.sources import stub
from ...engine.evidence import Evidence
from ...engine.exercise import Trial
from ...engine.inputs import Inputs
from ...engine.naming.repair.code import Code
from ...engine.naming.repair.edit import Edit
from ...engine.naming.repair.oracle import Order, OwnRun, is_right
from ...engine.observation import NotAnObservation, Observation, Observed, OutOfTime
from ...engine.verdict.diagnose import with_found_line
from ...engine.verdict.failure import OUT_OF_TIME
from ...engine.verdict.judge import judge
from ...engine.verdict.report import Report
from ..answers.answer import Answer
from ..answers.python_text import plain
from ..run.sandbox import Run
from ..run.tries import order
from .examiner import PATIENCE_S, Examiner, counted, within

SECONDS = 6  # of the clock, for the edits of one answer: a net
_AT_ONCE = 40  # programs of one order
_MOST_WHOLE = 20  # whole checks of one answer
MOST_OF_ONE = 500  # edits of one answer


def with_the_line(examiner: Examiner, answer: Answer, report: Report) -> Report:
    """The report of an answer with the line that an edit of the learner's own code mends.

    What is tried is taken off the submission's allowance.
    """
    most = min(examiner.edits, MOST_OF_ONE)
    if not (report.criteria and most) or report.diagnosis == OUT_OF_TIME:
        return report
    try:
        with within(PATIENCE_S):
            name = answer.exercise
            code = Code.read(name, plain(answer.text or ""), {}, stub(name))
            oracle = Beside(examiner, answer)
            with examiner.begin(answer, [trial for _, trial in oracle.every], SECONDS) as run:
                oracle.run = run
                return with_found_line(oracle.exercise, report, code, oracle, most=most)
    except Exception:  # the report is complete without the line: no fault of ours takes its place
        return report


def _these(trials: list[Trial], _: Inputs) -> list[Trial]:
    return trials


class Beside:
    """An oracle whose programs run in a sandbox, beside the names of the learner's cells.

    Programs are known by their number, trials by theirs: first those that a check makes of the
    answer's seed, then those of the next one.
    """

    run: Run
    order: Order  # of the trials; made when the learner's own program has run

    def __init__(self, examiner: Examiner, answer: Answer) -> None:
        """Make the trials, of both seeds."""
        self.exercise, seed = exercises.find(answer.exercise), examiner.seed(answer)
        self.examiner = examiner
        made = {one: self.exercise.trials(Inputs(one)) for one in (seed, seed + 1)}
        self.every = [(one, trial) for one, trials in made.items() for trial in trials]
        self.numbers = {trial: i for i, (_, trial) in enumerate(self.every)}
        decides = {t.name: t for t in made[seed] if t.criterion not in self.exercise.remarks}
        self.evidence = Evidence(self.exercise, seed, decides, {})
        self.whole_left = _MOST_WHOLE

    def run_own(self, code: Code) -> OwnRun:
        trials = self.evidence.trials
        self._ask("keep", [code.program()])
        seen = self._ask("own", [self.numbers[trial] for trial in trials.values()])
        calls = dict(zip(trials, seen.pop("calls").value, strict=True))
        stopped = {t.name: bool(seen[self._name(0, t)].raised) for t in trials.values()}
        failing = {t.name for t in trials.values() if not self._is_right(0, t, seen)}
        self.order = Order(trials, failing, calls, {name for name in stopped if stopped[name]})
        first = self.order.trials[0]
        told = self._ask("trace", 0, self.numbers[first])
        types = {name: set(held) for name, held in told["types"].value.items()}
        return OwnRun(stopped[first.name] or not failing, set(told["lines"].value), types)

    def tried(self, code: Code, edits: Iterable[Edit]) -> Iterator[tuple[Edit, float]]:
        edits = iter(edits)
        try:
            while some := list(islice(edits, _AT_ONCE)):
                self.examiner.edits -= len(some)
                shares = self._shares(code, some)
                for i, edit in enumerate(some):
                    program, share = shares.get(i, (0, 0.0))
                    yield edit, share if share < 1 or self._passes(program) else 0.0
        except OutOfTime:  # the run has ended: what was found until then counts
            return

    def gives(self, code: Code, trial: Trial) -> list[Any]:
        shown = next(t for _, t in self.every if t.name == trial.name)
        try:
            told = self._ask("gives", code.program(), self.numbers[shown])["values"].value
        except OutOfTime:
            return []
        return told if isinstance(told, list) else []

    def _shares(self, code: Code, some: Sequence[Edit]) -> dict[int, tuple[int, float]]:
        """The edits that help -> the number of their program, and what share of trials it mends."""
        programs: list[CodeType] = []
        alive: dict[int, int] = {}
        for i, edit in enumerate(some):
            with edit.made():
                program = code.program()
            if program:
                alive[i] = len(programs)
                programs.append(program)
        self._ask("keep", programs)
        right: dict[int, dict[str, bool]] = {i: {} for i in alive}
        for trial in self.order.trials:
            if not alive:
                break
            seen = self._ask("cheap", [*alive.values()], [self.numbers[trial]])
            for i, n in alive.items():
                right[i][trial.name] = self._is_right(n, trial, seen)
            alive = {i: n for i, n in alive.items() if self.order.share(right[i])}
        return {i: (n, self.order.share(right[i])) for i, n in alive.items()}

    def _passes(self, program: int) -> bool:
        """Whether a program passes the whole check, at both seeds."""
        self.whole_left -= 1
        if self.whole_left < 0:
            return False
        seen = self._ask("whole", program)
        for seed in dict.fromkeys(seed for seed, _ in self.every):
            trials = [trial for one, trial in self.every if one == seed]
            exercise = replace(self.exercise, trials=partial(_these, trials))
            named = {trial.name: seen[self._name(program, trial)] for trial in trials}
            if not judge(exercise, Observation(exercise.id, seed, named)).passed:
                return False
        return True

    def _is_right(self, program: int, trial: Trial, seen: Mapping[str, Observed]) -> bool:
        return is_right(self.evidence, trial, seen[self._name(program, trial)])

    def _name(self, program: int, trial: Trial) -> str:
        return f"{program} {self.numbers[trial]}"

    def _ask(self, what: str, *given: Any) -> dict[str, Observed]:
        """What was seen after an order, by the numbers of program and trial.

        Raises:
            OutOfTime: no answer came, or none of ours.
        """
        try:
            said = Observation.from_bytes(self.run.answer(order(what, *given))).trials
        except NotAnObservation:
            raise OutOfTime(f"the run has ended: {self.run.end}") from None
        trials = {name: self.every[int(name.split()[1])][1] for name in said if " " in name}
        return said | counted({name: said[name] for name in trials}, trials, self.run.notes)
