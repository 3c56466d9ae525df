"""The results as tables: CSV for people, and for Canvas and Moodle."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Sequence

from .. import exercises
from ..engine.verdict.report import Outcome
from .classroom import Entry
from .marks import Marked
from .owners import CANVAS
from .roster import Person, Roster
from .rules import Rules
from .text import clean

MOST_CELL = 32_000  # characters: a spreadsheet takes 32,767


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
        earned = {line.mark.exercise: line.earned for line in e.score.lines}
        p, s = e.person, e.score
        who = (p.id, p.mail, p.group) if p else ("", "", "")
        when = p.when.isoformat() if p and p.when else ""
        by_hand = " ".join(line.mark.exercise for line in s.lines if line.by_hand)
        rows.append(
            [
                *(e.marked.learner, e.marked.platform_id, *who, e.status, when),
                *(s.hours_late, *(earned.get(name, "") for name in names), s.taken),
                *(s.total, s.possible, s.percent, by_hand, e.needs_a_look),
            ]
        )
    return csv_text(rows)


def upload(entries: Sequence[Entry], rules: Rules, roster: Roster) -> str:
    """The list of the class as the platform gave it out, with the grades filled in."""
    by_person = {id(e.person): e for e in entries if e.person and not e.marked.trouble}
    rows = [(p, by_person.get(id(p))) for p in roster.people]
    return _canvas(rows, rules, roster) if roster.platform == CANVAS else _moodle(rows, roster)


def _canvas(rows: Sequence[tuple[Person, Entry | None]], rules: Rules, roster: Roster) -> str:
    """What Canvas's gradebook imports: one assignment, its points possible, one row a student.

    The assignment is the column that has its name (Canvas adds its number), else one more.
    """
    named = (c for c in roster.columns if re.sub(r" \(\d+\)$", "", c) == rules.title)
    column = next(named, rules.title)
    keep = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
    head = [c for c in keep if c in roster.columns]
    points = max((e.score.possible for _, e in rows if e), default=0)
    blank = [""] * (len(head) - 1)
    graded = [[*(p.row.get(c, "") for c in head), e.score.total] for p, e in rows if e]
    return csv_text([[*head, column], ["    Points Possible", *blank, points], *graded])


def _moodle(rows: Sequence[tuple[Person, Entry | None]], roster: Roster) -> str:
    """Moodle's offline grading worksheet, from which it sees which grades it may replace."""
    comments = "Feedback comments"
    columns = [*roster.columns, *([comments] if comments not in roster.columns else [])]
    filled = []
    for p, e in rows:
        row = dict(p.row)
        if e:
            most = _number(p.row.get("Maximum Grade", ""))
            scale = most / e.score.possible if most and e.score.possible else 1
            row |= {"Grade": f"{e.score.total * scale:.2f}", comments: words(e)}
        filled.append([row.get(c, "") for c in columns])
    return csv_text([columns, *filled])


def words(entry: Entry) -> str:
    """A learner's feedback in a few lines, for a platform's comment field."""
    s = entry.score
    if not s.lines:
        return "Nothing was handed in." if entry.status == "nothing handed in" else entry.status
    lines = [f"{s.total:g} of {s.possible:g} points.", s.late_words]
    for line in s.lines:
        saw = line.mark.report.get("saw", "") if line.mark.outcome != Outcome.PASSED else ""
        told = " ".join(filter(None, (saw[:200], line.decision.comment)))
        lines.append(f"{line.mark.exercise}: {line.earned:g} of {line.possible:g}. {told}".strip())
    return "\n".join(filter(None, lines))


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def file_name(marked: Marked) -> str:
    """A file name for a learner: readable, harmless on every system, and no other learner's."""
    who = f"{marked.learner}\0{marked.platform_id}"
    readable = re.sub(r"[^\w-]+", "_", marked.learner).strip("_")[:50]
    return f"{readable or 'learner'}-{hashlib.sha256(who.encode()).hexdigest()[:6]}"


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV in which no text is a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_cell(v) for v in row] for row in rows])
    return text.getvalue()


def _cell(value: object) -> object:
    """A text that a spreadsheet takes for a formula is quoted; numbers stay numbers."""
    if not isinstance(value, str):
        return value
    text = clean(value, MOST_CELL)
    start = text.lstrip(" \t\r\n\v\f\u00a0\u3000")[:1]
    quoted = (
        start in tuple("=+-@|\uff1d\uff0b\uff0d\uff20") and _number(text) is None and text != "-"
    )
    return f"'{text}" if quoted or text[:1] in ("\t", "\r") else text
