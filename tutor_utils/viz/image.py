"""A figure together with the text that describes it to those who cannot see it."""

from __future__ import annotations

import base64
import html
import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ..files import free_name
from . import svg
from .pixels import bright_and_dark
from .theme import DPI, style

# The picture for a dark page takes the place of the other one where the page says that it is dark:
# JupyterLab, VS Code, Colab, and sites made with Sphinx.
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
    """A drawn figure with a text alternative. JupyterLab shows it where a cell ends in it.

    Attributes:
        figure: the matplotlib figure. pyplot has let go of it, so nothing is drawn twice.
        alt: what the picture shows, in words.
    """

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure = figure
        self.alt = alt
        self._pngs: tuple[bytes, bytes] | None = None

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        # The PNG beside the HTML is for paper and for pages that take no HTML.
        bright = base64.b64encode(self.png()).decode("ascii")
        bundle = {"text/html": self.html(), "text/plain": self.alt, "image/png": bright}
        if os.environ.get(svg.ASKED):
            bundle[svg.KIND] = svg.drawn(self.figure, self.alt)
        return bundle

    def html(self, *, dark: bool = True) -> str:
        """The picture as an <img>: JupyterLab gives image/png output no alternative text.

        Args:
            dark: with the picture for a dark page; without, half as large.
        """
        pages = [base64.b64encode(png).decode("ascii") for png in self._both()]
        alt = html.escape(self.alt, quote=True)
        bright = f'<img src="data:image/png;base64,{pages[0]}" alt="{alt}"'
        if not dark:
            return f'{bright} style="max-width:100%">'
        other = f"--tutor-dark:url(data:image/png;base64,{pages[1]})"
        return f'{bright} class="tutor-drawn" style="max-width:100%;{other}">{_STYLE}'

    def save(self, path: str | Path) -> Path:
        """Write the picture as ``.png`` or ``.svg``; a file already there is kept as a copy.

        Args:
            path: where to write. If ``map.png`` exists it is first copied to ``map.1.png``
                (or the next free number).

        Returns:
            The path written.

        Raises:
            ValueError: the name ends in neither ``.png`` nor ``.svg``.
        """
        path = Path(path)
        kind = path.suffix.lower().lstrip(".")
        if kind not in ("png", "svg"):
            raise ValueError(f"path must end in .png or .svg, not {path.name!r}.")
        data = self._render(kind, 2 * DPI)  # sharp on a slide and in print
        if path.exists():
            shutil.copy2(path, free_name(path))
        path.write_bytes(data)
        return path

    def png(self) -> bytes:
        """The picture as the bytes of a PNG file."""
        return self._both()[0]

    def _both(self) -> tuple[bytes, bytes]:
        """The picture on white and for a dark page."""
        if self._pngs is None:
            with style():
                self._pngs = bright_and_dark(self.figure, self.alt)
        return self._pngs

    def _render(self, kind: str, dpi: int) -> bytes:
        # The words travel inside the file; no date, so that the same picture gives the same bytes.
        options: dict[str, dict[str, Any]] = {
            "png": {
                "metadata": {"Description": self.alt, "Software": None},
                "pil_kwargs": {"optimize": True},
            },
            "svg": {"metadata": {"Description": self.alt, "Date": None}},
        }
        buffer = io.BytesIO()
        with style():
            self.figure.savefig(
                buffer,
                format=kind,
                dpi=dpi,
                facecolor="white",
                bbox_inches="tight",
                **options[kind],
            )
        return buffer.getvalue()


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
    if pyplot is not None:  # an open pyplot figure would be shown a second time below the cell
        pyplot.close(figure)
    return Picture(figure, alt.strip())
