"""``python3 -m tutor_utils term TERM.toml``: several marked assignments, one total.

    [[assignment]]
    results = "week2-results"     # a folder that grade wrote, beside the TOML file
    weight = 30                   # share of the term; what is left out counts 1

Learners are the same where the list of the class gives one id, else one mail, else one name, or for
two of one name Canvas's number. Where nothing tells two apart, the command stops. Nothing that was
marked changes: it reads each gradebook, and writes ``term.csv`` and ``term.html``.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import files
from .gradebook.scoring import Entry
from .gradebook.store import Gradebook
from .intake.owners import CANVAS
from .intake.roster import Person, are_two
from .intake.submission import BadInput
from .outputs import pages, tables
from .review import Desk

DONE, USAGE, NOT_WRITTEN = 0, 2, 4


@dataclass(frozen=True)
class Assignment:
    """One marked assignment, and its share of the term."""

    title: str
    weight: float
    entries: Sequence[Entry]


@dataclass(eq=False)
class Row:
    """One learner: percent of each assignment by its place, None where there is no mark."""

    name: str
    id: str = ""
    mail: str = ""
    group: str = ""
    number: str = ""
    shown: str = ""
    percents: dict[int, float | None] = field(default_factory=dict)

    @property
    def account(self) -> tuple[str, str, str]:
        return self.id, self.mail, self.number


def main(argv: list[str]) -> int:
    """Write the term's tables; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tutor_utils term", description="Add up the assignments of a term."
    )
    parser.add_argument("file", type=Path, metavar="TERM.toml", help="which results, which weights")
    options = parser.parse_args(argv)
    try:
        assignments = load(options.file)
        rows = add_up(assignments)
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return USAGE
    counts = ((len(rows), "learner"), (len(assignments), "assignment"))
    try:
        for name, text in written(assignments, rows).items():
            files.write(options.file.parent / name, text)
    except OSError as problem:
        print(f"The term cannot be written: {problem}", file=sys.stderr)
        return NOT_WRITTEN
    learners, given = (f"{n} {word}{'s' * (n != 1)}" for n, word in counts)
    print(f"{learners}, {given}: term.csv and term.html")
    return DONE


def load(path: Path) -> list[Assignment]:
    """The assignments that a TOML file names.

    Raises:
        BadInput: it cannot be read, or names results that are not there.
    """
    try:
        plain = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error}") from None
    named = plain.get("assignment")
    if not isinstance(named, list) or not named:
        raise BadInput(f'{path} has no [[assignment]] with results = "FOLDER".')
    return [_assignment(path, item) for item in named]


def _assignment(path: Path, plain: Any) -> Assignment:
    folder, weight = plain.get("results"), plain.get("weight", 1)
    if not isinstance(folder, str):
        raise BadInput(f"{path}: results = {folder!r} must be the name of a folder.")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < 1e9:
        raise BadInput(f"{path}: weight = {weight!r} must be a number, 0 or more.")
    desk = Desk(path.parent / folder)
    with Gradebook(desk.folder) as book:
        return Assignment(plain.get("title", desk.rules.title), weight, desk.entries(book))


def add_up(assignments: Sequence[Assignment]) -> list[Row]:
    """Everybody of the term, by name.

    Raises:
        BadInput: nothing says which marks are whose of several learners of one name.
    """
    rows: list[Row] = []
    known: dict[tuple[str, str], list[Row]] = defaultdict(list)
    counts = [Counter(e.marked.learner for e in a.entries) for a in assignments]
    several = {name for count in counts for name, times in count.items() if times > 1}
    for place, assignment in enumerate(assignments):
        for entry in assignment.entries:
            new, found = _row(entry, several), list[Row]()
            names = {"id": new.id, "mail": new.mail, "number": new.number, "name": new.name}
            for kind, name in names.items():
                found = [
                    r for r in known[kind, name] if name and not are_two(r.account, new.account)
                ]
                by_name = kind == "name" and name in several
                if by_name:  # with marks of this assignment: somebody else
                    found = [r for r in found if place not in r.percents]
                if found:
                    break
            if found and (by_name or len(found) > 1 or place in found[0].percents):
                raise BadInput(
                    f"Several learners are called {new.name}, and nothing says which marks of "
                    f"{assignment.title!r} are whose. Mark each assignment with a list of the "
                    "class (roster) that has ids or mails."
                )
            row = found[0] if found else new
            rows += [] if found else [new]
            row.id, row.mail = row.id or new.id, row.mail or new.mail
            for key in names.items():
                known[key] = [r for r in known[key] if r is not row] + [row]
            row.percents[place] = _percent(entry)
    return sorted(rows, key=lambda r: (r.shown, r.id, r.mail))


def _row(entry: Entry, several: Container[str]) -> Row:
    m, p = entry.marked, entry.person or Person("")
    nameless = m.learner in several and not (p.id or p.mail)
    number = m.platform_id if m.platform == CANVAS else ""  # Moodle's are of one assignment
    shown = f"{m.learner} ({m.platform_id})" if nameless else m.learner
    return Row(m.learner, p.id, p.mail, p.group, number, shown)


def _percent(entry: Entry) -> float | None:
    absent = entry.status == "nothing handed in"  # missing counts 0 in a term
    return None if entry.grade is None and not absent else entry.percent


def percent(row: Row, assignments: Sequence[Assignment]) -> float | None:
    """The term's percentage; a missing assignment counts 0, one not marked yet leaves it open."""
    whole = sum(a.weight for a in assignments)
    found = [row.percents.get(i, 0.0) for i in range(len(assignments))]
    if None in found or not whole:
        return None
    weighted = (a.weight * (p or 0.0) for a, p in zip(assignments, found, strict=True))
    return round(sum(weighted) / whole, 1)


def written(assignments: Sequence[Assignment], rows: Sequence[Row]) -> Mapping[str, str]:
    """File name -> text."""
    titles = [a.title for a in assignments]
    lines: list[Sequence[object]] = [["learner", "id", "mail", "group", *titles, "term"]]
    for row in rows:
        own = [row.percents.get(i, 0.0) for i in range(len(assignments))]
        shown = ["" if p is None else p for p in [*own, percent(row, assignments)]]
        lines.append([row.shown, row.id, row.mail, row.group, *shown])
    page = pages.page(
        "term.html", title="The term", lines=lines, weights=[a.weight for a in assignments]
    )
    return {"term.csv": "\ufeff" + tables.csv_text(lines), "term.html": page}
