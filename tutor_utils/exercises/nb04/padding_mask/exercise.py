"""Hide the pads."""

from __future__ import annotations

import torch

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ..rules import padding


def trials(inputs: Inputs) -> list[Trial]:
    """Pads on the right and in the middle; a pad id that is not the smallest id."""
    rows = torch.tensor
    return [
        Trial("1 row, one pad", (rows([[5, 7, 0]]), 0)),
        Trial("3 rows of 5", (rows([[5, 7, 0, 0, 0], [4, 4, 4, 4, 4], [9, 0, 0, 0, 0]]), 0)),
        Trial("pad id 9, where 0 is a word", (rows([[0, 3, 9, 9], [5, 0, 0, 9]]), 9)),
        Trial("a pad in the middle", (rows([[5, 0, 7, 0], [0, 0, 6, 8]]), 0)),
        Trial("4 drawn rows, pad id 2", (inputs.integers(0, 5, 4, 9), 2)),
    ]


exercise = Exercise(
    trials,
    call="padding_mask(ids, pad_id)",
    truth=padding,
    axes=("B 1 1 L",),
    version=2,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3), "pad_id": (0, 1)},
        lambda inputs, B, L, pad_id: Trial("", (inputs.integers(0, 3, B, L), pad_id)),
    ),
)
