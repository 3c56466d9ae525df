"""Read what learners handed in: a folder each, a file each, or the zip that a platform exports.

Every byte is a stranger's. Nothing is run, and whoever handed in something is in the list, whatever
it was: a file that cannot be read becomes a note instead of an end.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from ...course import syntax
from . import owners
from .archives import RULES, Found, Walk
from .owners import Owner, Place
from .text import decoded, printable, tidy, whole

MOST_CELLS = 5_000
MOST_PARTS = 3_000_000  # commas and brackets of a notebook: what Python would make objects of
MOST_SLIM = 2**20  # bytes: what is larger holds pictures
MOST_NOTES = 20  # on one learner
MOST_NAMES = 5  # of others, in one question
TWO_FORMS = "Two folders have this name, stored in two ways; they were read as one."
_LONG = 100_000  # bytes of one text: what is longer is a picture or a page, and no source
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_CHECKS = re.compile(rb"^check\(\w+\)\s*$", re.MULTILINE)
_CELL_OF_SCRIPT = re.compile(r"^# (?:%%|In ?\[).*$", re.MULTILINE)  # VS Code, Jupytext; nbconvert
_PLAIN_NAME = re.compile(r"[\w .()-]{1,60}")  # at most 240 bytes, in a sandbox's folder
_MARKING = (RULES, "term.toml")  # settings beside the submissions


class BadInput(ValueError):
    """The folder of submissions, or an option, cannot be used."""


class Unreadable(ValueError):
    """A file is no notebook. The message says why."""


@dataclass(frozen=True)
class Cell:
    """A cell of a learner's notebook: its text, and the ids that may tell which one it is."""

    kind: str
    source: str
    ids: tuple[str, ...] = ()


@dataclass
class Book:
    """One notebook of the learner's; ``foreign``: nothing in it is the course's but a name."""

    number: str
    cells: list[Cell]
    file: str = ""
    newer: str = ""
    foreign: bool = False


@dataclass(frozen=True)
class Look:
    """What the files of a submission are: known before any is marked.

    Attributes:
        numbers: The notebooks of the course that are there.
        unread: Names of files that cannot be read.
        foreign: (file, number) of notebooks that may be another course's.
    """

    numbers: Sequence[str] = ()
    unread: Sequence[str] = ()
    foreign: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class SubmittedAnswer:
    """One exercise of one learner, as it was found.

    Attributes:
        text: The learner's cell or cells; None where there is none.
        support: Imports and helpers that it needs, ready to run before it.
        needs: The exercises that it uses.
        fault: Why the text is no Python, where it is not.
        notes: What was unusual, for the learner and the instructor.
        own: The learner's own code cells, where these may tell more than the answer alone: the
            source of each, in order.
        checked: How many of them there are up to the check.
        others: The answers in older files of the same notebook, the newest first.
        file: The name of the file that it stands in.
        beside: Small files that were handed in with it, by name.
        newer: The learner's Python, where that is newer than the one here.
    """

    exercise: str
    text: str | None = None
    support: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    untouched: bool = False
    fault: str = ""
    notes: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    checked: int = 0
    others: tuple[SubmittedAnswer, ...] = ()
    file: str = ""
    beside: tuple[tuple[str, bytes], ...] = ()
    newer: str = ""


@dataclass(frozen=True)
class Upload:
    """One file as it was handed in; ``home`` is the export or folder that it came in, or ""."""

    name: str
    data: bytes = field(repr=False)
    when: datetime
    home: str = ""


