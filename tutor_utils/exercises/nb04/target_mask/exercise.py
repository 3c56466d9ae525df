"""Hide the future and the pads."""

from __future__ import annotations

import torch

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ..rules import target


def trials(inputs: Inputs) -> list[Trial]:
    """Pads on the right, in the middle and in front; a pad id that is not the smallest id."""
    rows = torch.tensor
    return [
        Trial("1 row of 3, one pad", (rows([[5, 7, 0]]), 0)),
        Trial("2 rows of 4", (rows([[1, 7, 4, 0], [1, 0, 0, 0]]), 0)),
        Trial("a pad in the middle", (rows([[1, 0, 4, 6, 0], [0, 3, 2, 2, 2], [1] * 5]), 0)),
        Trial("pad id 9, where 0 is a word", (rows([[0, 3, 9, 9], [5, 0, 0, 9]]), 9)),
        Trial("4 drawn rows of 7", (inputs.integers(0, 3, 4, 7), 0)),
    ]


exercise = Exercise(
    trials,
    call="target_mask(ids, pad_id)",
    truth=target,
    axes=("B 1 L L",),
    version=4,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3), "pad_id": (0, 1)},
        lambda inputs, B, L, pad_id: Trial("", (inputs.integers(0, 3, B, L), pad_id)),
    ),
)
