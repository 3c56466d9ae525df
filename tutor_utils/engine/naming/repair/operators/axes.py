"""Axes: another one, one too many, one missing, two in the wrong order."""

from __future__ import annotations

import ast
import builtins
from itertools import permutations

from ..place import (
    Place,
    called,
    listed,
    literal,
    method,
    number,
    of_self,
    on_library,
    receiver,
    sub,
    with_keyword,
)
from .registry import Alternatives, of_nodes

TAKES_AXIS = listed("""
    softmax log_softmax sum mean cat stack concat unsqueeze squeeze size chunk split argmax
    argmin max min amax amin norm flatten unflatten prod cumsum any all repeat_interleave unbind
    select vector_norm normalize cosine_similarity logsumexp gather topk sort narrow std var
    flip roll index_select movedim
""")
REDUCES = listed("""
    sum mean norm amax amin max min std var all any logsumexp
""")
NEEDS_AXIS = REDUCES | listed("""
    softmax log_softmax argmax chunk cat stack cosine_similarity normalize squeeze unsqueeze
    vector_norm
""")
PAIRS = ((-2, -1), (1, 2), (0, 1), (2, 3), (-3, -2), (-3, -1), (1, 3), (0, 2))
_JOINS = ("reshape", "view", "flatten")
_CUTS = ("reshape", "view", "unflatten", "split_heads", "Linear")


def chooses_axis(place: Place) -> bool:
    """Whether a number there chooses an axis, or an entry of one."""
    parent = place.parent
    if isinstance(parent, ast.keyword):
        names = ("dim", "axis", "diagonal", "start_dim", "end_dim", "dim0", "dim1", "dims")
        return parent.arg in names
    if isinstance(parent, ast.Call) and place.field == "args":
        first_is_tensor = on_library(parent.func) and place.index == 0
        of_python = isinstance(parent.func, ast.Name) and hasattr(builtins, parent.func.id)
        return called(parent) in TAKES_AXIS and not first_is_tensor and not of_python
    return isinstance(parent, ast.Subscript) and place.field == "slice"


@of_nodes("axis", ast.Constant, ast.UnaryOp)
def another_axis(node: ast.Constant | ast.UnaryOp, place: Place) -> Alternatives:
    """``dim=0`` for ``dim=-1``; ``shape[1]`` for ``shape[2]``."""
    value = number(node)
    if value is None or number(place.parent) is not None or not chooses_axis(place):
        return
    for other in range(-4, 5):
        if other != value:
            yield 1.2 if abs(other) > 2 else 1.0, literal(other)


@of_nodes("dim-missing", ast.Call)
def axis_not_named(node: ast.Call, place: Place) -> Alternatives:
    """``softmax(x)`` for ``softmax(x, dim=-1)``."""
    if called(node) not in NEEDS_AXIS or {k.arg for k in node.keywords} & {"dim", "axis"}:
        return
    if len(node.args) > (receiver(node) is None) or called(node) == "squeeze":
        return
    for axis in (-1, -2, 0, 1, 2):
        yield 1.0, with_keyword(node, "dim", axis)
    if called(node) in REDUCES:
        yield 1.1, with_keyword(with_keyword(node, "dim", -1), "keepdim", ast.Constant(True))
    if called(node) in ("max", "min") and (tensor := receiver(node)) is not None:
        largest = ast.Attribute(tensor, f"a{called(node)}", ast.Load())  # values alone
        kept = [ast.keyword("dim", literal(-1)), ast.keyword("keepdim", ast.Constant(True))]
        yield 1.1, ast.Call(largest, [], kept)


@of_nodes("squeeze-all", ast.Call)
def every_axis_of_size_1(node: ast.Call, place: Place) -> Alternatives:
    """``x.squeeze()`` for ``x.squeeze(-1)``, or for ``x``."""
    tensor = receiver(node)
    if called(node) == "squeeze" and tensor is not None and not (node.args or node.keywords):
        yield 1.0, tensor
        for axis in (-1, 0, 1):
            yield 1.05, method(tensor, "squeeze", axis)


@of_nodes("keepdim-missing", ast.Call)
def axis_not_kept(node: ast.Call, place: Place) -> Alternatives:
    """``x / x.sum(-1)`` for ``x / x.sum(-1, keepdim=True)``."""
    if called(node) in REDUCES and not any(k.arg == "keepdim" for k in node.keywords):
        yield 1.0, with_keyword(node, "keepdim", ast.Constant(True))


