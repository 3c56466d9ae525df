"""How long a notebook may be, and how long it is."""

from __future__ import annotations

import re
from operator import le

from nbformat import NotebookNode

LONG = ("06", "07")


def limits(number: str) -> tuple[int, int]:
    """The most cells and the most words of a notebook such as "02"."""
    return (90, 2000) if number in LONG else (60, 1300)


def words(text: str) -> int:
    """How many words are read: no formula, no code block, no badge, no address."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|```.*?```", " ", text, flags=re.DOTALL)
    text = re.sub(r"\[!\[[^]]*\]\([^)]*\)\]\([^)]*\)", " ", text)  # a badge
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    return len(re.findall(r"\w[\w'’.-]*", text))


def measure(notebook: NotebookNode) -> tuple[int, int]:
    """The cells of a learner's notebook, and the words of its text cells."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return len(notebook.cells), sum(map(words, texts))


def fits(number: str, notebook: NotebookNode) -> bool:
    """Whether the notebook keeps its limits."""
    return all(map(le, measure(notebook), limits(number)))


def report(number: str, notebook: NotebookNode) -> str:
    """How full the notebook is, and which test fails where it is too long."""
    (cells, read), (most_cells, most_words) = measure(notebook), limits(number)
    full = f"{cells} cells (at most {most_cells}) and {read:,} words (at most {most_words:,})"
    tested = (
        "" if fits(number, notebook) else ": tests/course/test_road.py fails until it is shorter"
    )
    return f"Notebook {number} has {full}{tested}."
