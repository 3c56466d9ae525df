"""The results as pages: feedback for each learner, and the overview of the class.

A feedback page holds one learner's own work and nothing of anybody else's. Each page is one file
without scripts. The templates stand in ``templates``; Jinja escapes every text that it puts in,
except the report and the picture, which the course's own code has made and escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from .. import exercises
from ..engine.report import Criterion, Example, Outcome, Report
from .marks import Mark, Marked
from .similarity import Pair
from .tables import file_name, late_hours, marked_exercises, possible, total

MOST_PAIRS = 50  # answers that look alike, shown in the overview
WORDS = {
    Outcome.PASSED: ("P", "passed"),
    Outcome.FAILED: ("N", "not yet"),
    Outcome.ERROR: ("E", "stopped by an error"),
    Outcome.NOT_ATTEMPTED: ("-", "not started"),
}


def feedback(marked: Marked, deadline: datetime | None = None) -> str:
    """The page of one learner: the marks, and for each exercise the report of its check."""
    return _page(
        "feedback.html",
        title=f"Feedback for {marked.learner}",
        marked=marked,
        earned=total(marked),
        points=possible(marked),
        hours_late=late_hours(marked, deadline),
        notebooks=list(_notebooks(marked)),
    )


def overview(results: Sequence[Marked], alike: Sequence[Pair], deadline: datetime | None) -> str:
    """The page of the instructor: what the class finds hard, and what needs a look."""
    marked = [m for m in results if m.marks]
    names = marked_exercises(marked)
    return _page(
        "overview.html",
        title="The class",
        submissions=len(results),
        percents=sorted(100 * total(m) / max(1, possible(m)) for m in marked),
        to_look_at=list(_to_look_at(results, deadline)),
        hard=sorted(
            (_difficulty(name, marked) for name in names),
            key=lambda row: (row["percent"], row["notebook"], row["exercise"]),
        ),
        words=WORDS.values(),
        names=names,
        learners=[_learner(m, names) for m in marked],
        alike=alike[:MOST_PAIRS],
    )


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


def _page(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(values)


def _notebooks(marked: Marked) -> Iterator[dict[str, Any]]:
    """What a feedback page says of each notebook that was marked."""
    by_id = {m.exercise: m for m in marked.marks}
    for book in exercises.NOTEBOOKS:
        marks = [by_id[e] for e in book.exercises if e in by_id]
        asked = [m for m in marks if m.points]
        if marks:
            yield {
                "title": f"{book.number} {book.title}",
                "passed": sum(m.outcome == Outcome.PASSED for m in asked),
                "asked": len(asked),
                "earned": sum(m.earned for m in marks),
                "points": sum(m.points for m in marks),
                "marks": [(m, Markup(_report(m)._repr_html_())) for m in marks],
            }


def _report(mark: Mark) -> Report:
    plain = {k: v for k, v in mark.report.items() if k not in ("passed", "earned")}
    plain |= {
        "outcome": Outcome(plain["outcome"]),
        "criteria": tuple(Criterion(**c) for c in plain["criteria"]),
        "example": Example(**plain["example"]) if plain["example"] else None,
        "notes": tuple(plain["notes"]),
    }
    return Report(**plain)


def _to_look_at(results: Sequence[Marked], deadline: datetime | None) -> Iterator[str]:
    for m in results:
        if m.trouble:
            yield f"{m.learner}: {m.trouble}"
        yield from (f"{m.learner}: {note}" for note in m.notes)
        for mark in m.marks:
            if mark.code:
                yield from (f"{m.learner}: {mark.exercise}: {note}" for note in mark.notes)
    late = [f"{m.learner} ({h:g} h)" for m in results if (h := late_hours(m, deadline))]
    if late:
        yield f"After the deadline: {', '.join(late)}."


def _difficulty(name: str, marked: Sequence[Marked]) -> dict[str, Any]:
    """How many passed an exercise, and which mistakes were made most often."""
    exercise = exercises.find(name)
    marks = [k for m in marked for k in m.marks if k.exercise == name]
    tried = [k for k in marks if k.outcome != Outcome.NOT_ATTEMPTED]
    passed = sum(k.outcome == Outcome.PASSED for k in tried)
    meaning = {m.slug: m.means for m in exercise.mistakes}
    made = Counter(k.diagnosis for k in tried if k.diagnosis).most_common(3)
    return {
        "exercise": name,
        "notebook": exercise.notebook,
        "passed": passed,
        "tried": len(tried),
        "percent": 100 * passed / len(tried) if tried else 101,  # 101: nobody tried, sorted last
        "mistakes": [(count, slug, meaning.get(slug, "")) for slug, count in made],
    }


def _learner(marked: Marked, names: Sequence[str]) -> dict[str, Any]:
    by_id = {k.exercise: k for k in marked.marks}
    return {
        "name": marked.learner,
        "file": file_name(marked),
        "squares": [_square(by_id[n]) if n in by_id else None for n in names],
        "total": total(marked),
    }


def _square(mark: Mark) -> dict[str, str]:
    letter, word = WORDS[Outcome(mark.outcome)]
    if letter == "N" and mark.points and mark.earned >= mark.points / 2:
        letter = "H"
    return {
        "letter": letter,
        "title": f"{mark.exercise}: {word}, {mark.earned:g} of {mark.points}",
    }
