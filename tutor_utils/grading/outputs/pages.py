"""The results as pages: feedback for each learner, the overview of the class, what changed.

A feedback page holds one learner's own work and nothing of anybody else's. Each page is one file
and works without scripts; a few lines of script sort and filter the overview's tables. The
templates stand in ``templates``; Jinja escapes every text that it puts in, except the report and
the picture, which the course's own code has made and escaped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ... import exercises
from ...engine.exercise import Remark
from ...engine.verdict.report import Criterion, Example, Outcome, Report
from ..gradebook.classroom import Class
from ..gradebook.scoring import Entry
from ..gradebook.store import Request
from ..intake.rules import Rules
from ..intake.text import shortened
from ..judge.marks import Mark
from . import questions, similarity
from .similarity import Cluster
from .tables import NOTHING, UNREADABLE, file_name, marked_exercises

MOST_CLUSTERS = 50  # groups of answers that look alike
MOST_NOTES = 5  # lines for one learner
MOST_NAMES = 40  # learners behind one number
WORDS = {
    Outcome.PASSED: ("P", "passed"),
    Outcome.FAILED: ("N", "not yet"),
    Outcome.ERROR: ("E", "stopped by an error"),
    Outcome.NOT_ATTEMPTED: ("-", "not started"),
}


class _OnAPage(Report):
    """A report as a learner reads it on a page: seeds and hints are for the notebook."""

    @property
    def footer(self) -> str:
        return f"All {len(self.criteria)} criteria met." if self.passed and self.criteria else ""


def feedback(entry: Entry, rules: Rules | None = None) -> str:
    """The page of one learner: the marks, and for each exercise the report of its check."""
    return page(
        "feedback.html",
        title=f"Feedback for {entry.marked.learner}",
        entry=entry,
        marked=entry.marked,
        readable=entry.status == "marked",
        nothing=NOTHING,
        unreadable=UNREADABLE,
        notebooks=list(_notebooks(entry)),
        rules=rules or Rules(),
    )


def overview(the_class: Class, requests: Sequence[Request] = (), asked: Sequence[str] = ()) -> str:
    """The page of the instructor: what the class finds hard, and what needs a look.

    Args:
        the_class: What it is made of.
        requests: What learners asked to be looked at again.
        asked: What the teacher has to settle before any grade leaves.
    """
    entries = the_class.entries
    marked = [e for e in entries if e.marked.marks]
    names = marked_exercises(marked)
    percents = sorted(e.percent for e in marked if e.grade is not None)
    report = the_class.lines()
    if the_class.rules.anonymous:  # both name people
        asked, report = (
            asked and [f"Questions that name learners: {len(asked)}, in intake.txt."],
            [],
        )
    return page(
        "overview.html",
        title=f"The class: {the_class.rules.title}",
        rules=the_class.rules,
        asked=asked,
        asked_title=questions.TITLE,
        report=report,
        submissions=len(entries),
        percents=percents,
        steps=_steps(percents),
        to_look_at=list(_to_look_at(entries)),
        published=_published(entries),
        requests=with_names([r for r in requests if r.state == "open"], entries),
        hard=sorted(
            (_difficulty(name, marked) for name in names),
            key=lambda row: (row["percent"], row["notebook"], row["exercise"]),
        ),
        words=WORDS.values(),
        names=names,
        learners=[_learner(e, names) for e in entries],
    )


def similar(found: Sequence[Cluster]) -> str:
    """Answers that look alike, both texts side by side."""
    return page("similar.html", title="Answers that look alike", clusters=found[:MOST_CLUSTERS])


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )


def page(template: str, **values: Any) -> str:
    """A page made from a template."""
    now = datetime.now().astimezone()
    return _environment().get_template(template).render(values, date=f"{now:%Y-%m-%d %H:%M %Z}")


def _notebooks(entry: Entry) -> Iterator[dict[str, Any]]:
    """What a feedback page says of each notebook that was marked."""
    by_id = {line.mark.exercise: line for line in entry.lines}
    for book in exercises.NOTEBOOKS:
        lines = [by_id[e] for e in book.exercises if e in by_id]
        asked = [line.mark for line in lines if line.mark.points]
        if lines:
            yield {
                "title": f"{book.number} {book.title}",
                "passed": sum(m.outcome == Outcome.PASSED for m in asked),
                "asked": len(asked),
                "earned": sum(line.earned for line in lines),
                "points": sum(line.possible for line in lines),
                "marks": [(n, html_of(n.mark)) for n in lines],
            }


def html_of(mark: Mark) -> Markup:
    """The card that the notebook's check shows, without a script, escaped by the course's code."""
    return Markup(report_of(mark).html(mark.picture, live=False))


def report_of(mark: Mark) -> Report:
    """The report of a mark, in the form that pages show."""
    plain = {k: v for k, v in mark.report.items() if k not in ("passed", "earned")}
    plain |= {
        "outcome": Outcome(plain["outcome"]),
        "criteria": tuple(Criterion(**c) for c in plain["criteria"]),
        "example": Example(**plain["example"]) if plain["example"] else None,
        "notes": tuple(plain["notes"]),
        "remarks": tuple(Remark(**one) for one in plain.get("remarks", ())),
    }
    return _OnAPage(**plain)


def _published(entries: Sequence[Entry]) -> list[tuple[list[str], list[str]]]:
    """(learners, exercises) of answers that are the course's own text, the most of them first."""
    found = similarity.published(e.marked for e in entries)
    whose: dict[tuple[str, ...], list[str]] = {}
    for e in entries:
        if e.who in found:
            whose.setdefault(tuple(found[e.who]), []).append(e.name)
    return [
        (shortened(names, MOST_NAMES), list(names_of))
        for names_of, names in sorted(whose.items(), key=lambda w: -len(w[0]))
    ]


