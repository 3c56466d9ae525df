"""Compare an actual with an expected value, and describe in words how they differ."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from .observation import Opaque

ONCE = ("generator", "map", "zip", "filter", "enumerate", "reversed")  # can be iterated once
# (relative, absolute) by dtype: more than right answers differ that sum in another order.
TOLERANCE = {
    torch.float64: (1e-6, 1e-8),
    torch.float32: (1e-4, 1e-5),
    torch.float16: (2e-2, 2e-3),
    torch.bfloat16: (5e-2, 1e-2),
}


def close(actual: Any, expected: Any, tolerance: tuple[float, float] | None = None) -> bool:
    """Whether two plain values have the same structure, shape and numbers (dtypes may differ)."""
    times = tolerances(actual, expected, tolerance)
    for notes in _NOTES:
        notes.append(times)
    return times <= 1


_NOTES: list[list[float]] = []


@contextmanager
def recorded_tolerances() -> Iterator[list[float]]:
    """Record ``tolerances`` for each call of ``close`` in the body."""
    notes: list[float] = []
    _NOTES.append(notes)
    try:
        yield notes
    finally:
        _NOTES.pop()


def tolerances(actual: Any, expected: Any, tolerance: tuple[float, float] | None = None) -> float:
    """The largest difference of two plain values, in tolerances; infinity for other structures."""
    if isinstance(expected, Tensor):
        if not isinstance(actual, Tensor) or actual.shape != expected.shape:
            return math.inf
        return float(_times(actual, expected, tolerance).max()) if expected.numel() else 0.0
    if isinstance(expected, (list, tuple, dict)):
        items = _items(actual, expected)
        if items is None:
            return math.inf
        return max((tolerances(a, e, tolerance) for a, e in items), default=0.0)
    if isinstance(expected, float) and isinstance(actual, (int, float)):
        if actual == expected or (math.isnan(actual) and math.isnan(expected)):  # as in tensors
            return 0.0
        relative, absolute = tolerance or TOLERANCE[torch.float32]
        allowed = max(absolute, relative * max(abs(actual), abs(expected)))
        apart = abs(actual - expected) / allowed if 0 < allowed < math.inf else math.inf
        return math.inf if math.isnan(apart) else apart
    return 0.0 if type(actual) is type(expected) and actual == expected else math.inf


def _items(
    actual: Any, expected: list[Any] | tuple[Any, ...] | dict[str, Any]
) -> list[tuple[Any, Any]] | None:
    """Pairs (actual, expected) of the items of a container; None if the containers differ."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or actual.keys() != expected.keys():
            return None
        return [(actual[key], expected[key]) for key in expected]
    if not isinstance(actual, (list, tuple)) or len(actual) != len(expected):
        return None
    if isinstance(expected, list) and not _has_parts(expected):
        pairs = [isinstance(item, tuple) for item in expected]
        if pairs != [isinstance(item, tuple) for item in actual]:
            return None  # a list is no key of a dict, and equals no tuple
    return list(zip(actual, expected, strict=True))


def wrong_cells(
    actual: Tensor, expected: Tensor, tolerance: tuple[float, float] | None = None
) -> Tensor:
    """Boolean tensor of the shape of ``expected``, True where ``actual`` is wrong."""
    return _times(actual, expected, tolerance) > 1


def _times(actual: Tensor, expected: Tensor, tolerance: tuple[float, float] | None) -> Tensor:
    """The difference of each number of a tensor, in tolerances."""
    if not (expected.is_floating_point() or actual.is_floating_point()):
        return torch.where(actual == expected, 0.0, math.inf)
    got, wanted = actual.detach().double(), expected.detach().double()
    same = (got == wanted) | (got.isnan() & wanted.isnan())
    types = (t for t in (actual.dtype, expected.dtype) if t.is_floating_point)
    coarse = min(types, key=lambda t: torch.finfo(t).bits)
    relative, absolute = tolerance or TOLERANCE.get(coarse, (1e-4, 1e-5))
    times = (got - wanted).abs() / (absolute + relative * wanted.abs())
    return times.nan_to_num(nan=math.inf, posinf=math.inf).masked_fill(same, 0.0)


