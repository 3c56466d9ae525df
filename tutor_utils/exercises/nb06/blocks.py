"""The four blocks, declared alike: a layer or a stack of layers, of the encoder or the decoder."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from torch import Tensor

from . import parts, reference
from .module_trials import Case, Form

PRE_LN: dict[str, Any] = {"norm_first": True}  # post-LN is the default, so it is not given


def form(*, decodes: bool, stacked: bool) -> Form:
    """How a block is looked at: its parts, its truth, and what it learns."""
    sizes = "d_model, num_heads, d_ff"
    return Form(
        partial(parts.of_stack, attentions=1 + decodes) if stacked else parts.of_layer,
        partial(_truth, decodes, stacked),
        partial(reference.numbers, decodes, stacked),
        (
            "*x, memory" if decodes else "*x",
            *("**", f"*num_layers, {sizes}" if stacked else f"*{sizes}", "**"),
        ),
        # post-LN may make the norm behind the layers and leave it
        idle=("norm.gain", "norm.bias") if stacked else (),
    )


def widened(one: Case) -> Case:
    """With at least 16 hidden features, for gradients.

    Of a few of them ReLU sets all to 0 in one draw of some thousands; then none comes back.
    """
    return replace(one, sizes=(*one.sizes[:-1], max(16, one.sizes[-1])))


def case(
    inputs: tuple[Tensor, ...],
    sizes: tuple[int, ...],
    seed: int,
    *masks: Tensor | None,
    **options: bool,
) -> Case:
    """A block for x, or for x and memory, with the mask of each."""
    names = ("target_mask", "memory_mask") if len(inputs) == 2 else ("mask",)
    return Case(inputs, sizes, dict(zip(names, masks, strict=False)), options, seed)


def _truth(
    decodes: bool, stacked: bool, inputs: tuple, masks: dict, sizes: tuple, options: dict, seed: int
) -> Any:
    """(x, weights of each attention) by PyTorch's own layers; lists of weights for a stack."""
    given: dict[str, Any] = {"src_mask": masks.get("mask")}
    if decodes:
        given = {"tgt_mask": masks.get("target_mask"), "memory_mask": masks.get("memory_mask")}
    if stacked:
        run = reference.decoder if decodes else reference.encoder
        return run(*inputs, *given.values(), *sizes, seed, **options)
    return reference.run_layer(reference.layer(decodes, *sizes, seed, **options), *inputs, **given)
