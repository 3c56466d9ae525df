"""The learner's source: which statement binds a name, and which other names it needs."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import symtable
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import exercises
from .course import bindings, segment

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what parsing a text may raise


def shell() -> Any:
    """The running IPython shell, or None outside a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def namespace(answer: Any = None) -> Mapping[str, Any]:
    """The global names that the learner's code sees."""
    running = shell()
    if running is not None:
        return running.user_ns
    function = _a_function(answer)
    return function.__globals__ if function else vars(sys.modules["__main__"])


def cell_texts(answer: Any = None) -> list[str]:
    """The cells run so far, oldest first, the one that made ``answer`` last.

    Outside a notebook: the file that holds ``answer``. A runner such as nbval keeps no history;
    then the texts are those that IPython gives to ``linecache`` for its tracebacks.
    """
    running = shell()
    texts = [text for text in running.user_ns.get("In", []) if text.strip()] if running else []
    if running and not texts:
        names = [n for n in linecache.cache if "ipykernel" in n and "/site-packages/" not in n]
        texts = ["".join(linecache.getlines(name)) for name in names]
    function = _a_function(answer)
    if function is not None and (running is None or function.__module__ == "__main__"):
        texts.append("".join(linecache.getlines(function.__code__.co_filename)))
    return texts


def _a_function(answer: Any) -> types.FunctionType | None:
    """A function whose code tells the file: ``answer`` itself, or a method of the class."""
    answer = inspect.unwrap(answer) if callable(answer) else answer
    if isinstance(answer, types.FunctionType):
        return answer
    cls = answer if isinstance(answer, type) else type(answer)
    methods = [m for m in vars(cls).values() if isinstance(m, types.FunctionType)]
    return methods[0] if methods else None


def statement(name: str, texts: list[str]) -> tuple[str, str] | None:
    """(statement, its whole cell) that bound ``name`` last, or None."""
    for text in reversed(texts):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        for bound, node in reversed(bindings(tree)):
            if bound == name:
                return segment(text, node), text
    return None


def same_code(first: str, second: str) -> bool:
    """Whether two sources say the same, comments and layout aside."""
    try:
        return ast.dump(ast.parse(first)) == ast.dump(ast.parse(second))
    except UNREADABLE:
        return False


def free_names(text: str) -> list[str]:
    """The global names that ``text`` reads and does not bind, builtins left out."""
    table = symtable.symtable(text, "answer", "exec")
    bound = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    bound |= {s.get_name() for s in table.get_symbols() if s.is_namespace()}
    read: dict[str, None] = {}

    def walk(scope: symtable.SymbolTable, top: bool) -> None:
        for symbol in scope.get_symbols():
            if symbol.is_referenced() and (top or symbol.is_global()):
                read[symbol.get_name()] = None
        for child in scope.get_children():
            walk(child, top=False)

    walk(table, top=True)
    return sorted(n for n in read if n not in bound and not hasattr(builtins, n))


@dataclass
class Module:
    """A readable module made of one answer and what it needs."""

    imports: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)
    body: str = ""

    def need(self, helper: str) -> None:
        """Put a helper before what uses it. `PAD, BOS = 0, 1` serves two names and stands once."""
        if helper in self.helpers:
            self.helpers.remove(helper)
        self.helpers.insert(0, helper)

    def text(self, header: str) -> str:
        """The file: a header comment, imports, the helpers, the answer."""
        lines = sorted(set(self.imports), key=lambda line: (line.startswith("from"), line))
        lines += [f"from .{name} import {name}" for name in sorted(set(self.answers))]
        blocks = [header, "\n".join(lines), *self.helpers, self.body]
        return "\n\n\n".join(b.strip("\n") for b in blocks if b.strip()) + "\n"


class CannotKeep(ValueError):
    """The answer needs something that cannot be written into a file of its own."""


def from_namespace(name: str, texts: list[str], names: Mapping[str, Any]) -> Module:
    """The module of the learner's answer ``name``: helpers and imports come along.

    Raises:
        CannotKeep: a name is neither importable, nor an exercise, nor defined in a cell.
    """
    module, seen = Module(), {name}
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


def from_source(name: str, statements: Mapping[str, str]) -> Module:
    """The module of the course's part ``name`` from the statements of its source."""
    module, seen = Module(body=statements[name]), {name}
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
