"""The part of an interactive picture that needs neither kernel nor JavaScript.

A picture with its words, a number for each cell that the mouse rests on, and a table for those
who read or hear numbers. A stored notebook keeps all of it.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from .. import arrays

_MOST_CELLS = 3600  # hover and table together cost about 100 bytes a cell in the notebook

_BOX = "position:relative;display:inline-block;max-width:100%;margin:0;line-height:0"

WITHOUT_KERNEL = "Controls: run this cell to use them."

# Once the kernel that made them is gone, JupyterLab leaves controls that move and do nothing, and
# in a notebook opened again "Error displaying widget: model not found". Say what to do instead.
_STYLE = """\
<style>
.jp-OutputArea-child:has(+ .jp-OutputArea-child .tutor-below)
  > .jupyter-widgets:not(:has(*)) { font-size: 0; }
.jp-OutputArea-child:has(+ .jp-OutputArea-child .tutor-below)
  > .jupyter-widgets:not(:has(*))::after {
    content: "WORDS"; font-size: var(--jp-ui-font-size1); }
.jp-OutputArea-child:has(+ .jp-OutputArea-child .tutor-below) .jupyter-widgets-disconnected {
    display: none !important; }
.jp-OutputArea-child:has(+ .jp-OutputArea-child .tutor-below)
  > :has(> .jupyter-widgets-disconnected)::after {
    content: "WORDS"; font-size: var(--jp-ui-font-size1); }
</style>"""
BELOW_CONTROLS = _STYLE.replace("WORDS", WITHOUT_KERNEL)


@dataclass(frozen=True)
class MapPanel:
    """One map of a picture: where it stands, as shares of the picture, and its numbers.

    Attributes:
        place: left, top, width, height.
        values: (rows, columns).
        blocked: bool, the same shape, or None.
    """

    name: str
    place: tuple[float, float, float, float]
    values: np.ndarray
    blocked: np.ndarray | None = None

    def words(self) -> list[list[str]]:
        """What to say of each cell, row by row."""
        blocked = self.blocked if self.blocked is not None else np.zeros(self.values.shape, bool)
        return [
            [_cell(float(value), shut) for value, shut in zip(*pair, strict=True)]
            for pair in zip(self.values, blocked, strict=True)
        ]


@dataclass(frozen=True)
class StaticOutput:
    """A picture as it is shown and stored.

    Attributes:
        png: the picture.
        alt: its text alternative.
        caption: sentences under it, or empty.
        panels: its maps, whose numbers are given on hovering and in tables.
        queries, keys: the labels of rows and columns.
        code: Python to show, or empty.
        words_first: caption and code stand over the picture.
        open: the table of numbers is open.
        more: HTML to put below, or empty.
    """

    png: bytes
    alt: str
    caption: str = ""
    panels: Sequence[MapPanel] = ()
    queries: Sequence[str] = ()
    keys: Sequence[str] = ()
    code: str = ""
    words_first: bool = False
    open: bool = False
    more: str = ""

    def __repr__(self) -> str:
        return "\n".join(filter(None, [f"{self.alt} {self.caption}".strip(), self.code]))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        data = base64.b64encode(self.png).decode("ascii")
        image = (
            f'<img src="data:image/png;base64,{data}" alt="{escape(self.alt)}" '
            'style="max-width:100%">'
        )
        cells = sum(panel.values.size for panel in self.panels)
        few = 0 < cells <= _MOST_CELLS
        caption = f"<p>{escape(self.caption)}</p>" if self.caption else ""
        hover = ""
        numbers = "<p>Choose one head to see its numbers.</p>" if cells else ""
        if few:
            queries, keys = (
                [_short(label) for label in side] for side in (self.queries, self.keys)
            )
            told = [(panel, panel.words()) for panel in self.panels]
            hover, numbers = _hover(told, queries, keys), _tables(told, queries, keys, self.open)
        code = f"<pre><code>{escape(self.code)}</code></pre>" if self.code else ""
        box = f'<div style="{_BOX}">{image}{hover}</div>'
        shown = [f"{caption}{code}", box]
        words = "".join(shown if self.words_first else shown[::-1])
        html = f'{BELOW_CONTROLS}<div class="tutor-below">{words}{numbers}{self.more}</div>'
        return {"text/html": html, "text/plain": repr(self)}


_Told = Sequence[tuple[MapPanel, list[list[str]]]]  # each panel with the words of its cells


def _hover(told: _Told, queries: list[str], keys: list[str]) -> str:
    """Empty cells over the maps; the browser shows their titles by itself.

    Where a page takes away styles and titles (GitHub, a notebook not trusted), nothing of them
    is seen.
    """
    drawn = []
    for panel, words in told:
        left, top, width, height = (100 * share for share in panel.place)
        rows, columns = panel.values.shape
        place = f"left:{left:.2f}%;top:{top:.2f}%;width:{width:.2f}%;height:{height:.2f}%"
        grid = f"display:grid;grid-template:repeat({rows},1fr)/repeat({columns},1fr)"
        cells = "".join(
            f'<i title="{escape(f"{query} → {key}: {word}")}"></i>'
            for query, line in zip(queries, words, strict=True)
            for key, word in zip(keys, line, strict=True)
        )
        drawn.append(f'<div style="position:absolute;{place};{grid}">{cells}</div>')
    # Hidden from screen readers, which have the table.
    return f'<div class="tutor-hover" aria-hidden="true">{"".join(drawn)}</div>'


def _tables(told: _Told, queries: list[str], keys: list[str], unfolded: bool) -> str:
    head = ["query \\ key", *keys]
    tables = [
        table(panel.name, head, [[q, *line] for q, line in zip(queries, words, strict=True)])
        for panel, words in told
    ]
    return folded("The numbers", "".join(tables), unfolded)


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table whose first column names its rows."""
    heads = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def folded(summary: str, body: str, unfolded: bool = False) -> str:
    """HTML that opens on a click. What is wide scrolls by itself, by keyboard too (tabindex)."""
    return (
        f'<details class="tutor-numbers"{" open" if unfolded else ""}><summary>{summary}</summary>'
        f'<div role="region" aria-label="{summary}" tabindex="0" style="overflow-x:auto">{body}'
        "</div></details>"
    )


def _short(label: str) -> str:
    return arrays.shorten(label) or "(empty)"


def _cell(value: float, blocked: bool) -> str:
    number = "0" if value == 0 else f"{value:.2f}"
    if blocked:
        return "blocked" if value == 0 else f"{number} (should be blocked)"
    return number
