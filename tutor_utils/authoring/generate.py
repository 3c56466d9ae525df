"""From ``solutions/NN_name.py`` to the two notebooks, as nbformat objects without outputs."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode

from .. import exercises
from ..course.sources import learner_version, solution_version

ROOT = Path(__file__).resolve().parents[2]
NOTICE = "Generated from solutions/{stem}.py by `python3 -m tutor_utils build`. Edit that file."
SETUP = """\
# Find the course's helper package: in the folder above, or (on Colab) fetched once.
import importlib.util
import subprocess
import sys
from pathlib import Path

if importlib.util.find_spec("tutor_utils") is None:
    course = Path.cwd().parent
    if not (course / "tutor_utils").is_dir():
        course = Path.cwd() / "course"
        if not course.is_dir():
            subprocess.run(["git", "clone", "--depth=1", "{address}", str(course)], check=True)
    sys.path.insert(0, str(course))
"""


def address() -> str:
    """The course's public address, from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["urls"]["Repository"]


def solution_notebook(source: Path) -> NotebookNode:
    """The notebook of the solutions, not executed."""
    raw = jupytext.reads(source.read_text("utf-8"), fmt="py:percent")
    setup = nbformat.v4.new_code_cell(SETUP.format(address=address()).rstrip())
    cells = [raw.cells[0], setup, *raw.cells[1:]]
    seen: dict[str, int] = {}
    notebook = nbformat.v4.new_notebook()
    for cell in cells:
        notebook.cells.append(_cell(cell, seen))
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "tutor": {"notice": NOTICE.format(stem=source.stem)},
    }
    return notebook


def learner_notebook(source: Path) -> NotebookNode:
    """The notebook of the learner: solution regions are TODOs, nothing has run."""
    notebook = solution_notebook(source)
    raw = jupytext.reads(source.read_text("utf-8"), fmt="py:percent").cells
    texts = [raw[0].source, None, *(cell.source for cell in raw[1:])]
    for cell, text in zip(notebook.cells, texts, strict=True):
        if text is not None and cell.cell_type == "code":
            cell.source = learner_version(text)
    notebook.metadata["tutor"]["cells"] = cells_digest(notebook)
    return notebook


def cells_digest(notebook: NotebookNode) -> str:
    """A fingerprint of what a person may edit: tells an untouched notebook from a used one."""
    plain = [[c.cell_type, c.source, c.get("outputs", [])] for c in notebook.cells]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def _cell(cell: NotebookNode, seen: dict[str, int]) -> NotebookNode:
    """The cell with a stable id and nbgrader's metadata, and nothing else."""
    marks = dict(cell.metadata)
    text = solution_version(cell.source) if cell.cell_type == "code" else cell.source
    make = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
    new = make(text)
    if exercise := marks.get("exercise"):
        new.id = exercise
        new.metadata["nbgrader"] = _nbgrader(exercise, solution=True)
    elif checked := marks.get("check"):
        new.id = f"check-{checked}"
        points = exercises.find(checked).required_points
        new.metadata["nbgrader"] = _nbgrader(new.id, solution=False, points=points)
    elif question := marks.get("predict"):
        new.id = f"predict-{question}"
        new.metadata["nbgrader"] = _nbgrader(new.id, solution=True)  # it holds a solution region
    else:
        digest = hashlib.sha256(text.encode()).hexdigest()[:10]
        seen[digest] = seen.get(digest, 0) + 1
        new.id = f"c-{digest}" + (f"-{seen[digest]}" if seen[digest] > 1 else "")
    if tags := marks.get("tags"):
        new.metadata["tags"] = tags
    return new


def _nbgrader(grade_id: str, *, solution: bool, points: int | None = None) -> dict:
    """nbgrader's cell metadata, schema 3: an answer cell, or a locked test cell with points."""
    if not re.fullmatch(r"[a-zA-Z0-9_\-]+", grade_id):
        raise ValueError(f"grade_id={grade_id!r} holds a sign that nbgrader refuses")
    plain = {
        "schema_version": 3,
        "grade_id": grade_id,
        "cell_type": "code",
        "solution": solution,
        "grade": not solution,
        "locked": not solution,
        "task": False,
    }
    return plain | ({} if solution else {"points": points})
