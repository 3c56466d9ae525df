"""A trainer's whole state as tensors and facts, so that a run can carry on as if never stopped."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from . import checkpoint

if TYPE_CHECKING:
    from .trainer import Trainer


def pack(trainer: Trainer) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Weights, optimizer, scaler, random generators and step, as `checkpoint.write` takes them."""
    optimizer = trainer.optimizer.state_dict()
    tensors = {f"model/{k}": v for k, v in trainer.model.state_dict().items()}
    for number, state in optimizer["state"].items():
        tensors |= {f"optimizer/{number}/{k}": v for k, v in state.items()}
    tensors["generator"] = trainer.generator.get_state()
    tensors["torch"] = torch.get_rng_state()
    if trainer.device.type == "cuda":
        tensors["cuda"] = torch.cuda.get_rng_state(trainer.device)
    facts = {
        "run": trainer.name,
        "step": trainer.step,
        "task": trainer.task.name,
        "amp_dtype": trainer.precision.name,
        "groups": optimizer["param_groups"],
        "scaler": trainer.scaler.state_dict(),
    }
    return tensors, facts


def unpack(trainer: Trainer, tensors: Mapping[str, Tensor], facts: Mapping[str, Any]) -> None:
    """Put a packed state back.

    Raises:
        checkpoint.CheckpointError: the model has other names or shapes.
    """
    weights = {k.removeprefix("model/"): v for k, v in tensors.items() if k.startswith("model/")}
    checkpoint.load_weights(trainer.model, weights)
    states: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, number, what = name.split("/")
            states.setdefault(int(number), {})[what] = tensor
    trainer.optimizer.load_state_dict({"state": states, "param_groups": facts["groups"]})
    trainer.scaler.load_state_dict(facts["scaler"])
    with suppress(RuntimeError):  # made on another device: the batches go on with other draws
        trainer.generator.set_state(tensors["generator"])
    torch.set_rng_state(tensors["torch"])
    if trainer.device.type == "cuda" and "cuda" in tensors:
        torch.cuda.set_rng_state(tensors["cuda"], trainer.device)
    trainer.step = facts["step"]
