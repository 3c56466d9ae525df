"""Right and wrong answers as objects: the text of one, run."""

from __future__ import annotations

import linecache
import math
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .. import exercises
from ..engine.exercise import Exercise, Mistake
from ..engine.observation import Observed
from ..engine.replay import Key
from .learner_package import course_answer
from .syntax import free_names


def define(
    exercise: str,
    text: str,
    where: str = "<answer>",
    reads: Collection[str] | None = None,
    parts: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Run an answer's text as a cell of its own; return the object under the exercise's name.

    The usual imports of a notebook, ``parts``, and the course's other parts are there without
    import: those that it ``reads``, looked up in the text where they are not known.
    """
    names: dict[str, Any] = {"__name__": "__main__", "math": math, "torch": torch, "F": F}
    names |= {"nn": nn, "Tensor": Tensor, **parts}
    for name in free_names(text) if reads is None else reads:
        if name not in names and exercises.known(name):
            names[name] = _course_part(name)
    exec(compile(text, where, "exec"), names)
    return names[exercise]


def load(exercise: str, path: Path) -> Any:
    """The object that the file of an answer defines under the exercise's name."""
    linecache.checkcache(str(path))
    return define(exercise, path.read_text("utf-8"), str(path))


@cache
def _course_part(name: str) -> Any:
    return course_answer(name, own=False)


class Bank:
    """The known mistakes of the course's exercises, run when they are asked for."""

    def __init__(self) -> None:
        self.seen: dict[Key, Observed | None] = {}

    def answer(self, exercise: Exercise, mistake: Mistake) -> Any:
        """The object that the code of a mistake defines; None where it defines none."""
        return _object(exercise.id, mistake.path)


@cache
def _object(exercise: str, path: Path) -> Any:
    try:
        return load(exercise, path)
    except Exception:  # the mistake is that the cell does not run
        return None
