"""A stack of decoder layers."""

from __future__ import annotations

from ....engine.exercise import Inputs, Trial
from ...nb04.rules import causal
from ..blocks import PRE_LN, block, case, kind, padded

KIND = kind(decodes=True, stacked=True)


def trials(inputs: Inputs) -> list[Trial]:
    """One to three layers, both orders of the norm; then dropout and gradients."""
    seed, normal = inputs.seed, inputs.normal
    both = causal(4) & padded(2, 4)
    first = case((normal(2, 4, 4), normal(2, 5, 4)), (2, 4, 2, 5), seed)
    pre = case((normal(2, 4, 4), normal(2, 5, 4)), (1, 4, 2, 5), seed, **PRE_LN)
    masks, alike = (both, padded(2, 5)), (both, padded(2, 4))
    short = case((normal(2, 3, 6), normal(2, 4, 6)), (2, 6, 2, 7), seed)
    as_many = case((normal(2, 4, 6), normal(2, 4, 6)), (2, 6, 3, 7), seed, *alike)
    three = case((normal(2, 4, 6), normal(2, 5, 6)), (3, 6, 2, 7), seed, *masks, **PRE_LN)
    wide = (normal(2, 4, 8), normal(2, 5, 8))
    return [
        KIND.values("2 layers, post-LN", first),
        KIND.parameters("the parameters, post-LN", first),
        KIND.parameters("the parameters, pre-LN", pre),
        KIND.values("1 layer, pre-LN", pre),
        KIND.values("2 layers with masks, as many target as source tokens", as_many),
        KIND.values("3 layers, pre-LN, masks", three),
        KIND.values("2 layers, pre-LN", case(wide, (2, 8, 2, 9), seed, *masks, **PRE_LN)),
        KIND.dropout("dropout", short),
    ]


exercise = block(KIND, trials, decodes=True, stacked=True, version=4)
