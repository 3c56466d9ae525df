"""Analyse Python text without running it: which statement binds a name, which names it uses."""

from __future__ import annotations

import ast
import builtins
import symtable
from functools import lru_cache

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)  # errors of ast.parse
_RECENT = 256  # cached texts: about the answers of a submission


@lru_cache(_RECENT)
def parsed(text: str) -> ast.Module:
    """The syntax tree of a text, cached: callers share it and must not change it.

    Raises:
        One of ``UNREADABLE``.
    """
    return ast.parse(text)


@lru_cache(_RECENT)
def _meaning(text: str) -> str:
    return ast.dump(parsed(text))


def bindings(tree: ast.Module) -> list[tuple[str, ast.stmt]]:
    """Pairs (name, statement) of the names bound at top level, in order."""
    found: list[tuple[str, ast.stmt]] = []
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.append((node.name, node))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found += [(a.asname or a.name.partition(".")[0], node) for a in node.names]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not _from_mine(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            found += [(name, node) for name in names]
    return found


def _from_mine(value: ast.expr | None) -> bool:
    """Whether the statement fetches an answer, as ``split_heads = mine("split_heads")`` does."""
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "mine"


def segment(text: str | list[str], node: ast.stmt) -> str:
    """The source of a statement, decorators included; ``text`` may be split into lines."""
    lines = text.splitlines() if isinstance(text, str) else text
    first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
    return "\n".join(lines[first - 1 : node.end_lineno])


def statement(name: str, texts: list[str]) -> tuple[str, str] | None:
    """The statement that bound ``name`` last, with its cell; None if there is none."""
    for text in reversed(texts):
        try:
            tree = parsed(text)
        except (SyntaxError, ValueError):
            continue
        for bound, node in reversed(bindings(tree)):
            if bound == name:
                return segment(text, node), text
    return None


def same_code(first: str, second: str) -> bool:
    """Whether two sources are the same code, ignoring comments and layout."""
    try:
        return _meaning(first) == _meaning(second)
    except UNREADABLE:
        return False


def free_names(text: str) -> list[str]:
    """The global names that ``text`` reads and does not bind, builtins left out."""
    table = symtable.symtable(text, "answer", "exec")
    bound = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    bound |= {s.get_name() for s in table.get_symbols() if s.is_namespace()}
    read, ahead = set(), [table]
    while ahead:
        scope = ahead.pop()
        ahead += scope.get_children()
        read |= {s.get_name() for s in scope.get_symbols() if s.is_referenced() and s.is_global()}
    return sorted(n for n in read if n not in bound and not hasattr(builtins, n))
