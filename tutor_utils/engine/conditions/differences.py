"""Compare two results that should be equal, and say where they first differ."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from .. import compare

TOLERANCE = {"half": (0.1, 0.1), "float64": (5e-3, 1e-3)}


def alike(got: Any, wanted: Any, tolerance: tuple[float, float] | None) -> bool:
    """Whether two results have equal numbers and equal dtypes."""
    if not compare.same_kind(got, wanted) or not compare.close(got, wanted, tolerance):
        return False
    pairs = compare.leaves(got, wanted)
    return all(getattr(g, "dtype", None) == getattr(w, "dtype", None) for _, g, w in pairs)


def difference(name: str, got: Any, wanted: Any) -> str:
    """How the first two parts that differ do so, in words."""
    if name in ("mode-left", "gradient-stops"):
        return "namely " + ", ".join(f"`{name}`" for name in got)
    pairs = compare.leaves(got, wanted) if compare.same_kind(got, wanted) else ()
    pair = next(((w, g) for _, g, w in pairs if not alike(g, w, TOLERANCE.get(name))), None)
    if pair is None:
        return f"your code returned {compare.kind(got)}; expected {compare.kind(wanted)} as before"
    before, now = pair
    if not isinstance(before, Tensor):
        return f"expected {compare.show(before)}, yours {compare.show(now)}"
    if before.dtype != now.dtype:
        return f"the number type is {now.dtype}; expected {before.dtype}"
    if before.shape != now.shape:
        return f"the shape is {tuple(now.shape)}; expected {tuple(before.shape)}"
    return compare.first_wrong(now, before, TOLERANCE.get(name))
