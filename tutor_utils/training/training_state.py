"""Save and restore a trainer's whole state, so that a run continues as if never stopped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from . import checkpoint
from .config import TrainingConfig
from .devices import MixedPrecision
from .tasks import Task


class Trainable(Protocol):
    """The parts of a trainer's state."""

    name: str
    model: nn.Module
    task: Task
    config: TrainingConfig
    precision: MixedPrecision
    device: torch.device
    optimizer: torch.optim.Adam
    generator: torch.Generator
    step: int
    world: int

    @property
    def scaler(self) -> torch.amp.GradScaler: ...


def pack(trainer: Trainable) -> tuple[dict[str, Tensor], dict[str, Any]]:
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
        "recipe": recipe(trainer),
        "processes": trainer.world,
        "amp_dtype": trainer.precision.name,
        "groups": optimizer["param_groups"],
        "scaler": trainer.scaler.state_dict(),
    }
    return tensors, facts


def recipe(trainer: Trainable) -> dict[str, Any]:
    """The settings that must stay the same when a run continues."""
    config = trainer.config
    sizes = ("d_model", "num_heads", "num_layers", "d_ff", "dropout")
    fields = (*sizes, "peak_lr", "warmup", "cooldown", "beta1")
    return {
        "sequences in a step": config.batch_size * trainer.world,
        **{name: getattr(config, name) for name in fields},
    }


_KEYS = {"run", "step", "task", "recipe", "processes", "amp_dtype", "groups", "scaler", "torch"}


def differences(trainer: Trainable, facts: Mapping[str, Any], path: Path) -> list[str]:
    """Harmless differences between a checkpoint and the trainer, one sentence each.

    Raises:
        checkpoint.CheckpointError: the trainer has another task, recipe or number type, or the
            facts are not those of a run.
    """
    if missing := sorted(_KEYS - facts.keys()):
        raise checkpoint.CheckpointError(
            f"{path} is no checkpoint of a run: it does not say {missing[0]!r}. Another program "
            "wrote it, or somebody changed it."
        )
    then, now = facts["recipe"], recipe(trainer)
    for what, old, new in (
        ("task", facts["task"], trainer.task.name),
        *((name, then.get(name), now[name]) for name in now),
        ("amp_dtype", facts["amp_dtype"], trainer.precision.name),
    ):
        if old == new:
            continue
        advice = "Carry on with the same, or begin anew."
        if what == "sequences in a step" and old and old % trainer.world == 0:
            advice = (
                f"With {trainer.world} process(es), carry on with a batch size of "
                f"{old // trainer.world}."
            )
        raise checkpoint.CheckpointError(
            f"{path} was trained with another {what}: {old!r}; here it is {new!r}. {advice}"
        )
    notes = []
    if facts["processes"] != trainer.world:
        notes.append(
            f"The checkpoint was made by {facts['processes']} process(es), here are "
            f"{trainer.world}. Each step learns from the same sequences, so it is the same run."
        )
    if facts["torch"] != torch.__version__:
        notes.append(
            f"The checkpoint was made by PyTorch {facts['torch']}, this is {torch.__version__}: "
            "the last digits of the losses may differ."
        )
    return notes


def unpack(
    trainer: Trainable, tensors: Mapping[str, Tensor], facts: Mapping[str, Any], path: Path
) -> list[str]:
    """Restore a packed state; returns the harmless differences.

    Raises:
        checkpoint.CheckpointError: the model has other names or shapes, or the trainer another
            task, recipe or number type. Nothing is changed then.
    """
    notes = differences(trainer, facts, path)
    weights = {k.removeprefix("model/"): v for k, v in tensors.items() if k.startswith("model/")}
    checkpoint.load_weights(trainer.model, weights)
    states: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, number, what = name.split("/")
            states.setdefault(int(number), {})[what] = tensor
    trainer.optimizer.load_state_dict({"state": states, "param_groups": facts["groups"]})
    trainer.scaler.load_state_dict(facts["scaler"])
    try:
        trainer.generator.set_state(tensors["generator"])
    except RuntimeError:
        notes.append("The checkpoint is of another device: the batches go on with other draws.")
    torch.set_rng_state(tensors["torch"])
    if trainer.device.type == "cuda" and "cuda" in tensors:
        torch.cuda.set_rng_state(tensors["cuda"], trainer.device)
    trainer.step = facts["step"]
    return notes
