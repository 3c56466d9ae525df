"""A layer of Llama's architecture: norm, attention, norm, feed-forward."""

from __future__ import annotations

from functools import partial

from ....engine.exercise import Exercise, Inputs, Trial
from ...modules import Case
from ...nb04.rules import causal
from .. import llama
from ..modules import kind, of_layer, reading, small_sizes, with_cache

KIND = kind(
    lambda sizes, options: llama.layer_shapes(*sizes),
    lambda t, sizes, x, **how: llama.layer(t, "", x.double(), sizes[1:3], **how),
    of_layer,
    ("*x", "**", "*d_model, num_heads, num_kv_heads, d_ff", "**"),
    with_cache,
)


def trials(inputs: Inputs) -> list[Trial]:
    """With a mask, with a cache, with another base and another eps."""
    seed, usual = inputs.seed, (16, 4, 2, 7)
    values = partial(reading, KIND, inputs=inputs, rows=2)
    new = causal(5)[:, :, 3:]
    return [
        KIND.parameters("the parameters", Case((), usual)),
        values("1 token", sizes=(8, 2, 1, 5), length=1),
        values("3 tokens, 4 heads, 2 key heads", sizes=usual, length=3),
        values("4 heads, 1 key head", sizes=(8, 4, 1, 6), length=3),
        values("a causal mask", sizes=usual, length=5, mask=causal(5)),
        values("a cache of 3 tokens, 1 new token", sizes=usual, length=1, past=3),
        values("a cache of 3, 2 new tokens, a mask", sizes=usual, length=2, past=3, mask=new),
        values("base=50", sizes=usual, length=4, base=50.0),
        values("eps=0.5", sizes=usual, length=3, eps=0.5),
        KIND.values(
            "small numbers", Case((inputs.normal(1, 2, 16, scale=1e-3),), usual, seed=seed)
        ),
    ]


exercise = Exercise(
    trials,
    call="ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps)(x, mask, cache)",
    output_names=("x", "weights", "cached keys", "cached values"),
    axes=("B L d_model", "B h L L_k", "B g L_k d_k", "B g L_k d_k"),
    criteria={"parameters": "learns what its four parts learn"},
    smallest=small_sizes(KIND, 3),
)
