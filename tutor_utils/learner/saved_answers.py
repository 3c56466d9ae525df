"""``restore``, ``tries`` and ``reset``: put an earlier version of an answer into a cell.

Each replaces the cell that calls it. The code of the exercise's cell is saved first.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from .. import exercises
from ..course import sources, store, syntax
from ..engine.verdict.report import HEADLINES, Outcome
from . import notebook
from .hints import name_of
from .notes import saved_cell

_WORDS = {str(outcome): HEADLINES[outcome].capitalize() for outcome in Outcome}
_WORDS[store.KEPT] = "Copied before a change"


def restore(exercise: Any) -> None:
    """Put your passed answer back: the cell in which you call it becomes your answer.

    Write ``restore("split_heads")`` in the exercise's cell and run it.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    item = exercises.find(name_of(exercise))
    code = passed_code(item.id)
    if code is None:
        known = len(store.all_tries(item.id))
        also = f" tries({item.id!r}) shows the {known} that you tried." if known else ""
        print(f"No answer to {item.id} has passed yet, so there is none to bring back.{also}")
        return
    _put(item.id, code, "Your passed answer")


def reset(exercise: Any) -> None:
    """Put the exercise's TODO back, as the course gave it, into the cell in which you call it.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    item = exercises.find(name_of(exercise))
    cell = sources.exercise_cells().get(item.id)
    if cell is None:
        print(f"The course's own cell of {item.id} is not in this folder.")
        return
    _put(item.id, cell.stub, "The TODO")


def tries(exercise: Any, number: int | None = None) -> Tries | None:
    """What you tried before, newest first, with dates. With a number: put that try into this cell.

    Raises:
        UnknownName: there is no exercise of that name.
        ValueError: there is no try of that number.
    """
    item = exercises.find(name_of(exercise))
    found = Tries(item.id)
    if number is None:
        return found
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number <= len(found.rows):
        raise ValueError(f"number={number!r} must be from 1 to {len(found.rows)}: see {found!r}")
    chosen = found.rows[number - 1]
    _put(item.id, chosen.code, f"Your try of {chosen.date}")
    return None


class Tries:
    """The tries of one exercise, printed as text or as folded code."""

    def __init__(self, exercise: str) -> None:
        self.rows = store.all_tries(exercise)
        self._lines = [
            f"{number}  {each.date}  {_WORDS.get(each.what, each.what)}"
            for number, each in enumerate(self.rows, 1)
        ]
        self._head = (
            f"Tries of {exercise}, newest first. tries({exercise!r}, 1) puts number 1 "
            "into the cell in which you call it."
            if self.rows
            else f"No try of {exercise} is kept yet: check({exercise}) keeps it."
        )

    def __repr__(self) -> str:
        return "\n".join([self._head, *self._lines])

    def _repr_html_(self) -> str:
        folds = "".join(
            f"<details><summary>{escape(line)}</summary><pre>{escape(each.code)}</pre></details>"
            for line, each in zip(self._lines, self.rows, strict=True)
        )
        return f"<p>{escape(self._head)}</p>{folds}"


def passed_code(exercise: str) -> str | None:
    """The text of the cell that passed last; None if none did."""
    cell = next(
        (each.code for each in store.all_tries(exercise) if each.what == Outcome.PASSED), None
    )
    path = store.answer_file(exercise)
    if cell is not None or not (store.load(exercise).passed and path.exists()):
        return cell
    # an answer loaded by import_progress exists only as a module
    text = path.read_text("utf-8")
    return re.sub(r"^from \.(\w+) import (\w+)$", r'\2 = mine("\1")', text, flags=re.MULTILINE)


def saved_versions(exercise: str) -> str:
    """A sentence on the saved versions of an exercise whose cell is empty; "" without any."""
    rows = store.all_tries(exercise)
    if passed_code(exercise) is not None:
        return (
            f"You passed this exercise before, and your answer is kept in "
            f"{store.NAME}/{exercise}.py. Write restore({exercise!r}) in the cell and run it: "
            "your answer comes back."
        )
    if rows:
        return (
            f"Your last try, of {rows[0].date}, is kept. Write tries({exercise!r}, 1) in the cell "
            f"and run it to have it back; tries({exercise!r}) shows all {len(rows)}."
        )
    return ""


def _put(exercise: str, code: str, what: str) -> None:
    """Put code into the running cell, after saving the code of the exercise's cell."""
    ran = syntax.statement(exercise, notebook.cell_texts())
    stub = sources.exercise_cells().get(exercise)
    held = [ran[1] if ran else "", saved_cell(exercise) or ""]
    old = [
        text
        for text in held
        if not any(syntax.same_code(text, c) for c in (code, stub.stub if stub else code))
    ]
    try:
        copies = store.put_aside(exercise, old)
    except OSError as why:
        print(f"Nothing was changed: what your cell holds could not be copied first ({why}).")
        return
    running = notebook.shell()
    if running is None:
        print(code)
        return
    if (checks := notebook.running_cell()).startswith("check-"):
        running.set_next_input(f"check({checks.removeprefix('check-')})", replace=True)
        print(f"This cell holds a check, and keeps it. Write the same in the cell of {exercise}.")
        return
    running.set_next_input(code, replace=True)
    print(f"{what} of {exercise} is put into this cell. Run it, then check({exercise}).")
    for copy in copies:
        print(
            f"What stood in the exercise's cell is kept: {copy.relative_to(store.folder().parent)}"
        )
