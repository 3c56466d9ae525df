"""Note how a model's ``encode`` and ``decode`` are called, where no answer finds it: ``noted``."""

from __future__ import annotations

from typing import Literal, Self

import torch
from torch import Tensor, nn

from ..noted import note


class NotesCalls(nn.Module):
    """A model that notes (method, rows, length, training, grad) of each ``encode`` and ``decode``.

    Nothing of it stays in the model, where an answer could change it. ``forward`` is both.
    """

    def train(self, mode: bool = True) -> Self:
        """As ``nn.Module.train``; returns at once if the mode is set already."""
        ahead: list[nn.Module] = [self]
        while ahead:
            part = ahead.pop()
            if part.training != mode:
                return super().train(mode)
            ahead += [child for child in part._modules.values() if child is not None]
        return self


def note_call(model: nn.Module, method: Literal["encode", "decode"], ids: Tensor) -> None:
    """Note a call; ids are (rows, length)."""
    note(method, *ids.shape, model.training, torch.is_grad_enabled())
