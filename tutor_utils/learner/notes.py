"""Notes on a report: outdated code in the kernel, and faults in earlier exercises."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import nn

from .. import exercises
from ..course import learner_package, sources, syntax
from ..engine.exercise import Exercise
from ..engine.run.observe import observe
from ..engine.verdict.judge import judge
from ..engine.verdict.report import Outcome, Report
from . import notebook


def notes_on_stale_code(name: str, value: Any, texts: list[str]) -> tuple[str, ...]:
    """Notes if the checked object may not be the code on the page."""
    notes = []
    if isinstance(value, nn.Module):
        current = notebook.namespace(value).get(type(value).__name__)
        if isinstance(current, type) and not isinstance(value, current):
            notes.append(
                f"This object was made from an older version of the class `{name}`. "
                f"Make it again, or check the class itself: check({name})."
            )
    if notebook.shell() is None:
        return tuple(notes)
    binding = syntax.statement(name, texts)
    defining = [t for t in texts if f"def {name}(" in t or f"class {name}(" in t]
    if binding and defining and binding[1] != defining[-1]:
        notes.append(
            f"A later cell gave the name `{name}` to something else: "
            f"`{binding[0].splitlines()[0]}`. "
            "That is what was checked. Run your own cell again."
        )
    saved, cell = saved_cell(name), sources.exercise_cells().get(name)
    # a file not saved since holds the TODO, or code that ran before: no reason for a note
    old = [*texts, cell.stub if cell else ""]
    if saved and defining and not any(syntax.same_code(saved, text) for text in old):
        notes.append(
            f"The saved notebook holds another version of `{name}` than the one that ran. "
            "Run its cell, then check again."
        )
    return tuple(notes)


def notes_on_dependencies(
    report: Report, texts: list[str], names: Mapping[str, Any]
) -> tuple[str, ...]:
    """Notes on earlier exercises that a failed answer calls and that do not pass."""
    found = syntax.statement(report.exercise, texts)
    if report.passed or report.outcome is Outcome.NOT_ATTEMPTED or not found:
        return ()
    notes = []
    for part in sorted(syntax.free_names(found[1])):
        if part not in names or not exercises.known(part):
            continue
        used = names[part]
        if learner_package.is_the_courses(used) or learner_package.is_kept(used):
            continue
        earlier = exercises.find(part)
        if not judge(earlier, observe(earlier, used, report.seed)).passed:
            notes.append(
                f"Your code uses `{part}`, and the `{part}` in this kernel does not pass its own "
                f"check. Perhaps the fault is there: check({part})."
            )
    return tuple(notes)


@dataclass(frozen=True, repr=False)
class NotRun(Report):
    """The report on a cell whose last run ended in an error, so that only older code is there."""

    @property
    def headline(self) -> str:
        return f"NOT RUN · {self.exercise} · {self.title}"


def not_run(exercise: Exercise, value: Any) -> NotRun | None:
    """A report if a newer cell failed before it defined the object again; else None."""
    name, names = exercise.id, notebook.namespace(value)
    if name not in names or names[name] is not value:
        return None
    defines = re.compile(rf"^(def|class) {name}\b|^{name} *=", re.MULTILINE)
    ran = [text.strip() for text in notebook.cell_texts() if defines.search(text)]
    made = notebook.cell_texts(value)[-1].strip()
    if made not in ran or made == ran[-1]:
        return None
    error = notebook.error_of(ran[-1])
    return NotRun(
        name,
        exercise.title,
        Outcome.NOT_ATTEMPTED,
        saw=f"The cell with `{name}` ended in an error{error and f' ({error})'}.",
        try_next="Read the error below that cell, fix it, and run both again.",
        points=exercise.points,
    )


def saved_cell(name: str) -> str | None:
    """The exercise's cell in the saved notebook; None if the notebook's file is unknown."""
    path = Path(os.environ.get("JPY_SESSION_NAME", ""))
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return next(("".join(c["source"]) for c in cells if c.get("id") == name), None)
