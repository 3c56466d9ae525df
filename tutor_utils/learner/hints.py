"""``hint`` and ``solution``: help in steps, the answer last."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from .. import exercises
from ..course import sources, store
from ..engine.exercise import Exercise


def hint(exercise: Any) -> None:
    """Print the next hint of an exercise, from a question to nearly the answer.

    If the last check named a mistake, the last hint is the repair of that mistake. Hints are
    counted in the progress, for the learner only: no mark depends on them. Hints opened in the card
    are not counted, since the card works without a kernel.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    item = exercises.find(name_of(exercise))
    record = store.load(item.id)
    fix = _fixes.get(item.id, "") if record.diagnosis else ""
    all_hints = hints_of(item, record.diagnosis, fix)
    number = min(record.hints, len(all_hints) - 1)
    print(f"Hint {number + 1} of {len(all_hints)} for {item.id}: {all_hints[number]}")
    if number == len(all_hints) - 1:
        print(f"That is the last hint. solution({item.id!r}, insist=True) shows the answer.")
    _save(replace(record, hints=min(record.hints + 1, len(all_hints))))


_fixes: dict[str, str] = {}  # exercise -> the repair of the answer that failed last


def remember_fix(exercise: str, fix: str) -> None:
    """Store the repair of the answer that just failed, for its last hint."""
    _fixes[exercise] = fix


def hints_of(item: Exercise, diagnosis: str | None, fix: str = "") -> list[str]:
    """The hints of an exercise in order, given the mistake that the last check named.

    Args:
        fix: The repair of the learner's own code, if known.
    """
    known = item.mistake(diagnosis)
    near_fix = (known.hint if known else "") or fix
    near_fix = f" What would fix your answer: {near_fix}" if near_fix else ""
    return [*item.hints[:-1], item.hints[-1] + near_fix]


def solution(exercise: Any, insist: bool = False) -> None:
    """Print the course's answer: after you passed, or when you insist (which is recorded).

    Raises:
        UnknownName: there is no exercise of that name.
    """
    item = exercises.find(name_of(exercise))
    record = store.load(item.id)
    if not (record.passed or insist):
        print(
            f"{item.id} has not passed yet. A hint costs less: hint({item.id!r}). "
            f"To see the answer all the same: solution({item.id!r}, insist=True)."
        )
        return
    cell = sources.exercise_cells().get(item.id)
    if cell is None:
        print(f"The course's answer to {item.id} is not in this folder.")
        return
    if not record.passed:
        print("You asked for the answer before passing. That is written down in your progress.\n")
        _save(replace(record, solution_seen=1))
    print(cell.solution)


def name_of(exercise: Any) -> str:
    """The exercise's id, from the id or from its object."""
    return exercise if isinstance(exercise, str) else getattr(exercise, "__name__", str(exercise))


def _save(record: store.Record) -> None:
    with suppress(OSError):  # show the hint even if the count cannot be saved
        store.save(record)
