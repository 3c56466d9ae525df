"""Grouped-query attention with a cache of keys and values (Ainslie et al. 2023)."""

from __future__ import annotations

from functools import partial

import torch

from ....engine.exercise import Exercise, Inputs, Trial, refused
from ...modules import Case
from ...nb04.rules import causal
from .. import llama
from ..modules import kind, of_attention, reading, small_sizes, with_cache

SIZES = "*d_model, num_heads, num_kv_heads"
KIND = kind(
    lambda sizes, options: llama.attention_shapes(*sizes),
    lambda t, sizes, x, **how: llama.attended(t, "", x, sizes[1:], **how),
    of_attention,
    ("*x", "**", SIZES, "**"),
    with_cache,
)


def trials(inputs: Inputs) -> list[Trial]:
    """As many key heads as query heads, fewer, one; with a mask, with a cache, with both."""
    values = partial(reading, KIND, inputs=inputs, rows=2)
    pads = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]]).bool()[:, None, None]
    usual, new = (16, 4, 2), causal(5)[:, :, 3:]
    return [
        KIND.parameters("the parameters", Case((), usual)),
        values("1 token", sizes=(8, 4, 2), length=1),
        values("4 tokens, 4 heads, 4 key heads", sizes=(8, 4, 4), length=4),
        values("3 tokens, 4 heads, 2 key heads", sizes=usual, length=3),
        values("3 tokens, 6 heads, 2 key heads", sizes=(24, 6, 2), length=3),
        values("3 tokens, 4 heads, 1 key head", sizes=(16, 4, 1), length=3),
        values("a causal mask", sizes=usual, length=5, mask=causal(5)),
        values("a padding mask (B, 1, 1, L)", sizes=usual, length=4, mask=pads),
        values("a cache of 3 tokens, 1 new token", sizes=usual, length=1, past=3),
        values("a cache of 3, 2 new tokens, a mask", sizes=usual, length=2, past=3, mask=new),
        values("base=50", sizes=(16, 2, 1), length=4, base=50.0),
        refused(
            "num_heads=4 and num_kv_heads=3",
            *(inputs.normal(1, 2, 16), (16, 4, 3)),
            mentions=(("num_kv_heads", "num_heads", "heads"), "3"),
            probe=lambda answer, x, sizes: answer(*sizes)(x),
            shown=("x", SIZES),
        ),
    ]


exercise = Exercise(
    trials,
    call="GroupedQueryAttention(d_model, num_heads, num_kv_heads, base)(x, mask, cache)",
    output_names=("output", "weights", "cached keys", "cached values"),
    axes=("B L d_model", "B h L L_k", "B g L_k d_k", "B g L_k d_k"),
    criteria={
        "parameters": "learns four matrices, two of them narrow",
        "refuses": "refuses key heads that do not divide the heads",
    },
    smallest=small_sizes(KIND),
)
