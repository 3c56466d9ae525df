"""A correction for many layers."""

from __future__ import annotations

import contextlib
from typing import Any

import torch
from torch import nn

from ....engine.exercise import Exercise, SizeGrid, Trial, refused
from ....engine.inputs import Inputs
from ..adapted import Sizes, kind_of, linear_names, make

HINTS = (
    "Which parts of the model are `nn.Linear`, and what is the last name of each? Print "
    "`[name for name, part in model.named_modules()]`.",
    "Freeze first: `model.requires_grad_(False)`. Adapters that come later bring parameters of "
    "their own. Make a list of the layers before you change the model.",
    '`parent, _, last = name.rpartition(".")`, then '
    "`setattr(model.get_submodule(parent), last, LoRA(part, rank))`.",
)
SHOWN = ("", "rank", "names", "ids")
Names = tuple[str, ...]
Ids = list[list[int]]


def adapted(answer: Any, sizes: Sizes, rank: int, names: Names, ids: Ids) -> dict[str, Any]:
    """The model afterwards."""
    kind, model = kind_of(answer), make(sizes)
    told = answer(model, rank, list(names))
    return {"the names that it gives": _sorted(told)} | _state(model, kind, ids)


def twice(
    answer: Any, sizes: Sizes, rank: int, first: Names, second: Names, ids: Ids
) -> dict[str, Any]:
    """The model after a second call. That may refuse names whose layers are adapted already."""
    kind, model = kind_of(answer), make(sizes)
    answer(model, rank, list(first))
    with contextlib.suppress(ValueError):
        answer(model, rank, list(second))
    found = _state(model, kind, ids)
    return {key: found[key] for key in ("the layers that became a LoRA", "logits")}


def asked(answer: Any, sizes: Sizes, rank: int, names: Names) -> Any:
    """Only the call."""
    return answer(make(sizes), rank, list(names))


def _sorted(told: Any) -> Any:
    try:
        return sorted(told)
    except TypeError:
        return repr(told)


def _state(model: nn.Module, kind: type[nn.Module], ids: Ids) -> dict[str, Any]:
    found = [name for name, part in model.named_modules() if isinstance(part, kind)]
    with torch.no_grad():
        logits = model(torch.tensor(ids))
    return {
        "the layers that became a LoRA": sorted(found),
        "the parameters that are trained": sorted(
            name for name, p in model.named_parameters() if p.requires_grad
        ),
        "numbers that are trained": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "logits": logits,
    }


# --- judge ---------------------------------------------------------------------------------------


def truth(sizes: Sizes, rank: int, names: Names, ids: Ids) -> dict[str, Any]:
    """Two parameters for each of the layers; the logits of before."""
    model = make(sizes)
    wanted = sorted(linear_names(model, names))
    layers = [model.get_submodule(name) for name in wanted]
    with torch.no_grad():
        logits = model(torch.tensor(ids))
    return {
        "the names that it gives": wanted,
        "the layers that became a LoRA": wanted,
        "the parameters that are trained": sorted(f"{n}.{p}" for n in wanted for p in "ab"),
        "numbers that are trained": sum(rank * sum(part.weight.shape) for part in layers),  # type: ignore[misc, arg-type]
        "logits": logits,
    }


def truth_twice(sizes: Sizes, rank: int, first: Names, second: Names, ids: Ids) -> dict[str, Any]:
    """All that either call names, once."""
    whole = truth(sizes, rank, first + second, ids)
    return {key: whole[key] for key in ("the layers that became a LoRA", "logits")}


def trials(inputs: Inputs) -> list[Trial]:
    """One layer, several, at the top, deeper down; then once more."""
    seed = inputs.seed % 2**31
    one: Sizes = (seed, 5, 4, 2, 1)
    two: Sizes = (seed, 7, 6, 2, 2)
    ids, more = inputs.integers(0, 5, 1, 3).tolist(), inputs.integers(0, 7, 2, 3).tolist()

    def trial(name: str, sizes: Sizes, rank: int, *names: str) -> Trial:
        given = ids if sizes is one else more
        return Trial(name, (sizes, rank, names, given), probe=adapted, shown=SHOWN)

    def again(name: str, first: Names, second: Names) -> Trial:
        return Trial(
            name,
            (two, 2, first, second, more),
            probe=twice,
            truth=truth_twice,
            criterion="again",
            shown=("", "rank", "first names", "then names", "ids"),
        )

    return [
        trial("1 layer, w_q", one, 1, "w_q"),
        trial("2 layers, w_q and w_v", two, 2, "w_q", "w_v"),
        trial("at the top of the model", two, 3, "output"),
        trial("names that begin others", two, 2, "w_o", "wide"),
        trial("all linear layers", two, 2, *("w_q", "w_k", "w_v", "w_o", "wide", "narrow")),
        again("a second call, for others", ("w_q",), ("narrow", "w_k")),
        again("a second call, for layers called linear", ("w_q", "wide"), ("linear",)),
        again("the same call twice", ("w_q", "w_v"), ("w_q", "w_v")),
        refused(
            "a name that no linear layer has",
            *(two, 2, ("w_q", "w_x")),
            mentions=("w_x",),
            probe=asked,
            shown=SHOWN[:3],
        ),
        refused(
            "the name of a norm",
            *(two, 2, ("norm1",)),
            mentions=("norm1",),
            probe=asked,
            shown=SHOWN[:3],
        ),
    ]


def small(inputs: Inputs, num_layers: int, rank: int) -> Trial:
    """A small model."""
    sizes: Sizes = (inputs.seed % 2**31, 4, 4, 2, num_layers)
    return Trial(
        "",
        (sizes, rank, ("w_q",), inputs.integers(0, 4, 1, 2).tolist()),
        probe=adapted,
        shown=SHOWN,
    )


exercise = Exercise(
    trials,
    call="add_adapters(model, rank, names)",
    hints=HINTS,
    truth=truth,
    criteria={
        "again": "adds none inside a LoRA when it is called again",
        "refuses": "refuses a name that no linear layer has",
    },
    unless=dict.fromkeys(("again", "shared"), "it changes a model; a second call is a trial"),
    smallest=SizeGrid({"num_layers": (1, 2), "rank": (1, 2)}, small),
)
