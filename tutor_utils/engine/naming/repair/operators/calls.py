"""Calls: one too many, one missing, another function, arguments in another order or too many."""

from __future__ import annotations

import ast

from ..place import (
    Place,
    called,
    expression,
    listed,
    literal,
    method,
    of_self,
    on_library,
    receiver,
    with_keyword,
)
from .registry import Alternatives, of_nodes

FACTORIES = listed("""
    arange zeros ones empty full eye tensor rand randn randint linspace randperm
""")
_CUTS_GRADIENT = ("detach", "item", "numpy", "tolist")
_TWINS: dict[str, tuple[str, ...]] = {
    **{"triu": ("tril",), "tril": ("triu",), "sin": ("cos",), "cos": ("sin",)},
    **{"min": ("max", "amax", "amin"), "max": ("min", "amax"), "argmin": ("argmax",)},
    **{"mean": ("sum",), "sum": ("mean",), "log_softmax": ("softmax",), "argmax": ("argmin",)},
    **{"softmax": ("log_softmax",), "sigmoid": ("softmax",), "prod": ("sum",)},
    **{"zeros_like": ("ones_like",), "ones_like": ("zeros_like",)},
    **{"zeros": ("ones",), "ones": ("zeros",), "relu": ("tanh", "gelu", "silu")},
    **{"tanh": ("relu",), "gelu": ("relu", "silu"), "silu": ("gelu",)},
    **{"stack": ("cat",), "cat": ("stack",), "append": ("extend",), "extend": ("append",)},
    **{"eval": ("train",), "train": ("eval",), "no_grad": ("enable_grad",)},
    **{"unsqueeze": ("squeeze",), "split": ("chunk",), "chunk": ("split",)},
    **{"repeat": ("repeat_interleave",), "repeat_interleave": ("repeat",), "expand": ("repeat",)},
    **{"view": ("reshape",), "any": ("all",), "all": ("any",), "ceil": ("floor",)},
    **{"lower": ("upper",), "exp": ("log",), "log": ("exp", "log2")},
    **{"rsqrt": ("sqrt",), "sqrt": ("rsqrt",), "log2": ("log",), "log10": ("log",)},
    **{"minimum": ("maximum",), "maximum": ("minimum",)},
    **{"randn": ("rand",), "rand": ("randn",), "clamp_min": ("clamp_max",), "std": ("var",)},
    **{"xavier_normal_": ("xavier_uniform_",), "ones_": ("zeros_",), "zeros_": ("ones_",)},
}
_WRAPPED = (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Subscript)


@of_nodes("call-too-many", ast.Call)
def call_too_many(node: ast.Call, place: Place) -> Alternatives:
    """``softmax(weights)`` for ``weights``."""
    if called(node) in (*_CUTS_GRADIENT, "transpose", "swapaxes", "permute", "sqrt"):
        return
    if called(node) == "squeeze" and not node.args:
        return
    inner = receiver(node)
    if inner is not None:
        yield 1.5, inner
    elif node.args and called(node) not in ("range", "super", "Linear"):
        yield 1.5, node.args[0]


