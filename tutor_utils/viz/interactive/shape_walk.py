"""The shape walk: one batch, followed step by step from ids to output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..shapes import Stop, draw_stop, stop
from .controls import Controls, Interactive, button, check_index, dropdown, row
from .static_output import StaticOutput, folded, table


class ShapeWalk(Interactive):
    """Step through the shapes that a batch takes.

    Args:
        steps: ``(name, tensor, axes, note)`` in the order in which they come up, e.g.
            ``("cut", q, "B h L d_k", "Each head gets its own features.")``. An axis keeps its size
            throughout; "h*d_k" is an axis in which h pieces lie side by side.
        at: the step shown first, counted from 0.

    Raises:
        ValueError: no steps, a step that is not as above, or an axis whose size changes.
    """

    def __init__(self, steps: Sequence[Any], *, at: int = 0) -> None:
        super().__init__()
        self._sizes: dict[str, int] = {}
        self.stops: list[Stop] = [
            stop(step, self._sizes, f"steps[{index}]") for index, step in enumerate(steps)
        ]
        if not self.stops:
            raise ValueError("steps must hold at least one (name, tensor, axes, note).")
        check_index("at", at, len(self.stops))
        names = [(f"{i + 1}  {each.name}", i) for i, each in enumerate(self.stops)]
        self.at = dropdown("Step", names, at)
        self.back = button("Back", lambda: self._go(-1))
        self.forward = button("Next", lambda: self._go(1))
        self.controls = Controls([row(self.back, self.at, self.forward)])
        self.at.observe(self.redraw, "value")

    def output(self) -> StaticOutput:
        """The step at hand as a picture, and all steps as a table."""
        at = self.at.value
        now = self.stops[at]
        picture = draw_stop(self.stops, at, self._sizes)
        rows = [
            [each.name, str(each.shape), ", ".join(each.axes), each.note] for each in self.stops
        ]
        every = table("From first to last", ["tensor", "shape", "axes", "what happened"], rows)
        return StaticOutput(picture.png(), picture.alt, now.note, more=folded("All steps", every))

    def _go(self, by: int) -> None:
        # At an end the button does nothing. Disabled, it would lose the keyboard's focus.
        self.at.value = min(max(self.at.value + by, 0), len(self.stops) - 1)
