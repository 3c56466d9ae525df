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


def explain_kind(actual: Any, expected: Any) -> tuple[str, str, str]:
    """(what it means, what to try, slug) where the kinds differ."""
    if actual is None:
        return (
            "Your code ended without a `return` of a value. `list.append` and `list.sort` give "
            "None, too.",
            "Which line returns the result? Is it reached on every way through the function?",
            "nothing-returned",
        )
    inside = [actual, *actual] if isinstance(actual, (tuple, list)) else [actual]
    if any(isinstance(a, Opaque) and a.type.startswith("numpy") for a in inside):
        return (
            "What NumPy makes carries no gradient and does not move to a GPU.",
            "Stay with torch functions: torch.sin, torch.softmax, ... Take NumPy out.",
            "numpy-array",
        )
    if isinstance(actual, Opaque) and actual.type in ONCE:
        many = "list" if isinstance(expected, list) else "tuple"
        return (
            f"A {actual.type} gives its parts only once, and {kind(expected)} is wanted.",
            f"Write `{many}(...)` round it. Round brackets with a `for` inside make a generator.",
            "gives-its-parts-once",
        )
    if isinstance(actual, Opaque) and actual.type.startswith("torch.nn.modules"):
        return (
            f"You returned the layer {actual.type.rpartition('.')[2]} itself, not what it gives.",
            "Call it on the tensor: `layer(x)`. Or use a function of the same kind.",
            "another-kind-of-object",
        )
    if isinstance(expected, Tensor) and isinstance(actual, list):
        return (
            "One tensor is wanted here, not a list.",
            "`torch.stack` or `torch.cat` joins a list of tensors, `torch.tensor` takes numbers.",
            "several-values-for-one",
        )
    if isinstance(expected, Tensor) and isinstance(actual, tuple):
        return (
            "One tensor is wanted here, not a tuple.",
            "Return the output alone."
            if len(actual) > 1
            else "Return the tensor alone: a comma after it makes a tuple.",
            "several-values-for-one",
        )
    if isinstance(expected, tuple) and isinstance(actual, Tensor):
        return (
            f"The contract asks for {len(expected)} values.",
            "Return all of them, with commas between them.",
            "one-value-for-several",
        )
    if isinstance(expected, float) and isinstance(actual, Tensor):
        if actual.numel() != 1:
            return (
                f"Your tensor has the shape {tuple(actual.shape)}, and one number is wanted.",
                "Which line should make one number of these: a sum, a mean? Then `.item()`.",
                "tensor-for-a-number",
            )
        return (
            "The contract asks for a float. A tensor may keep its whole graph alive.",
            "Turn the one number into a Python float with `.item()`.",
            "tensor-for-a-number",
        )
    return (
        f"The contract asks for {kind(expected)}.",
        "Compare the `return` line with the docstring.",
        "another-kind-of-object",
    )


def explain_dtype(actual: Tensor, wanted: Tensor, given: bool) -> tuple[str, str, str, str]:
    """(what I saw, what it means, what to try, slug) for two dtypes that differ.

    Args:
        actual, wanted: of one structure; their shapes may differ.
        given: whether the arguments hold floating-point numbers.
    """
    dtype = actual.dtype
    saw, slug = f"The dtype is {dtype}; expected {wanted.dtype}.", "another-number-type"
    if wanted.dtype == torch.bool:
        if _is_additive(actual):
            return (
                f"Your mask holds 0 and {actual.min().item():.4g}; expected True and False.",
                "That is a mask to be added to the scores, as PyTorch's "
                "`generate_square_subsequent_mask` gives it. The masks of this course say True "
                "where a query may look and False where it may not.",
                "Return the yes and no itself. Whoever uses the mask fills in -inf.",
                "additive-mask",
            )
        look = "Give `dtype=torch.bool` where a tensor is made, or return what a comparison gives."
        return saw, "Yes and no are wanted here: True and False.", look, slug
    if wanted.dtype == torch.int64:
        look = (
            f"Which line first gives {dtype}? Give `dtype=torch.long` where a tensor is made; "
            "`//` keeps whole numbers, `/` does not."
        )
        if dtype == torch.float32:
            look = (
                "Which line first gives torch.float32? `torch.Tensor(...)` always does, and "
                "`torch.tensor([])`, `torch.zeros`, `torch.ones` and `/` do. Give "
                "`dtype=torch.long` to `torch.tensor`, `torch.zeros` and the like; `//` keeps "
                "whole numbers."
            )
        means = "The numbers may look the same, but the next layer asks for this type."
        return saw, means, look, slug
    if given and wanted.is_floating_point():
        look = "Find the line where the type changes. Make new tensors with `dtype=x.dtype`."
        return saw, "Your code changed the precision that the input came in.", look, slug
    look = f"Find the line where the type changes to {dtype}, or change it back."
    return saw, f"The contract asks for {wanted.dtype}.", look, slug


def _is_additive(mask: Tensor) -> bool:
    """Whether this is an additive mask: 0 where open and a large negative number elsewhere."""
    if not mask.is_floating_point() or not mask.numel():
        return False
    low = mask < -1000
    return bool(((mask == 0) | low).all() and low.any())


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
        numbers = f"weight={show(value.weight.detach())}"
        bias = "" if value.bias is None else f", bias={show(value.bias.detach())}"
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
