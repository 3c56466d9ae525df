"""The answers of a submission, each with what it needs to run.

An answer is found by the id of its cell, else by the name that it defines. What it needs comes
along: imports and helpers, the learner's own first, then the course's. Nothing else of the file is
used: no order, tag, output, setting or other cell. The learner's own cells stand beside it, for
where the answer alone does not pass (``own_cells``).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import PurePath

from ... import exercises
from ...course import syntax
from ...course.sources import is_untouched
from ..intake.archives import File
from ..intake.notebook import Cell
from ..intake.submission import Submission
from ..intake.text import decoded
from . import notebooks, own_cells
from .answer import Answer
from .notebooks import given, glimpsed
from .python_text import MOST_TEXT, TooLong, cost, plain

MOST_OF_ONE = 2_000_000  # characters of all that a learner wrote; the course has 600,000
TOO_LONG = "The cell is too long."


def rebuild(submission: Submission) -> tuple[dict[str, Answer], list[str]]:
    """The answers by exercise, and notes on the submission as a whole."""
    notes = list(submission.notes)
    files = notebooks.by_number(submission, notes)
    _leave_out(files, notes)
    found = {}
    for exercise in exercises.entries():
        of_number = files.get(exercise.notebook) or [
            file  # several notebooks were put into one file
            for others in files.values()
            for file in others
            if any(exercise.id in cell.ids or _binds(cell, exercise.id) for cell in file.cells)
        ]
        if of_number:
            other: dict[tuple[str | None, tuple[str, ...]], Answer] = {}
            for file in of_number:
                answer = replace(_answer(exercise.id, file), beside=submission.beside)
                other.setdefault((answer.text, answer.support), replace(answer, older=bool(other)))
            first, *older = other.values()
            found[exercise.id] = replace(first, others=tuple(a for a in older if a.begun))
        else:
            missing = ("The notebook was not handed in.",)
            found[exercise.id] = Answer(exercise.id, notes=missing)
    return found, notes


def _leave_out(files: dict[str, list[File]], notes: list[str]) -> None:
    """Take out the cells that are beyond what is read of one learner."""
    total, seen = 0, set[str]()

    def is_read(cell: Cell) -> bool:
        nonlocal total
        if cell.source not in seen:
            seen.add(cell.source)
            with suppress(TooLong):  # of such a cell nothing is read
                total += cost(cell.source)
        return total <= MOST_OF_ONE

    for number, own in files.items():
        files[number] = [replace(f, cells=tuple(takewhile(is_read, f.cells))) for f in own]
    if total > MOST_OF_ONE:
        notes.append(
            f"The cells are too long to read them all: what follows the first {MOST_OF_ONE} "
            "characters was left out. Ask for the notebook without what no answer needs."
        )


def _answer(exercise: str, file: File) -> Answer:
    found = replace(_alone(exercise, file.cells), file=file.name, newer=_newer(file.python))
    own, checked = own_cells.of(exercise, file.cells, _master(exercise), found)
    return replace(found, own=own, checked=checked)


def _newer(python: str) -> str:
    """The version that a notebook was saved with, where it is newer than the one here."""
    minor = re.match(r"3\.(\d{1,3})", python)
    return minor[0] if minor and int(minor[1]) > sys.version_info.minor else ""


def _alone(exercise: str, cells: Sequence[Cell]) -> Answer:
    """The answer, taken out of its notebook."""
    notes: list[str] = []
    text = _find(exercise, cells, notes)
    if text is None:
        return Answer(exercise, notes=("No cell of the notebook defines it.",))
    if len(text) <= MOST_TEXT and is_untouched(exercise, text):
        return Answer(exercise, text, untouched=True, notes=tuple(notes))
    try:
        tree = syntax.parsed(plain(text))
        names = syntax.free_names(plain(text)) + _fetched(tree)
    except TooLong as error:
        return Answer(exercise, text, fault=f"{TOO_LONG} {error}", notes=tuple(notes))
    except syntax.UNREADABLE as error:
        where = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        fault = f"{type(error).__name__}{where}: {getattr(error, 'msg', error)}"
        return Answer(exercise, text, fault=fault, notes=tuple(notes))
    support, needs = _support(exercise, names, cells)
    return Answer(exercise, text, tuple(support), tuple(needs), notes=tuple(notes))


def _fetched(tree: ast.Module) -> list[str]:
    """The exercises that a cell asks for by ``mine("...")``."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    fetching = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "mine"]
    values = [a.value for c in fetching for a in c.args if isinstance(a, ast.Constant)]
    return [name for name in values if isinstance(name, str) and exercises.known(name)]


