"""Which notebook of the course each file of a learner's is."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ... import exercises
from ...course import sources
from ..intake import notebook
from ..intake.archives import File
from ..intake.notebook import Cell
from ..intake.owners import notebook_in
from ..intake.submission import Submission
from ..intake.text import decoded
from . import reaches

GIVEN = sources.SOLUTIONS.parent / "notebooks"  # as learners get them
MOST_COPIES = 8  # of one notebook
MORE_COPIES = "More copies"


@dataclass(frozen=True)
class Look:
    """What the files of a submission are: known before any is marked.

    Attributes:
        numbers: The notebooks of the course that are there.
        unread: Names of files that cannot be read.
        foreign: (file, number) of notebooks that may be another course's.
        left_out: Notes on copies that are not looked at.
        reaches: What cells use of the interpreter's inner parts or of the course's.
    """

    numbers: Sequence[str] = ()
    unread: Sequence[str] = ()
    foreign: Sequence[Sequence[str]] = ()
    left_out: Sequence[str] = ()
    reaches: Sequence[str] = ()


def look(submission: Submission) -> Look:
    """What the files of a submission are."""
    notes: list[str] = []
    found = by_number(submission, notes)
    foreign = [
        (file.name, number)
        for number, files in found.items()
        for file in files
        if not any(map(_is_of_the_course, file.cells))
    ]
    unread = [file.name for file in submission.uploads if file.fault]
    left_out = [note for note in notes if note.startswith(MORE_COPIES)]
    texts = [decoded(data) for name, data in submission.beside if name.endswith(".py")]
    for number, files in found.items():
        ours = {cell.source for cell in given(number)}
        texts += [c.source for f in files for c in f.cells if c.kind == "code"]
        texts = [text for text in texts if text not in ours]
    return Look(sorted(found), unread, sorted(foreign), left_out, reaches.found(texts))


@cache
def given(number: str) -> list[Cell]:
    """The code cells of a notebook as it is given to learners."""
    paths = [GIVEN / f"{n.stem}.ipynb" for n in exercises.NOTEBOOKS if n.number == number]
    return [c for p in paths for c in notebook.read(p.read_bytes())[0] if c.kind == "code"]


def by_number(submission: Submission, notes: list[str]) -> dict[str, list[File]]:
    """The readable files of each notebook, the newest first."""
    found: dict[str, list[File]] = {}
    left_out: dict[tuple[str, str], list[File]] = defaultdict(list)
    count: Counter[tuple[str, str]] = Counter()  # no place crowds out another
    same = set()  # many copies of one file crowd out no other
    for file in sorted(submission.uploads, key=_newest_first):
        if (file.cells, file.python, file.fault) in same:
            continue
        same.add((file.cells, file.python, file.fault))
        number = "" if file.fault else _number(file)
        if file.fault:
            notes.append(f"{file.name} cannot be read. {file.fault}")
        elif not number:
            notes.append(f"{file.name} holds no exercise of the course.")
        elif count[number, file.home] == MOST_COPIES:
            left_out[number, file.home].append(file)
        else:
            count[number, file.home] += 1
            found.setdefault(number, []).append(file)
    for (number, _), files in left_out.items():
        found[number].append(files.pop())  # no newer copies, whoever made them, push out the first
    for number, files in found.items():
        if len(files) > 1:
            names = ", ".join(file.name for file in files)
            notes.append(
                f"Notebook {number} is there {len(files)} times: the best answer of each exercise "
                f"counts (looked at in this order: {names})."
            )
    notes += [
        f"{MORE_COPIES} of notebook {number}, older than {MOST_COPIES} others and not the oldest, "
        f"were not looked at: {', '.join(file.name for file in files[:MOST_COPIES])}"
        f"{', ...' * (len(files) > MOST_COPIES)}."
        for (number, _), files in left_out.items()
        if files
    ]
    return found


def glimpsed(text: str) -> dict[str, str]:
    """The exercises that a cell with a fault means to define, each with the cell's text."""
    found = re.findall(r"^(?:def|class)\s+(\w+)", text, re.MULTILINE)
    return {name: text for name in found if exercises.known(name)}


def _newest_first(file: File) -> tuple[float, int, str]:
    """By time; at the same time "02 (2).ipynb" is newer than "02 (1).ipynb" and "02.ipynb"."""
    copy = re.search(r"\((\d+)\)|copy ?(\d*)", file.name, re.IGNORECASE)
    number = int(copy[1] or copy[2] or 1) if copy else 0
    return -file.when.timestamp(), -number, file.name


def _number(file: File) -> str:
    """Which notebook of the course a file is: by its cells, else by its name, else ""."""
    homes = {e.id: e.notebook for e in exercises.entries()}
    votes = [homes[i] for cell in file.cells for i in cell.ids if i in homes]
    if not votes:
        votes = [homes[name] for cell in file.cells for name in glimpsed(cell.source)]
    named = notebook_in(file.name)
    return max(sorted(set(votes)), key=votes.count) if votes and named not in votes else named


def _is_of_the_course(cell: Cell) -> bool:
    """Whether a cell is ours by its id, or speaks of the course's packages or of a check."""
    ours = any(exercises.known(i.removeprefix("check-")) for i in cell.ids)
    return ours or bool(
        re.search(r"tutor_utils|my_transformer|^check\(", cell.source, re.MULTILINE)
    )
