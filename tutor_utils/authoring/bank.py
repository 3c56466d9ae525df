"""The banks of right and wrong answers in ``tests/answers``: load one, and what it should get."""

from __future__ import annotations

import linecache
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .. import exercises
from ..course import learner_package, syntax
from .generate import ROOT

ANSWERS = ROOT / "tests" / "answers"
_DIAGNOSIS = re.compile(r"^# diagnosis: ([\w-]+)$", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """One file of a bank: ``right_*.py`` passes; ``wrong_*.py`` fails with its diagnosis.

    A wrong answer names its diagnosis in its first line: ``# diagnosis: softmax-over-queries``;
    ``none`` where the course can only say what differs.
    """

    exercise: str
    path: Path

    @property
    def right(self) -> bool:
        return self.path.stem.startswith("right")

    @property
    def diagnosis(self) -> str | None:
        found = _DIAGNOSIS.search(self.path.read_text("utf-8"))
        return None if found is None or found[1] == "none" else found[1]

    def load(self) -> Any:
        """The object that the file defines under the exercise's name."""
        linecache.checkcache(str(self.path))
        return define(self.exercise, self.path.read_text("utf-8"), str(self.path))


def define(exercise: str, text: str, where: str = "<answer>") -> Any:
    """Run an answer's text as a cell of its own; return the object under the exercise's name.

    The usual imports of a notebook and the course's other parts are there without import.
    """
    names: dict[str, Any] = {"__name__": "__main__", "math": math, "torch": torch, "F": F}
    names |= {"nn": nn, "Tensor": Tensor}
    for name in syntax.free_names(text):
        if name not in names and exercises.known(name):
            names[name] = learner_package.load_answer(name).value
    exec(compile(text, where, "exec"), names)
    return names[exercise]


def answers(exercise: str = "*") -> Iterator[Answer]:
    """Every answer of one bank, or of all banks."""
    for path in sorted(ANSWERS.glob(f"{exercise}/*.py")):
        yield Answer(path.parent.name, path)
