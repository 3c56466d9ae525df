"""Rotary position embedding (RoPE, Su et al. 2021)."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, Remark, SizeGrid, Trial, refused
from .. import llama

TOLERANCE = (1e-3, 5e-4)  # float32 gives an angle of some thousand radians to about four decimals


def truth(x: Tensor, positions: Tensor, base: float = llama.BASE) -> Tensor:
    """The rotation by complex numbers."""
    return llama.turned(x, positions, base).to(x.dtype)


def _by_speeds(x: Tensor, positions: Tensor, base: Tensor) -> Tensor:
    """The rotation by complex numbers, ``base`` being a tensor of angles per position."""
    return llama.turned_by(x, positions, base).to(x.dtype)


def _in_float(answer: Any, x: Tensor, positions: Tensor) -> Any:
    """Probe: the result in half precision as float32, since either dtype is accepted."""
    out = answer(x, positions)
    return out.float() if isinstance(out, Tensor) else out


def trials(inputs: Inputs) -> list[Trial]:
    """One pair of features, several; positions with any start and with gaps; another base."""
    integers, normal = inputs.integers_as_float, inputs.normal

    def trial(name: str, x: Tensor, positions: list[int], *base: float) -> Trial:
        return Trial(name, (x, torch.tensor(positions), *base), tolerance=TOLERANCE)

    return [
        trial("1 token of 2 features at position 1", integers(1, 1, 1, 2), [1]),
        trial("1 token of 4 features at position 1", integers(1, 1, 1, 4), [1]),
        trial("position 0 turns nothing", integers(1, 1, 1, 4), [0]),
        trial("sizes that differ", normal(2, 3, 5, 8), [0, 1, 2, 3, 4]),
        trial("as many heads as tokens", normal(2, 4, 4, 6), [0, 1, 2, 3]),
        trial("positions that begin at 7", normal(2, 2, 3, 6), [7, 8, 9]),
        trial("positions with gaps", normal(1, 2, 4, 6), [0, 3, 11, 40]),
        trial("base=100", normal(2, 2, 3, 8), [2, 3, 4], 100.0),
        trial("base=500000", normal(1, 2, 3, 8), [10, 20, 300], 5e5),
        trial("position 1,000", normal(1, 1, 2, 4), [1000, 1001]),
        Trial(
            "in bfloat16, positions to 500",
            (normal(1, 2, 4, 8).bfloat16(), torch.tensor([7, 131, 259, 500])),
            probe=_in_float,
            truth=lambda x, positions: truth(x.float(), positions),
            tolerance=(0.05, 0.05),
            shown=("x", "positions"),
        ),
        Trial(
            "speeds as base",
            (normal(1, 2, 3, 6), torch.tensor([0, 2, 9]), torch.tensor([1.0, 0.4, 0.003])),
            truth=_by_speeds,
            criterion="speeds",
            tolerance=TOLERANCE,
        ),
        refused("d_k = 3", normal(1, 1, 2, 3), torch.arange(2), mentions=(("d_k", "3"),)),
    ]


def small(inputs: Inputs, B: int, h: int, L: int, d_k: int) -> Trial:
    """Whole numbers, at positions 1, 2, ..."""
    x = inputs.integers_as_float(B, h, L, d_k)
    return Trial("", (x, torch.arange(1, L + 1)), tolerance=TOLERANCE)


exercise = Exercise(
    trials,
    call="rotate(x, positions, base)",
    truth=truth,
    axes=("B h L d_k",),
    criteria={"refuses": "refuses an odd d_k"},
    remarks={
        # Only a remark: answers from before ``base`` could be a tensor stay right.
        "speeds": Remark(
            "Your base is a number alone. All of this notebook works; files whose positions are "
            "rescaled, as those of Llama 3.1, open only where base may be the speeds themselves.",
            "rotate(torch.randn(1, 1, 2, 4), torch.arange(2), torch.tensor([1.0, 0.001]))",
            "speed = base if isinstance(base, Tensor) else ...  # what you have",
        ),
    },
    smallest=SizeGrid({"B": (1, 2), "h": (1, 2), "L": (1, 2), "d_k": (2, 4)}, small),
    version=3,
)
