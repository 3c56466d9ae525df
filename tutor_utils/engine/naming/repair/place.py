"""Every place of a program at which something else could stand, and what is in scope there."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

Types = Mapping[str, set[str]]  # name, or "self.name" -> the types that it held where it was seen
_NOT_CODE = ("annotation", "returns", "decorator_list", "bases", "type_params")
LIBRARIES = frozenset(("torch", "F", "nn", "math", "np", "numpy", "copy", "random"))


@dataclass(eq=False)
class Scope:
    """A function of the learner's: its names and what they held.

    Attributes:
        function: The function, or the lambda.
        in_class: Whether it is a method.
        attributes: Names that the class stores on ``self``.
        types: What names held where the failing trial ran.
    """

    function: ast.FunctionDef | ast.Lambda
    in_class: bool = False
    attributes: tuple[str, ...] = ()
    types: Types = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = self.function.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        self.parameters = [one.arg for one in every if one.arg != "self"]
        defaults = zip(every[::-1], [*given.kw_defaults[::-1], *given.defaults[::-1]], strict=False)
        self.optional = [
            arg.arg for arg, d in defaults if isinstance(d, ast.Constant) and d.value is None
        ]
        self.locals: dict[str, int] = {}  # name -> the line in which it is first stored
        self.read: Counter[str] = Counter()
        for node in ast.walk(self.function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.locals.setdefault(node.id, node.lineno)
            elif isinstance(node, ast.Name):
                self.read[node.id] += 1

    @property
    def name(self) -> str:
        """The function's name; "" of a lambda."""
        return getattr(self.function, "name", "")

    def names_at(self, line: int) -> list[str]:
        """Parameters and the local names that exist in that line."""
        own = [n for n, first in self.locals.items() if first <= line]
        return [*self.parameters, *(n for n in own if n not in self.parameters)]

    def may_be(self, name: str, *types: str) -> bool:
        """Whether a name may hold one of these types: it did, or was never seen."""
        seen = self.types.get(name)
        return not seen or bool({one.partition("[")[0] for one in seen} & set(types))

    def alike(self, one: str, other: str) -> bool:
        """Whether two names held values of one type; a name that was never seen may.

        A list of lists is another type than a list: put into each other they grow without end.
        """
        first, second = self.types.get(one), self.types.get(other)
        return not first or not second or bool(first & second)

    def named(self, *types: str) -> list[str]:
        """Parameters that may hold one of these types."""
        return [name for name in self.parameters if self.may_be(name, *types)]

    def parts(self, *types: str) -> list[str]:
        """Attributes of ``self`` that may hold one of these types."""
        return [name for name in self.attributes if self.may_be(f"self.{name}", *types)]


@dataclass(frozen=True, eq=False)
class Place:
    """A node, and where it stands.

    Attributes:
        parent, field, index: ``parent.field`` is the node, or a list that holds it at ``index``.
        statement: The statement around it.
        scope: The function around it.
        in_test: Whether it is a part of a condition.
    """

    node: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    statement: ast.stmt
    scope: Scope
    in_test: bool = False

    def is_argument_of(self, *names: str) -> bool:
        """Whether it is a positional argument of a call of one of these names."""
        return (
            isinstance(self.parent, ast.Call)
            and self.field == "args"
            and called(self.parent) in names
        )

    @property
    def is_test(self) -> bool:
        """Whether it decides which way is taken."""
        if isinstance(self.parent, (ast.If, ast.IfExp, ast.While, ast.Assert)):
            return self.field == "test"
        return isinstance(self.parent, (ast.BoolOp, ast.comprehension)) and self.field in (
            "values",
            "ifs",
        )

    @property
    def is_result(self) -> bool:
        """Whether it is a whole result: returned, given a name, or one of several."""
        if isinstance(self.parent, ast.Tuple):
            whole = isinstance(self.statement, (ast.Return, ast.Assign))
            return whole and isinstance(self.parent.ctx, ast.Load)
        gives = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Lambda)
        return isinstance(self.parent, gives) and self.field in ("value", "body")


@dataclass(frozen=True, eq=False)
class Block:
    """A list of statements.

    Attributes:
        parent, field: ``parent.field`` is the list.
        scope: The function around it.
        loop: The innermost loop's own (block, index), where it stands in one.
    """

    parent: ast.AST
    field: str
    scope: Scope
    loop: tuple[Block, int] | None = None

    @property
    def statements(self) -> list[ast.stmt]:
        found: list[ast.stmt] = getattr(self.parent, self.field)
        return found

    @property
    def is_body(self) -> bool:
        """Whether it is the whole body of its function."""
        return self.parent is self.scope.function


