"""Getting published files: from the Hugging Face Hub, or from a folder.

Nothing is believed because of its name: each file is compared with the checksum that the Hub's
commit states for it, and weights come as safetensors alone.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .catalogue import WEIGHTS, Entry
from .files import Found, Unusable, missing, read_config, read_tensors
from .tokens import tokens_of

CONVERTER = "SFconvertbot"  # the Hub's own account, which offers safetensors as pull requests
SOURCE = "SOURCE.txt"
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


def plan(entry: Entry, api: Any) -> list[Remote]:
    """What to download: the pinned commit's files, the weights as safetensors.

    Where the pinned commit holds no safetensors, they come from the conversion that the Hub's own
    account offers as a pull request, by its commit.

    Raises:
        Unusable: the Hub cannot be reached, or has no such file.
    """
    try:
        pinned = _files(api, entry, entry.revision)
        weights = pinned.get(WEIGHTS) or _converted(api, entry)
    except Exception as error:  # each version of the library raises others
        why = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        raise Unusable(_offline(entry, why)) from None
    if weights and entry.sha256 not in ("", weights.sha256):
        raise Unusable(
            f"{entry.repo} states another checksum for {WEIGHTS} than the course knows: "
            f"{weights.sha256}, not {entry.sha256}. It is not fetched."
        )
    if weights is None:
        raise Unusable(
            f"{entry.repo} has no {WEIGHTS}, and no conversion to it by {CONVERTER}. A pickle "
            "is not opened here. Get the file from another place, and use --from FOLDER."
        )
    lacking = [name for name in entry.files if name != WEIGHTS and name not in pinned]
    if lacking:
        raise Unusable(f"{entry.repo} at {entry.revision} lacks {', '.join(lacking)}.")
    return [*(pinned[name] for name in entry.files if name != WEIGHTS), weights]


def download(entry: Entry, files: list[Remote], folder: Path, get: Any) -> None:
    """Download each file into ``folder``; one that is there and right is not fetched again.

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
    lines = [f"{entry.repo}, licence: {entry.licence}"]
    lines += [f"{f.name} at {f.commit}, {f.sha256 or f.blob}" for f in files]
    (folder / SOURCE).write_text("\n".join(lines) + "\n", "utf-8")


def take(entry: Entry, source: Path, folder: Path) -> None:
    """Copy the files of a model from a folder of the user's, once they have been looked at.

    Raises:
        Unusable: a file is missing or cannot be read, or is another kind of model's.
    """
    lacking = missing(entry, source)
    if lacking:
        raise Unusable(f"--from={str(source)!r} lacks {', '.join(lacking)}.")
    given = Found(entry, source)
    read_config(given)
    tokens_of(given)
    read_tensors(given)
    folder.mkdir(parents=True, exist_ok=True)
    for name in entry.files:
        if (source / name).resolve() != (folder / name).resolve():
            shutil.copyfile(source / name, folder / name)


def is_right(path: Path, file: Remote) -> bool:
    """Whether a file has the size and the checksum that its commit states."""
    if path.stat().st_size != file.size:
        return False
    if file.sha256:
        found, wanted = hashlib.sha256(), file.sha256
    else:
        found, wanted = hashlib.sha1(usedforsecurity=False), file.blob
        found.update(f"blob {file.size}\0".encode())
    for block in _blocks(path):
        found.update(block)
    return found.hexdigest() == wanted


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as opened:
        while block := opened.read(1 << 20):
            yield block


def _files(api: Any, entry: Entry, revision: str) -> dict[str, Remote]:
    info = api.model_info(entry.repo, revision=revision, files_metadata=True)
    return {
        f.rfilename: Remote(
            f.rfilename, info.sha, f.size, f.lfs.sha256 if f.lfs else "", f.blob_id or ""
        )
        for f in info.siblings
    }


def _converted(api: Any, entry: Entry) -> Remote | None:
    for found in api.get_repo_discussions(entry.repo):
        if found.is_pull_request and found.author == CONVERTER:
            weights = _files(api, entry, f"refs/pr/{found.num}").get(WEIGHTS)
            if weights:
                return weights
    return None


def _offline(entry: Entry, why: str) -> str:
    return OFFLINE.format(why=why.strip(": "), name=entry.name, files=", ".join(entry.files))
