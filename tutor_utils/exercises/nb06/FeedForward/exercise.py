"""The feed-forward network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from ....engine.values import snapshot
from ...dropping import drawn_anew
from .. import parts, reference
from ..module_trials import Case, Form

HINTS = (
    "After attention each token thinks for itself. Which axis does that work on?",
    "Go wide, then narrow: `nn.Linear(d_model, d_ff)`, ReLU, `nn.Linear(d_ff, d_model)`.",
    "Make the two layers and `nn.Dropout(dropout)` in `__init__`. In `forward`: first layer, "
    "`torch.relu`, dropout, second layer.",
)
MANY = 4000  # hidden features that dropout is counted on


def truth(
    inputs: tuple[Tensor], masks: dict, sizes: tuple[int, int], options: dict, seed: int
) -> Tensor:
    """Linear, ReLU, Linear; where dropout takes all, the second bias is left."""
    network = reference.feed_forward(*sizes, seed)
    *_, second_bias = network.parameters()
    (x,) = inputs
    return 0 * x + second_bias.detach() if options.get("dropout") else network(x)


def numbers(sizes: tuple[int, ...], options: dict) -> tuple[int]:
    """Two matrices and two biases."""
    d_model, d_ff = sizes
    return (2 * d_model * d_ff + d_ff + d_model,)


FORM = Form(
    parts.of_layer, truth, numbers, ("*x", "", "*d_model, d_ff", ""), output=lambda out: out
)


def where_dropped(answer: Any, d_ff: int, dropout: float, seed: int) -> dict[str, Tensor]:
    """The hidden features as dropout leaves them: the second map sums them to two numbers.

    The first map hands the first feature, which is 1, on to every hidden feature, to every other
    one as -1. The second map sums both halves apart.
    """
    module = answer(2, d_ff, dropout=dropout).eval()
    calls = parts.calls(module, lambda: module(torch.zeros(1, 1, 2)))
    roles = parts.of_layer(module, calls, (2, d_ff))
    sign = torch.ones(d_ff)
    sign[1::2] = -1
    half = torch.stack([sign.clamp(min=0), (-sign).clamp(min=0)]) / d_ff  # (2, d_ff)
    for role, numbers in (
        ("feed_forward.1.weight", torch.stack([sign, torch.zeros(d_ff)], 1)),
        ("feed_forward.1.bias", torch.zeros(d_ff)),
        ("feed_forward.2.weight", half),
        ("feed_forward.2.bias", torch.zeros(2)),
    ):
        if role in roles:
            roles[role].put(numbers)
    x = torch.tensor([1.0, 0.0]).expand(1, 64, 2)
    return {"sums": snapshot(module.train()(x)), "sums again": snapshot(module(x))}


def verify_dropped(value: Any, d_ff: int, dropout: float, seed: int) -> Finding | None:
    """Behind ReLU half of the features are 1, and dropout keeps their mean."""
    sums = value["sums"][0, :, 0]  # (64,): near 0.5 at each token, and never just that
    spread = float(sums.std())
    wanted = 0.5 * (dropout / (1 - dropout) / (d_ff / 2)) ** 0.5
    if abs(float(sums.mean()) - 0.5) < 0.05 and 0.6 * wanted < spread < 1.5 * wanted:
        return drawn_anew(value["sums"], value["sums again"])
    return Finding(
        f"With dropout={dropout}, all hidden features at 1 and a second layer that takes their "
        f"mean, 64 tokens gave {', '.join(f'{s:.3f}' for s in sums[:8].tolist())}, ...",
        "If single hidden features are dropped, each token gives nearly the mean, and none just "
        "the mean. Dropout stands somewhere else, or draws once for several tokens.",
        "Where does dropout stand in your `forward`? It works on the hidden features, after ReLU.",
    )


def trials(inputs: Inputs) -> list[Trial]:
    """Sizes that differ, both modes, and where dropout stands."""

    def case(x: Tensor, d_ff: int) -> Case:
        return Case((x,), (x.shape[-1], d_ff), seed=inputs.seed + d_ff)

    first = case(inputs.integers_as_float(1, 2, 2), 3)
    # one number of parameters can have many reasons
    wider, widest = replace(first, sizes=(4, 7)), replace(first, sizes=(2, 11))
    return [
        FORM.values("1 sentence of 2 tokens, 2 features, d_ff=3", first),
        FORM.parameters("the parameters", first),
        FORM.parameters("the parameters of a network for 4 features, d_ff=7", wider),
        FORM.parameters("the parameters of a network for 2 features, d_ff=11", widest),
        FORM.values("sizes that all differ", case(inputs.normal(2, 5, 4), 7)),
        FORM.values("d_ff smaller than d_model", case(inputs.normal(3, 2, 6), 5)),
        replace(
            FORM.values("large values", case(3000 * inputs.normal(1, 3, 4), 9)),
            tolerance=(1e-3, 0.5),  # thousands that cancel
        ),
        FORM.values("not contiguous", case(inputs.strided(2, 3, 4), 9)),
        FORM.dropout("dropout", case(inputs.normal(2, 4, 6), 12)),
        Trial(
            "hidden features that are all 1",
            (MANY, 0.5, inputs.seed),
            probe=where_dropped,
            verify=verify_dropped,
            criterion="dropout",
            shown=("d_ff", "dropout", ""),
        ),
    ]


exercise = Exercise(
    trials,
    call="FeedForward(d_model, d_ff, dropout)(x)",
    hints=HINTS,
    axes=("B L d_model",),
    criteria={"dropout": "drops hidden features after ReLU, in training mode only"},
    version=4,
    smallest=SizeGrid(
        {"B": (1, 2), "L": (1, 2), "d_model": (2,), "d_ff": (3,)},
        lambda inputs, B, L, d_model, d_ff: FORM.values(
            "", Case((inputs.integers_as_float(B, L, d_model),), (d_model, d_ff), seed=inputs.seed)
        ),
    ),
)
