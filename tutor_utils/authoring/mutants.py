"""Small changes to the course's own answers; a check must notice each of them.

One change at a time: a constant, an operator, a comparison, an argument, a name, a dropped call or
statement; a tensor replaced by a constant of its shape, or cut off from its gradient; eval and
train mode swapped; a size or an id fixed. What is left to show after the change is read as Python,
never as text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_SYMMETRIC = ("transpose", "swapaxes", "min", "max", "maximum")  # two arguments in any order
_SMALL = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.keyword, ast.operator, ast.cmpop, ast.boolop),
    *(ast.Slice, ast.UnaryOp, ast.Tuple),
)
_ANY_OF = ("isinstance", "startswith", "endswith")  # their tuples hold choices, in any order
_LIBRARIES = ("torch", "F", "nn", "math")
_SKIPPED = ("annotation", "returns", "decorator_list", "bases")
# Numbers that fit only one call: those of the paper and of the notebooks.
TYPICAL = {
    **{"pad_id": 0, "bos_id": 1, "eos_id": 2, "max_len": 20, "length": 10},
    **{"d_model": 512, "num_heads": 8, "num_layers": 6, "d_ff": 2048, "dropout": 0.1},
    **{"embed_size": 256, "heads": 8, "vocab_size": 20, "src_vocab": 20, "tgt_vocab": 20},
    **{"batch_size": 64, "label_smoothing": 0.1, "warmup": 4000, "beam": 4, "V": 100},
    **{"length_penalty": 0.6, "norm_first": False},
}
_NO_TENSOR = ("int", "float", "bool", "str", "list", "dict", "nn.", "torch.")  # annotations
_NO_TENSORS_FROM = ("len", "range", "max", "min", "zip", "list", "sum", "super", "ValueError")
_CONSTANTS = ("zeros_like", "ones_like", "zeros", "ones", "full", "arange", "item")
_WHOLE = ("ids", "src", "tgt", "labels", "predicted", "mask", "decoder_input")  # ids and masks
_MODES = {"eval": "train", "train": "eval", "no_grad": "enable_grad"}


@dataclass(frozen=True)
class Mutant:
    """A changed answer and what was changed.

    Attributes:
        kind: "slip", "constant" (of a tensor's shape), "detach", "mode" or "fixed" (a size or id).
        change: The smallest piece of code that shows the change: "before -> after".
        statement: The first line of the statement that it stands in, before the change.
        text: The whole answer after it.
    """

    kind: str
    change: str
    statement: str
    text: str


@dataclass(frozen=True)
class _Place:
    """A syntax node of the answer: where it stands, and the parameters in scope."""

    node: ast.AST
    parents: tuple[ast.AST, ...]
    field: str  # of the last parent
    index: int | None  # in that field, where it is a list
    parameters: Mapping[str, str]  # name -> annotation

    def put(self, node: ast.AST) -> None:
        """Put a node there."""
        if self.index is None:
            setattr(self.parents[-1], self.field, node)
        else:
            getattr(self.parents[-1], self.field)[self.index] = node


def mutants(text: str) -> Iterator[Mutant]:
    """Every answer that differs from ``text`` by one small change, each once."""
    tree = ast.parse(text)
    seen = {ast.unparse(tree)}
    for place in list(_places(tree, (), {})):
        shown = _shown(place)
        before, statement = _one_line(shown), _statement(place)
        for kind, other in list(_alternatives(place)):
            place.put(other)
            after = ast.unparse(ast.fix_missing_locations(tree))
            change = f"{before} -> {_one_line(other if shown is place.node else shown)}"
            place.put(place.node)
            if after not in seen:
                seen.add(after)
                yield Mutant(kind, change, statement, after)


def _places(
    node: ast.AST, parents: tuple[ast.AST, ...], parameters: Mapping[str, str]
) -> Iterator[_Place]:
    """Every node below one that may be changed, outermost first."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        parameters = {
            a.arg: ast.unparse(a.annotation) if a.annotation else ""
            for a in node.args.args + node.args.kwonlyargs
            if a.arg != "self"
        }
    for field, value in ast.iter_fields(node):
        if field in _SKIPPED or isinstance(node, (ast.JoinedStr, ast.ImportFrom, ast.Raise)):
            continue  # any exception refuses, whatever it says
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if isinstance(child, ast.AST):
                yield _Place(child, (*parents, node), field, index, parameters)
                yield from _places(child, (*parents, node), parameters)


