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
from ..gradebook.classroom import LearnerEntry
from ..intake.owners import CANVAS, MOODLE
from ..intake.roster import Roster
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
_WORKSHEET = ("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade")
_MORE = ("Last modified (submission)", "Last modified (grade)", "Feedback comments")


def marked_exercises(entries: Iterable[LearnerEntry]) -> list[str]:
    """The exercises that were marked, in the order of the course."""
    found = {m.exercise for entry in entries for m in entry.marked.marks}
    return [e.id for e in exercises.entries() if e.id in found]


def grades(entries: Sequence[LearnerEntry]) -> str:
    """One row a learner: points of each exercise, what lateness took, total, percentage."""
    names = marked_exercises(entries)
    head = ["learner", "platform_id", "id", "mail", "group", "status", "handed_in", "hours_late"]
    tail = ["taken_for_lateness", "total", "possible", "percent", "by_hand", "needs_a_look"]
    rows: list[Sequence[object]] = [[*head, *names, *tail]]
    for e in entries:
        lines = e.score.lines if e.grade is not None else ()
        earned = {line.mark.exercise: line.earned for line in lines}
        p, s = e.person, e.score
        who = (p.id, p.mail, p.group) if p else ("", "", "")
        when = p.when.isoformat() if p and p.when else e.marked.when  # as lateness counts
        by_hand = " ".join(line.mark.exercise for line in s.lines if line.by_hand)
        rows.append(
            [
                *(e.marked.learner, e.marked.platform_id, *who, e.status, when),
                *(s.hours_late, *(earned.get(name, "") for name in names), s.taken),
                *(("", s.possible, "") if e.grade is None else (s.total, s.possible, s.percent)),
                *(by_hand, e.needs_a_look),
            ]
        )
    return csv_text(rows)


def canvas(entries: Sequence[LearnerEntry], rules: Rules, roster: Roster | None = None) -> str:
    """What Canvas's gradebook imports: one assignment, its points possible, one row a student.

    Who has no grade yet has no row, so that an import changes nothing there.
    Where the list of the class is Canvas's own export, its rows come back with this column filled:
    the column that has the assignment's name (Canvas adds its number), with points scaled to those
    that are possible there; else one more.
    """
    points = max((e.score.possible for e in entries), default=0)
    if roster and roster.is_canvas_gradebook:
        column = column_of(roster, rules.title) or rules.title
        most = _number(roster.possible.get(column, "")) or points
        scale = most / points if points else 1
        keep = ("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID", "Section")
        head = [c for c in keep if c in roster.columns] + [column]
        by_person = {id(e.person): e for e in entries if e.person}
        rows: list[Sequence[object]] = [
            head,
            ["    Points Possible", *[""] * (len(head) - 2), most],
        ]
        for p in roster.people:
            e = by_person.get(id(p))
            excused = p.row.get(column, "").strip().upper() == "EX"  # a grade would end that
            if e and e.grade is not None and not excused:
                rows.append([*(p.row.get(c, "") for c in head[:-1]), round(e.grade * scale, 2)])
        return csv_text(rows)
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", rules.title]]
    rows.append(["    Points Possible", "", "", "", "", points])
    for e in entries:
        if e.grade is not None and any(_canvas_ids(e)):
            group = e.person.group if e.person else ""
            rows.append([e.marked.learner, *_canvas_ids(e), group, e.grade])
    return csv_text(rows)


def column_of(roster: Roster, title: str) -> str:
    """The column of an assignment, to whose name Canvas adds its number; "" where there is none."""
    return next((c for c in roster.columns if re.sub(r" \(\d+\)$", "", c) == title), "")


def unknown_to(platform: str, entries: Sequence[LearnerEntry]) -> list[str]:
    """Who came by another way in a platform's class: an import would find nobody for the row."""
    if all(e.marked.platform != platform for e in entries):
        return []
    there = [e for e in entries if not e.marked.trouble]
    if platform == CANVAS:
        return [e.name for e in there if not any(_canvas_ids(e))]
    return [e.name for e in there if not (_number_of(e) or (e.person and e.person.platform_id))]