def scopes(tree: ast.Module, types: Types) -> Iterator[Scope]:
    """Every function of a program, methods and lambdas too; a nested one belongs to its outer."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield Scope(node, types=types)
        elif isinstance(node, ast.ClassDef):
            stored = tuple(_stored(node))
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield Scope(part, True, stored, types)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.Lambda):
                    yield Scope(inner, types=types)


def _stored(cls: ast.ClassDef) -> Iterable[str]:
    """Names that a class stores on ``self``, each once."""
    found: dict[str, None] = {}
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found |= {node.attr: None} if is_self(node.value) else {}
        elif isinstance(node, ast.Call) and called(node) == "register_buffer" and node.args:
            first = node.args[0]
            found |= {str(first.value): None} if isinstance(first, ast.Constant) else {}
    return found


def blocks(scope: Scope) -> Iterator[Block]:
    """Every list of statements of a function, outermost first."""
    if not isinstance(scope.function, ast.Lambda):
        yield from _blocks(Block(scope.function, "body", scope))


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for index, statement in enumerate(block.statements):
        loop = (block, index) if isinstance(statement, (ast.For, ast.While)) else block.loop
        for name in ("body", "orelse", "finalbody"):
            if isinstance(getattr(statement, name, None), list) and getattr(statement, name):
                yield from _blocks(Block(statement, name, block.scope, loop))


def places(scope: Scope) -> Iterator[Place]:
    """Every node below the statements of a function at which something else could stand."""
    if isinstance(scope.function, ast.Lambda):
        body = scope.function.body
        around = ast.copy_location(ast.Return(body), scope.function)  # it returns its body
        yield Place(body, scope.function, "body", None, around, scope)
        yield from _below(body, around, scope)
        return
    for block in blocks(scope):
        for statement in block.statements:
            if not (isinstance(statement, ast.Raise) or is_docstring(statement)):
                yield from _below(statement, statement, scope)


def _below(
    node: ast.AST, statement: ast.stmt, scope: Scope, in_test: bool = False
) -> Iterator[Place]:
    for name, value in ast.iter_fields(node):
        if name in _NOT_CODE or isinstance(node, (ast.JoinedStr, ast.arguments)):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not isinstance(child, (ast.stmt, ast.expr_context)):
                tested = in_test or name in ("test", "ifs")
                yield Place(child, node, name, index, statement, scope, tested)
                yield from _below(child, statement, scope, tested)


def listed(text: str) -> frozenset[str]:
    """The names that a text lists."""
    return frozenset(text.split())


# --- what a node is ------------------------------------------------------------------------------


def called(node: ast.AST) -> str:
    """The last name of a call's function: "view" of ``x.view(3)``; "" for anything else."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_self(node: ast.AST) -> bool:
    """Whether it is the name ``self``."""
    return isinstance(node, ast.Name) and node.id == "self"


def of_self(node: ast.AST) -> str:
    """ "w_q" for ``self.w_q``; "" for anything else."""
    return node.attr if isinstance(node, ast.Attribute) and is_self(node.value) else ""


def on_library(function: ast.AST) -> bool:
    """Whether a function is taken from a library: ``torch.sum``, ``nn.functional.softmax``."""
    while isinstance(function, ast.Attribute):
        function = function.value
    return isinstance(function, ast.Name) and function.id in LIBRARIES


def receiver(node: ast.Call) -> ast.expr | None:
    """``x`` of ``x.sum()``; None for a plain function, a library's, and a part of ``self``."""
    function = node.func
    if isinstance(function, ast.Attribute) and not (on_library(function) or of_self(function)):
        return function.value
    return None


def number(node: ast.AST | None) -> int | None:
    """The whole number that is written there, with its sign; None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int else None


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a bare string or number."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_mask(node: ast.AST) -> bool:
    """Whether an expression looks like truth values."""
    calls = ("tril", "triu", "isnan", "isinf", "logical_and", "logical_or", "masked_fill", "bool")
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.Name) and "mask" in node.id)
        or called(node) in calls
    )


def size(node: ast.AST) -> int:
    """How many expressions a piece of code holds."""
    return sum(isinstance(n, ast.expr) for n in ast.walk(node))


# --- new code ------------------------------------------------------------------------------------


def expression(text: str) -> ast.expr:
    """The expression that a text is."""
    return ast.parse(text, mode="eval").body


def literal(value: bool | float | None) -> ast.expr:
    """A value as it is written."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def method(node: ast.expr, name: str, *args: ast.expr | float, **keywords: ast.expr) -> ast.Call:
    """``node.name(args)``."""
    given = [a if isinstance(a, ast.expr) else literal(a) for a in args]
    named = [ast.keyword(key, value) for key, value in keywords.items()]
    return ast.Call(ast.Attribute(node, name, ast.Load()), given, named)


def with_keyword(node: ast.Call, name: str, value: ast.expr | float) -> ast.Call:
    """The call with one keyword more, or with another value for it."""
    given = value if isinstance(value, ast.expr) else literal(value)
    others = [k for k in node.keywords if k.arg != name]
    return ast.Call(node.func, node.args, [*others, ast.keyword(name, given)])


def sub(node: ast.expr, index: str) -> ast.Subscript:
    """``node[index]``."""
    indexed = expression(f"_[{index}]")
    assert isinstance(indexed, ast.Subscript)
    return ast.Subscript(node, indexed.slice, ast.Load())
