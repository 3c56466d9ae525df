"""The cells of a notebook file. Every byte is a stranger's, and what it has shown is not kept."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...course import syntax
from .text import decoded, printable, whole

MOST_CELLS = 5_000
MOST_PARTS = 3_000_000  # commas and brackets of a notebook: what Python would make objects of
MOST_QUOTES = 12_000_000  # of texts, each of which is cut by itself
MOST_SLIM = 2**20  # bytes: what is larger holds pictures
_LONG = 100_000  # bytes of one text: what is longer is a picture or a page, and no source
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_CHECKS = re.compile(rb"^check\(\w+\)\s*$", re.MULTILINE)
_CELL_OF_SCRIPT = re.compile(r"^# (?:%%|In ?\[).*$", re.MULTILINE)  # VS Code, Jupytext; nbconvert


class Unreadable(ValueError):
    """A file is no notebook. The message says why."""


@dataclass(frozen=True)
class Cell:
    """A cell of a learner's notebook: its text, and the ids that may tell which one it is."""

    kind: str
    source: str
    ids: tuple[str, ...] = ()


def read(data: bytes) -> tuple[tuple[Cell, ...], str]:
    """The cells of a notebook of format 3 or 4, and the version of Python that it names, or "".

    Raises:
        Unreadable: it is too large, no JSON, of another format, or has no cells.
    """
    if not data:
        raise Unreadable("The file is empty.")
    if data.count(b'"') - data.count(b'\\"') > MOST_QUOTES:
        raise Unreadable("The file holds too many texts to be a notebook of this course.")
    if len(data) > MOST_SLIM:
        data = _TEXT.sub(lambda text: text[0] if len(text[0]) < _LONG else b'""', data)
    if sum(data.count(sign) for sign in (b",", b"[", b"{")) > MOST_PARTS:
        raise Unreadable("The file holds too many parts to be a notebook of this course.")
    if not data.lstrip().startswith(b"{") and is_script(data):
        return tuple(_of_script(decoded(data).replace("\r\n", "\n"))), ""
    try:
        notebook = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"The file is not JSON: {printable(str(error)[:120])}") from None
    if not isinstance(notebook, dict):
        raise Unreadable(f"The file holds a JSON {type(notebook).__name__}, not a notebook.")
    form = notebook.get("nbformat", 4)
    if form not in (3, 4):
        raise Unreadable(
            f"nbformat is {printable(str(form)[:20])!r}; 3 and 4 can be read. "
            "Open it in JupyterLab and save it again."
        )
    raw = notebook.get("cells") if form == 4 else list(_of_format_3(notebook))
    if not isinstance(raw, list):
        raise Unreadable("The file has no list of cells.")
    if len(raw) > MOST_CELLS:
        raise Unreadable(f"The file has {len(raw)} cells; a notebook may have {MOST_CELLS}.")
    language = _table(_table(notebook.get("metadata")).get("language_info"))
    cells = tuple(cell for item in raw if (cell := _cell(item)))
    return cells, whole(str(language.get("version", ""))[:20])


def is_script(data: bytes) -> bool:
    """Whether this may be a notebook of the course that was saved as a Python script."""
    return bool(_CHECKS.search(data))


def _of_script(text: str) -> list[Cell]:
    """The cells of a notebook that was saved as a script; its statements where no marks are."""
    found = _CELL_OF_SCRIPT.split(text)
    if len(found) == 1:
        with suppress(*syntax.UNREADABLE):
            lines = text.splitlines()
            found = [syntax.segment(lines, node) for node in ast.parse(text).body[:MOST_CELLS]]
    return [Cell("code", whole(source.strip("\n"))) for source in found[:MOST_CELLS]]


def _of_format_3(notebook: dict[str, Any]) -> Iterator[Any]:
    """Cells of the format before 2015, where code stood in ``input`` on ``worksheets``."""
    sheets = notebook.get("worksheets")
    for sheet in sheets if isinstance(sheets, list) else []:
        found = _table(sheet).get("cells")
        for item in found if isinstance(found, list) else []:
            if isinstance(item, dict):
                yield item | {"source": item.get("input", item.get("source", ""))}


def _cell(item: Any) -> Cell | None:
    if not isinstance(item, dict):
        return None
    source = item.get("source", "")
    if isinstance(source, list):
        lines = [line for line in source if isinstance(line, str)]
        source = ("" if "\n" in "".join(lines[:-1]) else "\n").join(lines)  # some write no ends
    if not isinstance(source, str):
        return None
    grader = _table(_table(item.get("metadata")).get("nbgrader"))
    ids = tuple(whole(i) for i in (item.get("id"), grader.get("grade_id")) if isinstance(i, str))
    return Cell(whole(str(item.get("cell_type"))), whole(source).replace("\r\n", "\n"), ids)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
