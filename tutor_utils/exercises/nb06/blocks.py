"""The four blocks, declared alike: a layer or a stack of layers, of the encoder or the decoder."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import Tensor

from . import parts, reference
from .module_trials import Case, Form

MASKS = {1: ("mask",), 2: ("target_mask", "memory_mask")}  # by the number of inputs
PRE_LN: dict[str, Any] = {"norm_first": True}  # post-LN is the default, so it is not given


def form(*, decodes: bool, stacked: bool) -> Form:
    """How a block is looked at: its parts, its truth, and what it learns."""
    sizes = "d_model, num_heads, d_ff"
    return Form(
        partial(parts.of_stack, attentions=1 + decodes) if stacked else parts.of_layer,
        partial(_truth, stacked),
        partial(reference.numbers, decodes, stacked),
        (
            "*x, memory" if decodes else "*x",
            *("**", f"*num_layers, {sizes}" if stacked else f"*{sizes}", "**"),
        ),
    )


def case(
    inputs: tuple[Tensor, ...],
    sizes: tuple[int, ...],
    seed: int,
    *masks: Tensor | None,
    **options: bool,
) -> Case:
    """A block for x, or for x and memory, with the mask of each."""
    return Case(inputs, sizes, dict(zip(MASKS[len(inputs)], masks, strict=False)), options, seed)


def _truth(
    stacked: bool, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int
) -> Any:
    """(x, weights of each attention) by PyTorch's own layers; lists of weights for a stack."""
    given = [masks.get(name) for name in MASKS[len(inputs)]]
    if stacked:
        num_layers, d_model, num_heads, d_ff = sizes
        inner = (num_layers, d_model, num_heads, d_ff, seed)
        return reference.stack(inputs, given, *inner, **options)
    made = reference.layer(len(inputs) == 2, *sizes, seed, **options)
    return reference.run_layer(made, inputs, given)
