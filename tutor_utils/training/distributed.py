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

from .config import TrainingConfig
from .errors import TrainingError
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


def share_weight(labels: Tensor) -> Tensor:
    """What to multiply this process's mean loss by, (): the average is then the mean of all tokens.

    Shapes:
        labels: (B, L), the labels of this process's rows
    """
    own = (labels != PAD).sum()
    every = own.clone()
    dist.all_reduce(every)  # stays on the device
    return own * dist.get_world_size() / every


class SharedTrainer(Trainer):
    """A `Trainer` whose batches are shared between all processes of the group.

    ``config.batch_size`` is that of one process; a step learns from all shares together.
    Each process draws the whole batch from the same seed and keeps its own rows. The learner's
    ``train_step`` must call ``loss.backward()``: that is where gradients are averaged.

    Raises:
        ValueError: as `Trainer`, or there is no process group.
    """

    def __init__(
        self, model: nn.Module, config: TrainingConfig, *args: Any, **options: Any
    ) -> None:
        if not dist.is_initialized():
            raise ValueError("There is no process group: call join(device) first.")
        super().__init__(model, config, *args, **options)
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        self._step.model = DistributedDataParallel(self._step.model)
        self._weight = torch.ones(())  # of the last batch
        self._compared = False

    def draw(self) -> tuple[Tensor, Tensor]:
        """This process's rows of the batch."""
        size = self.config.batch_size
        src, tgt = self.task.batch(size * self.world, self.generator, self.device)
        own = slice(self.rank * size, (self.rank + 1) * size)
        return src[own], tgt[own]

    def update(self, src: Tensor, tgt: Tensor) -> float | Tensor:
        """As `Trainer.update`, with the gradient of the whole batch; returns this share's loss.

        Raises:
            TrainingError: after the first update the processes have different weights.
        """
        self._weight = share_weight(self.parts.shift_target(tgt)[1])
        loss = self._step(self.parts, src, tgt, self._weight)
        if not self._compared:
            self._compared = True
            self._compare_processes()
        return loss

    def value_of(self, loss: float | Tensor) -> float:
        """The loss of the whole batch: the average of the weighted shares."""
        mean = torch.as_tensor(loss, device=self.device) * self._weight
        dist.all_reduce(mean)
        return float(mean / self.world)

    def _compare_processes(self) -> None:
        total = torch.stack([p.detach().double().sum() for p in self.model.parameters()]).sum()
        lowest, highest = total.clone(), total.clone()
        dist.all_reduce(lowest, dist.ReduceOp.MIN)
        dist.all_reduce(highest, dist.ReduceOp.MAX)
        if lowest != highest:
            raise TrainingError(
                "The processes have different weights after one step. Does your train_step call "
                "loss.backward()? Gradients made in another way are not averaged."
            )
