"""Mark one submission: rebuild it, run each answer in a sandbox of its own, judge it outside.

The exercises are marked one by one, in the order of the course. What an answer uses of earlier
ones is the learner's own where that passed, and the course's where it did not, as ``mine`` does in
the notebooks. So a broken exercise costs its own points only.
"""

from __future__ import annotations

import ast
import hashlib
import hmac
import json
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

import cloudpickle
import torch

from .. import exercises
from ..course import syntax
from ..course.answers import Bank
from ..engine.exercise import Exercise, Trial
from ..engine.inputs import Inputs
from ..engine.judge import judge
from ..engine.observation import NotAnObservation, Observation
from ..engine.report import Outcome, Report
from . import rebuild
from .rebuild import SubmittedAnswer
from .sandbox import End, Limits, RunResult, SharedSandbox, message_body
from .submission import Submission, printable

PATIENCE_S = 30  # with what a stranger wrote, where it is read and judged
MOST_DRAWN = 20_000  # numbers in a picture
READY_MADE = (  # attention that the library has ready
    "scaled_dot_product_attention",
    "multi_head_attention_forward",
    "MultiheadAttention",
    "Transformer",
    "TransformerEncoder",
    "TransformerDecoder",
    "TransformerEncoderLayer",
    "TransformerDecoderLayer",
)

cloudpickle.register_pickle_by_value(exercises)  # a run takes along the functions that it calls


@dataclass(frozen=True)
class Settings:
    """What holds for a whole class.

    Attributes:
        secret: Seeds the inputs together with the answer, so that no learner can know them.
        limits: What one exercise of one learner may use.
        unsafe: Run without a sandbox: for code that is trusted.
        submission_seconds: For all exercises of one learner together.
        partial: Give points for a part of the criteria.
        own_work: Exercises in which PyTorch's ready-made attention earns nothing.
        notebooks: Numbers of the notebooks that the class was given; only these are marked.
        bonus: Add the points of bonus exercises to the total.
    """

    secret: bytes
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    submission_seconds: int = 300
    partial: bool = True
    own_work: tuple[str, ...] = ()
    notebooks: tuple[str, ...] = tuple(n.number for n in exercises.NOTEBOOKS)
    bonus: bool = False


@dataclass(frozen=True)
class Mark:
    """The result of one exercise.

    Attributes:
        exercise: Its id.
        outcome: A value of ``Outcome``.
        earned: Points that the answer earned.
        points: Points that a total asks for: 0 for a bonus, whose points come on top.
        diagnosis: The known mistake that was recognised, or empty.
        report: The check's report, as ``Report.to_dict`` gives it.
        picture: HTML of expected beside actual, or empty.
        notes: What was unusual, for the learner and the instructor.
        seconds: How long it took.
        code: The learner's own cell.
    """

    exercise: str
    outcome: str
    earned: float
    points: int
    diagnosis: str = ""
    report: Mapping[str, Any] = field(default_factory=dict)
    picture: str = ""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    code: str = ""


@dataclass(frozen=True)
class Marked:
    """The result of one submission.

    Attributes:
        learner: The name that the files were handed in under.
        digest: A fingerprint of the files.
        when: When the newest was handed in, in ISO 8601, or empty.
        platform_id: Moodle's or Canvas's number, or empty.
        marks: One for each exercise, in the order of the course.
        notes: What was unusual in the submission as a whole.
        trouble: Why marking itself failed, where it did; a person has to look.
        seconds: How long it took.
    """

    learner: str
    digest: str
    when: str
    platform_id: str = ""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str = ""
    seconds: float = 0.0

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Marked:
        plain = json.loads(text)
        marks = [Mark(**m | {"notes": tuple(m["notes"])}) for m in plain.pop("marks")]
        return cls(**plain | {"marks": tuple(marks), "notes": tuple(plain["notes"])})


_SANDBOX = SharedSandbox()  # of this process


def mark(
    submission: Submission,
    settings: Settings,
    only: tuple[str, ...] = (),
    before: Marked | None = None,
) -> Marked:
    """Mark a submission: the work of one task, for any ``concurrent.futures`` executor.

    Args:
        submission: What the learner handed in.
        settings: What holds for the class.
        only: Exercises to mark again; the other marks are those of ``before``.
        before: The earlier result.
    """
    start = time.monotonic()
    with _SANDBOX.lock:
        torch.set_num_threads(1)  # submissions are marked beside each other
        with _within(PATIENCE_S):
            answers, notes = rebuild.rebuild(submission)
        kept = {m.exercise: m for m in before.marks} if before and only else {}
        marks: dict[str, Mark] = {}
        trouble: list[str] = []
        for exercise in exercises.exercises():
            if exercise.notebook not in settings.notebooks:
                continue
            if exercise.id in kept and exercise.id not in only:
                marks[exercise.id] = kept[exercise.id]
                continue
            late = time.monotonic() - start > settings.submission_seconds
            job = _Job(exercise, answers, marks, settings)
            try:
                marks[exercise.id] = job.mark(late)
            except Exception as error:  # a fault of ours costs this exercise, and is shown
                trouble.append(f"{exercise.id} was not marked: {type(error).__name__}: {error}")
                marks[exercise.id] = job.unmarked()
    return replace(
        _unmarked(submission),
        marks=tuple(marks.values()),
        notes=tuple(notes),
        trouble=" ".join(trouble),
        seconds=round(time.monotonic() - start, 2),
    )


