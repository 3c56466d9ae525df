"""What a viewer shows where no script runs: its picture, words and numbers.

The script of the page takes its place where scripts run. GitHub, a notebook that is not trusted
and paper show what stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from .. import arrays, svg
from ..image import Picture
from .page import page

_MOST_CELLS = 450  # a table costs about 15 bytes a cell in the notebook


@dataclass(frozen=True)
class Stored:
    """A viewer as a notebook stores it.

    Attributes:
        viewer: the script that brings it to life: "attention", "painter" or "walk".
        data: what that script needs, JSON-ready.
        picture: what is seen without the script.
        caption: sentences under the picture, or empty.
        numbers: HTML below them: tables.
        code: Python to show, or empty.
    """

    viewer: str
    data: dict[str, Any]
    picture: Picture
    caption: str = ""
    numbers: str = ""
    code: str = ""

    def __repr__(self) -> str:
        return "\n".join(filter(None, [f"{self.picture.alt} {self.caption}".strip(), self.code]))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        bundle = self.picture._repr_mimebundle_()
        bundle.pop(svg.KIND, None)  # the live view takes its place
        caption = f"<p>{escape(self.caption)}</p>" if self.caption else ""
        code = f"<pre><code>{escape(self.code)}</code></pre>" if self.code else ""
        below = f"{self.picture.html(dark=False)}{caption}{code}{self.numbers}"
        return {
            **bundle,
            "text/html": page(self.viewer, self.data, below),
            "text/plain": repr(self),
        }


class Viewer:
    """Shows itself as it is stored."""

    def stored(self) -> Stored:
        """The viewer as a notebook stores it."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return repr(self.stored())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return self.stored()._repr_mimebundle_()


def tables(
    maps: Mapping[str, np.ndarray],
    queries: Sequence[str],
    keys: Sequence[str],
    allowed: np.ndarray | None,
) -> str:
    """Tables of every number in the maps; for large maps the strongest key of each query."""
    asked, offered = ([arrays.shorten(label) or "(empty)" for label in s] for s in (queries, keys))
    if len(maps) * len(asked) * len(offered) <= _MOST_CELLS:
        head = ["query \\ key", *offered]
        open_ = np.ones((len(asked), len(offered)), bool) if allowed is None else allowed
        drawn = [
            table(name, head, [
                [query, *map(_cell, line.tolist(), may)]
                for query, line, may in zip(asked, values, open_, strict=True)
            ])
            for name, values in maps.items()
        ]  # fmt: skip
        return folded("The numbers", "".join(drawn))
    rows = [
        [query, *(_strongest(values[row], offered) for values in maps.values())]
        for row, query in enumerate(asked)
    ]
    return folded("The numbers", table("The strongest key of each query", ["query", *maps], rows))


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


def folded(summary: str, body: str) -> str:
    """HTML that opens on a click. What is wide scrolls by itself, by keyboard too (tabindex)."""
    return (
        f'<details class="tutor-numbers"><summary>{summary}</summary>'
        f'<div role="region" aria-label="{summary}" tabindex="0" style="overflow-x:auto">{body}'
        "</div></details>"
    )


def _strongest(row: np.ndarray, keys: Sequence[str]) -> str:
    return f"{keys[int(row.argmax())]} {row.max():.2f}" if row.max() > 0 else "none"


def _cell(value: float, may_attend: bool) -> str:
    number = "0" if value == 0 else f"{value:.2f}"
    if may_attend:
        return number
    return "blocked" if value == 0 else f"{number} (should be blocked)"
