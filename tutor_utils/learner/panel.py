"""The progress panel: where you are, what to do next, and your progress as a line of text."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets
from IPython.display import DisplayHandle, display

from .. import exercises
from ..course import store
from ..exercises.notebook import Notebook
from ..viz.interactive.controls import Controls, above, button
from .progress import Progress
from .progress_token import export_progress, import_progress
from .whereabouts import link_to

MARKS = {"passed": "✓", "tried": "…", "error": "…", "failed": "…", "open": "○"}


class Table:
    """Progress as a table of notebooks; each one opens to its exercises."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def __repr__(self) -> str:
        return str(self.progress)

    def _repr_html_(self) -> str:
        done, every = self.progress.tally()
        bar = f'<progress value="{done}" max="{every}" aria-label="exercises passed"></progress>'
        parts = [f"<p>{bar} {escape(self.progress.counted)}</p>", self._next()]
        if (page := store.model_page()).exists():
            parts.append(f'<p><a href="{store.NAME}/{page.name}">Your model, opened</a></p>')
        parts += [self._notebook(n) for n in exercises.NOTEBOOKS if n.entries]
        return above("".join(parts))

    def _next(self) -> str:
        name = self.progress.next
        if name is None:
            return ""
        notebook = exercises.notebook_of(name)
        title = f"{notebook.number} {escape(notebook.title)}"
        where = f'<a href="{notebook.stem}.ipynb">{title}</a>'
        return f"<p><strong>Do next:</strong> {link_to(name)} in {where}</p>"

    def _notebook(self, notebook: Notebook) -> str:
        lines = [line for line in self.progress.lines() if line[0] == notebook.number]
        states = {e.id: record.outcome for e, record in self.progress.rows}
        passed, asked = self.progress.tally(notebook.number)
        here = self.progress.next in [name for _, name, _ in lines]
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


class ProgressPanel:
    """Progress with buttons to refresh, export and import it."""

    def __init__(self) -> None:
        self._shown: list[DisplayHandle] = []
        self.token = widgets.Textarea(
            description="Progress line",
            placeholder="tutor1:...",
            rows=3,
            style={"description_width": "initial"},
            layout=widgets.Layout(width="auto"),
        )
        self.status = widgets.HTML()
        self.controls = Controls(
            [
                widgets.HBox(
                    [
                        button("Look again", self.redraw),
                        button("Export my progress", self._export),
                        button("Import the line below", self._import),
                    ],
                    layout=widgets.Layout(flex_flow="row wrap"),
                ),
                self.token,
                self.status,
            ]
        )

    def _ipython_display_(self) -> None:
        handle = display(Table(Progress()), display_id=True)
        if handle is not None:
            self._shown.append(handle)
        display(self.controls)

    def redraw(self) -> None:
        """Read the progress again and update the panel wherever it is shown."""
        for handle in self._shown:
            handle.update(Table(Progress()))

    def _export(self) -> None:
        self.token.value = export_progress()
        self._say("Copy the whole line and keep it. It holds your progress and your answers.")

    def _import(self) -> None:
        if not self.token.value.strip():
            self._say("The field is empty. Paste your progress line first.")
            return
        try:
            import_progress(self.token.value)
        except (ValueError, OSError) as error:
            self._say(str(error))
            return
        self._say("Imported. Each answer was checked again.")
        self.redraw()

    def _say(self, text: Any) -> None:
        self.status.value = ""  # the same words again are an answer, too
        self.status.value = f'<span role="status">{escape(text)}</span>'
