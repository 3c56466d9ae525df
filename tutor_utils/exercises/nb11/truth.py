"""What a `Reader` computes, step by step and in float64, with what lies between its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from .reader import Reader

Sizes = tuple[int, int, int, int]  # vocab_size, d_model, num_heads, num_layers
SIZES = "*vocab_size, d_model, num_heads, num_layers"
TOLERANCE = (2e-3, 5e-4)
Change = Callable[[int, Tensor], Tensor]  # (layer, its heads side by side) -> the same, changed


def made(sizes: Sizes, seed: int) -> Reader:
    """A model with drawn numbers."""
    return Reader(seed, *sizes).eval()


@dataclass(frozen=True)
class Read:
    """What was met on the way: each layer's heads side by side, and what the last norm got."""

    logits: Tensor
    heads: list[Tensor]
    last: Tensor
    model: Reader


def read(sizes: Sizes, seed: int, ids: Tensor, change: Change = lambda layer, heads: heads) -> Read:
    """Let the model read, with the heads of each layer changed."""
    model, met = made(sizes, seed).double(), []
    layers: Any = model.layers
    with torch.no_grad():
        x = model.embed(ids)
        for i, layer in enumerate(layers):
            heads = change(i, _heads(layer.attention, layer.norm1(x), sizes[2]))
            met.append(heads)
            x = x + layer.attention.w_o(heads)
            x = x + layer.narrow(layer.wide(layer.norm2(x)).clamp_min(0))
        return Read(model.output(model.norm(x)), met, x, model)


def _heads(attention: Any, y: Tensor, h: int) -> Tensor:
    """The heads one by one, then side by side: (B, L, d_model)."""
    maps = (attention.w_q, attention.w_k, attention.w_v)
    found = []
    for q, k, v in zip(*(w(y).chunk(h, dim=-1) for w in maps), strict=True):
        scores = q @ k.mT * q.shape[-1] ** -0.5
        future = torch.ones_like(scores, dtype=torch.bool).triu(1)
        found.append(scores.masked_fill(future, -torch.inf).softmax(-1) @ v)
    return torch.cat(found, dim=-1)
