"""Edits that take a piece of a right answer, said in the learner's own names.

They find what no general slip is: an operand, a step or a guard that is missing. They point to a
place, and give no reason.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .edit import Edit, placed
from .place import (
    LIBRARIES,
    Place,
    Scope,
    Types,
    blocks,
    called,
    expression,
    is_docstring,
    of_self,
    places,
    receiver,
    scopes,
    size,
)

_TOKENS = re.compile(r"\w+|[^\s\w]")
_LARGEST = 40  # expressions in a piece
LEAST, _DEAREST = 1.5, 6.0  # costs
_COMMON = {*LIBRARIES, "self", "dim", "None", "for", "in", "if", "not"}


@dataclass
class _Pieces:
    """What right answers say in one function, in the learner's names."""

    expressions: dict[str, ast.expr] = field(default_factory=dict)
    statements: dict[str, ast.stmt] = field(default_factory=dict)
    operands: dict[tuple[str, str], tuple[ast.operator, ast.expr]] = field(default_factory=dict)


def donated(
    tree: ast.Module, rights: Iterable[str], types: Types, lines: set[int] | None
) -> list[Edit]:
    """Edits of a program with pieces of right answers.

    Args:
        rights: The texts of the right answers.
        lines: The lines that the failing trial reached; None: every line.
    """
    pieces = _pieces(tree, rights)
    found: list[Edit] = []
    total = max(1, size(tree))
    for scope in scopes(tree, types):
        given = pieces.get(scope.name if scope.in_class else "")
        if given is None:
            continue
        for place in places(scope):
            if lines is None or place.statement.lineno in lines or scope.name == "__init__":
                found += _expressions(place, given, total)
        found += _statements(scope, given)
    return found


# --- the edits -----------------------------------------------------------------------------------


def _expressions(place: Place, given: _Pieces, total: int) -> Iterator[Edit]:
    node = place.node
    if not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    if isinstance(node, (ast.Starred, ast.Slice)) or place.field in ("func", "slice"):
        return
    if isinstance(node, ast.Name) and (node.id in LIBRARIES or node.id == "self"):
        return
    text = ast.unparse(node)
    mine = Counter(_TOKENS.findall(text))
    words = {w for w in mine if w[0].isalpha()} - _COMMON
    locals_here = _used_only_here(node, place.scope)
    for other, new in given.expressions.items():
        theirs = Counter(_TOKENS.findall(other))
        if other == text or not (words & theirs.keys() or isinstance(node, ast.Constant)):
            continue
        common, every = (mine & theirs).total(), (mine | theirs).total()
        cost = 1.6 + 0.11 * (every - common) + (0.5 if not common else 0.0)
        if max(size(node), size(new)) / total > 0.5:
            cost += 0.8
        if locals_here - theirs.keys():  # what the learner worked out would not be used
            cost += 1.5
        if cost < _DEAREST:
            yield _edit("piece", cost, place, new)
    if isinstance(place.parent, (ast.Return, ast.Assign, ast.Tuple, ast.Call, ast.BinOp)):
        inner = receiver(node) if isinstance(node, ast.Call) else None
        for (_, other), (operator, side) in given.operands.items():
            if other == text or isinstance(node, (ast.Tuple, ast.Constant)):
                continue
            cost = (2.1 if not isinstance(place.parent, (ast.Call, ast.BinOp)) else 2.5) + (
                0.03 * size(side)
            )
            yield _edit("operand-missing", cost, place, ast.BinOp(node, operator, side))
            if inner is not None:
                yield _edit("piece", cost + 0.3, place, ast.BinOp(inner, operator, side))


def _edit(kind: str, cost: float, place: Place, new: ast.expr) -> Edit:
    node = place.node
    change = (place.parent, place.field, place.index, placed(new, node))
    return Edit(kind, cost, node, node, new, [change])


def _used_only_here(node: ast.AST, scope: Scope) -> set[str]:
    """Local names that are read nowhere but in this piece."""
    names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    here = Counter(n for n in names if n in scope.locals and n not in scope.parameters)
    return {name for name, count in here.items() if count == scope.read[name]}


def _statements(scope: Scope, given: _Pieces) -> Iterator[Edit]:
    if isinstance(scope.function, ast.Lambda):
        return
    own = {ast.unparse(n) for n in ast.walk(scope.function) if isinstance(n, ast.stmt)}
    for block in blocks(scope):
        if not (block.is_body or isinstance(block.parent, (ast.If, ast.For))):
            continue
        body = block.statements
        first = 1 if body and is_docstring(body[0]) else 0
        for text, new in given.statements.items():
            if text in own:
                continue
            guard = isinstance(new, ast.If) and any(isinstance(s, ast.Raise) for s in new.body)
            for index in range(first, len(body) + 1):
                if index and isinstance(body[index - 1], ast.Return):
                    break
                cost = 1.5 + 0.1 * index if guard else 2.2
                cost += 0.01 * size(new) + (0.0 if block.is_body else 0.5)
                if not guard and _overwrites(new, scope, body, index):
                    cost += 1.3
                at = body[min(index, len(body) - 1)]
                change = (block.parent, block.field, slice(index, index), [placed(new, at)])
                kind = "guard-missing" if guard else "statement-missing"
                yield Edit(kind, cost, at, None, new, [change])


