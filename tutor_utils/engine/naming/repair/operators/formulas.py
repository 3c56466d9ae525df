"""Formulas and conditions: an operator, brackets, a root, a part too many, the other way round."""

from __future__ import annotations

import ast

from ..edit import text_of
from ..place import Place, called, is_mask, literal, method, on_library, receiver
from .registry import Alternatives, of_nodes

_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Mult: (ast.Div, ast.Add),
    ast.MatMult: (ast.Mult,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.Add: (ast.Sub, ast.BitAnd, ast.Mult),
    ast.Sub: (ast.Add, ast.Div),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitXor: (ast.BitAnd, ast.BitOr),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE, ast.NotEq),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt, ast.Eq),
    ast.Eq: (ast.NotEq, ast.GtE, ast.LtE),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot, ast.Eq),
    ast.IsNot: (ast.Is, ast.NotEq),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_NOT_SYMMETRIC = (ast.Sub, ast.Div, ast.MatMult, ast.Mod, ast.Pow, ast.FloorDiv)


@of_nodes("operator", ast.BinOp)
def another_operator(node: ast.BinOp, place: Place) -> Alternatives:
    """``*`` for ``/``."""
    for other in _OPERATORS.get(type(node.op), ()):
        yield 1.4, ast.BinOp(node.left, other(), node.right)


@of_nodes("matrix-product-missing", ast.BinOp)
def matrix_product_missing(node: ast.BinOp, place: Place) -> Alternatives:
    """``w * v`` for ``w @ v``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield 1.4, ast.BinOp(node.left, ast.MatMult(), node.right)


@of_nodes("comparison", ast.Compare)
def another_comparison(node: ast.Compare, place: Place) -> Alternatives:
    """``<`` for ``<=``."""
    for i, operator in enumerate(node.ops):
        for other in _COMPARISONS.get(type(operator), ()):
            if text_of(node.comparators[i]) == "None" and other in (ast.Eq, ast.NotEq):
                continue  # says the same
            yield (
                1.2,
                ast.Compare(
                    node.left, [*node.ops[:i], other(), *node.ops[i + 1 :]], node.comparators
                ),
            )


@of_nodes("operands-exchanged", ast.BinOp)
def operands_exchanged(node: ast.BinOp, place: Place) -> Alternatives:
    """``a - b`` for ``b - a``."""
    lists = any(isinstance(n, ast.List) for n in ast.walk(node))
    if isinstance(node.op, _NOT_SYMMETRIC) or (isinstance(node.op, ast.Add) and lists):
        yield 1.3, ast.BinOp(node.right, node.op, node.left)


@of_nodes("brackets", ast.BinOp)
def other_brackets(node: ast.BinOp, place: Place) -> Alternatives:
    """``a + b / c`` for ``(a + b) / c``."""
    left, right = node.left, node.right
    if isinstance(left, ast.BinOp):
        yield 1.4, ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right))
        if isinstance(left.op, (ast.Add, ast.Sub)) and isinstance(node.op, (ast.Mult, ast.Div)):
            yield 1.4, ast.BinOp(ast.BinOp(left.left, node.op, right), left.op, left.right)
        inner = left.right
        if isinstance(inner, ast.BinOp):  # x / d ** 1 / 2
            last = ast.BinOp(inner.right, node.op, right)
            yield 1.4, ast.BinOp(left.left, left.op, ast.BinOp(inner.left, inner.op, last))
    if isinstance(right, ast.BinOp):
        yield 1.5, ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right)


@of_nodes("part-too-many", ast.BinOp, ast.BoolOp, ast.IfExp)
def part_too_many(node: ast.BinOp | ast.BoolOp | ast.IfExp, place: Place) -> Alternatives:
    """``x * scale + y`` for ``x * scale``; ``a and b``, or ``a if test else b``, for ``a``."""
    if isinstance(node, ast.BinOp):
        yield 1.5, node.left
        yield 1.7, node.right
    elif isinstance(node, ast.BoolOp):
        yield from ((1.6, value) for value in node.values)
    elif isinstance(node, ast.IfExp):
        yield 1.8, node.body
        yield 1.8, node.orelse


@of_nodes("root-missing", ast.Name, ast.Attribute, ast.Subscript, ast.Call)
def root_missing(node: ast.expr, place: Place) -> Alternatives:
    """``scores / d_k`` for ``scores / d_k ** 0.5``."""
    parent = place.parent
    scaled = isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Div, ast.Mult))
    if (scaled or place.is_result) and called(node) != "sqrt":
        divisor = scaled and place.field == "right"
        cost = 1.2 if divisor else 1.5 if scaled else 2.2
        yield cost, ast.BinOp(node, ast.Pow(), ast.Constant(0.5))


@of_nodes("root-too-many", ast.BinOp, ast.Call)
def root_too_many(node: ast.BinOp | ast.Call, place: Place) -> Alternatives:
    """``scores / d_k ** 0.5`` for ``scores / d_k``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        yield 1.2, node.left
        if isinstance(node.right, (ast.Constant, ast.UnaryOp)):
            yield 1.3, ast.BinOp(node.left, ast.Pow(), literal(0.5))
            yield 1.3, ast.BinOp(node.left, ast.Pow(), literal(-0.5))
    elif called(node) == "sqrt" and isinstance(node, ast.Call):
        inner = node.args[0] if node.args else getattr(node.func, "value", None)
        if isinstance(inner, ast.expr) and not (on_library(inner) and not node.args):
            yield 1.2, inner


