"""Notes of a probe on *how* an answer computes; a later statement of the answer cannot undo them.

A list in the answer's process could be found and emptied by the answer, which does not matter in a
notebook. Where marks are given, each note leaves the process at once, and the judge counts it.

Probes of one run of trials, which all try the same answer, share a cache as well (``one_run``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Note = Sequence[Any]  # numbers and words
BEGIN = "trial"
_here: list[Note] = []
_send: Callable[[Note], None] = _here.append


def leave_by(send: Callable[[Note], None]) -> None:
    """Send all further notes to ``send``; (BEGIN, name) comes before the notes of each trial."""
    global _send
    _send = send


def begin(trial: str) -> None:
    """Begin the notes of a trial."""
    _here.clear()
    if _send != _here.append:
        _send((BEGIN, trial))


def so_far() -> list[Note]:
    """The notes of the current trial, if they stay in this process."""
    return list(_here)


def of_trials(notes: Sequence[Note]) -> dict[str, list[Note]]:
    """Trial -> its notes, from notes that left the process; the answer may have sent some, too."""
    found: dict[str, list[Note]] = {}
    name = ""
    for one in notes:
        if len(one) == 2 and one[0] == BEGIN:
            name = str(one[1])
        else:
            found.setdefault(name, []).append(one)
    return found


def note(*what: Any) -> None:
    """Make one note of numbers and strings."""
    _send(what)


class Notes(list[Any]):
    """A list that notes each entry when it is appended, for a counter that uses a list."""

    def __init__(self, describe: Callable[[Any], Note]) -> None:
        """Begin an empty list; ``describe`` makes the note of an entry."""
        super().__init__()
        self._describe = describe

    def append(self, entry: Any) -> None:
        """Note the entry and append it."""
        note(*self._describe(entry))
        super().append(entry)


_runs: list[dict[Any, Any]] = []


@contextmanager
def one_run() -> Iterator[None]:
    """Begin a run of trials; it ends with the body."""
    _runs.append({})
    try:
        yield
    finally:
        _runs.pop()


def found_in_this_run() -> dict[Any, Any]:
    """The cache of the current run; outside of a run a new, empty one."""
    return _runs[-1] if _runs else {}