@dataclass(frozen=True)
class Submission:
    """All that one learner handed in. ``platform_id`` is Moodle's or Canvas's number.

    ``platform`` is that of its export; ``late`` says that it called it late (Canvas's ``LATE_``).
    ``beside`` holds small files that lie in a notebook's folder, by name: a cell may use them.
    ``unread`` names archives and files of which nothing could be taken. ``asked`` holds what a
    teacher has to say of whose the files are.
    """

    learner: str
    uploads: tuple[Upload, ...]
    platform_id: str = ""
    notes: tuple[str, ...] = ()
    late: bool = False
    platform: str = ""
    beside: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    unread: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the contents: the same files get the same mark."""
        parts = sorted(hashlib.sha256(u.data).hexdigest() for u in self.uploads)
        parts += sorted(n + hashlib.sha256(data).hexdigest() for n, data in self.beside)
        return hashlib.sha256(" ".join(parts).encode("utf-8", "replace")).hexdigest()[:32]

    @property
    def when(self) -> datetime | None:
        """The time of the newest file."""
        return max((u.when for u in self.uploads), default=None)


def read(path: Path, known: owners.Known = lambda name: None) -> list[Submission]:
    """Every learner's submission in a folder or zip, by name.

    Args:
        path: The folder or zip.
        known: Who of the class's list has a name.

    Raises:
        BadInput: there is no such folder or zip, or nothing in it that could be a submission.
    """
    if not path.exists():
        raise BadInput(f"SUBMISSIONS={str(path)!r} is not there.")
    homes = owners.Homes(_names(path), known)

    def whose(where: str) -> tuple[str, Owner]:
        place = homes.place(where)
        return place.home, place.owner  # another's name in an archive takes none of their share

    walk = Walk(whose, homes.opened)
    everything = [  # sources are kept, and not what they have shown
        found if found.data is None else replace(found, data=without_outputs(found.data))
        for found in (walk.folder(path) if path.is_dir() else walk.zip(path))
    ]
    homes.settle(found.where for found in everything)
    files: dict[Owner, list[tuple[Place, Found]]] = defaultdict(list)
    for found in everything:
        place = homes.place(found.where)
        if not _is_beside(found, place, homes.above):
            files[place.owner].append((place, found))
    if not any(
        found.data is not None or found.reason for own in files.values() for _, found in own
    ):
        raise BadInput(f"SUBMISSIONS={str(path)!r} holds no notebook (.ipynb) and no zip.")
    return sorted(
        (_submission(owner, own, tuple(_whose(owner, own, homes))) for owner, own in files.items()),
        key=lambda s: (s.learner, s.platform_id),
    )


def _whose(owner: Owner, own: list[tuple[Place, Found]], homes: owners.Homes) -> Iterator[str]:
    """What only a teacher can say of whose the files are: anybody can pack a folder of any name."""
    learner = owner.learner
    found = {place.other: tidy(f.where) for place, f in own if place.other}
    if found:
        names = ", ".join(f"{other} ({where})" for other, where in list(found.items())[:MOST_NAMES])
        yield (
            f"{learner} handed in files below the name of {names}, and they were read as "
            f"{learner}'s. If they are not, take them out."
        )
    places = {place.home or f"{place.raw}/" for place, _ in own}
    if len(places) > 1 and any(place.home for place, _ in own):
        yield (
            f"{learner} has work in several places, and all of it was read: "
            f"{', '.join(sorted(map(tidy, places)))}. If one is not theirs, take it out."
        )
    for home in sorted(places):
        if len(homes.people.get(home, ())) == 1:
            yield (
                f"All that {tidy(homes.above + home)} holds bears the name of {learner}, and was "
                "read as theirs. If somebody else handed it in, rename the folder inside."
            )


def _names(path: Path) -> list[str]:
    """The paths of all files, links and what is left out aside, without reading one."""
    if path.is_dir():
        found = [p.relative_to(path).as_posix() for p in path.rglob("*") if not p.is_dir()]
        return [name for name in found if PurePosixPath(name).name not in _MARKING]
    if not zipfile.is_zipfile(path):
        raise BadInput(f"SUBMISSIONS={str(path)!r} is neither a folder nor a zip.")
    with zipfile.ZipFile(path) as archive:
        found = [m.filename for m in archive.infolist() if not m.is_dir()]
    return [n for n in found if not n.startswith(("__MACOSX", "/", "..")) and "\\" not in n]


def _is_beside(found: Found, place: Place, above: str) -> bool:
    """A list or a note of the teacher's that lies beside the submissions: nobody handed it in."""
    inner = found.where.removeprefix(above)
    alone = "/" not in inner and not place.owner.platform_id
    return found.reason == "is no notebook" and alone and not _is_script(found)


def _is_script(found: Found) -> bool:
    """Whether a file is a notebook of the course that was saved as a Python script."""
    return bool(found.beside and found.where.endswith(".py") and _CHECKS.search(found.beside))


def _submission(owner: Owner, own: list[tuple[Place, Found]], asked: tuple[str, ...]) -> Submission:
    uploads, notes, unread = [], [], []
    for place, found in own:
        inside = PurePosixPath(found.where).parts[:-1]
        if found.data is not None and "solutions" in inside[1:]:
            notes.append(f"{tidy(found.where)} lies in a folder of solutions, and was left out.")
        elif found.data is not None:
            uploads.append(Upload(place.name, found.data, found.when, place.home))
        elif found.reason != "is no notebook":
            notes.append(f"{tidy(found.where)} {printable(found.reason)}.")
            if not found.reason.startswith(("is a link", "is an empty folder")):
                unread.append(place.name)
    others = [place.name for place, found in own if found.reason == "is no notebook"]
    scripts = [] if uploads else [(p, f) for p, f in own if _is_script(f)]
    for place, found in scripts:
        uploads.append(Upload(place.name, found.beside or b"", found.when))
        notes.append(f"{place.name} is a script, and was read as a notebook.")
    if not uploads and others:
        notes.append(f"No notebook was handed in, but {', '.join(others[:5])}.")
    if owners.same_but_for_accents(place.raw for place, _ in own):
        notes.append(TWO_FORMS)
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"{len(notes) - MOST_NOTES} more notes of this kind."]
    homes = {PurePosixPath(f.where).parent for _, f in own if f.data is not None}
    beside = {
        place.name: found.beside
        for place, found in own
        if found.beside is not None
        and PurePosixPath(found.where).parent in homes
        and _PLAIN_NAME.fullmatch(place.name)
    }
    late = any(place.late for place, _ in own)
    platform = own[0][0].platform
    return Submission(
        owner.learner,
        tuple(uploads),
        owner.platform_id,
        tuple(notes),
        late,
        platform,
        tuple(beside.items()),
        tuple(unread[:MOST_NOTES]),
        asked,
    )