def _find(exercise: str, cells: Sequence[Cell], notes: list[str]) -> str | None:
    """The learner's text of an exercise: what the notebook itself would check.

    That is the last code cell that defines it and is not as it was given, before or at its check.
    Only where there is none, one below the check counts, and then a text cell. Where the
    notebook's own check would see something else, a note says so.
    """
    theirs = {c.source for c in _master(exercise) if exercise not in c.ids}
    defining = [
        (place, c)
        for place, c in enumerate(cells)
        if _binds(c, exercise) and (exercise in c.ids or c.source not in theirs)
    ]
    check = own_cells.check_of(exercise, cells)
    code = [(place, c) for place, c in defining if c.kind == "code"]
    touched = [(place, c) for place, c in code if not is_untouched(exercise, c.source)]
    texts = [c for _, c in defining if c.kind != "code" and not is_untouched(exercise, c.source)]
    marked = [c for c in cells if exercise in c.ids]
    if touched:
        above = [(place, c) for place, c in touched if place <= check]
        at, best = (above or touched)[-1]
        if exercise not in best.ids and any(exercise in c.ids for _, c in touched):
            notes.append("A later cell defines it again, and is what counts.")
        elif exercise not in best.ids:
            notes.append("Found by its name: its own cell was empty, untouched or without its id.")
        if not above:
            notes.append("The answer stands below its check, which sees none in the notebook.")
        elif any(at < place <= check for place, _ in code):
            notes.append(
                "Between the answer and its check stands a copy of the cell as it was given: in "
                "the notebook the check sees the copy."
            )
        return best.source
    if code:
        if texts:
            notes.append(
                "A text cell holds an answer, and the code cell is as it was given: what stands in "
                "a text cell does not run."
            )
        return code[-1][1].source
    if texts:
        notes.append("Its cell is no code cell any more; it was read as one.")
        return texts[-1].source
    return marked[-1].source if marked else None  # it defines nothing: the run will say so


def in_a_file_beside(answer: Answer) -> str:
    """The definition of the exercise in a file that the answer speaks of, or ""."""
    needs = " ".join((answer.text or "", *answer.support))
    texts = [decoded(data) for name, data in answer.beside if PurePath(name).stem in needs]
    found = [_bound(text).get(answer.exercise, "") for text in texts if answer.exercise in text]
    return next(filter(None, found), "")


def _support(exercise: str, names: list[str], cells: Sequence[Cell]) -> tuple[list[str], list[str]]:
    """The statements that bind ``names``, with all that these need in turn; and the exercises."""
    number = exercises.entry(exercise).notebook
    ours, own, stars = _given(number), _own(exercise, cells), _stars(cells)
    chosen: list[str] = []
    needs: list[str] = []
    seen = {exercise}
    todo = list(names)
    while todo:
        name = todo.pop(0)
        if name in seen:
            continue
        seen.add(name)
        statement = own.get(name) or ours.get(name)
        if exercises.known(name):
            needs.append(name)
        elif statement:
            if statement in chosen:
                chosen.remove(statement)
            chosen.insert(0, statement)
            todo += syntax.free_names(statement)
    imports = [s for s in chosen if s.startswith(("import ", "from "))]
    return stars + imports + [s for s in chosen if s not in imports], needs


@cache
def _given(number: str) -> dict[str, str]:
    """Name -> the statement that binds it, over the course's own cells of a notebook."""
    found: dict[str, str] = {}
    for cell in given(number):
        if not any(i.startswith(("check-", "predict-")) or exercises.known(i) for i in cell.ids):
            for name, statement in _bound(cell.source).items():
                found.setdefault(name, statement)
    return found


def _master(exercise: str) -> list[Cell]:
    return given(exercises.entry(exercise).notebook)


def _own(exercise: str, cells: Sequence[Cell]) -> dict[str, str]:
    """Name -> statement, over the learner's cells: those before the answer win, the last first."""
    masters = {c.source for c in _master(exercise)}
    found: dict[str, str] = {}
    passed = False
    for cell in cells:
        passed = passed or exercise in cell.ids
        if cell.kind != "code" or cell.source in masters:
            continue
        for name, statement in _bound(cell.source).items():
            if not passed or name not in found:
                found[name] = statement
    return found


def _stars(cells: Sequence[Cell]) -> list[str]:
    """``from x import *`` binds names that cannot be seen: it always comes along."""
    found = [c.source for c in cells if c.kind == "code" and "import *" in c.source]
    lines = [line for source in found for line in source.splitlines()]
    return list(dict.fromkeys(x for x in lines if re.fullmatch(r"from [\w.]+ import \*\s*", x)))


def _binds(cell: Cell, name: str) -> bool:
    return name in cell.source and name in _bound(cell.source)


@cache
def _bound(text: str) -> dict[str, str]:
    """Name -> statement, over the top level of a cell; empty where it is no Python."""
    if len(text) > MOST_TEXT:
        return glimpsed(text)
    try:
        code = plain(text)
        bindings = syntax.bindings(syntax.parsed(code))
        return {name: syntax.segment(code, node) for name, node in bindings}
    except syntax.UNREADABLE:
        return glimpsed(text)
