"""Curves that grow while a cell runs."""

from __future__ import annotations

import html
import time
from typing import Any

from .image import picture
from .lines import panels

REDRAW_S = 1.0  # drawing costs about 0.1 s: once a second leaves the time to the training


class Live:
    """A progress bar and curves in one output, each on axes of its own, redrawn once a second.

    It needs no widget: it replaces its own output, which JupyterLab, Colab and VS Code all do.
    The text alternative stays the same throughout, since a replay compares it.

    Args:
        total: The most steps that there will be. A run may end before: the bar then goes, and
            never jumps.
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
        self._drawn, self._started, self._done = 0.0, time.monotonic(), False

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
        """Draw the last state, without the bar."""
        self._done = True
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
        seconds = f"{time.monotonic() - self._started:.0f} s"
        # In the picture, since no two runs take the same time.
        title = f"Ended at step {self.step}" if self._done else f"Step {self.step}"
        title += f" of at most {self.total}, after {seconds}"
        lines = {name: {"run": points} for name, points in self.series.items()}
        drawn = panels(lines, x_label="step", title=title).figure
        bundle = picture(drawn, self.alt)._repr_mimebundle_()
        words = html.escape(f"step {self.step} of at most {self.total}")
        bar = f'<progress value="{self.step}" max="{self.total}" aria-label="{words}"></progress>'
        return bundle | {
            "text/html": ("" if self._done else f"<div>{bar}</div>") + bundle["text/html"]
        }
