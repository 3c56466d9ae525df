"""Statements: one too many, a lost value, a return in the wrong place, parts of a module."""

from __future__ import annotations

import ast
from itertools import pairwise

from ..edit import Change, Edit
from ..place import (
    Block,
    Scope,
    blocks,
    called,
    expression,
    is_docstring,
    of_self,
    on_library,
    size,
)
from .registry import Edits, Statements, of_scopes, of_statements

_PLAIN = (ast.Expr, ast.Assign, ast.AugAssign, ast.If, ast.For, ast.With)
_WHOLE = 0.6  # more of a function than this is no slip


def _store(node: ast.expr) -> ast.expr:
    """The same expression as a target."""
    target = expression(ast.unparse(node))
    target.ctx = ast.Store()  # type: ignore[attr-defined]
    return target


def _if(test: str, *body: ast.stmt) -> ast.If:
    return ast.If(expression(test), list(body), [])


@of_statements("statement-too-many", *_PLAIN)
def statement_too_many(statement: ast.stmt, block: Block, index: int) -> Statements:
    """A step that is not asked for."""
    large = size(statement) / max(1, size(block.scope.function))
    if not is_docstring(statement) and large < _WHOLE:
        rest: list[ast.stmt] = [] if len(block.statements) > 1 else [ast.Pass()]
        yield 2.0 + 0.05 * size(statement), rest


@of_statements("break-too-many", ast.Break, ast.Continue)
def break_too_many(statement: ast.Break | ast.Continue, block: Block, index: int) -> Statements:
    """A loop that stops at its first hit."""
    yield 1.2, [] if len(block.statements) > 1 else [ast.Pass()]


@of_statements("block-too-many", ast.With, ast.If, ast.For)
def block_too_many(statement: ast.With | ast.If | ast.For, block: Block, index: int) -> Statements:
    """``if test: step`` for ``step``; ``with torch.no_grad():`` around what has to learn."""
    of_the_loop = (ast.Break, ast.Continue)
    if not any(isinstance(node, of_the_loop) for node in ast.walk(statement)):
        yield 2.2, list(statement.body)


@of_scopes("no-grad-missing")
def no_grad_missing(scope: Scope) -> Edits:
    """Steps that record gradients and should not."""
    for block in blocks(scope):
        for index, statement in enumerate(block.statements if block.is_body else ()):
            if any(isinstance(n, ast.Call) for n in ast.walk(statement)):
                context = ast.withitem(expression("torch.no_grad()"))
                new = [ast.With([context], block.statements[index:])]
                change = (block.parent, block.field, slice(index, None), new)
                yield Edit("no-grad-missing", 2.2, statement, statement, list(new), [change])


@of_statements("none-not-handled", ast.Assign, ast.AugAssign, ast.Expr, ast.If)
def none_not_handled(statement: ast.stmt, block: Block, index: int) -> Statements:
    """A step with an argument that may be None."""
    names = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
    for name in block.scope.optional:
        if name in names:
            yield 1.3, [_if(f"{name} is not None", statement)]


@of_scopes("none-not-handled")
def mask_of_none(scope: Scope) -> Edits:
    """``mask=None``, which should let everything through."""
    function = scope.function
    if isinstance(function, ast.Lambda):
        return
    for name in scope.optional:
        tensors = scope.named("Tensor")
        if "mask" in name and tensors:
            all_open = f"torch.ones((), dtype=torch.bool, device={tensors[0]}.device)"
            default = ast.parse(f"{name} = {all_open}").body
            new = [_if(f"{name} is None", *default)]
            yield _put_in("none-not-handled", 1.3, function, 0, list(new))


def _put_in(
    kind: str, cost: float, function: ast.FunctionDef, index: int, new: list[ast.stmt]
) -> Edit:
    if index == 0 and function.body and is_docstring(function.body[0]):
        index = 1
    at = function.body[min(index, len(function.body) - 1)]
    return Edit(kind, cost, at, None, list(new), [(function, "body", slice(index, index), new)])


@of_statements("one-object", ast.Assign)
def one_object_under_several_names(statement: ast.Assign, block: Block, index: int) -> Statements:
    """``self.a = self.b = nn.Linear(...)``, and ``[layer] * n``: the same one each time."""
    if len(statement.targets) > 1:
        yield 1.3, [ast.Assign([target], statement.value) for target in statement.targets]


@of_statements("in-place", ast.AugAssign)
def in_place(statement: ast.AugAssign, block: Block, index: int) -> Statements:
    """``x += y`` for ``x = x + y``."""
    read = expression(ast.unparse(statement.target))
    yield 1.2, [ast.Assign([statement.target], ast.BinOp(read, statement.op, statement.value))]


