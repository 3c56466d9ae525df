"""Reference formulas of linear layers, heads and attention, for trials' expected results."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


def affine(x: Tensor, layer: nn.Linear) -> Tensor:
    """x W^T + b, one output feature at a time: (..., d_in) -> (..., d_out)."""
    y = torch.stack([(x * row).sum(-1) for row in layer.weight], dim=-1)
    return y if layer.bias is None else y + layer.bias


def split(x: Tensor, num_heads: int) -> Tensor:
    """Head i of token t holds features i*d_k:(i+1)*d_k of token t: (B, L, d) -> (B, h, L, d_k)."""
    d_k = x.shape[-1] // num_heads
    return torch.stack([x[:, :, i * d_k : (i + 1) * d_k] for i in range(num_heads)], dim=1)


def merge(x: Tensor) -> Tensor:
    """The heads of each token side by side: (B, h, L, d_k) -> (B, L, d)."""
    return torch.cat([x[:, i] for i in range(x.shape[1])], dim=-1)


def scores(q: Tensor, k: Tensor) -> Tensor:
    """q·kᵀ / √d_k: (..., L_q, d_k), (..., L_k, d_k) -> (..., L_q, L_k)."""
    return q @ k.mT / math.sqrt(q.shape[-1])


def shares(scores: Tensor) -> Tensor:
    """Softmax over the last axis, in float64."""
    scores = scores.double()
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    return powers / powers.sum(-1, keepdim=True)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """(output, weights). A blocked key has weight 0; so has each key of an all-blocked row."""
    weights = scores(q.double(), k.double())
    if mask is not None:
        weights = weights.masked_fill(~mask, torch.finfo(weights.dtype).min)
    weights = shares(weights)
    if mask is not None:
        weights = torch.where(mask.any(-1, keepdim=True), weights, 0.0)
    output = weights @ v.double()
    return output.to(q.dtype), weights.to(q.dtype)
