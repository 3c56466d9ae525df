"""Every edit of a program, the likely slips first."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from ..edit import Edit, placed
from ..place import Place, Scope, Types, blocks, places, scopes
from . import (  # noqa: F401  # they register
    axes,
    calls,
    formulas,
    letters,
    moves,
    names,
    results,
    statements,
)
from .registry import OF_NODES, OF_SCOPES, OF_STATEMENTS, Operator

_MOST_PLACES = 6
_MORE = 0.7  # the same slip in several places is less likely than in one
_IN_TEST = 0.6  # a part of a condition, where the condition itself may be the wrong way round
# Names, and the functions that are names of their own; those of a library stay as they are.
_NAMES = re.compile(r"\bself\.\w+|(?<!\.)\b[a-z]\w*\b(?!=)|\b[a-z]\w*\b(?![(=])")


def edits(
    tree: ast.Module,
    types: Types,
    lines: set[int] | None = None,
    without: Collection[str] = (),
) -> list[Edit]:
    """All edits of a program, each once, the likely ones first.

    Args:
        types: What names held where the failing trial ran.
        lines: The lines that it reached; other lines cannot be the cause. None: every line.
        without: Kinds of operators that are not asked.
    """
    found = [e for scope in scopes(tree, types) for e in _of_scope(scope, lines, without)]
    found += _made_together(found)
    return sorted(found, key=lambda edit: edit.cost)


def _of_scope(scope: Scope, lines: set[int] | None, without: Collection[str]) -> Iterator[Edit]:
    for operator in _asked(OF_SCOPES, without):
        for edit in operator.make(scope):
            for *_, new in edit.changes:
                placed(new, edit.at)
            yield edit
    for block in blocks(scope):
        for index, statement in enumerate(block.statements):
            if not _reached(statement, lines):
                continue
            for operator in _asked(OF_STATEMENTS.get(type(statement), []), without):
                for cost, new in operator.make(statement, block, index):
                    change = (block.parent, block.field, slice(index, index + 1), new)
                    placed(new, statement)
                    yield Edit(operator.kind, cost, statement, statement, list(new), [change])
    where: dict[int, str] = {}
    for place in places(scope):
        if _reached(place.statement, lines):
            if id(place.node) not in where:
                where |= _positions(place.statement)
            for edit, which in _of_place(place, without):
                if position := where.get(id(place.node)):
                    edit.position = f"{which} {position}"
                yield edit


def _asked(operators: list[Operator], without: Collection[str]) -> list[Operator]:
    return [one for one in operators if one.kind not in without]


def _of_place(place: Place, without: Collection[str]) -> Iterator[tuple[Edit, int]]:
    """The edits at a place, each with its number among those of its operator."""
    node = place.node
    at = node if hasattr(node, "lineno") else place.statement
    whole = isinstance(node, (ast.Compare, ast.BoolOp, ast.UnaryOp))
    inside = place.in_test and not (whole or place.is_test)
    for operator in _asked(OF_NODES.get(type(node), []), without):
        for which, (cost, new) in enumerate(operator.make(node, place)):
            change = (place.parent, place.field, place.index, placed(new, at))
            kind, more = ("condition", _IN_TEST) if inside else (operator.kind, 0.0)
            yield Edit(kind, cost + more, at, node, new, [change]), which


def _reached(statement: ast.stmt, lines: set[int] | None) -> bool:
    if lines is None:
        return True
    if isinstance(statement, (ast.If, ast.For, ast.While, ast.With, ast.FunctionDef)):
        return statement.lineno in lines
    return not lines.isdisjoint(range(statement.lineno, (statement.end_lineno or 0) + 1))


# --- the same slip in several places (q, k and v) is one edit ------------------------------------


def _positions(statement: ast.stmt) -> dict[int, str]:
    """Each node below a statement -> what it is part of, names left out, and where in it."""
    value = getattr(statement, "value", None)
    parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]
    found: dict[int, str] = {}
    for part in filter(None, parts):
        form = _NAMES.sub("_", ast.unparse(part))
        found |= {id(node): f"{i} in {form}" for i, node in enumerate(ast.walk(part))}
    return found


def _made_together(found: Iterable[Edit]) -> Iterator[Edit]:
    """Edits of several places: of pieces that read the same, or that stand in lines alike."""
    alone = [e for e in found if len(e.changes) == 1 and isinstance(e.old, (ast.expr, ast.keyword))]
    by_text: dict[tuple[str, str], list[Edit]] = defaultdict(list)
    by_position: dict[tuple[str, str], list[Edit]] = defaultdict(list)
    texts: dict[int, str] = {}
    for edit in alone:
        if id(edit.old) not in texts:
            texts[id(edit.old)] = edit.before
        by_text[edit.kind, texts[id(edit.old)]].append(edit)
        if edit.position:
            by_position[edit.kind, edit.position].append(edit)
    groups = [group for several in by_text.values() for group in _by_result(several)]
    seen = set()
    for group in [*groups, *by_position.values()]:
        places_ = tuple(id(edit.old) for edit in group)
        key = group[0].kind, places_, group[0].after
        if 1 < len(set(places_)) == len(group) <= _MOST_PLACES and key not in seen:
            seen.add(key)
            yield _as_one(group)


def _by_result(several: list[Edit]) -> Iterable[list[Edit]]:
    if len({id(edit.old) for edit in several}) < 2:
        return ()
    same: dict[str, list[Edit]] = defaultdict(list)
    for edit in several:
        same[edit.after].append(edit)
    return same.values()


def _as_one(group: list[Edit]) -> Edit:
    first = group[0]
    changes = [change for edit in group for change in edit.changes]
    cost = first.cost + _MORE
    return Edit(first.kind, cost, first.at, first.old, first.new, changes, len(group))