def _shown(place: _Place) -> ast.AST:
    """The node that shows a change there: a bare name or number says too little."""
    nodes = (place.node, *reversed(place.parents))
    return next(node for node in nodes if not isinstance(node, _SMALL))


def _statement(place: _Place) -> str:
    """The first line of the statement around it."""
    nodes = (place.node, *reversed(place.parents))
    statement = next(n for n in nodes if isinstance(n, (ast.stmt, ast.Module)))
    return ast.unparse(statement).splitlines()[0]


def _one_line(node: ast.AST) -> str:
    return " | ".join(line.strip() for line in ast.unparse(node).splitlines())


def _alternatives(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """Pairs (kind, node) that a mistake might put in place of the node."""
    node = place.node
    for other in _OTHER.get(type(node), ()):
        yield "slip", other()
    if isinstance(node, ast.expr) and not _is_choice(place):
        for changed in _expressions(node, place.parameters):
            yield "slip", changed
        yield from _tensors(place)
        yield from _modes(node)
        yield from _fixed(place)
    for statement in _statements(node):
        yield "slip", statement
    if isinstance(node, ast.With):
        yield "mode", ast.If(ast.Constant(True), node.body, [])


def _is_choice(place: _Place) -> bool:
    around = place.parents[-1]
    one_of = isinstance(around, ast.ExceptHandler) or (
        isinstance(around, ast.Call) and _name(around.func) in _ANY_OF
    )
    return one_of and isinstance(place.node, ast.Tuple)


def _expressions(node: ast.expr, parameters: Mapping[str, str]) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(value=value):
            yield from map(ast.Constant, _numbers(value))
        case ast.Name(id=name, ctx=ast.Load()) if name in parameters:
            for other in sorted(parameters.keys() - {name}):
                yield ast.Name(other, ast.Load())
        case ast.BinOp(left=left, op=op, right=right):
            yield left
            yield right
            if isinstance(op, (ast.Sub, ast.Div, ast.MatMult, ast.Pow, ast.Mod)):
                yield ast.BinOp(right, op, left)
        case ast.BoolOp(values=values):
            yield from values
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Call():
            yield from _calls(node)
        case ast.Slice(lower=lower, upper=upper, step=step):
            ends: dict[str, Any] = {"lower": lower, "upper": upper, "step": step}
            yield from (ast.Slice(**ends | {name: None}) for name, end in ends.items() if end)
        case ast.Tuple(elts=[first, second, *rest], ctx=ast.Load()):
            yield ast.Tuple([second, first, *rest], ast.Load())


def _numbers(value: object) -> tuple[bool | float, ...]:
    """Other numbers that a mistake might write in place of this one."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return value + 1, value - 1
    return (value * 2 or 0.5, -value or 1.0) if isinstance(value, float) else ()


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    match node:
        case ast.If(test=test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
            yield ast.Pass()
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.For() | ast.With() | ast.Raise():
            yield ast.Pass()


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    """The call left out, with two arguments swapped, or with one argument dropped."""
    func = node.func
    if isinstance(func, ast.Attribute) and not _on_library(func):
        yield func.value
    elif node.args:
        yield node.args[0]
    for i in range(len(node.args) - 1 if _name(func) not in _SYMMETRIC else 0):
        args = list(node.args)
        args[i], args[i + 1] = args[i + 1], args[i]
        yield ast.Call(func, args, node.keywords)
    for i in range(len(node.args)):
        yield ast.Call(func, node.args[:i] + node.args[i + 1 :], node.keywords)
    for i in range(len(node.keywords)):
        yield ast.Call(func, node.args, node.keywords[:i] + node.keywords[i + 1 :])


def _tensors(place: _Place) -> Iterator[tuple[str, ast.expr]]:
    """A tensor replaced by a constant of its shape, or detached from the graph."""
    node = place.node
    if not _may_be_tensor(place):
        return
    assert isinstance(node, ast.expr)
    for name in ("zeros_like", "ones_like"):
        if isinstance(node, ast.Call) and _name(node.func) in (name, name.removesuffix("_like")):
            continue  # it is that constant
        function = ast.Attribute(ast.Name("torch", ast.Load()), name, ast.Load())
        yield "constant", ast.Call(function, [node], [])
    words = ("mask", "finished", "ended", "right", "open")
    if isinstance(node, ast.Compare) or any(word in ast.unparse(node) for word in words):
        yield "constant", ast.UnaryOp(ast.Invert(), node)
    if _cuts_all(place) and not _has_no_gradient(place):
        yield "detach", ast.Call(ast.Attribute(node, "detach", ast.Load()), [], [])


def _cuts_all(place: _Place) -> bool:
    """Whether detaching the node cuts the whole gradient of a result or an argument.

    Where some of it arrives by another way, a check looks no closer.
    """
    node, around = place.node, place.parents[-2:]
    if isinstance(around[-1], ast.Return):
        return True
    if isinstance(around[0], ast.Return) and isinstance(around[-1], ast.Tuple):
        return (place.field, place.index) == ("elts", 0)
    if not (isinstance(node, ast.Name) and node.id in place.parameters):
        return False
    function = next(
        p for p in reversed(place.parents) if isinstance(p, (ast.FunctionDef, ast.Lambda))
    )
    return sum(isinstance(n, ast.Name) and n.id == node.id for n in ast.walk(function)) == 1


def _has_no_gradient(place: _Place) -> bool:
    """Whether the value clearly has no gradient: a mask, ids, a constant, `no_grad`."""
    node = place.node
    name = node.id if isinstance(node, ast.Name) else ""
    name = _name(node.func) if isinstance(node, ast.Call) else name
    return (
        isinstance(node, ast.Compare)
        or name.endswith("mask")
        or name in (*_WHOLE, *_CONSTANTS)
        or any(
            isinstance(p, ast.With) and "no_grad" in ast.unparse(p.items[0]) for p in place.parents
        )
    )


def _may_be_tensor(place: _Place) -> bool:
    """Whether the node may be an intermediate tensor, as far as its form shows."""
    node, parent = place.node, place.parents[-1]
    if place.field == "func" or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return False
    if isinstance(parent, ast.Call) and _name(parent.func) in (*_NO_TENSORS_FROM, *_CONSTANTS):
        return False
    if isinstance(parent, ast.Call) and ast.unparse(parent.func).startswith("nn."):
        return False
    if not isinstance(parent, (ast.Call, ast.BinOp, ast.Return, ast.Assign, ast.Tuple)):
        return False
    if isinstance(node, ast.Name):
        return not place.parameters.get(node.id, "").startswith(_NO_TENSOR)
    if isinstance(node, ast.Call):
        library = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value)
        return _name(node.func) not in _NO_TENSORS_FROM and library not in ("nn", "math")
    return isinstance(node, (ast.BinOp, ast.Compare, ast.Subscript))


def _modes(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Modes exchanged: train and eval, gradients on and off, a negated flag."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in _MODES:
            yield "mode", ast.Call(ast.Attribute(value, _MODES[attr], ast.Load()), [], [])
            if args:
                yield "mode", ast.Call(node.func, [ast.UnaryOp(ast.Not(), args[0])], [])
        case ast.Attribute(attr="training", ctx=ast.Load()):
            yield "mode", ast.UnaryOp(ast.Not(), node)


def _fixed(place: _Place) -> Iterator[tuple[str, ast.expr]]:
    """A size or an id replaced by its number in a typical call."""
    node, name = place.node, ""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        name = node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        name = node.attr if ast.unparse(node.value) == "self" else ""
    if name in TYPICAL and not any(isinstance(p, ast.JoinedStr) for p in place.parents):
        yield "fixed", ast.Constant(TYPICAL[name])


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _on_library(function: ast.Attribute) -> bool:
    return isinstance(function.value, ast.Name) and function.value.id in _LIBRARIES
