"""A stack of encoder layers."""

from __future__ import annotations

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ..blocks import PRE_LN, case, form
from ..masks import last_blocked, padded

HINTS = (
    "One layer's output is the next layer's input. What has to be kept on the way?",
    "`nn.ModuleList` holds the layers. The loop passes x on and collects the weights in a list.",
    "`for layer in self.layers: x, w = layer(x, mask)` is the loop. With norm_first, one more "
    "LayerNorm comes after it.",
)
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


def small(
    inputs: Inputs, num_layers: int, B: int, h: int, L: int, norm_first: int, masks: int
) -> Trial:
    """B sentences through a small stack; with masks, its last key is blocked."""
    x, given = inputs.integers_as_float(B, L, 4 * h), (last_blocked(L),) if masks else ()
    options = PRE_LN if norm_first else {}
    return FORM.values("", case((x,), (num_layers, 4 * h, h, 5), inputs.seed, *given, **options))


exercise = Exercise(
    trials,
    call="Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)(x, mask)",
    hints=HINTS,
    output_names=("x", "weights"),
    axes=("B L d_model", "B h L L"),
    criteria={"dropout": "gives dropout to its layers"},
    version=4,
    smallest=SizeGrid(
        {
            **{"num_layers": (1, 2), "B": (1, 2), "h": (1, 2), "L": (1, 2)},
            **{"norm_first": (0, 1), "masks": (0, 1)},
        },
        small,
    ),
)
