"""One encoder layer."""

from __future__ import annotations

import torch

from ....engine.exercise import Inputs, Trial
from ...modules import Case
from ..blocks import PRE_LN, block, case, kind, padded

KIND = kind(decodes=False, stacked=False)


def trials(inputs: Inputs) -> list[Trial]:
    """Both orders of the norm, with and without masks; then dropout."""
    seed, normal = inputs.seed, inputs.normal
    free = normal(2, 1, 4, 4) > -0.3
    small = case((normal(1, 2, 4),), (4, 2, 3), seed + 3)
    pre = case((normal(1, 3, 4),), (4, 2, 5), seed + 5, **PRE_LN)
    post_pads = case((normal(2, 5, 6),), (6, 3, 7), seed + 7, padded(2, 5))
    pre_pads = case((normal(3, 4, 10),), (10, 5, 8), seed + 8, padded(3, 4), **PRE_LN)
    every = case((inputs.strided(2, 4, 6),), (6, 2, 9), seed + 9, free | torch.eye(4).bool())

    large = case((normal(4, 8, 8),), (8, 2, 5), seed + 5, **PRE_LN)

    def short(**options: bool) -> Case:
        return case((normal(2, 3, 6),), (6, 2, 5), seed + 5, **options)

    return [
        KIND.values("post-LN, 2 tokens", small),
        KIND.parameters("the parameters", small),
        KIND.parameters("the parameters, all sizes different", short()),
        KIND.values("pre-LN, 3 tokens", pre),
        KIND.values("post-LN with padding", post_pads),
        KIND.values("pre-LN with padding", pre_pads),
        KIND.values("not contiguous, a mask for every query", every),
        KIND.dropout("dropout, post-LN", short()),
        KIND.dropout("dropout, pre-LN", short(**PRE_LN)),
        KIND.rate("sub-layers that give 1 and 2, dropout=0.25", large),
    ]


exercise = block(KIND, trials, decodes=False, stacked=False, version=6)
