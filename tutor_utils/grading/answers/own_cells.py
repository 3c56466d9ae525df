"""The learner's own cells, in their order: what ran in the notebook, for where the answer alone
does not pass.

An answer taken out of its notebook loses what other cells did to it: a constant bound in an ``if``,
a list filled in a loop, a class that the next cell mends. Running the cells keeps that. Where no
cell does more than define and import, the answer alone is the same, and nothing is gained.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ...course import syntax
from ...course.sources import is_untouched
from ..intake.notebook import Cell
from .answer import Answer
from .python_text import plain

MOST_TEXT = 400_000  # characters of all cells; a notebook of the course has 30,000
_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import)


def of(
    exercise: str, cells: Sequence[Cell], master: Sequence[Cell], answer: Answer
) -> tuple[tuple[str, ...], int]:
    """(sources of the code cells, how many up to the check); nothing where they tell no more."""
    nothing = not answer.begun
    code = [c for c in cells if c.kind == "code"]
    if not nothing:  # a copy of the cell as it was given would take the answer's place
        code = [c for c in code if exercise not in c.source or not is_untouched(exercise, c.source)]
    given = {c.source.strip() for c in master}
    theirs = [c.source for c in code if c.source.strip() not in given]
    theirs = [
        text
        for text in theirs
        if "predict(" not in text or not re.search(r"^predict\(", text, re.MULTILINE)
    ]
    if nothing and not any(_means(exercise, text) for text in theirs if text != answer.text):
        return (), 0
    if sum(len(c.source) for c in code) > MOST_TEXT or not _more_than_definitions(tuple(theirs)):
        return (), 0
    return tuple(c.source for c in code), check_of(exercise, code) + 1


def check_of(exercise: str, cells: Sequence[Cell]) -> int:
    """The place of the last cell that checks an exercise; where there is none, the end."""
    checks = [
        place
        for place, c in enumerate(cells)
        if c.kind == "code"
        and (
            f"check-{exercise}" in c.ids or re.search(rf"\bcheck\(\s*[\"']?{exercise}\b", c.source)
        )
    ]
    return checks[-1] if checks else len(cells) - 1


def _means(exercise: str, text: str) -> bool:
    """Whether a cell that is not the course's may define the exercise in some way."""
    return bool(re.search(rf"\b{exercise}\b", text)) and not re.fullmatch(
        rf"\s*(?:check|hint|solution)\([^\n]*{exercise}[^\n]*\)\s*", text
    )


@lru_cache(maxsize=16)  # for each exercise of a notebook in turn
def _more_than_definitions(texts: tuple[str, ...]) -> bool:
    """Whether one of these cells does what taking out a definition would lose."""
    names: Counter[str] = Counter()
    for text in texts:
        try:
            tree = syntax.parsed(plain(text))
        except syntax.UNREADABLE:
            return True  # a part of it may run: IPython goes on with the next cell
        if not all(_is_definition(node) for node in tree.body):
            return True
        names.update({name for name, _ in syntax.bindings(tree)})
    return max(names.values(), default=0) > 1  # a later cell changes what an earlier one meant


def _is_definition(node: ast.stmt) -> bool:
    if isinstance(node, _DEFINES) or (isinstance(node, ast.Expr) and _is_text(node.value)):
        return not getattr(node, "decorator_list", [])
    if isinstance(node, ast.ImportFrom):
        return all(alias.name != "*" for alias in node.names)
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets)
    return isinstance(node, ast.Pass)


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant)
