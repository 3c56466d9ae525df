"""The course's own parts, read from the one source: ``solutions/NN_name.py``."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
_CELL = re.compile(r"^# %%(?P<head>.*)$", re.MULTILINE)
_REGION = re.compile(
    r"^(?P<indent>[ \t]*)### BEGIN SOLUTION[^\n]*\n"
    r"(?P<body>.*?)^[ \t]*### END SOLUTION[^\n]*(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_GIVEN = re.compile(r"^(?P<indent>[ \t]*)# ?~ ?(?P<code>.*)$")  # ruff format writes "# ~"


@dataclass(frozen=True)
class Part:
    """One exercise cell of the source, as its author wrote it."""

    exercise: str
    notebook: Path
    text: str

    @property
    def solution(self) -> str:
        """The course's answer, without the markers."""
        return solved(self.text, markers=False)

    @property
    def stub(self) -> str:
        """What the learner is given."""
        return given(self.text)


def solved(text: str, markers: bool = True) -> str:
    """The author's cell without the lines that only the learner is given (``#~``)."""
    lines = [line for line in text.splitlines() if not _GIVEN.match(line)]
    if not markers:
        lines = [line for line in lines if not re.match(r"\s*### (BEGIN|END) SOLUTION", line)]
    return "\n".join(lines)


def given(text: str) -> str:
    """The learner's cell: each solution region becomes its ``#~`` lines, or else a TODO.

    The TODO raises NotImplementedError, which a check reads as "not attempted".
    """
    name = re.search(r"^(?:def|class) (\w+)", text, re.MULTILINE)

    def replace(region: re.Match[str]) -> str:
        indent, body = region["indent"], region["body"].splitlines()
        lines = [m["indent"] + m["code"] for m in map(_GIVEN.match, body) if m]
        if not lines:
            what = name[1] if name else "this cell"
            lines = [
                f"{indent}# TODO: your code here",
                f'{indent}raise NotImplementedError("TODO: {what}")',
            ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    return _REGION.sub(replace, text).rstrip("\n")


@cache
def parts() -> dict[str, Part]:
    """Every exercise cell of the course by exercise id. Empty where the solutions are not there."""
    found = {}
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]_*.py")):
        for head, text in cells(path.read_text("utf-8")):
            exercise = re.search(r'\bexercise="(\w+)"', head)
            if exercise:
                found[exercise[1]] = Part(exercise[1], path, text)
    return found


def cells(source: str) -> list[tuple[str, str]]:
    """(head, text) of each cell of a py:percent script."""
    marks = list(_CELL.finditer(source))
    ends = [m.start() for m in marks[1:]] + [len(source)]
    return [
        (m["head"], source[m.end() : end].strip("\n")) for m, end in zip(marks, ends, strict=True)
    ]


@cache
def statements(path: Path) -> dict[str, str]:
    """Top-level name -> the statement that binds it, over all code cells of a source."""
    found: dict[str, str] = {}
    for head, text in cells(path.read_text("utf-8")):
        if "[markdown]" in head:
            continue
        text = solved(text, markers=False)
        for name, node in bindings(ast.parse(text)):
            found.setdefault(name, segment(text, node))
    return found


def bindings(tree: ast.Module) -> list[tuple[str, ast.stmt]]:
    """(name, statement) for each name that the top level binds, in order."""
    found = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.append((node.name, node))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found += [(a.asname or a.name.partition(".")[0], node) for a in node.names]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not _from_mine(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            found += [(name, node) for name in names]
    return found


def _from_mine(value: ast.expr | None) -> bool:
    """``split_heads = mine("split_heads")`` fetches an answer and defines none."""
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "mine"


def segment(text: str, node: ast.stmt) -> str:
    """The source lines of a statement, decorators included."""
    first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
