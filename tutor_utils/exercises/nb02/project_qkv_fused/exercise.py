"""One layer for all three projections."""

from __future__ import annotations

from torch import Tensor, nn

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...formulas import affine


def truth(x: Tensor, w_qkv: nn.Linear) -> tuple[Tensor, ...]:
    """The first d_model output features of each token are q, the next k, the last v."""
    y, d = affine(x, w_qkv), x.shape[-1]
    return y[..., :d], y[..., d : 2 * d], y[..., 2 * d :]


def trials(inputs: Inputs) -> list[Trial]:
    """Batches and lengths that are divisible by three, and others that are not."""
    normal, linear = inputs.normal, inputs.linear
    small = inputs.integers_as_float(1, 2, 2)
    return [
        Trial("1 sentence of 2 tokens, 2 features", (small, linear(2, 6))),
        Trial("2 sentences of 3 tokens, 5 features", (normal(2, 3, 5), linear(5, 15))),
        Trial("3 sentences of 6 tokens", (normal(3, 6, 4), linear(4, 12, bias=False))),
    ]


exercise = Exercise(
    trials,
    call="project_qkv_fused(x, w_qkv)",
    truth=truth,
    output_names=("q", "k", "v"),
    axes=("B L d_model",) * 3,
    version=3,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (1, 2)},
        lambda inputs, B, L, d_model: Trial(
            "", (inputs.integers_as_float(B, L, d_model), inputs.linear(d_model, 3 * d_model))
        ),
    ),
)
