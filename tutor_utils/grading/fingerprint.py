"""What a mark depends on beside the submission. Where it changes, the mark is made again.

What stands in one exercise's folder, and is lent to no other, decides its own marks; all else
decides those of the whole class.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import torch

from .. import exercises
from ..course import sources
from .marks import Settings
from .rebuild import NOTEBOOKS
from .submission import cells

PACKAGE = Path(__file__).resolve().parents[1]
# Named are the packages that cannot decide a mark, not those that can: code that moves into a new
# package is covered there too. A test looks at what marking imports.
NO_PART_OF_A_MARK = ("authoring", "cli", "training", "viz")
_LENT = re.compile(rb"\.(\w+)\.\w+ import")  # from ..sequence_loss.exercise import SHARERS


def keys(settings: Settings) -> dict[str, str]:
    """Exercise -> a text that is the same for two runs only if both give answers the same mark.

    The secret is left out, since a gradebook has one for ever; so are the notebooks: each exercise
    has a mark of its own.
    """
    left_out = ("secret", "notebooks", "own_work")
    plain = {k: v for k, v in asdict(settings).items() if k not in left_out}
    plain["versions"] = [torch.__version__, platform.python_version()]
    return {
        name: json.dumps(
            plain | {"own_work": name in settings.own_work, "course": digest}, sort_keys=True
        )
        for name, digest in course_digests().items()
    }


def course_digests(
    package: Path = PACKAGE, solutions: Path = sources.SOLUTIONS, notebooks: Path = NOTEBOOKS
) -> dict[str, str]:
    """Exercise -> a fingerprint of its check, and of all that every mark depends on."""
    own, shared = deciding_files(package)
    every = _digest([*_named(shared, package), *_given(solutions, notebooks)]).encode()
    return {name: _digest([every, *_named(files, package)]) for name, files in own.items()}


def deciding_files(package: Path = PACKAGE) -> tuple[dict[str, set[Path]], set[Path]]:
    """Exercise -> the files that decide its marks and not those of all; and all the others."""
    top = package / "exercises"
    lent = {name for path in top.rglob("*.py") for name in _LENT.findall(path.read_bytes())}
    folders = [path.parent for path in sorted(top.glob("nb*/*/exercise.py"))]
    own = {f.name: set() if f.name.encode() in lent else set(f.rglob("*.py")) for f in folders}
    every = {
        path
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in NO_PART_OF_A_MARK
    }
    return own, every - set().union(*own.values())


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]


def _named(paths: Iterable[Path], package: Path) -> Iterator[bytes]:
    for path in sorted(paths):
        yield path.relative_to(package).as_posix().encode()
        yield path.read_bytes()


def _given(solutions: Path, notebooks: Path) -> Iterator[bytes]:
    """The solutions, and the notebooks as given out."""
    for path in sorted(solutions.glob("*.py")):
        yield path.read_bytes()
    for notebook in exercises.NOTEBOOKS:
        # No outputs: an instructor may have run the notebook, which changes no mark.
        path = notebooks / f"{notebook.stem}.ipynb"
        if path.is_file():  # one that is not built yet gives nobody a mark
            yield repr(cells(path.read_bytes())).encode()
