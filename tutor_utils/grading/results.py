"""Write the results of a class into its folder: tables, feedback pages and the overview."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from .. import files
from . import pages, similarity, tables
from .marks import Marked


def write(folder: Path, results: Sequence[Marked], deadline: datetime | None) -> None:
    """Write all tables and pages. Each file is replaced in one step.

    Raises:
        OSError: a file cannot be written; those written before it are whole.
    """
    files.write(folder / "grades.csv", "\ufeff" + tables.grades(results, deadline))  # for Excel
    files.write(folder / "canvas.csv", tables.canvas(results))
    files.write(folder / "moodle.csv", tables.moodle(results))
    for marked in results:
        name = tables.file_name(marked)
        files.write(folder / "junit" / f"{name}.xml", tables.junit(marked))
        files.write(folder / "feedback" / f"{name}.html", pages.feedback(marked, deadline))
    page = pages.overview(results, similarity.pairs(results), deadline)
    files.write(folder / "overview.html", page)
