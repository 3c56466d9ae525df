"""Errors of a training run in plain words: a model that does not fit, NaN, too little memory."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor, nn

from .config import TrainingConfig
from .parts import Parts
from .tasks import BOS, EOS, PAD, Task


class TrainingError(RuntimeError):
    """A run cannot go on. Prints its message alone, without Python frames."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class NotANumber(TrainingError):
    """The loss is NaN or infinite."""


class OutOfMemory(TrainingError):
    """The device has too little memory for the run."""


class DeviceLost(TrainingError):
    """The device stopped working during the run."""


def in_words(error: BaseException, config: TrainingConfig) -> TrainingError | None:
    """The error in the course's words if the machine caused it; else None.

    Only CUDA has a type of its own for too little memory: a CPU and Apple's MPS raise a plain
    RuntimeError.
    """
    text = str(error).lower()
    no_memory = ("out of memory", "can't allocate memory", "cannot allocate memory")
    if isinstance(error, (torch.OutOfMemoryError, MemoryError)) or any(
        w in text for w in no_memory
    ):
        return OutOfMemory(what_to_lower(config, error))
    if any(w in text for w in ("cuda error", "device-side assert", "acceleratorerror")):
        return DeviceLost(
            f"The device stopped working ({text.splitlines()[0]}). Nothing on it can be used any "
            "more, the model included: restart the kernel, and carry on from the last checkpoint. "
            'If it comes again, run the same on device="cpu": there the error names the line.'
        )
    return None


def fits(model: nn.Module, task: Task) -> None:
    """Check that the model accepts every token id and every length of the task.

    On a GPU an id that is out of range ends the whole process with a "device-side assert". So a
    copy on the CPU is asked first.

    Raises:
        ValueError: it does not, and what to change.
    """
    small, was_training = _on_cpu(model), model.training
    highest = task.vocab_size - 1

    def run(symbol: int, length: int) -> Tensor | Exception:
        src = torch.tensor([[symbol] * length + [EOS]])  # (1, length+1)
        tgt = torch.tensor([[BOS] + [symbol] * length])
        small.eval()
        try:
            with torch.no_grad():
                return small(src, tgt)
        except (IndexError, RuntimeError, ValueError) as error:
            return error
        finally:
            small.train(was_training)

    if isinstance(short := run(EOS, 1), Exception):
        raise ValueError(f"model cannot read a sequence of 2 tokens: {short}") from short
    if short.shape[-1] <= highest or isinstance(run(highest, 1), Exception):
        raise ValueError(
            f"vocab_size={task.vocab_size} of the task {task.name!r} needs ids up to {highest}; "
            f"the model cannot read or say them (it says ids 0 to {short.shape[-1] - 1}). "
            f"Build it with src_vocab={task.vocab_size} and tgt_vocab={task.vocab_size}."
        )
    if isinstance(long := run(highest, task.max_len), Exception):
        raise ValueError(
            f"max_len={task.max_len} of the task {task.name!r} gives {task.max_len + 1} tokens "
            f"with eos; the model cannot read so many. Build it with max_len={task.max_len + 2} "
            f"or more. (It said: {long})"
        ) from long


def _on_cpu(model: nn.Module) -> nn.Module:
    """The model if it is on the CPU, else a copy there."""
    if next(model.parameters()).device.type == "cpu":
        return model
    small = copy.deepcopy(model).cpu()
    for module in small.modules():
        module.__dict__.pop("forward", None)  # what fused_attention put there belongs to the model
    return small


def why_no_number(model: nn.Module, src: Tensor, tgt: Tensor, parts: Parts, lr: float) -> str:
    """A sentence that names the first module whose output is NaN or infinite, and what to try."""
    for name, parameter in model.named_parameters():
        if not parameter.isfinite().all():
            gradient = parameter.grad
            in_both = gradient is not None and not gradient.isfinite().all()
            also = ", and so does their gradient" if in_both else ""
            return (
                f"The weights {name} hold NaN or infinity{also}: "
                f"an update was too large. Lower the learning rate (now {lr:.2g}), or warm up "
                "longer. If it stays, look for a division by 0 or a log of 0."
            )
    bad: list[str] = []

    def note(name: str) -> object:
        def hook(module: nn.Module, args: tuple[Any, ...], output: object) -> None:
            outputs = output if isinstance(output, tuple) else (output,)
            if any(isinstance(o, Tensor) and not o.isfinite().all() for o in outputs):
                bad.append(f"{name} ({type(module).__name__})")

        return hook

    hooks = [m.register_forward_hook(note(name)) for name, m in model.named_modules() if name]
    try:
        with torch.no_grad():
            model(src, parts.shift_target(tgt)[0])
    finally:
        for hook in hooks:
            hook.remove()
    if bad:
        return (
            f"The first module that gives NaN or infinity is {bad[0]}. In attention the usual "
            "cause is a row with every key blocked, or a fill value that the dtype cannot hold."
        )
    return (
        "The model's output is finite, so the loss itself makes it: look for a log of 0, or labels "
        f"that are all pad ({PAD}), whose mean is 0/0."
    )


def what_to_lower(config: TrainingConfig, error: BaseException) -> str:
    """The message for too little memory on the device."""
    first = str(error).splitlines()[0] if str(error) else "out of memory"
    return (
        f"The device has too little memory ({first}). Lower batch_size={config.batch_size} first: "
        "half of it needs about half the memory, as does accumulate=2, whose run is the same. "
        "Then max_len, num_layers or d_model. "
        'amp_dtype="bfloat16" halves what the layers keep. Restart the kernel to free what is held.'
    )
