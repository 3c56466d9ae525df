"""Cut the features into heads."""

from __future__ import annotations

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ...formulas import split


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first; all sizes differ, unless equal sizes are the point."""
    return [
        Trial("1 sentence of 3 tokens, 8 features, 2 heads", (inputs.arange(1, 3, 8) - 1, 2)),
        Trial("sizes that all differ", (inputs.normal(2, 5, 12), 3)),
        refused(
            "10 features and 3 heads",
            *(inputs.normal(2, 4, 10), 3),
            mentions=(("num_heads", "heads"), "3"),
        ),
        refused(
            "6 features and 4 heads",
            *(inputs.normal(2, 4, 6), 4),
            mentions=(("num_heads", "heads"), "4"),
        ),
    ]


exercise = Exercise(
    trials,
    call="split_heads(x, num_heads)",
    truth=split,
    axes=("B h L d_k",),
    version=4,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3), "h": (1, 2, 3), "d_k": (1, 2)},
        lambda inputs, B, L, h, d_k: Trial("", (inputs.arange(B, L, h * d_k), h)),
    ),
)
