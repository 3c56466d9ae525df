"""Which answers look alike, for the instructor to read. Never a verdict of plagiarism.

Two answers are alike when they are the same program after names, comments and layout are taken
away. A form that many learners share is the usual way to write it and says nothing, so each
exercise counts the less the more often its form was handed in.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from ..course import sources, syntax
from .marks import Marked
from .python_text import MOST_TEXT, plain

MOST_SHARED = 4  # learners with one form, above which it is the usual way
LEAST_SIZE = 40  # nodes of the program: below, there is one way to write it
LEAST_WEIGHT = 2.0  # two exercises with a form of their own, or more with a rare one


@dataclass(frozen=True)
class Pair:
    """Two learners, and the exercises in which their programs are the same and rare."""

    learners: tuple[str, str]
    exercises: tuple[str, ...]
    weight: float


def pairs(results: Iterable[Marked]) -> list[Pair]:
    """Pairs of learners with alike answers, the most alike first."""
    owners: dict[tuple[str, str], list[str]] = defaultdict(list)
    for marked in results:
        for mark in marked.marks:
            form = shape(mark.code)
            if form and form != shape(sources.exercise_cells()[mark.exercise].solution):
                owners[mark.exercise, form].append(marked.learner)
    shared: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for (exercise, _), learners in owners.items():
        if 2 <= len(learners) <= MOST_SHARED:
            for a, b in combinations(sorted(learners), 2):
                shared[a, b].append((exercise, 1 / (len(learners) - 1)))
    found = [
        Pair(who, tuple(e for e, _ in what), round(sum(w for _, w in what), 2))
        for who, what in shared.items()
    ]
    return sorted((p for p in found if p.weight >= LEAST_WEIGHT), key=lambda p: -p.weight)


def shape(text: str) -> str:
    """The program without its names, texts and layout; empty where it is too small or no Python."""
    if len(text) > MOST_TEXT:
        return ""
    try:
        return _form(ast.parse(plain(text)))
    except syntax.UNREADABLE:
        return ""


def _form(tree: ast.Module) -> str:
    names: dict[str, str] = {}
    nodes = list(ast.walk(tree))
    if len(nodes) < LEAST_SIZE:
        return ""
    for node in nodes:
        for field in ("id", "arg", "name"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                setattr(node, field, names.setdefault(value, f"n{len(names)}"))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        if hasattr(node, "annotation"):
            node.annotation = None
        if hasattr(node, "returns"):
            node.returns = None
    return ast.dump(tree)
