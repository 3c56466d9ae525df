"""Small changes to the course's own answers: each is a mistake that a check must notice.

One change at a time: a constant, an operator, a comparison, an argument, a name, a dropped call or
statement. What is left to show after the change is read as Python, never as text.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

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
_LIBRARIES = ("torch", "F", "nn", "math")
_SKIPPED = ("annotation", "returns", "decorator_list", "bases")


@dataclass(frozen=True)
class Mutant:
    """A changed answer. ``change`` shows the lines that differ: "before  ->  after"."""

    change: str
    text: str


def mutants(text: str) -> Iterator[Mutant]:
    """Every answer that differs from ``text`` by one small change, each once."""
    tree = ast.parse(text)
    before = ast.unparse(tree)
    seen = {before}
    for path, node, parameters in _places(tree):
        for other in _alternatives(node, parameters):
            changed = copy.deepcopy(tree)
            _put(changed, path, other)
            after = ast.unparse(ast.fix_missing_locations(changed))
            if after not in seen:
                seen.add(after)
                yield Mutant(_difference(before, after), after)


Path = tuple[tuple[str, int | None], ...]


def _places(tree: ast.Module) -> Iterator[tuple[Path, ast.AST, frozenset[str]]]:
    """(where, node, parameters of the function around it), outermost first."""

    def below(
        node: ast.AST, path: Path, parameters: frozenset[str]
    ) -> Iterator[tuple[Path, ast.AST, frozenset[str]]]:
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            parameters = frozenset(a.arg for a in node.args.args + node.args.kwonlyargs) - {"self"}
        for field, value in ast.iter_fields(node):
            if field in _SKIPPED or isinstance(node, (ast.JoinedStr, ast.ImportFrom)):
                continue
            children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, child in children:
                if isinstance(child, ast.AST):
                    place = (*path, (field, index))
                    yield place, child, parameters
                    yield from below(child, place, parameters)

    return below(tree, (), frozenset())


def _put(tree: ast.AST, path: Path, new: ast.AST) -> None:
    *way, (field, index) = path
    node = tree
    for step, place in way:
        node = getattr(node, step) if place is None else getattr(node, step)[place]
    if index is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[index] = new


def _alternatives(node: ast.AST, parameters: frozenset[str]) -> Iterator[ast.AST]:
    """What a slip of the pen would put in the place of ``node``."""
    for other in _OTHER.get(type(node), ()):
        yield other()
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=float() as value):
            yield ast.Constant(value * 2 or 0.5)
            yield ast.Constant(-value or 1.0)
        case ast.Name(id=name, ctx=ast.Load()) if name in parameters:
            for parameter in sorted(parameters - {name}):
                yield ast.Name(parameter, ast.Load())
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
            if lower:
                yield ast.Slice(None, upper, step)
            if upper:
                yield ast.Slice(lower, None, step)
            if step:
                yield ast.Slice(lower, upper, None)
        case ast.Tuple(elts=[first, second, *rest], ctx=ast.Load()):
            yield ast.Tuple([second, first, *rest], ast.Load())
        case ast.If(test=test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
            yield ast.Pass()
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.For() | ast.With() | ast.Raise():
            yield ast.Pass()


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    """The call left out, two arguments swapped, one argument dropped."""
    func = node.func
    on_library = (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id in _LIBRARIES
    )
    if isinstance(func, ast.Attribute) and not on_library:
        yield func.value
    elif node.args:
        yield node.args[0]
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    for i in range(len(node.args) - 1 if name not in _SYMMETRIC else 0):
        args = list(node.args)
        args[i], args[i + 1] = args[i + 1], args[i]
        yield ast.Call(func, args, node.keywords)
    for i in range(len(node.args)):
        yield ast.Call(func, node.args[:i] + node.args[i + 1 :], node.keywords)
    for i in range(len(node.keywords)):
        yield ast.Call(func, node.args, node.keywords[:i] + node.keywords[i + 1 :])


def _difference(before: str, after: str) -> str:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    old = [line[2:].strip() for line in lines if line.startswith("- ")]
    new = [line[2:].strip() for line in lines if line.startswith("+ ")]
    return f"{' | '.join(old)}  ->  {' | '.join(new)}"
