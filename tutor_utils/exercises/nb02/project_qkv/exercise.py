"""Project into query, key and value."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...formulas import affine


def truth(x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear) -> tuple[Tensor, ...]:
    """Each projection by its formula: (B, L, d_model) three times."""
    return affine(x, w_q), affine(x, w_k), affine(x, w_v)


def trials(inputs: Inputs) -> list[Trial]:
    """Three layers with weights of their own, with and without bias."""

    def three(width: int, **options: Any) -> tuple[nn.Linear, ...]:
        return tuple(inputs.linear(width, width, **options) for _ in range(3))

    return [
        Trial("1 sentence of 2 tokens, 2 features", (inputs.integers_as_float(1, 2, 2), *three(2))),
        Trial("2 sentences of 3 tokens, 5 features", (inputs.normal(2, 3, 5), *three(5))),
        Trial("layers without bias", (inputs.normal(3, 2, 4), *three(4, bias=False))),
    ]


exercise = Exercise(
    trials,
    call="project_qkv(x, w_q, w_k, w_v)",
    truth=truth,
    output_names=("q", "k", "v"),
    axes=("B L d_model",) * 3,
    version=3,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (1, 2)},
        lambda inputs, B, L, d_model: Trial(
            "",
            (
                inputs.integers_as_float(B, L, d_model),
                *(inputs.linear(d_model, d_model) for _ in range(3)),
            ),
        ),
    ),
)
