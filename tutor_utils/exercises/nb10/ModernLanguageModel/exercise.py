"""The model of a Llama file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from .. import llama
from ..modules import Kind, build, of_model, rounded

HINTS = (
    "From ids to logits: a table, layers, a last norm, an output. Which of them do you have?",
    "The layers stand in an `nn.ModuleList`. To tie: `self.output.weight = self.tokens.weight`.",
    "With a cache of `past` tokens the mask has L rows and past + L columns: the last L rows of "
    "`causal_mask(past + L, ids.device)`.",
    "Give each layer its own cache, and collect what comes back: `x, _, after = layer(x, mask, "
    "before)`, `kept.append(after)`.",
)
SIZES = "*vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff"
Sizes = tuple[int, int, int, int, int, int]


def shapes(sizes: tuple[int, ...], options: Mapping[str, Any]) -> llama.Shapes:
    """Of all that it learns."""
    return llama.model_shapes(*sizes, tied=options.get("tie_weights", True))


def truth(
    t: llama.Numbers,
    sizes: Sizes,
    options: dict,
    ids: Tensor,
    cache: list[llama.Cache] | None = None,
) -> tuple[Any, ...]:
    """By its formula."""
    base, eps = options.get("base", llama.BASE), options.get("eps", llama.EPS)
    logits, kept = llama.model(t, ids, sizes[2:4], base, eps, cache)
    return logits, [k for k, _ in kept], [v for _, v in kept]


KIND = Kind(shapes, truth, of_model, ("ids", "**", SIZES, "**"))


def stepwise(answer: Any, ids: Tensor, sizes: Sizes, seed: int) -> Tensor:
    """Three ids, then two, then one at a time after the cache that came back."""
    model: nn.Module = build(answer, ids, {}, sizes, {}, seed, of_model)
    found, cache = [], None
    with torch.no_grad():
        for part in (ids[:, :3], ids[:, 3:5], *ids[:, 5:].split(1, dim=1)):
            logits, cache = model(part, cache)
            found.append(logits)
    return torch.cat(found, dim=1)


def truth_stepwise(ids: Tensor, sizes: Sizes, seed: int) -> Tensor:
    """The same as in one call."""
    return rounded(llama.model(KIND.numbers(sizes, {}, seed), ids, sizes[2:4])[0])


def caches(inputs: Inputs, sizes: Sizes, rows: int, past: int) -> list[llama.Cache]:
    """Drawn keys and values for each layer."""
    _, d_model, h, g, layers, _ = sizes
    shape = (rows, g, past, d_model // h)
    return [(inputs.normal(*shape), inputs.normal(*shape)) for _ in range(layers)]


def trials(inputs: Inputs) -> list[Trial]:
    """Tied and not, one layer and two, with and without a cache."""
    seed = inputs.seed
    one: Sizes = (9, 8, 4, 2, 1, 5)
    two: Sizes = (11, 16, 4, 2, 2, 7)
    free = {"tie_weights": False}

    def values(name: str, sizes: Sizes, length: int, past: int = 0, **options: Any) -> Trial:
        ids = inputs.integers(0, sizes[0], 2, length)
        given = {"cache": caches(inputs, sizes, 2, past)} if past else {}
        return KIND.values(name, ids, sizes, seed, given=given, **options)

    return [
        KIND.parameters("the parameters", one),
        KIND.parameters("the parameters, tie_weights=False", two, **free),
        values("1 id", one, 1),
        values("4 ids", one, 4),
        values("2 layers", two, 5),
        values("2 layers, tie_weights=False", two, 4, **free),
        values("4 heads, 1 key head", (9, 8, 4, 1, 2, 5), 4),
        values("a cache of 3 ids, 1 new id", two, 1, 3),
        values("a cache of 3 ids, 2 new ids", two, 2, 3),
        values("base=50", two, 4, base=50.0),
        values("eps=0.5", two, 3, eps=0.5),
        Trial(
            "7 ids: three, two, then one at a time",
            (inputs.integers(0, 11, 2, 7), two, seed),
            probe=stepwise,
            truth=truth_stepwise,
            tolerance=(1e-3, 5e-4),
            shown=("ids", SIZES, ""),
        ),
    ]


def small(inputs: Inputs, L: int, num_layers: int, past: int, B: int = 1) -> Trial:
    """B short texts through a small model."""
    sizes: Sizes = (5, 4, 2, 1, num_layers, 3)
    given = {"cache": caches(inputs, sizes, B, past)} if past else {}
    return KIND.values("", inputs.integers(0, 5, B, L), sizes, inputs.seed, given=given)


exercise = Exercise(
    trials,
    call="ModernLanguageModel(vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, "
    "...)(ids, cache)",
    hints=HINTS,
    output_names=("logits", "cached keys", "cached values"),
    axes=("B L V", "B g L_k d_k", "B g L_k d_k"),
    criteria={"parameters": "learns one table where it is tied, two where it is not"},
    smallest=SizeGrid(
        {"L": (1, 2, 3), "num_layers": (1, 2), "past": (0, 2)}, small, in_turn={"B": (1, 2)}
    ),
)