@of_nodes("keepdim-too-many", ast.keyword)
def axis_kept(node: ast.keyword, place: Place) -> Alternatives:
    """``keepdim=True`` where the axis should go."""
    if isinstance(node, ast.keyword) and node.arg == "keepdim":
        yield 1.0, ast.keyword("keepdim", ast.Constant(False))


@of_nodes("transposed-axes", ast.Call)
def other_axes_of_transpose(node: ast.Call, place: Place) -> Alternatives:
    """``transpose(0, 1)`` for ``transpose(1, 2)``."""
    tensor = receiver(node)
    if called(node) not in ("transpose", "swapaxes", "swapdims") or len(node.args) < 2:
        return
    first = list(node.args[:-2])
    for pair in PAIRS:
        if tensor is not None or first:
            yield 1.0, ast.Call(node.func, [*first, *map(literal, pair)], node.keywords)


@of_nodes("transposed-axes", ast.Attribute)
def transpose_of_all_axes(node: ast.Attribute, place: Place) -> Alternatives:
    """``x.T`` where the last two axes should change places; ``x.mT`` where two others should."""
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield 1.0, ast.Attribute(node.value, "mT", ast.Load())
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        for pair in PAIRS[1:5]:
            yield 1.2, method(node.value, "transpose", *pair)


@of_nodes("transpose-too-many", ast.Attribute, ast.Call)
def transposed_at_all(node: ast.Attribute | ast.Call, place: Place) -> Alternatives:
    """``x.mT`` or ``x.transpose(1, 2)`` for ``x``."""
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        yield 1.2, node.value
    elif called(node) in ("transpose", "swapaxes", "permute") and isinstance(node, ast.Call):
        tensor = receiver(node)
        if tensor is not None:
            yield 1.2, tensor


@of_nodes("transpose-missing", ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Subscript)
def not_transposed(node: ast.expr, place: Place) -> Alternatives:
    """A factor of a product, or a result, with two axes in the wrong order."""
    parent = place.parent
    factor = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.MatMult)
    if factor or place.is_argument_of("matmul", "bmm", "mm"):
        yield 1.2, ast.Attribute(node, "mT", ast.Load())
    elif place.is_result:
        for pair in PAIRS[:5]:
            yield 1.5, method(node, "transpose", *pair)


@of_nodes("transpose-before-reshape", ast.Name, ast.Call, ast.BinOp, ast.Attribute)
def joined_as_it_lies(node: ast.expr, place: Place) -> Alternatives:
    """``x.reshape(...)`` where two axes should change places first."""
    parent = place.parent
    if (isinstance(parent, ast.Attribute) and parent.attr in _JOINS) or (
        place.is_argument_of(*_JOINS) and place.index == 0
    ):
        for pair in PAIRS[:5]:
            yield 1.3, method(node, "transpose", *pair)


@of_nodes("transpose-after-reshape", ast.Call)
def left_as_it_was_cut(node: ast.Call, place: Place) -> Alternatives:
    """``x.view(B, L, h, d)`` whose axes should change places afterwards."""
    if isinstance(node, ast.Call) and called(node) in _CUTS:
        for pair in PAIRS[:5]:
            yield 1.3, method(node, "transpose", *pair)


@of_nodes("axes-read-again", ast.Call)
def read_under_other_axes(node: ast.Call, place: Place) -> Alternatives:
    """``x.view(B, h, L, d)`` where ``x`` lies in memory as (B, L, h, d)."""
    if called(node) not in ("view", "reshape") or len(node.args) != 4:
        return
    for first in (1, 2):
        args = list(node.args)
        args[first], args[first + 1] = args[first + 1], args[first]
        yield 1.3, method(ast.Call(node.func, args, node.keywords), "transpose", first, first + 1)


@of_nodes("order-of-axes", ast.Call)
def axes_in_another_order(node: ast.Call, place: Place) -> Alternatives:
    """``view`` and ``permute`` with the right axes in another order."""
    if called(node) not in ("view", "reshape", "permute", "unflatten") or len(node.args) > 5:
        return
    orders = permutations(range(len(node.args)))
    if called(node) == "permute" and len(node.args) > 2:
        for order in orders:
            yield 1.2, ast.Call(node.func, [literal(axis) for axis in order], [])
        return
    for order in orders:
        yield 1.4, ast.Call(node.func, [node.args[axis] for axis in order], node.keywords)


