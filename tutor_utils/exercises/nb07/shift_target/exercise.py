"""Decoder input and labels."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial


def truth(tgt: Tensor) -> tuple[Tensor, Tensor]:
    """Row by row with Python lists."""
    rows = tgt.tolist()
    return torch.tensor([r[:-1] for r in rows]), torch.tensor([r[1:] for r in rows])


def trials(inputs: Inputs) -> list[Trial]:
    """One short row, then pads, then more rows than columns and fewer."""
    return [
        Trial("1 row: bos 5 7 eos", (torch.tensor([[1, 5, 7, 2]]),)),
        Trial("2 rows with padding", (torch.tensor([[1, 5, 2, 0, 0], [1, 8, 9, 4, 2]]),)),
        Trial("4 rows", (inputs.integers(3, 30, 4, 7),)),
    ]


exercise = Exercise(
    trials,
    call="shift_target(tgt)",
    truth=truth,
    output_names=("decoder_input", "labels"),
    axes=("B L", "B L"),
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2, 3)},
        lambda inputs, B, L: Trial("", (inputs.arange(B, L + 1).long(),)),
    ),
)
