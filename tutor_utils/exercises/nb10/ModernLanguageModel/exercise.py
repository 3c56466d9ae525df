"""A language model of Llama's architecture."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ...modules import Case
from .. import llama
from ..modules import kind, of_model, with_cache

SIZES = "*vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff"
Sizes = tuple[int, int, int, int, int, int]
KIND = kind(
    lambda sizes, options: llama.model_shapes(*sizes, tied=options.get("tie_weights", True)),
    lambda t, sizes, ids, tie_weights=True, **how: llama.model(t, ids, sizes[2:4], **how),
    of_model,
    ("*ids", "**", SIZES, "**"),
    partial(with_cache, model=True),
)


def reads(
    name: str, inputs: Inputs, sizes: Sizes, length: int, past: int = 0, B: int = 2, **options: Any
) -> Trial:
    """The trial: a model reads ``length`` ids after a cache of ``past`` ids."""
    vocab_size, d_model, h, g, layers, _ = sizes
    shape = (B, g, past, d_model // h)
    cache = [(inputs.normal(*shape), inputs.normal(*shape)) for _ in range(layers)]
    ids = inputs.integers(0, vocab_size, B, length)
    given = {"cache": cache} if past else {}
    return KIND.values(name, Case((ids,), sizes, given, options, inputs.seed))


def trials(inputs: Inputs) -> list[Trial]:
    """With tied and own output, one and two layers, with and without a cache."""
    one: Sizes = (9, 8, 4, 2, 1, 5)
    two: Sizes = (11, 16, 4, 2, 2, 7)
    free = {"tie_weights": False}
    return [
        KIND.parameters("the parameters", Case((), one)),
        KIND.parameters("the parameters, tie_weights=False", Case((), two, options=free)),
        reads("2 ids", inputs, one, 2),  # more than one: a mask is needed, on their device
        reads("4 ids", inputs, one, 4),
        reads("2 layers", inputs, two, 5),
        reads("2 layers, tie_weights=False", inputs, two, 4, **free),
        reads("4 heads, 1 key head", inputs, (9, 8, 4, 1, 2, 5), 4),
        reads("a cache of 3 ids, 1 new id", inputs, two, 1, 3),
        reads("a cache of 3 ids, 2 new ids", inputs, two, 2, 3),
        reads("base=50", inputs, two, 4, base=50.0),
        reads("eps=0.5", inputs, two, 3, eps=0.5),
    ]


def small(inputs: Inputs, L: int, num_layers: int, past: int, B: int = 1) -> Trial:
    """B short texts and a small model."""
    return reads("", inputs, (5, 4, 2, 1, num_layers, 3), L, past, B)


exercise = Exercise(
    trials,
    version=2,
    call="ModernLanguageModel(vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, "
    "...)(ids, cache)",
    output_names=("logits", "cached keys", "cached values"),
    axes=("B L V", "B g L_k d_k", "B g L_k d_k"),
    criteria={"parameters": "learns one table where it is tied, two where it is not"},
    smallest=SizeGrid(
        {"L": (1, 2, 3), "num_layers": (1, 2), "past": (0, 2)}, small, in_turn={"B": (1, 2)}
    ),
)
