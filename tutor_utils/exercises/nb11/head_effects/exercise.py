"""The effect of each head on a logit."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.conditions.second_device import SecondDevice, unmarked
from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial
from ..reader import make
from ..reference import SIZES, TOLERANCE, ReferencePass

SHOWN = (SIZES, "", "ids", "target")
Sizes = tuple[int, int, int, int]


def effects(answer: Any, sizes: Sizes, seed: int, ids: Tensor, target: Tensor) -> Any:
    """Probe: the effects, without a graph."""
    with torch.no_grad():
        return answer(make((seed, *sizes)), ids, target)


def elsewhere(answer: Any, sizes: Sizes, seed: int, ids: Tensor, target: Tensor) -> Any:
    """Probe: the effects with arguments on a simulated GPU; the result may be on either device."""
    model = make((seed, *sizes))
    with torch.no_grad(), SecondDevice():
        return unmarked(answer(model, ids, target))


@torch.no_grad()
def truth(sizes: Sizes, seed: int, ids: Tensor, target: Tensor) -> Tensor:
    """The target's logit minus that without the head, at one scale of the norm: (num_layers, h)."""
    model: Any = make((seed, *sizes))
    reference, h = ReferencePass(), sizes[2]
    reference.run((seed, *sizes), (ids,))
    last = reference.outputs[f"layers.{sizes[3] - 1}"][:, -1]
    size = (last.var(-1, correction=0) + model.norm.eps).sqrt()

    def logit(x: Tensor, row: int) -> Tensor:
        normed = (x - x.mean()) / size[row] * model.norm.weight
        return normed @ model.output.weight[target[row]]

    found = torch.zeros(sizes[3], h)
    for i, heads in enumerate(reference.heads):
        weights = model.attentions[i].w_o.weight.chunk(h, dim=1)
        for head, (z, weight) in enumerate(zip(heads[:, -1].chunk(h, -1), weights, strict=True)):
            rows = range(len(ids))
            added = [logit(last[b], b) - logit(last[b] - weight @ z[b], b) for b in rows]
            found[i, head] = torch.stack(added).mean()
    return found


def trials(inputs: Inputs) -> list[Trial]:
    """Several layers, heads and rows."""
    seed = inputs.seed % 2**31

    def args(sizes: Sizes, rows: int, length: int) -> tuple[Any, ...]:
        target = inputs.integers(0, sizes[0], rows)
        return sizes, seed, inputs.integers(0, sizes[0], rows, length), target

    def trial(name: str, sizes: Sizes, rows: int, length: int, probe: Any = effects) -> Trial:
        given = args(sizes, rows, length)
        return Trial(name, given, probe=probe, tolerance=TOLERANCE, shown=SHOWN)

    return [
        trial("1 layer, 1 head, 1 row", (5, 4, 1, 1), 1, 2),
        trial("1 layer, 2 heads, 1 row", (6, 4, 2, 1), 1, 3),
        trial("2 layers, 4 heads, 1 row", (7, 8, 4, 2), 1, 4),
        trial("2 layers, 4 heads, 3 rows", (7, 8, 4, 2), 3, 5),
        trial("3 layers, 2 heads, as many rows as places", (9, 12, 2, 3), 4, 4),
        trial("a text of 1 symbol", (9, 6, 3, 2), 2, 1),
        trial("the arguments on a GPU (simulated on the CPU)", (7, 8, 4, 2), 2, 3, elsewhere),
    ]


def small(inputs: Inputs, B: int, L: int, h: int, num_layers: int) -> Trial:
    sizes = (4, 2 * h, h, num_layers)
    ids, target = inputs.integers(0, 4, B, L), inputs.integers(0, 4, B)
    args = (sizes, inputs.seed % 2**31, ids, target)
    return Trial("", args, probe=effects, tolerance=TOLERANCE, shown=SHOWN)


exercise = Exercise(
    trials,
    call="head_effects(model, ids, target)",
    truth=truth,
    axes=("num_layers h",),
    unless={"default-device": "a trial of its own: the result may lie on the CPU"},
    smallest=SizeGrid({"B": (1, 2), "L": (1, 2, 3), "h": (1, 2), "num_layers": (1, 2)}, small),
)
