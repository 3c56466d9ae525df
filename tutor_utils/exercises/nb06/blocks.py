"""The exercises EncoderLayer, Encoder, DecoderLayer and Decoder, which share their declaration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from ...engine.exercise import Exercise, Inputs, SizeGrid, Trial
from .. import parts
from ..modules import Case, Kind
from ..nb04.rules import causal
from . import reference

MASKS = {1: ("mask",), 2: ("target_mask", "memory_mask")}  # by the number of inputs
PRE_LN: dict[str, Any] = {"norm_first": True}  # post-LN is the default, so it is not given
SIZES = "d_model, num_heads, d_ff"


def kind(*, decodes: bool, stacked: bool) -> Kind:
    """The ``Kind`` of a block: its parameters by role, its reference, its parameter count."""
    find = partial(parts.of_stack, attentions=1 + decodes) if stacked else parts.of_layer
    return Kind(
        partial(parts.in_a_call, find),
        partial(_truth, stacked),
        partial(reference.numbers, decodes, stacked),
        (
            "*x, memory" if decodes else "*x",
            *("**", f"*num_layers, {SIZES}" if stacked else f"*{SIZES}", "**"),
        ),
    )


def block(
    kind: Kind,
    trials: Callable[[Inputs], list[Trial]],
    *,
    decodes: bool,
    stacked: bool,
    version: int,
) -> Exercise:
    """The exercise of a block."""
    name = ("Decoder" if decodes else "Encoder") + ("" if stacked else "Layer")
    sizes = f"num_layers, {SIZES}" if stacked else SIZES
    grid: dict[str, tuple[int, ...]] = {"num_layers": (1, 2)} if stacked else {}
    grid |= {"B": (1, 2), "h": (1, 2), "norm_first": (0, 1), "masks": (0, 1)}
    grid |= {"L_t": (1, 2), "L_s": (1, 2, 3)} if decodes else {"L": (1, 2)}
    given = "x, memory, target_mask, memory_mask" if decodes else "x, mask"
    criterion = "drops the output of each sub-layer, in training mode only"
    return Exercise(
        trials,
        call=f"{name}({sizes}, dropout, norm_first)({given})",
        output_names=("x", "self_weights", "cross_weights") if decodes else ("x", "weights"),
        axes=("B L_t d_model", "B h L_t L_t", "B h L_t L_s")
        if decodes
        else ("B L d_model", "B h L L"),
        criteria={"dropout": "gives dropout to its layers" if stacked else criterion},
        version=version,
        smallest=SizeGrid(grid, partial(_small, kind)),
    )


def _small(
    kind: Kind,
    inputs: Inputs,
    B: int,
    h: int,
    norm_first: int,
    masks: int,
    num_layers: int = 0,
    **lengths: int,
) -> Trial:
    """B sentences, or B pairs; with masks, the last key of the source is blocked."""
    *target, source = lengths.values()
    tensors = tuple(inputs.integers_as_float(B, length, 4 * h) for length in lengths.values())
    blocking = (*map(causal, target), last_blocked(source)) if masks else ()
    sizes = (num_layers, 4 * h, h, 5) if num_layers else (4 * h, h, 5)
    return kind.values(
        "", case(tensors, sizes, inputs.seed, *blocking, **(PRE_LN if norm_first else {}))
    )


def case(
    inputs: tuple[Tensor, ...],
    sizes: tuple[int, ...],
    seed: int,
    *masks: Tensor | None,
    **options: bool,
) -> Case:
    """A block with x, or with x and memory, and a mask for each."""
    given = dict(zip(MASKS[len(inputs)], masks, strict=False))
    branch = "pre-LN" if options.get("norm_first") else "post-LN"
    return Case(inputs, sizes, given, options, seed, branch)


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


# --- masks: True = may attend ---------------------------------------------------------------------


def padded(batch: int, length: int) -> Tensor:
    """(B, 1, 1, L): the last keys of every sentence but the first are pads."""
    lengths = torch.tensor([length] + [2 + i % (length - 2) for i in range(batch - 1)])
    return (torch.arange(length) < lengths[:, None])[:, None, None]


def last_blocked(length: int) -> Tensor:
    """(1, 1, 1, L): the last key is blocked, if it is not the only one."""
    return (torch.arange(length) < max(1, length - 1))[None, None, None]
