"""The shape walk: follow one batch step by step from ids to output."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import prod
from typing import Any

from .page import Viewer


class ShapeWalk(Viewer):
    """Step through the shapes of a batch; a script in the page, without a kernel.

    Where no script runs, a table of all steps is shown.

    Args:
        steps: ``(name, tensor, axes, note)`` in order, e.g.
            ``("cut", q, "B h L d_k", "Each head gets its own features.")``. An axis has one size in
            all steps; "h*d_k" is an axis of h parts side by side.

    Raises:
        ValueError: no steps, a step of another form, or an axis whose size changes.
    """

    script = "walk"

    def __init__(self, steps: Sequence[Any]) -> None:
        self.sizes: dict[str, int] = {}
        self.stops = [self._stop(step, f"steps[{i}]") for i, step in enumerate(steps)]
        if not self.stops:
            raise ValueError("steps must hold at least one (name, tensor, axes, note).")

    def _stop(self, step: Any, where: str) -> dict[str, Any]:
        """One step as data for the page; records the sizes of its axes."""
        if not isinstance(step, list | tuple) or len(step) not in (3, 4):
            raise ValueError(f"{where} must be (name, tensor, axes) or (name, tensor, axes, note).")
        name, tensor, axes, note = (*step, "")[:4]
        if not hasattr(tensor, "shape"):
            raise ValueError(f"{where}: {name!r} needs a tensor, not {type(tensor).__name__}.")
        shape, names = tuple(int(n) for n in tensor.shape), tuple(str(axes).split())
        if len(names) != len(shape) or not names:
            raise ValueError(
                f"{where}: axes={axes!r} must name each axis of {name!r}, whose shape is {shape}."
            )
        for axis, length in zip(names, shape, strict=True):
            known = self.sizes.get(axis)
            parts = [self.sizes.get(part) for part in axis.split("*")]
            if known is None and len(parts) > 1 and None not in parts:
                known = prod(part for part in parts if part)
            if known not in (None, length) and not axis.isdecimal():
                raise ValueError(
                    f"{where}: axis {axis} of {name!r} is {length} long; before it was {known}."
                )
            self.sizes[axis] = length
        return {"name": str(name), "shape": shape, "axes": names, "note": str(note)}

    def data(self) -> dict[str, Any]:
        """The data that the page needs."""
        return {"sizes": self.sizes, "stops": self.stops}

    def stored(self) -> str:
        """A table of all steps."""
        head = "".join(f"<th>{word}</th>" for word in ("tensor", "shape", "axes", "what happened"))
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(word)}</td>" for word in _words(stop)) + "</tr>"
            for stop in self.stops
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def __repr__(self) -> str:
        return "\n".join("  ".join(_words(stop)) for stop in self.stops)


def _words(stop: dict[str, Any]) -> list[str]:
    return [stop["name"], str(stop["shape"]), f"({', '.join(stop['axes'])})", stop["note"]]
