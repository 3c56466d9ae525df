"""Make a module of an answer: its statement, with the imports and helpers that it needs."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import exercises
from .syntax import free_names, statement


@dataclass
class GeneratedModule:
    """A readable module with one answer and the names that it needs."""

    imports: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)
    body: str = ""

    def need(self, helper: str) -> None:
        """Add a helper before the code that uses it; a statement is added only once."""
        if helper in self.helpers:
            self.helpers.remove(helper)
        self.helpers.insert(0, helper)

    def text(self, header: str) -> str:
        """The file: a header comment, imports, the helpers, the answer."""
        lines = sorted(set(self.imports), key=lambda line: (line.startswith("from"), line))
        lines += [f"from .{name} import {name}" for name in sorted(set(self.answers))]
        blocks = [header, "\n".join(lines), *self.helpers, self.body]
        return "\n\n\n".join(b.strip() for b in blocks if b.strip()) + "\n"


class CannotKeep(ValueError):
    """The answer uses a value that cannot be written into its file."""


def from_namespace(name: str, texts: list[str], names: Mapping[str, Any]) -> GeneratedModule:
    """The module of the learner's answer, with the helpers and imports that it uses.

    Raises:
        CannotKeep: a name is neither importable, nor an exercise, nor defined in a cell.
    """

    def binding(wanted: str) -> str:
        if line := _import_line(wanted, names.get(wanted), wanted in names):
            return line
        found = statement(wanted, texts)
        if found and not found[0].startswith("import "):
            return found[0]
        if wanted in names:
            raise CannotKeep(f"it uses `{wanted}`, which no cell that was run defines")
        return ""

    found = statement(name, texts)
    if found is None:
        raise CannotKeep(f"no cell that was run defines {name}")
    return _module(name, found[0], binding)


def from_source(name: str, statements: Mapping[str, str]) -> GeneratedModule:
    """The module of the course's answer, from the statements of its source."""
    return _module(name, statements[name], lambda wanted: statements.get(wanted, ""))


def _module(name: str, body: str, binding: Callable[[str], str]) -> GeneratedModule:
    """The module of a statement; ``binding``: name -> the statement that binds it, or ""."""
    module, seen = GeneratedModule(body=body), {name}
    todo = free_names(body)
    while todo:
        wanted = todo.pop(0)
        if wanted in seen:
            continue
        seen.add(wanted)
        if exercises.known(wanted):
            module.answers.append(wanted)
        elif (found := binding(wanted)).startswith(("import ", "from ")):
            module.imports.append(found)
        elif found:
            module.need(found)
            todo += free_names(found)
    return module


def _import_line(name: str, value: Any, there: bool) -> str:
    """The import statement for a value; "" if there is none, or if the value is the course's."""
    if isinstance(value, types.ModuleType):
        plain = value.__name__
        return f"import {plain}" if plain == name else f"import {plain} as {name}"
    home, real = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if not there or home in (None, "__main__") or not real or home.startswith("tutor_utils"):
        return ""
    if getattr(sys.modules.get(home), real, None) is not value:
        return ""
    return f"from {home} import {real}" + ("" if real == name else f" as {name}")
