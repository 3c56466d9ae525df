"""Whose a file is, from its path: a folder for each learner, or the names that platforms make."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from .. import exercises
from .text import tidy

# Moodle: "Name_NUMBER_assignsubmission_file". The last number is Moodle's: a name may hold another.
_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_[a-z]+_?$")
_CANVAS = re.compile(r"(?P<name>[^_/]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<upload>\d+)_(?P<file>.+)$")
_ANONYMOUS = re.compile(r"anon_(?P<id>\w{5})_(?P<late>LATE_)?(?P<upload>\d+)_(?P<file>.+)$")
_COPY = re.compile(r"(?:[-_ ]?copy\d*|[-_ ]\d{1,2}| ?\(\d+\))$", re.IGNORECASE)
_STEM = re.compile("|".join(f"{n.number}[_ -]{n.name}" for n in exercises.NOTEBOOKS), re.IGNORECASE)
MOODLE, CANVAS = "moodle", "canvas"
_NUMBERS = tuple(n.number for n in exercises.NOTEBOOKS)
Known = Callable[[str], bool]
_OF_THE_COURSE = ("notebooks", "solutions", "tutor_utils", "tests", "binder", "course")


@dataclass(frozen=True, order=True)
class Owner:
    """A learner as a path names them; ``platform_id`` is Moodle's or Canvas's number."""

    learner: str
    platform_id: str = ""


@dataclass(frozen=True)
class Place:
    """What a path says of one file."""

    owner: Owner
    name: str  # of the file, as the learner had it
    late: bool = False
    raw: str = ""  # the part that names the owner, as it is written
    platform: str = ""  # "moodle" or "canvas", where the path is one of theirs


def place(where: str, above: str = "", known: Known = lambda name: False) -> Place:
    """Whose a file is.

    Args:
        where: Its path.
        above: A folder (``week2/``) that holds everybody's.
        known: Whether the list of the class has somebody of a name.
    """
    parts = PurePosixPath(where.removeprefix(above)).parts or (where,)
    for part in parts:  # an export may lie in a folder, or in a zip of its own name
        if found := _MOODLE.match(part):
            return Place(
                Owner(tidy(found["name"]), found["id"]), tidy(parts[-1]), False, part, MOODLE
            )
        if found := _ANONYMOUS.match(part):
            owner, raw = Owner(f"anon {found['id']}"), found["id"]
        elif found := _CANVAS.match(part):
            owner, raw = Owner(tidy(found["name"]), found["id"]), found["name"]
        else:
            continue
        name = tidy(found["file"] if part is parts[-1] else parts[-1])
        return Place(owner, name, bool(found["late"]), raw, CANVAS)
    first = next(filter(known, parts[:-1]), parts[0])
    if len(parts) > 1 or where.endswith("/"):
        return Place(Owner(tidy(first)), tidy(parts[-1]), raw=first)
    return Place(Owner(tidy(_who(first) or _stem(first))), tidy(first), raw=first)


def notebook_in(name: str, numbers: Sequence[str] = _NUMBERS) -> str:
    """The number of a notebook of the course that a file is named after, or ""."""
    found = re.search(r"(?<!\d)(\d\d)(?!\d)(?:([a-z])(?![a-z\d]))?", name, re.IGNORECASE)
    if not found:
        return ""
    side_trip = found[1] + (found[2] or "").lower()
    return next((number for number in (side_trip, found[1]) if number in numbers), "")


def _stem(name: str) -> str:
    return re.sub(r"\.(ipynb(\.\w+)?|zip|py)$", "", name, flags=re.IGNORECASE)


def _who(name: str) -> str:
    """What is left of a file's name without the notebook's."""
    return _COPY.sub("", _STEM.sub("", _stem(name))).strip(" _-.")


def top_folder(paths: Iterable[str]) -> str:
    """The folder that holds all learners' folders or files, such as ``week2/``, or ""."""
    all_parts = [PurePosixPath(path).parts for path in paths]
    found: tuple[str, ...] = ()
    for level in range(1, min(map(len, all_parts), default=1)):
        first, below = all_parts[0][:level], [parts[level:] for parts in all_parts]
        if {parts[:level] for parts in all_parts} != {first} or _MOODLE.match(first[-1]):
            break
        folders = {parts[0] for parts in below if len(parts) > 1}
        files = [parts[0] for parts in below if len(parts) == 1]
        if folders & set(_OF_THE_COURSE):
            break
        platform = any(map(_MOODLE.match, folders)) or any(map(_CANVAS.match, files))
        named = all(_STEM.search(name) and _who(name) for name in files)
        if platform or (named and len(folders | set(map(_who, files))) > 1):
            found = first
    return "".join(f"{part}/" for part in found)


def same_but_for_accents(raws: Iterable[str]) -> bool:
    """Whether several folders differ only in how accents are stored (NFC and NFD)."""
    found = set(raws)
    return len(found) > len({unicodedata.normalize("NFC", raw) for raw in found})
