"""The list of a class: a CSV file from Moodle, Canvas or made by hand, and who is who in it."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

from .owners import CANVAS, MOODLE, Who
from .submission import BadInput, Submission
from .text import decoded, printable, tidy

MOST_ROWS = 20_000
# What the columns are called by Moodle (participants, worksheet), Canvas (gradebook) and people.
_COLUMNS = {
    "platform_id": ("identifier", "id", "canvas id"),
    "id": ("id number", "sis user id", "student id", "number", "matriculation", "id"),
    "name": ("full name", "name", "student", "student name", "identifier"),  # no names: anonymous
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "surname", "lastname", "family name"),
    "mail": ("email address", "email", "mail", "e-mail"),
    "login": ("sis login id", "username", "login"),
    "group": ("groups", "group", "section"),
    "when": ("last modified (submission)", "submitted at", "handed in"),
}


@dataclass(frozen=True)
class Person:
    """One learner of the class, and the row of the file that names them."""

    name: str
    id: str = ""
    mail: str = ""
    login: str = ""
    group: str = ""
    platform_id: str = ""
    when: datetime | None = None
    row: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """What a teacher may call them in a list of extensions."""
        last, _, first = self.name.partition(",")  # Canvas writes "Kim, Ana"
        turned = f"{first.strip()} {last}" if first else ""
        known = (self.name, turned, self.id, self.mail, self.login, self.platform_id)
        return tuple(filter(None, known))

    @property
    def who(self) -> Who:
        """What calls somebody who handed in nothing: the name, and a number or an id."""
        return self.name, self.platform_id or self.id

    @property
    def account(self) -> tuple[str, str, str]:
        """What tells one of two of one name: the id, else the mail, else the platform's number."""
        return self.id, self.mail, self.platform_id


