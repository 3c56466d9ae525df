"""SwiGLU: a feed-forward network with a gate (Shazeer 2020)."""

from __future__ import annotations

from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...modules import Case
from .. import llama
from ..modules import kind, of_network

KIND = kind(
    lambda sizes, options: llama.feed_forward_shapes(*sizes),
    lambda t, sizes, x: llama.gated(t, "", x.double()),
    of_network,
    ("*x", "", "*d_model, d_ff", ""),
)


def trials(inputs: Inputs) -> list[Trial]:
    """Different sizes, and large numbers, for which silu(x) is 0 or x."""

    def values(name: str, x: Tensor, d_ff: int) -> Trial:
        return KIND.values(name, Case((x,), (x.shape[-1], d_ff), seed=inputs.seed))

    return [
        KIND.parameters("the parameters", Case((), (4, 7))),
        values("1 token of 2 features, d_ff=3", inputs.integers_as_float(1, 1, 2), 3),
        values("sizes that all differ", inputs.normal(2, 5, 4), 7),
        values("d_ff = d_model", inputs.normal(2, 3, 4), 4),
        values("d_ff smaller than d_model", inputs.normal(3, 2, 6), 5),
        values("2 axes", inputs.normal(3, 5), 6),
        values("large numbers", 30 * inputs.normal(1, 3, 4), 9),
    ]


def small(inputs: Inputs, B: int, L: int, d_model: int, d_ff: int) -> Trial:
    x = inputs.integers_as_float(B, L, d_model)
    return KIND.values("", Case((x,), (d_model, d_ff), seed=inputs.seed))


exercise = Exercise(
    trials,
    call="SwiGLU(d_model, d_ff)(x)",
    axes=("L d_model",),
    criteria={"parameters": "learns three matrices"},
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2), "d_model": (2,), "d_ff": (3,)}, small),
)