_INDEXED = (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Compare, ast.Subscript)


@of_nodes("axis-missing", *_INDEXED)
def axis_of_size_1_missing(node: ast.expr, place: Place) -> Alternatives:
    """A result with fewer axes than asked for."""
    operand = isinstance(place.parent, (ast.BinOp, ast.Compare)) and place.field != "op"
    if not (place.is_result or operand):
        return
    more = 0.4 if operand else 0.0
    for cost, index in ((1.5, "None"), (1.5, "None, None"), (1.6, ":, None"), (1.7, "..., None")):
        yield cost + more, sub(node, index)
    yield 1.7 + more, sub(node, ":, None, None")
    yield 1.7 + more, method(node, "unsqueeze", -2)
    yield 1.8 + more, method(node, "unsqueeze", 2)


@of_nodes("axis-too-many", *_INDEXED)
def axis_that_should_go(node: ast.expr, place: Place) -> Alternatives:
    """A result with an axis too many."""
    if isinstance(node, ast.expr) and place.is_result:
        yield 1.6, ast.Subscript(node, ast.Constant(0), ast.Load())
        yield 1.7, method(node, "squeeze", -1)
        yield 1.65, method(node, "squeeze", 1)


@of_nodes("not-joined", *_INDEXED)
def axes_not_joined(node: ast.expr, place: Place) -> Alternatives:
    """A result whose last axes, or middle ones, should be one."""
    if isinstance(node, ast.expr) and place.is_result:
        yield 1.6, method(node, "flatten", -2)
        yield 1.7, method(node, "flatten", 1, 2)
        yield 1.8, method(node, "flatten", 0, 1)


@of_nodes("index-too-many", ast.Subscript)
def whole_is_wanted(node: ast.Subscript, place: Place) -> Alternatives:
    """``x[0]`` for ``x``."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield 1.35, node.value
        if isinstance(node.slice, ast.Tuple):
            elements = node.slice.elts
            for i in range(len(elements)):
                rest = [*elements[:i], *elements[i + 1 :]]
                index = rest[0] if len(rest) == 1 else ast.Tuple(rest, ast.Load())
                yield 1.9, ast.Subscript(node.value, index, ast.Load())


@of_nodes("rows-not-cut", ast.Attribute)
def rows_not_cut(node: ast.expr, place: Place) -> Alternatives:
    """``x + self.table`` for ``x + self.table[: x.shape[1]]``."""
    parent = place.parent
    if of_self(node) and isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        for name in place.scope.named("Tensor"):
            yield 1.5, sub(node, f": {name}.shape[1]")
            yield 1.6, sub(node, f":, : {name}.shape[1]")


@of_nodes("order-of-indices", ast.Subscript)
def indices_in_another_order(node: ast.Subscript, place: Place) -> Alternatives:
    """``x[:, None, None, :]`` for ``x[:, None, :, None]``."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)):
        return
    elements, seen = node.slice.elts, {ast.dump(node.slice)}
    if len(elements) > 4:
        return
    for order in permutations(elements):
        index = ast.Tuple(list(order), ast.Load())
        if (key := ast.dump(index)) not in seen:
            seen.add(key)
            yield 1.4, ast.Subscript(node.value, index, node.ctx)


@of_nodes("slice-of-another-axis", ast.Subscript)
def slice_of_another_axis(node: ast.Subscript, place: Place) -> Alternatives:
    """``x[:-1]`` for ``x[:, :-1]``, and the other way round."""
    index = node.slice
    if isinstance(index, ast.Slice) or number(index) is not None:
        for lead in (1, 2):
            ahead: list[ast.expr] = [ast.Slice() for _ in range(lead)]
            yield 1.2, ast.Subscript(node.value, ast.Tuple([*ahead, index], ast.Load()), node.ctx)
        last = ast.Tuple([ast.Constant(...), index], ast.Load())
        yield 1.3, ast.Subscript(node.value, last, node.ctx)
    elif isinstance(index, ast.Tuple) and len(index.elts) == 2:
        first = index.elts[0]
        if isinstance(first, ast.Slice) and first.lower is None and first.upper is None:
            yield 1.4, ast.Subscript(node.value, index.elts[1], node.ctx)
