"""A figure with axes placed in inches; its picture is cropped to the drawing."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from .image import Picture
from .text_size import wrap
from .theme import BLOCKED_FILL, BLOCKED_LINES, DPI, HATCH, INK, style


class Sheet:
    """A figure whose axes have fixed sizes, so that labels can be fitted exactly.

    Used in a ``with`` statement, which also applies the course's theme. pyplot is not used, so the
    learner's backend, settings and open figures are not touched.
    """

    def __enter__(self) -> Sheet:
        self._style = style()
        self._style.__enter__()
        self.figure = Figure(figsize=(10, 10), dpi=DPI)
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._style.__exit__(kind, error, trace)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Axes of width × height inches, `left` and `top` inches from the upper left corner."""
        across, down = self.figure.get_size_inches()
        return self.figure.add_axes(
            (left / across, 1 - (top + height) / down, width / across, height / down)
        )

    def colour_bar(
        self,
        left: float,
        top: float,
        height: float,
        *,
        cmap: str,
        norm: Normalize,
        label: str,
        blocked: bool = False,
    ) -> Axes:
        """A colour bar with its name; `blocked` adds a legend of the hatching above it."""
        bar = self.axes(left, top, 0.14, height)
        self.figure.colorbar(ScalarMappable(norm, cmap), cax=bar, ticks=MaxNLocator(5))
        bar.tick_params(labelsize=8, length=2)
        bar.set_ylabel(label, fontsize=9)
        if blocked:
            bar.legend(
                handles=[blocked_patch()],
                loc="lower left",
                bbox_to_anchor=(-0.6, 1.02),
                borderaxespad=0,
                frameon=False,
                fontsize=8,
                handlelength=1.6,
                handleheight=1.1,
            )
        return bar

    def picture(self, alt: str, title: str | None = None) -> Picture:
        """Add the title, and return the sheet as a picture, cropped to the drawing.

        Args:
            alt: the text alternative.
            title: a line above it.
        """
        FigureCanvasAgg(self.figure)
        if title:
            box = self.figure.get_tightbbox()
            across, down = self.figure.get_size_inches()
            self.figure.text(
                box.x0 / across,
                (box.y1 + 0.12) / down,
                wrap(title, 11, max(box.width, 3.2) * DPI),
                fontsize=11,
                fontweight="bold",
                color=INK,
                va="bottom",
            )
        return Picture(self.figure, alt)


def write(ax: Axes, x: float, y: float, text: str, size: float, **more: Any) -> None:
    """Centred text, without math parsing: a token may be a dollar sign."""
    usual: dict[str, Any] = {"ha": "center", "va": "center", "color": INK, "parse_math": False}
    ax.text(x, y, text, fontsize=size, **usual | more)


def blocked_patch() -> Patch:
    """The legend entry for a blocked cell."""
    return Patch(
        facecolor=BLOCKED_FILL, edgecolor=BLOCKED_LINES, hatch=HATCH, linewidth=0, label="blocked"
    )
