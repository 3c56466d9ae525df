"""A stack of encoder layers."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import parts, reference
from ..masks import last_blocked, padded
from ..module_trials import Case, Form

HINTS = (
    "One layer's output is the next layer's input. What has to be kept on the way?",
    "`nn.ModuleList` holds the layers. The loop passes x on and collects the weights in a list.",
    "`for layer in self.layers: x, w = layer(x, mask)` is the loop. With norm_first, one more "
    "LayerNorm comes after it.",
)


def find(module: nn.Module, calls: parts.Calls, sizes: tuple[int, ...]) -> parts.Roles:
    """The parts of a stack made with (num_layers, d_model, num_heads, d_ff)."""
    return parts.of_stack(module, calls, attentions=1, d_ff=sizes[3])


def truth(
    inputs: tuple[Tensor], masks: dict, sizes: tuple[int, int, int, int], options: dict, seed: int
) -> Any:
    """(x, [weights of each layer]) by PyTorch's own layers."""
    return reference.encoder(*inputs, masks.get("mask"), *sizes, seed, **options)


SIZES = "*num_layers, d_model, num_heads, d_ff"
IDLE = ("norm.gain", "norm.bias")  # post-LN may make the last norm and leave it
FORM = Form(
    find, truth, partial(reference.numbers_of_stack, False), ("*x", "**", SIZES, "**"), idle=IDLE
)
PRE_LN: dict[str, Any] = {"norm_first": True}


def case(
    x: Tensor, layers: int, heads: int, seed: int, mask: Tensor | None = None, **options: bool
) -> Case:
    """A stack for x, with d_ff one more than its width."""
    d_model = x.shape[-1]
    return Case((x,), (layers, d_model, heads, d_model + 1), {"mask": mask}, options, seed)


def trials(inputs: Inputs) -> list[Trial]:
    """One to three layers, both orders of the norm; then dropout and gradients."""
    seed, normal = inputs.seed, inputs.normal
    first = case(normal(2, 4, 4), 2, 2, seed)
    pre = case(normal(2, 4, 4), 1, 2, seed, **PRE_LN)
    double = normal(2, 4, 8, dtype=torch.float64)
    return [
        FORM.values("2 layers, post-LN", first),
        FORM.parameters("the parameters, post-LN", first),
        FORM.parameters("the parameters, pre-LN", pre),
        FORM.values("1 layer, pre-LN", pre),
        FORM.values("2 layers with a mask", case(normal(2, 4, 6), 2, 3, seed, padded(2, 4))),
        FORM.values(
            "3 layers, pre-LN, a mask", case(normal(2, 4, 6), 3, 2, seed, padded(2, 4), **PRE_LN)
        ),
        FORM.values("float64, 2 layers, pre-LN", case(double, 2, 2, seed, padded(2, 4), **PRE_LN)),
        FORM.dropout("dropout", case(normal(2, 3, 6), 2, 2, seed)),
        FORM.gradients("gradients", case(normal(2, 3, 6), 2, 2, seed)),
    ]


def small(inputs: Inputs, num_layers: int, L: int, norm_first: int, masks: int) -> Trial:
    """One sentence through a small stack; with masks, its last key is blocked."""
    x, mask = inputs.integers_as_float(1, L, 4), last_blocked(L) if masks else None
    options = PRE_LN if norm_first else {}
    return FORM.values("", case(x, num_layers, 1, inputs.seed, mask, **options))


exercise = Exercise(
    trials,
    call="Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)(x, mask)",
    hints=HINTS,
    output_names=("x", "weights"),
    axes=("B L d_model", "B h L L"),
    criteria={
        "dropout": "gives dropout to its layers",
        "learns": "lets the gradient reach every part",
    },
    points=2,
    unless={"used": "post-LN may make the last norm and leave it"},
    version=2,
    smallest=SizeGrid(
        {"num_layers": (1, 2), "L": (1, 2), "norm_first": (0, 1), "masks": (0, 1)}, small
    ),
)
