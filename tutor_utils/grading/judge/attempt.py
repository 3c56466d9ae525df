"""One try of one answer: pack it, run it in the sandbox, judge outside what came back."""

from __future__ import annotations

import hashlib
import hmac
import json
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ... import exercises, noted
from ...course.answers import Bank
from ...engine.exercise import Exercise, Trial
from ...engine.inputs import Inputs
from ...engine.observation import NotAnObservation, Observation, Observed
from ...engine.verdict.judge import judge
from ...engine.verdict.remarks import with_remarks
from ...engine.verdict.report import Outcome, Report
from ...files import Malformed
from ...noted import Note
from ..answers.answer import SubmittedAnswer
from ..intake.text import printable
from ..run.monitor import End
from ..run.protocol import NOT_OWN_WORK
from ..run.sandbox import RunResult, Sandbox
from ..run.walls import HOW_TO, NoSandbox
from . import job
from .marks import Mark, Settings

PATIENCE_S = 30  # with what a stranger wrote, where it is read and judged
MOST_EDITS = 6_000  # of the answers of one submission, in search of the line to look at
SANDBOX = Sandbox()  # of this process


@dataclass
class Progress:
    """How far the marking of one submission has come.

    Attributes:
        answers: All answers of the learner: one may use earlier ones.
        settings: What holds for the class.
        marks: The marks so far: which of these passed.
        seconds: What all runs took.
        edits: How many edits of answers may still be tried.
    """

    answers: Mapping[str, SubmittedAnswer]
    settings: Settings
    marks: dict[str, Mark] = field(default_factory=dict)
    seconds: float = 0.0
    edits: int = MOST_EDITS

    @property
    def out_of_time(self) -> bool:
        return self.seconds > self.settings.submission_seconds

    def passed(self, name: str) -> bool:
        """Whether an answer passed as it stands alone: else it is no module for later ones."""
        mark = self.marks.get(name)
        return bool(mark and mark.outcome == Outcome.PASSED and not mark.way)

    def elsewhere(self, name: str) -> bool:
        """Whether a part is of a notebook that this class does not hand in."""
        of_class = exercises.entry(name).notebook in self.settings.notebooks
        return not of_class and self.answers[name].text is None