@of_statements("thrown-away", ast.Expr)
def value_thrown_away(statement: ast.Expr, block: Block, index: int) -> Statements:
    """``x.transpose(1, 2)`` alone on a line: it changes nothing."""
    call = statement.value
    if not isinstance(call, ast.Call):
        return
    if on_library(call.func):
        if call.args and isinstance(call.args[0], (ast.Name, ast.Attribute)):
            yield 1.0, [ast.Assign([_store(call.args[0])], call)]
    elif isinstance(call.func, ast.Name):
        for given in call.args:
            if isinstance(given, ast.Name):
                yield 1.2, [ast.Assign([_store(given)], call)]
    elif isinstance(call.func, ast.Attribute) and isinstance(
        call.func.value, (ast.Name, ast.Attribute)
    ):
        yield 1.0, [ast.Assign([_store(call.func.value)], call)]


@of_statements("printed", ast.Expr)
def printed_not_returned(statement: ast.Expr, block: Block, index: int) -> Statements:
    """``print(x)`` for ``return x``."""
    call = statement.value
    if isinstance(call, ast.Call) and called(call) == "print" and call.args:
        several = ast.Tuple(list(call.args), ast.Load())
        yield 0.8, [ast.Return(call.args[0] if len(call.args) == 1 else several)]


@of_statements("result-not-returned", *_PLAIN, ast.Return)
def no_return(statement: ast.stmt, block: Block, index: int) -> Statements:
    """A function that ends without giving its result."""
    scope = block.scope
    last = index == len(block.statements) - 1 and block.is_body
    if not last or scope.name == "__init__":
        return
    if isinstance(statement, ast.Return):
        if statement.value is None:
            for name in scope.names_at(statement.lineno):
                yield 1.2, [ast.Return(ast.Name(name, ast.Load()))]
        return
    if isinstance(statement, ast.Expr):
        yield 1.2, [ast.Return(statement.value)]
    for name in scope.names_at(10**6):
        yield 1.3, [statement, ast.Return(ast.Name(name, ast.Load()))]


@of_scopes("return-in-loop")
def return_inside_the_loop(scope: Scope) -> Edits:
    """``return`` one level too deep: the loop ends in its first round."""
    for block in blocks(scope):
        for index, statement in enumerate(block.statements):
            if not (isinstance(statement, ast.Return) and block.loop):
                continue
            around, place = block.loop
            rest = block.statements[:index] + block.statements[index + 1 :]
            outer = list(around.statements)
            yield Edit(
                "return-in-loop",
                0.9,
                statement,
                statement,
                None,
                [
                    (around.parent, around.field, slice(place + 1, len(outer)), [statement]),
                    (block.parent, block.field, None, rest or [ast.Pass()]),
                ],
            )


@of_statements("overwritten-in-loop", ast.Assign)
def overwritten_in_loop(statement: ast.Assign, block: Block, index: int) -> Statements:
    """``total = part`` in a loop, for ``total = total + part``."""
    target = statement.targets[0]
    if block.loop is None or not isinstance(target, ast.Name):
        return
    outer, at = block.loop
    if block.scope.locals.get(target.id, 1 << 30) < outer.statements[at].lineno:
        total = ast.BinOp(ast.Name(target.id, ast.Load()), ast.Add(), statement.value)
        yield 1.1, [ast.Assign([target], total)]


@of_scopes("statement-in-loop")
def statement_inside_the_loop(scope: Scope) -> Edits:
    """The last line of a loop, which belongs after it."""
    for block in blocks(scope):
        if not block.loop or block.parent is not block.loop[0].statements[block.loop[1]]:
            continue
        last = block.statements[-1]
        stays = (ast.Return, ast.For, ast.If, ast.Break, ast.Continue)
        if len(block.statements) > 1 and not isinstance(last, stays):
            around, place = block.loop
            yield Edit(
                "statement-in-loop",
                1.8,
                last,
                last,
                None,
                [
                    (around.parent, around.field, slice(place + 1, place + 1), [last]),
                    (block.parent, block.field, None, block.statements[:-1]),
                ],
            )


@of_scopes("mode-not-restored")
def mode_not_restored(scope: Scope) -> Edits:
    """``model.train()`` at the end, whatever mode the model was in."""
    function = scope.function
    for block in blocks(scope):
        for index, statement in enumerate(block.statements):
            call = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(call, ast.Call) and called(call) == "train" and not call.args:
                model = ast.unparse(call.func.value)  # type: ignore[attr-defined]
                first = ast.parse(f"_mode = {model}.training").body
                new = ast.parse(f"{model}.train(_mode)").body
                changes: list[Change] = [
                    (block.parent, block.field, slice(index, index + 1), new),
                    (function, "body", slice(0, 0), first),
                ]
                yield Edit("mode-not-restored", 0.9, statement, statement, list(new), changes)


