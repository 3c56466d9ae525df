"""The results as tables: CSV for people, Canvas and Moodle, and JUnit XML for machines."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from xml.etree import ElementTree as xml

from .. import exercises
from ..engine.report import Outcome
from .marks import Marked

TITLE = "Build the Transformer"


def total(marked: Marked) -> float:
    """Points earned over all exercises."""
    return round(sum(m.earned for m in marked.marks), 2)


def possible(marked: Marked) -> int:
    """Points that the notebooks of this class hold."""
    return sum(m.points for m in marked.marks)


def marked_exercises(results: Iterable[Marked]) -> list[str]:
    """The exercises that were marked, in the order of the course."""
    found = {m.exercise for marked in results for m in marked.marks}
    return [e.id for e in exercises.exercises() if e.id in found]


def late_hours(marked: Marked, deadline: datetime | None) -> float:
    """Hours after the deadline; 0 in time or without a deadline."""
    if deadline is None or not marked.when:
        return 0.0
    hours = (datetime.fromisoformat(marked.when) - deadline).total_seconds() / 3600
    return round(max(0.0, hours), 2)


def needs_a_look(marked: Marked) -> str:
    """Why a person should look: it could not be marked, or not one file of it could be read."""
    nothing = all(m.outcome == Outcome.NOT_ATTEMPTED for m in marked.marks)
    return marked.trouble or (" ".join(marked.notes) if nothing else "")


def grades(results: Sequence[Marked], deadline: datetime | None) -> str:
    """One row a learner: points of each exercise, total, percentage, hours late."""
    names = marked_exercises(results)
    head = ["learner", "platform_id", "handed_in", "hours_late", *names]
    rows: list[Sequence[object]] = [[*head, "total", "possible", "percent", "needs_a_look"]]
    for marked in results:
        earned = {m.exercise: m.earned for m in marked.marks}
        percent = round(100 * total(marked) / max(1, possible(marked)), 1)
        rows.append(
            [
                *(marked.learner, marked.platform_id, marked.when, late_hours(marked, deadline)),
                *(earned.get(name, "") for name in names),
                *(total(marked), possible(marked), percent, needs_a_look(marked)),
            ]
        )
    return _csv(rows)


def canvas(results: Sequence[Marked]) -> str:
    """What Canvas's gradebook imports: one assignment, its points possible, one row a student."""
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", TITLE]
    points = max(map(possible, results), default=0)
    rows: list[Sequence[object]] = [head, ["    Points Possible", "", "", "", "", points]]
    for m in results:
        if not m.trouble:
            login = "" if m.platform_id else m.learner
            rows.append([m.learner, m.platform_id, "", login, "", total(m)])
    return _csv(rows)


def moodle(results: Sequence[Marked]) -> str:
    """What Moodle's offline grading worksheet holds."""
    rows: list[Sequence[object]] = [["Identifier", "Full name", "Grade", "Maximum Grade"]]
    for m in results:
        if not m.trouble:
            identifier = f"Participant {m.platform_id}" if m.platform_id else m.learner
            rows.append([identifier, m.learner, total(m), possible(m)])
    return _csv(rows)


def junit(marked: Marked) -> str:
    """JUnit XML of one submission: a test an exercise, its points as properties."""
    failed = [m for m in marked.marks if m.outcome == Outcome.FAILED]
    errors = [m for m in marked.marks if m.outcome == Outcome.ERROR]
    skipped = [m for m in marked.marks if m.outcome == Outcome.NOT_ATTEMPTED]
    suite = xml.Element(
        "testsuite",
        name=_plain(marked.learner),
        tests=str(len(marked.marks)),
        failures=str(len(failed)),
        errors=str(len(errors)),
        skipped=str(len(skipped)),
        time=str(marked.seconds),
    )
    homes = {e.id: f"notebook {e.notebook}" for e in exercises.exercises()}
    for m in marked.marks:
        case = xml.SubElement(
            suite, "testcase", classname=homes[m.exercise], name=m.exercise, time=str(m.seconds)
        )
        told = xml.SubElement(case, "properties")
        for name in ("earned", "points", "diagnosis"):
            xml.SubElement(told, "property", name=name, value=_plain(str(getattr(m, name))))
        tag = {"failed": "failure", "error": "error", "not_attempted": "skipped"}.get(m.outcome)
        if tag:
            xml.SubElement(case, tag, message=_plain(m.report.get("saw", "")))
    xml.indent(suite)
    return xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def file_name(marked: Marked) -> str:
    """A file name for a learner: readable, harmless on every system, and no other learner's."""
    who = f"{marked.learner}\0{marked.platform_id}"
    readable = re.sub(r"[^\w-]+", "_", marked.learner).strip("_")[:50]
    return f"{readable or 'learner'}-{hashlib.sha256(who.encode()).hexdigest()[:6]}"


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_cell(v) for v in row] for row in rows])
    return text.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet takes for a formula is quoted; numbers stay numbers."""
    text = value if isinstance(value, str) else ""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _plain(text: str) -> str:
    """Without the signs that XML has no place for."""
    return "".join(c if c >= " " or c in "\t\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
