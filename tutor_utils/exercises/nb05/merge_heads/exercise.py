"""Put the heads side by side again."""

from __future__ import annotations

import torch

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...formulas import merge


def trials(inputs: Inputs) -> list[Trial]:
    """The smallest first, with numbers that name their token; then sizes that all differ."""
    notes = torch.tensor([[[[10.0, 11.0], [20.0, 21.0]], [[12.0, 13.0], [22.0, 23.0]]]])
    return [
        Trial("1 sentence of 2 tokens, 2 heads of 2 features", (notes,)),
        Trial("sizes that all differ", (inputs.normal(2, 3, 5, 4),)),
        Trial("heads as split_heads leaves them", (inputs.normal(2, 5, 3, 4).transpose(1, 2),)),
    ]


exercise = Exercise(
    trials,
    call="merge_heads(x)",
    truth=merge,
    axes=("B L d_model",),
    version=3,
    smallest=SizeGrid(
        {"B": (1, 2), "h": (1, 2, 3), "L": (1, 2, 3), "d_k": (1, 2)},
        lambda inputs, B, h, L, d_k: Trial("", (inputs.arange(B, h, L, d_k),)),
    ),
)
