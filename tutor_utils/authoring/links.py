"""Links in a notebook: to its neighbours and into the paper."""

from __future__ import annotations

import re

from .. import exercises

PAPER = "https://arxiv.org/abs/1706.03762"
# The same paper as a web page, which can be opened at a section.
_SECTIONS = "https://arxiv.org/html/1706.03762v7"
FRONT_PAGE = "index.ipynb"
_SECTION = re.compile(r"\b([Ss]ections?) ([1-7](?:\.[1-9]){0,2})(?![\d.]*\d|\])")
_SUBSECTIONS = ("S", ".SS", ".SSS")


def section(number: str) -> str:
    """The address of a section of *Attention Is All You Need*, such as "3.2.1"."""
    marks = zip(_SUBSECTIONS, number.split("."), strict=False)
    return f"{_SECTIONS}#" + "".join(mark + part for mark, part in marks)


def with_paper(text: str) -> str:
    """A text cell with each "section 3.2.1" of the paper turned into a link."""
    return _SECTION.sub(lambda found: f"[{found[0]}]({section(found[2])})", text)


def way(stem: str, folder: str = "") -> str:
    """One line of links: the previous notebook, the front page, the next one, the paper.

    Args:
        stem: the name of the notebook's file, without ending.
        folder: from the notebook's folder to that of the front page, with a slash behind it.
    """
    known = list(exercises.NOTEBOOKS)
    here = next((i for i, notebook in enumerate(known) if notebook.stem == stem), None)
    steps = []
    if here:
        steps.append(f"[← {known[here - 1].number} {known[here - 1].title}]({_file(here - 1)})")
    steps.append(f"[front page]({folder}{FRONT_PAGE})")
    steps.append(f"[the paper]({PAPER})")
    if here is not None and here + 1 < len(known):
        steps.append(f"[{known[here + 1].number} {known[here + 1].title} →]({_file(here + 1)})")
    return " · ".join(steps)


def _file(place: int) -> str:
    return f"{exercises.NOTEBOOKS[place].stem}.ipynb"
