"""Curves that grow while a cell runs."""

from __future__ import annotations

import html
import time
from typing import Any

from .image import picture
from .lines import curves

REDRAW_S = 1.0  # drawing costs about 0.1 s: once a second leaves the time to the training


class Live:
    """A progress bar and curves in one output, redrawn at most once a second.

    It needs no widget: it replaces its own output, which JupyterLab, Colab and VS Code all do.
    The text alternative stays the same throughout, since a replay compares it.

    Args:
        total: The step at which the bar is full.
        alt: What the curves show, in words without numbers.

    Raises:
        ValueError: ``total`` is below 1, or ``alt`` is empty.
    """

    def __init__(self, total: int, alt: str) -> None:
        if total < 1:
            raise ValueError(f"total={total} must be at least 1: it is the last step.")
        if not alt.strip():
            raise ValueError(f"alt={alt!r} must say in words what the curves show.")
        self.total, self.alt, self.step = total, alt, 0
        self.series: dict[str, tuple[list[int], list[float]]] = {}
        self._handle: Any = None
        self._drawn = 0.0

    def update(self, step: int, **values: float) -> None:
        """Add one point to each named curve; draw again if the last drawing is a second old."""
        self.step = step
        for name, value in values.items():
            x, y = self.series.setdefault(name.replace("_", " "), ([], []))
            x.append(step)
            y.append(float(value))
        if time.monotonic() - self._drawn >= REDRAW_S:
            self._draw()

    def finish(self) -> None:
        """Draw the last state with a full bar."""
        self.total = max(self.step, 1)
        self._draw()

    def _draw(self) -> None:
        from IPython import get_ipython
        from IPython.display import display

        self._drawn = time.monotonic()
        if not self.series or get_ipython() is None:
            return
        if self._handle is None:
            self._handle = display(self, display_id=True)
        else:
            self._handle.update(self)

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        drawn = curves(self.series, x_label="step", y_label="value").figure
        image = picture(drawn, self.alt)._repr_mimebundle_()["text/html"]
        words = html.escape(f"step {self.step} of {self.total}")
        bar = f'<progress value="{self.step}" max="{self.total}" aria-label="{words}"></progress>'
        return {"text/html": f"<div>{bar}</div>{image}", "text/plain": self.alt}
