"""Build the page that JupyterLab opens: ``notebooks/index.ipynb``.

Its words stand in the source. The map of notebooks is made from the registry, and from what each
notebook promises in its first cell, so that a new notebook is on the page by itself.
"""

from __future__ import annotations

import jupytext
from nbformat import NotebookNode

from .. import exercises
from ..course import sources
from ..exercises.notebook import PARTS, Notebook
from . import build, generate, links

SOURCE = sources.SOLUTIONS / "index.py"
PAGE = generate.ROOT / "notebooks" / links.FRONT_PAGE
_BULLET = "# - "


def page() -> NotebookNode:
    """The front page, not executed."""
    start = exercises.NOTEBOOKS[0]
    minutes = sum(notebook.minutes for notebook in exercises.ROAD if notebook.part == 1)
    places = {
        "{{ start }}": f"**Begin here: [{start.number} {start.title}]({start.stem}.ipynb).**",
        "{{ road }}": road(),
        "{{ map }}": table(),
        "{{ hours }}": f"{minutes / 60:.0f} hours",
        "# {{ setup }}": generate.setup_cell().source,
    }
    cells = jupytext.reads(SOURCE.read_text("utf-8"), fmt="py:percent").cells
    for cell in cells:
        for place, text in places.items():
            cell.source = cell.source.replace(place, text)
    notebook = generate.notebook(SOURCE, cells)
    notebook.metadata["tutor"]["cells"] = generate.cells_digest(notebook)
    return notebook


def road() -> str:
    """A row for each notebook that is no side trip: its link and its minutes."""
    rows = ["| notebook | minutes |", "|---|---|"]
    part = 1
    for notebook in exercises.ROAD:
        if notebook.part > part:
            part = notebook.part
            rows.append(f"| **{PARTS[part]}**, in any order | |")
        rows.append(f"| {_link(notebook)} | {notebook.minutes} |")
    return "\n".join(rows)


def table() -> str:
    """A row for each notebook: its link and its side trips, and what one can do after it."""
    rows = ["| notebook | afterwards you can |", "|---|---|"]
    for notebook in exercises.ROAD:
        trips = [f"<br>↳ {_link(trip)}" for trip in exercises.side_trips(notebook.number)]
        names = "".join([f"**{_link(notebook)}**", *trips])
        rows.append(f"| {names} | {_listed(notebook.stem)} |")
    return "\n".join(rows)


def _link(notebook: Notebook) -> str:
    return f"[{notebook.number} {notebook.title}]({notebook.stem}.ipynb)"


def _listed(stem: str) -> str:
    return "<br>".join(f"• {promise}" for promise in promises(stem))


def promises(stem: str) -> list[str]:
    """The list in a source's first cell: what a learner can do after the notebook."""
    text = (sources.SOLUTIONS / f"{stem}.py").read_text("utf-8")
    first = sources.cells(text)[0][1]
    bullets = [line for line in first.splitlines() if line.startswith(_BULLET)]
    return [line.removeprefix(_BULLET).rstrip(",.") for line in bullets]


def write() -> None:
    """Update the page; keep a copy of one that was edited."""
    build.write_notebook(PAGE, page())
