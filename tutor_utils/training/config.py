"""A training config for each task: the size of the model and how it is trained, found by trying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import nn

from .parts import Parts
from .tasks import COPY, COPY_FIXED, COPY_LONG, PAD, REVERSE, SORT, Task


@dataclass(frozen=True)
class TrainingConfig:
    """How one task is learned in seconds on a CPU.

    Attributes:
        batch_size: sequences in a step.
        peak_lr: the highest learning rate, reached after ``warmup`` steps; it then falls as
            1/√step.
        embedding_rms: root mean square of an embedded token at the start, after the factor
            √d_model. That of the positions is 0.7.
        steps: where a run gives up.
    """

    task: Task
    d_model: int = 32
    num_heads: int = 4
    num_layers: int = 1
    d_ff: int = 64
    batch_size: int = 32
    peak_lr: float = 5e-3
    warmup: int = 20
    embedding_rms: float = 0.15
    dropout: float = 0.0
    steps: int = 2000

    def build_model(self, transformer: Callable[..., nn.Module], seed: int = 0) -> nn.Module:
        """A fresh model: pre-LN, embeddings started small. ``seed`` is for PyTorch's generator."""
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
        scale_embeddings(model, self.task.vocab_size, self.d_model, self.embedding_rms)
        return model

    def lr_schedule(self, parts: Parts | None = None) -> Callable[[int], float]:
        """step -> learning rate: the learner's ``noam_rate``, scaled to top at ``peak_lr``."""
        noam = (parts or Parts()).noam_rate
        top = noam(self.warmup, self.d_model, self.warmup)
        return lambda step: self.peak_lr * noam(step, self.d_model, self.warmup) / top

    def for_task(self, task: Task) -> TrainingConfig:
        """The same config for a task of another name or with another source of batches."""
        return replace(self, task=task)


def scale_embeddings(model: nn.Module, vocab_size: int, d_model: int, rms: float) -> None:
    """Start the embeddings small, so that they do not drown the positions.

    ``nn.Embedding`` draws numbers with a root mean square of 1, and the model multiplies them by
    √d_model: 8 at width 64. That of the positions is 0.7: they would drown. Every (V, d_model)
    table is scaled to rms/√d_model.

    Raises:
        ValueError: ``rms`` is not above 0, or no table of that shape is in the model.
    """
    if rms <= 0:
        raise ValueError(f"rms={rms} must be above 0.")
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
            table.mul_(rms * d_model**-0.5 / table.square().mean().sqrt())


# One config fits all: the tasks differ in how long they take, not in what they need.
CONFIGS = {
    "copy-fixed": TrainingConfig(COPY_FIXED),
    "copy": TrainingConfig(COPY),
    "copy-long": TrainingConfig(COPY_LONG),
    "reverse": TrainingConfig(REVERSE),
    "sort": TrainingConfig(SORT),
}