@of_nodes("gradient-stopped", ast.Call, ast.Attribute)
def gradient_cut(node: ast.Call | ast.Attribute, place: Place) -> Alternatives:
    """``x.detach()`` for ``x``."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        yield 1.2, node.value
    elif called(node) in _CUTS_GRADIENT and isinstance(node, ast.Call):
        inner = receiver(node)
        if inner is not None:
            yield 1.2, inner


@of_nodes("another-function", ast.Call)
def another_function(node: ast.Call, place: Place) -> Alternatives:
    """``triu`` for ``tril``."""
    for other in _TWINS.get(called(node), ()):
        if isinstance(node.func, ast.Attribute):
            function: ast.expr = ast.Attribute(node.func.value, other, ast.Load())
        elif called(node) in ("max", "min", "sum", "any", "all"):
            function = ast.Name(other, ast.Load())
        else:
            continue
        yield (
            1.2 if isinstance(node.func, ast.Attribute) else 1.6,
            ast.Call(function, node.args, node.keywords),
        )
    if called(node) == "sigmoid" and isinstance(node.func, ast.Attribute):
        wider = ast.Attribute(node.func.value, "softmax", ast.Load())
        args = [*node.args, literal(-1)]
        yield 1.7, ast.Call(wider, args, [])


@of_nodes("in-place", ast.Call)
def in_place(node: ast.Call, place: Place) -> Alternatives:
    """``x.masked_fill_(...)`` for ``x.masked_fill(...)``."""
    name = called(node)
    if name.endswith("_") and not name.endswith("__") and isinstance(node.func, ast.Attribute):
        plain = ast.Attribute(node.func.value, name[:-1], ast.Load())
        yield 1.2, ast.Call(plain, node.args, node.keywords)


@of_nodes("arguments-exchanged", ast.Call)
def arguments_exchanged(node: ast.Call, place: Place) -> Alternatives:
    """``f(b, a)`` for ``f(a, b)``."""
    reordered = ("view", "reshape", "permute", "transpose", "unflatten", "swapaxes")
    if (
        called(node) in (*reordered, "min", "max", "maximum", "minimum")
        or not 2 <= len(node.args) <= 6
    ):
        return
    for i in range(len(node.args) - 1):
        args = list(node.args)
        args[i], args[i + 1] = args[i + 1], args[i]
        turned = called(node) == "where" and i == 1  # says more than a mask the wrong way round
        yield 0.9 if turned else 1.2, ast.Call(node.func, args, node.keywords)
    if len(node.args) == 3:
        yield 1.5, ast.Call(node.func, node.args[::-1], node.keywords)


@of_nodes("argument-too-many", ast.Call)
def argument_too_many(node: ast.Call, place: Place) -> Alternatives:
    """``f(x, mask)`` for ``f(x)``."""
    for i in range(len(node.args)):
        yield 1.7, ast.Call(node.func, [*node.args[:i], *node.args[i + 1 :]], node.keywords)
    for i in range(len(node.keywords)):
        rest = [*node.keywords[:i], *node.keywords[i + 1 :]]
        yield 1.6, ast.Call(node.func, node.args, rest)


@of_nodes("argument-missing", ast.Call)
def argument_missing(node: ast.Call, place: Place) -> Alternatives:
    """``attend(q, k, v)`` for ``attend(q, k, v, mask)``: a name of one's own is not passed on."""
    scope = place.scope
    own = isinstance(node.func, ast.Name) or bool(of_self(node.func))
    own = own or isinstance(node.func, ast.Subscript)
    if not own or called(node) in ("len", "range", "super", "print", "max", "min", "zip", "sum"):
        return
    given = {n.id for a in node.args for n in ast.walk(a) if isinstance(n, ast.Name)}
    for name in scope.names_at(node.lineno):
        if name not in given:
            yield 1.8, ast.Call(node.func, [*node.args, ast.Name(name, ast.Load())], node.keywords)
            if name in scope.parameters:
                yield 1.9, with_keyword(node, name, ast.Name(name, ast.Load()))
    if scope.name != "__init__":
        for name in scope.parts("int", "float", "bool"):
            yield 1.9, ast.Call(node.func, [*node.args, expression(f"self.{name}")], node.keywords)


@of_nodes("device-missing", ast.Call)
def device_missing(node: ast.Call, place: Place) -> Alternatives:
    """``torch.arange(n)`` for ``torch.arange(n, device=x.device)``."""
    scope = place.scope
    if any(k.arg == "device" for k in node.keywords):
        return
    if "device" in scope.parameters:
        yield 1.0, with_keyword(node, "device", ast.Name("device", ast.Load()))
    elif called(node) in FACTORIES and on_library(node.func):
        for name in scope.named("Tensor"):
            yield 1.3, with_keyword(node, "device", expression(f"{name}.device"))


@of_nodes("dtype", ast.Call, ast.keyword)
def another_dtype(node: ast.Call | ast.keyword, place: Place) -> Alternatives:
    """``torch.ones(n, n)`` where truth values are wanted; ``dtype=torch.int`` for ``long``."""
    scope = place.scope
    types = ("torch.bool", "torch.long", "torch.float32")
    if isinstance(node, ast.keyword):
        if node.arg == "dtype":
            for one in types:
                yield 1.2, ast.keyword("dtype", expression(one))
        return
    if called(node) in FACTORIES and not any(k.arg == "dtype" for k in node.keywords):
        for one in types:
            yield 1.3, with_keyword(node, "dtype", expression(one))
        for name in scope.named("Tensor"):
            yield 1.8, with_keyword(node, "dtype", expression(f"{name}.dtype"))


@of_nodes("dtype", *_WRAPPED, ast.Compare)
def result_of_another_dtype(node: ast.expr, place: Place) -> Alternatives:
    """A result whose values are right and whose number type is not."""
    scope = place.scope
    if isinstance(node, ast.expr) and place.is_result:
        last = isinstance(place.statement, ast.Return)
        for name in ("bool", "long", "float"):
            yield 1.5 if last else 2.4, method(node, name)
        for other in scope.named("Tensor")[:2] if last else ():
            yield 2.0, method(node, "to", expression(f"{other}.dtype"))


