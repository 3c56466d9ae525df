"""Turn an answer into a module of its own: its statement, imports and helpers."""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import exercises
from .syntax import free_names, statement


@dataclass
class GeneratedModule:
    """A readable module made of one answer and what it needs."""

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
    """The answer needs something that cannot be written into a file of its own."""


def from_namespace(name: str, texts: list[str], names: Mapping[str, Any]) -> GeneratedModule:
    """The module of the learner's answer, with the helpers and imports that it uses.

    Raises:
        CannotKeep: a name is neither importable, nor an exercise, nor defined in a cell.
    """
    module, seen = GeneratedModule(), {name}
    found = statement(name, texts)
    if found is None:
        raise CannotKeep(f"no cell that was run defines {name}")
    module.body = found[0]
    todo = free_names(module.body)
    while todo:
        wanted = todo.pop(0)
        if wanted in seen:
            continue
        seen.add(wanted)
        line = _import_line(wanted, names.get(wanted), wanted in names)
        if exercises.known(wanted):
            module.answers.append(wanted)
        elif line:
            module.imports.append(line)
        elif (helper := statement(wanted, texts)) and "import" not in helper[0].split()[:1]:
            module.need(helper[0])
            todo += free_names(helper[0])
        elif wanted in names:
            raise CannotKeep(f"it uses `{wanted}`, which no cell that was run defines")
    return module


def from_source(name: str, statements: Mapping[str, str]) -> GeneratedModule:
    """The module of the course's answer, from the statements of its source."""
    module, seen = GeneratedModule(body=statements[name]), {name}
    todo = free_names(module.body)
    while todo:
        wanted = todo.pop(0)
        if wanted in seen:
            continue
        seen.add(wanted)
        if exercises.known(wanted):
            module.answers.append(wanted)
        elif wanted in statements and statements[wanted].startswith(("import ", "from ")):
            module.imports.append(statements[wanted])
        elif wanted in statements:
            module.need(statements[wanted])
            todo += free_names(statements[wanted])
    return module


def _import_line(name: str, value: Any, there: bool) -> str | None:
    if not there:
        return None
    if isinstance(value, types.ModuleType):
        plain = value.__name__
        return f"import {plain}" if plain == name else f"import {plain} as {name}"
    home, real = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if home in (None, "__main__") or not real:
        return None
    if getattr(sys.modules.get(home), real, None) is not value:
        return None
    if home.startswith("tutor_utils"):
        return None
    return f"from {home} import {real}" + ("" if real == name else f" as {name}")
