"""Where published weights lie on this machine, and reading them without running code."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from .catalogue import CATALOGUE, CONFIG, INDEX, WEIGHTS, PublishedModel

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
SOURCE = "SOURCE.txt"  # what ``fetch`` notes of each file: a line with its checksum
ADAPTER = re.compile(r"\blora_|\.base_layer\.|\bmodules_to_save\.")  # as peft names tensors
PICKLES = (b"PK\x03\x04", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")  # zip, or bare


class Unusable(ValueError):
    """Files or memory that a model cannot be made of. Prints its message alone."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


@dataclass(frozen=True)
class Found:
    """A published model on this machine."""

    entry: PublishedModel
    folder: Path


def home() -> Path:
    """Where fetched models are kept: ``TUTOR_MODELS``, or a folder of the user's cache."""
    chosen = os.environ.get("TUTOR_MODELS")
    return Path(chosen) if chosen else Path.home() / ".cache" / "transformer-course"


def entry_of(name: str) -> PublishedModel:
    """The catalogue's entry. Raises Unusable, which lists the names."""
    if name not in CATALOGUE:
        raise Unusable(f"name={name!r} is not known. There are: {', '.join(CATALOGUE)}.")
    return CATALOGUE[name]


def missing(entry: PublishedModel, folder: Path) -> list[str]:
    """The files that a folder lacks; an index of shards stands for the weights."""
    there = {WEIGHTS} if (folder / INDEX).is_file() else set()
    return [n for n in entry.files if n not in there and not (folder / n).is_file()]


def find(name: str, folder: str | Path | None = None) -> Found | None:
    """The model in ``folder``, or where ``fetch`` puts it; None where a file is missing.

    Raises:
        Unusable: the name is not known, or the folder holds an adapter.
    """
    entry = entry_of(name)
    where = Path(folder) if folder else home() / name
    refuse_adapter(where)
    return None if missing(entry, where) else Found(entry, where)


def refuse_adapter(folder: Path) -> None:
    """Raise Unusable where a folder holds an adapter, as peft saves it."""
    for path in folder.glob("adapter_*"):
        raise Unusable(_adapter(path))


def how_to_get(name: str) -> str:
    """One sentence for learners without weights."""
    entry = entry_of(name)
    return (
        f"The weights of {name} are not here. In a terminal: python3 -m tutor_utils fetch {name} "
        f"({entry.megabytes:,} MB; licence: {entry.licence}). Everything else works without them."
    )


class Config(dict[str, Any]):
    """A published ``config.json``; a missing entry is reported with the file's name."""

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

    Every file is looked at before one is used, one at a time: they need not fit into memory.

    Raises:
        Unusable: a file is missing, is a pickle (which could run code), is cut short, is no such
            file, has another checksum than ``fetch`` noted, lacks a tensor that the index says it
            has, or holds an adapter's or one with NaN or infinity.
    """
    shards = weight_files(found.folder)
    stated = _stated(found.folder)
    for path, held in shards.items():
        _examine(path, held, stated.get(path.name, ""))
    tensors = {n: t for path, held in shards.items() for n, t in _safe_tensors(path, held).items()}
    names = {name.removeprefix("model."): name for name in tensors}
    first, *others = TIED.get(found.entry.kind, ("",))
    if first and first not in names and (other := next(filter(names.get, others), None)):
        tensors[first] = tensors[names[other]]
    return tensors


def weight_files(folder: Path) -> dict[Path, list[str] | None]:
    """The files of a model's weights, and of each shard the tensors that the index says it holds.

    Raises:
        Unusable: the index cannot be read, or names a file that is not there.
    """
    index = folder / INDEX
    if (folder / WEIGHTS).is_file() or not index.is_file():
        return {folder / WEIGHTS: None}
    try:
        places = dict(json.loads(index.read_text("utf-8"))["weight_map"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unusable(f"{index} cannot be read: {type(error).__name__}: {error}.") from None
    for shard in {*map(str, places.values())} or {"nothing"}:
        if shard != Path(shard).name or not shard.endswith(Path(WEIGHTS).suffix):
            raise Unusable(f"{index} names {shard}, which is no file of weights beside it.")
        if not (folder / shard).is_file():
            raise Unusable(f"{folder / shard} is missing: {INDEX} names it. Get it too.")
    return {
        folder / shard: [name for name, at in places.items() if at == shard]
        for shard in sorted({*places.values()})
    }


def sha256(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _stated(folder: Path) -> dict[str, str]:
    """File -> its checksum, where ``fetch`` noted one."""
    path = folder / SOURCE
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    found = (re.fullmatch(r"(\S+\.safetensors) .*, ([0-9a-f]{64})", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def _examine(path: Path, names: list[str] | None, checksum: str) -> None:
    """Raise Unusable where a file of weights should not be used."""
    for name, tensor in _safe_tensors(path, names).items():
        if ADAPTER.search(name):
            raise Unusable(_adapter(path, f": {name!r}"))
        # their sum holds what is not finite, and takes no memory
        if not tensor.sum(dtype=torch.float32).isfinite():
            raise Unusable(f"{path}: {name} holds NaN or infinity.")
    if checksum and (found := sha256(path)) != checksum:
        raise Unusable(
            f"{path} has sha256={found}, and {SOURCE} beside it says {checksum}: it was changed or "
            "damaged. Delete it, and fetch again."
        )


def _adapter(path: Path, what: str = "") -> str:
    return (
        f"{path} holds an adapter{what}. Merge it into its model first (peft: merge_and_unload), "
        "and save the whole model."
    )


def _safe_tensors(path: Path, names: list[str] | None) -> dict[str, Tensor]:
    """Those tensors, or all."""
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror}.") from None
    try:
        with safe_open(path, framework="pt") as opened:
            there = list(opened.keys())
            for name in {*(names or ())}.difference(there):
                raise Unusable(f"{path} has no {name!r}: {INDEX} says that it is there.")
            return {name: opened.get_tensor(name) for name in names or there}
    except (SafetensorError, OSError) as error:
        if start.startswith(PICKLES):  # as a readable file may: it begins with its header's length
            raise Unusable(
                f"{path} is a pickle: opening it could run any code, so the course does not. "
                f"Get the file in the format safetensors, {WEIGHTS}."
            ) from None
        raise Unusable(
            f"{path} cannot be read ({error}): it is cut short or damaged. Delete it, and fetch "
            "again."
        ) from None
