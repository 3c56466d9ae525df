"""Build the notebooks from their source, and run the solutions."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from .. import exercises, files
from ..course import sources as course_sources
from ..viz import svg
from .generate import ROOT, cells_digest, learner_notebook, solution_notebook

CELL_LIMIT_S = 1800  # it ends what hangs; a busy machine may take its time


def sources(numbers: list[str] | None = None) -> list[Path]:
    """The sources of the wanted notebooks ("02", "07a"), or of all.

    Raises:
        ValueError: there is no notebook of that number.
    """
    found = {number(path): path for path in course_sources.paths()}
    for notebook in exercises.NOTEBOOKS:
        path = found.get(notebook.number)
        if path and path.stem != notebook.stem:
            named = f"exercises/nb{notebook.number}/notebook.toml calls it {notebook.stem!r}"
            raise ValueError(f"solutions/{path.name}: {named}. Give both one name.")
    for wanted in numbers or []:
        if wanted not in found:
            raise ValueError(f"number={wanted!r}: no such notebook. There are: {', '.join(found)}.")
    return [found[n] for n in numbers] if numbers else list(found.values())


def number(source: Path) -> str:
    """The number of a source's notebook: "02", or "07a" for a side trip."""
    return source.name.partition("_")[0]


def paths(source: Path) -> tuple[Path, Path]:
    """(solution notebook, learner's notebook) of a source."""
    name = source.with_suffix(".ipynb").name
    return ROOT / "solutions" / name, ROOT / "notebooks" / name


def to_text(notebook: NotebookNode) -> str:
    """A notebook as the bytes of its file, equal on every machine."""
    return nbformat.writes(notebook, version=4) + "\n"


def write_learner(source: Path) -> None:
    """Write the learner's notebook; keep a copy of an edited one."""
    write_notebook(paths(source)[1], learner_notebook(source))


def write_notebook(path: Path, notebook: NotebookNode) -> None:
    """Write a notebook; keep a copy if somebody has worked in it."""
    text = to_text(notebook)
    if path.exists():
        if path.read_text("utf-8") == text:
            return
        if copy := keep_if_edited(path):
            print(f"{path.name} had been worked in: kept as {copy.name}")
    files.write(path, text)
    print(f"wrote {path.relative_to(ROOT)}")


def keep_if_edited(path: Path) -> Path | None:
    """Copy a notebook that was changed since it was generated; return the copy."""
    text = path.read_text("utf-8")
    try:
        notebook = nbformat.reads(text, as_version=4)
        if notebook.metadata.get("tutor", {}).get("cells") == cells_digest(notebook):
            return None
    except (nbformat.reader.NotJSONError, nbformat.ValidationError, AttributeError):
        pass  # unreadable is no reason to lose it
    copy = files.free_name(path, ".edited-")
    files.write(copy, text)
    return copy


def run_solution(source: Path) -> bool:
    """Execute and write the solution notebook; without timestamps or widget state."""
    start = time.perf_counter()
    notebook = solution_notebook(source)
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {
            "TUTOR_HOME": home,  # a build must not count as anyone's progress
            svg.ASKED: "1",  # the site's pages show pictures as SVG
            "OMP_NUM_THREADS": "1",  # sums in one order, as when the tests replay it
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
            ),
        }
        client = NotebookClient(
            notebook,
            timeout=CELL_LIMIT_S,
            startup_timeout=CELL_LIMIT_S,
            kernel_name="python3",
            extra_arguments=["--IPKernelApp.log_level=40"],  # errors alone: no word on encryption
            record_timing=False,
            coalesce_streams=True,  # what one cell prints stands together
            store_widget_state=False,
            resources={"metadata": {"path": str(source.parent)}},
        )
        try:
            client.execute(env=environment)
        except CellExecutionError as error:
            print(f"{source.name}: a cell failed.\n{error}", file=sys.stderr)
            return False
    if noise := [
        c.id for c in notebook.cells for o in c.get("outputs", []) if o.get("name") == "stderr"
    ]:
        print(f"{source.name}: warnings in the output of {', '.join(noise)}", file=sys.stderr)
        return False
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):  # a widget's id is new in each run, and dead later
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    notebook.metadata["language_info"] = {"name": "python"}  # the version differs by machine
    path = paths(source)[0]
    files.write(path, to_text(notebook))
    print(f"ran {path.relative_to(ROOT)} in {time.perf_counter() - start:.0f} s")
    return True
