"""Links in a notebook: to its neighbours and into the paper."""

from __future__ import annotations

import re

from .. import exercises
from ..exercises.notebook import Notebook

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


def navigation(stem: str, folder: str = "") -> str:
    """One line of links: the previous notebook, the front page, the paper, the next one.

    A side trip has the one it belongs to in their place.

    Args:
        stem: the name of the notebook's file, without ending.
        folder: from the notebook's folder to that of the front page, with a slash behind it.
    """
    before, after = _neighbours(stem)
    steps = [f"[← {before.number} {before.title}]({before.stem}.ipynb)"] if before else []
    steps += [f"[front page]({folder}{FRONT_PAGE})", f"[the paper]({PAPER})"]
    if after:
        steps.append(f"[{after.number} {after.title} →]({after.stem}.ipynb)")
    return " · ".join(steps)


def _neighbours(stem: str) -> tuple[Notebook | None, Notebook | None]:
    """The notebooks before and after one, on the road."""
    road = exercises.ROAD
    here = next((n for n in exercises.NOTEBOOKS if n.stem == stem), None)
    if here is None:
        return None, None
    if here.side_trip:
        return next(n for n in road if n.number == here.road), None
    place = road.index(here)
    return (
        road[place - 1] if place else None,
        road[place + 1] if place + 1 < len(road) else None,
    )
