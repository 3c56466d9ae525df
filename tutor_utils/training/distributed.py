"""The same run on several devices: each process takes a share of every batch.

DistributedDataParallel averages the gradients of the processes. The loss is a mean over tokens, and
shares hold different numbers of tokens. So each share is weighted by its tokens: then the average
is the gradient of the whole batch, and the run is the one that a single process would make.
"""

from __future__ import annotations

import os
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from .recipes import Recipe
from .tasks import PAD
from .trainer import Trainer


def join(device: torch.device) -> torch.device:
    """Join the processes that ``torchrun`` started: NCCL between GPUs, Gloo between CPUs.

    Returns this process's own device.

    Raises:
        RuntimeError: ``torchrun`` did not start this process.
    """
    if "LOCAL_RANK" not in os.environ:
        raise RuntimeError("Start it with: torchrun --nproc-per-node N -m tutor_utils train ...")
    if device.type == "cuda":
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return device


class SharedTrainer(Trainer):
    """A `Trainer` whose batches are shared between all processes of the group.

    ``recipe.batch_size`` is that of one process; a step learns from all shares together.
    Each process draws the whole batch from the same seed and keeps its own rows.

    Raises:
        ValueError: as `Trainer`, or there is no process group.
    """

    def __init__(self, model: nn.Module, recipe: Recipe, *args: Any, **options: Any) -> None:
        if not dist.is_initialized():
            raise ValueError("There is no process group: call join(device) first.")
        super().__init__(model, recipe, *args, **options)
        self.quiet = True  # the learner's train_step cannot weigh a share
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        self.stepped = DistributedDataParallel(self.stepped)

    def draw(self) -> tuple[Tensor, Tensor]:
        """This process's rows of the batch."""
        size = self.recipe.batch_size
        src, tgt = self.task.batch(size * self.world, self.generator, self.device)
        own = slice(self.rank * size, (self.rank + 1) * size)
        return src[own], tgt[own]

    def weighted(self, loss: Tensor, labels: Tensor) -> Tensor:
        """Mean over this share's tokens -> what averages to the mean over all tokens, ()."""
        own = (labels != PAD).sum()
        every = own.clone()
        dist.all_reduce(every)  # stays on the device
        return loss * own * self.world / every

    def value_of(self, loss: float | Tensor) -> float:
        """The loss of the whole batch: the average of the weighted shares."""
        mean = torch.as_tensor(loss, device=self.device).clone()
        dist.all_reduce(mean)
        return float(mean / self.world)
