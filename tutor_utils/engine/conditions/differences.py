"""Two results that should be the same: whether they are, and where they first differ, in words."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .. import compare

TOLERANCE = {"half": (0.1, 0.1), "float64": (5e-3, 1e-3)}


def first_pair(name: str, got: Any, wanted: Any) -> tuple[Any, Any] | None:
    """What was wanted and what came, where they first differ."""
    pairs = compare.leaves(got, wanted) if compare.same_kind(got, wanted) else ()
    return next(((w, g) for _, g, w in pairs if not alike(g, w, TOLERANCE.get(name))), None)


def alike(got: Any, wanted: Any, tolerance: tuple[float, float] | None) -> bool:
    """The same numbers, and the same number types."""
    if not compare.same_kind(got, wanted) or not compare.close(got, wanted, tolerance):
        return False
    return all(number_type(g) == number_type(w) for _, g, w in compare.leaves(got, wanted))


def number_type(value: Any) -> torch.dtype | None:
    """That of a tensor; None of anything else."""
    return getattr(value, "dtype", None)


def difference(name: str, got: Any, wanted: Any, pair: tuple[Any, Any] | None) -> str:
    """How two results differ; ``pair``: what was wanted and what came, where they first do."""
    if name == "result-remembered":
        return "all numbers are those of the call before"
    if name in ("parameter-unused", "mode-left", "gradient-stops"):
        return "namely " + ", ".join(f"`{name}`" for name in got)
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
