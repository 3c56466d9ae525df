"""Read what learners handed in: a folder each, a file each, or the zip that a platform exports.

Every byte is a stranger's. Nothing is run, and whoever handed in something is in the list, whatever
it was: a file that cannot be read becomes a note instead of an end.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path, PurePosixPath

from . import owners
from .archives import EPOCH, LINK, NO_NOTEBOOK, RULES, File, Walk, below
from .notebook import is_script
from .owners import Place, Who
from .text import printable, tidy

MOST_NOTES = 20  # on one learner
MOST_NAMES = 5  # of others, in one question
_PLAIN_NAME = re.compile(r"[\w .()-]{1,60}")  # at most 240 bytes, in a sandbox's folder
_MARKING = (RULES, "term.toml")  # settings beside the submissions

Files = list[tuple[Place, File]]


class BadInput(ValueError):
    """The folder of submissions, or an option, cannot be used."""


@dataclass(frozen=True)
class Submission:
    """All that one learner handed in. ``platform_id`` is Moodle's or Canvas's number.

    ``platform`` is that of its export; ``late`` says that it called it late (Canvas's ``LATE_``).
    ``beside`` holds small files that lie in a notebook's folder, by name: a cell may use them.
    ``unread`` names archives and files of which nothing could be taken. ``asked`` holds what a
    teacher has to say of whose the files are.
    """

    learner: str
    uploads: tuple[File, ...]
    platform_id: str = ""
    notes: tuple[str, ...] = ()
    late: bool = False
    platform: str = ""
    beside: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    unread: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    beside_when: datetime | None = None  # the time of the newest of those small files
    saved: tuple[str, ...] = ()  # exercises in ``my_transformer/``, as the notebooks save them

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the contents: the same files get the same mark."""
        parts = sorted(repr((u.cells, u.python, u.fault)) for u in self.uploads)
        parts += sorted(n + hashlib.sha256(data).hexdigest() for n, data in self.beside)
        parts += self.saved
        return hashlib.sha256(" ".join(parts).encode("utf-8", "replace")).hexdigest()[:32]

    @property
    def who(self) -> Who:
        return self.learner, self.platform_id

    @property
    def when(self) -> datetime | None:
        """The time of the newest file."""
        times = [u.handed_in for u in self.uploads]
        return max(filter(None, [*times, self.beside_when]), default=None)


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
    walk = Walk(lambda where: homes.place(where).share, homes.opened)
    everything = list(walk.folder(path) if path.is_dir() else walk.zip(path))
    homes.settle(found.where for found in everything)
    files: dict[Who, Files] = defaultdict(list)
    for found in everything:
        place = homes.place(found.where)
        parts = PurePosixPath(found.where.removeprefix(homes.above + place.home)).parents
        around = (f"{homes.above}{place.home}{part}/" for part in parts)
        sent = max((walk.zips[zip] for zip in around if zip in walk.zips), default=EPOCH)
        if not _is_the_teachers(found, place, homes.above):
            files[place.who].append((place, replace(found, sent=sent)))
    if not any(found.is_notebook or found.reason for own in files.values() for _, found in own):
        raise BadInput(f"SUBMISSIONS={str(path)!r} holds no notebook (.ipynb) and no zip.")
    saved: dict[Who, set[str]] = defaultdict(set)
    for where in walk.saved:
        place = homes.place(where)
        saved[place.who].add(PurePosixPath(where).stem)
        if place.who not in files:  # nothing else came from them
            files[place.who].append((place, File(where, reason=NO_NOTEBOOK)))
    everybody = []
    for who, own in files.items():
        sure, others = _by_name(who, own)
        for name, part in others.items():
            everybody.append(_submission((name, ""), part, (owners.apart(name, who[0]),)))
        if sure:
            made = _submission(who, sure, tuple(_whose(who, sure, homes)))
            everybody.append(replace(made, saved=tuple(sorted(saved[who]))))
    return sorted(everybody, key=lambda s: s.who)


def _by_name(who: Who, own: Files) -> tuple[Files, dict[str, Files]]:
    """The files in a folder of exactly this name, and others, whose folder has nearly that name.

    Where there is no such folder, files without a folder are theirs.
    """
    of_raw: dict[str, Files] = defaultdict(list)
    for place, found in own:
        of_raw["" if place.platform else place.raw].append((place, found))
    if len(of_raw) == 1:
        return own, {}
    sure = next((of_raw.pop(raw) for raw in (who[0], "") if raw in of_raw), [])
    others: dict[str, Files] = defaultdict(list)
    for raw, part in of_raw.items():
        for place, found in part:
            others[tidy(repr(raw or place.name))].append((place, found))
    return sure, others


def _whose(who: Who, own: Files, homes: owners.Homes) -> Iterator[str]:
    """What only a teacher can say of whose the files are: anybody can pack a folder of any name."""
    learner = who[0]
    found = {place.other: tidy(f.where) for place, f in own if place.other}
    if found:
        names = ", ".join(f"{other} ({where})" for other, where in list(found.items())[:MOST_NAMES])
        yield (
            f"{learner} handed in files below the name of {names}, and they were read as "
            f"{learner}'s. If they are not, take them out."
        )
    places = {place.home or place.raw or place.name for place, _ in own}
    if len(places) > 1 and any(place.home for place, _ in own):
        yield (
            f"{learner} has work in several places, and all of it was read: "
            f"{', '.join(sorted(map(tidy, places)))}. If one is not theirs, take it out."
        )
    for home in sorted(places):
        people = homes.people.get(home, ())
        if len(people) > 1 and homes.alone and any(isinstance(who, str) for who in people):
            yield (
                f"{tidy(homes.above + home)} bears the names of {len(people)} learners, and was "
                "read as theirs. If one learner handed it in, rename what is inside."
            )
        if len(people) == 1:
            yield (
                f"All that {tidy(homes.above + home)} holds bears the name of {learner}, and was "
                "read as theirs. If somebody else handed it in, rename the folder inside."
            )


def _names(path: Path) -> list[str]:
    """The paths of all files, links and what is left out aside, without reading one."""
    if path.is_dir():
        found = [p.relative_to(path).as_posix() for p in below(path) if not p.is_dir()]
        return [name for name in found if PurePosixPath(name).name not in _MARKING]
    if not zipfile.is_zipfile(path):
        raise BadInput(f"SUBMISSIONS={str(path)!r} is neither a folder nor a zip.")
    with zipfile.ZipFile(path) as archive:
        found = [m.filename for m in archive.infolist() if not m.is_dir()]
    return [n for n in found if not n.startswith(("__MACOSX", "/", "..")) and "\\" not in n]


def _is_the_teachers(found: File, place: Place, above: str) -> bool:
    """Whether a file is a list or a note beside the submissions: nobody handed it in."""
    alone = "/" not in found.where.removeprefix(above) and not place.who[1]
    return found.reason in (LINK, NO_NOTEBOOK) and alone and not _is_script(found)


def _is_script(found: File) -> bool:
    """Whether a file is a notebook of the course that was saved as a Python script."""
    return bool(found.beside and found.where.endswith(".py") and is_script(found.beside))


def _submission(who: Who, own: Files, asked: tuple[str, ...]) -> Submission:
    uploads, notes, unread, others, scripts = [], [], [], [], []
    for place, found in own:
        if found.is_notebook and "solutions" in PurePosixPath(found.where).parts[1:-1]:
            notes.append(f"{tidy(found.where)} lies in a folder of solutions, and was left out.")
        elif found.is_notebook:
            uploads.append(replace(found, name=place.name, home=place.home))
        elif found.reason != NO_NOTEBOOK:
            notes.append(f"{tidy(found.where)} {printable(found.reason)}.")
            if not found.reason.startswith(("is a link", "is an empty folder")):
                unread.append(place.name)
        else:
            others.append(place.name)
            if _is_script(found):
                scripts.append(replace(found, name=place.name).with_cells(found.beside or b""))
    notes += [f"{script.name} is a script, and was read as a notebook." for script in scripts]
    uploads += scripts
    if not uploads and others:
        notes.append(f"No notebook was handed in, but {', '.join(others[:5])}.")
    if len(notes) > MOST_NOTES:
        notes = [*notes[:MOST_NOTES], f"{len(notes) - MOST_NOTES} more notes of this kind."]
    folders = {PurePosixPath(found.where).parent for _, found in own if found.is_notebook}
    beside = {
        place.name: found
        for place, found in own
        if found.beside is not None
        and PurePosixPath(found.where).parent in folders
        and _PLAIN_NAME.fullmatch(place.name)
    }
    return Submission(
        who[0],
        tuple(uploads),
        who[1],
        tuple(notes),
        any(place.late for place, _ in own),
        own[0][0].platform,
        tuple((name, found.beside or b"") for name, found in beside.items()),
        tuple(unread[:MOST_NOTES]),
        asked,
        max((found.handed_in for found in beside.values()), default=None),
    )
