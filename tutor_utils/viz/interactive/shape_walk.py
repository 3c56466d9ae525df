"""The shape walk: follow one batch step by step from ids to output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..shapes import Stop, draw_stop, stop
from .stored import Stored, Viewer, folded, table


class ShapeWalk(Viewer):
    """Step through the shapes that a batch takes. It lives in the page, without a kernel.

    Args:
        steps: ``(name, tensor, axes, note)`` in the order in which they come up, e.g.
            ``("cut", q, "B h L d_k", "Each head gets its own features.")``. An axis keeps its size
            throughout; "h*d_k" is an axis in which h pieces lie side by side.

    Raises:
        ValueError: no steps, a step that is not as above, or an axis whose size changes.
    """

    def __init__(self, steps: Sequence[Any]) -> None:
        self.sizes: dict[str, int] = {}
        self.stops: list[Stop] = [
            stop(step, self.sizes, f"steps[{index}]") for index, step in enumerate(steps)
        ]
        if not self.stops:
            raise ValueError("steps must hold at least one (name, tensor, axes, note).")

    def stored(self) -> Stored:
        """The walk as a notebook stores it: the first step as a picture, all steps as a table."""
        picture = draw_stop(self.stops, 0, self.sizes)
        rows = [
            [each.name, str(each.shape), ", ".join(each.axes), each.note] for each in self.stops
        ]
        every = table("From first to last", ["tensor", "shape", "axes", "what happened"], rows)
        return Stored("walk", self.data(), picture, self.stops[0].note, folded("All steps", every))

    def data(self) -> dict[str, Any]:
        """The data that the page needs."""
        return {
            "at": 0,
            "sizes": self.sizes,
            "stops": [
                {"name": s.name, "shape": s.shape, "axes": s.axes, "note": s.note}
                for s in self.stops
            ],
        }