def _canvas_ids(entry: LearnerEntry) -> tuple[str, str, str]:
    """The number, the university's number and the login by which Canvas knows a learner."""
    if entry.marked.platform == MOODLE:
        return "", "", ""
    person = entry.person
    return _number_of(entry), person.id if person else "", person.login if person else ""


def moodle(entries: Sequence[LearnerEntry], rules: Rules, roster: Roster | None = None) -> str:
    """Moodle's offline grading worksheet, with feedback.

    Where the list of the class is the worksheet that Moodle gave out, its rows come back with the
    grade and the feedback filled in, so that Moodle sees which grades it may replace. Else who
    has no number of Moodle's has no row: it takes the end of any text for a learner's number.
    """
    by_person = {id(e.person): e for e in entries if e.person}
    if roster and roster.is_moodle_worksheet:
        columns = list(roster.columns)
        columns += [c for c in ("Feedback comments",) if c not in columns]
        maximum = next((c for c in columns if c.lower() == "maximum grade"), "")  # newer: "grade"
        rows: list[Sequence[object]] = [columns]
        for p in roster.people:
            e = by_person.get(id(p))
            filled = p.row | {"Grade": p.row.get("Grade", "").replace(",", ".")}  # a spreadsheet's
            if e and not e.marked.trouble:
                most = _number(p.row.get(maximum, ""))
                scale = most / e.score.possible if most and e.score.possible else 1
                filled |= {"Grade": _moodle_grade(e, scale, most), "Feedback comments": words(e)}
            rows.append([filled.get(c, "") for c in columns])
        return _moodle_csv(rows)
    rows = [[*_WORKSHEET, *_MORE]]
    for e in entries:
        number = _number_of(e)
        if e.marked.trouble or e.marked.platform == CANVAS or not number:
            continue
        mail = e.person.mail if e.person else ""
        row = [f"Participant {number}", e.marked.learner, mail, e.status, _moodle_grade(e)]
        rows.append([*row, f"{e.score.possible:.2f}", "-", "-", words(e)])
    return _moodle_csv(rows)


def _moodle_csv(rows: Iterable[Sequence[object]]) -> str:
    """PHP takes a backslash before a quote for part of the cell, and reads on into the next row."""
    return csv_text(rows).replace("\\", "&#92;")


def _moodle_grade(entry: LearnerEntry, scale: float = 1, most: float | None = None) -> str:
    """A grade that Moodle imports: it skips one above its maximum, newer ones a plain 0."""
    if entry.grade is None:
        return ""
    grade = min(entry.grade * scale, most or math.inf)
    return f"{grade:.2f}" if grade >= 0.005 else "0.00001"


def _number_of(entry: LearnerEntry) -> str:
    """The platform's number of a learner; the university's is none."""
    number, person = entry.marked.platform_id, entry.person
    return "" if person and number == person.id != person.platform_id else number


def words(entry: LearnerEntry) -> str:
    """A learner's feedback in a few lines of HTML, which Moodle takes the comment for."""
    lines = (html.escape(line, quote=False) for line in _lines(entry) if line)
    return _CUT.sub("<wbr>", "<br>".join(lines).replace("\n", "<br>"))  # nobody sees it


def _lines(entry: LearnerEntry) -> list[str]:
    s = entry.score
    if entry.status == "nothing handed in":
        return [NOTHING, s.comment]
    if entry.grade is None:
        return [UNREADABLE, *entry.marked.notes[:MOST_NOTES], s.comment]
    lines = [f"{s.total:g} of {s.possible:g} points.", s.late_words, s.comment]
    for line in s.lines:
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


def file_name(entry: LearnerEntry) -> str:
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
