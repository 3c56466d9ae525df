"""Scaled dot-product attention (paper, section 3.2.1)."""

from __future__ import annotations

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Trial, whole_numbers
from ...formulas import attend


def trials(inputs: Inputs) -> list[Trial]:
    """All sizes differ, unless equal sizes are the point."""
    integers = inputs.integers_as_float

    def three(*lead: int, L_q: int, L_k: int, d_k: int, d_v: int) -> tuple[Tensor, ...]:
        shapes = (L_q, d_k), (L_k, d_k), (L_k, d_v)
        return tuple(inputs.normal(*lead, *shape) for shape in shapes)

    return [
        Trial("1 query, 2 keys", (integers(1, 4), integers(2, 4), integers(2, 2))),
        Trial("L_q is not L_k, d_v is not d_k", three(L_q=3, L_k=4, d_k=5, d_v=7)),
        Trial("as many keys as features", three(2, L_q=3, L_k=4, d_k=4, d_v=5)),
        Trial("a batch of 2 heads", three(3, 2, L_q=4, L_k=5, d_k=6, d_v=8)),
        Trial("q, k and v of one shape", three(3, L_q=5, L_k=5, d_k=4, d_v=4)),
    ]


exercise = Exercise(
    trials,
    call="attend(q, k, v)",
    truth=attend,
    output_names=("output", "weights"),
    axes=("L_q d_v", "L_q L_k"),
    version=5,
    smallest=whole_numbers(
        {"L_q": (1, 2), "L_k": (1, 2), "d_k": (1, 2), "d_v": (1, 2), "h": (1, 2)},
        *("h L_q d_k", "h L_k d_k", "h L_k d_v"),
    ),
)
