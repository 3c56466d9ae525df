"""How wrong numbers relate to the right ones: a clue where no known mistake fits.

Each pattern compares two tensors of one shape and knows nothing of the exercise: all numbers times
a constant, the right numbers in the wrong places, one sentence right and the others wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import torch
from torch import Tensor

from .compare import TOLERANCE, wrong_cells

Tolerance = tuple[float, float]
CONSTANT = "all-the-same"


@dataclass(frozen=True)
class Pattern:
    """What two tensors have to do with each other. ``slug`` serves as the diagnosis."""

    slug: str
    means: str
    look: str


def find(
    actual: Tensor, expected: Tensor, axes: str = "", tolerance: Tolerance | None = None
) -> Pattern | None:
    """The first pattern that fits, from the most telling on; None where nothing is to be said.

    Args:
        actual, expected: tensors of one shape, with at least one wrong entry.
        axes: the letters of the last axes, as in "B h L_q L_k", for the words.
    """
    if actual.shape != expected.shape or actual.numel() < 2:
        return None
    a, e = actual.double(), expected.double()
    if not (a.isfinite().all() and e.isfinite().all()):
        return None
    names, tolerance = _names(e.dim(), axes), tolerance or TOLERANCE[torch.float32]
    if _same(a, e, tolerance):  # wrong by less than a pattern is told apart by
        return _digits(actual, expected)
    truth_values = expected.dtype == torch.bool
    looks = (_inverted,) if truth_values else (_constant, _sign, _factor, _sum)
    for look in (*looks, _transposed, _reversed, _shifted, _one_for_all, _places, _part):
        found = look(a, e, names, tolerance)
        if found:
            return found
    return None


def _names(dim: int, axes: str) -> list[str]:
    letters = axes.split()[-dim:]
    return [f"axis {i}" for i in range(dim - len(letters))] + [
        f"axis {dim - len(letters) + i} ({letter})" for i, letter in enumerate(letters)
    ]


def _same(a: Tensor, e: Tensor, tolerance: Tolerance) -> bool:
    return not wrong_cells(a, e, tolerance).any()


def _digits(actual: Tensor, expected: Tensor) -> Pattern | None:
    """Double numbers of which each could be a float32; the right ones could not."""
    kept, needed = (bool((t == t.float()).all()) for t in (actual, expected))
    if kept and not needed and actual.dtype == expected.dtype == torch.float64:
        return Pattern(
            "digits-lost",
            "Your result is float64, and each of its numbers has the digits of a float32 alone: it "
            "was worked out in float32 and turned back.",
            "Look for `.float()`, for `torch.float32`, and for tensors made without `dtype=`.",
        )
    return None


def _inverted(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    if _same(a, 1 - e, tolerance):
        return Pattern(
            "all-inverted",
            "Each True is a False and each False is a True.",
            "Turn the comparison round, or take one `~` away.",
        )
    return None


def _constant(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    if not bool((a != a.flatten()[0]).any()):
        return Pattern(
            CONSTANT,
            f"All your numbers are {a.flatten()[0].item():.4g}. They should differ.",
            "Find the line after which the input plays no part any more.",
        )
    return None


def _sign(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    if _same(a, -e, tolerance):
        return Pattern(
            "sign-flipped",
            "Every number is right but for its sign.",
            "Look for a minus, or for a difference taken the wrong way round.",
        )
    return None


def _factor(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    factor = ((a * e).sum() / (e * e).sum()).item()
    if _same(a / factor, e, tolerance):
        size = f"{factor:.4g}" if abs(factor) >= 1 else f"{factor:.4g}, that is 1/{1 / factor:.4g}"
        return Pattern(
            "off-by-a-factor",
            f"Every number is the right one times {size}.",
            f"Which size in your shapes gives {abs(factor):.4g}, or its root or its inverse? Look "
            "for a division or a multiplication that is missing, or one too many.",
        )
    return None


def _sum(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    more = (a - e).mean()
    if _same(a - more, e, tolerance):
        return Pattern(
            "off-by-a-constant",
            f"Every number is the right one plus {more.item():.4g}.",
            "Look for a term that is added everywhere, or missing everywhere.",
        )
    return None


def _transposed(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    for i, j in combinations(range(e.dim()), 2):
        if e.shape[i] == e.shape[j] and _same(a, e.transpose(i, j), tolerance):
            return Pattern(
                "two-axes-swapped",
                f"The numbers are right, with {names[i]} and {names[j]} swapped. Both have the "
                f"size {e.shape[i]} here, so the shape does not show it.",
                "Look at each `transpose`, `permute`, `@` and `einsum`.",
            )
    return None


def _reversed(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    for i in range(e.dim()):
        if _same(a, e.flip(i), tolerance):
            return Pattern(
                "order-reversed",
                f"The numbers are right, in reverse order along {names[i]}.",
                "Look for what runs from the end to the start.",
            )
    return None


def _shifted(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    for i in range(e.dim()):
        size = e.shape[i]
        if size < 3:
            continue
        for step, words in ((1, "late"), (-1, "early")):
            ours = a.narrow(i, max(step, 0), size - 1)
            theirs = e.narrow(i, max(-step, 0), size - 1)
            varied = bool((theirs != theirs.narrow(i, 0, 1)).any())
            if varied and _same(ours, theirs, tolerance):
                return Pattern(
                    "shifted-by-one",
                    f"Along {names[i]} every number comes one place too {words}.",
                    "Look for a slice or a count that begins at 0 where it should begin at 1, or "
                    "the other way round.",
                )
    return None


def _one_for_all(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    for i in range(e.dim()):
        if _same(a, a.narrow(i, 0, 1), tolerance):
            if _same(e, e.narrow(i, 0, 1), tolerance):
                continue
            return Pattern(
                "one-for-all",
                f"Along {names[i]} all your results are the same. They should differ.",
                "Look for an index that stays 0, a `mean` over the wrong axis, or a loop variable "
                "that is not used.",
            )
    return None


def _places(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    distinct = e.unique().numel() > 2  # of zeros and ones nothing is told by their order
    if distinct and _same(a.flatten().sort().values, e.flatten().sort().values, tolerance):
        return Pattern(
            "right-numbers-wrong-places",
            "All the right numbers are there, in the wrong places.",
            "Look at `view`, `reshape`, `transpose` and `permute`. Before you join or cut axes, "
            "those that belong together must stand side by side.",
        )
    return None


def _part(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Pattern | None:
    """Some whole slices of an axis are right, all others have something wrong."""
    wrong = wrong_cells(a, e, tolerance)
    for i in range(e.dim()):
        others = [j for j in range(e.dim()) if j != i]
        bad = wrong.amax(others) if others else wrong
        count = int(bad.sum())
        if 0 < count < len(bad):
            where = bad.nonzero().flatten().tolist()
            if count == 1 or count == len(bad) - 1:
                right = (~bad).nonzero().flatten().tolist()
                words = (
                    f"Only index {where[0]} of {names[i]} is wrong"
                    if count == 1
                    else f"Only index {right[0]} of {names[i]} is right"
                )
                return Pattern(
                    "part-is-right",
                    f"{words}; it has {len(bad)}.",
                    "Compare what your code does at that index with what it does at the others.",
                )
    return None
