"""Read what learners handed in: a folder each, a file each, or the zip that a platform exports.

Every byte is a stranger's. Nothing is unpacked onto the disk, nothing is run, no link is followed,
and a file that cannot be read becomes a note instead of an end.
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from .. import exercises

MOST_BYTES = 20 * 2**20  # of one notebook
MOST_FILES = 100_000  # of one zip
MOST_ZIP = 200 * 2**20  # of a zip inside the folder or the zip
MOST_OF_ONE = 64 * 2**20  # of all that one learner handed in
MOST_CELLS = 5_000
LEAVE_OUT = (".ipynb_checkpoints", "__MACOSX", ".git", ".venv", "my_transformer", "solutions")

# What platforms put before the file's own name: Moodle's folder, Canvas's file.
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_\w+$")
_CANVAS = re.compile(
    r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<submission>\d+)_(?P<file>.+)$"
)
_COPY = re.compile(r"(?:[-_ ]?copy\d*|[-_ ]\d{1,2}| ?\(\d+\))$", re.IGNORECASE)
_STEM = re.compile("|".join(f"{n.number}[_ -]{n.name}" for n in exercises.NOTEBOOKS), re.IGNORECASE)


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


@dataclass(frozen=True)
class Upload:
    """One file as it was handed in."""

    name: str
    data: bytes = field(repr=False)
    when: datetime


@dataclass(frozen=True)
class Submission:
    """All that one learner handed in. ``platform_id`` is Moodle's or Canvas's number."""

    learner: str
    uploads: tuple[Upload, ...]
    platform_id: str = ""
    notes: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """A fingerprint of the contents: the same files get the same mark."""
        parts = sorted(hashlib.sha256(u.data).hexdigest() for u in self.uploads)
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]

    @property
    def when(self) -> datetime | None:
        """The time of the newest file."""
        return max((u.when for u in self.uploads), default=None)


def read(path: Path) -> list[Submission]:
    """Every learner's submission in a folder or zip, by name.

    Raises:
        BadInput: there is no such folder or zip, or nothing in it that could be a submission.
    """
    if not path.exists():
        raise BadInput(f"SUBMISSIONS={str(path)!r} is not there.")
    notes: dict[str, list[str]] = {}
    if path.is_dir():
        files = _in_folder(path, notes)
    elif zipfile.is_zipfile(path):
        files = _in_zip(path, notes, "")
    else:
        raise BadInput(f"SUBMISSIONS={str(path)!r} is neither a folder nor a zip.")
    grouped: dict[tuple[str, str], list[Upload]] = {}
    for where, data, when in files:
        for inner, content, time in _unpacked(where, data, when, notes):
            uploads = grouped.setdefault(_owner(inner), [])
            if sum(len(u.data) for u in uploads) + len(content) > MOST_OF_ONE:
                notes.setdefault(inner, []).append("was left out: together the files are too large")
            else:
                uploads.append(Upload(tidy(PurePosixPath(inner).name), content, time))
    for where in notes:
        grouped.setdefault(_owner(where), [])
    if not grouped:
        raise BadInput(f"SUBMISSIONS={str(path)!r} holds no notebook (.ipynb) and no zip.")
    said = {owner: tuple(_said(notes, owner)) for owner in grouped}
    found = [
        Submission(owner[0], tuple(uploads), owner[1], said[owner])
        for owner, uploads in grouped.items()
    ]
    return sorted(found, key=lambda s: s.learner)


def cells(data: bytes) -> list[Cell]:
    """The cells of a notebook.

    Raises:
        Unreadable: it is too large, no JSON, of another format, or has no cells.
    """
    if not data:
        raise Unreadable("The file is empty.")
    if len(data) > MOST_BYTES:
        raise Unreadable(f"The file has {len(data) / 2**20:.0f} MB; a notebook may have 20.")
    try:
        notebook = json.loads(_decoded(data))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The file is not JSON: {str(error)[:120]}") from None
    if not isinstance(notebook, dict):
        raise Unreadable(f"The file holds a JSON {type(notebook).__name__}, not a notebook.")
    if notebook.get("nbformat", 4) != 4:
        raise Unreadable(
            f"nbformat is {str(notebook['nbformat'])[:20]!r}; the course's notebooks have 4. "
            "Open it in JupyterLab and save it again."
        )
    raw = notebook.get("cells")
    if not isinstance(raw, list):
        raise Unreadable("The file has no list of cells.")
    if len(raw) > MOST_CELLS:
        raise Unreadable(f"The file has {len(raw)} cells; a notebook may have {MOST_CELLS}.")
    return [cell for item in raw if (cell := _cell(item))]


def tidy(name: str) -> str:
    """A name that is safe to print, and never empty."""
    return printable(name, 120) or "(no name)"


def printable(text: str, most: int = 400) -> str:
    """A text without control signs and without those that turn its direction."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(sign)[0] == "C" else sign
        for sign in unicodedata.normalize("NFC", text[:most])
    ).strip()


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
    return Cell(str(item.get("cell_type")), source, tuple(i for i in ids if isinstance(i, str)))


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp949"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _in_folder(folder: Path, notes: dict[str, list[str]]) -> Iterator[tuple[str, bytes, datetime]]:
    for path in sorted(folder.rglob("*")):
        where = path.relative_to(folder).as_posix()
        if any(part in LEAVE_OUT for part in path.relative_to(folder).parts):
            continue
        if path.suffix.lower() not in (".ipynb", ".zip"):
            continue
        try:
            info = path.lstat()
            if not stat.S_ISREG(info.st_mode):
                notes.setdefault(where, []).append("is a link or no plain file, and was left out")
                continue
            most = MOST_BYTES if path.suffix.lower() == ".ipynb" else MOST_ZIP
            with path.open("rb") as file:
                data = file.read(most + 1)
        except OSError as error:
            notes.setdefault(where, []).append(f"cannot be read: {error.strerror}")
            continue
        yield where, data, datetime.fromtimestamp(info.st_mtime, UTC)


