"""The training configuration of each task: model sizes and hyperparameters, found by trial."""

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
    """The settings with which a task is learned in seconds on a CPU.

    Attributes:
        batch_size: sequences in a step.
        peak_lr: the highest learning rate, reached after ``warmup`` steps; without a ``cooldown``
            it then falls as 1/√step.
        cooldown: the step at which the rate has fallen linearly to a twentieth of the peak, where
            it stays. A small rate at the end removes the last errors: at a large one a nearly right
            model keeps jumping around the optimum.
        beta1: Adam's decay of the mean gradient. The paper's 0.9 is for long runs; a short run at a
            high rate needs a shorter memory.
        clip_norm: gradients that are longer than this, all together, are shortened to it
            (``clip_grad_norm_``). None: nothing is clipped.
        weight_decay: AdamW's: each step subtracts this share, times the rate, of every parameter.
        accumulate: the number of parts in which a batch goes through the model. Their gradients
            are added up before the update, so the run is the same and needs less memory.
        steps: the most steps of a run.
        initialise: initialises a model in place. None: notebook 06's ``initialise``, the
            learner's own if it has passed.
        positions: the model's number of positions; by default as many as the task needs.

    Raises:
        ValueError: the ``cooldown`` ends before the ``warmup``, or a value is out of range.
    """

    task: Task
    d_model: int = 32
    num_heads: int = 4
    num_layers: int = 1
    d_ff: int = 64
    batch_size: int = 32
    peak_lr: float = 5e-3
    warmup: int = 20
    cooldown: int | None = None
    beta1: float = 0.9
    dropout: float = 0.0
    clip_norm: float | None = None
    weight_decay: float = 0.0
    accumulate: int = 1
    steps: int = 2000
    initialise: Callable[[nn.Module], object] | None = None
    positions: int | None = None

    def __post_init__(self) -> None:
        if self.cooldown is not None and self.cooldown <= self.warmup:
            raise ValueError(f"cooldown={self.cooldown} must be above warmup={self.warmup}.")
        if self.clip_norm is not None and not self.clip_norm > 0:
            raise ValueError(f"clip_norm={self.clip_norm} must be above 0; None clips nothing.")
        if not self.weight_decay >= 0:
            raise ValueError(f"weight_decay={self.weight_decay} must be 0 or more.")
        if self.accumulate < 1 or self.batch_size % self.accumulate:
            raise ValueError(
                f"accumulate={self.accumulate} does not divide batch_size={self.batch_size}: all "
                "parts of a batch have the same number of sequences."
            )

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
            initialise: in place of the config's.
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
            max_len=self.positions or self.task.max_len + 2,
            pad_id=PAD,
            norm_first=True,
        )
        start = initialise or self.initialise or load_answer("initialise").value
        start(model)
        return model

    def lr_schedule(self, parts: Parts | None = None) -> Callable[[int], float]:
        """A function step -> learning rate: the learner's ``noam_rate``, scaled to ``peak_lr``.

        With a ``cooldown``, only the warm-up follows ``noam_rate``.
        """
        noam = (parts or Parts()).noam_rate
        top = noam(self.warmup, self.d_model, self.warmup)

        def rate(step: int) -> float:
            """The learning rate of a step."""
            if self.cooldown is None or step <= self.warmup:
                return self.peak_lr * noam(step, self.d_model, self.warmup) / top
            done = (step - self.warmup) / (self.cooldown - self.warmup)
            return self.peak_lr * max(0.05, 1 - done)

        return rate

    def for_task(self, task: Task) -> TrainingConfig:
        """The same config for another task, or with another source of batches."""
        return replace(self, task=task)


def quiet_start(model: nn.Module) -> None:
    """PyTorch's default initialisation with small embedding tables.

    An embedded token then has size 0.15 (root mean square), where a position has 0.7. Deep and
    tied models need ``initialise`` of notebook 06.
    """
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, nn.Embedding):
                table = module.weight
                table.mul_(0.15 * module.embedding_dim**-0.5 / table.square().mean().sqrt())


# Two heads: fewer and wider ones learn in as many steps, and each step is cheaper. Copying with
# Adam's beta1 of 0.9 takes up to twice as many steps as with 0.7; tasks that take longer
# (reversing, sorting) wants a little more memory.
CONFIGS = {
    # No cooldown: some seeds find the diagonal late, at a rate that is still high.
    "copy-fixed": TrainingConfig(COPY_FIXED, num_heads=2, beta1=0.7, initialise=quiet_start),
    "copy": TrainingConfig(
        COPY, num_heads=2, peak_lr=1e-2, cooldown=110, beta1=0.7, initialise=quiet_start
    ),
    "copy-long": TrainingConfig(COPY_LONG, beta1=0.7, initialise=quiet_start),
    # A batch of 64 costs less than two of 32 and allows a higher rate.
    "reverse": TrainingConfig(
        REVERSE,
        num_heads=2,
        batch_size=64,
        peak_lr=2e-2,
        cooldown=190,
        beta1=0.8,
        initialise=quiet_start,
    ),
    # What sort must learn is counting (see its task): 48 features do it in fewer steps than 32 or
    # than a second layer.
    "sort": TrainingConfig(
        SORT,
        d_model=48,
        num_heads=2,
        d_ff=96,
        batch_size=64,
        peak_lr=7e-3,
        cooldown=250,
        beta1=0.8,
        initialise=quiet_start,
    ),
}
