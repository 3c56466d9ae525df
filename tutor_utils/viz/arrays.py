"""Convert a learner's arguments to arrays, masks and labels, and check them.

A wrong argument raises a ValueError that names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import wcwidth

# Half precision has about three digits, so a row of softmax weights can differ from 1 by this much.
ROW_SUM_TOLERANCE = 0.02


def numbers(value: Any, name: str) -> np.ndarray:
    """A bool, integer or float64 array of any shape that holds at least one number.

    Tensors on any device, with or without gradients, are read and left as they were.
    """
    try:
        array = _plain(value)
    except (TypeError, ValueError, RuntimeError, NotImplementedError) as error:
        raise ValueError(
            f"{name} cannot be read as one block of numbers ({type(value).__name__}): {error}"
        ) from error
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must be a tensor, an array or nested lists of real numbers; "
            f"it is {type(value).__name__} holding {array.dtype}."
        )
    if array.dtype.kind == "f":
        array = array.astype(np.float64)
    return array


def _plain(value: Any) -> np.ndarray:
    if hasattr(value, "detach"):  # a tensor, without importing torch
        value = value.detach().cpu()
        return (value.double() if value.is_floating_point() else value).numpy()
    if isinstance(value, list | tuple):
        return np.array([_plain(item) for item in value])
    return np.asarray(value)


def of_rank(value: Any, name: str, rank: int, axes: str) -> np.ndarray:
    """`numbers` with exactly `rank` axes, none of them empty."""
    array = numbers(value, name)
    if array.ndim != rank:
        raise ValueError(f"{name} must have shape {axes}; its shape is {array.shape}.")
    if array.size == 0:
        raise ValueError(f"{name} has nothing to draw; its shape is {array.shape}.")
    return array


def finite(array: np.ndarray, name: str) -> np.ndarray:
    """The array as float64; raises if it holds NaN or infinity."""
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name} must hold finite numbers; {name}{list(where)} is {array[where]}.")
    return array


def weights(value: Any, name: str, rank: int, axes: str, mask: Any) -> tuple[np.ndarray, Any]:
    """Attention weights, and the mask broadcast to their shape (or None).

    Each row sums to 1; a row of zeros is one with every key blocked.
    """
    array = finite(of_rank(value, name, rank, axes), name)
    allowed = None if mask is None else spread_mask(mask, array.shape)
    outside = (array < -1e-6) | (array > 1 + ROW_SUM_TOLERANCE)
    if outside.any():
        where = tuple(int(i) for i in np.argwhere(outside)[0])
        raise ValueError(
            f"{name} must lie between 0 and 1; {name}{list(where)} is {array[where]:.3g}. "
            "Are these scores, before the softmax? Draw those with viz.matrix or viz.softmax_steps."
        )
    sums = array.sum(-1)
    may_be_zero = np.ones(sums.shape, bool) if allowed is None else ~allowed.any(-1)
    wrong = (np.abs(sums - 1) > ROW_SUM_TOLERANCE) & ~(may_be_zero & (sums == 0))
    if wrong.any():
        where = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise ValueError(
            f"{name} must sum to 1 over the keys (the last axis); "
            f"{name}{list(where)} sums to {sums[where]:.3g}. "
            "Was the softmax taken over the last axis, and is dropout off (model.eval())?"
        )
    return array.clip(0, 1), allowed


def boolean(value: Any) -> np.ndarray:
    """A mask, as a boolean array. True = may attend."""
    array = numbers(value, "mask")
    if array.dtype.kind != "b":
        held = str(getattr(value, "dtype", array.dtype)).removeprefix("torch.")
        raise ValueError(
            f"mask must be boolean (True = may attend); it holds {held}. "
            "Try mask.bool() or mask != 0."
        )
    if array.size == 0:
        raise ValueError(f"mask has nothing to draw; its shape is {array.shape}.")
    return array


def spread_mask(value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """A boolean mask broadcast to `shape`; leading axes of length 1 are dropped."""
    array = boolean(value)
    try:
        return np.broadcast_to(drop_leading_ones(array, len(shape)), shape)
    except ValueError:
        raise ValueError(f"mask of shape {array.shape} does not broadcast to {shape}.") from None


def drop_leading_ones(array: np.ndarray, rank: int) -> np.ndarray:
    """Drop leading axes of length 1 until `rank` axes are left."""
    while array.ndim > rank and array.shape[0] == 1:
        array = array[0]
    return array


def softmax(scores: np.ndarray, allowed: np.ndarray | None = None) -> np.ndarray:
    """Softmax over the allowed keys (the last axis); zeros in a row without an allowed key.

    Args:
        scores: any shape.
        allowed: bool, broadcastable to it, True = may attend; None allows all.
    """
    masked = scores if allowed is None else np.where(allowed, scores, -np.inf)
    top = masked.max(-1, keepdims=True)
    powers = np.exp(masked - np.where(np.isfinite(top), top, 0))
    total = powers.sum(-1, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)


def labels(values: Iterable[Any] | None, count: int, name: str) -> list[str]:
    """One label for each row or column; 0, 1, 2, ... by default."""
    if values is None:
        return [str(index) for index in range(count)]
    if isinstance(values, str):
        raise ValueError(f"{name} must be a list of labels, not the one string {values!r}.")
    try:
        found = [str(value.item() if hasattr(value, "item") else value) for value in values]
    except TypeError:
        raise ValueError(f"{name} must be a list of labels, not {type(values).__name__}.") from None
    if len(found) != count:
        raise ValueError(
            f"{name} must hold one label for each row or column: {count}, not {len(found)}."
        )
    # A lone surrogate cannot be encoded in a file.
    return [label.encode("utf-8", "replace").decode() for label in found]


def shorten(label: str, width: int = 14) -> str:
    """The label on one line, cut to `width` columns; a wide letter (Korean) takes two."""
    label = label.replace("\n", "\\n").replace("\t", "\\t")
    if wcwidth.width(label, control_codes="ignore") <= width:
        return label
    # clip puts the ellipsis itself where a letter of two columns would be cut in half.
    clipped = wcwidth.clip(label, 0, width - 1, fillchar="…", control_codes="ignore")
    return clipped.removesuffix("…") + "…"


def cell_texts(values: np.ndarray) -> np.ndarray:
    """The numbers of a matrix as short strings in one format."""
    if values.dtype.kind == "b":
        return np.where(values, "True", "False")
    known = np.abs(values[np.isfinite(values)]) if values.dtype.kind == "f" else np.abs(values)
    if known.size == 0 or ((known == np.round(known)).all() and known.max() < 1e5):
        spec = ".0f"
    elif known.max() < 1000 and known.max() >= 0.01:
        spec = ".2f" if known.max() < 100 else ".1f"
    else:
        spec = ".0e"
    return np.vectorize(lambda number: _number(number, spec), otypes=[object])(values)


def _number(number: float, spec: str) -> str:
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "∞" if number > 0 else "−∞"
    text = f"{number:{spec}}"
    if not text.strip("-0."):  # no minus sign before a zero
        text = text.lstrip("-")
    return text.replace("-", "−")
