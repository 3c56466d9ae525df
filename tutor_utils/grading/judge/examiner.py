"""Run answers of one submission in the sandbox, one by one, and judge outside what comes back."""

from __future__ import annotations

import hashlib
import hmac
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from ... import exercises, noted
from ...course.answers import Bank
from ...engine.exercise import Trial
from ...engine.inputs import Inputs
from ...engine.observation import NotAnObservation, Observation, Observed
from ...engine.verdict.judge import judge
from ...engine.verdict.remarks import with_remarks
from ...engine.verdict.report import Outcome, Report
from ...files import Malformed
from ...noted import Note
from ..answers.answer import Answer
from ..run.monitor import End
from ..run.protocol import NOT_OWN_WORK
from ..run.sandbox import Run, Sandbox
from ..run.walls import HOW_TO, NoSandbox
from . import job, reports
from .marks import Mark, Settings

PATIENCE_S = 30  # with what a stranger wrote, where it is read and judged
OLDER_SHARE = 0.2  # of a submission's seconds, for the older files of it
MOST_EDITS = 6_000  # of the answers of one submission, in search of the line to look at
SANDBOX = Sandbox()  # of this process


@dataclass
class Examiner:
    """Runs and judges the answers of one submission.

    Attributes:
        answers: All answers of the learner: one may use earlier ones.
        settings: What holds for the class.
        marks: The marks so far: which of these passed.
        seconds: What all runs took.
        older_seconds: What those of older files took of it.
        untried: Exercise -> the older files whose answers no time was left for.
        edits: How many edits of answers may still be tried.
    """

    answers: Mapping[str, Answer]
    settings: Settings
    marks: dict[str, Mark] = field(default_factory=dict)
    seconds: float = 0.0
    older_seconds: float = 0.0
    untried: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    edits: int = MOST_EDITS

    @property
    def out_of_time(self) -> bool:
        return self.seconds > self.settings.submission_seconds

    @property
    def out_of_older_time(self) -> bool:
        """Whether the older files' share is used up: else each copy could end at its limit."""
        return self.older_seconds >= self.settings.submission_seconds * OLDER_SHARE

    def run(self, answer: Answer) -> tuple[Report, End]:
        """The report of the check, and how the run ended.

        Raises:
            NotStarted, OSError: no sandbox started.
        """
        seed = self.seed(answer)
        trials = exercises.find(answer.exercise).trials(Inputs(seed))
        ran = SANDBOX.run(self.pack(answer, trials), self.settings.limits, self.settings.unsafe)
        self.seconds += ran.seconds
        if ran.body is None:
            return reports.without_result(answer.exercise, ran.end, self.settings.limits), ran.end
        return _judged(answer.exercise, seed, trials, ran.body, ran.notes), ran.end

    def seed(self, answer: Answer) -> int:
        """Unknown to the learner, and the same each time for the same answer and its helpers."""
        beside = [f"{name} {hashlib.sha256(data).hexdigest()}" for name, data in answer.beside]
        text = (answer.exercise, answer.text or "", *answer.support, *beside)
        words = "\0".join(text).encode(errors="replace")
        key = hmac.new(self.settings.secret, words, hashlib.sha256)
        return int.from_bytes(key.digest()[:4], "big")

    def begin(
        self, answer: Answer, trials: list[Trial], seconds: int
    ) -> AbstractContextManager[Run]:
        """Begin a run of an answer that waits for orders: see ``Sandbox.begin``."""
        limits = replace(self.settings.limits, seconds=seconds)
        return SANDBOX.begin(self.pack(answer, trials, obeys=True), limits, self.settings.unsafe)

    def pack(self, answer: Answer, trials: list[Trial], obeys: bool = False) -> bytes:
        """The job of an answer: see ``job.pack``."""
        parts, ours = self._parts(answer)
        files = dict(answer.beside) | {f"my_transformer/{n}": data for n, data in parts.items()}
        own_work = answer.exercise in self.settings.own_work
        return job.pack(job.cell_list(answer, ours), files, trials, own_work, obeys)

    def _parts(self, answer: Answer) -> tuple[dict[str, bytes], dict[str, bool]]:
        """The files of ``my_transformer`` for an answer, and which of them are the course's."""
        files, ours = {"__init__.py": b""}, {}
        order = exercises.names()
        stand_in = job.used_by_the_course(answer.exercise)
        own_cells = answer.way in job.OWN_CELLS
        todo = list(job.asked_for(answer.own) if own_cells else answer.needs)
        while todo:
            name = todo.pop()
            if name in ours or name == answer.exercise:
                continue
            own = self.answers[name]
            passed = self._passed(name) and bool(own.text)
            later = order.index(name) > order.index(answer.exercise)
            if later and (own_cells or not own.begun):
                continue  # the course's part of a later exercise could give this one away
            if not (passed or later or name in stand_in or self._elsewhere(name)):
                continue  # the course's part would do this exercise's work
            ours[name] = not (passed or later)
            if ours[name]:
                files[f"{name}.pyc"] = job.compiled(name)
                todo += job.course_needs(name)
            else:
                files[f"{name}.py"] = job.as_module(own).encode(errors="replace")
                todo += own.needs
        return files, ours

    def borrowed(self, answer: Answer) -> list[str]:
        """The parts of notebooks that are not marked, and that the answer alone calls."""
        stand_in = job.used_by_the_course(answer.exercise)
        return [n for n in answer.needs if n not in stand_in and self._elsewhere(n)]

    def beside(self, exercise: str) -> str:
        """A fingerprint of what an answer may find beside it: which earlier parts, and whose."""
        found = []
        for name in exercises.names()[: exercises.names().index(exercise)]:
            if self._passed(name):
                found.append(name)
            elif name not in self.marks and self.answers[name].text is None:
                found.append(f"{name}: the course's")
        return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]

    def _passed(self, name: str) -> bool:
        """Whether an answer passed as it stands alone: else it is no module for later ones."""
        mark = self.marks.get(name)
        return bool(mark and mark.outcome == Outcome.PASSED and not mark.way)

    def _elsewhere(self, name: str) -> bool:
        """Whether a part is of a notebook that this class does not hand in."""
        of_class = exercises.entry(name).notebook in self.settings.notebooks
        return not of_class and self.answers[name].text is None


def _judged(
    name: str, seed: int, trials: list[Trial], body: bytes, notes: Sequence[Note]
) -> Report:
    """The report of what a run sent; the exercise's trials are ``trials``."""
    numbered = {str(i): trial for i, trial in enumerate(trials)}
    try:
        said = Observation.from_bytes(body).trials
    except NotAnObservation as reason:
        return reports.no_observation(name, body, reason)
    if set(said) != set(numbered):
        return reports.error(name, "What came back is not what this exercise's probe sends.")
    if [NOT_OWN_WORK] in notes and any(o.raised for o in said.values()):
        return reports.not_own_work(name, "attention that the library has ready")
    try:
        with within(PATIENCE_S):
            named = {numbered[i].name: one for i, one in counted(said, numbered, notes).items()}
            observation = Observation(name, seed, named)
            # made once for the run and the judge: the learner's side had a copy
            exercise = replace(exercises.find(name), trials=lambda _: trials)
            report = judge(exercise, observation, bank=Bank())
            return with_remarks(exercise, observation, report)
    except Malformed:
        raise  # a fault of ours costs nobody a point: the exercise is marked again
    except Exception as error:
        return reports.error(name, f"The result cannot be judged: {type(error).__name__}.")


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
