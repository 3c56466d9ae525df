"""Where published weights lie on this machine, and reading them without running code."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from .catalogue import CATALOGUE, CONFIG, WEIGHTS, Entry

# The names of one table, the one that loaders ask for first: converters keep any of them.
TIED = {
    "opt": ("decoder.embed_tokens.weight", "lm_head.weight"),
    "m2m100": (
        "shared.weight",
        "encoder.embed_tokens.weight",
        "decoder.embed_tokens.weight",
        "lm_head.weight",
    ),
}
PICKLES = (b"PK\x03\x04", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")  # zip, or bare


class Unusable(ValueError):
    """Files or memory that a model cannot be made of. Prints its message alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


@dataclass(frozen=True)
class Found:
    """A published model on this machine."""

    entry: Entry
    folder: Path


def home() -> Path:
    """Where fetched models are kept: ``TUTOR_MODELS``, or a folder of the user's cache."""
    chosen = os.environ.get("TUTOR_MODELS")
    return Path(chosen) if chosen else Path.home() / ".cache" / "transformer-course"


def entry_of(name: str) -> Entry:
    """The catalogue's entry. Raises Unusable, which lists the names."""
    if name not in CATALOGUE:
        raise Unusable(f"name={name!r} is not known. There are: {', '.join(CATALOGUE)}.")
    return CATALOGUE[name]


def missing(entry: Entry, folder: Path) -> list[str]:
    """The files that a folder lacks."""
    return [name for name in entry.files if not (folder / name).is_file()]


def find(name: str, folder: str | Path | None = None) -> Found | None:
    """The model in ``folder``, or where ``fetch`` puts it; None where a file is missing.

    Raises:
        Unusable: the name is not known.
    """
    entry = entry_of(name)
    where = Path(folder) if folder else home() / name
    return None if missing(entry, where) else Found(entry, where)


def how_to_get(name: str) -> str:
    """One sentence for whoever has no weights yet."""
    entry = entry_of(name)
    return (
        f"The weights of {name} are not here. In a terminal: python3 -m tutor_utils fetch {name} "
        f"({entry.megabytes:,} MB; licence: {entry.licence}). Everything else works without them."
    )


class Config(dict[str, Any]):
    """A published ``config.json``; an entry that it lacks is told with the file's name."""

    def __init__(self, path: Path) -> None:
        super().__init__(json.loads(path.read_text("utf-8")))
        self.path = path

    def __missing__(self, name: str) -> Any:
        raise Unusable(f"{self.path} has no {name!r}.")


def read_config(found: Found) -> Config:
    """The published ``config.json``.

    Raises:
        Unusable: it is no JSON object, or another kind of model's, or later lacks an entry.
    """
    path = found.folder / CONFIG
    try:
        config = Config(path)
    except (OSError, ValueError, TypeError) as error:
        raise Unusable(f"{path} cannot be read: {error}") from None
    kind = config.get("model_type")
    wanted = "m2m_100" if found.entry.kind == "m2m100" else found.entry.kind
    if kind != wanted:
        raise Unusable(
            f"{path} belongs to another model: model_type={kind!r}, and {found.entry.name} has "
            f"{wanted!r}."
        )
    return config


def read_tensors(found: Found) -> dict[str, Tensor]:
    """A model's tensors, mapped from disk where the system can; a tied table under its first name.

    Raises:
        Unusable: the file is a pickle (which could run code), is cut short, is no such file, or
            holds a tensor with NaN or infinity.
    """
    tensors = _safe_tensors(found.folder / WEIGHTS)
    for name, tensor in tensors.items():
        # their sum holds what is not finite, and takes no memory
        if not tensor.sum(dtype=torch.float32).isfinite():
            raise Unusable(f"{found.folder / WEIGHTS}: {name} holds NaN or infinity.")
    names = {name.removeprefix("model."): name for name in tensors}
    first, *others = TIED.get(found.entry.kind, ("",))
    if first and first not in names and (other := next(filter(names.get, others), None)):
        tensors[first] = tensors[names[other]]
    return tensors


def _safe_tensors(path: Path) -> dict[str, Tensor]:
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}.") from None
    if start.startswith(PICKLES):
        raise Unusable(
            f"{path} is a pickle: opening it could run any code, so the course does not. "
            f"Get the file in the format safetensors, {WEIGHTS}."
        )
    try:
        with safe_open(path, framework="pt") as opened:
            return {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise Unusable(
            f"{path} cannot be read ({error}): it is cut short or damaged. Delete it, and fetch "
            "again."
        ) from None
