"""One decoder layer."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import parts, reference
from ..masks import causal, last_blocked, padded
from ..module_trials import Case, Form

HINTS = (
    "Three sub-layers: look at what was said, look at the source, think. Who asks in each, and "
    "who is read?",
    "Self-attention gets x, x, x and the target mask. In cross-attention the query is x, key "
    "and value are the memory, and the mask is the memory's.",
    "The second sub-layer in post-LN is `attended, cross = self.cross_attention(x, memory, "
    "memory, memory_mask)`, then `x = self.norm2(x + self.dropout(attended))`.",
)


def find(module: nn.Module, calls: parts.Calls, sizes: tuple[int, ...]) -> parts.Roles:
    """The parts of a layer made with (d_model, num_heads, d_ff)."""
    return parts.of_layer(module, calls, sizes[2])


def truth(inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int) -> Any:
    """(x, self_weights, cross_weights) by PyTorch's own layer."""
    made = reference.layer(True, *sizes, seed, **options)
    own, cross = masks.get("target_mask"), masks.get("memory_mask")
    return reference.run_layer(made, *inputs, tgt_mask=own, memory_mask=cross)


def numbers(sizes: tuple[int, ...], options: dict) -> tuple[int]:
    """How many numbers PyTorch's layer learns."""
    return (parts.count(reference.layer(True, *sizes, 0)),)


FORM = Form(find, truth, numbers, ("*x, memory", "**", "*d_model, num_heads, d_ff", "**"))
PRE_LN: dict[str, Any] = {"norm_first": True}  # post-LN is the default, so it is not given


def case(
    x: Tensor,
    memory: Tensor,
    heads: int,
    d_ff: int,
    seed: int,
    own: Tensor | None = None,
    cross: Tensor | None = None,
    **options: bool,
) -> Case:
    """A layer for x and memory; ``own`` is the target mask, ``cross`` the memory mask."""
    masks = {"target_mask": own, "memory_mask": cross}
    return Case((x, memory), (x.shape[-1], heads, d_ff), masks, options, seed)


def trials(inputs: Inputs) -> list[Trial]:
    """Equal and unequal lengths, both orders of the norm; then dropout and gradients."""
    seed, normal = inputs.seed, inputs.normal
    both, wide = causal(4) & padded(2, 4), {"dtype": torch.float64}
    alike = case(normal(2, 4, 4), normal(2, 4, 4), 2, 3, seed + 3, causal(4), padded(2, 4))
    plain = case(normal(2, 3, 6), normal(2, 4, 6), 2, 5, seed)
    pre = case(normal(2, 3, 6), normal(2, 4, 6), 2, 5, seed, **PRE_LN)
    return [
        FORM.values("as many target as source tokens", alike),
        FORM.parameters("the parameters", alike),
        FORM.values("no masks", case(normal(2, 3, 4), normal(2, 5, 4), 2, 5, seed)),
        FORM.values(
            "pre-LN", case(normal(2, 3, 6), normal(2, 5, 6), 3, 7, seed, causal(3), **PRE_LN)
        ),
        FORM.values(
            "both masks, L_t is not L_s",
            case(normal(2, 4, 6), normal(2, 5, 6), 2, 8, seed, both, padded(2, 5)),
        ),
        FORM.values(
            "float64, pre-LN, both masks",
            case(
                inputs.strided(2, 4, 6, **wide),
                inputs.strided(2, 3, 6, **wide),
                *(3, 9, seed, both, padded(2, 3)),
                **PRE_LN,
            ),
        ),
        FORM.dropout("dropout, post-LN", plain),
        FORM.dropout("dropout, pre-LN", pre),
        FORM.gradients("gradients", plain),
        FORM.gradients("gradients, pre-LN", pre),
    ]


def small(inputs: Inputs, L_t: int, L_s: int, h: int, norm_first: int, masks: int) -> Trial:
    """One target sentence and one source sentence; with masks, the last source token is blocked."""
    x, memory = (inputs.integers_as_float(1, length, 2 * h) for length in (L_t, L_s))
    given = (causal(L_t), last_blocked(L_s)) if masks else (None, None)
    options = PRE_LN if norm_first else {}
    return FORM.values("", case(x, memory, h, 3, inputs.seed, *given, **options))


exercise = Exercise(
    trials,
    call="DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first)"
    "(x, memory, target_mask, memory_mask)",
    hints=HINTS,
    output_names=("x", "self_weights", "cross_weights"),
    axes=("B L_t d_model", "B h L_t L_t", "B h L_t L_s"),
    criteria={
        "dropout": "drops the output of each sub-layer, in training mode only",
        "learns": "lets the gradient reach every part",
    },
    points=4,
    version=2,
    smallest=SizeGrid(
        {"L_t": (1, 2), "L_s": (1, 2, 3), "h": (1, 2), "norm_first": (0, 1), "masks": (0, 1)},
        small,
    ),
)
