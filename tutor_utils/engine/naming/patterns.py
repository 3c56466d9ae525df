"""Patterns that relate wrong to right numbers: a clue where no known mistake fits.

Each pattern compares two tensors of one shape and needs no knowledge of the exercise: all numbers
times a constant, the right numbers in the wrong places, one sentence right and the others wrong.
Few numbers fit many patterns by chance. So a pattern is reported only if it fits every wrong
result, at another seed too, and if in one of them each axis that it mentions has size 3 or more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from ..compare import TOLERANCE, wrong_cells

Tolerance = tuple[float, float]
SLUGS = frozenset({"off-by-a-factor", "right-numbers-wrong-places", "part-is-right"})
ENOUGH = 3  # size of an axis: with 2, a rest is one place, too


class Compared(NamedTuple):
    """The arguments of ``fitting``: a wrong result, the right one, axis letters, tolerance."""

    actual: Tensor
    expected: Tensor
    axes: str = ""
    tolerance: Tolerance | None = None


@dataclass(frozen=True)
class Pattern:
    """How a wrong tensor relates to the right one.

    Attributes:
        slug: The diagnosis.
        means: The claim, in words.
        try_next: Where to look.
        where: The axes of the claim, counted from the end, and the indices along them.
        size: The size of the smallest of these axes; for a claim about all numbers, their count.
    """

    slug: str
    means: str
    try_next: str
    where: tuple[int | str, ...] = ()
    size: int = ENOUGH

    @property
    def is_shown(self) -> bool:
        """Whether the tensor is large enough to show a pattern that is known to hold."""
        return self.size >= (ENOUGH if self.where else 2)


def common(wrong: Collection[Compared]) -> Pattern | None:
    """The most informative pattern that fits every wrong result, worded for the first one."""
    first, *others = (list(fitting(*one)) for one in wrong) if wrong else ([],)
    for pattern in first:
        claim = pattern.slug, pattern.where  # the numbers may differ
        same = [next((p for p in found if (p.slug, p.where) == claim), None) for found in others]
        if all(same) and max(p.size for p in (pattern, *same) if p) >= ENOUGH:
            return pattern
    return None


def shown(slug: str | None, one: Compared) -> Pattern | None:
    """The pattern of that slug, if it fits this example and the example is large enough."""
    return next((p for p in fitting(*one) if p.slug == slug and p.is_shown), None)


def fitting(
    actual: Tensor, expected: Tensor, axes: str = "", tolerance: Tolerance | None = None
) -> Iterator[Pattern]:
    """All patterns that fit, the most informative first.

    Args:
        actual, expected: tensors of one shape, with at least one wrong entry.
        axes: the letters of the last axes, as in "B h L_q L_k", for the words.
        tolerance: that of the comparison.
    """
    if actual.shape != expected.shape or actual.numel() < 2:
        return
    a, e = actual.double(), expected.double()
    if not (a.isfinite().all() and e.isfinite().all()):
        return
    names, tolerance = _names(e.dim(), axes), tolerance or TOLERANCE[torch.float32]
    if _same(a, e, tolerance):  # a difference too small to recognise patterns
        return
    if expected.dtype != torch.bool:
        yield from _factor(a, e, tolerance)
    yield from _places(a, e, tolerance)
    yield from _part(a, e, names, tolerance)


def _names(dim: int, axes: str) -> list[str]:
    letters = axes.split()[-dim:]
    return [f"axis {i}" for i in range(dim - len(letters))] + [
        f"axis {dim - len(letters) + i} ({letter})" for i, letter in enumerate(letters)
    ]


def _same(a: Tensor, e: Tensor, tolerance: Tolerance) -> bool:
    return not wrong_cells(a, e, tolerance).any()


def _factor(a: Tensor, e: Tensor, tolerance: Tolerance) -> Iterator[Pattern]:
    factor = ((a * e).sum() / (e * e).sum()).item()
    if factor and _same(a / factor, e, tolerance):
        size = f"{factor:.4g}" if abs(factor) >= 1 else f"{factor:.4g}, that is 1/{1 / factor:.4g}"
        yield Pattern(
            "off-by-a-factor",
            f"Every number is the right one times {size}.",
            f"What gives {abs(factor):.4g}: a size, a ratio of two, its root or inverse, or a "
            "number that is written in? Look for a division or a multiplication that is missing, "
            "or one too many.",
            size=e.numel(),
        )


def _places(a: Tensor, e: Tensor, tolerance: Tolerance) -> Iterator[Pattern]:
    distinct = e.unique().numel() > 2  # zeros and ones agree in another order by chance
    if distinct and _same(a.flatten().sort().values, e.flatten().sort().values, tolerance):
        yield Pattern(
            "right-numbers-wrong-places",
            "All the right numbers are there, in the wrong places.",
            "Follow one of them: which of your lines puts it there?",
        )


def _part(a: Tensor, e: Tensor, names: list[str], tolerance: Tolerance) -> Iterator[Pattern]:
    """One slice of an axis is wrong and all others are right, or the reverse.

    A slice of zeros and ones can be right by chance, so it does not count.
    """
    wrong = wrong_cells(a, e, tolerance)
    for i, size in enumerate(e.shape):
        others = [j for j in range(e.dim()) if j != i]
        bad = wrong.amax(others) if others else wrong
        for word, places in (("wrong", bad), ("right", ~bad)):
            if int(places.sum()) != 1 or size < 2:
                continue
            place = int(places.nonzero())
            one = e.select(i, place)
            if word == "right" and bool(((one == 0) | (one == 1)).all()):
                continue
            for index in (place, place - size):  # counted from the start, or from the end
                yield Pattern(
                    "part-is-right",
                    f"Only index {index} of {names[i]} is {word}; it has {size}.",
                    "Compare what your code does at that index with what it does at the others.",
                    (i - e.dim(), index, word),
                    size,
                )
