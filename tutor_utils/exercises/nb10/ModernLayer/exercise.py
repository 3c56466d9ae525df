"""Norm, attention, norm, feed-forward."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ...nb04.rules import causal
from .. import llama
from ..modules import Kind, of_layer

HINTS = (
    "It is the pre-LN layer of notebook 06 with other parts. Which four parts do you make?",
    "Two `RMSNorm(d_model, eps)`, one `GroupedQueryAttention(d_model, num_heads, num_kv_heads, "
    "base)`, one `SwiGLU(d_model, d_ff)`.",
    "`attended, weights, cache = self.attention(self.norm1(x), mask, cache)`, then `x = x + "
    "attended`.",
)
SIZES = "*d_model, num_heads, num_kv_heads, d_ff"
Sizes = tuple[int, int, int, int]


def truth(
    t: llama.Numbers,
    sizes: Sizes,
    options: dict,
    x: Tensor,
    mask: Tensor | None = None,
    cache: llama.Cache | None = None,
) -> tuple[Tensor, ...]:
    """By its formula."""
    base, eps = options.get("base", llama.BASE), options.get("eps", llama.EPS)
    x, weights, kept = llama.layer(t, "", x.double(), sizes[1:3], base, eps, mask, cache)
    return x, weights, *kept


KIND = Kind(
    lambda sizes, options: llama.layer_shapes(*sizes),
    truth,
    of_layer,
    ("x", "**", SIZES, "**"),
)


def trials(inputs: Inputs) -> list[Trial]:
    """With a mask, with a cache, with another base and another eps."""
    seed, normal = inputs.seed, inputs.normal
    sizes = (16, 4, 2, 7)

    def values(name: str, length: int, past: int = 0, **how: Any) -> Trial:
        given: dict[str, Any] = {"mask": how.pop("mask")} if "mask" in how else {}
        if past:
            given["cache"] = normal(2, 2, past, 4), normal(2, 2, past, 4)
        return KIND.values(name, normal(2, length, 16), sizes, seed, given=given, **how)

    pads = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]]).bool()[:, None, None]
    return [
        KIND.parameters("the parameters", sizes),
        KIND.values("1 token", normal(1, 1, 8), (8, 2, 1, 5), seed),
        values("3 tokens, 4 heads, 2 key heads", 3),
        KIND.values("4 heads, 1 key head", normal(2, 3, 8), (8, 4, 1, 6), seed),
        values("a causal mask", 5, mask=causal(5)),
        values("a padding mask (B, 1, 1, L)", 4, mask=pads),
        values("a cache of 3 tokens, 1 new token", 1, 3),
        values("a cache of 3 tokens, 2 new tokens, a mask", 2, 3, mask=causal(5)[:, :, 3:]),
        values("base=50", 4, base=50.0),
        values("eps=0.5", 3, eps=0.5),
        KIND.values("small numbers", normal(1, 2, 16, scale=1e-3), sizes, seed),
    ]


def small(inputs: Inputs, B: int, L: int, g: int, past: int, masked: int) -> Trial:
    """2 query heads for each of g key heads."""
    sizes = (4 * g, 2 * g, g, 3)
    given: dict[str, Any] = {}
    if past:
        shape = (B, g, past, 2)
        given["cache"] = inputs.integers_as_float(*shape), inputs.integers_as_float(*shape)
    if masked:
        given["mask"] = causal(past + L)[:, :, past:]
    x = inputs.integers_as_float(B, L, sizes[0])
    return KIND.values("", x, sizes, inputs.seed, given=given)


exercise = Exercise(
    trials,
    call="ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps)(x, mask, cache)",
    hints=HINTS,
    output_names=("x", "weights", "cached keys", "cached values"),
    axes=("B L d_model", "B h L L_k", "B g L_k d_k", "B g L_k d_k"),
    criteria={"parameters": "learns what its four parts learn"},
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "g": (1, 2), "past": (0, 2), "masked": (0, 1)}, small
    ),
)
