"""Right and wrong answers as objects: the text of one run, or a right one with two mistakes."""

from __future__ import annotations

import ast
import difflib
import linecache
import math
from collections.abc import Collection, Mapping
from functools import cache
from itertools import chain, pairwise
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
from ..exercises.folder import right_files
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

    def merged(self, exercise: Exercise, first: Mistake, second: Mistake) -> Any:
        """A right answer with the changes of both; None where the two cannot meet."""
        return _merged(exercise.id, first.path, second.path)


@cache
def _object(exercise: str, path: Path) -> Any:
    try:
        return load(exercise, path)
    except Exception:  # the mistake is that the cell does not run
        return None


@cache
def _merged(exercise: str, first: Path, second: Path) -> Any:
    base, edits = _edits(first)
    if base is None or base != _edits(second)[0]:
        return None
    text = _both(_lines(base), edits, _edits(second)[1])
    try:
        reads = {name for path in (base, first, second) for name in _reads(path)}
        return text and define(exercise, text, reads=reads)
    except Exception:
        return None


# From .. to: lines of the right answer; and the lines that stand there in the wrong one.
Edit = tuple[int, int, tuple[str, ...]]


@cache
def _edits(wrong: Path) -> tuple[Path | None, tuple[Edit, ...]]:
    """The right answer that a wrong one is nearest to, and the edits that lead from it there."""
    lines = _lines(wrong)
    matcher = difflib.SequenceMatcher(None, (), lines)  # it keeps what it learns of lines
    most, nearest, changes = -1.0, None, []
    for path in right_files(wrong.parent):
        matcher.set_seq1(_lines(path))
        if matcher.quick_ratio() > most and (ratio := matcher.ratio()) > most:
            most, nearest, changes = ratio, path, matcher.get_opcodes()
    return nearest, tuple(
        (start, end, tuple(lines[new_start:new_end]))
        for tag, start, end, new_start, new_end in changes
        if tag != "equal"
    )


@cache
def _reads(path: Path) -> list[str]:
    return free_names("\n".join(_lines(path)))


@cache
def _lines(path: Path) -> tuple[str, ...]:
    """The code without comments and docstrings, laid out in one way."""
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except SyntaxError:
        return ()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            has_docstring = ast.get_docstring(node) is not None
            node.body = node.body[has_docstring:] or [ast.Pass()]
    return tuple(ast.unparse(tree).splitlines())


def _both(base: tuple[str, ...], first: tuple[Edit, ...], second: tuple[Edit, ...]) -> str | None:
    """``base`` with the edits of both; None where they change the same lines."""
    edits = sorted(chain(first, second))
    if set(first) & set(second) or not first or not second:
        return None
    for (_, end, _), (start, _, _) in pairwise(edits):
        if start < end:
            return None
    lines = list(base)
    for start, end, new in reversed(edits):
        lines[start:end] = new
    return "\n".join(lines)
