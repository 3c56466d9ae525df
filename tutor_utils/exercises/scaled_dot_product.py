"""Equation 1 of the paper by its formula: truth for every exercise that attends."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def scores(q: Tensor, k: Tensor) -> Tensor:
    """One number for each pair of query and key: their product, feature by feature, by √d_k."""
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def shares(scores: Tensor) -> Tensor:
    """Softmax over the last axis, in float64."""
    scores = scores.double()
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    return powers / powers.sum(-1, keepdim=True)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Output and weights. Blocked keys weigh 0, and so do all keys of a row with none open."""
    weights = scores(q.double(), k.double())
    if mask is not None:
        weights = weights.masked_fill(~mask, torch.finfo(weights.dtype).min)
    weights = shares(weights)
    if mask is not None:
        weights = torch.where(mask.any(-1, keepdim=True), weights, 0.0)
    output = weights @ v.double()
    return output.to(q.dtype), weights.to(q.dtype)
