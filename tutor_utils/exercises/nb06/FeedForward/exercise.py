"""The feed-forward network."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ... import parts
from ...drawing import drawn_together
from ...modules import Case, Kind, build
from .. import reference


def truth(
    inputs: tuple[Tensor], masks: dict, sizes: tuple[int, int], options: dict, seed: int
) -> Tensor:
    """Linear, ReLU, Linear; with dropout=1.0 the second bias remains."""
    network = reference.feed_forward(*sizes, seed)
    *_, second_bias = network.parameters()
    (x,) = inputs
    return 0 * x + second_bias.detach() if options.get("dropout") else network(x)


def numbers(sizes: tuple[int, ...], options: dict) -> tuple[int]:
    """The numbers of two matrices and two biases."""
    d_model, d_ff = sizes
    return (2 * d_model * d_ff + d_ff + d_model,)


def numbers_kept(answer: Any, *args: Any) -> dict[str, Any]:
    """The two numbers of ones that only pass through: dropped, or kept and made larger."""
    module, roles = build(answer, *args)
    for slot in roles.values():
        slot.put(torch.eye(*slot.shape) if len(slot.shape) == 2 else torch.zeros(slot.shape))
    out = module.train()(torch.ones(8, 8, 8))
    return {"numbers": out.unique(), "each is drawn by itself": not drawn_together(out, "B L d")}


KIND = Kind(
    partial(parts.in_a_call, parts.of_layer),
    truth,
    numbers,
    ("*x", "", "*d_model, d_ff", ""),
    output=lambda out: out,
)


def trials(inputs: Inputs) -> list[Trial]:
    """Different sizes, then dropout."""

    def case(x: Tensor, d_ff: int) -> Case:
        return Case((x,), (x.shape[-1], d_ff), seed=inputs.seed + d_ff)

    first = case(inputs.integers_as_float(1, 2, 2), 3)
    once = replace(case(torch.ones(1, 2, 8), 12), options={"dropout": 0.25})
    return [
        KIND.values("1 sentence of 2 tokens, 2 features, d_ff=3", first),
        KIND.parameters("the parameters", first),
        KIND.parameters("the parameters, 4 features, d_ff=7", replace(first, sizes=(4, 7))),
        KIND.values("sizes that all differ", case(inputs.normal(2, 5, 4), 7)),
        KIND.values("d_ff smaller than d_model", case(inputs.normal(3, 2, 6), 5)),
        replace(
            KIND.values("large values", case(3000 * inputs.normal(1, 3, 4), 9)),
            tolerance=(1e-3, 0.5),  # terms in the thousands cancel
        ),
        KIND.dropout("dropout", case(inputs.normal(2, 4, 6), 12)),
        Trial(
            "dropout=0.25, ones that pass through",
            (*once.arguments(), (KIND.find, KIND.output, KIND.compared)),
            probe=numbers_kept,
            truth=lambda *_: {
                "numbers": torch.tensor([0.0, 1 / 0.75]),
                "each is drawn by itself": True,
            },
            criterion="dropout",
            shown=KIND.shown,
        ),
    ]


exercise = Exercise(
    trials,
    call="FeedForward(d_model, d_ff, dropout)(x)",
    axes=("B L d_model",),
    criteria={"dropout": "drops hidden features after ReLU, in training mode only"},
    version=6,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (2,), "d_ff": (3,)},
        lambda inputs, B, L, d_model, d_ff: KIND.values(
            "", Case((inputs.integers_as_float(B, L, d_model),), (d_model, d_ff), seed=inputs.seed)
        ),
    ),
)