def _unpacked(
    where: str, data: bytes, when: datetime, notes: dict[str, list[str]]
) -> Iterator[tuple[str, bytes, datetime]]:
    """The file, or if it is a zip what is in it."""
    if PurePosixPath(where).suffix.lower() == ".zip":
        yield from _in_zip(data, notes, where.removesuffix(".zip") + "/")
    else:
        yield where, data, when


def _in_zip(
    data: bytes | Path, notes: dict[str, list[str]], inside: str
) -> Iterator[tuple[str, bytes, datetime]]:
    try:
        archive = zipfile.ZipFile(BytesIO(data) if isinstance(data, bytes) else data)
        members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, EOFError, OSError) as error:
        notes.setdefault(inside.rstrip("/"), []).append(f"is no readable zip: {error}")
        return
    if len(members) > MOST_FILES:
        notes.setdefault(inside.rstrip("/") or "the zip", []).append(f"holds {len(members)} files")
        return
    for member in members:
        name = member.filename.replace("\\", "/")
        parts = PurePosixPath(name).parts
        suffix = PurePosixPath(name).suffix.lower()
        wanted = suffix == ".ipynb" or (suffix == ".zip" and not inside)
        if member.is_dir() or not wanted or any(part in LEAVE_OUT for part in parts):
            continue
        where = inside + "/".join(p for p in parts if p not in ("..", "/", "."))
        if ".." in parts or name.startswith("/") or re.match(r"[A-Za-z]:", name):
            notes.setdefault(where, []).append("had a path that leads out of the zip")
            continue
        if stat.S_ISLNK(member.external_attr >> 16):
            notes.setdefault(where, []).append("is a link, and was left out")
            continue
        most = MOST_BYTES if suffix == ".ipynb" else MOST_ZIP
        try:
            with archive.open(member) as file:
                content = file.read(most + 1)  # never more, whatever the zip says of its size
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as error:
            notes.setdefault(where, []).append(f"cannot be unpacked: {error}")
            continue
        try:
            when = datetime(*member.date_time).astimezone()  # a zip knows local time
        except ValueError:
            when = datetime.fromtimestamp(0, UTC)
        if suffix == ".zip":
            yield from _in_zip(content, notes, where.removesuffix(".zip") + "/")
        else:
            yield where, content, when


def _owner(where: str) -> tuple[str, str]:
    """(learner, the platform's number) of a file, from its path."""
    first, *rest = PurePosixPath(where).parts
    moodle = _MOODLE.match(first)
    if moodle:
        return tidy(moodle["name"]), moodle["id"]
    canvas = _CANVAS.match(first)
    if canvas:
        return tidy(canvas["name"]), canvas["id"]
    if rest:
        return tidy(first), ""
    stem = PurePosixPath(first).stem
    learner = _COPY.sub("", _STEM.sub("", stem)).strip(" _-.")
    return tidy(learner or stem), ""


def _said(notes: dict[str, list[str]], owner: tuple[str, str]) -> Iterator[str]:
    for where, texts in notes.items():
        if _owner(where) == owner:
            yield from (f"{tidy(where)} {text}." for text in texts)