def _overwrites(new: ast.stmt, scope: Scope, body: list[ast.stmt], index: int) -> bool:
    """Whether a statement puts something else in the place of what the learner worked out."""
    if not isinstance(new, ast.Assign):
        return False
    stored = {n.id for t in new.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    read = {n.id for n in ast.walk(new.value) if isinstance(n, ast.Name)}
    here = body[index].lineno if index < len(body) else 10**6
    return any(scope.locals.get(name, 10**6) < here for name in stored - read)


# --- right answers in the learner's names --------------------------------------------------------


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, ast.expr | str], attributes: dict[str, str]) -> None:
        self.names, self.attributes = names, attributes

    def visit_Name(self, node: ast.Name) -> ast.expr:
        other = self.names.get(node.id)
        if isinstance(other, str):
            return ast.Name(other, node.ctx)
        stored = isinstance(node.ctx, ast.Store)
        return node if other is None or stored else expression(ast.unparse(other))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if own := of_self(node):
            return ast.Attribute(node.value, self.attributes.get(own, own), node.ctx)
        return node


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (part.name, part) for part in node.body if isinstance(part, ast.FunctionDef)
            )


def _pieces(tree: ast.Module, rights: Iterable[str]) -> dict[str, _Pieces]:
    mine: dict[str, ast.FunctionDef] = {}
    for name, function in _functions(tree):
        mine.setdefault(name, function)
    stored = _made(tree)
    found: dict[str, _Pieces] = {}
    for text in rights:
        other = ast.parse(text)
        attributes = _matched(_made(other), stored)
        for name, function in _functions(other):
            if name in mine:
                pieces = found.setdefault(name, _Pieces())
                _add(pieces, function, mine[name], attributes, set(stored))
    return found


def _made(tree: ast.Module) -> dict[str, str]:
    """Attributes of ``self`` -> what each is made by: "Linear"."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in filter(None, map(of_self, ast.walk(target))):
                    found[name] = called(node.value) or ast.unparse(node.value)
        elif called(node) == "register_buffer" and isinstance(node, ast.Call) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant):
                found[str(first.value)] = "buffer"
    return found


def _matched(theirs: dict[str, str], mine: dict[str, str]) -> dict[str, str]:
    """The names of a right answer's parts -> the learner's, by what they are made by."""
    same = {name: name for name in theirs if name in mine}
    free = [name for name in mine if name not in same]
    for name, made in theirs.items():
        if name not in same:
            fits = next((other for other in free if mine[other] == made), None)
            if fits:
                same[name] = fits
                free.remove(fits)
    return same


def _add(
    pieces: _Pieces,
    theirs: ast.FunctionDef,
    mine: ast.FunctionDef,
    attributes: dict[str, str],
    stored: set[str],
) -> None:
    """The pieces of one function of a right answer that make sense in the learner's."""
    names: dict[str, ast.expr | str] = dict(
        zip(Scope(theirs).parameters, Scope(mine).parameters, strict=False)
    )
    have = set(Scope(mine).parameters) | Scope(mine).locals.keys()
    known, renamed = dict(names), dict(names)
    for statement in theirs.body:  # what the learner gave no name is written out
        for name, value in _assigned(statement):
            renamed[name] = _renamed(value, renamed, attributes)
            if name not in have:
                known[name] = _renamed(value, known, attributes)
    for names in (known, renamed):
        for node in ast.walk(theirs):
            if isinstance(node, ast.expr) and _is_piece(node):
                new = _renamed(node, names, attributes)
                if size(new) <= _LARGEST and _fits(new, theirs, have, stored):
                    pieces.expressions.setdefault(ast.unparse(new), new)
                    if isinstance(new, ast.BinOp):
                        for side in (new.right, new.left):
                            key = type(new.op).__name__, ast.unparse(side)
                            pieces.operands.setdefault(key, (new.op, side))
    for node in ast.walk(theirs):
        kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.If)
        if isinstance(node, kinds) and not is_docstring(node):
            text = ast.unparse(node)
            one = _Renamed(known, attributes).visit(ast.parse(text)).body[0]
            if _fits(one, theirs, have, stored):
                pieces.statements.setdefault(ast.unparse(one), one)


def _assigned(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1):
        return
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple):
        for i, one in enumerate(target.elts):
            if isinstance(one, ast.Name):
                parts: Sequence[ast.expr] = value.elts if isinstance(value, ast.Tuple) else ()
                item = ast.Subscript(value, ast.Constant(i), ast.Load())
                yield one.id, parts[i] if len(parts) == len(target.elts) else item


def _renamed(
    node: ast.expr, names: dict[str, ast.expr | str], attributes: dict[str, str]
) -> ast.expr:
    new: ast.expr = _Renamed(names, attributes).visit(expression(ast.unparse(node)))
    return new


def _is_piece(node: ast.expr) -> bool:
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return False
    if isinstance(node, ast.Attribute):
        return not (isinstance(node.value, ast.Name) and node.value.id in LIBRARIES)
    left_out = (ast.Constant, ast.Name, ast.JoinedStr, ast.FormattedValue, ast.Starred)
    return not isinstance(node, left_out) and not any(
        isinstance(part, ast.Slice) for part in (node, *getattr(node, "elts", ()))
    )


def _fits(new: ast.AST, theirs: ast.FunctionDef, have: set[str], stored: set[str]) -> bool:
    """Whether all names of a piece are the learner's."""
    own = {n.id for n in ast.walk(new) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    own |= {a.arg for n in ast.walk(new) if isinstance(n, ast.Lambda) for a in n.args.args}
    read = {n.id for n in ast.walk(new) if isinstance(n, ast.Name)}
    parts = {of_self(n) for n in ast.walk(new)} - {"", "training", "register_buffer"}
    parts -= {
        n.attr
        for n in ast.walk(new)
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and of_self(n)
    }
    unknown = (read & Scope(theirs).locals.keys()) - have - own
    return not unknown and parts <= stored
