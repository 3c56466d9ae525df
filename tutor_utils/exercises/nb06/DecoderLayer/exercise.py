"""One decoder layer."""

from __future__ import annotations

import torch

from ....engine.exercise import Inputs, Trial
from ...nb04.rules import causal
from ..blocks import PRE_LN, block, case, kind, padded

KIND = kind(decodes=True, stacked=False)


def trials(inputs: Inputs) -> list[Trial]:
    """Equal and unequal lengths, both orders of the norm; then dropout."""
    seed, normal = inputs.seed, inputs.normal
    both = causal(4) & padded(2, 4)
    alike = case((normal(2, 4, 4), normal(2, 4, 4)), (4, 2, 3), seed + 3, causal(4), padded(2, 4))
    own, read = (
        case((normal(2, 4, 4), normal(2, 4, 4)), (4, 2, 3), seed, *masks, **PRE_LN)
        for masks in ((causal(4), None), (None, padded(2, 4)))
    )
    plain = case((normal(2, 3, 6), normal(2, 4, 6)), (6, 2, 5), seed)
    pre = case((normal(2, 3, 6), normal(2, 4, 6)), (6, 2, 5), seed, **PRE_LN)
    large = case((normal(4, 8, 8), normal(4, 3, 8)), (8, 2, 5), seed, **PRE_LN)
    free = case((normal(2, 3, 4), normal(2, 5, 4)), (4, 2, 5), seed)
    past = case((normal(2, 3, 6), normal(2, 5, 6)), (6, 3, 7), seed, causal(3), **PRE_LN)
    masks = case((normal(2, 4, 6), normal(2, 5, 6)), (6, 2, 8), seed, both, padded(2, 5))
    each = (torch.arange(2 * 2 * 4 * 5).view(2, 2, 4, 5) % 7 % 3 != 1).index_fill(
        -1, torch.tensor(2), value=True
    )
    cells = case((normal(2, 4, 6), normal(2, 5, 6)), (6, 2, 8), seed, None, each)
    strided = (inputs.strided(2, 4, 6), inputs.strided(2, 3, 6))
    torn = case(strided, (6, 3, 9), seed, both, padded(2, 3), **PRE_LN)
    return [
        KIND.values("as many target as source tokens", alike),
        KIND.values("as many target as source tokens, the target's mask alone", own),
        KIND.values("as many target as source tokens, the source's mask alone", read),
        KIND.parameters("the parameters", alike),
        KIND.parameters("the parameters, all sizes different", plain),
        KIND.values("no masks", free),
        KIND.values("pre-LN", past),
        KIND.values("pre-LN, no masks", pre),
        KIND.values("both masks, L_t is not L_s", masks),
        KIND.values("a source mask for each head and each target token", cells),
        KIND.values("not contiguous, pre-LN, both masks", torn),
        KIND.dropout("dropout, post-LN", plain),
        KIND.dropout("dropout, pre-LN", pre),
        KIND.rate("sub-layers that give 1, 2 and 4, dropout=0.25", large),
    ]


exercise = block(KIND, trials, decodes=True, stacked=False, version=7)
