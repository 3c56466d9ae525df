"""The mask of sliding-window attention."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from ....engine.exercise import Exercise, Inputs, SizeGrid, Trial, refused


def truth(length: int, window: int, device: Any = None) -> Tensor:
    """Row by row, in plain Python: (1, 1, L, L)."""
    rows = [[0 <= q - k < window for k in range(length)] for q in range(length)]
    return torch.tensor(rows, device=device)[None, None]


def devices(answer: Any, length: int, window: int) -> list[str]:
    """Probe: the devices of two masks."""
    return [answer(length, window, device=name).device.type for name in ("cpu", "meta")]


def trials(inputs: Inputs) -> list[Trial]:
    """Windows from 1 to beyond the length."""
    drawn, window = inputs.integers(7, 20, 2).tolist()
    return [
        Trial("5 tokens, a window of 3", (5, 3)),
        Trial("a window of 1: each token sees itself", (4, 1)),
        Trial("a window longer than the text", (3, 8)),
        Trial("more tokens", (drawn + 20, window), {"device": "cpu"}),
        Trial(
            "on the CPU and on meta",
            (7, 3),
            probe=devices,
            truth=lambda length, window: ["cpu", "meta"],
            criterion="device",
        ),
        refused("window = 0", 4, 0, mentions=("window", "0")),
        refused("window = -2", 4, -2, mentions=("window", "-2")),
    ]


exercise = Exercise(
    trials,
    call="band_mask(length, window, device)",
    truth=truth,
    axes=("1 1 L L",),
    criteria={
        "device": "is made on the device that is asked for",
        "refuses": "refuses a window below 1",
    },
    smallest=SizeGrid(
        {"length": (3, 4, 5), "window": (2, 3)},
        lambda inputs, length, window: Trial("", (length, window)),
    ),
)