@of_statements("not-a-buffer", ast.Assign)
def not_a_buffer(statement: ast.Assign, block: Block, index: int) -> Statements:
    """``self.pe = table``, which does not move with the module."""
    name = of_self(statement.targets[0])
    if not name or block.scope.name != "__init__":
        return
    value = statement.value
    if called(value) == "Parameter" and isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    register = ast.Call(expression("self.register_buffer"), [ast.Constant(name), value], [])
    yield 1.2, [ast.Expr(register)]


@of_statements("no-parameter", ast.Assign, ast.Expr)
def no_parameter(statement: ast.Assign | ast.Expr, block: Block, index: int) -> Statements:
    """``self.scale = torch.ones(d)``, which never learns."""
    if block.scope.name != "__init__":
        return
    if isinstance(statement, ast.Assign) and of_self(statement.targets[0]):
        learned = ast.Call(expression("nn.Parameter"), [statement.value], [])
        yield 1.2, [ast.Assign(statement.targets, learned)]
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and called(call) == "register_buffer" and len(call.args) > 1:
        name = call.args[0]
        if isinstance(name, ast.Constant):
            target = ast.Attribute(ast.Name("self", ast.Load()), str(name.value), ast.Store())
            learned = ast.Call(expression("nn.Parameter"), [call.args[1]], [])
            yield 1.2, [ast.Assign([target], learned)]


@of_statements("plain-list", ast.Assign)
def plain_list(statement: ast.Assign, block: Block, index: int) -> Statements:
    """``self.layers = [...]``, in which PyTorch sees no layers."""
    lists = (ast.List, ast.ListComp)
    if of_self(statement.targets[0]) and isinstance(statement.value, lists):
        known = ast.Call(expression("nn.ModuleList"), [statement.value], [])
        yield 0.9, [ast.Assign(statement.targets, known)]


@of_statements("one-object", ast.Assign)
def list_of_one_object(statement: ast.Assign, block: Block, index: int) -> Statements:
    """``nn.ModuleList([Layer()] * n)``: one layer, n times."""
    for node in ast.walk(statement.value):
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
            continue
        if isinstance(node.left, ast.List) and len(node.left.elts) == 1:
            one, times = ast.unparse(node.left.elts[0]), ast.unparse(node.right)
            text = ast.unparse(statement.value)
            text = text.replace(ast.unparse(node), f"[{one} for _ in range({times})]")
            yield 1.0, [ast.Assign(statement.targets, expression(text))]


@of_scopes("super-missing")
def super_missing(scope: Scope) -> Edits:
    """``__init__`` that does not call the one of ``nn.Module``."""
    function = scope.function
    if isinstance(function, ast.FunctionDef) and scope.in_class and scope.name == "__init__":
        new = ast.parse("super().__init__()").body
        yield _put_in("super-missing", 0.8, function, 0, new)


@of_scopes("statement-order")
def order_of_two_statements(scope: Scope) -> Edits:
    """Two steps that should change places."""
    for block in blocks(scope):
        for index, (one, other) in enumerate(pairwise(block.statements)):
            if not (isinstance(other, ast.Return) or is_docstring(one)):
                change = (block.parent, block.field, slice(index, index + 2), [other, one])
                yield Edit("statement-order", 2.4, one, [one, other], [other, one], [change])


@of_scopes("right-sides")
def right_sides_exchanged(scope: Scope) -> Edits:
    """``q = w_k(x)`` and ``k = w_q(x)``."""
    for block in blocks(scope):
        for one, other in pairwise(block.statements):
            if isinstance(one, ast.Assign) and isinstance(other, ast.Assign):
                if scope.name == "__init__" and called(one.value) != called(other.value):
                    continue  # another kind of layer under each name: nobody's slip
                changes = [(one, "value", None, other.value), (other, "value", None, one.value)]
                yield Edit("right-sides", 1.7, one, one.value, other.value, list(changes))


@of_scopes("default")
def other_default(scope: Scope) -> Edits:
    """A parameter with another default than asked for."""
    arguments = scope.function.args
    names = arguments.args[len(arguments.args) - len(arguments.defaults) :]
    for i, (name, default) in enumerate(zip(names, arguments.defaults, strict=True)):
        for value in (True, 0.0, None, False, 0.1, 1, 10000.0, 1e-6):
            written = ast.Constant(value)
            same = isinstance(default, ast.Constant) and default.value == value
            if not same:
                change = (arguments, "defaults", i, written)
                yield Edit("default", 2.6, name, default, written, [change])
