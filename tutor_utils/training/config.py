"""A training config for each task: the size of the model and how it is trained, found by trying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import nn

from ..course.learner_package import load_answer
from .parts import Parts
from .tasks import COPY, COPY_FIXED, COPY_LONG, PAD, REVERSE, SORT, Task


@dataclass(frozen=True)
class TrainingConfig:
    """How one task is learned in seconds on a CPU.

    Attributes:
        batch_size: sequences in a step.
        peak_lr: the highest learning rate, reached after ``warmup`` steps; it then falls as
            1/√step.
        steps: where a run gives up.
    """

    task: Task
    d_model: int = 32
    num_heads: int = 4
    num_layers: int = 1
    d_ff: int = 64
    batch_size: int = 64
    peak_lr: float = 7e-3
    warmup: int = 60
    dropout: float = 0.0
    steps: int = 2000

    def build_model(
        self,
        transformer: Callable[..., nn.Module],
        seed: int = 0,
        initialise: Callable[[nn.Module], object] | None = None,
    ) -> nn.Module:
        """A fresh pre-LN model.

        Args:
            transformer: called as the course's ``Transformer``.
            seed: for PyTorch's generator.
            initialise: draws the first numbers, in place. Left out: notebook 06's, the learner's
                own where it has passed.
        """
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
        (initialise or load_answer("initialise").value)(model)
        return model

    def lr_schedule(self, parts: Parts | None = None) -> Callable[[int], float]:
        """step -> learning rate: the learner's ``noam_rate``, scaled to top at ``peak_lr``."""
        noam = (parts or Parts()).noam_rate
        top = noam(self.warmup, self.d_model, self.warmup)
        return lambda step: self.peak_lr * noam(step, self.d_model, self.warmup) / top

    def for_task(self, task: Task) -> TrainingConfig:
        """The same config for a task of another name or with another source of batches."""
        return replace(self, task=task)


# One config fits all: the tasks differ in how long they take, not in what they need.
CONFIGS = {
    "copy-fixed": TrainingConfig(COPY_FIXED),
    "copy": TrainingConfig(COPY),
    "copy-long": TrainingConfig(COPY_LONG),
    "reverse": TrainingConfig(REVERSE),
    "sort": TrainingConfig(SORT),
}
