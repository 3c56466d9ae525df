"""Replace several Linear layers of a model by LoRA."""

from __future__ import annotations

import contextlib
from typing import Any

import torch
from torch import nn

from ....engine.exercise import Exercise, Finding, SizeGrid, Trial, refused
from ....engine.inputs import Inputs
from ..adapted import Sizes, kind_of, linear_names, make, seeded_matrix
from ..merge_adapters.exercise import truth as merged

SHOWN = ("", "rank", "names", "ids")
Names = tuple[str, ...]
Ids = list[list[int]]


def adapted(answer: Any, sizes: Sizes, rank: int, names: Names, ids: Ids) -> dict[str, Any]:
    """Probe: the returned names and the adapted model."""
    kind, model = kind_of(answer), make(sizes)
    returned = answer(model, rank, list(names))
    return {"returned": returned} | _state(model, kind, sizes[0], ids)


def twice(
    answer: Any, sizes: Sizes, rank: int, first: Names, second: Names, ids: Ids
) -> dict[str, Any]:
    """Probe: the model after a second call, which may refuse layers that are adapted already."""
    kind, model = kind_of(answer), make(sizes)
    answer(model, rank, list(first))
    with contextlib.suppress(ValueError, LookupError, AssertionError):
        answer(model, rank, list(second))
    return _state(model, kind, sizes[0], ids)


def call_alone(answer: Any, sizes: Sizes, rank: int, names: Names) -> Any:
    """Probe: the call, for trials in which it must be refused."""
    return answer(make(sizes), rank, list(names))


def _state(model: nn.Module, kind: type[nn.Module], seed: int, ids: Ids) -> dict[str, Any]:
    names = [name for name, _ in model.named_modules()]
    adapters = sorted(n for n in names if isinstance(model.get_submodule(n), kind))
    with torch.no_grad():
        logits = model(torch.tensor(ids))
        for name in adapters:
            part: Any = model.get_submodule(name)
            part.a.copy_(seeded_matrix(f"{name}.a", part.a.shape, seed) / part.scale)
            part.b.copy_(seeded_matrix(f"{name}.b", part.b.shape, seed))
        filled = model(torch.tensor(ids))
    return {
        "adapters": adapters,
        "trained": sorted(n for n, p in model.named_parameters() if p.requires_grad),
        "numbers": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "logits": logits,
        "filled": filled,
    }


# --- judge ---------------------------------------------------------------------------------------


def verify_adapters(value: dict[str, Any], sizes: Sizes, names: Names, ids: Ids) -> Finding | None:
    """The named layers are adapted, each once, and the logits are unchanged."""
    model = make(sizes)
    wanted, found = sorted(linear_names(model, names)), value["adapters"]
    if inner := [one for one in found if any(one.startswith(f"{other}.") for other in found)]:
        return Finding(f"{inner[0]} is a LoRA inside a LoRA.", mistake="lora-inside-lora")
    if missing := [one for one in wanted if one not in found]:
        return Finding(
            f"{missing[0]} is no LoRA; {len(missing)} of {len(wanted)} layers are missing.",
            "Every linear layer of that last name is meant, at any depth of the model.",
            "Print the full names that your code finds.",
            diagnosis="layers-missed",
        )
    if more := [one for one in found if one not in wanted]:
        return Finding(
            f"{more[0]} became a LoRA, and names={names} does not name it.",
            "The last name has to be one of the names, as a whole.",
            "How do you compare a full name with the names?",
            diagnosis="other-layers-adapted",
        )
    with torch.no_grad():
        before = model(torch.tensor(ids))
    if not torch.allclose(value["logits"], before, rtol=1e-4, atol=1e-5):
        return Finding(
            "The logits are others than before.",
            "A new LoRA adds nothing, since b is zeros: the model says what it said.",
            "Is each LoRA made of the layer that stood in its place?",
            pair=(before, value["logits"]),
        )
    return None


