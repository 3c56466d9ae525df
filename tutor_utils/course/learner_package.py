"""The learner's package ``my_transformer``: save answers that passed, and load them later."""

from __future__ import annotations

import importlib
import linecache
import re
import shutil
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import exercises, files
from ..engine.run.observe import observe
from ..engine.verdict.judge import judge
from . import modules, sources, store

_YOURS = "# Written by you. It passed the check of `{id}`: {title}."
_THE_COURSES = "# The course's part of `{id}`: {title}. Yours takes its place when it passes."
_ALIAS = "_my_transformer"  # not the package's own name, so that both can be imported
_COURSE = "course."  # prefix of the __module__ of the course's answers
_read: dict[str, str] = {}  # answer -> its text when it was loaded
_made: dict[str, tuple[list[Any], Any]] = {}  # course's answer -> (answers that it uses, object)


@dataclass(frozen=True)
class LoadedAnswer:
    """An exercise's function or class, and its origin.

    Attributes:
        value: The function or class.
        is_learners: Whether it is the learner's own, or else the course's.
        remark: Why the learner's own is not used, or what is unusual about it; often empty.
    """

    value: Any
    is_learners: bool
    remark: str = ""


def keep(exercise: str, texts: list[str], names: Mapping[str, Any]) -> str:
    """Write the learner's passed answer into their package. Returns the file's digest.

    Args:
        texts: The cells that were run, oldest first.
        names: The names that these cells see.

    Raises:
        modules.CannotKeep: the answer needs something that no cell defines.
        OSError: the folder cannot be written.
    """
    module = modules.from_namespace(exercise, texts, names)
    text = module.text(_YOURS.format(id=exercise, title=exercises.entry(exercise).title))
    put(exercise, text)
    write_init()
    return store.digest(text)


def put(exercise: str, text: str) -> None:
    """Write an answer's file, and the course's answer for each missing one that it imports.

    A different file of the learner's is copied to ``history`` first.
    """
    for needed in _needed(text):
        fill_in(needed)
    path = store.answer_file(exercise)
    if path.exists():
        if path.read_bytes() == text.encode():
            return
        if not _is_the_courses(path):
            store.keep_copy(path)
    files.write(path, text)


def load_answer(name: str) -> LoadedAnswer:
    """The learner's own answer if it has passed and still passes, else the course's.

    Raises:
        UnknownName: there is no exercise of that name.
        FileNotFoundError: the course's is needed, and its source is missing.
    """
    exercises.require(name)
    record = store.load(name)
    path = store.answer_file(name)
    if not (record.passed and path.exists()):
        return LoadedAnswer(course_answer(name), False)
    try:
        value = load_own(name)
        if store.digest(path.read_text("utf-8")) == record.digest:
            return LoadedAnswer(value, True)
        exercise = exercises.find(name)
        if judge(exercise, observe(exercise, value)).passed:
            return LoadedAnswer(value, True, "changed by hand, still passes")
        why = "your file was changed by hand and no longer passes"
    except Exception as error:
        why = f"your file does not load: {type(error).__name__}: {error}"
    return LoadedAnswer(course_answer(name), False, why)


def load_own(name: str) -> Any:
    """Import an answer from the learner's folder.

    Modules whose files have changed, and modules that import them, are reloaded; all others stay,
    so that ``isinstance`` still works for classes that another cell has imported. The package's
    ``__init__`` is not run, so a fault in one file does not affect the others.
    """
    folder = [str(store.folder())]
    package = sys.modules.get(_ALIAS)
    same = package is not None and package.__path__ == folder
    now = {p.stem: p.read_text("utf-8", "replace") for p in store.folder().glob("*.py")}
    outdated = {p for p in {*now, *_read} if not same or _read.get(p) != now.get(p)}
    while more := {
        part for part in now.keys() - outdated if not outdated.isdisjoint(_needed(now[part]))
    }:
        outdated |= more
    if not same:
        package = sys.modules[_ALIAS] = types.ModuleType(_ALIAS)
        package.__path__ = folder
    if outdated:
        for part in outdated:
            sys.modules.pop(f"{_ALIAS}.{part}", None)
        # Python takes bytecode as current if size and second agree, as after a quick rewrite.
        shutil.rmtree(store.folder() / "__pycache__", ignore_errors=True)
        importlib.invalidate_caches()
        linecache.checkcache()
        _read.clear()
        _read.update(now)
    return getattr(importlib.import_module(f"{_ALIAS}.{name}"), name)


