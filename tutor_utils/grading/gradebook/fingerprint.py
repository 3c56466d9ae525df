"""What a mark depends on beside the submission. Where it changes, the mark is made again.

What belongs to one exercise alone, its folder and what that imports of other exercises' files,
decides its own marks; all else decides those of the whole class.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import cache
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
# An import as it stands in a text, in parentheses over several lines too. Where a text only looks
# like one, a file too many counts.
_IMPORT = re.compile(rb"^[ \t]*from (\.*)([\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_NAME = re.compile(rb"[A-Za-z_]\w*")
NO_PART_OF_A_MARK = ("authoring", "bench", "cli", "training", "viz")


def keys(settings: Settings) -> dict[str, str]:
    """Exercise -> a text that is the same for two runs only if both give answers the same mark.

    The secret is left out, since a gradebook has one for ever; so are ``unsafe``, which decides
    where an answer runs, and the notebooks: each exercise has a mark of its own.
    """
    left_out = ("secret", "unsafe", "notebooks", "own_work")
    plain = {k: v for k, v in asdict(settings).items() if k not in left_out}
    plain["versions"] = [torch.__version__, platform.python_version()]
    return {
        name: json.dumps(
            plain | {"own_work": name in settings.own_work, "course": digest}, sort_keys=True
        )
        for name, digest in course_digests().items()
    }


def course_digests(
    package: Path = PACKAGE, solutions: Path = sources.SOLUTIONS, notebooks: Path = GIVEN
) -> dict[str, str]:
    """Exercise -> a fingerprint of its check, and of all that every mark depends on."""
    own, shared = deciding_files(package)
    every = _digest([*_named(shared, package), *_given(solutions, notebooks)]).encode()
    return {name: _digest([every, *_named(files, package)]) for name, files in own.items()}


def deciding_files(package: Path = PACKAGE) -> tuple[dict[str, set[Path]], set[Path]]:
    """Exercise -> the files that decide its marks and not those of all; and all the others."""
    top = package / "exercises"
    folders = {path.parent.name: path.parent for path in sorted(top.glob("nb*/*/exercise.py"))}
    # what the exercises' own package needs is no exercise's alone
    common = _with_imports(top.rglob("__init__.py"), top)
    own = {name: _with_imports(_files(f), top) - common for name, f in folders.items()}
    of_some = set().union(*own.values())
    shared = {
        path
        for folder in (package, *package.iterdir())
        if folder.is_dir() and folder.name not in NO_PART_OF_A_MARK
        for path in (folder.glob("*.py") if folder == package else _files(folder))
    }
    return own, shared - of_some


def _files(folder: Path) -> Iterator[Path]:
    """Code, and the words that stand as data."""
    return (path for path in folder.rglob("*") if path.suffix in (".py", ".toml"))


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]


def _named(paths: Iterable[Path], package: Path) -> Iterator[bytes]:
    for path in sorted(paths):
        yield path.relative_to(package).as_posix().encode()
        yield path.read_bytes()


def _with_imports(paths: Iterable[Path], top: Path) -> set[Path]:
    """Files, and those of the exercises that they import, and these in turn."""
    found: set[Path] = set()
    todo = set(paths)
    while todo:
        path = todo.pop()
        found.add(path)
        todo |= set(_imports(path, top)) - found
    return found


def _imports(path: Path, top: Path) -> tuple[Path, ...]:
    """The files of the exercises that a file names in its imports, wherever these stand."""
    return _named_in(path.read_bytes(), path, top)


@cache
def _named_in(text: bytes, path: Path, top: Path) -> tuple[Path, ...]:
    found = []
    for dots, module, names in _IMPORT.findall(text):
        if dots or module.startswith(PACKAGE.name.encode()):
            base = path.parents[len(dots) - 1] if dots else top.parent.parent
            home = base.joinpath(*module.decode().split("."))
            named = [home, *(home / name.decode() for name in _NAME.findall(names))]
            if home.is_relative_to(top) or top.is_relative_to(home):
                files = [f for n in named for f in (n.with_suffix(".py"), n / "__init__.py")]
                found += [f for f in files if f.is_relative_to(top) and f.is_file()]
    return tuple(found)


def _given(solutions: Path, notebooks: Path) -> Iterator[bytes]:
    """The solutions, and the notebooks as given out."""
    for path in sorted(solutions.glob("*.py")):
        yield path.read_bytes()
    for notebook in exercises.NOTEBOOKS:
        # No outputs: an instructor may have run the notebook, which changes no mark.
        path = notebooks / f"{notebook.stem}.ipynb"
        if path.is_file():  # one that is not built yet gives nobody a mark
            yield repr(file.read(path.read_bytes())[0]).encode()
