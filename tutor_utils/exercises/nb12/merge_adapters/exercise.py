"""Merge adapters into the weights of their layers."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial
from ....engine.inputs import Inputs
from ..adapted import Sizes, kind_of, linear_names, make, replace_submodule, seeded_matrix

SHOWN = ("", "adapters: rank, alpha", "on layers named", "switched off: layer", "ids")
Options = tuple[int, float | None]
Names = tuple[str, ...]
Ids = list[list[int]]


def build(answer: Any, sizes: Sizes, options: Options, names: Names, off: str) -> nn.Module:
    """A model with adapters, whose a and b hold known numbers."""
    kind, model = kind_of(answer), make(sizes)
    rank, alpha = options
    for name in linear_names(model, names):
        linear = model.get_submodule(name)
        assert isinstance(linear, nn.Linear)
        part = kind(linear, rank) if alpha is None else kind(linear, rank, alpha=alpha)
        with torch.no_grad():
            part.a.copy_(seeded_matrix(f"{name}.a", (linear.in_features, rank), sizes[0]))  # type: ignore[operator]
            part.b.copy_(seeded_matrix(f"{name}.b", (rank, linear.out_features), sizes[0]))  # type: ignore[operator]
        setattr(part, "on", name != off)  # noqa: B010
        replace_submodule(model, name, part)
    return model


def merged(
    answer: Any,
    sizes: Sizes,
    options: Options,
    names: Names,
    off: str,
    ids: Ids,
) -> dict[str, Any]:
    """Probe: the merged model's layers and logits."""
    model = build(answer, sizes, options, names, off)
    answer(model)
    kind = kind_of(answer)
    left = [name for name, part in model.named_modules() if isinstance(part, kind)]
    linear = [name for name, part in model.named_modules() if isinstance(part, nn.Linear)]
    by_weights = make(sizes)  # the same weights in a fresh model, so without leftover hooks
    by_weights.load_state_dict(dict(model.named_parameters()), strict=False)
    with torch.no_grad():
        logits, by_weights = model(torch.tensor(ids)), by_weights(torch.tensor(ids))
    return {"left": left, "linear": sorted(linear), "logits": logits, "by weights": by_weights}


def truth(sizes: Sizes, options: Options, names: Names, off: str, ids: Ids) -> Tensor:
    """The logits with scale · (a b)ᵀ added to each adapted weight."""
    model = make(sizes)
    rank, alpha = options
    scale = (rank if alpha is None else alpha) / rank
    for name in linear_names(model, names):
        linear = model.get_submodule(name)
        assert isinstance(linear, nn.Linear)
        fan_out, fan_in = linear.weight.shape
        a = seeded_matrix(f"{name}.a", (fan_in, rank), sizes[0]).double()
        b = seeded_matrix(f"{name}.b", (rank, fan_out), sizes[0]).double()
        if name != off:
            with torch.no_grad():
                linear.weight.add_((scale * torch.einsum("ir,ro->oi", a, b)).float())
    with torch.no_grad():
        logits: Tensor = model(torch.tensor(ids))
    return logits


def verify(
    value: dict[str, Any], sizes: Sizes, options: Options, names: Names, off: str, ids: Ids
) -> Finding | None:
    """No adapter is left, the Linear layers are back, the logits are unchanged."""
    if value["left"]:
        left = value["left"][0]
        return Finding(
            f"{left} is a LoRA still, {'switched off' if left == off else 'and switched on'}.",
            mistake=None if left == off else "adapter-kept",
            means="Each LoRA gives way to its own linear layer, also one that is switched off."
            if left == off
            else "",
            try_next="Which of your lines are only for adapters that are on?"
            if left == off
            else "",
        )
    parts = make(sizes).named_modules()
    wanted = sorted(name for name, part in parts if isinstance(part, nn.Linear))
    if missing := [name for name in wanted if name not in value["linear"]]:
        return Finding(
            f"{missing[0]} is no linear layer.",
            "The adapter's own `linear` stands where the adapter stood, under the same name.",
            "Which name does `setattr` get, and on which module?",
        )
    expected = truth(sizes, options, names, off, ids)
    if torch.allclose(value["logits"], expected, rtol=1e-3, atol=1e-4):
        same = torch.allclose(value["by weights"], expected, rtol=1e-3, atol=1e-4)
        return (
            None if same else Finding("The weights are not merged.", mistake="not-in-the-weights")
        )
    apart = (value["logits"] - expected).abs().max().item()
    return Finding(
        f"The logits differ from those before by up to {apart:.3g}.",
        "The weight takes what the adapter added: scale · a b, turned as the weight is, and only "
        "where `on` is True.",
        "Write down what `forward` of your LoRA adds, and what you add to the weight.",
        pair=(expected, value["logits"]),
        axes="B L V",
    )


def trials(inputs: Inputs) -> list[Trial]:
    """One adapter, several, one that is off."""
    seed = inputs.seed % 2**31
    one: Sizes = (seed, 5, 4, 2, 1)
    two: Sizes = (seed, 7, 6, 2, 2)
    ids, more = inputs.integers(0, 5, 1, 3).tolist(), inputs.integers(0, 7, 2, 3).tolist()
    first = "layers.0.attention.w_q"

    def trial(name: str, sizes: Sizes, options: Options, *names: str, off: str = "") -> Trial:
        criterion = "off" if off else "values"
        args = (sizes, options, names, off, ids if sizes is one else more)
        return Trial(
            name,
            args,
            probe=merged,
            verify=verify,
            criterion=criterion,
            shown=SHOWN,
        )

    return [
        trial("one adapter of rank 1", one, (1, None), "output"),
        trial("layers that are not square", one, (2, None), "wide", "narrow"),
        trial("adapters at two depths", two, (2, None), "w_q", "w_v", "w_o"),
        trial("rank 2, alpha 6", two, (2, 6.0), "w_v", "narrow"),
        trial("one is switched off", two, (2, None), "w_q", "w_v", off=first),
        trial("a model without adapters", one, (1, None)),
    ]


def small(inputs: Inputs, num_layers: int, rank: int, alpha: int) -> Trial:
    sizes: Sizes = (inputs.seed % 2**31, 4, 4, 2, num_layers)
    args = (sizes, (rank, float(alpha)), ("w_v",), "", inputs.integers(0, 4, 1, 2).tolist())
    return Trial("", args, probe=merged, verify=verify, shown=SHOWN)


exercise = Exercise(
    trials,
    call="merge_adapters(model)",
    criteria={
        "off": "leaves the weight as it is where an adapter is off",
    },
    smallest=SizeGrid({"num_layers": (1, 2), "rank": (1, 2), "alpha": (1, 2)}, small),
)
