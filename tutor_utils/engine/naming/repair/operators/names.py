"""Names and numbers: another one of your own, one where a name belongs, one too far."""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import combinations
from typing import Any

from ..edit import Change, Edit, text_of
from ..place import LIBRARIES, Place, Scope, blocks, called, expression, literal, number, of_self
from .axes import chooses_axis
from .registry import Alternatives, Edits, of_nodes, of_scopes

_NUMBERS = ("int", "float", "bool")


def _is_load(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _is_function(place: Place) -> bool:
    return isinstance(place.parent, ast.Call) and place.field == "func"


@of_nodes("another-name", ast.Name)
def another_name(node: ast.Name, place: Place) -> Alternatives:
    """``k`` for ``v``."""
    scope = place.scope
    if node.id in LIBRARIES or node.id == "self" or not _is_load(node):
        return
    if _is_function(place) and node.id not in scope.parameters:
        return
    for other in scope.names_at(node.lineno):
        if other != node.id and scope.alike(node.id, other):
            yield 1.5, ast.Name(other, ast.Load())
    if scope.in_class and not _is_function(place):
        for other in scope.attributes:
            if scope.alike(node.id, f"self.{other}"):
                yield 1.9, expression(f"self.{other}")


@of_nodes("another-target", ast.Name)
def kept_under_another_name(node: ast.Name, place: Place) -> Alternatives:
    """``logits, _ = model(x, cache)`` for ``logits, cache = model(x, cache)``."""
    scope = place.scope
    assigned = isinstance(place.parent, (ast.Assign, ast.Tuple))
    if assigned and isinstance(node.ctx, ast.Store) and isinstance(place.statement, ast.Assign):
        for other in scope.names_at(node.lineno):
            if other != node.id and scope.alike(node.id, other):
                yield 1.8, ast.Name(other, ast.Store())


@of_scopes("names-exchanged")
def names_exchanged(scope: Scope) -> Edits:
    """``d[j][i]`` for ``d[i][j]``; ``self.a(self.b(x))`` for ``self.b(self.a(x))``."""
    for block in blocks(scope):
        for statement in block.statements:
            if isinstance(statement, (ast.Assign, ast.Return, ast.AugAssign, ast.Expr)):
                yield from _exchanged(statement, scope)


def _exchanged(statement: ast.stmt, scope: Scope) -> Edits:
    known = {*scope.names_at(statement.lineno), *(f"self.{name}" for name in scope.attributes)}
    read: dict[str, list[ast.AST]] = defaultdict(list)
    for node in ast.walk(statement):
        if isinstance(node, (ast.Name, ast.Attribute)) and _is_load(node):
            read[ast.unparse(node)].append(node)
    for one, other in combinations(sorted(read.keys() & known), 2):
        field = "attr" if one.startswith("self.") else "id"
        if other.startswith("self.") == (field == "attr") and scope.alike(one, other):
            changes: list[Change] = [
                (node, field, None, new.removeprefix("self."))
                for old, new in ((one, other), (other, one))
                for node in read[old]
            ]
            text = expression(f"{one}, {other}")
            yield Edit("names-exchanged", 1.7, statement, statement, text, changes)


@of_nodes("another-name", ast.Attribute)
def another_attribute(node: ast.Attribute, place: Place) -> Alternatives:
    """``self.num_heads`` for ``self.d_k``, or for a parameter."""
    scope = place.scope
    own = of_self(node)
    if not own or not _is_load(node) or _is_function(place):
        return
    for other in scope.attributes:
        if other != own and scope.alike(f"self.{own}", f"self.{other}"):
            yield 1.6, expression(f"self.{other}")
    for other in scope.parameters:
        if scope.alike(f"self.{own}", other):
            yield 1.8, ast.Name(other, ast.Load())


@of_nodes("another-layer", ast.Attribute)
def another_layer(node: ast.Attribute, place: Place) -> Alternatives:
    """``self.w_q(key)`` for ``self.w_k(key)``."""
    own, scope = of_self(node), place.scope
    if own and _is_function(place):
        for other in scope.attributes:
            if other != own and scope.alike(f"self.{own}", f"self.{other}"):
                yield 1.3, expression(f"self.{other}")


@of_nodes("self-missing", ast.Name)
def self_missing(node: ast.Name, place: Place) -> Alternatives:
    """``w_q(x)`` for ``self.w_q(x)``."""
    scope = place.scope
    if node.id in scope.attributes and node.id not in scope.parameters and _is_load(node):
        yield 0.8, expression(f"self.{node.id}")


@of_nodes("not-stored", ast.Name)
def not_stored(node: ast.Name, place: Place) -> Alternatives:
    """``w_q = nn.Linear(d, d)`` in ``__init__`` for ``self.w_q = nn.Linear(d, d)``."""
    parent = place.parent
    made = isinstance(parent, ast.Assign) and isinstance(parent.value, ast.Call)
    if made and place.field == "targets" and place.scope.name == "__init__":
        yield 0.9, ast.Attribute(ast.Name("self", ast.Load()), node.id, ast.Store())


@of_nodes("not-called", ast.Attribute)
def not_called(node: ast.Attribute, place: Place) -> Alternatives:
    """``x.dim`` for ``x.dim()``."""
    if isinstance(node, ast.Attribute) and _is_load(node) and not _is_function(place):
        bare = isinstance(place.parent, ast.Expr)
        yield 0.8 if bare else 1.6, ast.Call(node, [], [])


_OTHER_SIDE = {
    **{"num_embeddings": "embedding_dim", "embedding_dim": "num_embeddings"},
    **{"in_features": "out_features", "out_features": "in_features"},
}


@of_nodes("size-for-name", ast.Attribute)
def other_side_of_a_layer(node: ast.Attribute, place: Place) -> Alternatives:
    """``table.num_embeddings`` for ``table.embedding_dim``."""
    if node.attr in _OTHER_SIDE:
        yield 1.2, ast.Attribute(node.value, _OTHER_SIDE[node.attr], ast.Load())


@of_nodes("size-for-name", ast.Call)
def size_of_another_axis(node: ast.Call, place: Place) -> Alternatives:
    """``len(x)``, the first axis, for the size of another one."""
    if called(node) == "len" and len(node.args) == 1:
        for axis in (1, -1, 2):
            yield 1.4, expression(f"{ast.unparse(node.args[0])}.shape[{axis}]")


@of_nodes("number-for-a-name", ast.Constant)
def number_for_a_name(node: ast.Constant, place: Place) -> Alternatives:
    """``0`` for ``pad_id``; ``512`` for ``d_model``; ``8`` for ``x.shape[1]``."""
    scope = place.scope
    if type(node.value) not in (int, float):
        return
    if isinstance(place.parent, ast.Subscript) and type(node.value) is int:  # of a loop, as a rule
        for other in scope.locals:
            if scope.may_be(other, "int"):
                yield 1.5, ast.Name(other, ast.Load())
    if chooses_axis(place):
        return
    for other in scope.names_at(getattr(node, "lineno", 0)):
        if scope.may_be(other, *_NUMBERS):
            yield 1.5, ast.Name(other, ast.Load())
    if scope.in_class and scope.name != "__init__":
        for other in scope.parts(*_NUMBERS):
            yield 1.6, expression(f"self.{other}")
    for other in scope.named("Tensor"):
        for axis in (-1, 0, 1):
            yield 1.8, expression(f"{other}.shape[{axis}]")
    for other in scope.named("Tensor", "list", "str", "tuple", "dict"):
        yield 1.9, expression(f"len({other})")


@of_nodes("look-up-missing", ast.Constant)
def constant_for_an_entry(node: ast.Constant, place: Place) -> Alternatives:
    """``3`` or ``"<unk>"`` where the dictionary should be asked for the id of ``<unk>``."""
    scope = place.scope
    for table in scope.named("dict"):
        if isinstance(node.value, str) and not isinstance(place.parent, ast.Subscript):
            yield 1.6, ast.Subscript(ast.Name(table, ast.Load()), node, ast.Load())
        elif type(node.value) is int or node.value is None:
            for word in scope_words(place):
                yield 1.8, expression(f"{table}[{word!r}]")


def scope_words(place: Place) -> list[str]:
    """Words that a vocabulary of this course may have for what it does not know."""
    written = {n.value for n in ast.walk(place.scope.function) if isinstance(n, ast.Constant)}
    return sorted({w for w in written if isinstance(w, str) and w.startswith("<")} | {"<unk>"})


@of_nodes("look-up-missing", ast.Call)
def no_default(node: ast.Call, place: Place) -> Alternatives:
    """``vocab.get(token)`` where what it does not know has an id of its own."""
    if called(node) == "get" and len(node.args) == 1 and isinstance(node.func, ast.Attribute):
        table = ast.unparse(node.func.value)
        for word in scope_words(place):
            yield 1.3, ast.Call(node.func, [*node.args, expression(f"{table}[{word!r}]")], [])


@of_nodes("off-by-one", ast.Constant, ast.UnaryOp)
def number_off_by_one(node: ast.Constant | ast.UnaryOp, place: Place) -> Alternatives:
    """A whole number that is one too large or too small."""
    value = number(node)
    if value is None or number(place.parent) is not None or chooses_axis(place):
        return
    ends = (0, -1) if _is_index(place) else ()
    for other in (value + 1, value - 1):
        if value not in ends or other not in ends:
            yield 1.2, literal(other)


@of_nodes("first-or-last", ast.Constant, ast.UnaryOp)
def other_end_of_an_axis(node: ast.Constant | ast.UnaryOp, place: Place) -> Alternatives:
    """``x[:, 0]`` for ``x[:, -1]``."""
    value = number(node)
    if value in (0, -1) and number(place.parent) is None and _is_index(place):
        yield 1.0, literal(-1 - value)


def _is_index(place: Place) -> bool:
    """Whether a number there stands between brackets, beside slices."""
    beside = place.parent.elts if isinstance(place.parent, ast.Tuple) else []
    return any(isinstance(one, ast.Slice) or text_of(one) == "..." for one in beside)


@of_nodes("off-by-one", ast.Name, ast.Attribute)
def name_off_by_one(node: ast.Name | ast.Attribute, place: Place) -> Alternatives:
    """``n`` for ``n + 1`` or ``n - 1``."""
    scope = place.scope
    text = of_self(node) and f"self.{of_self(node)}"
    text = node.id if isinstance(node, ast.Name) else text
    if not text or text in LIBRARIES or text == "self" or not _is_load(node):
        return
    if _is_function(place) or isinstance(place.parent, (ast.Attribute, ast.keyword)):
        return
    if place.is_argument_of("len"):
        return
    if scope.may_be(text, "int", "float", "Tensor") and isinstance(node, ast.expr):
        yield 1.7, ast.BinOp(node, ast.Add(), ast.Constant(1))
        yield 1.7, ast.BinOp(node, ast.Sub(), ast.Constant(1))


@of_nodes("off-by-one", ast.Call)
def call_off_by_one(node: ast.Call, place: Place) -> Alternatives:
    """``len(x)`` for ``len(x) - 1``; ``x.size(1)`` likewise."""
    counts = called(node) in ("len", "size", "max", "min", "sum", "int")
    if isinstance(node, ast.Call) and counts and not place.is_result:
        yield 1.6, ast.BinOp(node, ast.Sub(), ast.Constant(1))
        yield 1.6, ast.BinOp(node, ast.Add(), ast.Constant(1))


@of_nodes("off-by-one", ast.Slice)
def slice_off_by_one(node: ast.Slice, place: Place) -> Alternatives:
    """A slice that begins or ends one place off."""
    for side in ("lower", "upper"):
        end = getattr(node, side)
        ends: dict[str, Any] = {"lower": node.lower, "upper": node.upper, "step": node.step}
        if end is not None and number(end) is None:
            yield 1.4, ast.Slice(**ends | {side: ast.BinOp(end, ast.Add(), ast.Constant(1))})
            yield 1.4, ast.Slice(**ends | {side: ast.BinOp(end, ast.Sub(), ast.Constant(1))})


@of_nodes("slice-end", ast.Slice)
def slice_end(node: ast.Slice, place: Place) -> Alternatives:
    """A slice with an end too many, one missing, or the other one."""
    ends: dict[str, Any] = {"lower": node.lower, "upper": node.upper, "step": node.step}
    for side, end in ends.items():
        if end is not None:
            yield 1.3, ast.Slice(**ends | {side: None})
    if node.step is None and (node.lower is None) != (node.upper is None):
        yield 1.3, ast.Slice(node.upper, node.lower, None)
    if node.lower is not None and node.upper is not None and node.step is None:
        yield 1.6, ast.Slice(node.upper, None)  # the part behind this one, and the one before
        yield 1.6, ast.Slice(None, node.lower)
    if node.lower is None and node.upper is None and node.step is None:
        yield 1.9, ast.Slice(None, literal(-1))
        yield 1.9, ast.Slice(literal(1), None)
    for end, other in ((node.lower, "upper"), (node.upper, "lower")):
        value = number(end)
        if value is not None and node.step is None:
            ends = {"lower": None, "upper": None, other: literal(-value)}
            yield 1.4, ast.Slice(**ends)


@of_nodes("constant", ast.Constant)
def another_constant(node: ast.Constant, place: Place) -> Alternatives:
    """A number that is written in, and is not the right one."""
    value = node.value if isinstance(node, ast.Constant) else None
    if type(value) is float:
        large = 1e9 if value > 0 else -1e9
        for other in {-value, value * 10, value / 10, 1.0, 0.0, 0.5, 2.0, 10000.0, large} - {value}:
            yield 1.8, literal(other)
        if isinstance(place.parent, ast.UnaryOp) or value > 100:
            yield 1.7, expression("float('inf')")
    elif type(value) is int and not chooses_axis(place):
        for number_ in (0, 1, 2, 4, -1):
            if number_ not in (value, value + 1, value - 1):
                yield 1.9, literal(number_)
        yield 2.0, literal(value / 2)
        yield 1.9, expression("float('inf')")


@of_nodes("flag", ast.Constant)
def flag_turned_round(node: ast.Constant, place: Place) -> Alternatives:
    """``True`` for ``False``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield 1.0, ast.Constant(not node.value)
