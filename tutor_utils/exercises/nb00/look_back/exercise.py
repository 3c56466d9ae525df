"""Many soft lookups at once: every state attends to all rows of the memory."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial, whole_numbers
from ...formulas import shares


def truth(states: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
    """Each state against each row, in float64."""
    rows = memory.double()[:, None]  # (B, 1, L_s, d)
    weights = shares((states.double()[:, :, None] * rows).sum(-1))
    found = (weights[..., None] * rows).sum(-2)
    return found.to(states.dtype), weights.to(states.dtype)


def trials(inputs: Inputs) -> list[Trial]:
    """All sizes differ, unless equal sizes are the point; `exp` would overflow in the last."""
    normal, integers = inputs.normal, inputs.integers_as_float

    def two(B: int, L_t: int, L_s: int, d: int) -> tuple[Tensor, Tensor]:
        return normal(B, L_t, d), normal(B, L_s, d)

    states = normal(2, 3, 4, scale=30)
    large = torch.cat([states[:, :1], normal(2, 4, 4)], dim=1)  # the first state is a row itself

    return [
        Trial("1 state, a memory of 2 rows", (integers(1, 1, 3), integers(1, 2, 3))),
        Trial("2 sequences, 3 states, a memory of 4 rows", two(2, 3, 4, 5)),
        Trial("as many rows as features", two(3, 2, 5, 5)),
        Trial("large scores", (states, large), tolerance=(1e-3, 1e-4)),  # their digits cancel
    ]


exercise = Exercise(
    trials,
    call="look_back(states, memory)",
    truth=truth,
    output_names=("found", "weights"),
    axes=("B L_t d", "B L_t L_s"),
    smallest=whole_numbers(
        {"B": (1, 2), "L_t": (1, 2, 3), "L_s": (1, 2, 3), "d": (1, 2)}, "B L_t d", "B L_s d"
    ),
)
