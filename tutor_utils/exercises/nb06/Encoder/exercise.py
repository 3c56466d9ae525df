"""A stack of encoder layers."""

from __future__ import annotations

from ....engine.exercise import Trial
from ....engine.inputs import Inputs
from ..blocks import PRE_LN, block, case, form, padded

FORM = form(decodes=False, stacked=True)


def trials(inputs: Inputs) -> list[Trial]:
    """One to three layers, both orders of the norm; then dropout and gradients."""
    seed, normal, pads = inputs.seed, inputs.normal, padded(2, 4)
    first = case((normal(2, 4, 4),), (2, 4, 2, 5), seed)
    pre = case((normal(2, 4, 4),), (1, 4, 2, 5), seed, **PRE_LN)
    masked = case((normal(2, 4, 6),), (2, 6, 3, 7), seed, pads)
    three = case((normal(2, 4, 6),), (3, 6, 2, 7), seed, pads, **PRE_LN)
    return [
        FORM.values("2 layers, post-LN", first),
        FORM.parameters("the parameters, post-LN", first),
        FORM.parameters("the parameters, pre-LN", pre),
        FORM.values("1 layer, pre-LN", pre),
        FORM.values("2 layers with a mask", masked),
        FORM.values("3 layers, pre-LN, a mask", three),
        FORM.values(
            "2 layers, pre-LN", case((normal(2, 4, 8),), (2, 8, 2, 9), seed, pads, **PRE_LN)
        ),
        FORM.dropout("dropout", case((normal(2, 3, 6),), (2, 6, 2, 7), seed)),
    ]


exercise = block(FORM, trials, decodes=False, stacked=True, version=4)
