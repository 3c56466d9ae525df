"""Query heads that share keys and values, and a cache of these."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, SizeGrid, Trial, refused
from ....engine.inputs import Inputs
from ...nb04.rules import causal
from .. import llama
from ..modules import Kind, build, of_attention, rounded

HINTS = (
    "4 query heads, 2 key heads: how many features do w_q and w_k give, where d_k is 8? Which "
    "query heads read key head 0?",
    "Split, turn the new queries and keys, put the old keys and values in front, and only then "
    "give each query head its key head.",
    "The new tokens stand at `torch.arange(past, past + L, device=x.device)`, where past is "
    "`cache[0].shape[2]`, or 0.",
    "`k.repeat_interleave(h // g, dim=1)` gives each key head to h // g query heads, one after "
    "the other. What you return as cache is k and v before that.",
)
SIZES = "*d_model, num_heads, num_kv_heads"
Sizes = tuple[int, int, int]


def truth(
    t: llama.Numbers,
    sizes: Sizes,
    options: dict,
    x: Tensor,
    mask: Tensor | None = None,
    cache: llama.Cache | None = None,
) -> tuple[Tensor, ...]:
    """By its formula."""
    base = options.get("base", llama.BASE)
    output, weights, kept = llama.attended(t, "", x, sizes[1:], base, mask, cache)
    return output, weights, *kept


KIND = Kind(
    lambda sizes, options: llama.attention_shapes(*sizes),
    truth,
    of_attention,
    ("x", "**", SIZES, "**"),
)


def stepwise(answer: Any, x: Tensor, sizes: Sizes, seed: int) -> dict[str, Any]:
    """Two tokens, then one at a time after the cache that came back."""
    module = build(answer, x, {}, sizes, {}, seed, of_attention)
    first, cache = x[:, :2], None
    with torch.no_grad():
        out, _, cache = module(first, mask=causal(2))
        outputs = [out]
        for t in range(2, x.shape[1]):
            out, _, cache = module(x[:, t : t + 1], cache=cache)
            outputs.append(out)
    return {"outputs": torch.cat(outputs, dim=1), "numbers kept": sum(c.numel() for c in cache)}


def truth_stepwise(x: Tensor, sizes: Sizes, seed: int) -> dict[str, Any]:
    """The same as in one call."""
    t = KIND.numbers(sizes, {}, seed)
    output, _, kept = llama.attended(t, "", x, sizes[1:], mask=causal(x.shape[1]))
    return {"outputs": rounded(output), "numbers kept": sum(c.numel() for c in kept)}


def trials(inputs: Inputs) -> list[Trial]:
    """All, some and one key head; with a mask, with a cache, with both."""
    seed, normal = inputs.seed, inputs.normal

    def values(name: str, length: int, sizes: Sizes, past: int = 0, **how: Any) -> Trial:
        given: dict[str, Any] = {"mask": how.pop("mask")} if "mask" in how else {}
        if past:
            shape = (2, sizes[2], past, sizes[0] // sizes[1])
            given["cache"] = normal(*shape), normal(*shape)
        return KIND.values(name, normal(2, length, sizes[0]), sizes, seed, given=given, **how)

    late = causal(5)[:, :, 3:]
    pads = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]]).bool()[:, None, None]
    return [
        KIND.parameters("the parameters", (16, 4, 2)),
        values("1 token", 1, (8, 4, 2)),
        values("4 tokens, 4 heads, 4 key heads", 4, (8, 4, 4)),
        values("3 tokens, 4 heads, 2 key heads", 3, (16, 4, 2)),
        values("3 tokens, 6 heads, 2 key heads", 3, (24, 6, 2)),
        values("3 tokens, 4 heads, 1 key head", 3, (16, 4, 1)),
        values("a causal mask", 5, (16, 4, 2), mask=causal(5)),
        values("a padding mask (B, 1, 1, L)", 4, (16, 4, 2), mask=pads),
        values("a cache of 3 tokens, 1 new token", 1, (16, 4, 2), 3),
        values("a cache of 3 tokens, 2 new tokens, a mask", 2, (16, 4, 2), 3, mask=late),
        values("base=50", 4, (16, 2, 1), base=50.0),
        Trial(
            "6 tokens, one at a time after the first two",
            (normal(2, 6, 16), (16, 4, 2), seed),
            probe=stepwise,
            truth=truth_stepwise,
            tolerance=(1e-3, 5e-4),
            shown=("x", SIZES, ""),
        ),
        refused(
            "num_heads=4 and num_kv_heads=3",
            *(normal(1, 2, 16), (16, 4, 3)),
            mentions=(("num_kv_heads", "num_heads", "heads"), "3"),
            probe=lambda answer, x, sizes: answer(*sizes)(x),
            shown=("x", SIZES),
        ),
    ]


def small(inputs: Inputs, B: int, L: int, g: int, past: int, masked: int) -> Trial:
    """2 query heads of 2 features for each of g key heads."""
    sizes = (4 * g, 2 * g, g)
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
    call="GroupedQueryAttention(d_model, num_heads, num_kv_heads, base)(x, mask, cache)",
    hints=HINTS,
    output_names=("output", "weights", "cached keys", "cached values"),
    axes=("B L d_model", "B h L L_k", "B g L_k d_k", "B g L_k d_k"),
    criteria={
        "parameters": "learns four matrices, two of them narrow",
        "refuses": "refuses key heads that do not divide the heads",
    },
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "g": (1, 2), "past": (0, 2), "masked": (0, 1)}, small
    ),
)
