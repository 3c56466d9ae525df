"""Carry the learner's code: keep what passed, and hand it to the later notebooks."""

from __future__ import annotations

import importlib
import linecache
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import exercises
from ..engine.judge import judge
from ..engine.observe import observe
from . import course, source, store

YOURS = "# Written by you. It passed the check of `{id}`: {title}."
OURS = "# The course's part of `{id}`: {title}. Yours takes its place when it passes."
ALIAS = "_my_transformer"  # apart from the package's own name, so that both can be imported
COURSE = "course."  # begins the __module__ of what the course filled in


def keep(exercise: str, answer: Any, texts: list[str], names: Mapping[str, Any]) -> str:
    """Write the learner's passed answer into their package. Returns the file's digest.

    Raises:
        source.CannotKeep: the answer needs something that no cell defines.
        OSError: the folder cannot be written.
    """
    module = source.from_namespace(exercise, texts, names)
    for needed in module.answers:
        _fill_in(needed)
    item = exercises.find(exercise)
    text = module.text(YOURS.format(id=exercise, title=item.title))
    path = store.folder() / f"{exercise}.py"
    if not path.exists() or path.read_text("utf-8") != text:
        if path.exists() and not _is_ours(path):
            store.keep_copy(path)
        store.write(path, text)
    _write_init()
    return store.digest(text)


def mine(*names: str, own: bool = True) -> Any:
    """Your own code of earlier exercises; the course's where yours has not passed yet.

    ``split_heads, merge_heads = mine("split_heads", "merge_heads")``. Prints which part is whose.
    ``own=False`` gives the course's parts, made of the course's parts alone.

    Raises:
        UnknownName: there is no exercise of that name.
    """
    if not names:
        raise exercises.UnknownName('mine() needs at least one name: mine("split_heads").')
    found, owners = [], {"yours": [], "the course's": []}
    for name in names:
        part, yours, why = resolve(name) if own else (_course_part(name, own=False), False, "")
        found.append(part)
        owners["yours" if yours else "the course's"].append(name + why)
    print(" | ".join(f"{owner}: {', '.join(who)}" for owner, who in owners.items() if who))
    return found[0] if len(found) == 1 else tuple(found)


def package() -> Path:
    """Complete the package ``my_transformer`` with the course's parts, and say whose is whose.

    A bonus is in it if it is yours. Returns its folder. It can be read, and imported outside the
    course.
    """
    own, parts = [], [e for e in exercises.exercises() if not e.bonus]
    for exercise in parts:
        _fill_in(exercise.id)
        path = store.folder() / f"{exercise.id}.py"
        if path.exists() and not _is_ours(path):
            own.append(exercise.id)
    print(f"{store.NAME}: {len(own)} of {len(parts)} parts are yours, the others are the course's.")
    return store.folder()


def resolve(name: str) -> tuple[Any, bool, str]:
    """(object, whether it is the learner's own, a remark) for an exercise."""
    exercise = exercises.find(name)
    record = store.load(name)
    path = store.folder() / f"{name}.py"
    if not (record.passed and path.exists()):
        return _course_part(name), False, ""
    try:
        part = _load(name)
        if store.digest(path.read_text("utf-8")) == record.digest:
            return part, True, ""
        if judge(exercise, observe(exercise, part)).passed:
            return part, True, " (changed by hand, still passes)"
        why = " (your file was changed by hand and no longer passes)"
    except Exception as error:
        why = f" (your file does not load: {type(error).__name__}: {error})"
    return _course_part(name), False, why


def _load(name: str) -> Any:
    """Import ``name`` fresh from the learner's folder, without running the package's __init__."""
    for loaded in [m for m in sys.modules if m.partition(".")[0] == ALIAS]:
        if loaded in (ALIAS, f"{ALIAS}.{name}"):
            del sys.modules[loaded]
    bare = types.ModuleType(ALIAS)
    bare.__path__ = [str(store.folder())]
    sys.modules[ALIAS] = bare
    importlib.invalidate_caches()
    linecache.checkcache()
    return getattr(importlib.import_module(f"{ALIAS}.{name}"), name)


def _course_part(name: str, own: bool = True) -> Any:
    """The course's object, run from its source; what it needs is the learner's where it passed."""
    if not exercises.known(name):
        exercises.find(name)  # raises, and offers the nearest
    parts = course.parts()
    if name not in parts:
        raise FileNotFoundError(
            f"The course's own {name!r} is not here: {course.SOLUTIONS} has no source that "
            "defines it. Get the whole course folder again."
        )
    module = source.from_source(name, course.statements(parts[name].notebook))
    text = "\n\n".join(["\n".join(module.imports), *module.helpers, module.body]) + "\n"
    filename = f"<the course's {name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names = {"__name__": COURSE + name}
    names |= {n: resolve(n)[0] if own else _course_part(n, own) for n in module.answers}
    exec(compile(text, filename, "exec"), names)
    return names[name]


def _fill_in(name: str) -> None:
    """Put the course's part into the package where the learner has none that passed."""
    path = store.folder() / f"{name}.py"
    parts = course.parts()
    if path.exists() or name not in parts:
        return
    module = source.from_source(name, course.statements(parts[name].notebook))
    item = exercises.find(name)
    store.write(path, module.text(OURS.format(id=name, title=item.title)))
    for needed in module.answers:
        _fill_in(needed)


def _is_ours(path: Path) -> bool:
    return path.read_text("utf-8").startswith(OURS.partition("{")[0])


def _write_init() -> None:
    names = [e.id for e in exercises.exercises() if (store.folder() / f"{e.id}.py").exists()]
    lines = ['"""The Transformer that you built, part by part."""', ""]
    lines += [f"from .{name} import {name}" for name in sorted(names)]
    lines += ["", "__all__ = ["] + [f'    "{name}",' for name in sorted(names)] + ["]"]
    store.write(store.folder() / "__init__.py", "\n".join(lines) + "\n")
