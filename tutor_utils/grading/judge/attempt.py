"""One try of one answer: pack it, run it in the sandbox, judge outside what came back."""

from __future__ import annotations

import copyreg
import functools
import hashlib
import hmac
import importlib.util
import io
import json
import marshal
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import cloudpickle
import torch

from ... import exercises, models
from ...course.answers import Bank
from ...engine import noted
from ...engine.exercise import Exercise, Trial
from ...engine.inputs import Inputs
from ...engine.noted import Note
from ...engine.observation import NotAnObservation, Observation, Observed
from ...engine.verdict.judge import judge
from ...engine.verdict.remarks import with_remarks
from ...engine.verdict.report import Outcome, Report
from ...exercises.mistakes import Malformed
from ..answers import rebuild
from ..intake.submission import SubmittedAnswer
from ..intake.text import printable
from ..run.protocol import NOT_OWN_WORK, NOTEBOOK, tensor_of
from ..run.sandbox import HOW_TO, End, NoSandbox, RunResult, SharedSandbox, message_body
from .marks import Mark, Settings

PATIENCE_S = 30  # with what a stranger wrote, where it is read and judged
SANDBOX = SharedSandbox()  # of this process

# A run takes along the functions and models that it calls: behind the walls there are no others.
BY_VALUE = (exercises, models)
for package in BY_VALUE:
    cloudpickle.register_pickle_by_value(package)


def _with_empty_cache(cached: Any) -> str | tuple[Any, ...]:
    """A cached function of ours by value too: pickle would only name its module."""
    function = cached.__wrapped__
    if not function.__module__.startswith(tuple(f"{p.__name__}." for p in BY_VALUE)):
        return cached.__reduce__()
    how = cached.cache_parameters()
    return type(cached), (function, how["maxsize"], how["typed"], functools._CacheInfo)


class _Packer(cloudpickle.Pickler):
    """Writes a tensor as its bytes: PyTorch's own way takes a file within the file for each."""

    def reducer_override(self, obj: Any) -> Any:
        if type(obj) is torch.Tensor and _is_plain(obj):
            data = bytearray(obj.reshape(-1).view(torch.uint8).numpy())
            return tensor_of, (data, obj.dtype, tuple(obj.shape))
        return super().reducer_override(obj)


def _is_plain(tensor: torch.Tensor) -> bool:
    """Whether a tensor is its numbers in their order, and no more."""
    return (
        tensor.layout is torch.strided
        and tensor.device.type == "cpu"
        and not (tensor.requires_grad or tensor.is_conj() or tensor.is_neg() or tensor.__dict__)
        and tensor.is_contiguous()
        and 0 < tensor.numel() * tensor.element_size() == tensor.untyped_storage().nbytes()
    )


def _packed(job: Any) -> bytes:
    file = io.BytesIO()
    _Packer(file).dump(job)
    return file.getvalue()


copyreg.pickle(functools._lru_cache_wrapper, _with_empty_cache)


@dataclass(frozen=True)
class Attempt:
    """One exercise of one learner, run in one way.

    Attributes:
        exercise: What is asked.
        answer: What the learner wrote.
        answers: All answers of the learner: an answer may use earlier ones.
        marks: The marks so far: which of these passed.
        settings: What holds for the class.
        way: Empty: the answer alone. ``statement by statement``: each of its
            statements as a cell. ``own cells`` and ``own cells to the end``: see ``own_cells``.
    """

    exercise: Exercise
    answer: SubmittedAnswer
    answers: Mapping[str, SubmittedAnswer]
    marks: Mapping[str, Mark]
    settings: Settings
    way: str = ""

    def run(self) -> tuple[Report, RunResult]:
        """The report of the check, and the run.

        Raises:
            NotStarted, OSError: no sandbox started.
        """
        seed = self.seed()
        trials = self.exercise.trials(Inputs(seed))
        ran = SANDBOX.run(self.pack(trials), self.settings.limits, self.settings.unsafe)
        return self._judged(ran, trials, seed), ran

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
        """The notebook, the parts that it imports, and the inputs. No truth, no trial's name.

        Args:
            obeys: The run waits for orders (``tries``), in place of trying the answer.
        """
        parts, ours = self._parts()
        if self._own_cells:
            sources = rebuild.own_cell_list(self.answer, self.way.endswith("end"))
        else:
            sources = rebuild.cell_list(self.answer, ours, apart=bool(self.way))
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
                for name, text in sources
            ],
        }
        blind = [
            Trial(str(i), trial.args, dict(trial.kwargs), probe=trial.probe)
            for i, trial in enumerate(trials)
        ]
        own_work = self.exercise.id in self.settings.own_work
        files = {f"my_transformer/{name}": content for name, content in parts.items()}
        files = dict(self.answer.beside) | files | {NOTEBOOK: json.dumps(notebook).encode()}
        return _packed((files, _packed(blind), own_work, obeys))

    @property
    def _own_cells(self) -> bool:
        return self.way.startswith("own cells")

    def _parts(self) -> tuple[dict[str, bytes], dict[str, bool]]:
        """The files of ``my_transformer`` for an answer, and which of them are the course's."""
        files, ours = {"__init__.py": b""}, {}
        order = [e.id for e in exercises.entries()]
        stand_in = _used_by_the_course(self.exercise.id)
        todo = list(rebuild.asked_for(self.answer.own) if self._own_cells else self.answer.needs)
        while todo:
            name = todo.pop()
            if name in ours or name == self.exercise.id:
                continue
            own, earned = self.answers[name], self.marks.get(name)
            passed = bool(earned and earned.outcome == Outcome.PASSED and own.text)
            passed = passed and earned is not None and not earned.way  # else it is no module
            later = order.index(name) > order.index(self.exercise.id)
            if later and (self._own_cells or own.text is None or own.untouched):
                continue  # the course's part of a later exercise could give this one away
            if not (passed or later or name in stand_in or self._elsewhere(name)):
                continue  # the course's part would do this exercise's work
            ours[name] = not (passed or later)
            if ours[name]:
                files[f"{name}.pyc"] = _compiled(name)
                todo += rebuild.course_needs(name)
            else:
                files[f"{name}.py"] = rebuild.as_module(own).encode(errors="replace")
                todo += own.needs
        return files, ours

    def _elsewhere(self, name: str) -> bool:
        """Whether an earlier part is of a notebook that this class does not hand in."""
        elsewhere = exercises.entry(name).notebook not in self.settings.notebooks
        return elsewhere and self.answers[name].text is None

    def borrowed(self) -> list[str]:
        """The parts of such notebooks that the answer alone calls: the course's stand in."""
        stand_in = _used_by_the_course(self.exercise.id)
        return [n for n in self.answer.needs if n not in stand_in and self._elsewhere(n)]

    def _judged(self, run: RunResult, trials: list[Trial], seed: int) -> Report:
        body = message_body(run.data)
        if body is None:
            return self._without_result(run)
        numbered = {str(i): trial for i, trial in enumerate(trials)}
        try:
            said = Observation.from_bytes(body).trials
        except NotAnObservation as reason:
            return self._no_observation(body, reason)
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


@functools.cache
def _used_by_the_course(exercise: str) -> frozenset[str]:
    """The exercises that the course's own answer uses, and what these use in turn."""
    found: set[str] = set()
    todo = rebuild.course_needs(exercise)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += rebuild.course_needs(name)
    return frozenset(found)


def _compiled(exercise: str) -> bytes:
    """The course's part as Python's bytecode: its text stays outside, and cannot be printed."""
    code = compile(rebuild.course_module(exercise), "<the course's>", "exec", optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


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