@dataclass(frozen=True)
class _Job:
    exercise: Exercise
    answers: Mapping[str, SubmittedAnswer]
    marks: Mapping[str, Mark]
    settings: Settings

    def mark(self, late: bool) -> Mark:
        """Mark the exercise. ``late`` says that the submission's time is over."""
        answer = self.answers[self.exercise.id]
        start = time.monotonic()
        report, notes = self._without_a_run(answer, late), list(answer.notes)
        if report is None:
            report = self._tried(answer)
            ready = ", ".join(_ready_made(answer))
            if ready:
                notes.append(f"Uses the library's ready-made {ready}.")
            if ready and self.exercise.id in self.settings.own_work:
                report = self._report(
                    Outcome.FAILED,
                    f"Your code calls {ready}.",
                    "In this class the exercise asks for your own attention, made of its steps.",
                    "Write the steps of the formula: scores, mask, softmax, weighted sum.",
                )
        earned = report.earned if self.settings.partial or report.passed else 0.0
        if self.exercise.optional and not self.settings.bonus:
            earned = 0.0
        return self._as_mark(
            report,
            earned=earned,
            picture=_picture(report),
            notes=tuple(notes),
            seconds=round(time.monotonic() - start, 2),
        )

    def _without_a_run(self, answer: SubmittedAnswer, late: bool) -> Report | None:
        """The report where there is nothing to run, or no time to; else None."""
        if answer.untouched:
            return self._report(
                Outcome.NOT_ATTEMPTED, "The cell still holds the TODO as it was given."
            )
        if answer.text is None:
            return self._report(Outcome.NOT_ATTEMPTED, "There is no answer to this exercise.")
        if answer.fault:
            return self._report(
                Outcome.ERROR,
                f"The cell is no Python. {answer.fault}",
                "Python could not read the cell, so nothing of it ran.",
                "Run the cell in JupyterLab: the mark ^ shows the place.",
            )
        if late:
            limit = self.settings.submission_seconds
            return self._report(
                Outcome.ERROR,
                f"The {limit} seconds for all of the submission were over before this exercise.",
                "Earlier exercises took them: see there.",
            )
        return None

    def _tried(self, answer: SubmittedAnswer) -> Report:
        """Run the answer in the sandbox, and judge here what it gave."""
        seed = self._seed(answer)
        trials = self.exercise.trials(Inputs(seed))
        job = self._pack(answer, trials)
        run = _SANDBOX.run(job, self.settings.limits, self.settings.unsafe)
        return self._judged(run, trials, seed)

    def unmarked(self) -> Mark:
        """The entry of an exercise that the course could not mark."""
        report = self._report(Outcome.ERROR, "This exercise could not be marked yet.")
        return self._as_mark(report, earned=0.0)

    def _as_mark(self, report: Report, **more: Any) -> Mark:
        return Mark(
            exercise=self.exercise.id,
            outcome=str(report.outcome),
            points=self.exercise.required_points,
            diagnosis=report.diagnosis or "",
            report=report.to_dict(),
            code=self.answers[self.exercise.id].text or "",
            **more,
        )

    def _report(self, outcome: Outcome, saw: str, means: str = "", try_next: str = "") -> Report:
        e = self.exercise
        return Report(
            e.id, e.title, outcome, saw=saw, means=means, try_next=try_next, points=e.points
        )

    def _seed(self, answer: SubmittedAnswer) -> int:
        """Unknown to the learner, and the same each time for the same answer."""
        text = f"{self.exercise.id}\0{answer.text}"
        key = hmac.new(self.settings.secret, text.encode(errors="replace"), hashlib.sha256)
        return int.from_bytes(key.digest()[:4], "big")

    def _pack(self, answer: SubmittedAnswer, trials: list[Trial]) -> bytes:
        """The notebook, the parts that it imports, and the inputs. No truth, no trial's name."""
        parts, ours = self._parts(answer)
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [
                {
                    "cell_type": "code",
                    "id": name,
                    "source": text,
                    "metadata": {},
                    "outputs": [],
                    "execution_count": None,
                }
                for name, text in rebuild.cell_list(answer, ours)
            ],
        }
        blind = [
            Trial(str(i), trial.args, dict(trial.kwargs), probe=trial.probe)
            for i, trial in enumerate(trials)
        ]
        return cloudpickle.dumps((json.dumps(notebook), parts, cloudpickle.dumps(blind)))

    def _parts(self, answer: SubmittedAnswer) -> tuple[dict[str, str], dict[str, bool]]:
        """The files of ``my_transformer`` for an answer, and which of them are the course's."""
        files, ours = {"__init__.py": ""}, {}
        order = [e.id for e in exercises.exercises()]
        todo = list(answer.needs)
        while todo:
            name = todo.pop()
            if name in ours or name == answer.exercise:
                continue
            own, earned = self.answers[name], self.marks.get(name)
            passed = bool(earned and earned.outcome == Outcome.PASSED and own.text)
            later = order.index(name) > order.index(answer.exercise)
            if later and (own.text is None or own.untouched):
                continue  # the course's part of a later exercise could give this one away
            ours[name] = not (passed or later)
            if ours[name]:
                files[f"{name}.py"] = rebuild.course_module(name)
                todo += rebuild.course_needs(name)
            else:
                files[f"{name}.py"] = rebuild.as_module(own)
                todo += own.needs
        return files, ours

    def _judged(self, run: RunResult, trials: list[Trial], seed: int) -> Report:
        body = message_body(run.data)
        if body is None:
            return self._without_result(run)
        try:
            observation = Observation.from_bytes(body)
        except NotAnObservation as reason:
            return self._no_observation(body, reason)
        names = {str(i): trial.name for i, trial in enumerate(trials)}
        if set(observation.trials) != set(names):
            return self._report(
                Outcome.ERROR, "What came back is not what this exercise's probe sends."
            )
        seen = {names[i]: observed for i, observed in observation.trials.items()}
        try:
            with _within(PATIENCE_S):
                observation = Observation(self.exercise.id, seed, seen)
                return judge(self.exercise, observation, bank=Bank())
        except Exception as error:
            return self._report(
                Outcome.ERROR, f"The result cannot be judged: {type(error).__name__}."
            )

    def _no_observation(self, body: bytes, reason: NotAnObservation) -> Report:
        """The kernel told why there is no answer to try; its words are shown, and not believed."""
        text = None
        with suppress(ValueError, RecursionError, KeyError, TypeError):
            text = printable(str(json.loads(body[:10_000])["error"]))
        if text is None:
            return self._report(
                Outcome.ERROR,
                f"What came back cannot be read: {printable(str(reason))}",
                "The course's probe sends nothing of this kind.",
            )
        if not text:
            return self._report(
                Outcome.ERROR,
                f"The cell ran, and there is no `{self.exercise.id}` after it.",
                "Perhaps it has another name, or stands inside another function.",
                f"Define `{self.exercise.id}` at the left margin.",
            )
        return self._report(
            Outcome.ERROR,
            f"No answer was there to try. The last error: {text}",
            "The cell that defines the answer ended in this error.",
            "Restart the kernel and run all cells: a name from a deleted cell may be missing.",
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
        return self._report(
            Outcome.ERROR,
            saw,
            "The run was stopped there, and the other exercises went on without it.",
            "Look for a loop that does not end, a tensor that grows, or a call that leaves Python.",
        )


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    """Raise TimeoutError after so many seconds, in the main thread. Elsewhere without a limit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ready_made(answer: SubmittedAnswer) -> list[str]:
    """The library's attention in the learner's text: after a dot, imported, or as a string."""
    return sorted(
        set(_names(answer.text or "") + _names("\n".join(answer.support))) & set(READY_MADE)
    )


@cache
def _names(text: str) -> list[str]:
    try:
        tree = ast.parse(rebuild.plain(text))
    except syntax.UNREADABLE:
        return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
        elif isinstance(node, ast.alias):
            found.append(node.name.rpartition(".")[2])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return found


def _picture(report: Report) -> str:
    """The picture that the learner would have seen below the report, as HTML."""
    if report.picture is None:
        return ""
    expected, actual = report.picture
    if not 1 < max(expected.numel(), actual.numel()) <= MOST_DRAWN:
        return ""
    try:
        from .. import viz

        return viz.compare(expected, actual)._repr_mimebundle_()["text/html"]
    except (ValueError, TypeError):
        return ""  # viz refuses what cannot be drawn, such as six axes; the words say all


def could_not_mark(submission: Submission, trouble: str) -> Marked:
    """The entry of a submission that could not be marked, for a person to look at."""
    return replace(_unmarked(submission), trouble=trouble)


def _unmarked(submission: Submission) -> Marked:
    return Marked(
        learner=submission.learner,
        digest=submission.digest,
        when=submission.when.isoformat() if submission.when else "",
        platform_id=submission.platform_id,
    )
