"""What a mark depends on beside the submission. Where it changes, the class is marked again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

from .. import exercises
from ..course import sources
from .marks import Settings
from .rebuild import NOTEBOOKS
from .submission import cells

PACKAGE = Path(__file__).resolve().parents[1]
# Named are the packages that cannot decide a mark, not those that can: code that moves into a new
# package is covered there too. A test looks at what marking imports.
NO_PART_OF_A_MARK = ("authoring", "bench", "cli", "training", "viz")


def settings_key(settings: Settings) -> str:
    """A text that is the same for two runs only if both give every submission the same mark.

    The secret is left out, since a gradebook has one for ever; so are ``unsafe``, which decides
    where an answer runs, and the notebooks: each exercise has a mark of its own.
    """
    left_out = ("secret", "unsafe", "notebooks")
    plain = {k: v for k, v in asdict(settings).items() if k not in left_out}
    return json.dumps(plain | {"course": course_digest()}, sort_keys=True)


@cache
def package_digest() -> str:
    """A fingerprint of all that writes pages and tables: this package and its templates."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in (".py", ".html", ".css", ".js"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def course_digest(
    package: Path = PACKAGE, solutions: Path = sources.SOLUTIONS, notebooks: Path = NOTEBOOKS
) -> str:
    """A fingerprint of the checks, the marking, the solutions and the notebooks as given out."""
    digest = hashlib.sha256()
    for part in _parts(package, solutions, notebooks):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]


def _parts(package: Path, solutions: Path, notebooks: Path) -> Iterator[bytes]:
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package)
        if where.parts[0] not in NO_PART_OF_A_MARK:
            yield where.as_posix().encode()
            yield path.read_bytes()
    for path in sorted(solutions.glob("*.py")):
        yield path.read_bytes()
    for notebook in exercises.NOTEBOOKS:
        # No outputs: an instructor may have run the notebook, which changes no mark.
        path = notebooks / f"{notebook.stem}.ipynb"
        if path.is_file():  # one that is not built yet gives nobody a mark
            yield repr(cells(path.read_bytes())).encode()