def verify(
    value: dict[str, Any], sizes: Sizes, rank: int, names: Names, ids: Ids
) -> Finding | None:
    """Only the adapters are trained, and the returned names are theirs."""
    if found := verify_adapters(value, sizes, names, ids):
        return found
    adapters, trained = value["adapters"], value["trained"]
    wanted = sorted(f"{name}.{one}" for name in adapters for one in "ab")
    if not trained:
        return Finding("No parameter is trained.", mistake="adapters-frozen-too")
    if others := [one for one in trained if one not in wanted]:
        return Finding(
            f"{len(others)} parameters are trained that are in no adapter, {others[0]} for one.",
            "The model is frozen: only a and b of the adapters are trained.",
            "Which parameters require a gradient afterwards, and which line decides it?",
            diagnosis="model-not-frozen",
        )
    layers = [part for name, part in make(sizes).named_modules() if name in adapters]
    numbers = rank * sum(sum(p.weight.shape) for p in layers if isinstance(p, nn.Linear))
    if trained != wanted or value["numbers"] != numbers:
        return Finding(
            f"{value['numbers']} numbers are trained; expected {numbers} at rank={rank}.",
            "Each adapter trains a and b: rank * (in + out) numbers.",
            "Which rank does each LoRA get?",
        )
    returned = value["returned"]
    if not isinstance(returned, list) or sorted(map(str, returned)) != adapters:
        return Finding(
            f"The function gave {returned!r}; expected {adapters}.",
            "It gives the full names of the layers that became a LoRA, as a list.",
            "Which names do you collect?",
            diagnosis="names-not-given",
        )
    return verify_filled(value, sizes, rank, names, ids)


def verify_filled(
    value: dict[str, Any], sizes: Sizes, rank: int, names: Names, ids: Ids
) -> Finding | None:
    """With known numbers in the adapters, the logits are the expected ones."""
    expected = merged(sizes, (rank, None), names, "", ids)
    if torch.allclose(value["filled"], expected, rtol=1e-3, atol=1e-4):
        return None
    return Finding("a and b are not used.", mistake="adds-nothing")


def verify_twice(
    value: dict[str, Any], sizes: Sizes, rank: int, first: Names, second: Names, ids: Ids
) -> Finding | None:
    """After two calls, each layer named by either is adapted once."""
    names = first + second
    found = verify_adapters(value, sizes, names, ids)
    return found or verify_filled(value, sizes, rank, names, ids)


def trials(inputs: Inputs) -> list[Trial]:
    """One layer, several, at the top level, nested; then a second call."""
    seed = inputs.seed % 2**31
    one: Sizes = (seed, 5, 4, 2, 1)
    two: Sizes = (seed, 7, 6, 2, 2)
    ids, more = inputs.integers(0, 5, 1, 3).tolist(), inputs.integers(0, 7, 2, 3).tolist()

    def trial(name: str, sizes: Sizes, rank: int, *names: str) -> Trial:
        given = ids if sizes is one else more
        return Trial(name, (sizes, rank, names, given), probe=adapted, verify=verify, shown=SHOWN)

    def again(name: str, first: Names, second: Names) -> Trial:
        return Trial(
            name,
            (two, 2, first, second, more),
            probe=twice,
            verify=verify_twice,
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
            probe=call_alone,
            shown=SHOWN[:3],
        ),
        refused(
            "the end of a name",
            *(two, 2, ("_q",)),
            mentions=("_q",),
            probe=call_alone,
            shown=SHOWN[:3],
        ),
        refused(
            "the name of a norm",
            *(two, 2, ("norm1",)),
            mentions=("norm1",),
            probe=call_alone,
            shown=SHOWN[:3],
        ),
    ]


def small(inputs: Inputs, num_layers: int, rank: int) -> Trial:
    sizes: Sizes = (inputs.seed % 2**31, 4, 4, 2, num_layers)
    return Trial(
        "",
        (sizes, rank, ("w_q",), inputs.integers(0, 4, 1, 2).tolist()),
        probe=adapted,
        verify=verify,
        shown=SHOWN,
    )


exercise = Exercise(
    trials,
    call="add_adapters(model, rank, names)",
    criteria={
        "again": "adds none inside a LoRA when it is called again",
        "refuses": "refuses a name that no linear layer has",
    },
    unless=dict.fromkeys(("again", "shared"), "it changes a model; a second call is a trial"),
    smallest=SizeGrid({"num_layers": (1, 2), "rank": (1, 2)}, small),
)
