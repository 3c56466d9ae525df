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
    """Describes the first two parts that differ."""
    if name in ("mode-left", "gradient-stops"):
        return "namely " + ", ".join(f"`{name}`" for name in got)
    pairs = compare.leaves(got, wanted) if compare.same_kind(got, wanted) else ()
    pair = next(((w, g) for _, g, w in pairs if not alike(g, w, TOLERANCE.get(name))), None)
    if pair is None:
        place, before, now = _first_apart(wanted, got)
        if place:
            return f"{place}: expected {_short(before)}, yours {_short(now)}"
        return f"your code returned {compare.kind(got)}; expected {compare.kind(wanted)} as before"
    before, now = pair
    if not isinstance(before, Tensor):
        place, before, now = _first_apart(before, now)
        if place and isinstance(before, Tensor) and isinstance(now, Tensor):
            return f"{place} differs: {_of_tensors(now, before, TOLERANCE.get(name))}"
        if place:
            return f"{place}: expected {_short(before)}, yours {_short(now)}"
        return f"expected {compare.show(before)}, yours {compare.show(now)}"
    return _of_tensors(now, before, TOLERANCE.get(name))


def _of_tensors(now: Tensor, before: Tensor, tolerance: tuple[float, float] | None) -> str:
    if before.dtype != now.dtype:
        return f"the number type is {now.dtype}; expected {before.dtype}"
    if before.shape != now.shape:
        return f"the shape is {tuple(now.shape)}; expected {tuple(before.shape)}"
    return compare.first_wrong(now, before, tolerance)


LONGEST = 60  # letters of one value


def _short(value: Any) -> str:
    text = compare.show(value)
    return text if len(text) <= LONGEST else compare.kind(value)


def _first_apart(before: Any, now: Any, place: str = "") -> tuple[str, Any, Any]:
    """(where, before, now) of the first part that differs; ("", before, now) for short values."""
    if len(compare.show(before)) + len(compare.show(now)) <= 2 * LONGEST:
        return place, before, now
    parts: list[tuple[str, Any, Any]] = []
    if isinstance(before, dict) and isinstance(now, dict):
        lost, new = (
            [key for key in a if key not in b][:3] for a, b in ((before, now), (now, before))
        )
        if lost or new:
            return f"{place}, keys that one of them alone has".lstrip(", "), lost, new
        parts = [(f"{place}[{key!r}]", before[key], now[key]) for key in before]
    elif isinstance(before, (list, tuple)) and len(before) == len(now):
        parts = [(f"{place}[{i}]", b, n) for i, (b, n) in enumerate(zip(before, now, strict=True))]
    apart = (part for part in parts if not alike(part[2], part[1], None))
    found = next(apart, None)
    return _first_apart(found[1], found[2], found[0]) if found else (place, before, now)
