"""A stack of encoder layers."""

from __future__ import annotations

from ....engine.exercise import Inputs, Trial
from ..blocks import PRE_LN, block, case, kind, padded

KIND = kind(decodes=False, stacked=True)


def trials(inputs: Inputs) -> list[Trial]:
    """One to three layers, both orders of the norm; then dropout and gradients."""
    seed, normal, pads = inputs.seed, inputs.normal, padded(2, 4)
    first = case((normal(2, 4, 4),), (2, 4, 2, 5), seed)
    pre = case((normal(2, 4, 4),), (1, 4, 2, 5), seed, **PRE_LN)
    masked = case((normal(2, 4, 6),), (2, 6, 3, 7), seed, pads)
    three = case((normal(2, 4, 6),), (3, 6, 2, 7), seed, pads, **PRE_LN)
    return [
        KIND.values("2 layers, post-LN", first),
        KIND.parameters("the parameters, post-LN", first),
        KIND.parameters("the parameters, pre-LN", pre),
        KIND.values("1 layer, pre-LN", pre),
        KIND.values("2 layers with a mask", masked),
        KIND.values("3 layers, pre-LN, a mask", three),
        KIND.values(
            "2 layers, pre-LN", case((normal(2, 4, 8),), (2, 8, 2, 9), seed, pads, **PRE_LN)
        ),
        KIND.dropout("dropout", case((normal(2, 3, 6),), (2, 6, 2, 7), seed)),
    ]


exercise = block(KIND, trials, decodes=False, stacked=True, version=4)
