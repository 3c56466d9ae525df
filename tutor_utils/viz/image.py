"""A figure with its text alternative."""

from __future__ import annotations

import base64
import html
import os
import sys
from functools import cached_property
from typing import Any

from matplotlib.figure import Figure

from . import svg
from .pixels import bright_and_dark
from .theme import style

# The picture for dark pages replaces the other one on pages that declare a dark theme: JupyterLab,
# VS Code, Colab, and sites made with Sphinx.
_DARK = ", ".join(
    f"{page} .tutor-drawn"
    for page in (
        '[data-jp-theme-light="false"]',
        "body.vscode-dark",
        'html[theme="dark"]',
        'html[data-theme="dark"]',
    )
)
_STYLE = f"<style>@media screen {{ {_DARK} {{ content: var(--tutor-dark); }} }}</style>"


class Picture:
    """A drawn figure with a text alternative. JupyterLab shows it as the value of a cell.

    Attributes:
        figure: the matplotlib figure, closed in pyplot so that it is not drawn twice.
        alt: the picture's text alternative.
    """

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure = figure
        self.alt = alt

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        # The PNG is for paper and for pages that show no HTML.
        bright = base64.b64encode(self.png()).decode("ascii")
        bundle = {"text/html": self.html(), "text/plain": self.alt, "image/png": bright}
        if os.environ.get(svg.ASKED):
            bundle[svg.KIND] = svg.drawn(self.figure, self.alt)
        return bundle

    def html(self, *, dark: bool = True) -> str:
        """The picture as an <img>, since JupyterLab gives image/png output no alternative text.

        Args:
            dark: whether to include the picture for dark pages, which doubles the size.
        """
        pages = [base64.b64encode(png).decode("ascii") for png in self._both]
        alt = html.escape(self.alt, quote=True)
        bright = f'<img src="data:image/png;base64,{pages[0]}" alt="{alt}"'
        if not dark:
            return f'{bright} style="max-width:100%">'
        other = f"--tutor-dark:url(data:image/png;base64,{pages[1]})"
        return f'{bright} class="tutor-drawn" style="max-width:100%;{other}">{_STYLE}'

    def png(self, *, dark: bool = False) -> bytes:
        """The picture as the bytes of a PNG file, on white or for a dark page."""
        return self._both[dark]

    @cached_property
    def _both(self) -> tuple[bytes, bytes]:
        """The picture on white and for a dark page."""
        with style():
            return bright_and_dark(self.figure, self.alt)


def picture(figure: Figure, alt: str) -> Picture:
    """Wrap a matplotlib figure that you drew yourself.

    Args:
        figure: any matplotlib figure, from pyplot or not.
        alt: one or two sentences that say what the picture shows.

    Raises:
        ValueError: `figure` is no figure, or `alt` is empty.
    """
    if not isinstance(figure, Figure):
        raise ValueError(f"figure must be a matplotlib Figure, not {type(figure).__name__}.")
    if not isinstance(alt, str) or not alt.strip():
        raise ValueError(f"alt must say in words what the picture shows; it is {alt!r}.")
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:  # an open pyplot figure would be shown again below the cell
        pyplot.close(figure)
    return Picture(figure, alt.strip())
