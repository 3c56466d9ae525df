"""One switch for each: the device, the number type, compiling."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

PRECISIONS = {"float32": None, "bfloat16": torch.bfloat16, "float16": torch.float16}


def pick(name: str | torch.device = "auto") -> torch.device:
    """The device to train on: the one named, or with "auto" the fastest that is here.

    Raises:
        ValueError: the name is unknown, or PyTorch sees no such device on this machine.
    """
    here = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available}
    if name == "auto":
        found = [kind for kind, works in here.items() if works()]
        return torch.device(found[0] if found else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(f"device={name!r} is none of auto, cpu, cuda, mps.") from error
    if device.type not in (*here, "cpu"):
        raise ValueError(f"device={name!r} is none of auto, cpu, cuda, mps.")
    if device.type in here and not here[device.type]():
        raise ValueError(
            f"device={name!r}: PyTorch sees no such device here. "
            'Use device="cpu", or "auto" for the fastest that is here.'
        )
    return device


@dataclass(frozen=True)
class Precision:
    """How many bits a training step computes with.

    float32 is the full type. bfloat16 has half the bits and the same range. float16 has half the
    bits and a small range: small gradients would become 0, so the loss is scaled up first
    (``torch.amp.GradScaler``).
    """

    name: str
    device: torch.device

    def __post_init__(self) -> None:
        if self.name not in PRECISIONS:
            raise ValueError(f"precision={self.name!r} is none of {', '.join(PRECISIONS)}.")

    def autocast(self) -> AbstractContextManager:
        """A context in which the large products use the smaller type. The weights stay float32."""
        dtype = PRECISIONS[self.name]
        return nullcontext() if dtype is None else torch.autocast(self.device.type, dtype)

    def scaler(self) -> Any:
        """A scaler for float16; for the other types one that does nothing."""
        return torch.amp.GradScaler(self.device.type, enabled=self.name == "float16")


def compiled(model: nn.Module, on: bool) -> nn.Module:
    """The same model with its operations fused by ``torch.compile``; it shares the weights."""
    return torch.compile(model) if on else model
