"""Rotary positions for texts longer than those of training (Llama 3.1)."""

from __future__ import annotations

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused
from ...nb10 import llama


def truth(speeds: Tensor, factor: float, low: float, high: float, original: int) -> Tensor:
    """The angles per position, by three cases."""
    return llama.stretched(speeds, factor, low, high, original).to(speeds.dtype)


def trials(inputs: Inputs) -> list[Trial]:
    """One angle of each case, then all cases, then a published model's angles."""
    drawn = 10 ** -(3 * torch.rand(8, generator=inputs.generator))  # 1 to 0.001
    published = llama.speeds(5e5, 32).float()  # of Llama 3.2
    return [
        Trial("a fast hand stays", (torch.tensor([1.0]), 4.0, 1.0, 4.0, 64)),
        Trial("a slow hand slows down", (torch.tensor([0.01]), 4.0, 1.0, 4.0, 64)),
        Trial("a hand in between", (torch.tensor([0.25]), 4.0, 1.0, 4.0, 64)),
        Trial("all three", (torch.tensor([1.0, 0.3, 0.2, 0.01]), 8.0, 1.0, 4.0, 64)),
        Trial("drawn at random", (drawn, 5.0, 2.0, 7.0, 200)),
        Trial("factor=1: nothing changes", (drawn, 1.0, 1.0, 4.0, 100)),
        Trial("the numbers of Llama 3.2", (published, 32.0, 1.0, 4.0, 8192)),
        refused("high = low", drawn, 4.0, 2.0, 2.0, 64, mentions=("high", "2")),
        refused("high below low", drawn, 4.0, 4.0, 1.0, 64, mentions=("high", "1")),
    ]


def small(inputs: Inputs, hands: int, factor: int, high: int) -> Trial:
    """An angle of each case, or of some."""
    speeds = torch.tensor([0.1, 1.0, 0.3])[:hands]
    return Trial("", (speeds, float(factor), 1.0, float(high), 64))


exercise = Exercise(
    trials,
    call="stretched(speeds, factor, low, high, original)",
    truth=truth,
    axes=("d_k/2",),
    criteria={"refuses": "refuses a high that is not above low"},
    smallest=SizeGrid({"hands": (1, 2, 3), "factor": (2, 4), "high": (2, 4)}, small),
)
