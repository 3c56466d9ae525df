"""A stack of decoder layers."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import parts, reference
from ..masks import causal, last_blocked, padded
from ..module_trials import Case, Form

HINTS = (
    "Which of the arguments changes from layer to layer, and which stay the same?",
    "Only x changes. Every layer reads the same memory and gets the same two masks.",
    "Collect two lists: `x, own, cross = layer(x, memory, target_mask, memory_mask)`.",
)


def find(module: nn.Module, calls: parts.Calls, sizes: tuple[int, ...]) -> parts.Roles:
    """The parts of a stack made with (num_layers, d_model, num_heads, d_ff)."""
    return parts.of_stack(module, calls, attentions=2, d_ff=sizes[3])


def truth(
    inputs: tuple[Tensor, Tensor],
    masks: dict,
    sizes: tuple[int, int, int, int],
    options: dict,
    seed: int,
) -> Any:
    """(x, [self weights], [cross weights]) by PyTorch's own layers."""
    own, cross = masks.get("target_mask"), masks.get("memory_mask")
    return reference.decoder(*inputs, own, cross, *sizes, seed, **options)


SIZES = "*num_layers, d_model, num_heads, d_ff"
IDLE = ("norm.gain", "norm.bias")  # post-LN may make the last norm and leave it
FORM = Form(
    find,
    truth,
    partial(reference.numbers_of_stack, True),
    ("*x, memory", "**", SIZES, "**"),
    idle=IDLE,
)
PRE_LN: dict[str, Any] = {"norm_first": True}


def case(
    x: Tensor,
    memory: Tensor,
    layers: int,
    heads: int,
    seed: int,
    own: Tensor | None = None,
    cross: Tensor | None = None,
    **options: bool,
) -> Case:
    """A stack for x and memory, with d_ff one more than its width."""
    d_model, masks = x.shape[-1], {"target_mask": own, "memory_mask": cross}
    return Case((x, memory), (layers, d_model, heads, d_model + 1), masks, options, seed)


def trials(inputs: Inputs) -> list[Trial]:
    """One to three layers, both orders of the norm; then dropout and gradients."""
    seed, normal = inputs.seed, inputs.normal
    both, wide = causal(4) & padded(2, 4), torch.float64
    first = case(normal(2, 4, 4), normal(2, 5, 4), 2, 2, seed)
    pre = case(normal(2, 4, 4), normal(2, 5, 4), 1, 2, seed, **PRE_LN)
    masks, alike = (both, padded(2, 5)), (both, padded(2, 4))
    short = case(normal(2, 3, 6), normal(2, 4, 6), 2, 2, seed)
    return [
        FORM.values("2 layers, post-LN", first),
        FORM.parameters("the parameters, post-LN", first),
        FORM.parameters("the parameters, pre-LN", pre),
        FORM.values("1 layer, pre-LN", pre),
        FORM.values(
            "2 layers with masks, as many target as source tokens",
            case(normal(2, 4, 6), normal(2, 4, 6), 2, 3, seed, *alike),
        ),
        FORM.values(
            "3 layers, pre-LN, masks",
            case(normal(2, 4, 6), normal(2, 5, 6), 3, 2, seed, *masks, **PRE_LN),
        ),
        FORM.values(
            "float64, 2 layers, pre-LN",
            case(
                normal(2, 4, 8, dtype=wide),
                normal(2, 5, 8, dtype=wide),
                2,
                2,
                seed,
                *masks,
                **PRE_LN,
            ),
        ),
        FORM.dropout("dropout", short),
        FORM.gradients("gradients", short),
    ]


def small(inputs: Inputs, num_layers: int, L: int, norm_first: int, masks: int, L_s: int) -> Trial:
    """One sentence through a small stack; with masks, the last source token is blocked."""
    x, memory = (inputs.integers_as_float(1, length, 4) for length in (L, L_s))
    given = (causal(L), last_blocked(L_s)) if masks else (None, None)
    options = PRE_LN if norm_first else {}
    return FORM.values("", case(x, memory, num_layers, 1, inputs.seed, *given, **options))


exercise = Exercise(
    trials,
    call="Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)"
    "(x, memory, target_mask, memory_mask)",
    hints=HINTS,
    output_names=("x", "self_weights", "cross_weights"),
    axes=("B L_t d_model", "B h L_t L_t", "B h L_t L_s"),
    criteria={
        "dropout": "gives dropout to its layers",
        "learns": "lets the gradient reach every part",
    },
    points=2,
    unless={"used": "post-LN may make the last norm and leave it"},
    version=2,
    smallest=SizeGrid(
        {"num_layers": (1, 2), "L": (1, 2), "norm_first": (0, 1), "masks": (0, 1), "L_s": (1, 2)},
        small,
    ),
)
