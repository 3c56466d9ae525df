"""Save and load a training run: tensors as safetensors, the rest as JSON; loading runs no code.

``copy.json`` is the checkpoint. It names the file of its tensors by their fingerprint, and it is
written last and in one step: if a save is interrupted, the checkpoint before it stays intact.
"""

from __future__ import annotations

import errno
import hashlib
import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from .. import files

FORMAT = 2


class CheckpointError(RuntimeError):
    """A checkpoint cannot be written or read. Prints its message alone, without Python frames."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class NoCheckpoint(CheckpointError):
    """There is no checkpoint of this name."""


def write(path: str | Path, tensors: Mapping[str, Tensor], facts: Mapping[str, Any]) -> Path:
    """Write a checkpoint ``path.json``; another run's is renamed to ``path.1.json`` first.

    ``facts["run"]`` identifies the run: it replaces only its own checkpoint, unless that has a
    later ``facts["step"]``.

    Returns the JSON file. Raises CheckpointError if it cannot be written, for example for lack of
    space.
    """
    target = _json(path)
    data = save({name: t.detach().cpu().contiguous().clone() for name, t in tensors.items()})
    name = f"{target.stem}-{hashlib.sha256(data).hexdigest()[:12]}.safetensors"
    head = {"format": FORMAT, "torch": torch.__version__, "tensors": name, "bytes": len(data)}
    text = json.dumps(head | dict(facts), indent=1)
    file = target.with_name(name)
    is_new, old = False, _own(target, facts)
    try:
        is_new = not file.exists()
        files.write(file, data, durable=True)
        if target.exists() and old is None:
            shutil.copy2(target, files.free_name(target))
        files.write(target, text, durable=True)
    except OSError as error:
        if is_new:
            with suppress(OSError):
                file.unlink()
        raise CheckpointError(_why(error, target, len(data))) from error
    if old is not None and old.name != name:
        old.unlink(missing_ok=True)
    return target


def try_out(path: str | Path) -> None:
    """Raise CheckpointError before a run if no checkpoint can be written after it."""
    target = _json(path)
    trial = target.with_name(f".{target.name}.trial")
    try:
        files.write(trial, b"")
        trial.unlink()
    except OSError as error:
        raise CheckpointError(_why(error, target, 0)) from error


def read(path: str | Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors and the facts of a checkpoint.

    Raises:
        NoCheckpoint: there is none.
        CheckpointError: it is damaged or incomplete, or was written by another version.
    """
    target = _json(path)
    try:
        facts = json.loads(target.read_text("utf-8"))
        if not isinstance(facts, dict) or "format" not in facts:
            raise ValueError("no checkpoint of this course")
    except FileNotFoundError:
        raise NoCheckpoint(
            f"There is no checkpoint {target}. Save one first: trainer.save({str(path)!r})."
        ) from None
    except (OSError, ValueError) as error:
        raise CheckpointError(
            f"{target} cannot be read ({error}). The file is damaged or cut off: "
            "take an older one, or train again."
        ) from error
    if facts["format"] != FORMAT:
        raise CheckpointError(
            f"{target} has format {facts['format']}, this course reads format {FORMAT}: another "
            "version wrote it. Use that version, or train again."
        )
    if not {"tensors", "bytes"} <= facts.keys():
        raise CheckpointError(f"{target} is no checkpoint of a run: it names no tensors.")
    file = target.with_name(str(facts["tensors"]))
    try:
        data = file.read_bytes()
        if len(data) != facts["bytes"]:
            raise ValueError(f"{len(data)} of {facts['bytes']} bytes")
        return load(data), facts
    except (OSError, ValueError, SafetensorError) as error:
        raise CheckpointError(
            f"The tensors of {target} cannot be read: {error}. {file.name} is missing, damaged or "
            "cut off: take an older checkpoint, or train again."
        ) from error


def load_weights(model: torch.nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Put stored weights into a model of the same shape.

    Raises:
        CheckpointError: names or shapes differ; the message shows the first that does.
    """
    own = model.state_dict()
    for name in [*own, *weights]:
        ours, theirs = own.get(name), weights.get(name)
        if ours is None or theirs is None:
            where = "checkpoint" if ours is None else "model"
            raise CheckpointError(
                f"{name} is in the {where} alone: the checkpoint was made by a model of another "
                "shape. Build the model with the same numbers as then."
            )
        if ours.shape != theirs.shape:
            raise CheckpointError(
                f"{name} is {tuple(theirs.shape)} in the checkpoint and {tuple(ours.shape)} in the "
                "model. Build the model with the same numbers as then (d_model, num_layers, ...)."
            )
    model.load_state_dict(dict(weights))


def _json(path: str | Path) -> Path:
    path = Path(path)
    return path if path.suffix == ".json" else path.with_name(path.name + ".json")


def _own(target: Path, facts: Mapping[str, Any]) -> Path | None:
    """The tensors of the checkpoint at ``target``, if the same run wrote it and not later."""
    try:
        then = json.loads(target.read_text("utf-8"))
        same = then["run"] == facts.get("run") and then["step"] <= facts["step"]
        return target.with_name(then["tensors"]) if same else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _why(error: OSError, target: Path, size: int) -> str:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", None)):  # Windows has no quota
        return (
            f"No space left for the checkpoint {target}: it needs {size / 1e6:.1f} MB. Delete "
            "something, or save elsewhere. Nothing that was there before is lost."
        )
    return f"The checkpoint {target} cannot be written: {error.strerror or error}."
