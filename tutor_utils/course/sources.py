"""Read the source of the notebooks, ``solutions/NN_name.py``, and its exercise cells."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..files import course_folder
from .syntax import bindings, same_code, segment

SOLUTIONS = course_folder() / "solutions"
_CELL = re.compile(r"^# %%(?P<head>.*)$", re.MULTILINE)
_REGION = re.compile(
    r"^(?P<indent>[ \t]*)### BEGIN SOLUTION[^\n]*\n"
    r"(?P<body>.*?)^[ \t]*### END SOLUTION[^\n]*(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_GIVEN = re.compile(r"^(?P<indent>[ \t]*)# ?~ ?(?P<code>.*)$")  # ruff format writes "# ~"


@dataclass(frozen=True)
class ExerciseCell:
    """One exercise cell of the source, as its author wrote it."""

    notebook: Path
    text: str

    @property
    def solution(self) -> str:
        """The course's answer, without the markers."""
        return solution_version(self.text, markers=False)

    @property
    def stub(self) -> str:
        """The learner's version of the cell."""
        return learner_version(self.text)


def solution_version(text: str, markers: bool = True) -> str:
    """The author's cell without the ``#~`` lines, which are for the learner."""
    lines = [line for line in text.splitlines() if not _GIVEN.match(line)]
    if not markers:
        lines = [line for line in lines if not re.match(r"\s*### (BEGIN|END) SOLUTION", line)]
    return "\n".join(lines)


def learner_version(text: str) -> str:
    """The learner's cell: each solution is replaced by its ``#~`` lines or by a TODO.

    The TODO raises NotImplementedError, which a check reads as "not attempted".
    """
    name = re.search(r"^(?:def|class) (\w+)", text, re.MULTILINE)

    def replace(region: re.Match[str]) -> str:
        """The ``#~`` lines of a solution region, or a TODO."""
        indent, body = region["indent"], region["body"].splitlines()
        lines = [m["indent"] + m["code"] for m in map(_GIVEN.match, body) if m]
        if not lines:
            what = name[1] if name else "this cell"
            lines = [
                f"{indent}# TODO: your code here",
                f'{indent}raise NotImplementedError("TODO: {what}")',
            ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    return _REGION.sub(replace, text).rstrip()


def paths() -> list[Path]:
    """The sources of all notebooks, a side trip after its notebook. Empty where none is there."""
    return sorted(SOLUTIONS.glob("[0-9][0-9]*_*.py"))


@cache
def exercise_cells() -> dict[str, ExerciseCell]:
    """Every exercise cell of the course by exercise id. Empty where the solutions are not there."""
    found = {}
    for path in paths():
        for head, text in cells(path.read_text("utf-8")):
            exercise = re.search(r'\bexercise="(\w+)"', head)
            if exercise:
                found[exercise[1]] = ExerciseCell(path, text)
    return found


def cells(source: str) -> list[tuple[str, str]]:
    """Pairs (head, text) of the cells of a py:percent script."""
    marks = list(_CELL.finditer(source))
    ends = [*(m.start() for m in marks), len(source)][1:]
    return [(m["head"], source[m.end() : end].strip()) for m, end in zip(marks, ends, strict=True)]


@dataclass(frozen=True)
class Heading:
    """The heading of an exercise on its page, and the minutes that it takes."""

    anchor: str
    minutes: int


@cache
def headings() -> dict[str, Heading]:
    """The heading of every exercise by exercise id. Empty where the solutions are not there."""
    found = {}
    for path in paths():
        for _, text in cells(path.read_text("utf-8")):
            title = re.search(r"^# #+ ((?:Bonus e|E)xercise: `(\w+)`)$", text, re.MULTILINE)
            if title:
                minutes = re.search(r"\bAbout (\d+) minutes", text)
                # JupyterLab's own form of a heading's address
                anchor = title[1].replace("`", "").replace(" ", "-")
                found[title[2]] = Heading(anchor, int(minutes[1]) if minutes else 0)
    return found


@cache
def statements(path: Path) -> dict[str, str]:
    """Each top-level name of a source and the statement that binds it."""
    found: dict[str, str] = {}
    for _, text in cells(path.read_text("utf-8")):  # a text cell is all comments
        text = solution_version(text, markers=False)
        for name, node in bindings(ast.parse(text)):
            found.setdefault(name, segment(text, node))
    return found


def is_untouched(exercise: str, text: str) -> bool:
    """Whether a learner's cell is still the given one, ignoring comments and layout."""
    cell = exercise_cells().get(exercise)
    return cell is not None and same_code(text, cell.stub)
