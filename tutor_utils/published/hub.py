"""Getting published files: from the Hugging Face Hub, or from a folder.

Nothing is believed because of its name: each file is compared with the checksum that the Hub's
commit states for it, and weights come as safetensors alone.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .catalogue import INDEX, WEIGHTS, PublishedModel
from .files import (
    SOURCE,
    Found,
    Unusable,
    missing,
    read_config,
    read_tensors,
    refuse_adapter,
    sha256,
    weight_files,
)
from .tokens import tokens_of

CONVERTER = "SFconvertbot"  # the Hub's own account, which offers safetensors as pull requests
SHARD = r"model-\d+-of-\d+\.safetensors"
OFFLINE = (
    "The Hugging Face Hub cannot be reached ({why}). Is this machine online? Files that you got in "
    "another way work too: python3 -m tutor_utils fetch {name} --from FOLDER, with {files} in it."
)


@dataclass(frozen=True)
class Remote:
    """A file at a commit: its size in bytes, and its checksum."""

    name: str
    commit: str
    size: int
    sha256: str  # of large files
    blob: str  # Git's own checksum, of small ones


def plan(entry: PublishedModel, api: Any) -> list[Remote]:
    """The files to download: those of the pinned commit, weights as safetensors, the index last.

    Where the pinned commit holds no safetensors, they come from the conversion that the Hub's own
    account offers as a pull request, by its commit.

    Raises:
        Unusable: the Hub cannot be reached, or has no such file.
    """
    try:
        pinned = _files(api, entry, entry.revision)
        weights = [pinned[WEIGHTS]] if WEIGHTS in pinned else _shards(pinned)
        weights = weights or _converted(api, entry)
    except Exception as error:  # each version of the library raises others
        why = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        raise Unusable(_offline(entry, why)) from None
    if weights and entry.sha256 not in ("", weights[0].sha256):
        raise Unusable(
            f"{entry.repo} states another checksum for {WEIGHTS} than the course knows: "
            f"{weights[0].sha256}, not {entry.sha256}. It is not fetched."
        )
    if not weights:
        raise Unusable(
            f"{entry.repo} has no {WEIGHTS}, and no conversion to it by {CONVERTER}. A pickle "
            "is not opened here. Get the file from another place, and use --from FOLDER."
        )
    lacking = [name for name in entry.files if name != WEIGHTS and name not in pinned]
    if lacking:
        raise Unusable(f"{entry.repo} at {entry.revision} lacks {', '.join(lacking)}.")
    return [*(pinned[name] for name in entry.files if name != WEIGHTS), *weights]


def download(entry: PublishedModel, files: list[Remote], folder: Path, get: Any) -> None:
    """Download each file into ``folder``, unless it is there with the right checksum.

    ``get(repo_id=, filename=, revision=, local_dir=)`` is ``hf_hub_download``: it shows a bar, and
    goes on where an earlier download was cut off.

    Raises:
        Unusable: the Hub cannot be reached, or a file has another checksum (it is deleted).
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        path = folder / file.name
        if path.is_file() and is_right(path, file):
            continue
        try:
            get(repo_id=entry.repo, filename=file.name, revision=file.commit, local_dir=folder)
        except Exception as error:
            raise Unusable(_offline(entry, f"{type(error).__name__}: {error}")) from None
        if not is_right(path, file):
            path.unlink(missing_ok=True)
            raise Unusable(f"{file.name} has another checksum than {file.commit} states: deleted.")
    _note(entry, folder, [f"{f.name} at {f.commit}, {f.sha256 or f.blob}" for f in files])


def take(entry: PublishedModel, source: Path, folder: Path) -> None:
    """Copy the files of a model from a folder of the user's, once they have been looked at.

    Raises:
        Unusable: a file is missing or cannot be read, or is another kind of model's.
    """
    refuse_adapter(source)
    lacking = missing(entry, source)
    if lacking:
        raise Unusable(f"--from={str(source)!r} lacks {', '.join(lacking)}.")
    given = Found(entry, source)
    read_config(given)
    tokens_of(given)
    read_tensors(given)
    if source.resolve() == folder.resolve():
        return
    folder.mkdir(parents=True, exist_ok=True)
    weights = weight_files(source)
    alone = source / WEIGHTS in weights
    (folder / (INDEX if alone else WEIGHTS)).unlink(missing_ok=True)  # of what was there before
    small = [name for name in entry.files if name != WEIGHTS] + ([] if alone else [INDEX])
    for path in [*(source / name for name in small), *weights]:
        shutil.copyfile(path, folder / path.name)
    _note(entry, folder, [f"{p.name} from {source}, {sha256(p)}" for p in weights])


def is_right(path: Path, file: Remote) -> bool:
    """Whether a file has the size and the checksum that its commit states."""
    if path.stat().st_size != file.size:
        return False
    if file.sha256:
        return sha256(path) == file.sha256
    blob = f"blob {file.size}\0".encode() + path.read_bytes()
    return hashlib.sha1(blob, usedforsecurity=False).hexdigest() == file.blob


def _note(entry: PublishedModel, folder: Path, files: list[str]) -> None:
    lines = [f"{entry.repo}, licence: {entry.licence}", *files]
    (folder / SOURCE).write_text("\n".join(lines) + "\n", "utf-8")


def _shards(pinned: dict[str, Remote]) -> list[Remote]:
    if INDEX not in pinned:
        return []
    shards = [file for name, file in pinned.items() if re.fullmatch(SHARD, name)]
    return [*shards, pinned[INDEX]]


def _files(api: Any, entry: PublishedModel, revision: str) -> dict[str, Remote]:
    info = api.model_info(entry.repo, revision=revision, files_metadata=True)
    return {
        f.rfilename: Remote(
            f.rfilename, info.sha, f.size, f.lfs.sha256 if f.lfs else "", f.blob_id or ""
        )
        for f in info.siblings
    }


def _converted(api: Any, entry: PublishedModel) -> list[Remote]:
    for found in api.get_repo_discussions(entry.repo):
        if found.is_pull_request and found.author == CONVERTER:
            weights = _files(api, entry, f"refs/pr/{found.num}").get(WEIGHTS)
            if weights:
                return [weights]
    return []


def _offline(entry: PublishedModel, why: str) -> str:
    return OFFLINE.format(why=why.strip(": "), name=entry.name, files=", ".join(entry.files))