@of_nodes("dropout-always", ast.Call)
def dropout_always(node: ast.Call, place: Place) -> Alternatives:
    """``F.dropout(x, p)``, which drops in evaluation, too."""
    scope = place.scope
    if called(node) != "dropout" or not scope.in_class or of_self(node.func):
        return
    training = expression("self.training")
    yield 1.0, with_keyword(node, "training", training)
    if len(node.args) == 1:
        for name in scope.parts("float"):
            given = ast.Call(node.func, [*node.args, expression(f"self.{name}")], [])
            yield 1.3, with_keyword(given, "training", training)


@of_nodes("diagonal", ast.Call)
def diagonal(node: ast.Call, place: Place) -> Alternatives:
    """``triu(x)`` for ``triu(x, diagonal=1)``."""
    plain = len(node.args) < 2 and not node.keywords
    if called(node) in ("tril", "triu") and plain:
        for offset in (1, -1):
            yield 1.1, with_keyword(node, "diagonal", offset)


@of_nodes("start-missing", ast.Call)
def start_missing(node: ast.Call, place: Place) -> Alternatives:
    """``range(n)`` for ``range(1, n)``; ``randint(V, size)`` for ``randint(1, V, size)``."""
    first = 2 if called(node) == "randint" else 1
    if called(node) in ("range", "arange", "randint") and len(node.args) == first:
        yield 1.3, ast.Call(node.func, [ast.Constant(1), *node.args], node.keywords)


@of_nodes("key-missing", ast.Call)
def key_missing(node: ast.Call, place: Place) -> Alternatives:
    """``max(rows)`` for ``max(rows, key=len)``."""
    plain = isinstance(node.func, ast.Name) and called(node) in ("max", "min", "sorted")
    if plain and len(node.args) == 1 and all(k.arg != "key" for k in node.keywords):
        yield 1.2, with_keyword(node, "key", ast.Name("len", ast.Load()))


@of_nodes("weight-without-layer", ast.BinOp)
def layer_written_out(node: ast.BinOp, place: Place) -> Alternatives:
    """``x @ layer.weight`` for ``layer(x)``, which transposes it and adds the bias."""
    product = node.left if isinstance(node.op, ast.Add) else node
    if isinstance(product, ast.BinOp) and isinstance(product.op, ast.MatMult):
        weight = product.right
        while isinstance(weight, (ast.Attribute, ast.Call)):
            if isinstance(weight, ast.Attribute) and weight.attr == "weight":
                yield 1.0, ast.Call(weight.value, [product.left], [])
                return
            weight = weight.func if isinstance(weight, ast.Call) else weight.value


@of_nodes("layer-not-made", ast.Call)
def layer_not_made(node: ast.Call, place: Place) -> Alternatives:
    """``nn.Tanh(x)`` for ``nn.Tanh()(x)``."""
    if isinstance(node.func, ast.Attribute) and called(node)[:1].isupper() and node.args:
        yield 1.1, ast.Call(ast.Call(node.func, [], node.keywords), node.args, [])


@of_nodes("setting-missing", ast.Call)
def setting_missing(node: ast.Call, place: Place) -> Alternatives:
    """A keyword that PyTorch's own default does not fit: ``batch_first``, ``padding_idx``."""
    scope = place.scope
    given = {k.arg for k in node.keywords}
    name = called(node)
    by_time = ("pad_sequence", "TransformerEncoderLayer", "MultiheadAttention", "GRU")
    if name in by_time and "batch_first" not in given:
        yield 1.0, with_keyword(node, "batch_first", ast.Constant(True))
    if name == "pad_sequence" and "padding_value" not in given and "pad_id" in scope.parameters:
        yield 1.0, with_keyword(node, "padding_value", ast.Name("pad_id", ast.Load()))
    if name == "Embedding" and "padding_idx" not in given and "pad_id" in scope.parameters:
        yield 1.0, with_keyword(node, "padding_idx", ast.Name("pad_id", ast.Load()))
    if name in ("var", "std"):
        yield 1.0, with_keyword(node, "unbiased", ast.Constant(False))
        yield 1.1, with_keyword(node, "correction", ast.Constant(0))
    if name in ("topk", "sort", "argsort") and not given & {"largest", "descending"}:
        flag = "largest" if name == "topk" else "descending"
        yield 1.2, with_keyword(node, flag, ast.Constant(name != "topk"))
    if name == "cross_entropy":
        for index in scope.named("int"):
            yield 1.1, with_keyword(node, "ignore_index", ast.Name(index, ast.Load()))
        for share in scope.named("float"):
            yield 1.2, with_keyword(node, "label_smoothing", ast.Name(share, ast.Load()))
        yield 1.4, with_keyword(node, "reduction", ast.Constant("sum"))


