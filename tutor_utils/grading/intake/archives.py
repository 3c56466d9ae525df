"""The files of a folder or a zip, bounded for each learner in bytes, number and time.

Nothing is unpacked onto the disk and no link is followed. A file that cannot be taken becomes a
``File`` with a reason, so that whoever handed it in is still in the list.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import stat
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path, PurePosixPath

from . import notebook
from .notebook import Cell

RULES = "marking.toml"  # the teacher's, beside or in the submissions
GRADEBOOK = "gradebook.sqlite"  # in the results
MOST_BYTES = 100 * 2**20  # of one notebook: outputs can be large, and only sources are read
MOST_OF_ONE = 200 * 2**20  # unpacked, of all that one learner handed in
MOST_FILES_OF_ONE = 200  # notebooks and zips
MOST_FILES = 100_000  # names in one zip
# What a cell may import or open.
BESIDE = (".py", ".csv", ".tsv", ".txt", ".json", ".yaml", ".yml", ".toml", ".npy", ".pt")
MOST_BESIDE = 2**18  # bytes of one of these
MOST_BESIDE_OF_ONE = 2**20
MOST_ZIP = 200 * 2**20  # of a zip inside the folder or the zip
DEEPEST = 3  # a zip in a zip in a zip
NOTEBOOK = (".ipynb", ".ipynb.txt", ".ipynb.json", ".ipynb.download")  # as browsers save them
OTHER_ARCHIVES = (".7z", ".rar", ".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2", ".gz", ".xz")
PARTS = "my_transformer"  # the package that the notebooks write
LEAVE_OUT = (".ipynb_checkpoints", "__MACOSX", ".git", ".venv", PARTS, "__pycache__")
EPOCH = datetime.fromtimestamp(0, UTC)
LATEST = 2.0e11  # the year 8307: some file systems hold times that Python's dates do not
NO_NOTEBOOK = "is no notebook"
LINKS = (".url", ".lnk", ".webloc", ".desktop", ".gdoc")
LINK = "only says where a file lies: ask for the file itself"
JUNK = (".ds_store", "thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class File:
    """One file, read where it was found. Of its bytes nothing is kept but what marking needs.

    Attributes:
        where: Its path from the top.
        when: When it was handed in, as far as a file tells.
        is_notebook: Whether it was taken as one.
        cells: Those of a notebook.
        python: The version that the notebook was saved with, or "".
        fault: Why a notebook cannot be read.
        reason: Why the file was not taken, or is no notebook.
        beside: The bytes of a small file that is no notebook: a cell may import or open it.
        name: Its name as the learner had it.
        home: The export or folder of several learners that it came in, or "".
        sent: When the learner's own zip was handed in that it came in: inside, times are the
            learner's word.
    """

    where: str
    when: datetime = EPOCH
    is_notebook: bool = False
    cells: tuple[Cell, ...] = field(default=(), repr=False)
    python: str = ""
    fault: str = ""
    reason: str = ""
    beside: bytes | None = field(default=None, repr=False)
    name: str = ""
    home: str = ""
    sent: datetime = EPOCH

    @property
    def handed_in(self) -> datetime:
        """The file's time, or that of the zip around it where that is later."""
        return max(self.when, self.sent)

    def with_cells(self, data: bytes) -> File:
        """The file with the cells that its bytes hold, or why they cannot be read."""
        try:
            cells, python = notebook.read(data)
        except notebook.Unreadable as fault:
            return replace(self, is_notebook=True, fault=str(fault))
        return replace(self, is_notebook=True, cells=cells, python=python)


@dataclass
class _Used:
    bytes: int = 0
    beside: int = 0
    files: int = 0
    members: int = 0  # of all zips
    said: bool = False


