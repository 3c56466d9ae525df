"""The results as tables: CSV for people, Canvas and Moodle."""

from __future__ import annotations

import csv
import hashlib
import html
import io
import math
import re
from collections.abc import Iterable, Sequence

from ... import exercises
from ...engine.verdict.report import Outcome
from ..gradebook.scoring import Entry
from ..intake.owners import CANVAS, MOODLE
from ..intake.roster import Person, Roster
from ..intake.rules import Rules
from ..intake.text import clean

MOST_CELL = 32_000  # characters: a spreadsheet takes 32,767
MOST_NOTES = 5  # lines on files
NOTHING = "Nothing was handed in."
UNREADABLE = (
    "No notebook of yours could be read. Something was handed in; this is what stood in the way:"
)
_SIGNS = "=+@|\uff1d\uff0b\uff0d\uff20-"  # that a formula begins with
_CUT = re.compile(rf"(?<=[;\t])(?=\s{{,9}}\"?[{_SIGNS}])")  # where one would begin a cell
_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_WORKSHEET = ("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade",
              "Last modified (submission)", "Last modified (grade)")  # fmt: skip


def marked_exercises(entries: Iterable[Entry]) -> list[str]:
    """The exercises that were marked, in the order of the course."""
    found = {m.exercise for entry in entries for m in entry.marked.marks}
    return [e.id for e in exercises.entries() if e.id in found]


def grades(entries: Sequence[Entry]) -> str:
    """One row a learner: points of each exercise, what lateness took, total, percentage."""
    names = marked_exercises(entries)
    head = ["learner", "platform_id", "id", "mail", "group", "status", "handed_in", "hours_late"]
    tail = ["taken_for_lateness", "total", "possible", "percent", "by_hand", "needs_a_look"]
    rows: list[Sequence[object]] = [[*head, *names, *tail]]
    for e in entries:
        lines = e.lines if e.grade is not None else ()
        earned = {line.mark.exercise: line.earned for line in lines}
        p = e.person or Person("")
        by_hand = " ".join(line.mark.exercise for line in e.lines if line.by_hand)
        rows.append(
            [
                *(*e.who, p.id, p.mail, p.group, e.status, e.when, e.late.hours),
                *(*(earned.get(name, "") for name in names), e.taken),
                *(("", e.possible, "") if e.grade is None else (e.total, e.possible, e.percent)),
                *(by_hand, e.needs_a_look),
            ]
        )
    return csv_text(rows)


def canvas(entries: Sequence[Entry], rules: Rules, roster: Roster | None = None) -> str:
    """What Canvas's gradebook imports: one assignment, its points possible, one row a student.

    Who has no grade yet has no row, so that an import changes nothing there.
    Where the list of the class is Canvas's own export, its rows come back with this column filled:
    the column that has the assignment's name (Canvas adds its number), with points scaled to those
    that are possible there; else one more.
    """
    points = max((e.possible for e in entries), default=0)
    head, column, most = [*_CANVAS], rules.title, points
    if own := roster and roster.is_canvas_gradebook:
        known = ("Student", "LastName", "FirstName", *_CANVAS[1:])
        head = [c for c in known if c in roster.columns]
        column = column_of(roster, column) or column
        most = _number(roster.possible.get(column, "")) or points
    rows: list[Sequence[object]] = [[*head, column]]
    rows.append(["    Points Possible", *[""] * (len(head) - 1), most])
    for e in entries:
        person, ids = e.person or Person(""), _canvas_ids(e)
        row = dict(zip(_CANVAS, (e.marked.learner, *ids, person.group), strict=True))
        row = person.row if own else row if any(ids) else {}
        excused = row.get(column, "").strip().upper() == "EX"  # a grade would end that
        if row and e.grade is not None and not excused:
            grade = round(e.grade * most / points, 2) if points else e.grade
            rows.append([*(row.get(c, "") for c in head), grade])
    return csv_text(rows)


def column_of(roster: Roster, title: str) -> str:
    """The column of an assignment, to whose name Canvas adds its number; "" where there is none."""
    return next((c for c in roster.columns if re.sub(r" \(\d+\)$", "", c) == title), "")


def unknown_to(platform: str, entries: Sequence[Entry]) -> list[str]:
    """Who came by another way in a platform's class: an import would find nobody for the row."""
    if all(e.marked.platform != platform for e in entries):
        return []
    there = [e for e in entries if not e.marked.trouble]
    if platform == CANVAS:
        return [e.name for e in there if not any(_canvas_ids(e))]
    return [e.name for e in there if not (_number_of(e) or (e.person and e.person.platform_id))]


