"""Additive attention scores (Bahdanau et al. 2015)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...formulas import affine


def truth(q: Tensor, k: Tensor, w_q: nn.Linear, w_k: nn.Linear, v: Tensor) -> Tensor:
    """v · tanh(W_q q + W_k k), pair by pair: (..., L_q, L_k)."""
    queries, keys = affine(q, w_q).unbind(1), affine(k, w_k).unbind(1)
    rows = [torch.stack([((a + b).tanh() * v).sum(-1) for b in keys], -1) for a in queries]
    return torch.stack(rows, 1)


def trials(inputs: Inputs) -> list[Trial]:
    """Layers without bias, as in the paper, and with; queries and keys of one width or two."""

    def arguments(
        B: int, L_q: int, L_k: int, d_q: int, d_k: int, d_a: int, bias: bool = False
    ) -> tuple[Any, ...]:
        return (
            inputs.normal(B, L_q, d_q),
            inputs.normal(B, L_k, d_k),
            inputs.linear(d_q, d_a, bias=bias),
            inputs.linear(d_k, d_a, bias=bias),
            inputs.normal(d_a),
        )

    return [
        Trial("1 query, 2 keys", arguments(1, 1, 2, 2, 2, 3)),
        Trial("2 sentences, 3 queries, 4 keys", arguments(2, 3, 4, 5, 5, 6)),
        Trial("queries and keys of different width", arguments(3, 4, 2, 5, 7, 6)),
        Trial("layers with bias", arguments(2, 3, 2, 4, 4, 5, bias=True)),
    ]


exercise = Exercise(
    trials,
    call="additive_scores(q, k, w_q, w_k, v)",
    truth=truth,
    axes=("B L_q L_k",),
    version=4,
    smallest=SizeGrid(
        {"B": (1, 2), "L_q": (1, 2), "L_k": (1, 2, 3), "d": (1, 2), "bias": (False, True)},
        lambda inputs, B, L_q, L_k, d, bias: Trial(
            "",
            (
                inputs.integers_as_float(B, L_q, d),
                inputs.integers_as_float(B, L_k, d),
                inputs.linear(d, d, bias=bias),
                inputs.linear(d, d, bias=bias),
                inputs.integers_as_float(d, low=1),
            ),
        ),
    ),
)
