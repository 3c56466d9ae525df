"""Data-parallel training: each process takes a share of every batch.

DistributedDataParallel averages the gradients of the processes. The loss is a mean over tokens, and
shares hold different numbers of tokens. So each share is weighted by its tokens: then the average
is the gradient of the whole batch, and the run is the one that a single process would make.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from inspect import signature
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from . import held_out
from .config import TrainingConfig
from .errors import TrainingError
from .parts import Batch
from .run import Run
from .tasks import PAD
from .trainer import Trainer

ANSWER_WITHIN = timedelta(minutes=3)  # a process that does not answer for longer hangs
# PyTorch 2.13 has two names for this, and warns of the old one; 2.11 has only the old one.
_NAMES = ("forward_sync_buffers", "broadcast_buffers")
_PRESSES = 3  # torchrun forwards Ctrl-C a second time; a third press ends the run at once


def without_buffers(model: nn.Module) -> nn.Module:
    """The model for several processes; its buffers do not change in training, and none is sent.

    Raises:
        TrainingError: this PyTorch has a third name for that.
    """
    known = signature(DistributedDataParallel).parameters
    name = next(filter(known.__contains__, _NAMES), None)
    if name is None:
        raise TrainingError(
            f"PyTorch {torch.__version__} is newer than this course: its DistributedDataParallel "
            f"has neither {' nor '.join(_NAMES)}. Train on one process, or with an older PyTorch."
        )
    no_buffers: dict[str, Any] = {name: False}
    wrapped: nn.Module = DistributedDataParallel(model, **no_buffers)
    return wrapped


class ProcessLost(TrainingError):
    """Another process ended or does not answer."""


def join(device: torch.device, answer_within: timedelta = ANSWER_WITHIN) -> torch.device:
    """Join the processes that ``torchrun`` started: NCCL between CUDA's GPUs, Gloo between CPUs.

    Returns this process's own device: the CPU where Gloo cannot reach the one given (MPS, XPU).

    Raises:
        RuntimeError: ``torchrun`` did not start this process.
        ValueError: this machine has fewer GPUs than processes.
        ProcessLost: another process cannot be reached.
    """
    if "LOCAL_RANK" not in os.environ:
        raise RuntimeError(
            "Start it with: python3 -m tutor_utils train --processes N ..., which calls torchrun."
        )
    if device.type == "cuda":
        processes, gpus = int(os.environ["LOCAL_WORLD_SIZE"]), torch.cuda.device_count()
        if processes > gpus:
            raise ValueError(
                f"{processes} processes need as many GPUs, and there are {gpus}: start {gpus}, or "
                "take --device cpu."
            )
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(device)
    else:
        device = torch.device("cpu")
    backend = "nccl" if device.type == "cuda" else "gloo"
    try:
        dist.init_process_group(backend, timeout=answer_within)
    except (dist.DistError, RuntimeError) as error:
        raise ProcessLost(
            f"The processes could not connect to each other: {str(error).splitlines()[0]}"
        ) from error
    return device


def wait_for_others() -> None:
    """Wait some seconds for the other processes; torchrun ends all when one ends."""
    with suppress(RuntimeError, ValueError):  # ValueError: there is no group yet
        dist.monitored_barrier(timeout=timedelta(seconds=5))


def share_weight(labels: Tensor, stop: bool = False) -> tuple[Tensor, Tensor]:
    """The factor for this process's mean loss that makes the average a mean over all tokens.

    The processes tell each other in the same message whether one of them wants to stop.

    Shapes:
        labels: (B, L), the labels of this process's rows -> weight (), how many want to stop ()
    """
    own = (labels != PAD).sum()
    every = torch.stack([own, torch.full_like(own, int(stop))])
    dist.all_reduce(every)  # stays on the device
    return own * dist.get_world_size() / every[0], every[1]


class SharedTrainer(Trainer):
    """A `Trainer` whose batches are shared between all processes of the group.

    ``config.batch_size`` is that of one process; a step learns from all shares together.
    Each process draws the whole batch from the same seed and keeps its own rows. The learner's
    ``train_step`` must call ``loss.backward()``: that is where gradients are averaged.

    Ctrl-C, and a request to end from outside, stop all processes after the same step.

    Raises:
        ValueError: as `Trainer`, or there is no process group.
        TrainingError: the loss does not depend on some of the parameters: they are named.
    """

    def __init__(
        self, model: nn.Module, config: TrainingConfig, *args: Any, **options: Any
    ) -> None:
        if not dist.is_initialized():
            raise ValueError("There is no process group: call join(device) first.")
        super().__init__(model, config, *args, **options)
        self.rank, self.world = dist.get_rank(), dist.get_world_size()
        self._see_every_parameter_used()
        self._step.model = without_buffers(self._step.model)
        self._in_group: list[Tensor] = []  # the weight of each batch
        self._want_to_stop: Tensor | None = None
        self._presses = 0
        self._compared = False

    def draw(self) -> Batch:
        """This process's rows of the batch. No sequence in it is held out."""
        size = self.config.batch_size
        src, tgt = held_out.training_batch(
            self.task, size * self.world, self.generator, self.device
        )
        own = slice(self.rank * size, (self.rank + 1) * size)
        return src[own], tgt[own]

    def run(self, steps: int | None = None, **options: Any) -> Run:
        """As `Trainer.run`; only the first process draws curves.

        Raises:
            ProcessLost: another process ended or does not answer.
        """
        if self.rank:
            options |= {"alt": None}
        self._in_group, self._presses, self._want_to_stop = [], 0, None
        try:
            with self._signals_noted():
                return super().run(steps, **options)
        except (dist.DistBackendError, dist.DistNetworkError, RuntimeError) as error:
            if not _lost(error):
                raise
            raise ProcessLost(
                f"Another process ended or did not answer, after step {self.step}. What was "
                "learned is in the last checkpoint, if --save was given: carry on with --resume."
            ) from error

    def _weights(self, tgt: Tensor) -> list[Tensor | None]:
        labels = self.parts.shift_target(tgt)[1]
        weight, self._want_to_stop = share_weight(labels, stop=self._presses > 0)
        self._in_group.append(weight)
        shares = super()._weights(tgt)
        return [weight if share is None else weight * share for share in shares]

    def _in_parts(self, src: Tensor, tgt: Tensor) -> Generator[Batch]:
        yield from super()._in_parts(src, tgt)
        if not self._compared:
            self._compared = True
            self._compare_processes()

    def _ask_others(self, run: Run) -> None:
        """Stop if any process wants to; on a GPU this is tested only every few steps."""
        if self.device.type != "cpu" and self.step % 20:
            return
        if self._want_to_stop is not None and int(self._want_to_stop):
            run.why = run.why or f"Stopped on request at step {self.step}: the model can be used"

    def _all_agree(self, this: bool) -> bool:
        every = torch.tensor(int(this), device=self.device)
        dist.all_reduce(every, dist.ReduceOp.MIN)
        return bool(every)

    def _numbers(self, losses: list[Any], interrupted: bool) -> list[float]:
        """The losses of whole batches, averaged over the processes' shares."""
        if not losses or interrupted:  # other processes may not get here: do not wait for them
            return super()._numbers(losses, interrupted)
        own = self._of_batches(losses)
        mean = own * torch.stack(self._in_group[: len(own)]) / self.world
        dist.all_reduce(mean)
        return [float(x) for x in mean.tolist()]

    @contextmanager
    def _signals_noted(self) -> Iterator[None]:
        """Inside, Ctrl-C and signals to end set a flag, so that all processes stop together."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(number: int, frame: object) -> None:
            self._presses += 1
            if self._presses >= _PRESSES:
                raise KeyboardInterrupt

        named = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
        kinds = [getattr(signal, name) for name in named if hasattr(signal, name)]
        before = [signal.signal(kind, note) for kind in kinds]
        try:
            yield
        finally:
            for kind, handler in zip(kinds, before, strict=True):
                signal.signal(kind, handler if handler is not None else signal.SIG_DFL)

    def _see_every_parameter_used(self) -> None:
        """Raise if a parameter gets no gradient: all gradients are averaged."""
        named = [(n, p) for n, p in self.model.named_parameters() if p.requires_grad]
        src, tgt = self.task.batch(2, None, self.device)
        decoder_input, labels = self.parts.shift_target(tgt)
        loss = self.parts.sequence_loss(self.model(src, decoder_input), labels, PAD)
        gradients = torch.autograd.grad(loss, [p for _, p in named], allow_unused=True)
        unused = [n for (n, _), g in zip(named, gradients, strict=True) if g is None]
        if unused:
            raise TrainingError(
                f"The loss does not depend on {', '.join(unused)}. Several processes average the "
                "gradient of every parameter, and these have none. Use the layers in forward, or "
                "take them out of __init__."
            )

    def _compare_processes(self) -> None:
        total = torch.stack([p.detach().sum() for p in self.model.parameters()]).sum()
        lowest, highest = total.clone(), total.clone()
        dist.all_reduce(lowest, dist.ReduceOp.MIN)
        dist.all_reduce(highest, dist.ReduceOp.MAX)
        if lowest != highest:
            raise TrainingError(
                "The processes have different weights after one step. Does your train_step call "
                "loss.backward()? Gradients made in another way are not averaged."
            )


def _lost(error: BaseException) -> bool:
    """Whether an error says that another process is gone or silent."""
    if isinstance(error, (dist.DistBackendError, dist.DistNetworkError)):
        return True
    words = ("connection closed by peer", "timed out", "connection reset", "gloo", "nccl")
    return any(word in str(error).lower() for word in words)
