"""Whose a file is, from its path: a folder for each learner, or the names that platforms make.

The first part of a path that names somebody decides. What a learner handed in may hold folders
with any name: below its own folder or archive none changes whose it is. Only where all that lies in
a folder or archive bears names of learners (a platform's export, ``by mail/``) these are read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from ... import exercises
from .archives import NOTEBOOK, left_out
from .text import tidy

# Moodle: "Name_NUMBER_assignsubmission_file". The last number is Moodle's: a name may hold another.
_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_[a-z]+_?$")
# Without folders the learner's own name of the file follows: the first such number is Moodle's.
_MOODLE_FILE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+_(?P<file>.+)$")
# An upload's number is long, and "hw_02_03_attention.ipynb" is nobody's.
_CANVAS = re.compile(
    r"(?P<name>[^_/]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<upload>\d{3,})_(?P<file>.+)$"
)
_ANONYMOUS = re.compile(r"anon_(?P<id>\w{5})_(?P<late>LATE_)?(?P<upload>\d+)_(?P<file>.+)$")
_COPY = re.compile(r"(?:[-_ ]?copy\d*|[-_ ]\d{1,2}| ?\(\d+\))$", re.IGNORECASE)
_STEM = re.compile("|".join(f"{n.number}[_ -]{n.name}" for n in exercises.NOTEBOOKS), re.IGNORECASE)
MOODLE, CANVAS = "moodle", "canvas"
_NUMBERS = tuple(n.number for n in exercises.NOTEBOOKS)
Known = Callable[[str], Hashable | None]
"""The person of the class's list who has a name; None where nobody has."""
Who = tuple[str, str]
"""A learner's name and the platform's number."""
_OF_THE_COURSE = ("notebooks", "solutions", "tutor_utils", "tests", "binder", "course")


@dataclass(frozen=True)
class Place:
    """What a path says of one file.

    Attributes:
        who: Whose it is.
        name: Of the file, as the learner had it.
        late: Whether the platform calls it late.
        raw: The part that names the owner, as it is written; "" for a file without a folder.
        platform: "moodle" or "canvas", where the path is one of theirs.
        home: The folder or archive of several learners that it lies in, or "".
        other: Somebody else's name, inside of what the owner handed in.
    """

    who: Who
    name: str
    late: bool = False
    raw: str = ""
    platform: str = ""
    home: str = ""
    other: str = ""

    @property
    def share(self) -> Hashable:
        """Whose bounds it counts to: a folder of nearly a learner's name takes none of theirs."""
        return self.home, self.who, "" if self.platform else self.raw


