"""Generate both notebooks from ``solutions/NN_name.py``, without outputs."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat import NotebookNode

from .. import exercises, files
from ..course.sources import learner_version, solution_version
from . import address, links

ROOT = Path(__file__).resolve().parents[2]
NOTICE = "Generated from solutions/{stem}.py by `python3 -m tutor_utils build`. Edit that file."
# JupyterLab shows a folded cell as one thin bar, which runs like any other; Colab shows a form.
FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}


def solution_notebook(source: Path) -> NotebookNode:
    """The notebook of the solutions, not executed."""
    made = notebook(source, _cells(source, "../notebooks/"))
    made.metadata["tutor"]["drawn_with"] = drawing_digest()
    return made


@cache
def drawing_digest() -> str:
    """A hash of the colours and words of stored pictures; a viewer holds its script itself.

    A stored notebook with another one has to be built again. Comments and docstrings draw nothing.
    """
    viz = ROOT / "tutor_utils" / "viz"
    trees = [ast.parse((viz / name).read_text("utf-8")) for name in ("theme.py", "words.py")]
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(
            node
        ):
            del node.body[0]
    return hashlib.sha256("".join(map(ast.dump, trees)).encode()).hexdigest()[:16]


def _cells(source: Path, folder: str) -> list[NotebookNode]:
    """The cells of a source, with the setup cell, and links to the next and previous notebook."""
    cells = jupytext.reads(source.read_text("utf-8"), fmt="py:percent").cells
    way = links.navigation(source.stem, folder)
    if cells[0].cell_type == "code":  # no title yet
        cells.insert(0, nbformat.v4.new_markdown_cell(""))
    if cells[-1].cell_type == "code":
        cells.append(nbformat.v4.new_markdown_cell(""))
    if here := address.read():
        cells[0].source += f"\n\n{here.badges(f'notebooks/{source.stem}.ipynb')}"
    for end in (cells[0], cells[-1]):
        end.source = f"{end.source.strip()}\n\n{way}".strip()
    return [cells[0], setup_cell(), *cells[1:]]


def setup_cell() -> NotebookNode:
    """The folded cell that finds the course's package."""
    return nbformat.v4.new_code_cell(address.setup_code(address.read()), metadata={"folded": True})


def notebook(source: Path, cells: list[NotebookNode]) -> NotebookNode:
    """The cells as a notebook with stable ids and nbgrader's metadata."""
    seen: dict[str, int] = {}
    made = nbformat.v4.new_notebook()
    for cell in cells:
        try:
            made.cells.append(_cell(cell, seen))
        except exercises.UnknownName as error:
            raise files.Malformed(f"solutions/{source.name}, a check cell: {error}") from None
    made.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "tutor": {"notice": NOTICE.format(stem=source.stem)},
    }
    if source.stem in {n.stem for n in exercises.NOTEBOOKS if n.gpu}:
        made.metadata |= {"accelerator": "GPU", "colab": {"gpuType": "T4"}}  # Colab reads this
    return made


def readdress(path: Path, source: Path) -> None:
    """Update the first two cells, the last, and the notice of a stored solution.

    They print nothing that depends on the address or a name, so nothing has to run again.
    """
    if not path.exists():
        return
    stored, fresh = nbformat.read(path, as_version=4), solution_notebook(source)
    stored.metadata["tutor"]["notice"] = fresh.metadata["tutor"]["notice"]
    for place in (0, 1, -1):
        stored.cells[place].id = fresh.cells[place].id
        stored.cells[place].source = fresh.cells[place].source
    files.write(path, nbformat.writes(stored, version=4) + "\n")


def learner_notebook(source: Path) -> NotebookNode:
    """The notebook of the learner: solution regions are TODOs, nothing has run."""
    cells = _cells(source, "")
    made = notebook(source, cells)
    for cell, raw in zip(made.cells, cells, strict=True):
        if cell.cell_type == "code":
            cell.source = learner_version(raw.source)
    made.metadata["tutor"]["cells"] = cells_digest(made)
    return made


def cells_digest(notebook: NotebookNode) -> str:
    """A hash of the cells that tells an untouched notebook from an edited one."""
    plain = [[c.cell_type, c.source, c.get("outputs", [])] for c in notebook.cells]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def _cell(cell: NotebookNode, seen: dict[str, int]) -> NotebookNode:
    """The cell with a stable id and nbgrader's metadata, and nothing else."""
    marks = dict(cell.metadata)
    if cell.cell_type == "code":
        text = solution_version(cell.source)
    else:
        text = links.with_paper(cell.source)
    make = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
    new = make(text)
    if exercise := marks.get("exercise"):
        new.id = exercise
        new.metadata["nbgrader"] = _nbgrader(exercise, solution=True)
    elif checked := marks.get("check"):
        new.id = f"check-{checked}"
        points = exercises.entry(checked).required_points
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
    if marks.get("folded"):
        new.metadata.update(FOLDED)
    return new


def _nbgrader(grade_id: str, *, solution: bool, points: int | None = None) -> dict[str, Any]:
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
