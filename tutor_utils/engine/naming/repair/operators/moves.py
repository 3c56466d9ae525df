"""The right call in the wrong place: taken away here, put around something else."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..edit import Edit, placed
from ..place import Place, Scope, called, is_self, of_self, places, receiver
from .registry import Edits, of_scopes

_NO_STEPS = ("len", "range", "super", "print", "max", "min", "sqrt", "Linear", "ValueError")
_MOST = 12, 60  # steps, and places to put each


def _wrapping(node: ast.expr) -> tuple[ast.expr, Callable[[ast.expr], ast.expr]] | None:
    """What a step is applied to, and the step applied to something else."""
    if isinstance(node, ast.Call):
        inner = receiver(node)
        function = node.func
        if inner is not None and isinstance(function, ast.Attribute):
            if called(node) in ("size", "dim"):
                return None
            return inner, lambda x: ast.Call(
                ast.Attribute(x, function.attr, ast.Load()), node.args, node.keywords
            )
        if node.args and called(node) not in _NO_STEPS:
            return node.args[0], lambda x: ast.Call(function, [x, *node.args[1:]], node.keywords)
    if not isinstance(node, ast.BinOp) or isinstance(node.right, ast.Constant):
        return None
    if isinstance(node.op, (ast.Mult, ast.Div)):
        return node.left, lambda x: ast.BinOp(x, node.op, node.right)
    return None


def _may_take(place: Place) -> bool:
    """Whether a step can be applied to what stands there."""
    node = place.node
    if not isinstance(node, (ast.Name, ast.Call, ast.BinOp, ast.Attribute)):
        return False
    stored = not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    function = place.field in ("func", "test", "iter") or isinstance(
        place.parent, (ast.Attribute, ast.Subscript, ast.Slice, ast.Compare, ast.keyword)
    )
    return not (stored or function or is_self(node))


@of_scopes("wrong-place")
def step_in_the_wrong_place(scope: Scope) -> Edits:
    """``norm(x + f(x))`` for ``x + f(norm(x))``; dropout on the scores and not on the weights."""
    if scope.name == "__init__":
        return
    targets = [place for place in places(scope) if _may_take(place)][: _MOST[1]]
    steps = [(place, _wrapping(place.node)) for place in targets]  # type: ignore[arg-type]
    for at, step in [(place, step) for place, step in steps if step][: _MOST[0]]:
        inner, wrap = step
        for target in targets:
            node = target.node
            if node is at.node or node is inner:
                continue
            if target.parent is at.parent and target.field == at.field:
                continue
            if any(child is node for child in ast.walk(at.node)) and not of_self(at.node):
                if any(child is node for child in ast.walk(inner)):
                    pass  # inside what it was applied to: still another order
                else:
                    continue
            new = placed(wrap(node), node)  # type: ignore[arg-type]
            far = abs(getattr(node, "lineno", 0) - getattr(at.node, "lineno", 0))
            yield Edit(
                "wrong-place",
                1.9 + 0.02 * far,
                at.node,
                at.node,
                new,
                [
                    (target.parent, target.field, target.index, new),
                    (at.parent, at.field, at.index, inner),
                ],
            )