class Homes:
    """Whose each path of a folder or archive is."""

    def __init__(self, names: Iterable[str], known: Known = lambda name: None) -> None:
        """Look at the whole.

        Args:
            names: The paths of all files, archives unopened.
            known: Who of the class's list has a name.
        """
        found = list(names)
        self.above = top_folder(found)  # a folder (``week2/``) that holds everybody's
        self.people: dict[str, set[Hashable]] = {}  # of folders and archives that hold several'
        self.alone = False  # whether somebody's own folder or file lies beside these
        self._known = known
        self._archives: dict[str, Place] = {}  # whose an archive's own name says that it is
        below = defaultdict(list)
        for parts in (PurePosixPath(name.removeprefix(self.above)).parts for name in found):
            if len(parts) > 1 and not self._named(parts[0], False):
                below[parts[0]].append(parts[1:])
        for name, paths in below.items():
            self._look(f"{name}/", paths)

    def opened(self, inside: str, names: Iterable[str]) -> None:
        """An archive was opened: a platform's export holds several learners' work."""
        inside = inside.removeprefix(self.above)
        *above, last = PurePosixPath(inside).parts
        reached = all("/".join(above[: i + 1]) + "/" in self.people for i in range(len(above)))
        if not reached:
            return
        if named := self._named(f"{last}.zip", True):
            self._archives[inside] = named
        elif not self._named(last, False):
            self._look(inside, [PurePosixPath(name).parts for name in names])

    def place(self, where: str) -> Place:
        """Whose a file is; an empty folder's path ends in a slash."""
        parts = PurePosixPath(where.removeprefix(self.above)).parts or (where,)
        last = len(parts) - (not where.endswith("/"))
        home, at = "", 0
        while at + 1 < len(parts) and f"{home}{parts[at]}/" in self.people:
            home, at = f"{home}{parts[at]}/", at + 1
        part, is_file = parts[at], at >= last
        found = self._archives.get(f"{home}{part}/") or self._named(part, is_file)
        if not found:
            who = (_who(part) or _stem(part)) if is_file else part.removesuffix(".zip")
            found = Place((tidy(who), ""), tidy(part), raw="" if is_file else part)
        name = found.name if is_file else tidy(parts[-1])
        inner = [self._named(p, i >= last) for i, p in enumerate(parts) if i > at]
        others = (p.who for p in inner if p and p.platform != CANVAS)
        me = self.person(found.who)
        other = next((who[0] for who in others if self.person(who) != me), "")
        return replace(found, name=name, home=home, other=other)

    def settle(self, paths: Iterable[str]) -> None:
        """Know all files: a folder with one name in it, of somebody who has another place, is not
        theirs, but of whoever packed it."""
        places: dict[Hashable, set[str]] = defaultdict(set)
        for path in paths:
            place, inner = self.place(path), path.removeprefix(self.above)
            places[self.person(place.who)].add(place.home or place.raw)
            handed_in = "/" in inner or inner.lower().endswith(NOTEBOOK)
            self.alone |= handed_in and not (place.home or place.platform)
        for home, people in list(self.people.items()):
            if len(people) == 1 and len(places[next(iter(people))]) > 1:
                del self.people[home]

    def person(self, who: Who) -> Hashable:
        """What is the same for all names of one person."""
        return self._known(who[0]) or who[0].casefold()

    def _named(self, part: str, is_file: bool) -> Place | None:
        """Whom a part of a path names in itself."""
        late = any(found["late"] for form in (_ANONYMOUS, _CANVAS) if (found := form.match(part)))
        # what follows Canvas's LATE_ is the learner's own name of the file
        if not late and (found := (_MOODLE_FILE if is_file else _MOODLE).match(part)):
            name = tidy(found["file"]) if is_file else ""
            return Place((tidy(found["name"]), found["id"]), name, False, part, MOODLE)
        if found := _ANONYMOUS.match(part):
            who, raw = (f"anon {found['id']}", ""), found["id"]
        elif found := _CANVAS.match(part):
            who, raw = (tidy(found["name"]), found["id"]), found["name"]
        else:
            name = _who(part) if is_file else part
            if not name or self._known(name) is None:
                return None
            file, raw = (part, "") if is_file else ("", part)
            return Place((tidy(name), ""), file and tidy(file), raw=raw)
        return Place(who, tidy(found["file"]), bool(found["late"]), raw, CANVAS)

    def _look(self, inside: str, paths: Iterable[tuple[str, ...]]) -> set[Hashable]:
        """Those whose names all work in a folder bears, and note it; nobody where some bears none.

        A list or a note of the teacher's may lie beside.
        """
        found: set[Hashable] = set()
        below = defaultdict(list)
        nobodys = False
        for parts in paths:
            if not parts or left_out(parts):
                continue
            if ".." in parts or parts[0] == "/":
                nobodys = True
            elif named := self._named(parts[0], len(parts) == 1):
                found.add(self.person(named.who))
            elif len(parts) > 1:
                below[parts[0]].append(parts[1:])
            else:
                nobodys = nobodys or parts[0].lower().endswith((*NOTEBOOK, ".zip", ".py"))
        for name, inner in below.items():
            of_it = self._look(f"{inside}{name}/", inner)
            nobodys = nobodys or not of_it
            found |= of_it
        if nobodys or not found:
            return set()
        self.people[inside] = found
        return found


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
        files = [name for name in files if name.lower().endswith((*NOTEBOOK, ".zip", ".py"))]
        course = folders & set(_OF_THE_COURSE)
        if len(course) > 1 or (course and course == folders):
            break
        platform = any(map(_MOODLE.match, folders)) or any(map(_CANVAS.match, files))
        named = all(_STEM.search(name) and _who(name) for name in files)
        if platform or (named and len(folders | set(map(_who, files))) > 1):
            found = first
    return "".join(f"{part}/" for part in found)


def apart(name: str, learner: str) -> str:
    """What a teacher is asked of work that may be a learner's, and may be somebody else's."""
    return (
        f"{name} may be the work of {learner}, and may be somebody else's: it has a row of its own "
        f"and changes nothing for {learner}. If it is theirs, put all files into one folder; if "
        "not, rename it."
    )