def are_two(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether accounts are two people's: what both have decides, the id before the others."""
    return next((a != b for a, b in zip(one, other, strict=True) if a and b), False)


@dataclass(frozen=True)
class Roster:
    """The class, and the columns of its file as they were; nobody where there is no list."""

    people: tuple[Person, ...] = ()
    columns: tuple[str, ...] = ()
    possible: dict[str, str] = field(default_factory=dict)  # Canvas: column -> its points

    @property
    def platform(self) -> str:
        """Whose numbers the people have, or ""."""
        return MOODLE if self.is_moodle_worksheet else CANVAS if self.is_canvas_gradebook else ""

    def who(self, name: str) -> Person | None:
        """Who is called so, in one of the forms of a name; the first, where several are."""
        return next(iter(self.forms.get(key(name), ())), None)

    @cached_property
    def forms(self) -> dict[str, list[Person]]:
        """Each form of a name, an id or a mail -> who has it."""
        found: dict[str, list[Person]] = defaultdict(list)
        for person in self.people:
            for form in _forms(person):
                found[form].append(person)
        return found

    @property
    def is_moodle_worksheet(self) -> bool:
        return {"Identifier", "Grade", "Last modified (grade)"} <= set(self.columns)

    @property
    def is_canvas_gradebook(self) -> bool:
        names = {"Student"}, {"LastName", "FirstName"}  # "Split student names" makes two of one
        return any({*name, "ID", "Section"} <= set(self.columns) for name in names)


def read(path: Path) -> Roster:
    """Read the list of a class.

    Raises:
        BadInput: there is no such file, no column of names, or nobody in it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"roster={str(path)!r} cannot be read: {error.strerror}") from None
    text = decoded(data)
    rows = _rows(text)
    if any(None in r or not re.search(r"\d$", r.get("Identifier", "0")) for r in rows):
        rows = _rows(text.replace('\\"', '\\""'))  # PHP doubles no quote after a backslash
    columns = tuple(rows[0]) if rows else ()
    known = {c.strip().lower(): c for c in columns if c}
    of = {kind: [known[n] for n in names if n in known] for kind, names in _COLUMNS.items()}
    if not {"Identifier", "SIS User ID", "SIS Login ID"} & set(columns):
        of["platform_id"] = []  # an "id" made by hand is the university's, not the platform's
    if not of["name"] and not (of["first"] or of["last"]):
        raise BadInput(
            f"roster={str(path)!r} has no column of names, but {', '.join(columns) or 'nothing'}. "
            "Moodle names its columns in your language: switch it to English and export once "
            "more, or write a list by hand (name,id,mail,group)."
        )
    people = dict.fromkeys(p for row in rows[:MOST_ROWS] if (p := _person(row, of)))
    possible = next((r for r in rows[:2] if "Points Possible" in (r[columns[0]] or "")), {})
    if not people:
        raise BadInput(f"roster={str(path)!r} names nobody.")
    return Roster(tuple(people), columns, possible)


def _rows(text: str) -> list[dict[str, str]]:
    try:
        dialect = csv.Sniffer().sniff(text.splitlines()[0], ",;\t") if text.strip() else csv.excel
        return list(csv.DictReader(io.StringIO(text), delimiter=dialect.delimiter, restval=""))
    except csv.Error:
        return list(csv.DictReader(io.StringIO(text), restval=""))


def _person(row: dict[str, str], of: dict[str, list[str]]) -> Person | None:
    def value(kind: str) -> str:
        found = (str(row.get(c) or "").strip() for c in of[kind])
        return next(filter(None, found), "")

    name = value("name") or f"{value('first')} {value('last')}".strip()
    if not name or name.strip().lower() in ("points possible", "student, test", "test student"):
        return None
    return Person(
        tidy(name),
        printable(value("id"), 120),
        **{kind: value(kind) for kind in ("mail", "login", "group")},
        platform_id=re.sub(r"^\D*", "", value("platform_id")),
        when=_platform_time(value("when")),
        row={k: v for k, v in row.items() if isinstance(k, str)},
    )


def _platform_time(text: str) -> datetime | None:
    """Moodle writes "Tuesday, 1 December 2026, 10:30 AM", in no zone; others ISO 8601."""
    for form in ("%A, %d %B %Y, %I:%M %p", "%d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M"):
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def key(text: str) -> str:
    """A name for comparison: no case, no accents stored in two ways, no signs between words."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def names_in(name: str) -> list[str]:
    """The names in one such as "Ana Kim & Ben Lee"; none where it is one person's."""
    found = re.split(r"\s*(?:[&+;,]|\band\b)\s*", name)
    return found if len(found) > 1 else []


def _forms(person: Person) -> set[str]:
    """The forms of a name that folders and platforms use: "Ana Kim", "Kim, Ana", "kimana"."""
    words = re.split(r"[\s,]+", person.name)
    turned = [*words[-1:], *words[:-1]], [*words[1:], *words[:1]]
    extra = (person.id, person.login, person.mail, person.mail.partition("@")[0])
    return set(map(key, (person.name, *map("".join, turned), *extra))) - {""}


def match(
    submissions: Sequence[Submission], roster: Roster
) -> tuple[dict[int, tuple[Person, int]], dict[int, list[str]]]:
    """(submission -> person and how surely, submission -> the names that it could be), by place.

    0 is sure: the platform's number or the name as it stands in the list; 1 is another form of it,
    an id or a mail; 2 a number among other words.
    """
    by_number = {p.platform_id: p for p in roster.people if p.platform_id}
    found: dict[int, tuple[Person, int]] = {}
    unclear: dict[int, list[str]] = {}

    def called(names: Iterable[str]) -> list[Person]:
        return list(dict.fromkeys(p for name in names for p in roster.forms.get(key(name), ())))

    for i, s in enumerate(submissions):
        if s.platform_id in by_number and s.platform in ("", roster.platform):
            found[i] = by_number[s.platform_id], 0
            continue
        candidates, unsure = called([s.learner]), 1
        if not candidates:  # "Ana Kim 20231234", "20231234_ana"
            words = map(key, re.split(r"[\s_\-]+", s.learner))
            candidates, unsure = called(w for w in words if w.isdigit() and len(w) > 3), 2
        if not candidates:  # "Ana Kim & Ben Lee"
            candidates = called(names_in(s.learner))
        if len(candidates) == 1:
            exact = s.platform_id or s.learner == candidates[0].name
            found[i] = candidates[0], 0 if exact else unsure
        elif candidates:
            unclear[i] = sorted(f"{p.name} ({p.id or p.mail or p.platform_id})" for p in candidates)
    return found, unclear
