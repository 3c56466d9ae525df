"""Find the places marked ``WRITE:`` that ``new`` and ``mistake`` leave for the author.

``build`` and the audit list these places; nothing that holds one is ready to be given to learners.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .. import exercises
from ..course import sources
from ..exercises import folder
from .generate import ROOT

MARK = "WRITE:"
_KINDS = ("*.py", "*.toml")


def left_in_notebook(number: str) -> list[str]:
    """ "path:line: what to write", for the source of a notebook and all its exercises."""
    files = sorted(f for kind in _KINDS for f in (folder.FOLDER / f"nb{number}").rglob(kind))
    return [
        line for path in [*sources.SOLUTIONS.glob(f"{number}_*.py"), *files] for line in _in(path)
    ]


def left_in_exercise(name: str) -> list[str]:
    """The same for one exercise: its folder, and its cells.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    place = exercises.path_of(name)
    number = place.parent.name.removeprefix("nb")
    files = [
        *sources.SOLUTIONS.glob(f"{number}_*.py"),
        *sorted(f for kind in _KINDS for f in place.glob(kind)),
    ]
    return [line for path in files for line in _in(path)]


def _in(path: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        _, mark, what = line.partition(MARK)
        if mark:
            what = what.split('", ')[0].strip(' ",)}|')  # without what closes its string or row
            yield f"{path.relative_to(ROOT).as_posix()}:{number}: {what}"
