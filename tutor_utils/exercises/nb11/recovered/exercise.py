"""The share of the clean answer that a patch recovers."""

from __future__ import annotations

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial


def truth(clean: Tensor, corrupted: Tensor, patched: Tensor) -> float:
    """The ratio of two sums, row by row."""
    way = came = 0.0
    for c, b, p in zip(clean.tolist(), corrupted.tolist(), patched.tolist(), strict=True):
        way, came = way + c - b, came + p - b
    return came / way


def _short(x: Tensor) -> Tensor:
    """Rounded to quarters: few digits in a report."""
    return (4 * x).round() / 4


def trials(inputs: Inputs) -> list[Trial]:
    """All of the answer recovered, none, half; then rows that differ."""
    clean, corrupted = _short(6 + inputs.normal(5)), _short(-4 + inputs.normal(5))
    part = _short(corrupted + 0.3 * (clean - corrupted) + inputs.normal(5))
    level, other = _short(inputs.normal(3) + 3), _short(inputs.normal(3) - 3)
    level[1] = other[1] + 0.25  # clean and corrupted hardly differ in this row
    row = (clean[:1], corrupted[:1], part[:1])
    worse, beyond = _short(corrupted - 3 + inputs.normal(5)), _short(clean + 3 + inputs.normal(5))
    return [
        Trial("one row", row),
        Trial("a row with next to no difference", (level, other, (level + other) / 2 + 1)),
        Trial("5 rows", (clean, corrupted, part)),
        Trial("nothing came back", (clean, corrupted, corrupted.clone())),
        Trial("all came back", (clean, corrupted, clean.clone())),
        Trial("a patch that does harm", (clean, corrupted, worse)),
        Trial("a patch that goes beyond clean", (clean, corrupted, beyond)),
        Trial("differences below zero", (clean - 10, corrupted - 10, part - 10)),
    ]


def small(inputs: Inputs, B: int) -> Trial:
    """Whole numbers, clean above corrupted."""
    low = inputs.integers_as_float(B)
    return Trial("", (low + 8, low, low + inputs.integers(-2, 11, B)))


exercise = Exercise(
    trials,
    call="recovered(clean, corrupted, patched)",
    truth=truth,
    unless={"gradient": "it gives a plain number"},
    version=2,
    smallest=SizeGrid({"B": (1, 2, 3)}, small),
)