def leaves(
    actual: Any, expected: Any, parts: tuple[str, ...] = (), path: str = ""
) -> Iterator[tuple[str, Any, Any]]:
    """(part, actual, expected) for each leaf of ``expected``, where structures agree."""
    if isinstance(expected, (list, tuple)) and _has_parts(expected):
        for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
            name = parts[i] if i < len(parts) else f"{path}[{i}]"
            yield from leaves(a, e, (), name)
    elif isinstance(expected, dict):
        for key, e in expected.items():
            yield from leaves(actual[key], e, (), key)
    else:
        yield path, actual, expected


def _has_parts(values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether items are compared one by one; a list of numbers or pairs is compared as one."""
    return any(
        isinstance(value, (Tensor, list))
        or (isinstance(value, tuple) and not all(isinstance(part, (str, int)) for part in value))
        for value in values
    )


def kind(value: Any) -> str:
    """The type of a plain value in words for a learner."""
    if value is None:
        return "None"
    if isinstance(value, Tensor):
        return "a tensor"
    if isinstance(value, Opaque):
        return f"an object of type {value.type}"
    if isinstance(value, (list, tuple)):
        kinds = [kind(v) for v in value]
        inside = ", ".join(kinds[:3]) + (", ..." if len(value) > 3 else "")
        if len(value) > 3 and len(set(kinds)) == 1:
            inside = f"each {kinds[0]}"
        return f"a {type(value).__name__} of {len(value)} ({inside})"
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {kind(v)}" for key, v in [*value.items()][:6])
        return f"a dict ({inside}" + (", ...)" if len(value) > 6 else ")")
    return {bool: "a bool", int: "an int", float: "a float", str: "a str"}[type(value)]


def same_kind(actual: Any, expected: Any) -> bool:
    """Whether the structure matches: tensors, or containers of equal length and equal keys."""
    if isinstance(expected, Tensor):
        return isinstance(actual, Tensor)
    if isinstance(expected, (list, tuple)):
        if not isinstance(actual, list if isinstance(expected, list) else (list, tuple)):
            return False
        if isinstance(expected, list) and not _has_parts(expected):
            return True  # a list of numbers is one value
        return len(actual) == len(expected) and all(map(same_kind, actual, expected))
    if isinstance(expected, dict):
        return (
            isinstance(actual, dict)
            and actual.keys() == expected.keys()
            and all(same_kind(actual[key], expected[key]) for key in expected)
        )
    if isinstance(expected, float):
        return type(actual) in (int, float)
    return type(actual) is type(expected)


def first_wrong(actual: Tensor, expected: Tensor, tolerance: tuple[float, float] | None) -> str:
    """Words that name the first wrong entry, in reading order, and count the wrong ones."""
    wrong = wrong_cells(actual, expected, tolerance)
    where = tuple(wrong.nonzero()[0].tolist()) if wrong.dim() else ()
    index = "entry [" + ", ".join(map(str, where)) + "]" if where else "the number"
    right, yours = (number(value[where]) for value in (expected, actual))
    if right == yours:  # equal when rounded: show more digits
        right, yours = (number(value[where], digits=9) for value in (expected, actual))
    differ = "differs" if wrong.sum() == 1 else "differ"
    share = f" ({wrong.sum()} of {wrong.numel()} entries {differ})" if wrong.numel() > 1 else ""
    return f"{index}: expected {right}, yours {yours}{share}"


def number(value: Tensor, digits: int = 4) -> str:
    """A number as a report shows it."""
    item = value.item()
    return f"{item:.{digits}g}" if isinstance(item, float) else str(item)


def show(value: Any, limit: int = 48) -> str:
    """A value as text for a report: small tensors in full, large ones by shape.

    ``limit`` is the most numbers; a third of it for masks and numbers with many digits.
    """
    if isinstance(value, Tensor):
        shape = tuple(value.shape)
        wide = value.dtype == torch.bool or bool((value.double().nan_to_num() % 1).any())
        if value.numel() > (limit // 3 if wide else limit):
            return f"tensor of shape {shape}, {str(value.dtype).removeprefix('torch.')}"
        if value.is_floating_point():
            rounded = [round(v, 4) for v in value.double().flatten().tolist()]
            flat = [int(v) if v % 1 == 0 and abs(v) < 1e9 else v for v in rounded]
        else:
            flat = value.flatten().tolist()
        return _nested(flat, shape)
    if isinstance(value, (list, tuple)):
        inside = ", ".join(show(v, limit) for v in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {show(v, limit)}" for k, v in value.items()) + "}"
    if isinstance(value, Opaque):
        return kind(value) if "\n" in value.text else value.text
    if isinstance(value, torch.nn.Linear) and value.weight.numel() <= 12:
        numbers = f"weight={show(value.weight.detach(), limit)}"
        bias = "" if value.bias is None else f", bias={show(value.bias.detach(), limit)}"
        return f"Linear({numbers}{bias})"
    if isinstance(value, torch.nn.Module):
        return str(value) if len(str(value)) < 60 else type(value).__name__
    if isinstance(value, float):
        return f"{value:.6g}"
    return repr(value)


def _nested(flat: list[Any], shape: tuple[int, ...]) -> str:
    if not shape:
        return str(flat[0])
    if len(shape) == 1:
        return "[" + ", ".join(map(str, flat)) + "]"
    step = len(flat) // shape[0] if shape[0] else 0
    rows = [_nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return "[" + ", ".join(rows) + "]"


# --- two results that should be equal ------------------------------------------------------------

OF_CIRCUMSTANCE = {"half": (0.1, 0.1), "float64": (5e-3, 1e-3)}  # tolerances
LONGEST = 60  # letters of one value


def alike(got: Any, wanted: Any, tolerance: tuple[float, float] | None) -> bool:
    """Whether two results have equal numbers and equal dtypes."""
    if not same_kind(got, wanted) or not close(got, wanted, tolerance):
        return False
    pairs = leaves(got, wanted)
    return all(getattr(g, "dtype", None) == getattr(w, "dtype", None) for _, g, w in pairs)


def difference(name: str, got: Any, wanted: Any) -> str:
    """Describes the first two parts that differ."""
    if name in ("mode-left", "gradient-stops"):
        return "namely " + ", ".join(f"`{name}`" for name in got)
    pairs = leaves(got, wanted) if same_kind(got, wanted) else ()
    pair = next(((w, g) for _, g, w in pairs if not alike(g, w, OF_CIRCUMSTANCE.get(name))), None)
    if pair is None:
        place, before, now = _first_apart(wanted, got)
        if place:
            return f"{place}: expected {_short(before)}, yours {_short(now)}"
        return f"your code returned {kind(got)}; expected {kind(wanted)} as before"
    before, now = pair
    if not isinstance(before, Tensor):
        place, before, now = _first_apart(before, now)
        if place and isinstance(before, Tensor) and isinstance(now, Tensor):
            return f"{place} differs: {_of_tensors(now, before, OF_CIRCUMSTANCE.get(name))}"
        if place:
            return f"{place}: expected {_short(before)}, yours {_short(now)}"
        return f"expected {show(before)}, yours {show(now)}"
    return _of_tensors(now, before, OF_CIRCUMSTANCE.get(name))


def _of_tensors(now: Tensor, before: Tensor, tolerance: tuple[float, float] | None) -> str:
    if before.dtype != now.dtype:
        return f"the number type is {now.dtype}; expected {before.dtype}"
    if before.shape != now.shape:
        return f"the shape is {tuple(now.shape)}; expected {tuple(before.shape)}"
    return first_wrong(now, before, tolerance)


def _short(value: Any) -> str:
    text = show(value)
    return text if len(text) <= LONGEST else kind(value)


def _first_apart(before: Any, now: Any, place: str = "") -> tuple[str, Any, Any]:
    """(where, before, now) of the first part that differs; ("", before, now) for short values."""
    if len(show(before)) + len(show(now)) <= 2 * LONGEST:
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
