"""``progress``: passed and open exercises, and the next one; below a report, as one line."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from .. import exercises
from ..course import sources, store
from ..exercises.notebook import PARTS, Notebook

WORDS = {"passed": "passed", "tried": "tried, not passed", "open": "open"}
BINDER = (
    "<p>Binder forgets your work when you leave. Keep the line that this gives, and "
    "<code>import_progress</code> brings all back: "
    "<code>from tutor_utils import export_progress; print(export_progress())</code></p>"
)
MARKS = {"passed": "✓", "open": "○"}  # any other state is an ellipsis


_checked: dict[Path, str] = {}  # learner's folder -> exercise checked last, also if not saved


class Progress:
    """The state of every exercise. Prints as text; a notebook shows it as a table.

    Args:
        here: The exercise that was just checked; by default the one checked last.
    """

    def __init__(self, here: str = "") -> None:
        records = store.records()
        self.rows = [(e, records.get(e.id, store.Record(e.id))) for e in exercises.entries()]
        if here:
            _checked[store.folder()] = here
        self.here = _checked.get(store.folder()) or next(
            (name for name in reversed(records) if exercises.known(name)), None
        )

    @property
    def passed(self) -> list[str]:
        """The ids of the exercises that were passed."""
        return [e.id for e, record in self.rows if record.passed]

    @property
    def next(self) -> str | None:
        """The next exercise: the current one, another open one of its notebook, or a later one.

        Never a bonus; of Parts II and III only for a learner who works there.
        """
        part, place, notebook = 1, 0, ""
        if self.here:
            here = exercises.entry(self.here)
            part, notebook = here.part, here.notebook
            place = [e.id for e, _ in self.rows].index(self.here)
        open_ = [
            (e.part != part, e.notebook != notebook, number < place, number, e.id)
            for number, (e, record) in enumerate(self.rows)
            if e.part in (part, 1) and not (e.bonus or record.passed)
        ]
        return min(open_)[-1] if open_ else None

    def lines(self) -> list[tuple[str, str, str]]:
        """(notebook, exercise, words) of each row."""
        found = []
        for exercise, record in self.rows:
            words = "bonus, " * exercise.bonus + WORDS.get(record.outcome, record.outcome)
            if record.tries:
                words += f", {record.tries} {'try' if record.tries == 1 else 'tries'}"
            if record.hints:
                words += f", {record.hints} {'hint' if record.hints == 1 else 'hints'}"
            if record.solution_seen:
                words += ", solution seen first"
            found.append((exercise.notebook, exercise.id, words))
        return found

    def tally(self, notebook: str = "") -> tuple[int, int]:
        """(passed, required) exercises of Part I or of one notebook.

        In a side trip, whose exercises are all bonus: (passed, all).
        """
        its = [(e, record.passed) for e, record in self.rows if e.notebook == notebook]
        required = [passed for e, passed in its if not e.bonus] or [passed for _, passed in its]
        if not notebook:
            required = [record.passed for e, record in self.rows if not e.optional]
        return sum(required), len(required)

    @property
    def counted(self) -> str:
        """How many exercises are passed, in words."""
        passed, required = self.tally()
        done = f"Part I: {passed} of {required} exercises passed."
        later_parts = {title.partition(":")[0]: part for part, title in PARTS.items() if part > 1}
        rows = [(e.part, e.bonus, record.passed) for e, record in self.rows]
        found = {
            n: [p for part, b, p in rows if part == of and not b] for n, of in later_parts.items()
        }
        found["Bonus"] = [passed for _, bonus, passed in rows if bonus]
        for name, these in found.items():
            done += f" {name}: {sum(these)} of {len(these)} passed." if any(these) else ""
        return done

    @property
    def summary(self) -> str:
        """How many passed, what comes next, and the path of the page of the learner's model."""
        following = f"Next: {self.next}." if self.next else "All done."
        page = store.model_page()
        saved = f" Your model's page: {store.NAME}/{page.name}." if page.exists() else ""
        return f"{self.counted} {following}{saved}"

    def __str__(self) -> str:
        rows = [f"  {number}  {name:<24}{words}" for number, name, words in self.lines()]
        return "\n".join([self.summary, *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _html(self)


def progress() -> Progress:
    """Your progress through the course."""
    return Progress()


class Whereabouts:
    """Progress as seen from one exercise, as a line of text or HTML.

    Args:
        exercise: The id of the exercise that was just checked.
    """

    def __init__(self, exercise: str) -> None:
        self.progress = Progress(exercise)
        self.here = exercises.entry(exercise).notebook
        name = self.progress.next
        self.next = None if name is None else exercises.entry(name)
        headings = sources.headings()
        self.minutes = sum(
            headings[e.id].minutes
            for e, record in self.progress.rows
            if e.notebook == self.here and not (record.passed or e.bonus) and e.id in headings
        )

    @property
    def counted(self) -> str:
        """``Notebook 02: 1 of 3 exercises passed, about 11 minutes left. Part I: 9 of 38.``"""
        passed, required = self.progress.tally(self.here)
        total = self.progress.tally()
        left = f", about {self.minutes} minutes left" if self.minutes else ""
        return (
            f"Notebook {self.here}: {passed} of {required} exercises passed{left}. "
            f"Part I: {total[0]} of {total[1]}."
        )

    def __str__(self) -> str:
        if self.next is None:
            return f"{self.counted} All done."
        where = "" if self.next.notebook == self.here else f", in notebook {self.next.notebook}"
        return f"{self.counted} Next: {self.next.id}{where}."

    def html(self) -> str:
        """The same as HTML, with a link to what comes next."""
        text = escape(str(self))
        if self.next is None:
            return f'<p class="tutor-foot">{text}</p>'
        link = link_to(self.next.id)
        start, _, end = text.rpartition(self.next.id)
        return f'<p class="tutor-foot">{start}{link}{end}</p>'


def _html(progress: Progress) -> str:
    """Progress as a table of notebooks; each one opens to its exercises."""
    done, every = progress.tally()
    bar = f'<progress value="{done}" max="{every}" aria-label="exercises passed"></progress>'
    parts = [f"<p>{bar} {escape(progress.counted)}</p>"]
    if progress.next:
        notebook = exercises.notebook_of(progress.next)
        title = f"{notebook.number} {escape(notebook.title)}"
        where = f'<a href="{notebook.stem}.ipynb">{title}</a>'
        parts.append(f"<p><strong>Do next:</strong> {link_to(progress.next)} in {where}</p>")
    if (page := store.model_page()).exists():
        parts.append(f'<p><a href="{store.NAME}/{page.name}">Your model, opened</a></p>')
    if "BINDER_LAUNCH_HOST" in os.environ:
        parts.append(BINDER)
    return "".join(parts + [_notebook(progress, n) for n in exercises.NOTEBOOKS if n.entries])


def _notebook(progress: Progress, notebook: Notebook) -> str:
    lines = [line for line in progress.lines() if line[0] == notebook.number]
    states = {e.id: record.outcome for e, record in progress.rows}
    passed, required = progress.tally(notebook.number)
    here = progress.next in [name for _, name, _ in lines]
    rows = "".join(
        f"<tr><td>{MARKS.get(states[name], '…')}</td><td><code>{escape(name)}</code></td>"
        f"<td>{escape(words)}</td></tr>"
        for _, name, words in lines
    )
    left = ' style="text-align:left"'  # JupyterLab aligns the middle column to the right
    rows = rows.replace("<td>", f"<td{left}>")
    head = "".join(f'<th scope="col"{left}>{word}</th>' for word in ("", "exercise", "state"))
    return (
        f"<details{' open' if here else ''}><summary>{notebook.number} "
        f"{escape(notebook.title)}: {passed} of {required} passed</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def link_to(exercise: str) -> str:
    """The exercise's name as a link to its heading."""
    return f'<a href="{address_of(exercise)}">{escape(exercise)}</a>'


def address_of(exercise: str) -> str:
    """The address of the exercise's heading, relative to the folder of the notebooks."""
    heading = sources.headings().get(exercise)
    anchor = f"#{heading.anchor}" if heading else ""
    return f"{exercises.notebook_of(exercise).stem}.ipynb{anchor}"
