"""A recipe: the size of the model and how it is trained, found by trying, for each task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import nn

from .parts import Parts
from .tasks import COPY, COPY_FIXED, COPY_LONG, PAD, REVERSE, SORT, Task


@dataclass(frozen=True)
class Recipe:
    """How one task is learned in seconds on a CPU.

    Attributes:
        batch_size: sequences in a step.
        peak: the highest learning rate, reached after ``warmup`` steps; then it falls as 1/√step.
        token_size: typical size of a token's numbers at the start. Positions have size 0.7.
        steps: where a run gives up.
    """

    task: Task
    d_model: int = 64
    num_heads: int = 4
    num_layers: int = 1
    d_ff: int = 128
    batch_size: int = 64
    peak: float = 3e-3
    warmup: int = 40
    token_size: float = 0.15
    dropout: float = 0.0
    steps: int = 2000

    def model(self, transformer: Callable[..., nn.Module], seed: int = 0) -> nn.Module:
        """A fresh model: pre-LN, quiet tokens. ``seed`` is that of PyTorch's own generator."""
        torch.manual_seed(seed)
        model = transformer(
            self.task.vocab_size,
            self.task.vocab_size,
            d_model=self.d_model,
            num_heads=self.num_heads,
            num_layers=self.num_layers,
            d_ff=self.d_ff,
            dropout=self.dropout,
            max_len=self.task.max_len + 2,
            pad_id=PAD,
            norm_first=True,
        )
        quiet_tokens(model, self.task.vocab_size, self.d_model, self.token_size)
        return model

    def rate(self, parts: Parts | None = None) -> Callable[[int], float]:
        """step -> learning rate: the learner's ``noam_rate``, scaled to top at ``peak``."""
        noam = (parts or Parts()).noam_rate
        top = noam(self.warmup, self.d_model, self.warmup)
        return lambda step: self.peak * noam(step, self.d_model, self.warmup) / top

    def for_task(self, task: Task) -> Recipe:
        """The same recipe for a task of another name or with another source of batches."""
        return replace(self, task=task)


def quiet_tokens(model: nn.Module, vocab_size: int, d_model: int, size: float) -> None:
    """Start the token tables small, so that positions can be heard beside them.

    ``nn.Embedding`` draws numbers of size 1, and the model multiplies them by √d_model: 8 at width
    64. Positions, of size 0.7, would drown. Every (V, d_model) table is scaled to size/√d_model.

    Raises:
        ValueError: ``size`` is not above 0, or no table of that shape is in the model.
    """
    if size <= 0:
        raise ValueError(f"size={size} must be above 0.")
    shape = (vocab_size, d_model)
    tables = {  # not the output's matrix, which may have the same shape, unless it is shared
        p
        for module in model.modules()
        if not isinstance(module, nn.Linear)
        for p in module.parameters(recurse=False)
        if p.shape == shape
    }
    if not tables:
        raise ValueError(
            f"vocab_size={vocab_size}, d_model={d_model}: the model has no table of that shape."
        )
    with torch.no_grad():
        for table in tables:
            table.mul_(size * d_model**-0.5 / table.square().mean().sqrt())


# One recipe fits all: the tasks differ in how long they take, not in what they need.
RECIPES = {
    "copy-fixed": Recipe(COPY_FIXED),
    "copy": Recipe(COPY),
    "copy-long": Recipe(COPY_LONG),
    "reverse": Recipe(REVERSE),
    "sort": Recipe(SORT),
}