def _to_look_at(entries: Sequence[Entry]) -> Iterator[tuple[str, list[str]]]:
    """(what was noted, whose) with each text once."""
    found: dict[str, list[str]] = {}
    for e in entries:
        noted: dict[str, list[str]] = {}
        for m in e.marked.marks:
            for note in m.notes if m.code else ():
                noted.setdefault(note, []).append(m.exercise)
        said = [e.marked.trouble, *e.marked.notes]
        said += [f"{', '.join(names)}: {note}" for note, names in noted.items()]
        said = list(dict.fromkeys(filter(None, said)))
        if len(said) > MOST_NOTES:
            said[MOST_NOTES - 1 :] = [
                f"{len(said) - MOST_NOTES + 1} more notes, on the feedback page."
            ]
        for text in said:
            text = _without_names(text, e) if e.alias else text
            found.setdefault(text, []).append(e.name)
    for text, names in sorted(found.items(), key=lambda item: (len(item[1]), item[0])):
        yield text, shortened(names, MOST_NAMES)


def with_names(requests: Sequence[Request], entries: Sequence[Entry]) -> list[tuple[str, Request]]:
    """Each request, with what pages call the learner who asks."""
    names = {e.who: e.name for e in entries}
    hidden = any(e.alias for e in entries)
    return [(names.get(r.who, "" if hidden else r.who[0]), r) for r in requests]


def _without_names(text: str, entry: Entry) -> str:
    """A note in which nothing says whose it is: files and folders bear names."""
    own = (*entry.who, *(entry.person.names if entry.person else ()))
    words = {w for name in own for w in re.findall(r"\w+", name) if len(w) > 1 or not w.isascii()}
    any_of = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "$^"
    return re.sub(rf"(?<![^\W_])({any_of})(?![^\W_])", "\u2026", text, flags=re.IGNORECASE)


def _steps(percents: Sequence[float]) -> list[tuple[str, int]]:
    """How many learners have 0 to 9 percent, 10 to 19, and so on; the last holds 100."""
    count = Counter(min(9, max(0, int(p // 10))) for p in percents)
    return [(f"{10 * i}–{10 * i + 9 if i < 9 else 100}", count[i]) for i in range(10)]


def _difficulty(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """How many passed an exercise, who did not, and which mistakes were made most often."""
    exercise = exercises.find(name)
    marks = [(e, k) for e in entries for k in e.marked.marks if k.exercise == name]
    tried = [(e, k) for e, k in marks if k.outcome != Outcome.NOT_ATTEMPTED]
    passed = sum(k.outcome == Outcome.PASSED for _, k in tried)
    meaning = {m.slug: m.means for m in exercise.mistakes}
    made = Counter(k.diagnosis for _, k in tried if k.diagnosis).most_common(3)
    unnamed = [e for e, k in tried if k.outcome != Outcome.PASSED and not k.diagnosis]
    return {
        "exercise": name,
        "notebook": exercise.notebook,
        "passed": passed,
        "tried": len(tried),
        "percent": 100 * passed / len(tried) if tried else 101,  # 101: nobody tried, sorted last
        "mistakes": [
            (
                count,
                slug,
                meaning.get(slug) or _seen([k for _, k in tried if k.diagnosis == slug]),
                _links([e for e, k in tried if k.diagnosis == slug]),
            )
            for slug, count in made
        ],
        "unnamed": _links(unnamed),
        "unnamed_count": len(unnamed),
    }


def _seen(marks: Sequence[Mark]) -> str:
    """What the reports say, where the mistake has no words of its own: they are all different."""
    return (
        str(marks[0].report.get("means") or marks[0].report.get("saw", ""))[:200] if marks else ""
    )


def _links(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [(e.name, file_name(e)) for e in entries[:MOST_NAMES]]


def _learner(entry: Entry, names: Sequence[str]) -> dict[str, Any]:
    by_id = {line.mark.exercise: line for line in entry.lines}
    return {
        "name": entry.name,
        "file": file_name(entry),
        "group": entry.person.group if entry.person else "",
        "status": "" if entry.status == "marked" else entry.status,
        "squares": [_square(by_id[n]) if n in by_id else None for n in names],
        "late": entry.late.hours or ("late" if entry.late_words else ""),
        "total": "no grade" if entry.grade is None else f"{entry.total:g}",
        "percent": "" if entry.grade is None else f"{entry.percent:g}",
    }


def _square(line: Any) -> dict[str, str]:
    mark = line.mark
    letter, word = WORDS[Outcome(mark.outcome)]
    if letter == "N" and line.possible and line.earned >= line.possible / 2:
        letter = "H"
    hand = ", by hand" if line.by_hand else ""
    return {
        "letter": letter + ("*" if line.by_hand else ""),
        "class": letter,
        "title": f"{mark.exercise}: {word}, {line.earned:g} of {line.possible:g}{hand}",
    }
