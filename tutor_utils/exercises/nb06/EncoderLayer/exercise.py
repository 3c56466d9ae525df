"""One encoder layer."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import parts, reference
from ..masks import last_blocked, padded
from ..module_trials import Case, Form

HINTS = (
    "Two sub-layers: look around, then think. What stands round each of them?",
    "Post-LN is `norm(x + dropout(sublayer(x)))`. Pre-LN is `x + dropout(sublayer(norm(x)))`. "
    "Each sub-layer has its own norm.",
    "The first sub-layer in post-LN is `attended, weights = self.attention(x, x, x, mask)`, "
    "then `x = self.norm1(x + self.dropout(attended))`.",
    "In pre-LN it is `y = self.norm1(x)`, the attention of y, then `x = x + "
    "self.dropout(attended)`.",
)


def find(module: nn.Module, calls: parts.Calls, sizes: tuple[int, ...]) -> parts.Roles:
    """The parts of a layer made with (d_model, num_heads, d_ff)."""
    return parts.of_layer(module, calls, sizes[2])


def truth(inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int) -> Any:
    """(x, weights) by PyTorch's own layer."""
    made = reference.layer(False, *sizes, seed, **options)
    return reference.run_layer(made, *inputs, src_mask=masks.get("mask"))


def numbers(sizes: tuple[int, ...], options: dict) -> tuple[int]:
    """How many numbers PyTorch's layer learns."""
    return (parts.count(reference.layer(False, *sizes, 0)),)


FORM = Form(find, truth, numbers, ("*x", "**", "*d_model, num_heads, d_ff", "**"))
PRE_LN: dict[str, Any] = {"norm_first": True}  # post-LN is the default, so it is not given


def trials(inputs: Inputs) -> list[Trial]:
    """Both orders of the norm, with and without masks; then dropout and gradients."""
    seed = inputs.seed

    def case(x: Tensor, heads: int, d_ff: int, mask: Tensor | None = None, **options: bool) -> Case:
        return Case((x,), (x.shape[-1], heads, d_ff), {"mask": mask}, options, seed + d_ff)

    free = inputs.normal(2, 1, 4, 4) > -0.3
    double = inputs.strided(2, 4, 6, dtype=torch.float64)
    small, pre = case(inputs.normal(1, 2, 4), 2, 3), case(inputs.normal(1, 3, 4), 2, 5, **PRE_LN)
    return [
        FORM.values("post-LN, 2 tokens", small),
        FORM.parameters("the parameters", small),
        FORM.values("pre-LN, 3 tokens", pre),
        FORM.values("post-LN with padding", case(inputs.normal(2, 5, 6), 3, 7, padded(2, 5))),
        FORM.values(
            "pre-LN with padding", case(inputs.normal(3, 4, 10), 5, 8, padded(3, 4), **PRE_LN)
        ),
        FORM.values(
            "float64, a mask for every query", case(double, 2, 9, free | torch.eye(4).bool())
        ),
        FORM.dropout("dropout, post-LN", case(inputs.normal(2, 3, 6), 2, 5)),
        FORM.dropout("dropout, pre-LN", case(inputs.normal(2, 3, 6), 2, 5, **PRE_LN)),
        FORM.gradients("gradients", case(inputs.normal(2, 3, 6), 2, 5)),
        FORM.gradients("gradients, pre-LN", case(inputs.normal(2, 3, 6), 2, 5, **PRE_LN)),
    ]


def small(inputs: Inputs, L: int, d_k: int, h: int, norm_first: int, pads: int) -> Trial:
    """One sentence of L tokens; with pads, its last key is blocked."""
    x = inputs.integers_as_float(1, L, 2 * h * d_k)
    mask = last_blocked(L) if pads else None
    options = PRE_LN if norm_first else {}
    return FORM.values("", Case((x,), (2 * h * d_k, h, 3), {"mask": mask}, options, inputs.seed))


exercise = Exercise(
    trials,
    call="EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first)(x, mask)",
    hints=HINTS,
    output_names=("x", "weights"),
    axes=("B L d_model", "B h L L"),
    criteria={
        "dropout": "drops the output of each sub-layer, in training mode only",
        "learns": "lets the gradient reach every part",
    },
    points=4,
    version=2,
    smallest=SizeGrid(
        {"L": (1, 2), "d_k": (1, 2), "h": (1, 2), "norm_first": (0, 1), "pads": (0, 1)}, small
    ),
)
