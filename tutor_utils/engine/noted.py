"""What a probe notes of *how* an answer computes: told at once, so that nobody takes it back.

A list beside an answer can be found by it and emptied. In a notebook that harms nobody. Where marks
are given, each note leaves the process as it is made, and is counted where no answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Note = Sequence[Any]  # numbers and words
BEGIN = "trial"
_here: list[Note] = []
_tell: Callable[[Note], None] = _here.append


def leave_by(tell: Callable[[Note], None]) -> None:
    """From now on notes go to ``tell``; before those of each trial comes (BEGIN, its name)."""
    global _tell
    _tell = tell


def begin(trial: str) -> None:
    """What follows is of this trial."""
    _here.clear()
    if _tell != _here.append:
        _tell((BEGIN, trial))


def so_far() -> list[Note]:
    """The notes of the trial, where they stay in this process."""
    return list(_here)


def of_trials(notes: Sequence[Note]) -> dict[str, list[Note]]:
    """The notes that left the process, by trial. They may be anybody's: all but BEGIN is kept."""
    found: dict[str, list[Note]] = {}
    name = ""
    for one in notes:
        if len(one) == 2 and one[0] == BEGIN:
            name = str(one[1])
        else:
            found.setdefault(name, []).append(one)
    return found


def note(*what: Any) -> None:
    """Note numbers and words."""
    _tell(what)


class Notes(list[Any]):
    """A list whose entries are noted as they come: for a counter that keeps one."""

    def __init__(self, told: Callable[[Any], Note]) -> None:
        """Begin an empty list; ``told`` makes the note of an entry."""
        super().__init__()
        self._told = told

    def append(self, entry: Any) -> None:
        """Note the entry, and keep it."""
        note(*self._told(entry))
        super().append(entry)
