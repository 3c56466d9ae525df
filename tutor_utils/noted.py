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
_send: Callable[[Note], None] = _here.append


def leave_by(send: Callable[[Note], None]) -> None:
    """From now on notes go to ``send``; before those of each trial comes (BEGIN, its name)."""
    global _send
    _send = send


def begin(trial: str) -> None:
    """What follows is of this trial."""
    _here.clear()
    if _send != _here.append:
        _send((BEGIN, trial))


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
    _send(what)


class Notes(list[Any]):
    """A list whose entries are noted as they come: for a counter that keeps one."""

    def __init__(self, describe: Callable[[Any], Note]) -> None:
        """Begin an empty list; ``describe`` makes the note of an entry."""
        super().__init__()
        self._describe = describe

    def append(self, entry: Any) -> None:
        """Note the entry, and keep it."""
        note(*self._describe(entry))
        super().append(entry)
