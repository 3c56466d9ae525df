"""Read what learners handed in: a folder each, a file each, or the zip that a platform exports.

Every byte is a stranger's. Nothing is run, and whoever handed in something is in the list, whatever
it was: a file that cannot be read becomes a note instead of an end.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from . import owners
from .archives import NO_NOTEBOOK, Found, Walk
from .owners import Place
from .text import decoded, printable, tidy, whole

MOST_CELLS = 5_000
MOST_PARTS = 3_000_000  # commas and brackets of a notebook: what Python would make objects of
MOST_NOTES = 20  # on one learner
MOST_SOURCE = 100_000  # characters of a cell: what is longer is a picture or a page


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
    """One notebook of the learner's."""

    number: str
    cells: Sequence[Cell]
    file: str = ""


@dataclass(frozen=True)
class SubmittedAnswer:
    """One exercise of one learner, as it was found.

    Attributes:
        text: The learner's cell or cells; None where there is none.
        support: Imports and helpers that it needs, ready to run before it.
        needs: The exercises that it uses.
        fault: Why the text is no Python, where it is not.
        notes: What was unusual, for the learner and the instructor.
        own: The learner's own code cells up to the check, where these may tell more than the
            answer alone: the source of each, in order.
    """

    exercise: str
    text: str | None = None
    support: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    untouched: bool = False
    fault: str = ""
    notes: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether the learner wrote anything that could be the answer."""
        return bool(self.own) or (self.text is not None and not self.untouched)


@dataclass(frozen=True)
class Upload:
    """One file as it was handed in: its cells, or why it is no notebook."""

    name: str
    when: datetime
    digest: str
    cells: tuple[Cell, ...] = field(default=(), repr=False)
    fault: str = ""

    @classmethod
    def of(cls, name: str, data: bytes, when: datetime) -> Upload:
        """Read the bytes of a file."""
        digest = hashlib.sha256(data).hexdigest()
        try:
            return cls(name, when, digest, tuple(cells(data)))
        except Unreadable as reason:
            return cls(name, when, digest, fault=str(reason))


@dataclass(frozen=True)
class Submission:
    """All that one learner handed in. ``platform_id`` is Moodle's or Canvas's number.

    ``platform`` is that of its export; ``late`` says that it called it late (Canvas's ``LATE_``).
    ``unread`` names archives and files of which nothing could be taken.
    """

    learner: str
    uploads: tuple[Upload, ...]
    platform_id: str = ""
    notes: tuple[str, ...] = ()
    late: bool = False
    platform: str = ""
    unread: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the contents: the same files get the same mark."""
        parts = sorted(u.digest for u in self.uploads)
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]


def read(path: Path, known: owners.Known = lambda name: False) -> list[Submission]:
    """Every learner's submission in a folder or zip, by name.

    Args:
        path: The folder or zip.
        known: Whether the list of the class has somebody of a name.

    Raises:
        BadInput: there is no such folder or zip, or nothing in it that could be a submission.
    """
    if not path.exists():
        raise BadInput(f"SUBMISSIONS={str(path)!r} is not there.")
    above = owners.top_folder(_names(path))
    walk = Walk(lambda where: owners.place(where, above, known).owner)
    files: dict[tuple[str, str], list[tuple[Place, Found]]] = defaultdict(list)
    for found in walk.folder(path) if path.is_dir() else walk.zip(path):
        place = owners.place(found.where, above, known)
        if not _is_beside(found, place, above):
            files[place.owner].append((place, found))
    if not any(
        found.data is not None or found.reason for own in files.values() for _, found in own
    ):
        raise BadInput(f"SUBMISSIONS={str(path)!r} holds no notebook (.ipynb) and no zip.")
    return sorted(
        (_submission(owner, own) for owner, own in files.items()),
        key=lambda s: (s.learner, s.platform_id),
    )


def _names(path: Path) -> list[str]:
    """The paths of all files, links and what is left out aside, without reading one."""
    if path.is_dir():
        return [
            p.relative_to(path).as_posix()
            for p in path.rglob("*")
            if not p.is_dir() and p.suffix != ".toml"  # the rules, beside the submissions
        ]
    if not zipfile.is_zipfile(path):
        raise BadInput(f"SUBMISSIONS={str(path)!r} is neither a folder nor a zip.")
    with zipfile.ZipFile(path) as archive:
        found = [m.filename for m in archive.infolist() if not m.is_dir()]
    return [n for n in found if not n.startswith(("__MACOSX", "/", "..")) and "\\" not in n]


def _is_beside(found: Found, place: Place, above: str) -> bool:
    """A list or a note of the teacher's that lies beside the submissions: nobody handed it in."""
    inner = found.where.removeprefix(above)
    alone = "/" not in inner and not place.owner[1]
    return found.reason == NO_NOTEBOOK and alone


def _submission(owner: tuple[str, str], own: list[tuple[Place, Found]]) -> Submission:
    uploads, notes, unread, others = [], [], [], []
    for place, found in own:
        inside = PurePosixPath(found.where).parts[:-1]
        if found.data is not None and "solutions" in inside[1:]:
            notes.append(f"{tidy(found.where)} lies in a folder of solutions, and was left out.")
        elif found.data is not None:
            uploads.append(Upload.of(place.name, found.data, found.when))
        elif found.reason == NO_NOTEBOOK:
            others.append(place.name)
        else:
            notes.append(f"{tidy(found.where)} {printable(found.reason)}.")
            if not found.reason.startswith(("is a link", "is an empty folder")):
                unread.append(place.name)
    if not uploads and others:
        notes.append(f"No notebook was handed in, but {', '.join(others[:5])}.")
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"{len(notes) - MOST_NOTES} more notes of this kind."]
    return Submission(
        owner[0],
        tuple(uploads),
        owner[1],
        tuple(notes),
        late=any(place.late for place, _ in own),
        platform=own[0][0].platform,
        unread=tuple(unread[:MOST_NOTES]),
    )


def cells(data: bytes) -> list[Cell]:
    """The cells of a notebook of format 4.

    Raises:
        Unreadable: it is too large, no JSON, of another format, or has no cells.
    """
    if not data:
        raise Unreadable("The file is empty.")
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > MOST_PARTS:
        raise Unreadable("The file holds too many parts to be a notebook of this course.")
    try:
        notebook = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The file is not JSON: {printable(str(error)[:120])}") from None
    if not isinstance(notebook, dict):
        raise Unreadable(f"The file holds a JSON {type(notebook).__name__}, not a notebook.")
    form = notebook.get("nbformat", 4)
    if form != 4:
        raise Unreadable(
            f"nbformat is {printable(str(form)[:20])!r}; 4 can be read. "
            "Open it in JupyterLab and save it again."
        )
    raw = notebook.get("cells")
    if not isinstance(raw, list):
        raise Unreadable("The file has no list of cells.")
    if len(raw) > MOST_CELLS:
        raise Unreadable(f"The file has {len(raw)} cells; a notebook may have {MOST_CELLS}.")
    return [cell for item in raw if (cell := _cell(item))]


def _cell(item: Any) -> Cell | None:
    if not isinstance(item, dict):
        return None
    source = item.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return None
    source = source if len(source) <= MOST_SOURCE else ""
    metadata = item.get("metadata")
    grader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    ids = [item.get("id"), grader.get("grade_id") if isinstance(grader, dict) else None]
    named = tuple(whole(i) for i in ids if isinstance(i, str))
    return Cell(whole(str(item.get("cell_type"))), whole(source).replace("\r\n", "\n"), named)