@of_nodes("copy-missing", ast.Name, ast.Attribute, ast.Call)
def copy_missing(node: ast.expr, place: Place) -> Alternatives:
    """The caller's own list or tensor, where a copy is wanted."""
    scope = place.scope
    looped = isinstance(place.parent, (ast.For, ast.comprehension)) and place.field == "iter"
    assigned = isinstance(place.parent, ast.Assign) and place.is_result
    text = ast.unparse(node) if looped or assigned else ""
    if assigned and scope.may_be(text, "Tensor"):
        yield 1.8, method(node, "clone")
    if (looped or assigned) and scope.may_be(text, "list"):
        yield 1.6, expression(f"[list(row) for row in {text}]")
        yield 1.7, expression(f"list({text})")


@of_nodes("function-missing", *_WRAPPED)
def function_missing(node: ast.expr, place: Place) -> Alternatives:
    """A result that one more step should be applied to."""
    parent = place.parent
    top = place.is_result
    factor = isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.MatMult, ast.Mult))
    factor = factor and isinstance(node, (ast.Name, ast.Call))
    if not (top or factor):
        return
    more = 0.0 if top else 0.3
    yield 1.6 + more, method(node, "sum", -1)
    yield 1.8 + more, method(node, "softmax", -1)
    yield 2.0 + more, method(node, "nan_to_num", 0.0)
    if top:
        for name in ("tanh", "relu", "exp", "log", "contiguous", "sigmoid", "abs"):
            yield 2.2, method(node, name)
        yield 2.2, method(node, "mean", -1)
        yield 2.2, method(node, "sum")
        yield 2.2, method(node, "mean")


@of_nodes("kind-of-result", *_WRAPPED, ast.ListComp, ast.GeneratorExp, ast.List)
def kind_of_result(node: ast.expr, place: Place) -> Alternatives:
    """A list where a tensor is wanted, a tensor where a list or a number is, a generator."""
    if not (isinstance(node, ast.expr) and place.is_result):
        return
    for cost, function in (
        *((1.6, "torch.tensor"), (1.7, "torch.stack"), (1.4, "tuple"), (1.5, "list")),
        *((1.8, "int"), (1.8, "float"), (1.9, "bool"), (2.0, "sorted"), (2.0, "''.join")),
    ):
        yield cost, ast.Call(expression(function), [node], [])
    yield 1.5, method(node, "tolist")
    yield 1.6, method(node, "item")


@of_nodes("layer-not-used", *_WRAPPED)
def layer_missing(node: ast.expr, place: Place) -> Alternatives:
    """``x`` for ``self.norm(x)``."""
    scope, parent = place.scope, place.parent
    if not scope.in_class or scope.name == "__init__":
        return
    argument = isinstance(parent, ast.Call) and place.field == "args"
    operand = isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.MatMult, ast.Add))
    if place.is_result or argument or operand:
        cost = 1.9 if place.is_result else 2.1 if operand else 2.2
        for name in scope.parts("Module"):
            yield cost, ast.Call(expression(f"self.{name}"), [node], [])


@of_nodes("factor-missing", *_WRAPPED)
def factor_missing(node: ast.expr, place: Place) -> Alternatives:
    """A result that should be scaled by the root of a size, or by a number that is at hand."""
    scope, parent = place.scope, place.parent
    operand = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add)
    argument = place.is_argument_of("softmax", "attention_weights", "dropout")
    if not (place.is_result or operand or argument):
        return
    for name in scope.named("int", "float"):
        for op in (ast.Div(), ast.Mult()):
            yield 2.2, ast.BinOp(node, op, ast.Name(name, ast.Load()))
            root = expression(f"{name} ** 0.5")
            yield 2.4, ast.BinOp(node, op, root)
    if scope.in_class and scope.name != "__init__":
        for name in scope.parts("int", "float"):
            for op in (ast.Mult(), ast.Div()):
                yield 2.3, ast.BinOp(node, op, expression(f"self.{name} ** 0.5"))
                yield 2.4, ast.BinOp(node, op, expression(f"self.{name}"))
    for name in scope.named("Tensor"):
        yield 2.3, ast.BinOp(node, ast.Div(), expression(f"{name}.shape[-1] ** 0.5"))


@of_nodes("summand-missing", *_WRAPPED)
def summand_missing(node: ast.expr, place: Place) -> Alternatives:
    """``f(x)`` for ``x + f(x)``."""
    scope = place.scope
    if isinstance(node, ast.expr) and place.is_result:
        for name in scope.named("Tensor", "int", "float"):
            yield 1.9, ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), node)
