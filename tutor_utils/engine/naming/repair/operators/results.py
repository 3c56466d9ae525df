"""Results and elements: in another order, one missing, one too many."""

from __future__ import annotations

import ast
from itertools import permutations

from ..place import Place
from .registry import Alternatives, of_nodes

_FEW = 4  # elements whose orders are all tried


@of_nodes("order-of-elements", ast.Tuple, ast.List)
def order_of_elements(node: ast.Tuple | ast.List, place: Place) -> Alternatives:
    """``[x, y]`` for ``[y, x]``; ``a, b = ...`` for ``b, a = ...``; two results likewise."""
    if isinstance(place.parent, ast.Subscript) or not 2 <= len(node.elts) <= _FEW:
        return
    stored = isinstance(node.ctx, ast.Store)
    for order in list(permutations(node.elts))[1:]:
        yield 1.5 if stored else 1.2, type(node)(list(order), node.ctx)


@of_nodes("element-too-many", ast.List, ast.Tuple)
def element_too_many(node: ast.Tuple | ast.List, place: Place) -> Alternatives:
    """``[bos, *ids, eos]`` for ``[*ids, eos]``; ``return x, w`` for ``return x``."""
    if not isinstance(node.ctx, ast.Load) or isinstance(place.parent, ast.Subscript):
        return
    results = isinstance(place.parent, ast.Return) and isinstance(node, ast.Tuple)
    for one in node.elts if results else ():
        yield 1.6, one
    for one in node.elts if len(node.elts) > 1 + results else ():
        rest = [other for other in node.elts if other is not one]
        yield 1.8 if results else 2.0, type(node)(rest, ast.Load())


@of_nodes("result-missing", ast.Name, ast.Call, ast.BinOp, ast.Attribute, ast.Subscript)
def result_missing(node: ast.expr, place: Place) -> Alternatives:
    """``return output`` for ``return output, weights``."""
    scope = place.scope
    if isinstance(place.parent, ast.Return) and isinstance(node, ast.expr):
        for name in scope.names_at(getattr(node, "lineno", 0)):
            other = ast.Name(name, ast.Load())
            yield 1.7, ast.Tuple([node, other], ast.Load())
            yield 1.9, ast.Tuple([other, node], ast.Load())


@of_nodes("filter-too-many", ast.ListComp, ast.GeneratorExp, ast.SetComp)
def filter_too_many(
    node: ast.ListComp | ast.GeneratorExp | ast.SetComp, place: Place
) -> Alternatives:
    """``[x for x in xs if test]`` for ``[x for x in xs]``."""
    first, *others = node.generators
    if first.ifs:
        every = ast.comprehension(first.target, first.iter, [], first.is_async)
        yield 1.6, type(node)(node.elt, [every, *others])
