"""Record how a model's ``encode`` and ``decode`` were called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class Call:
    """One call of ``encode`` or ``decode``.

    Attributes:
        method: which of the two.
        rows: the batch size of the call.
        length: the number of tokens in each row.
        training: whether the model was in training mode.
        grad: whether gradients were recorded.
        ids: a copy of src (encode) or tgt (decode), (rows, length).
    """

    method: Literal["encode", "decode"]
    rows: int
    length: int
    training: bool
    grad: bool
    ids: Tensor


class RecordsCalls(nn.Module):
    """A model that records a `Call` for each ``encode`` and ``decode`` in ``calls``.

    ``forward`` calls both, so it records two.
    """

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []

    def train(self, mode: bool = True) -> Self:
        """As ``nn.Module.train``; returns at once if the mode is set already."""
        ahead: list[nn.Module] = [self]
        while ahead:
            part = ahead.pop()
            if part.training != mode:
                return super().train(mode)
            ahead += [child for child in part._modules.values() if child is not None]
        return self

    def note(self, method: Literal["encode", "decode"], ids: Tensor) -> None:
        """Add a call; ids are (rows, length)."""
        rows, length = ids.shape
        copied = ids.detach().clone()
        self.calls.append(
            Call(method, rows, length, self.training, torch.is_grad_enabled(), copied)
        )

    def calls_of(self, method: Literal["encode", "decode"]) -> list[Call]:
        """The calls of one method, in order."""
        return [call for call in self.calls if call.method == method]