def course_answer(name: str, own: bool = True) -> Any:
    """The course's answer as an object, made from its source.

    Args:
        own: Whether the answers that it uses are the learner's where these passed; the object is
            then cached while they are the same. False uses only the course's, and makes a new
            object each time.

    Raises:
        UnknownName: there is no exercise of that name.
        FileNotFoundError: its source is missing.
    """
    text, answers = course_text(name)
    parts = {
        needed: load_answer(needed).value if own else course_answer(needed, own=False)
        for needed in answers
    }
    made_of = [text, *map(id, parts.values())]
    if own and name in _made and _made[name][0] == made_of:
        return _made[name][1]
    filename = f"<the course's {name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    home = types.ModuleType(_COURSE + name)
    sys.modules[home.__name__] = home  # torch.compile and pickle look names up there
    names = vars(home)
    names |= parts
    exec(compile(text, filename, "exec"), names)
    if own:
        _made[name] = (made_of, names[name])
    return names[name]


def course_text(name: str) -> tuple[str, list[str]]:
    """The text of the course's answer with its imports and helpers, and the answers it uses.

    Raises:
        UnknownName: there is no exercise of that name.
        FileNotFoundError: its source is not there.
    """
    exercises.require(name)
    cells = sources.exercise_cells()
    if name not in cells:
        raise FileNotFoundError(
            f"The course's own {name!r} is not here: {sources.SOLUTIONS} has no source that "
            "defines it. Get the whole course folder again."
        )
    module = modules.from_source(name, sources.statements(cells[name].notebook))
    text = "\n\n".join(["\n".join(module.imports), *module.helpers, module.body]) + "\n"
    return text, list(module.answers)


def _needed(text: str) -> list[str]:
    """The exercises whose answers a file of the package imports."""
    return re.findall(r"^from \.(\w+) import", text, re.MULTILINE)


def is_the_courses(value: Any) -> bool:
    """Whether an object was made by ``course_answer``."""
    return _home(value).startswith(_COURSE)


def is_kept(value: Any) -> bool:
    """Whether an object was loaded from the learner's package."""
    return _home(value).startswith(_ALIAS)


def complete() -> list[str]:
    """Add the course's answers to the package; returns the exercises that are the learner's.

    Optional exercises are in it only if they are the learner's.
    """
    own = []
    for entry in exercises.entries():
        if entry.optional:
            continue
        fill_in(entry.id)
        if not _is_the_courses(store.answer_file(entry.id)):
            own.append(entry.id)
    write_init()
    return own


def fill_in(name: str) -> None:
    """Write the course's answer if the learner has none that passed."""
    path = store.answer_file(name)
    cells = sources.exercise_cells()
    if path.exists() or name not in cells:
        return
    module = modules.from_source(name, sources.statements(cells[name].notebook))
    files.write(path, module.text(_THE_COURSES.format(id=name, title=exercises.entry(name).title)))
    for needed in module.answers:
        fill_in(needed)


def write_init() -> None:
    """Write the package's ``__init__``, which imports every answer that is there."""
    names = sorted(filter(exercises.known, (path.stem for path in store.folder().glob("*.py"))))
    lines = ['"""The Transformer that you built, part by part."""', ""]
    lines += [f"from .{name} import {name}" for name in names]
    lines += ["", "__all__ = ["] + [f'    "{name}",' for name in names] + ["]"]
    files.write(store.folder() / "__init__.py", "\n".join(lines) + "\n")


def _home(value: Any) -> str:
    return str(getattr(value, "__module__", ""))


def _is_the_courses(path: Path) -> bool:
    """Whether a file of the package holds the course's answer, or is missing."""
    return not path.exists() or path.read_bytes().startswith(
        _THE_COURSES.partition("{")[0].encode()
    )