class Walk:
    """Reads a folder or a zip.

    ``owner`` says whose a path is: each has a budget of its own. ``opened`` hears of each zip
    inside and of the names in it, before any of them is read.
    """

    def __init__(
        self, owner: Callable[[str], object], opened: Callable[[str, list[str]], None]
    ) -> None:
        self._owner, self._opened = owner, opened
        self._used: dict[object, _Used] = defaultdict(_Used)
        self.zips: dict[str, datetime] = {}  # the times of those inside
        self.saved: list[str] = []  # files of the package that the notebooks write
        self._folders: set[str] = set()

    def folder(self, top: Path) -> Iterator[File]:
        """Every file below a folder; an empty folder is a ``File`` too."""
        for path in below(top):
            parts = path.relative_to(top).parts
            where = path.relative_to(top).as_posix()
            if left_out(parts):
                self._left_out(where)
                continue
            try:
                info = path.lstat()
                if stat.S_ISDIR(info.st_mode):
                    self._folders.add(f"{where}/")
                    if len(parts) == 1 and not any(path.iterdir()):
                        yield File(where + "/", reason="is an empty folder")
                    continue
                if not stat.S_ISREG(info.st_mode):
                    yield File(where, reason="is a link or no plain file, and was left out")
                    continue
                if info.st_size > MOST_ZIP and path.name.lower().endswith((*NOTEBOOK, ".zip")):
                    yield File(where, reason=_too_large(MOST_ZIP))
                    continue
                when = datetime.fromtimestamp(min(max(info.st_mtime, 0), LATEST), UTC)
                with path.open("rb") as file:
                    yield from self._file(where, when, file.read, 0)
            except OSError as error:
                yield File(where, reason=f"cannot be read: {error.strerror}")

    def zip(self, data: bytes | Path, inside: str = "", depth: int = 1) -> Iterator[File]:
        """Every file in a zip, and in the zips inside it."""
        here = inside.rstrip("/") or "the zip"
        try:
            archive = zipfile.ZipFile(BytesIO(data) if isinstance(data, bytes) else data)
            members = archive.infolist()
        except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
            yield File(here, reason=f"is no readable zip: {error}")
            return
        used = self._used[self._owner(inside)] if inside else _Used()
        used.members += len(members)
        if used.members > MOST_FILES:
            yield File(here, reason=f"holds {len(members)} files, and was left out")
            return
        if inside:
            self._opened(inside, [_name(m) for m in members if not m.is_dir()])
        self._folders |= {f"{inside}{_name(m).partition('/')[0]}/" for m in members}
        for member in members:
            name = _name(member)
            parts = PurePosixPath(name).parts
            if member.is_dir() or not parts or left_out(parts):
                self._left_out(f"{inside}{name}")
                continue
            away = name.startswith("/") or re.match(r"[A-Za-z]:", name)
            if away and inside:  # the path on its maker's machine: nothing is written, and only
                parts, away = parts[-1:], None  # the name of the file says something
            where = inside + "/".join(p for p in parts if p not in ("..", "/", "."))
            if ".." in parts or away:
                yield File(where, reason="had a path that leads out of the zip")
            elif stat.S_ISLNK(member.external_attr >> 16):
                yield File(where, reason="is a link, and was left out")
            else:
                yield from self._member(archive, member, where, depth)

    def _left_out(self, where: str) -> None:
        folders = PurePosixPath(where).parts[1:-1]  # at the top it is no learner's
        if where.endswith(".py") and folders[-1:] == (PARTS,):
            self.saved.append(where)

    def _member(
        self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str, depth: int
    ) -> Iterator[File]:
        try:
            when = datetime(*member.date_time).astimezone()  # a zip knows local time
        except (ValueError, OverflowError):
            when = EPOCH
        try:
            with archive.open(member) as file:
                yield from self._file(where, when, file.read, depth)
        except (
            *(zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError),
            *(ValueError, zipfile.zlib.error),  # type: ignore[attr-defined]
        ) as error:
            yield File(where, reason=f"cannot be unpacked: {error}")

    def _file(
        self, where: str, when: datetime, read: Callable[[int], bytes], depth: int
    ) -> Iterator[File]:
        """A file, or what is in it if it is a zip; nothing beyond its owner's share."""
        name = PurePosixPath(where).name.lower()
        packed = name.endswith(".zip")
        nameless = "." not in name  # by what it holds
        if not (packed or nameless or name.endswith(NOTEBOOK)):
            reason = "is an archive of another kind: ask for a zip"
            reason = reason if name.endswith(OTHER_ARCHIVES) else NO_NOTEBOOK
            reason = LINK if name.endswith(LINKS) else reason
            small = self._small(where, read) if name.endswith(BESIDE) else None
            yield File(where, when=when, reason=reason, beside=small)
            return
        if packed and depth >= DEEPEST:
            yield File(where, reason="is a zip in a zip in a zip, and was left out")
            return
        used = self._used[self._owner(where)]
        used.files += not packed or depth > 1
        most = min(MOST_ZIP if packed else MOST_BYTES, max(0, MOST_OF_ONE - used.bytes))
        if used.files > MOST_FILES_OF_ONE or not most:
            if not used.said:
                used.said = True
                yield File(where, reason="and what follows was left out: together it is too much")
            return
        data = read(most + 1)  # never more, whatever the file says of its size
        if len(data) > most:
            used.bytes += most
            yield File(where, reason=_too_large(most))
        elif packed:
            inside = where[: -len(".zip")] + "/"
            if inside in self._folders:  # of the same name, and perhaps of somebody else
                inside = f"{where}/"
            self.zips[inside] = max(when, self.zips.get(inside, when))  # a.zip and a.ZIP
            yield from self.zip(data, inside, depth + 1)
        else:
            used.bytes += len(data)
            found = File(where, when).with_cells(data)
            unknown = File(where, when=when, reason=NO_NOTEBOOK)
            yield unknown if nameless and found.fault else found

    def _small(self, where: str, read: Callable[[int], bytes]) -> bytes | None:
        """What a small file holds; None where it is larger, or its owner has many of them."""
        used = self._used[self._owner(where)]
        if used.beside >= MOST_BESIDE_OF_ONE:
            return None
        data = read(MOST_BESIDE + 1)
        used.beside += len(data) + 1000  # an empty one counts too
        return data if len(data) <= MOST_BESIDE else None


def _too_large(most: int) -> str:
    return f"has more than {most / 2**20:.0f} MB, and was left out"


def _name(member: zipfile.ZipInfo) -> str:
    """The path in a zip; older Windows in Korean writes names in EUC-KR, and does not say so."""
    name = member.filename
    if not member.flag_bits & 0x800 and not name.isascii():
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("euc_kr")
    return name.replace("\\", "/")


def below(top: Path) -> list[Path]:
    """All below a folder, but for results that ``--out`` made there."""
    results = set(results_in(top))
    return [p for p in sorted(top.rglob("*")) if results.isdisjoint((p, *p.parents))]


def results_in(top: Path) -> list[Path]:
    """The folders of results in a folder of submissions."""
    return [book.parent for book in sorted(top.glob(f"*/{GRADEBOOK}")) if _is_gradebook(book)]


def _is_gradebook(path: Path) -> bool:
    """Whether the tables of a gradebook are declared: a learner's file of this name has none."""
    with contextlib.suppress(sqlite3.Error, OSError):
        address = f"{path.resolve(strict=True).as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as db:
            found = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
            return {"setting", "submission", "mark", "decision"} <= found
    return False


def left_out(parts: tuple[str, ...]) -> bool:
    """Whether a path is a system's or a program's own, and nobody's work."""
    hidden = parts[-1].startswith("._") or parts[-1].lower() in JUNK
    return hidden or any(part in LEAVE_OUT for part in parts)