@dataclass(frozen=True)
class Attempt:
    """One exercise of one learner, run in one way.

    Attributes:
        exercise: What is asked.
        answer: What the learner wrote.
        progress: What is known of the learner's other answers.
        way: Empty: the answer alone. ``statement by statement``: each of its
            statements as a cell. ``own cells`` and ``own cells to the end``: see ``own_cells``.
    """

    exercise: Exercise
    answer: SubmittedAnswer
    progress: Progress
    way: str = ""

    @property
    def settings(self) -> Settings:
        return self.progress.settings

    def run(self) -> tuple[Report, End]:
        """The report of the check, and how the run ended.

        Raises:
            NotStarted, OSError: no sandbox started.
        """
        seed = self.seed()
        trials = self.exercise.trials(Inputs(seed))
        ran = SANDBOX.run(self.pack(trials), self.settings.limits, self.settings.unsafe)
        self.progress.seconds += ran.seconds
        return self._judged(ran, trials, seed), ran.end

    def report(self, outcome: Outcome, saw: str, means: str = "", try_next: str = "") -> Report:
        """A report that no run stands behind."""
        e = self.exercise
        return Report(
            e.id, e.title, outcome, saw=saw, means=means, try_next=try_next, points=e.points
        )

    def seed(self) -> int:
        """Unknown to the learner, and the same each time for the same answer and its helpers."""
        beside = [f"{name} {hashlib.sha256(data).hexdigest()}" for name, data in self.answer.beside]
        text = (self.exercise.id, self.answer.text or "", *self.answer.support, *beside)
        words = "\0".join(text).encode(errors="replace")
        key = hmac.new(self.settings.secret, words, hashlib.sha256)
        return int.from_bytes(key.digest()[:4], "big")

    def pack(self, trials: list[Trial], obeys: bool = False) -> bytes:
        """The job of this attempt: see ``job.pack``."""
        parts, ours = self._parts()
        if self._own_cells:
            cells = job.own_cell_list(self.answer, self.way.endswith("end"))
        else:
            cells = job.cell_list(self.answer, ours, apart=bool(self.way))
        files = dict(self.answer.beside) | {
            f"my_transformer/{n}": data for n, data in parts.items()
        }
        return job.pack(cells, files, trials, self.exercise.id in self.settings.own_work, obeys)

    @property
    def _own_cells(self) -> bool:
        return self.way.startswith("own cells")

    def _parts(self) -> tuple[dict[str, bytes], dict[str, bool]]:
        """The files of ``my_transformer`` for an answer, and which of them are the course's."""
        files, ours = {"__init__.py": b""}, {}
        order = exercises.names()
        stand_in = job.used_by_the_course(self.exercise.id)
        todo = list(job.asked_for(self.answer.own) if self._own_cells else self.answer.needs)
        while todo:
            name = todo.pop()
            if name in ours or name == self.exercise.id:
                continue
            own = self.progress.answers[name]
            passed = self.progress.passed(name) and bool(own.text)
            later = order.index(name) > order.index(self.exercise.id)
            if later and (self._own_cells or own.text is None or own.untouched):
                continue  # the course's part of a later exercise could give this one away
            if not (passed or later or name in stand_in or self.progress.elsewhere(name)):
                continue  # the course's part would do this exercise's work
            ours[name] = not (passed or later)
            if ours[name]:
                files[f"{name}.pyc"] = job.compiled(name)
                todo += job.course_needs(name)
            else:
                files[f"{name}.py"] = job.as_module(own).encode(errors="replace")
                todo += own.needs
        return files, ours

    def borrowed(self) -> list[str]:
        """The parts of notebooks that are not marked, and that the answer alone calls."""
        stand_in = job.used_by_the_course(self.exercise.id)
        return [n for n in self.answer.needs if n not in stand_in and self.progress.elsewhere(n)]

    def beside(self) -> str:
        """A fingerprint of what the answer may find beside it: which earlier parts, and whose."""
        found = []
        for name in exercises.names()[: exercises.names().index(self.exercise.id)]:
            if self.progress.passed(name):
                found.append(name)
            elif name not in self.progress.marks and self.progress.answers[name].text is None:
                found.append(f"{name}: the course's")
        return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]

    def _judged(self, run: RunResult, trials: list[Trial], seed: int) -> Report:
        if run.body is None:
            return self._without_result(run)
        numbered = {str(i): trial for i, trial in enumerate(trials)}
        try:
            said = Observation.from_bytes(run.body).trials
        except NotAnObservation as reason:
            return self._no_observation(run.body, reason)
        if set(said) != set(numbered):
            return self.report(
                Outcome.ERROR, "What came back is not what this exercise's probe sends."
            )
        if [NOT_OWN_WORK] in run.notes and any(o.raised for o in said.values()):
            return self.not_own_work("attention that the library has ready")
        try:
            with within(PATIENCE_S):
                seen = counted(said, numbered, run.notes)
                named = {numbered[i].name: one for i, one in seen.items()}
                observation = Observation(self.exercise.id, seed, named)
                # made once for the run and the judge: the learner's side had a copy
                exercise = replace(self.exercise, trials=lambda _: trials)
                report = judge(exercise, observation, bank=Bank())
                return with_remarks(exercise, observation, report)
        except Malformed:
            raise  # a fault of ours costs nobody a point: the exercise is marked again
        except Exception as error:
            return self.report(
                Outcome.ERROR, f"The result cannot be judged: {type(error).__name__}."
            )

    def not_own_work(self, what: str) -> Report:
        """The report where the class was asked for attention of its own."""
        return self.report(
            Outcome.FAILED,
            f"Your code calls {what}.",
            "In this class the exercise asks for your own attention, made of its steps.",
            "Write the steps of the formula: scores, mask, softmax, weighted sum.",
        )

    def _no_observation(self, body: bytes, reason: NotAnObservation) -> Report:
        """The kernel told why there is no answer to try; its words are shown, and not believed."""
        text = None
        with suppress(ValueError, RecursionError, KeyError, TypeError):
            text = printable(str(json.loads(body[:10_000])["error"]))
        if text is None:
            return self.report(
                Outcome.ERROR,
                f"What came back cannot be read: {printable(str(reason))}",
                "The course's probe sends nothing of this kind.",
            )
        if not text:
            return self.report(
                Outcome.ERROR,
                f"The cell ran, and there is no `{self.exercise.id}` after it.",
                "Perhaps it has another name, or stands inside another function.",
                f"Define `{self.exercise.id}` at the left margin.",
            )
        advice = "Restart the kernel and run all cells: a name from a deleted cell may be missing."
        if "my_transformer" in text:
            advice = "An earlier part that this one uses has not passed: fix that one first."
        return self.report(
            Outcome.ERROR,
            f"No answer was there to try. The last error: {text}",
            "The cell that defines the answer ended in this error.",
            advice,
        )

    def _without_result(self, run: RunResult) -> Report:
        limits = self.settings.limits
        saw = {
            End.TIME: f"It had not ended after {limits.seconds} seconds.",
            End.MEMORY: f"It took more than {limits.memory_mb} MB of memory.",
            End.PROCESSES: f"It started more than {limits.processes} processes.",
            End.OUTPUT: f"It sent more than {limits.output_mb} MB.",
            End.DONE: "The kernel ended before there was a result.",
        }[run.end]
        return self.report(
            Outcome.ERROR,
            saw,
            "The run was stopped there, and the other exercises went on without it.",
            "Look for a loop that does not end, a tensor that grows, or a call that leaves Python.",
        )


def counted(
    said: Mapping[str, Observed], trials: Mapping[str, Trial], notes: Sequence[Note]
) -> dict[str, Observed]:
    """What was said of each trial, with what the notes of it count."""
    of_trials = noted.of_trials(notes)

    def value(name: str, seen: Observed) -> Any:
        if seen.raised:
            return seen.value
        return trials[name].counted(seen.value, of_trials.get(name, []))

    return {name: replace(seen, value=value(name, seen)) for name, seen in said.items()}


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after so many seconds of work, in the main thread; elsewhere never."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise TimeoutError

    if sys.platform == "win32":
        raise NoSandbox(HOW_TO)
    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # others' work on this machine does not count
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
