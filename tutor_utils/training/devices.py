"""Choose the device to train on, and use mixed precision."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch

AMP_DTYPES = {"float32": None, "bfloat16": torch.bfloat16, "float16": torch.float16}


def pick(name: str | torch.device = "auto") -> torch.device:
    """The device to train on: the one named, or with "auto" the accelerator that is here.

    Raises:
        ValueError: the name is unknown, or PyTorch sees no such device on this machine.
    """
    here = torch.accelerator.current_accelerator(check_available=True)  # cuda, mps, xpu or None
    if name == "auto":
        return here or torch.device("cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(f"device={name!r} is none of auto, cpu, cuda, mps, xpu.") from error
    count = torch.accelerator.device_count() if here and device.type == here.type else 0
    if device.type != "cpu" and (device.index or 0) >= count:
        raise ValueError(
            f"device={name!r}: PyTorch sees no such device here. "
            'Use device="cpu", or "auto" for the fastest that is here.'
        )
    return device


def best_type(device: torch.device) -> str:
    """The fastest dtype for matrix products that keeps the range of float32."""
    if device.type == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False):
        return "bfloat16"
    return "float32"


@dataclass(frozen=True)
class MixedPrecision:
    """The type in which the large products of a training step are computed (``torch.autocast``).

    float32 is the full type: autocast is off. bfloat16 has half the bits and the same range.
    float16 has half the bits and a small range: small gradients would become 0, so the loss is
    scaled up first (``torch.amp.GradScaler``). The weights stay float32. "auto" is bfloat16 where
    the device has it built in, else float32.
    """

    name: str
    device: torch.device

    def __post_init__(self) -> None:
        if self.name == "auto":
            object.__setattr__(self, "name", best_type(self.device))
        if self.name not in AMP_DTYPES:
            raise ValueError(f"amp_dtype={self.name!r} is none of auto, {', '.join(AMP_DTYPES)}.")

    def autocast(self) -> AbstractContextManager[object]:
        """A context in which matrix products are computed in the smaller dtype."""
        dtype = AMP_DTYPES[self.name]
        return nullcontext() if dtype is None else torch.autocast(self.device.type, dtype)

    def grad_scaler(self) -> torch.amp.GradScaler:
        """A gradient scaler for float16; for other dtypes one that does nothing."""
        return torch.amp.GradScaler(self.device.type, enabled=self.name == "float16")