def _canvas_ids(entry: Entry) -> tuple[str, str, str]:
    """The number, the university's number and the login by which Canvas knows a learner."""
    if entry.marked.platform == MOODLE:
        return "", "", ""
    person = entry.person
    return _number_of(entry), person.id if person else "", person.login if person else ""


def moodle(entries: Sequence[Entry], rules: Rules, roster: Roster | None = None) -> str:
    """Moodle's offline grading worksheet, with feedback.

    Where the list of the class is the worksheet that Moodle gave out, its rows come back with the
    grade and the feedback filled in, so that Moodle sees which grades it may replace. Else who
    has no number of Moodle's has no row: it takes the end of any text for a learner's number.
    """
    by_person = {id(e.person): e for e in entries if e.person}
    if roster and roster.is_moodle_worksheet:
        columns = list(dict.fromkeys((*roster.columns, "Feedback comments")))
        maximum = next((c for c in columns if c.lower() == "maximum grade"), "")  # newer: "grade"
        rows: list[Sequence[object]] = [columns]
        for p in roster.people:
            e = by_person.get(id(p))
            filled = p.row | {"Grade": p.row.get("Grade", "").replace(",", ".")}  # a spreadsheet's
            if e and not e.marked.trouble:
                most = _number(p.row.get(maximum, ""))
                scale = most / e.possible if most and e.possible else 1
                filled |= {"Grade": _moodle_grade(e, scale, most), "Feedback comments": words(e)}
            rows.append([filled.get(c, "") for c in columns])
        return _moodle_csv(rows)
    rows = [[*_WORKSHEET, "Feedback comments"]]
    for e in entries:
        number = _number_of(e)
        if e.marked.trouble or e.marked.platform == CANVAS or not number:
            continue
        mail = e.person.mail if e.person else ""
        row = [f"Participant {number}", e.marked.learner, mail, e.status, _moodle_grade(e)]
        rows.append([*row, f"{e.possible:.2f}", "-", "-", words(e)])
    return _moodle_csv(rows)


def _moodle_csv(rows: Iterable[Sequence[object]]) -> str:
    """PHP takes a backslash before a quote for part of the cell, and reads on into the next row."""
    return csv_text(rows).replace("\\", "&#92;")


def _moodle_grade(entry: Entry, scale: float = 1, most: float | None = None) -> str:
    """A grade that Moodle imports: it skips one above its maximum, newer ones a plain 0."""
    if entry.grade is None:
        return ""
    grade = min(entry.grade * scale, most or math.inf)
    return f"{grade:.2f}" if grade >= 0.005 else "0.00001"


def _number_of(entry: Entry) -> str:
    """The platform's number of a learner; the university's is none."""
    number, person = entry.marked.platform_id, entry.person
    return "" if person and number == person.id != person.platform_id else number


def words(entry: Entry) -> str:
    """A learner's feedback in a few lines of HTML, which Moodle takes the comment for."""
    lines = (html.escape(line, quote=False) for line in _lines(entry) if line)
    return _CUT.sub("<wbr>", "<br>".join(lines).replace("\n", "<br>"))  # nobody sees it


def _lines(entry: Entry) -> list[str]:
    if entry.status == "nothing handed in":
        return [NOTHING, entry.comment]
    if entry.grade is None:
        return [UNREADABLE, *entry.marked.notes[:MOST_NOTES], entry.comment]
    lines = [f"{entry.total:g} of {entry.possible:g} points.", entry.late_words, entry.comment]
    for line in entry.lines:
        counted = line.mark.outcome != Outcome.PASSED and not line.by_hand
        saw = line.mark.report.get("saw", "") if counted else ""
        told = " ".join(filter(None, (saw[:200], line.comment)))
        lines.append(f"{line.mark.exercise}: {line.earned:g} of {line.possible:g}. {told}".strip())
    return lines


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def file_name(entry: Entry) -> str:
    """A file name for a learner: readable, harmless on every system, and no other learner's."""
    who = f"{entry.marked.learner}\0{entry.marked.platform_id}"
    readable = re.sub(r"[^\w-]+", "_", entry.alias or entry.marked.learner).strip("_")[:50]
    return f"{readable or 'learner'}-{hashlib.sha256(who.encode()).hexdigest()[:6]}"


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV in which no text is a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_cell(v) for v in row] for row in rows])
    return text.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet takes for a formula is quoted; numbers stay numbers.

    Where decimals have a comma, it cuts at semicolons, and takes what follows for a cell too.
    """
    if not isinstance(value, str):
        return value
    text = _CUT.sub("'", clean(value, MOST_CELL))
    start = text.lstrip(" \t\r\n\v\f\u00a0\u3000")[:1]
    quoted = start in tuple(_SIGNS) and _number(text) is None and text != "-"
    return f"'{text}" if quoted or text[:1] in ("\t", "\r") else text