@of_nodes("pairs-for-entries", ast.BinOp)
def product_of_all_pairs(node: ast.BinOp, place: Place) -> Alternatives:
    """``a @ b.T`` for ``(a * b).sum(-1)``."""
    if isinstance(node.op, ast.MatMult):
        turned = isinstance(node.right, ast.Attribute) and node.right.attr in ("T", "mT")
        right = node.right.value if turned else node.right  # type: ignore[attr-defined]
        yield 2.0, method(ast.BinOp(node.left, ast.Mult(), right), "sum", -1)


@of_nodes("negation-too-many", ast.UnaryOp)
def negation_too_many(node: ast.UnaryOp, place: Place) -> Alternatives:
    """``~mask`` for ``mask``; ``-x`` for ``x``."""
    if isinstance(node.op, (ast.Not, ast.Invert)) or not isinstance(node.operand, ast.Constant):
        yield 1.0, node.operand


@of_nodes("negation-missing", ast.Compare, ast.Name, ast.Call, ast.Attribute, ast.Subscript)
def negation_missing(node: ast.expr, place: Place) -> Alternatives:
    """``mask`` for ``~mask``."""
    operand = isinstance(place.parent, ast.Compare)
    if place.is_test or operand or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    if isinstance(place.parent, ast.Call) and place.field == "func":
        return
    if is_mask(node) or place.is_argument_of("masked_fill", "where", "masked_fill_"):
        yield 1.1, ast.UnaryOp(ast.Invert(), node)
    elif place.is_result:
        yield 1.6, ast.UnaryOp(ast.Invert(), node)


@of_nodes("sign", ast.Call, ast.Attribute, ast.Constant)
def sign_missing(node: ast.expr, place: Place) -> Alternatives:
    """``torch.finfo(x.dtype).max``, ``1e9`` or a result for its negative."""
    large = called(node) == "float" or getattr(node, "attr", "") in ("inf", "max")
    written = isinstance(node, ast.Constant) and type(node.value) is float and node.value != 0
    if (large or written) and not isinstance(place.parent, (ast.UnaryOp, ast.Attribute)):
        yield 1.5, ast.UnaryOp(ast.USub(), node)
    elif place.is_result and isinstance(node, ast.Call):
        yield 1.8, ast.UnaryOp(ast.USub(), node)


@of_nodes("condition-turned", ast.Compare, ast.Name, ast.Call, ast.BoolOp, ast.Attribute)
def condition_turned(node: ast.expr, place: Place) -> Alternatives:
    """``if x`` for ``if not x``."""
    if place.is_test and isinstance(node, ast.expr):
        yield 1.2, ast.UnaryOp(ast.Not(), node)


@of_nodes("none-test", ast.Name, ast.Attribute)
def zero_is_false(node: ast.Name | ast.Attribute, place: Place) -> Alternatives:
    """``if pad_id:`` for ``if pad_id is not None:``."""
    if place.is_test and isinstance(node, ast.expr):
        yield 1.3, ast.Compare(node, [ast.IsNot()], [ast.Constant(None)])


@of_nodes("rounded-down", ast.BinOp)
def rounded_down(node: ast.BinOp, place: Place) -> Alternatives:
    """``n // length`` where the part at the end counts too."""
    if isinstance(node.op, ast.FloorDiv):
        down = ast.BinOp(ast.UnaryOp(ast.USub(), node.left), node.op, node.right)
        yield 1.5, ast.UnaryOp(ast.USub(), down)


@of_nodes("and-or", ast.BoolOp)
def and_or(node: ast.BoolOp, place: Place) -> Alternatives:
    """``and`` for ``or``; ``and`` between tensors for ``&``."""
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield 1.4, ast.BoolOp(other(), node.values)
    if len(node.values) == 2:
        bitwise = ast.BitAnd if isinstance(node.op, ast.And) else ast.BitOr
        yield 1.3, ast.BinOp(node.values[0], bitwise(), node.values[1])


@of_nodes("sum-with-itself", ast.Call)
def running_sum_without_itself(node: ast.Call, place: Place) -> Alternatives:
    """``p.cumsum(-1)`` for the sum of what stands before each entry."""
    if called(node) == "cumsum":
        summed = receiver(node) or node.args[0]  # a method's, or a function's
        yield 1.2, ast.BinOp(node, ast.Sub(), summed)
