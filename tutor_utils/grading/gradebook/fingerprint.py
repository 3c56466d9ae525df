"""What a mark depends on beside the submission. Where it changes, the mark is made again."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import torch

from ... import exercises
from ...course import sources
from ..answers.notebooks import GIVEN
from ..intake import notebook as file
from ..judge.marks import Settings

PACKAGE = Path(__file__).resolve().parents[2]
# Named are the packages that cannot decide a mark, not those that can: code that moves into a new
# package is covered there too. A test looks at what marking imports.
NO_PART_OF_A_MARK = ("authoring", "bench", "cli", "training", "viz")


def keys(settings: Settings) -> dict[str, str]:
    """Exercise -> a text that is the same for two runs only if both give answers the same mark.

    The secret is left out, since a gradebook has one for ever; so are ``unsafe``, which decides
    where an answer runs, and the notebooks: each exercise has a mark of its own.
    """
    left_out = ("secret", "unsafe", "notebooks", "own_work")
    plain = {k: v for k, v in asdict(settings).items() if k not in left_out}
    plain["versions"] = [torch.__version__, platform.python_version()]
    plain["course"] = course_digest()
    return {
        name: json.dumps(plain | {"own_work": name in settings.own_work}, sort_keys=True)
        for name in exercises.names()
    }


def course_digest(
    package: Path = PACKAGE, solutions: Path = sources.SOLUTIONS, notebooks: Path = GIVEN
) -> str:
    """A fingerprint of all that a mark depends on."""
    digest = hashlib.sha256()
    for path in sorted(deciding_files(package)):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    for part in _given(solutions, notebooks):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]


def deciding_files(package: Path = PACKAGE) -> set[Path]:
    """Code, and the words that stand as data."""
    folders = [f for f in package.iterdir() if f.is_dir() and f.name not in NO_PART_OF_A_MARK]
    found = {path for folder in folders for path in folder.rglob("*")}
    return {*package.glob("*.py"), *(p for p in found if p.suffix in (".py", ".toml"))}


def _given(solutions: Path, notebooks: Path) -> Iterator[bytes]:
    """The solutions, and the notebooks as given out."""
    for path in sorted(solutions.glob("*.py")):
        yield path.read_bytes()
    for notebook in exercises.NOTEBOOKS:
        # No outputs: an instructor may have run the notebook, which changes no mark.
        path = notebooks / f"{notebook.stem}.ipynb"
        if path.is_file():  # one that is not built yet gives nobody a mark
            yield repr(file.read(path.read_bytes())[0]).encode()
