"""The results as pages: feedback for each learner, and the overview of the class.

A feedback page holds one learner's own work and nothing of anybody else's. Each page is one file
without scripts, and every text of a learner's is escaped.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from .. import exercises
from ..engine.report import Criterion, Example, Outcome, Report
from .similarity import Pair
from .marking import Mark, Marked
from .tables import file_name, late_hours, marked_exercises, possible, total

STYLE = """
:root { color-scheme: light dark; --jp-success-color1: #1b7f3b; --jp-warn-color1: #b25b00;
  --jp-error-color1: #c62828; --jp-info-color1: #37689c; }
@media (prefers-color-scheme: dark) { :root { --jp-success-color1: #6fcf8a;
  --jp-warn-color1: #ffb15c; --jp-error-color1: #ff8a80; --jp-info-color1: #8ab8e8; } }
body { font: 1rem/1.5 system-ui, "Noto Sans", "NanumGothic", sans-serif; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; } section { margin: 1rem 0; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: bold; }
th, td { border: 1px solid #8888; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; } img { max-width: 100%; background: white; }
.wide { overflow-x: auto; } .wide th { white-space: nowrap; }
.wide th[scope=col] { writing-mode: vertical-rl; }
.P { background: #1b7f3b33; } .H { background: #e0a80033; } .N { background: #c6282833; }
.E { background: #7b1fa233; }
"""
WORDS = {
    Outcome.PASSED: ("P", "passed"),
    Outcome.FAILED: ("N", "not yet"),
    Outcome.ERROR: ("E", "stopped by an error"),
    Outcome.NOT_ATTEMPTED: ("-", "not started"),
}


def feedback(marked: Marked, deadline: datetime | None = None) -> str:
    """The page of one learner: the marks, and for each exercise the report of its check."""
    title = f"Feedback for {marked.learner}"
    return _page(title, _feedback(marked, deadline))


def overview(results: Sequence[Marked], alike: Sequence[Pair], deadline: datetime | None) -> str:
    """The page of the instructor: what the class finds hard, and what needs a look."""
    return _page("The class", _overview(results, alike, deadline))


def _page(title: str, parts: Iterator[str]) -> str:
    head = f'<meta charset="utf-8"><title>{_e(title)}</title><style>{STYLE}</style>'
    view = '<meta name="viewport" content="width=device-width">'
    body = "\n".join([f"<h1>{_e(title)}</h1>", *parts])
    page = f'<html lang="en">\n<head>{head}{view}</head>\n<body>{body}</body>\n</html>'
    return f"<!doctype html>\n{page}\n"


def _feedback(marked: Marked, deadline: datetime | None) -> Iterator[str]:
    if marked.trouble:
        yield "<p><strong>Not all is marked yet.</strong> Your instructor will look at it.</p>"
    if not marked.marks:
        return
    yield f"<p><strong>{total(marked):g} of {possible(marked)} points.</strong></p>"
    if late := late_hours(marked, deadline):
        yield f"<p>Handed in {late:g} hours after the deadline.</p>"
    if marked.notes:
        yield _list(marked.notes)
    by_id = {m.exercise: m for m in marked.marks}
    yield _sums(by_id)
    for book in exercises.NOTEBOOKS:
        marks = _of(book.number, by_id)
        if marks:
            yield f"<h2>{book.number} {_e(book.title)}</h2>"
            yield from map(_one, marks)


def _sums(by_id: dict[str, Mark]) -> str:
    rows = []
    for book in exercises.NOTEBOOKS:
        marks = _of(book.number, by_id)
        asked = [m for m in marks if m.points]
        passed = sum(m.outcome == Outcome.PASSED for m in asked)
        earned, points = sum(m.earned for m in marks), sum(m.points for m in marks)
        if marks:
            rows.append(
                f"<tr><th scope='row'>{book.number} {_e(book.title)}</th>"
                f"<td class='n'>{passed} of {len(asked)}</td>"
                f"<td class='n'>{earned:g} of {points}</td></tr>"
            )
    head = "<tr><th>notebook</th><th>exercises passed</th><th>points</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _of(number: str, by_id: dict[str, Mark]) -> list[Mark]:
    """The marks of one notebook."""
    return [by_id[e] for e in exercises.of_notebook(number)[0] if e in by_id]


def _one(mark: Mark) -> str:
    parts = [_report(mark)._repr_html_()]
    parts += [f"<p>{_e(note)}</p>" for note in mark.notes]
    if mark.picture:
        parts.append(mark.picture)
    if mark.code and mark.outcome != Outcome.PASSED:
        parts.append(f"<details><summary>Your cell</summary><pre>{_e(mark.code)}</pre></details>")
    points = f"{mark.earned:g} of {mark.points} points"
    if not mark.points:
        points = f"A bonus: {mark.earned:g} points on top"
    return f'<section id="{mark.exercise}">{"".join(parts)}<p>{points}</p></section>'


def _report(mark: Mark) -> Report:
    plain = {k: v for k, v in mark.report.items() if k not in ("passed", "earned")}
    plain |= {
        "outcome": Outcome(plain["outcome"]),
        "criteria": tuple(Criterion(**c) for c in plain["criteria"]),
        "example": Example(**plain["example"]) if plain["example"] else None,
        "notes": tuple(plain["notes"]),
    }
    return Report(**plain)


def _overview(
    results: Sequence[Marked], alike: Sequence[Pair], deadline: datetime | None
) -> Iterator[str]:
    marked = [m for m in results if m.marks]
    percents = sorted(100 * total(m) / max(1, possible(m)) for m in marked)
    yield f"<p>{len(results)} submissions, {len(marked)} marked.</p>"
    if percents:
        middle = percents[len(percents) // 2]
        yield (
            f"<p>Percent of the points: lowest {percents[0]:.0f}, middle {middle:.0f}, "
            f"highest {percents[-1]:.0f}.</p>"
        )
    look = [
        f"{m.learner}: {text}"
        for m in results
        for text in [
            *([m.trouble] if m.trouble else []),
            *m.notes,
            *(f"{k.exercise}: {note}" for k in m.marks for note in k.notes if k.code),
        ]
    ]
    late = [
        f"{m.learner} ({late_hours(m, deadline):g} h)" for m in results if late_hours(m, deadline)
    ]
    look += [f"After the deadline: {', '.join(late)}."] if late else []
    yield "<h2>To look at</h2>" + (_list(look) if look else "<p>Nothing.</p>")
    yield "<h2>What the class finds hard</h2>" + _hard(marked)
    yield "<h2>Who stands where</h2>" + _heat(marked)
    yield "<h2>Answers that look alike</h2>" + _alike(alike)


def _hard(marked: Sequence[Marked]) -> str:
    rows = []
    for exercise in map(exercises.find, marked_exercises(marked)):
        marks = [k for m in marked for k in m.marks if k.exercise == exercise.id]
        tried = [k for k in marks if k.outcome != Outcome.NOT_ATTEMPTED]
        passed = sum(k.outcome == Outcome.PASSED for k in tried)
        share = 100 * passed / len(tried) if tried else 0.0
        named = Counter(k.diagnosis for k in tried if k.diagnosis).most_common(3)
        meant = {m.slug: m.means for m in exercise.mistakes}
        text = "<br>".join(
            f"{count} × <strong>{_e(slug)}</strong> {_e(meant.get(slug, ''))}"
            for slug, count in named
        )
        of = f"{passed} of {len(tried)}"
        percent = f"{share:.0f} %" if tried else ""
        rows.append((share if tried else 101, exercise.notebook, exercise.id, of, percent, text))
    rows.sort()
    body = "".join(
        f"<tr><th scope='row'>{name}</th><td>{number}</td><td class='n'>{of}</td>"
        f"<td class='n'>{percent}</td><td>{text}</td></tr>"
        for _, number, name, of, percent, text in rows
    )
    head = "<tr><th>exercise</th><th>notebook</th><th>passed, of those who tried</th><th></th>"
    head += "<th>what went wrong most often</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _heat(marked: Sequence[Marked]) -> str:
    names = marked_exercises(marked)
    head = "".join(f"<th scope='col'>{name}</th>" for name in names)
    rows = []
    for m in marked:
        by_id = {k.exercise: k for k in m.marks}
        cells = "".join(_square(by_id.get(name)) for name in names)
        link = f"<a href='feedback/{_e(file_name(m))}.html'>{_e(m.learner)}</a>"
        rows.append(f"<tr><th scope='row'>{link}</th>{cells}<td class='n'>{total(m):g}</td></tr>")
    words = ", ".join(f"{letter} {word}" for letter, word in WORDS.values())
    return (
        f"<p>{words}, H not yet, half of the points or more.</p><div class='wide'><table>"
        f"<thead><tr><th>learner</th>{head}<th>total</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _square(mark: Mark | None) -> str:
    if mark is None:
        return "<td></td>"
    letter, word = WORDS[Outcome(mark.outcome)]
    if letter == "N" and mark.points and mark.earned >= mark.points / 2:
        letter = "H"
    told = f"{mark.exercise}: {word}, {mark.earned:g} of {mark.points}"
    return f"<td class='{letter}' title='{_e(told)}'>{letter}</td>"


def _alike(pairs: Sequence[Pair]) -> str:
    if not pairs:
        return "<p>None.</p>"
    rows = "".join(
        f"<tr><td>{_e(p.learners[0])}</td><td>{_e(p.learners[1])}</td>"
        f"<td class='n'>{len(p.exercises)}</td><td>{', '.join(p.exercises)}</td></tr>"
        for p in pairs[:50]
    )
    head = "<tr><th>learner</th><th>learner</th><th>exercises</th><th>which</th></tr>"
    return (
        "<p>Here two learners wrote the same program, names and layout aside, in a form that few "
        "others handed in. Read both before you think anything: people learn together.</p>"
        f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    )


def _list(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{_e(item)}</li>" for item in items) + "</ul>"


def _e(text: str) -> str:
    return html.escape(text)
