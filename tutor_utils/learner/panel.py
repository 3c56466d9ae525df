"""Progress as a notebook shows it: where you are, what to do next, and a table of notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .. import exercises
from ..course import store
from ..exercises.notebook import Notebook
from .whereabouts import link_to

if TYPE_CHECKING:
    from .progress import Progress

MARKS = {"passed": "✓", "open": "○"}  # all between is an ellipsis


def progress_html(progress: Progress) -> str:
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
    return "".join(parts + [_notebook(progress, n) for n in exercises.NOTEBOOKS if n.entries])


def _notebook(progress: Progress, notebook: Notebook) -> str:
    lines = [line for line in progress.lines() if line[0] == notebook.number]
    states = {e.id: record.outcome for e, record in progress.rows}
    passed, asked = progress.tally(notebook.number)
    here = progress.next in [name for _, name, _ in lines]
    rows = "".join(
        f"<tr><td>{MARKS.get(states[name], '…')}</td><td><code>{escape(name)}</code></td>"
        f"<td>{escape(words)}</td></tr>"
        for _, name, words in lines
    )
    head = "".join(f'<th scope="col">{word}</th>' for word in ("mark", "exercise", "state"))
    return (
        f"<details{' open' if here else ''}><summary>{notebook.number} "
        f"{escape(notebook.title)}: {passed} of {asked} passed</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )
