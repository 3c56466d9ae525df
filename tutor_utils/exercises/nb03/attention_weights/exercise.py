"""From scores to weights: softmax."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial, whole_numbers
from ... import formulas


def truth(scores: Tensor) -> Tensor:
    """Each row by itself, in float64."""
    return formulas.shares(scores).to(scores.dtype)


def trials(inputs: Inputs) -> list[Trial]:
    """Two, three and four axes; scores far apart; blocked scores."""
    high, inf = 1e4, torch.inf
    return [
        Trial("2 queries, 3 keys", (torch.tensor([[0.0, 0.0, 0.0], [0.0, 1.0, 2.0]]),)),
        Trial("a batch of 2 heads", (inputs.normal(4, 2, 3, 5),)),
        Trial(
            "scores of 10,000 and -10,000",
            (torch.tensor([[high, 0.0, -high], [-high, -high, 1 - high]]),),
            tolerance=(1e-2, 1e-3),
        ),
        Trial("a row and a column of blocked scores", (torch.tensor([[0.0, -inf], [2.0, 1.0]]),)),
    ]


exercise = Exercise(
    trials,
    call="attention_weights(scores)",
    truth=truth,
    axes=("L_q L_k",),
    version=2,
    smallest=whole_numbers({"h": (1, 2), "L_q": (1, 2, 3), "L_k": (1, 2, 3)}, "h L_q L_k"),
)
