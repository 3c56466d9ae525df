"""Attention block by block, with a running softmax (Milakov and Gimelshein 2018)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from ....engine.exercise import Exercise, Finding, Inputs, SizeGrid, Trial, refused
from ....noted import Note, note
from ...formulas import shares

POWERS = ("exp", "exp2", "expm1", "softmax", "sigmoid", "pow")
TOLERANCE = (1e-4, 1e-5)


class Weighed(TorchDispatchMode):
    """Inside the context, notes the size of each tensor that is exponentiated."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.overloadpacket.__name__.strip("_")
        if any(name.endswith(power) for power in POWERS):
            note(max((a.numel() for a in args if isinstance(a, Tensor)), default=0))
        return func(*args, **(kwargs or {}))


def weigh(answer: Any, scores: Tensor, values: Tensor, block: int) -> None:
    """Probe: note how many scores are exponentiated at once."""
    with Weighed():
        answer(scores, values, block)


def count(_: Any, notes: Sequence[Note], scores: Tensor, *more: Any) -> dict[str, float]:
    """The scores per query that are exponentiated: the most at once, and the total."""
    of_a_query = [number * scores.shape[-1] / scores.numel() for (number,) in notes]
    return {"at once": max(of_a_query, default=0), "in all": sum(of_a_query)}


def verify_at_once(
    value: dict[str, float], scores: Tensor, values: Tensor, block: int
) -> Finding | None:
    """At most a block at once; one more is accepted, for the factor that rescales the sums."""
    keys = scores.shape[-1]
    if value["in all"] < keys:
        saw = f"Powers of {value['in all']:g} scores of a query were taken; it has {keys}."
        return Finding(saw, "Each score has to be weighed. The check sees PyTorch's operations.")
    if value["at once"] <= block + 1:
        return None
    saw = (
        f"Powers of {value['at once']:g} scores of a query were taken at once; a block has {block}."
    )
    return Finding(saw, mistake="whole-row-at-once")


def truth(scores: Tensor, values: Tensor, block: int) -> Tensor:
    """Attention over all keys at once."""
    blocked = scores == -math.inf
    weights = shares(scores.masked_fill(blocked, torch.finfo(scores.dtype).min))
    weights = torch.where(blocked, 0.0, weights)
    return (weights @ values.double()).to(scores.dtype)


def trials(inputs: Inputs) -> list[Trial]:
    """Lengths divisible by the block and others; rising and falling scores; blocked keys."""
    integers, normal = inputs.integers_as_float, inputs.normal

    def trial(name: str, scores: Tensor, d_v: int, block: int, criterion: str = "values") -> Trial:
        values = normal(*scores.shape[:-2], scores.shape[-1], d_v)
        return Trial(name, (scores, values, block), tolerance=TOLERANCE, criterion=criterion)

    def closed(keys: slice, rows: slice = slice(None)) -> Tensor:
        scores = normal(2, 3, 4, 6)
        scores[:, :, rows, keys] = -math.inf
        return scores

    small_steps = inputs.integers_as_float(1, 2, 3, 7)
    rising = torch.arange(9.0).expand(1, 1, 2, 9)
    small = torch.tensor([[[[1.0, 3.0, 2.0]]]])
    return [
        Trial(
            "1 query, 3 keys, blocks of 2", (small, integers(1, 1, 3, 2), 2), tolerance=TOLERANCE
        ),
        trial("blocks of 1", normal(2, 2, 3, 5), 4, 1),
        trial("a last block that is shorter", normal(2, 3, 5, 8), 6, 3),
        trial("a block larger than all keys", normal(1, 2, 3, 4), 5, 7),
        trial("each block holds larger scores", rising, 3, 2),
        trial("scores of some thousands", 3000 * normal(1, 2, 3, 7), 4, 2),
        trial("scores near -200", normal(1, 2, 3, 7) - 200, 4, 2),
        replace(trial("scores near -200,000", small_steps - 2e5, 4, 2), tolerance=(0.05, 0.05)),
        trial("2 axes", normal(4, 7), 3, 2),
        trial("the first block of a row blocked", closed(slice(2), slice(1, 2)), 5, 2, "blocked"),
        trial("a row with every key blocked", closed(slice(None), slice(2, 3)), 5, 4, "blocked"),
        Trial(
            "40 keys, blocks of 4",
            (normal(1, 1, 3, 40), normal(1, 1, 40, 2), 4),
            probe=weigh,
            count=count,
            verify=verify_at_once,
            criterion="work",
            shown=("scores", "values", "block"),
        ),
        refused("block = 0", normal(1, 1, 2, 4), normal(1, 1, 4, 3), 0, mentions=("block", "0")),
        refused("block = -2", normal(1, 1, 2, 4), normal(1, 1, 4, 3), -2, mentions=("block", "-2")),
    ]


def small(inputs: Inputs, L_q: int, L_k: int, d_v: int, block: int) -> Trial:
    """Whole numbers; no value is 0, whose omission would not show."""
    values = 1 + inputs.permutation(L_k * d_v).float().view(L_k, d_v)
    return Trial("", (inputs.integers_as_float(L_q, L_k), values, block), tolerance=TOLERANCE)


exercise = Exercise(
    trials,
    call="online_softmax(scores, values, block)",
    truth=truth,
    version=2,
    axes=("B h L_q d_v",),
    criteria={
        "blocked": "gives a key of -inf no weight, and zeros where all are -inf",
        "work": "takes powers of one block at a time",
        "refuses": "refuses a block below 1",
    },
    smallest=SizeGrid({"L_q": (1, 2), "L_k": (1, 2, 3), "d_v": (1, 2), "block": (1, 2)}, small),
)
