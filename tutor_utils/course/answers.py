"""Right and wrong answers as objects, by running their text like a notebook cell."""

from __future__ import annotations

import linecache
import math
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .. import exercises
from ..engine.exercise import Exercise, Mistake
from ..engine.naming.replay import Key
from ..engine.observation import Observed
from ..exercises.folder import right_answers, wrong_answers
from .learner_package import course_answer
from .syntax import free_names


def define(
    exercise: str,
    text: str,
    where: str = "",
    parts: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """The object that an answer's text defines under the exercise's name (see ``names_of``)."""
    return names_of(text, where, parts)[exercise]


def names_of(
    text: str, where: str = "", parts: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Run a text like a notebook cell; return its global names.

    Predefined are the usual imports of a notebook, ``parts``, and the course's answers that the
    text uses. ``where`` is its file name in tracebacks.
    """
    names: dict[str, Any] = {"__name__": "__main__", "math": math, "torch": torch, "F": F}
    names |= {"nn": nn, "Tensor": Tensor, **parts}
    for name in free_names(text):
        if name not in names and exercises.known(name):
            names[name] = _course_part(name)
    if where:
        linecache.cache[where] = (len(text), None, text.splitlines(keepends=True), where)
    exec(compile(text, where or "<answer>", "exec"), names)
    return names


def right(exercise: str, name: str) -> Any:
    """The right answer of that name, as an object."""
    text = right_answers(exercises.path_of(exercise))[name]
    return define(exercise, text, f"<the course's {exercise}: {name}>")


def wrong(exercise: str, slug: str, form: int = 1) -> Any:
    """The answer with a known mistake, in the mistake's first form or another one."""
    name = f"{exercise}: {slug}" + (f" ({form})" if form > 1 else "")
    known = {mistake.name: mistake for mistake in wrong_answers(exercises.path_of(exercise))}
    return answer_with(exercise, known[name])


def answer_with(exercise: str, mistake: Mistake) -> Any:
    """The answer that makes this mistake, as an object."""
    return define(exercise, mistake.code, f"<the course's {mistake.name}>")


@cache
def _course_part(name: str) -> Any:
    return course_answer(name, own=False)


class Bank:
    """Makes answers with known mistakes on demand; see ``engine.naming.replay.Bank``."""

    def __init__(self) -> None:
        self.runs: dict[Key, Observed | None] = {}

    def answer(self, exercise: Exercise, mistake: Mistake) -> Any:
        """The object that a mistake's code defines; None if it defines none."""
        return _object(exercise.id, mistake.name, mistake.code)

    def rights(self, exercise: Exercise) -> Iterable[str]:
        """The texts of right answers."""
        return right_answers(exercises.path_of(exercise.id)).values()


@cache
def _object(exercise: str, name: str, code: str) -> Any:
    try:
        return define(exercise, code, f"<the course's {name}>")
    except Exception:  # a mistake may be that the cell does not run
        return None
