"""A stack of decoder layers."""

from __future__ import annotations

from ....engine.exercise import Exercise, SizeGrid, Trial
from ....engine.inputs import Inputs
from ...nb04.rules import causal
from ..blocks import PRE_LN, case, form
from ..masks import last_blocked, padded

HINTS = (
    "Which of the arguments changes from layer to layer, and which stay the same?",
    "Only x changes. Every layer reads the same memory and gets the same two masks.",
    "Collect two lists: `x, own, cross = layer(x, memory, target_mask, memory_mask)`.",
)
FORM = form(decodes=True, stacked=True)


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
        FORM.values("2 layers, post-LN", first),
        FORM.parameters("the parameters, post-LN", first),
        FORM.parameters("the parameters, pre-LN", pre),
        FORM.values("1 layer, pre-LN", pre),
        FORM.values("2 layers with masks, as many target as source tokens", as_many),
        FORM.values("3 layers, pre-LN, masks", three),
        FORM.values("2 layers, pre-LN", case(wide, (2, 8, 2, 9), seed, *masks, **PRE_LN)),
        FORM.dropout("dropout", short),
    ]


def small(
    inputs: Inputs, num_layers: int, B: int, h: int, L: int, L_s: int, norm_first: int, masks: int
) -> Trial:
    """B sentences through a small stack; with masks, the last source token is blocked."""
    x, memory = (inputs.integers_as_float(B, length, 4 * h) for length in (L, L_s))
    given = (causal(L), last_blocked(L_s)) if masks else ()
    options = PRE_LN if norm_first else {}
    return FORM.values(
        "", case((x, memory), (num_layers, 4 * h, h, 5), inputs.seed, *given, **options)
    )


exercise = Exercise(
    trials,
    call="Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)"
    "(x, memory, target_mask, memory_mask)",
    hints=HINTS,
    output_names=("x", "self_weights", "cross_weights"),
    axes=("B L_t d_model", "B h L_t L_t", "B h L_t L_s"),
    criteria={"dropout": "gives dropout to its layers"},
    version=4,
    smallest=SizeGrid(
        {
            **{"num_layers": (1, 2), "B": (1, 2), "h": (1, 2), "L": (1, 2), "L_s": (1, 2)},
            **{"norm_first": (0, 1), "masks": (0, 1)},
        },
        small,
    ),
)
