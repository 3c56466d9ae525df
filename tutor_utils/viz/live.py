"""Curves and a progress bar that are redrawn while a cell runs."""

from __future__ import annotations

import html
import time
from collections.abc import Sequence
from operator import eq
from typing import Any

from .image import picture
from .lines import panels

REDRAW_S = 1.0  # seconds between two drawings, at least,
REST = 9  # and at least this many times the time of a drawing: the training needs the rest


def _telling(samples: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Three samples: the first, one about half right, and the first that is all right.

    Until a sample is all right, the newest is the third.

    Args:
        samples: (a model's output as text, the share of it that was right).
    """
    first, *later = samples
    end = next((i for i, (_, right) in enumerate(later) if right == 1), len(later) - 1)
    half = sorted(later[:end], key=lambda sample: abs(sample[1] - 0.5))[:1]
    return [first, *half, *later[end : end + 1]]


class Live:
    """A progress bar and curves in one output, each on axes of its own, redrawn once a
    second, on a slow machine less often.

    It needs no widget: it replaces its own output, which JupyterLab, Colab and VS Code all do.
    The text alternative stays the same throughout, since a replay compares it. Below stands, as
    text, the model's output: see `say`.

    Args:
        total: The most steps that there will be. A run may end before: the bar then goes, and
            never jumps.
        alt: What the curves show, in words without numbers.
        curves: Their names, in order: nothing is drawn until each has a point. Left out, they
            are drawn as they come.

    Raises:
        ValueError: ``total`` is below 1, or ``alt`` is empty.
    """

    def __init__(self, total: int, alt: str, curves: Sequence[str] = ()) -> None:
        if total < 1:
            raise ValueError(f"total={total} must be at least 1: it is the last step.")
        if not alt.strip():
            raise ValueError(f"alt={alt!r} must say in words what the curves show.")
        self.total, self.alt, self.step = total, alt, 0
        self.series: dict[str, tuple[list[int], list[Any]]] = {name: ([], []) for name in curves}
        self._samples: list[tuple[str, float]] = []
        self._handle: Any = None
        self._due, self._started, self._done = 0.0, time.monotonic(), False

    def update(self, step: int, **values: Any) -> None:
        """Add one point to each named curve, and redraw if it is time.

        Without values only the bar moves. A tensor of one number is read when it is drawn, so that
        no step waits for a GPU.
        """
        self.step = step
        for name, value in values.items():
            x, y = self.series.setdefault(name.replace("_", " "), ([], []))
            x.append(step)
            y.append(value)
        if time.monotonic() >= self._due:
            self._draw()

    def say(
        self, step: int, given: Sequence[str], wanted: Sequence[str], output: Sequence[str]
    ) -> None:
        """Show a model's output for a sequence; the next `update` draws it.

        Three outputs are shown: the first, one about half right, and the first that is all right,
        or else the newest.
        """
        other = [] if list(wanted) == list(given) else [("wanted", wanted)]
        lines = [("given", given), *other, ("says", output)]
        width = max(len(token) for _, tokens in lines for token in tokens)
        place = f"step {step}"
        block = [
            f"{place if name == 'given' else '':<{len(place)}}  {name:<6}  "
            + " ".join(f"{token:>{width}}" for token in tokens)
            for name, tokens in lines
        ]
        right = sum(map(eq, output, wanted))
        block[-1] += f"  ({right} of {len(wanted)} right)"
        self._samples = _telling([*self._samples, ("\n".join(block), right / len(wanted))])

    def finish(self) -> None:
        """Draw the last state, without the bar."""
        self._done = True
        self._draw()

    def _draw(self) -> None:
        from IPython import get_ipython
        from IPython.display import display

        known = self.series and all(x for x, _ in self.series.values())
        if not known or get_ipython() is None:
            return
        if self._handle is None:  # the first drawing also loads Matplotlib: not measured
            self._handle, took = display(self, display_id=True), 0.0
        else:
            begun = time.monotonic()
            self._handle.update(self)
            took = time.monotonic() - begun
        self._due = time.monotonic() + max(REDRAW_S, REST * took)

    def __repr__(self) -> str:
        return "\n".join([self.alt, *(text for text, _ in self._samples)])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        seconds = f"{time.monotonic() - self._started:.0f} s"
        # In the picture, not in the text alternative, since no two runs take the same time.
        title = f"Ended at step {self.step}" if self._done else f"Step {self.step}"
        title += f" of at most {self.total}, after {seconds}"
        lines = {name: {"run": (x, [float(v) for v in y])} for name, (x, y) in self.series.items()}
        drawn = panels(lines, x_label="step", title=title).figure
        for ax in drawn.axes:
            ax.set_xlim(left=0)
        bundle = picture(drawn, self.alt)._repr_mimebundle_()
        words = html.escape(f"step {self.step} of at most {self.total}")
        bar = f'<progress value="{self.step}" max="{self.total}" aria-label="{words}"></progress>'
        samples = html.escape("\n".join(text for text, _ in self._samples))
        output = f'<pre class="tutor-said">{samples}</pre>' if samples else ""
        return bundle | {
            "text/html": ("" if self._done else f"<div>{bar}</div>") + bundle["text/html"] + output,
            "text/plain": repr(self),
        }
