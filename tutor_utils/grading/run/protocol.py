"""What the two sides of a sandbox agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

NOTEBOOK = "marking.ipynb"  # the file that nbval runs
PROBE = "probe"  # id and name of the last cell's function
NOT_OWN_WORK = "the library's ready-made attention was called"
STARTED = b"started "  # the kernel is up, and no cell has run: what follows is the learner's doing
NOTE = b"noted"  # what a probe notes as it happens: a name, eight bytes, and JSON of so many bytes
FRAME = b"observation"  # a name, eight bytes that count, and so many bytes


def tensor_of(data: bytearray, dtype: torch.dtype, shape: tuple[int, ...]) -> torch.Tensor:
    """A tensor from the bytes of its numbers."""
    import torch  # the command reads this module before it knows whether it needs PyTorch

    return torch.frombuffer(data, dtype=dtype).reshape(shape)