def without_outputs(data: bytes) -> bytes:
    """A notebook without what it has shown, which is most of it and read by nobody.

    What is no notebook of this format stays as it is, but for the longest texts.
    """
    if len(data) > MOST_SLIM:
        data = _TEXT.sub(lambda text: text[0] if len(text[0]) < _LONG else b'""', data)
    if _parts(data) > MOST_PARTS:
        return data
    try:
        notebook = json.loads(decoded(data))
        language = notebook.get("metadata", {}).get("language_info", {})
        kept = [
            {name: cell[name] for name in ("cell_type", "id", "source") if name in cell}
            | {"metadata": {"nbgrader": cell.get("metadata", {}).get("nbgrader")}}
            for cell in notebook["cells"]
        ]
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError):
        return data
    if notebook.get("nbformat", 4) != 4 or len(kept) > MOST_CELLS:
        return data
    small = {"nbformat": 4, "metadata": {"language_info": language}, "cells": kept}
    return json.dumps(small).encode("utf-8", "surrogatepass")


def _parts(data: bytes) -> int:
    return sum(data.count(sign) for sign in (b",", b"[", b"{"))


def cells(data: bytes) -> list[Cell]:
    """The cells of a notebook of format 3 or 4.

    Raises:
        Unreadable: it is too large, no JSON, of another format, or has no cells.
    """
    if not data:
        raise Unreadable("The file is empty.")
    if _parts(data) > MOST_PARTS:
        raise Unreadable("The file holds too many parts to be a notebook of this course.")
    if not data.lstrip().startswith(b"{") and _CHECKS.search(data):
        return _of_script(decoded(data).replace("\r\n", "\n"))
    try:
        notebook = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The file is not JSON: {printable(str(error)[:120])}") from None
    if not isinstance(notebook, dict):
        raise Unreadable(f"The file holds a JSON {type(notebook).__name__}, not a notebook.")
    form = notebook.get("nbformat", 4)
    if form not in (3, 4):
        raise Unreadable(
            f"nbformat is {printable(str(form)[:20])!r}; 3 and 4 can be read. "
            "Open it in JupyterLab and save it again."
        )
    raw = notebook.get("cells") if form == 4 else list(_of_format_3(notebook))
    if not isinstance(raw, list):
        raise Unreadable("The file has no list of cells.")
    if len(raw) > MOST_CELLS:
        raise Unreadable(f"The file has {len(raw)} cells; a notebook may have {MOST_CELLS}.")
    return [cell for item in raw if (cell := _cell(item))]


def _of_script(text: str) -> list[Cell]:
    """The cells of a notebook that was saved as a script; its statements where no marks are."""
    found = _CELL_OF_SCRIPT.split(text)
    if len(found) == 1:
        with suppress(*syntax.UNREADABLE):
            found = [syntax.segment(text, node) for node in ast.parse(text).body]
    return [Cell("code", whole(source.strip("\n"))) for source in found[:MOST_CELLS]]


def _of_format_3(notebook: dict[str, Any]) -> Iterator[Any]:
    """Cells of the format before 2015, where code stood in ``input`` on ``worksheets``."""
    sheets = notebook.get("worksheets")
    for sheet in sheets if isinstance(sheets, list) else []:
        found = sheet.get("cells") if isinstance(sheet, dict) else None
        for item in found if isinstance(found, list) else []:
            if isinstance(item, dict):
                yield item | {"source": item.get("input", item.get("source", ""))}


def _cell(item: Any) -> Cell | None:
    if not isinstance(item, dict):
        return None
    source = item.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return None
    metadata = item.get("metadata")
    grader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    ids = [item.get("id"), grader.get("grade_id") if isinstance(grader, dict) else None]
    named = tuple(whole(i) for i in ids if isinstance(i, str))
    return Cell(whole(str(item.get("cell_type"))), whole(source).replace("\r\n", "\n"), named)
