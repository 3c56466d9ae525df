"""The job that a sandbox runs: the cells of an answer, the parts that it imports, the inputs.

No truth goes along, and no trial's name. The functions and models that trials call do: behind the
walls there are no others.
"""

from __future__ import annotations

import copyreg
import functools
import importlib.util
import json
import marshal
import re
from collections.abc import Mapping, Sequence
from typing import Any

import cloudpickle

from ... import exercises, models
from ...course import modules, sources
from ...engine.exercise import Trial
from ..answers.answer import Answer, is_here
from ..answers.python_text import plain
from ..run.protocol import NOTEBOOK, PROBE

# Ways to run an answer, in place of its cell alone. By statements, each is a cell, so that one that
# fails (``input()``, a file or a window that is not here) takes none of the others with it. The
# learner's own cells run up to the check or to the end: see ``own_cells``.
BY_STATEMENTS = "statement by statement"
OWN_CELLS = TO_THE_CHECK, TO_THE_END = ("own cells", "own cells to the end")
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


copyreg.pickle(functools._lru_cache_wrapper, _with_empty_cache)


def pack(
    cells: Sequence[tuple[str, str]],
    files: Mapping[str, bytes],
    trials: Sequence[Trial],
    own_work: bool,
    obeys: bool,
) -> bytes:
    """A job.

    Args:
        cells: (id, source) of what is run, the probe last.
        files: What lies beside the notebook.
        trials: What the probe tries.
        own_work: PyTorch's ready-made attention is refused.
        obeys: The run waits for orders (``run.tries``), in place of trying the answer.
    """
    rest: dict[str, Any] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    made = [rest | {"id": name, "source": text} for name, text in cells]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made}
    blind = [
        Trial(str(i), trial.args, dict(trial.kwargs), probe=trial.probe)
        for i, trial in enumerate(trials)
    ]
    files = {**files, NOTEBOOK: json.dumps(notebook).encode()}
    return cloudpickle.dumps((files, cloudpickle.dumps(blind), own_work, obeys))


def cell_list(answer: Answer, course_parts: Mapping[str, bool]) -> list[tuple[str, str]]:
    """(id, source) of the cells that are run to mark an answer in its way.

    Args:
        answer: The answer.
        course_parts: The parts that stand beside it, and whether each is the course's.
    """
    probe = (PROBE, f'{PROBE}("{answer.exercise}")')
    if answer.way in OWN_CELLS:
        chosen = answer.own if answer.way == TO_THE_END else answer.own[: answer.checked]
        return [*((f"own-{i}", _no_switches(text)) for i, text in enumerate(chosen)), probe]
    alone = [s for s in answer.support if _may_fail(s)]  # else it would take the others with it
    made = [(f"import-{i}", text) for i, text in enumerate(alone)]
    if rest := [s for s in answer.support if s not in alone]:
        made.append(("support", "\n\n".join(rest)))
    lines = [
        f"from my_transformer.{name} import {name}"
        + ("  # the course's: yours has not passed" if course_parts[name] else "")
        for name in answer.needs
        if name in course_parts
    ]
    if lines:
        made.append(("parts", "\n".join(lines)))
    texts = answer.statements() if answer.way == BY_STATEMENTS else [answer.text or ""]
    made += [(f"{answer.exercise}-{i}", _no_switches(text)) for i, text in enumerate(texts)]
    return [*made, probe]


def asked_for(texts: Sequence[str]) -> list[str]:
    """The exercises that cells ask for by ``mine("...")`` or import from ``my_transformer``."""
    text = "\n".join(texts)
    return [e.id for e in exercises.entries() if re.search(rf"\b{e.id}\b", text)]


def _may_fail(statement: str) -> bool:
    named = re.match(r"(?:import|from) +(\w+)", statement)
    return statement.endswith("import *") or bool(named and not is_here(named[1]))


def _no_switches(text: str) -> str:
    """Comments in which nbval reads orders, such as to skip the cell, lose their meaning."""
    return re.sub(r"^([^\S\n]*#.*)NBVAL_", r"\1nbval ", text, flags=re.MULTILINE)


def as_module(answer: Answer) -> str:
    """The answer as a file of the package ``my_transformer``."""
    imports = [f"from .{name} import {name}" for name in answer.needs]
    return "\n\n".join([*imports, *answer.support, plain(answer.text or "")]) + "\n"


@functools.cache
def _of_the_course(exercise: str) -> modules.GeneratedModule:
    """The course's own part, for the package ``my_transformer``."""
    part = sources.exercise_cells()[exercise]
    return modules.from_source(exercise, sources.statements(part.notebook))


def course_needs(exercise: str) -> list[str]:
    """The exercises that the course's own part uses."""
    return _of_the_course(exercise).answers


@functools.cache
def used_by_the_course(exercise: str) -> frozenset[str]:
    """The exercises that the course's own answer uses, and what these use in turn."""
    found: set[str] = set()
    todo = course_needs(exercise)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += course_needs(name)
    return frozenset(found)


def compiled(exercise: str) -> bytes:
    """The course's part as Python's bytecode: its text stays outside, and cannot be printed."""
    code = compile(_of_the_course(exercise).text(""), "<the course's>", "exec", optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
