"""The errors of Python and PyTorch that learners meet: how to know each, and the words for it.

The first entry that fits decides, so the special stand before the general. Words are filled from
the named groups of the pattern and from what ``when`` finds in the learner's line. An entry whose
words would be false for some cause of the same message needs a ``when`` that rules this cause out.
"""

from __future__ import annotations

import ast
import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from .learner_line import REDUCTIONS, LearnerLine, last_name, shown

Match = re.Match[str]
Found = dict[str, Any] | bool | None


@dataclass(frozen=True)
class KnownError:
    """One kind of error.

    Attributes:
        slug: The diagnosis.
        pattern: Found in "Type: message".
        means: What happened; ``{name}`` is filled in.
        try_next: What to do about it.
        when: Asked of the match and the learner's line: false if the entry does not fit, true if it
            does, or names to fill in.
    """

    slug: str
    pattern: str
    means: str
    try_next: str
    when: Callable[[Match, LearnerLine], Found] | None = None

    def found(self, error: str, line: LearnerLine) -> dict[str, Any] | None:
        """The names to fill in; None if the error is another."""
        match = re.search(self.pattern, error, re.DOTALL)
        if match is None:
            return None
        found = self.when is None or self.when(match, line)
        if found is None or found is False:
            return None
        names = {k: v for k, v in match.groupdict().items() if v is not None}
        return names | (found if isinstance(found, dict) else {})


# ---------------------------------------------------------------------------- what `when` asks

_DTYPES = {
    **dict.fromkeys(("float", "Float", "torch.FloatTensor", "CPUFloatType"), "float32"),
    **dict.fromkeys(("double", "Double", "torch.DoubleTensor", "CPUDoubleType"), "float64"),
    **dict.fromkeys(("Half", "c10::Half", "CPUHalfType"), "float16"),
    **dict.fromkeys(("BFloat16", "c10::BFloat16", "CPUBFloat16Type"), "bfloat16"),
    **dict.fromkeys(("long", "Long", "long int", "torch.LongTensor"), "int64"),
    **dict.fromkeys(("int", "Int", "torch.IntTensor"), "int32"),
    **dict.fromkeys(("bool", "Bool", "CPUBoolType", "torch.BoolTensor"), "bool"),
}
_MATH = {name for name in vars(math) if not name.startswith("_")}
_LIST_METHODS = {"append", "extend", "insert", "sort", "reverse", "clear", "shuffle", "update"}
_METHODS = r"(?:builtin_function_or_method|method|function|method-wrapper)"


def _dtypes(m: Match, _: LearnerLine) -> dict[str, str]:
    """The groups of the match, with number types as they are called in torch."""
    return {k: _DTYPES.get(v.strip(), v) for k, v in m.groupdict().items() if v}


def _integers(m: Match, line: LearnerLine) -> Found:
    """The number types, where one of the two has no fractions."""
    types = _dtypes(m, line)
    whole = [t for t in types.values() if t.startswith(("int", "bool"))]
    return types | {"whole": whole[0]} if len(whole) == 1 else None


def _layer(name: str, line: LearnerLine) -> bool:
    """Whether it is a layer class of nn, and none that the learner writes."""
    return name not in line.own and inspect.isclass(getattr(nn, name, None))


def _is_layer(m: Match, line: LearnerLine) -> bool:
    return _layer(m["kind"], line)


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", text)]


def _view(m: Match, _: LearnerLine) -> dict[str, Any]:
    return {"product": math.prod(n for n in _numbers(m["sizes"]) if n != -1)}


def _view_with_open_size(m: Match, line: LearnerLine) -> Found:
    return "-1" in m["sizes"] and _view(m, line)


def _product(_: Match, line: LearnerLine) -> bool:
    return line.is_product()


def _layer_call(_: Match, line: LearnerLine) -> Found:
    called = line.called_in_full()
    return {"called": called} if called and not line.is_product() else None


def _dot_t(_: Match, line: LearnerLine) -> bool:
    """Whether a side of the product ends in ``.T``."""
    sides = [*line.operands(), *line.arguments()]
    return line.is_product() and any(isinstance(s, ast.Attribute) and s.attr == "T" for s in sides)


def _reduced(_: Match, line: LearnerLine) -> Found:
    """A side of the operation that lost an axis: ``x.sum(-1)`` without ``keepdim``."""
    for side in line.operands():
        if isinstance(side, ast.Attribute) and side.attr in ("values", "indices"):
            side = side.value
        if not isinstance(side, ast.Call) or last_name(side.func) not in REDUCTIONS:
            continue
        names = {k.arg for k in side.keywords}
        method = shown(getattr(side.func, "value", None)) not in ("torch", "F")
        along_an_axis = len(side.args) > (0 if method else 1) or names & {"dim", "axis"}
        if along_an_axis and not names & {"keepdim", "keepdims"}:
            return {"reduction": shown(side) or f"{last_name(side.func)}(...)"}
    return None


def _times(_: Match, line: LearnerLine) -> bool:
    return isinstance(getattr(line.failed, "op", None), ast.Mult)


def _masking(_: Match, line: LearnerLine) -> bool:
    return line.called() in ("masked_fill", "masked_fill_")


def _part_assigned(_: Match, line: LearnerLine) -> Found:
    if not line.assigns_to_a_part():
        return None
    return {"target": shown(line.failed) or "the left side"}


def _expand(_: Match, line: LearnerLine) -> bool:
    return line.called() in ("expand", "expand_as", "broadcast_to")


def _float_division(_: Match, line: LearnerLine) -> Found:
    """``/`` among the arguments."""
    return any(
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        for argument in line.arguments()
        for node in ast.walk(argument)
    )


def _unpacks(ending: tuple[str, ...]) -> Callable[[Match, LearnerLine], Found]:
    """Whether the right side of the assignment, or what a star unpacks, is a call or name of
    ``ending``."""

    def when(_: Match, line: LearnerLine) -> Found:
        sources: list[ast.AST | None] = [line.assigned()]
        sources += [a.value for a in line.arguments() if isinstance(a, ast.Starred)]
        for source in sources:
            node = source.func if isinstance(source, ast.Call) else source
            if last_name(node) in ending:
                sizes = source.args if isinstance(source, ast.Call) else []
                return {"source": shown(source), "size": shown(sizes[0]) if sizes else "n"}
        return None

    return when


def _half(m: Match, _: LearnerLine) -> bool:
    return _DTYPES.get(m["kind"]) == "float16"


def _near(word: str, names: list[str]) -> dict[str, str]:
    close = get_close_matches(word, [n for n in names if not n.startswith("_")], n=1)
    return {"near": f" Did you mean `{close[0]}`?" if close else ""}


def _of_module(m: Match, _: LearnerLine) -> dict[str, str]:
    modules: dict[str, Any] = {"torch": torch, "torch.nn": nn, "torch.nn.functional": functional}
    return _near(m["name"], dir(modules.get(m["module"], math if m["module"] == "math" else None)))


def _of_tensor(m: Match, _: LearnerLine) -> dict[str, str]:
    return _near(m["name"], dir(Tensor))


def _of_layer(m: Match, line: LearnerLine) -> Found:
    return _layer(m["kind"], line) and _near(
        m["name"], ["weight", "bias", *dir(getattr(nn, m["kind"]))]
    )


def _tensors_have(m: Match, _: LearnerLine) -> bool:
    """Whether it is an attribute of tensors: then one was expected."""
    return hasattr(Tensor, m["name"])


def _own_attribute(_: Match, line: LearnerLine) -> bool:
    return shown(line.owner()) == "self"


def _functional_layer(_: Match, line: LearnerLine) -> Found:
    """``nn.Softmax(scores)``: what makes a layer was given what the layer should get."""
    called = line.called_in_full()
    made = isinstance(line.failed, ast.Call) and not isinstance(line.failed.func, ast.Call)
    name = called.rsplit(".", 1)[-1]
    return {"name": name} if made and _layer(name, line) and _computes(name) else None


def _computes(name: str) -> bool:
    """Whether a layer class takes no tensor when it is made, though a function like it does."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    names = {plain, plain.removesuffix("_loss"), name.lower()}
    return bool(names & set(dir(functional))) and name not in ("Linear", "Embedding", "Bilinear")


def _softmax_like(m: Match, line: LearnerLine) -> Found:
    return _layer(m["kind"], line) and _computes(m["kind"]) and {"name": m["kind"]}


def _list_of_sizes(m: Match, line: LearnerLine) -> bool:
    return _layer(m["kind"], line) and any(
        isinstance(a, (ast.List, ast.Tuple)) for a in line.arguments()
    )


def _forward_count(m: Match, line: LearnerLine) -> Found:
    return _layer(m["kind"], line) and {"takes": int(m["takes"]) - 1, "given": int(m["given"]) - 1}


def _by_learner(_: Match, line: LearnerLine) -> bool:
    return bool(line.text)


def _raised_here(_: Match, line: LearnerLine) -> bool:
    return line.starts_with(ast.Raise) or isinstance(line.failed, ast.Raise)


def _asserted_here(_: Match, line: LearnerLine) -> bool:
    return line.starts_with(ast.Assert)


# Which expression was None, by the form of the message


def _none(node: ast.AST | None) -> dict[str, Any] | None:
    return None if node is None else {"node": node, "what": f"`{shown(node)}`"}


def _none_owner(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    if line.called() and line.called() == m.groupdict().get("name"):
        return _none(line.arguments()[0])  # F.softmax(x) asks x for its softmax
    return _none(line.owner())


def _none_operand(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    sides = line.operands()
    types = [t for t in (m.groupdict().get("left"), m.groupdict().get("right")) if t]
    if len(sides) == len(types) and types.count("NoneType") == 1:
        return _none(sides[types.index("NoneType")])
    return _none(sides[0]) if len(sides) == 1 else None


def _none_argument(m: Match, line: LearnerLine) -> dict[str, Any] | None:
    """The argument that is None: by its place in the message, or because it is the only one."""
    given = line.arguments()
    types = (m.groupdict().get("types") or "").split(", ")
    if types.count("NoneType") == 1 and len(types) == len(given):
        return _none(given[types.index("NoneType")])
    only = len(given) == 1 and m.groupdict().get("argument") in ("input", "indices", "self", None)
    return _none(given[0]) if only else None


def _none_source(_: Match, line: LearnerLine) -> dict[str, Any] | None:
    return _none(line.assigned() or line.iterated())


def _unseen(_: Match, __: LearnerLine) -> None:
    """The line does not say which."""


def _is_mask(found: dict[str, Any]) -> bool:
    node = found["node"]
    return isinstance(node, (ast.Name, ast.Attribute)) and "mask" in last_name(node).lower()


def _is_grad(found: dict[str, Any]) -> bool:
    return last_name(found["node"]) == "grad"


def _is_list_method(found: dict[str, Any]) -> bool:
    node = found["node"]
    return isinstance(node, ast.Call) and last_name(node.func) in _LIST_METHODS


def _is_call(found: dict[str, Any]) -> bool:
    return isinstance(found["node"], ast.Call)


def _any_node(_: dict[str, Any]) -> bool:
    return True


_NONE_FORMS: tuple[tuple[str, Callable[[Match, LearnerLine], dict[str, Any] | None]], ...] = (
    (r"'NoneType' object has no attribute '(?P<name>\w+)'", _none_owner),
    (r"'NoneType' object is not (?:subscriptable|callable)", _none_owner),
    (r"'NoneType' object does not support item assignment", _none_owner),
    (r"bad operand type for (?:unary .|abs\(\)): '(?P<left>NoneType)'", _none_operand),
    (r"operand type\(s\) for .*: '(?P<left>[\w.]+)' and '(?P<right>NoneType)'", _none_operand),
    (r"operand type\(s\) for .*: '(?P<left>NoneType)' and '(?P<right>[\w.]+)'", _none_operand),
    (
        r"not supported between instances of '(?P<left>[\w.]+)' and '(?P<right>NoneType)'",
        _none_operand,
    ),
    (
        r"not supported between instances of '(?P<left>NoneType)' and '(?P<right>[\w.]+)'",
        _none_operand,
    ),
    (
        r"argument '(?P<argument>\w+)'.*must be (?:Tensor|tuple of Tensors), not NoneType",
        _none_argument,
    ),
    (r"must be real number, not NoneType|'NoneType' has no len\(\)", _none_argument),
    (r"expected Tensor as element \d+ in argument \d+, but got NoneType", _unseen),
    (r"combination of arguments - got \((?P<types>[\w, ]*\bNoneType[\w, ]*)\)", _none_argument),
    (r"'NoneType' object is not iterable|non-iterable NoneType object", _none_source),
    (r"argument of type 'NoneType' is not iterable", _unseen),
)


def _none_that(
    fits: Callable[[dict[str, Any]], bool] | None,
) -> Callable[[Match, LearnerLine], Found]:
    """Asks whether something is None where a value is wanted, and whether it ``fits``."""

    def when(m: Match, line: LearnerLine) -> Found:
        for pattern, where in _NONE_FORMS:
            form = re.search(pattern, m.string, re.DOTALL)
            if form and fits is None:
                return True
            found = where(form, line) if form else None
            if found and fits and found["what"] != "``":
                return fits(found) and found
        return None

    return when


# What `if`, `and` and `not` ask of a tensor


def _asks_if_mask(_: Match, line: LearnerLine) -> Found:
    test = line.test()
    return {"what": shown(test)} if "mask" in last_name(test).lower() else None


def _asks_with(kind: type[ast.AST]) -> Callable[[Match, LearnerLine], Found]:
    return lambda _, line: isinstance(line.test(), kind)


def _asks_not(_: Match, line: LearnerLine) -> bool:
    test = line.test()
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _asks_comparison(_: Match, line: LearnerLine) -> Found:
    test = line.test()
    if not isinstance(test, ast.Compare) or isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return None
    return {"what": shown(test) or "the comparison"}


def _on_line_of(*names: str) -> Callable[[Match, LearnerLine], Found]:
    """Whether one of these was called in what Python stopped in."""
    return lambda _, line: any(last_name(c.func) in names for c in line.calls())


def _called(*names: str) -> Callable[[Match, LearnerLine], Found]:
    return lambda _, line: line.called() in names


def _math_function(_: Match, line: LearnerLine) -> Found:
    called = line.called_in_full()
    if not called.startswith("math."):
        return None
    name = line.called()
    return {"called": called, "torch": f"`torch.{name}(x)`" if hasattr(torch, name) else "torch"}


def _number_for_tensor(m: Match, _: LearnerLine) -> Found:
    name = m["function"]
    if name == "rsqrt":
        return {"instead": "`1 / math.sqrt(n)`"}
    return {"instead": f"`math.{name}(n)`"} if name in _MATH else None


def _what_is_called(_: Match, line: LearnerLine) -> dict[str, str]:
    what = shown(line.owner())
    return {"what": f"`{what}`" if what else "Something"}


def _requires_grad(_: Match, line: LearnerLine) -> bool:
    return line.called() == "requires_grad"


def _method_text(_: Match, line: LearnerLine) -> dict[str, str]:
    what = shown(line.owner())
    return {"what": f"`{what}`" if what and not isinstance(line.failed, ast.Call) else "A function"}


def _size_in_words(m: Match, _: LearnerLine) -> Found:
    found = re.search(r"allocate (\d+) bytes", m.string)
    asked = f"{int(found[1]) / 2**30:,.0f} GiB" if found else ""
    cuda = re.search(r"Tried to allocate ([\d.]+ \w+)", m.string)
    asked = cuda[1] if cuda else asked
    return {"asked": f" This line asked for {asked}." if asked else ""}


def _not_one_of_mine(m: Match, _: LearnerLine) -> Found:
    """How a name that everybody writes is imported."""
    imports = {
        "torch": "import torch",
        "nn": "from torch import nn",
        "F": "from torch.nn import functional as F",
        "Tensor": "from torch import Tensor",
        "math": "import math",
        "np": "import numpy as np",
        "copy": "import copy",
        "random": "import random",
        "itertools": "import itertools",
        "plt": "import matplotlib.pyplot as plt",
    }
    return {"how": imports[m["name"]]} if m["name"] in imports else None


def _dtype_name(m: Match, _: LearnerLine) -> bool:
    return isinstance(getattr(torch, m["name"], None), torch.dtype)


_RATHER = r"(?:must be either a floating point|floating point)"

ERRORS: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ the learner's own words
    KnownError(
        "still-to-be-written",
        r"^NotImplementedError: TODO: ",
        "Part of the exercise is still to be written.",
        "Replace the `raise NotImplementedError(...)` lines with your code.",
    ),
    KnownError(
        "raised-by-own-code",
        r"",
        "Your own `raise` stopped the program.",
        "Read the condition above it: it held for these arguments. Should it?",
        _raised_here,
    ),
    KnownError(
        "own-assert",
        r"^AssertionError",
        "Your own `assert` did not hold for these arguments.",
        "Print both sides of it just before. Is the code wrong, or the assert?",
        _asserted_here,
    ),
    # ------------------------------------------------------------------ view, reshape, transpose
    KnownError(
        "view-after-transpose",
        r"view size is not compatible",
        "`view` needs numbers that lie in memory in their reading order. After `transpose` or "
        "`permute` they do not.",
        "Use `reshape`, or put `.contiguous()` before `view`. Then check that the axes stand in "
        "the order you want before you join them.",
    ),
    KnownError(
        "sizes-do-not-multiply",
        r"shape '\[(?P<sizes>[-\d, ]*)\]' is invalid for input of size (?P<count>\d+)",
        "The tensor holds {count} numbers. The sizes in [{sizes}] without the -1 multiply to "
        "{product}, and {count} cannot be divided by it.",
        "Print the tensor's shape just before. Are the sizes those of this tensor, or of another?",
        _view_with_open_size,
    ),
    KnownError(
        "sizes-do-not-multiply",
        r"shape '\[(?P<sizes>[-\d, ]*)\]' is invalid for input of size (?P<count>\d+)",
        "The new shape [{sizes}] holds {product} numbers, and the tensor holds {count}. `view` and "
        "`reshape` keep the count.",
        "Print the tensor's shape just before. Are the sizes those of this tensor, or of another?",
        _view,
    ),
    KnownError(
        "two-sizes-left-open",
        r"only one dimension can be inferred",
        "-1 stands twice in the new shape. PyTorch can work out only one size from the others.",
        "Write all sizes but one as numbers, such as x.shape[0].",
    ),
    KnownError(
        "permute-needs-every-axis",
        r"permute.*input\.dim\(\) = (?P<axes>\d+) is not equal to len\(dims\) = (?P<given>\d+)",
        "`permute` needs every axis once. The tensor has {axes} axes, and {given} were named.",
        "Print the shape just before. To swap just two axes, `transpose(-2, -1)` is enough.",
    ),
    KnownError(
        "t-needs-two-axes",
        r"t\(\) expects a tensor with <= 2 dimensions, but self is (?P<axes>\d+)D",
        "`.t()` swaps the axes of a matrix. This tensor has {axes} axes.",
        "Swap the last two with `.transpose(-2, -1)`.",
    ),
    # ------------------------------------------------------------------ products
    KnownError(
        "every-axis-turned",
        r"Expected size for first two dimensions of batch2|The size of tensor a \(\d+\) must match",
        "`.T` turns all axes round, the leading ones too. A product needs only the last two "
        "swapped.",
        "Use `.transpose(-2, -1)`.",
        _dot_t,
    ),
    KnownError(
        "inner-sizes-differ",
        r"mat1 and mat2 shapes cannot be multiplied \((?P<rows>\d+)x(?P<left>\d+) and "
        r"(?P<right>\d+)x\d+\)",
        "The last axis of the left side has size {left}, the second-last of the right side "
        "{right}. In `A @ B` these two must be equal.",
        "Write both shapes beside the line. Is a `transpose(-2, -1)` missing, or one too many?",
        _product,
    ),
    KnownError(
        "layer-gets-another-size",
        r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<given>\d+) and (?P<takes>\d+)x\d+\)",
        "In `{called}`, a linear layer takes {takes} features and gets a tensor whose last axis "
        "has {given}.",
        "Compare its `in_features` with the shape that comes in.",
        _layer_call,
    ),
    KnownError(
        "inner-sizes-differ",
        r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<left>\d+) and (?P<right>\d+)x\d+\)",
        "Two sizes that must be equal are {left} and {right}: in `A @ B` the last axis of A and "
        "the second-last of B, in a linear layer the last axis of its input and its first number.",
        "Write the shapes beside the line.",
    ),
    KnownError(
        "batch-sizes-differ",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?!(?P=a),)(?P<b>\d+), (?P<right>\d+)\]",
        "The two sides hold {a} and {b} matrices. `bmm` multiplies them pair by pair.",
        "Print both shapes: their first axes must be equal.",
    ),
    KnownError(
        "inner-sizes-differ",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?P=a), (?P<right>\d+)\]",
        "The last axis of the left side has size {left}, the second-last of the right side "
        "{right}. In `A @ B` these two must be equal.",
        "Write both shapes beside the line. Is a `transpose(-2, -1)` missing, or one too many?",
    ),
    KnownError(
        "inner-sizes-differ",
        r"size mismatch, got input \(\d+\), mat \(\d+x(?P<left>\d+)\), vec \((?P<right>\d+)\)",
        "The rows of the left side have {left} numbers, and the vector on the right has {right}.",
        "A matrix times a vector needs both equal. Print both shapes.",
    ),
    KnownError(
        "inner-sizes-differ",
        r"inconsistent tensor size, expected tensor \[(?P<left>\d+)\] and src \[(?P<right>\d+)\]",
        "A dot product pairs the numbers of two vectors. These have {left} and {right}.",
        "Print both shapes.",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"batch[12] must be a 3D tensor",
        "`torch.bmm` takes tensors of exactly 3 axes, and one of these has another number.",
        "Use `@` or `torch.matmul`: they multiply the last two axes, with any number before.",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"(?:self|mat1|mat2) must be a matrix",
        "`torch.mm` takes two matrices, and one of these tensors has another number of axes.",
        "Use `@` or `torch.matmul`: they multiply the last two axes, with any number before.",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"1D tensors expected, but got (?P<left>\d+)D and (?P<right>\d+)D",
        "`torch.dot` takes two vectors. These tensors have {left} and {right} axes.",
        "Use `@` or `torch.matmul`: they multiply the last two axes, with any number before.",
    ),
    # ------------------------------------------------------------------ einsum
    KnownError(
        "einsum-sizes-differ",
        r"einsum\(\): subscript (?P<letter>\w) has size (?P<a>\d+) for operand (?P<operand>\d+) "
        r"which does not broadcast with previously seen size (?P<b>\d+)",
        "The letter {letter} stands for an axis of size {b} and for one of size {a} (operand "
        "{operand}, counted from 0). One letter is one size.",
        "Write each operand's shape above its letters.",
    ),
    KnownError(
        "einsum-letters-and-axes",
        r"einsum\(\): the number of subscripts in the equation \((?P<letters>\d+)\) does not match "
        r"the number of dimensions \((?P<axes>\d+)\) for operand (?P<operand>\d+)",
        "Operand {operand}, counted from 0, has {axes} axes, and its part of the equation has "
        "{letters} letters.",
        "Write each operand's shape above its letters. `...` stands for any further axes.",
    ),
    KnownError(
        "einsum-operands",
        r"einsum\(\): (?P<which>fewer|more) operands were provided",
        "The equation has another number of parts (between commas) than tensors were given: "
        "{which} tensors.",
        "Each tensor needs its letters before `->`, with a comma between two tensors.",
    ),
    KnownError(
        "einsum-output",
        r"einsum\(\): output subscript (?P<letter>\w) (?P<what>does not appear|appears more than)",
        "After `->` a letter must be one of those before it, and stand there once. {letter} is not "
        "so.",
        "Write the letters of the result's axes behind the arrow.",
    ),
    KnownError(
        "einsum-refused",
        r"einsum\(\)",
        "`einsum` does not accept the equation for these tensors.",
        "Write each operand's shape above its letters: 'bij,bjk->bik'.",
    ),
    # ------------------------------------------------------------------ expand, assignment
    KnownError(
        "assigned-shape-differs",
        r"The expanded size of the tensor .*Target sizes: (?P<target_shape>\[[\d, ]*\])\.  Tensor "
        r"sizes: (?P<shape>\[[\d, ]*\])",
        "`{target}` has the shape {target_shape}, and the value for it has {shape}.",
        "Print the shape of both sides. Does the index on the left pick the axis that you mean?",
        _part_assigned,
    ),
    KnownError(
        "expand-refused",
        r"The expanded size of the tensor \((?P<new>\d+)\) must match the existing size "
        r"\((?P<old>\d+)\) at .*dimension (?P<axis>\d+)\.  Target sizes: "
        r"(?P<target>\[[\d, ]*\])\.  Tensor sizes: (?P<shape>\[[\d, ]*\])",
        "`expand` repeats axes of size 1 only. The tensor is {shape}, the new shape {target}: at "
        "axis {axis} stand {old} and {new}.",
        "Where must an axis of size 1 be added with `unsqueeze` before?",
        _expand,
    ),
    KnownError(
        "shape-does-not-stretch",
        r"The expanded size of the tensor \((?P<new>\d+)\) must match the existing size "
        r"\((?P<old>\d+)\).*Target sizes: (?P<target>\[[\d, ]*\])\.  Tensor sizes: "
        r"(?P<shape>\[[\d, ]*\])",
        "A tensor of shape {shape} does not fit into the shape {target}: {old} is neither 1 nor "
        "{new}.",
        "Print both shapes. This comes from `expand`, or from an assignment such as `x[:, 0] = y`.",
    ),
    KnownError(
        "assigned-shape-differs",
        r"expand\(.*\{(?P<shape>\[[\d, ]*\])\}, size=(?P<target_shape>\[[\d, ]*\])\)",
        "`{target}` has the shape {target_shape}, and the value for it has {shape}: more axes.",
        "Print the shape of both sides. Does the index on the left pick the axis that you mean?",
        _part_assigned,
    ),
    KnownError(
        "shape-does-not-stretch",
        r"expand\(.*\{(?P<shape>\[[\d, ]*\])\}, size=(?P<target>\[[\d, ]*\])\)",
        "The tensor of shape {shape} has more axes than the new shape {target}. `expand` can add "
        "axes in front, never take some away.",
        "Name a size for every axis; -1 leaves one as it is.",
    ),
    KnownError(
        "result-larger-than-its-place",
        r"output with shape (?P<shape>\[[\d, ]*\]) doesn't match the broadcast shape "
        r"(?P<target>\[[\d, ]*\])",
        "An in-place step (`+=`, or a method that ends in `_`) keeps the shape {shape}, and the "
        "result has {target}.",
        "Write `x = x + y`, which makes a new tensor.",
    ),
    KnownError(
        "repeat-needs-every-axis",
        r"Number of dimensions of repeat dims can not be smaller",
        "`repeat` was given fewer numbers than the tensor has axes.",
        "Give one number for each axis; 1 leaves an axis as it is.",
    ),
    # ------------------------------------------------------------------ broadcasting
    KnownError(
        "leading-axes-differ",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "In `A @ B` the axes before the last two are matched like in a sum: here {a} stands "
        "against {b}.",
        "Write both shapes one below the other. Only the last two axes multiply.",
        _product,
    ),
    KnownError(
        "reduced-axis-missing",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "`{reduction}` takes its axis away, so the two shapes no longer stand below each other: "
        "{a} meets {b}.",
        "Give it `keepdim=True`: the axis stays, with size 1.",
        _reduced,
    ),
    KnownError(
        "mask-shape",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "The mask and the tensor that it masks do not broadcast: at axis {axis} one has {a}, the "
        "other {b}.",
        "Write both shapes one below the other, from the last axis backwards. Each pair must be "
        "equal, or one of them 1.",
        _masking,
    ),
    KnownError(
        "shapes-do-not-broadcast",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "`*` multiplies number by number, and the two shapes do not broadcast: at axis {axis}, "
        "counted in the longer one, stand {a} and {b}.",
        "Do you mean `@`, the product of matrices? Else write both shapes one below the other.",
        _times,
    ),
    KnownError(
        "shapes-do-not-broadcast",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "Two shapes do not broadcast: at axis {axis}, counted in the longer one, stand {a} and "
        "{b}. They must be equal, or one of them 1.",
        "Print both shapes just before this line and write them one below the other, from the "
        "last axis backwards.",
    ),
    # ------------------------------------------------------------------ cat, stack, tensor
    KnownError(
        "cat-sizes-differ",
        r"Sizes of tensors must match except in dimension (?P<axis>\d+)\. Expected size (?P<a>\d+) "
        r"but got size (?P<b>\d+) for tensor number (?P<number>\d+)",
        "`cat` joins along axis {axis}; all other axes must agree. Elsewhere tensor {number}, "
        "counted from 0, has {b} where the first has {a}.",
        "Print the shapes. Is `dim` the axis that should grow?",
    ),
    KnownError(
        "cat-number-of-axes",
        r"Tensors must have same number of dimensions: got (?P<a>\d+) and (?P<b>\d+)",
        "`cat` needs tensors with equally many axes. These have {a} and {b}.",
        "Add the missing axis with `unsqueeze`, or take a slice such as `x[:, -1:]`, which keeps "
        "it.",
    ),
    KnownError(
        "list-of-tensors-wanted",
        r"(?P<function>cat|stack|concat)\(\): argument 'tensors'.*must be tuple of Tensors, not "
        r"Tensor",
        "`{function}` takes the tensors in one list.",
        "Write `torch.{function}([a, b], dim=...)`.",
    ),
    KnownError(
        "nothing-to-join",
        r"(?:expected|expects) a non-empty (?:list of Tensors|TensorList)",
        "The list of tensors to join is empty.",
        "Print its length just before. Did the loop that fills it run?",
    ),
    KnownError(
        "stack-sizes-differ",
        r"stack expects each tensor to be equal size, but got (?P<a>\[[\d, ]*\]) at entry \d+ and "
        r"(?P<b>\[[\d, ]*\]) at entry (?P<number>\d+)",
        "`stack` needs tensors of one shape. The first has {a}, tensor {number}, counted from 0, "
        "has {b}.",
        "Fill the shorter ones up first, or join along an axis that is there with `torch.cat`.",
    ),
    KnownError(
        "pair-not-taken-apart",
        r"expected Tensor as element (?P<number>\d+) in argument \d+, but got tuple",
        "Element {number} of the list, counted from 0, is a tuple of several results.",
        "Take it apart where it is made: `output, weights = ...`.",
    ),
    # ------------------------------------------------------------------ None
    KnownError(
        "mask-is-none",
        r"NoneType",
        "{what} is None here: no mask was given, and this line works with it all the same.",
        "Put what needs the mask behind `if mask is not None:`. All else must run without it.",
        _none_that(_is_mask),
    ),
    KnownError(
        "grad-is-none",
        r"NoneType",
        "{what} is None: no `backward()` has reached this tensor yet.",
        "Call `loss.backward()` before. A parameter that the loss does not depend on keeps None.",
        _none_that(_is_grad),
    ),
    KnownError(
        "method-returns-none",
        r"NoneType",
        "{what} changes its object in place and returns None.",
        "Call it on a line of its own, and go on with the object itself.",
        _none_that(_is_list_method),
    ),
    KnownError(
        "call-returned-none",
        r"NoneType",
        "{what} gave None. A function that ends without `return` gives None.",
        "Look at the end of that function: does every way through it `return` its result?",
        _none_that(_is_call),
    ),
    KnownError(
        "none-where-an-object",
        r"NoneType",
        "{what} is None where a value is wanted.",
        "Where does it get its value? A function without `return` gives None, and an argument may "
        "have None as its default.",
        _none_that(_any_node),
    ),
    KnownError(
        "none-where-an-object",
        r"NoneType",
        "Something is None where a value is wanted.",
        "Print what goes into this line. A function without `return` gives None, and an argument "
        "may have None as its default.",
        _none_that(None),
    ),
    KnownError(
        "list-item-not-a-tensor",
        r"expected Tensor as element (?P<number>\d+) in argument \d+, but got (?P<kind>[\w.]+)",
        "Element {number} of the list, counted from 0, is of type {kind}, not a tensor.",
        "Make it a tensor with `torch.tensor(...)` first.",
    ),
    KnownError(
        "ragged-rows",
        r"expected sequence of length (?P<a>\d+) at dim (?P<axis>\d+) \(got (?P<b>\d+)\)",
        "A tensor needs rows of one length. One row has {a} entries, another {b}.",
        "Fill the shorter rows up before you make the tensor.",
    ),
    KnownError(
        "tensor-of-tensors",
        r"only integer tensors of a single element can be converted to an index|"
        r"only one element tensors can be converted to Python scalars",
        "`torch.tensor` makes a tensor from plain numbers. The list holds tensors already.",
        "Join them with `torch.stack` (a new axis) or `torch.cat`.",
        _called("tensor", "Tensor", "LongTensor", "FloatTensor"),
    ),
    # ------------------------------------------------------------------ sizes
    KnownError(
        "size-is-a-float",
        r"zeros\(\) takes 1 positional argument|ones\(\) takes 1 positional argument",
        "A size is a float. In Python `/` always gives a float, even 8 / 2.",
        "Use `//` for sizes.",
        _float_division,
    ),
    KnownError(
        "size-is-a-float",
        r"must be tuple of ints, (?:but found element of type|not) float|"
        r"type must be tuple of ints,but got float|"
        r"argument '(?:chunks|split_size|size|shape|repeats|sizes|length|k)'.*must be int, not "
        r"float|'float' object cannot be interpreted as an integer|"
        r"multiply sequence by non-int of type 'float'|"
        r"(?:empty|zeros|ones|rand|randn|view|reshape|expand|repeat)\(\) received an invalid "
        r"combination of arguments - got \((?:int, )*float\b",
        "A whole number is wanted, and a float came. In Python `/` always gives a float, even "
        "8 / 2.",
        "Use `//` for sizes and counts.",
    ),
    KnownError(
        "size-is-a-float",
        r"slice indices must be integers|indices must be integers or slices, not float|"
        r"valid indices \(got float\)",
        "An index is a float. In Python `/` always gives a float, even 8 / 2.",
        "Use `//` for whole numbers.",
    ),
    KnownError(
        "size-in-brackets",
        r"randint\(\): argument 'size'.*must be tuple of ints, not int",
        "`torch.randint` wants the shape as a tuple, after the bounds.",
        "Write `torch.randint(low, high, (rows, columns))`; one axis is `(n,)`.",
    ),
    KnownError(
        "shape-takes-only-numbers",
        r"must be tuple of ints, (?:but found element of type|not) (?P<kind>[\w.]+)|"
        r"type must be tuple of ints,but got (?P<kind2>[\w.]+)",
        "A shape is made of whole numbers, and something else stands in it.",
        "Print what you give as the shape, and its type.",
    ),
    KnownError(
        "negative-size",
        r"Dimension size must be non-negative|negative dimension",
        "A size came out below zero.",
        "Print the sizes just before this line. Which subtraction goes too far?",
    ),
    # ------------------------------------------------------------------ axes
    KnownError(
        "other-number-of-axes",
        r"Dimension out of range \(expected to be in range of \[(?P<low>-?\d+), (?P<high>-?\d+)\], "
        r"but got (?P<axis>-?\d+)\)",
        "The line asks for axis {axis}. Here only {low} to {high} are there.",
        "Print the shape just before this line. Leading axes may be more or fewer: count from the "
        "end with -1 and -2.",
    ),
    KnownError(
        "other-number-of-axes",
        r"too many indices for tensor of dimension (?P<axes>\d+)",
        "The tensor has {axes} axes, and more indices stand in the brackets.",
        "Print the shape just before this line. `...` stands for any leading axes.",
    ),
    KnownError(
        "other-number-of-axes",
        r"tuple index out of range",
        "The shape has fewer sizes than the index asks for.",
        "Print the shape just before this line, and count from the end with -1 and -2.",
        lambda _, line: last_name(line.owner()) == "shape" or _method_size(line),
    ),
    KnownError(
        "other-number-of-axes",
        r"(?:not enough|too many) values to unpack \(expected (?P<names>\d+)(?:, got (?P<axes>\d+))"
        r"?\)",
        "`{source}` gives a size for each axis, and that is not {names}.",
        "Print the shape just before this line. Which sizes do you need? Take them by number: "
        "`x.shape[-1]`.",
        _unpacks(("shape", "size")),
    ),
    KnownError(
        "needs-two-axes",
        r"tri[lu]: input tensor must have at least 2 dimensions",
        "`tril` and `triu` cut a triangle out of a matrix. The tensor has fewer than 2 axes.",
        "Make the matrix first: `torch.ones(L, L)`.",
    ),
    KnownError(
        "pieces-counted-otherwise",
        r"values to unpack \(expected (?P<names>\d+)|missing \d+ required positional|"
        r"takes \d+ positional arguments? but",
        "`{source}` makes pieces of size {size}, as many as fit. It takes the size of a piece, not "
        "how many.",
        "Give `split` the size of one piece, or use `chunk`, which takes how many.",
        _unpacks(("split",)),
    ),
    KnownError(
        "pieces-counted-otherwise",
        r"values to unpack \(expected (?P<names>\d+)",
        "`{source}` makes {size} pieces or fewer, and {names} names wait for them.",
        "Compare the number in `chunk` with the names on the left.",
        _unpacks(("chunk",)),
    ),
    KnownError(
        "unpacked-otherwise",
        r"not enough values to unpack \(expected (?P<names>\d+), got (?P<got>\d+)\)",
        "{names} names wait on the left, and the right side gives {got} values.",
        "Print the right side. A tensor unpacks along its first axis.",
    ),
    KnownError(
        "unpacked-otherwise",
        r"too many values to unpack \(expected (?P<names>\d+)",
        "{names} names wait on the left, and the right side gives more values.",
        "Print the right side. A tensor unpacks along its first axis.",
    ),
    # ------------------------------------------------------------------ indices and ids
    KnownError(
        "index-too-large",
        r"index out of range in self",
        "An id does not stand in the table: it is as large as the number of rows, larger, or "
        "negative.",
        "Print `ids.min()`, `ids.max()` and the shape of the table. Are its two sizes swapped?",
    ),
    KnownError(
        "index-too-large",
        r"[Ii]ndex (?P<index>-?\d+) is out of bounds for dimension (?P<axis>\d+) with size "
        r"(?P<size>\d+)",
        "Index {index} was asked of axis {axis}, which has size {size}: its last index is one "
        "less.",
        "Print the shape just before this line. Which of the two is not what you thought?",
    ),
    KnownError(
        "index-too-large",
        r"tried to access index (?P<index>-?\d+) on a tensor of (?P<size>\d+) elements",
        "Index {index} was asked of a tensor of {size} numbers.",
        "Print the shape just before this line.",
    ),
    KnownError(
        "label-outside-the-classes",
        r"Target (?P<label>-?\d+) is out of bounds",
        "The label {label} is none of the classes: they are counted from 0, one for each logit.",
        "Which axis of the logits holds the vocabulary? A filler such as -100 needs "
        "`ignore_index`.",
    ),
    KnownError(
        "label-outside-the-classes",
        r"Class values must be (?P<rule>smaller than num_classes|non-negative)",
        "A label is outside the classes that `one_hot` was told of.",
        "Print the smallest and the largest label, and the number of classes.",
    ),
    KnownError(
        "index-past-the-end",
        r"(?P<kind>list|tuple|string) (?:assignment )?index out of range",
        "The {kind} is shorter than the index asks for.",
        "Print its length just before this line. The last index is one less.",
    ),
    KnownError(
        "taken-from-an-empty-list",
        r"pop from empty|(?:max|min)\(\)(?: arg is an empty sequence| iterable argument is empty)",
        "There is nothing in it to take.",
        "Which argument is empty here? Treat that case first.",
    ),
    KnownError(
        "k-too-large",
        r"selected index k out of range",
        "`topk` was asked for more entries than the axis has.",
        "Use `min(k, x.size(-1))`, and look whether `dim` is the axis you mean.",
    ),
    KnownError(
        "index-mask-shape",
        r"The shape of the mask (?P<a>\[[\d, ]*\]) at index \d+ does not match the shape of the "
        r"indexed tensor (?P<b>\[[\d, ]*\])",
        "The mask in the brackets has the shape {a}, and the tensor {b}. Brackets do not "
        "broadcast.",
        "To change values, `masked_fill` broadcasts. To pick values, make the shapes equal.",
    ),
    KnownError(
        "index-number-of-axes",
        r"Index tensor must have the same number of dimensions as input tensor",
        "`gather` wants an index with as many axes as the tensor.",
        "Add the missing axis with `unsqueeze`, and take it away from the result again.",
    ),
    KnownError(
        "ids-not-whole",
        r"Expected tensor for argument #1 'indices' to have one of .*but got (?P<kind>[\w.]+) "
        r"instead",
        "A table is asked with ids, which must be whole numbers. These came as {kind}.",
        "Find where the ids lose their type. Make new ones with `dtype=torch.long`.",
        _dtypes,
    ),
    KnownError(
        "ids-not-whole",
        r"tensors used as indices must be long|Expected dtype int32(?:/| or )int64 for index|"
        r"only applicable to index tensor",
        "The tensor that picks must hold whole numbers (or, in brackets, be a bool mask). This one "
        "holds floats or another type.",
        "Make it with `dtype=torch.long`, or find where it lost its type.",
    ),
    KnownError(
        "table-not-a-matrix",
        r"'weight' must be 2-D",
        "`F.embedding` wants the ids first, then a table of 2 axes.",
        "Are the two arguments swapped?",
    ),
    KnownError(
        "pad-id-outside",
        r"Padding_idx must be within num_embeddings",
        "`padding_idx` is no row of the table.",
        "Compare it with the first number of `nn.Embedding`, which counts the rows.",
    ),
    # ------------------------------------------------------------------ number types
    KnownError(
        "minus-on-a-mask",
        r"Subtraction, the `-` operator, with (?:a|two) bool tensors? is not supported",
        "A bool tensor does no arithmetic: `1 - mask` is not defined.",
        "Turn a mask round with `~mask`.",
    ),
    KnownError(
        "minus-on-a-mask",
        r"Negation, the `-` operator, on a bool tensor is not supported",
        "A bool tensor does no arithmetic: `-mask` is not defined.",
        "Turn a mask round with `~mask`.",
    ),
    KnownError(
        "mask-not-bool",
        r"masked_fill_? only supports boolean masks, but got mask with dtype (?P<kind>[\w: ]+)",
        "`masked_fill` wants a mask of True and False. This one is {kind}.",
        "Make it a comparison, such as `mask == 0`, or keep the mask bool from the start.",
        _dtypes,
    ),
    KnownError(
        "mask-not-bool",
        r"masked_fill_?\(\) received an invalid combination of arguments - got \(bool, ",
        "The mask is a plain True or False, not a tensor. `mask == 0` gives that where mask is "
        "None.",
        "Mask only behind `if mask is not None:`.",
    ),
    KnownError(
        "mask-not-bool",
        r"~ \(operator\.invert\) is only implemented on integer and Boolean",
        "`~` turns True and False round. This tensor holds floats.",
        "Keep the mask bool, or compare: `mask == 0`.",
    ),
    KnownError(
        "mask-not-bool",
        r"\"bitwise_(?P<name>and|or|xor)\w*\" not implemented for '(?P<kind>\w+)'",
        "`&`, `|` and `^` join bool tensors. One side here is {kind}.",
        "Make both sides bool: `torch.ones(L, L, dtype=torch.bool)`, or `x != 0`.",
        _dtypes,
    ),
    KnownError(
        "mask-not-bool",
        r"Expected attn_mask dtype to be bool or float.*attn_mask\.dtype: (?P<kind>[\w: ]+?) and",
        "The mask of `scaled_dot_product_attention` may be bool or float. This one is {kind}.",
        "Make it bool: True where a query may look.",
        _dtypes,
    ),
    KnownError(
        "needs-floats",
        r"\"(?:log_)?softmax\w*\" not implemented for '(?P<kind>Long|Int|Short|Byte|Char|Bool)'",
        "Softmax needs floating-point scores. These are {kind}.",
        "Where do the scores lose their fractions: `.long()`, `.int()`, or `torch.tensor([1, 2])`?",
        _dtypes,
    ),
    KnownError(
        "needs-floats",
        r"not implemented for '(?P<kind>Long|Int|Short|Byte|Char|Bool)'",
        "This operation needs floating-point numbers. The tensor is {kind}.",
        "Put `.float()` before it, or make the tensor from floats.",
        _dtypes,
    ),
    KnownError(
        "needs-floats",
        rf"(?:could not infer output dtype|Input dtype {_RATHER}).*Got: (?P<kind>\w+)|"
        r"Expected a floating point or complex tensor as input\. Got (?P<kind2>\w+)|"
        r"common dtype is (?P<kind3>Long|Int|Bool)",
        "A mean, a norm or an angle needs floating-point numbers, and the tensor holds whole "
        "numbers or True and False.",
        "Put `.float()` before it: `(a == b).float().mean()`.",
    ),
    KnownError(
        "needs-floats",
        r"std and var only support floating point|Boolean inputs not supported",
        "This operation needs floating-point numbers.",
        "Put `.float()` before it.",
    ),
    KnownError(
        "not-for-this-number-type",
        r"\"(?P<name>\w+)\" not implemented for '(?P<kind>\w+)'",
        "PyTorch has no {kind} form of this operation on this device.",
        "Print its `.dtype`. Which type should these numbers have?",
        _dtypes,
    ),
    KnownError(
        "whole-numbers-in-a-product",
        r"expected m1 and m2 to have the same dtype, but got: (?P<a>[\w: ]+) != (?P<b>[\w: ]+)|"
        r"expected scalar type (?P<c>\w+) but found (?P<d>\w+)|"
        r"same dtype, but found (?P<e>\w+) and (?P<f>\w+)",
        "A product takes tensors of one number type. One of these is {whole}.",
        "Turn it into floats with `.to(x.dtype)`. If it holds ids, the embedding is missing.",
        _integers,
    ),
    KnownError(
        "whole-numbers-in-a-layer",
        r"mat1 and mat2 must have the same dtype, but got (?P<a>\w+) and (?P<b>\w+)",
        "A linear layer has float weights and was given {whole}.",
        "If these are ids, they must go through the embedding first; else put `.float()` before.",
        _integers,
    ),
    KnownError(
        "number-types-differ",
        r"expected m1 and m2 to have the same dtype, but got: (?P<a>[\w: ]+) != (?P<b>[\w: ]+)|"
        r"mat1 and mat2 must have the same dtype, but got (?P<c>\w+) and (?P<d>\w+)|"
        r"expected scalar type (?P<e>\w+) but found (?P<f>\w+)|"
        r"same dtype, but found (?P<g>\w+) and (?P<h>\w+)",
        "Two number types meet that do not mix: {first} and {second}.",
        "Make new tensors with `dtype=x.dtype`. A table made with NumPy or with torch.float64 "
        "needs `.to(x.dtype)`.",
        lambda m, line: dict(zip(("first", "second"), _dtypes(m, line).values(), strict=False)),
    ),
    KnownError(
        "number-types-differ",
        r"mixed dtype \(CPU\)",
        "A layer's weights have another number type than the tensor that comes in.",
        "Print `.dtype` of both. Make new tensors with `dtype=x.dtype`.",
    ),
    KnownError(
        "too-large-for-half",
        r"value cannot be converted to type (?P<kind>[\w:]+) without overflow",
        "The constant is too large for half precision, whose largest number is 65504.",
        "Fill with `float('-inf')`, or with `torch.finfo(scores.dtype).min`.",
        _half,
    ),
    KnownError(
        "too-large-for-its-type",
        r"value cannot be converted to type (?P<kind>[\w:]+) without overflow|"
        r"Overflow when unpacking long",
        "The number is too large for the tensor's type.",
        "Print the number, and the `.dtype` of the tensor.",
    ),
    KnownError(
        "in-place-keeps-its-type",
        r"result type (?P<a>\w+) can't be cast to the desired output type (?P<b>\w+)",
        "An in-place step (`+=`, or a method that ends in `_`) keeps the type {b}, and the result "
        "is {a}.",
        "Write `x = x + y`, which makes a new tensor, or begin with floats.",
        _dtypes,
    ),
    KnownError(
        "gradient-needs-floats",
        r"[Oo]nly Tensors of floating point .*can require gradients",
        "Only floating-point numbers can be trained. This tensor holds whole numbers.",
        "Make it from floats: `torch.randn(...)`, or `.float()`.",
    ),
    KnownError(
        "dtype-as-text",
        r"argument 'dtype'.*must be torch\.dtype, not str|got \(.*dtype=str",
        "A number type is no text.",
        "Write `dtype=torch.float32`, without quotes.",
    ),
    # ------------------------------------------------------------------ devices and memory
    KnownError(
        "two-devices",
        r"Expected all tensors to be on the same device.*(?P<a>cuda:\d+|mps:\d+|cpu|meta).*"
        r"(?P<b>cuda:\d+|mps:\d+|cpu|meta)",
        "Two tensors meet, one on {a} and one on {b}.",
        "Make new tensors with `device=x.device`, and keep tables with `register_buffer`.",
    ),
    KnownError(
        "two-devices",
        r"Expected all tensors to be on the same device|found at least two devices|"
        r"Tensor on device \w+ is not on the expected device",
        "A tensor was made on another device than the one that it meets.",
        "Make new tensors with `device=x.device`, and keep tables with `register_buffer`.",
    ),
    KnownError(
        "two-devices",
        r"Expected a '(?P<a>\w+)' device type for generator but found '(?P<b>\w+)'",
        "The generator lives on {b}, and the tensor is to be made on {a}.",
        "Draw on the generator's device and move the result with `.to(device)`.",
    ),
    KnownError(
        "numbers-read-on-meta",
        r"Cannot copy out of meta tensor|meta device type tensor to numpy|"
        r"cannot be called on meta tensors",
        "The check puts the input on the device `meta`, which keeps shapes and no numbers. This "
        "line moves a tensor away from its device, or reads single numbers out of it.",
        "Stay on the input's device: no `.cpu()`, `.item()`, `.tolist()`, `.numpy()`.",
    ),
    KnownError(
        "device-not-here",
        r"Torch not compiled with CUDA|NVIDIA driver|not linked with support for (?P<kind>\w+)|"
        r"CUDA error: no CUDA-capable|No CUDA GPUs are available|invalid device ordinal",
        "The code asks for a device that this computer does not have.",
        "Name no device: use `x.device` of the input, and let `.to(device)` move the model.",
    ),
    KnownError(
        "device-name",
        r"device type at start of device string: (?P<name>\w+)",
        "There is no device called {name}.",
        "Use `x.device`, or one of 'cpu', 'cuda' and 'mps'.",
    ),
    KnownError(
        "device-name",
        r"argument 'device'.*must be torch\.device, not (?P<name>\w+)",
        "`device=` was given something of type {name}.",
        "Write `device=x.device`.",
    ),
    KnownError(
        "out-of-memory",
        r"out of memory|can't allocate memory|^MemoryError|not enough memory|"
        r"Storage size calculation overflowed",
        "There is not enough memory for a tensor.{asked}",
        "Print the shapes that go into this line. Does one axis hold what should be on another, or "
        "does a list keep every step's graph?",
        _size_in_words,
    ),
    # ------------------------------------------------------------------ the truth of a tensor
    KnownError(
        "layer-class-as-function",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`nn.{name}` is a class: its brackets take settings and make a layer. Tensors went in.",
        "Make it first and call it then: `nn.{name}()(...)`. Or use the function of the same kind "
        "in `torch.nn.functional`.",
        _functional_layer,
    ),
    KnownError(
        "python-logic-on-tensors",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`and` and `or` ask each side for a single yes or no. A tensor holds many.",
        "Join masks with `&` and `|`, each side in brackets.",
        _asks_with(ast.BoolOp),
    ),
    KnownError(
        "python-logic-on-tensors",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`not` asks for a single yes or no. A tensor holds many.",
        "Turn a mask round with `~`.",
        _asks_not,
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`if {what}` asks one yes or no of many numbers.",
        "To ask whether a mask was given, write `if {what} is not None:`.",
        _asks_if_mask,
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`{what}` gives a yes or no for each number, and one is asked for.",
        "For a batch, say which you mean: `.all()`, `.any()`, or a mask for each row.",
        _asks_comparison,
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with (?:more than one|no) values? is ambiguous",
        "One yes or no is asked of a tensor that does not hold just one: by `if`, `while`, `and`, "
        "`not`, `in`, or by a function that has such a line.",
        "Compare first and say `.all()` or `.any()`, or join masks with `&`, `|`, `~`.",
    ),
    # ------------------------------------------------------------------ tensors and plain numbers
    KnownError(
        "torch-function-on-a-number",
        r"(?P<function>\w+)\(\): argument 'input'.*must be Tensor, not (?P<kind>int|float|bool)$",
        "`torch.{function}` wants a tensor and was given a plain number ({kind}).",
        "For a plain number use {instead}.",
        _number_for_tensor,
    ),
    KnownError(
        "math-function-on-a-tensor",
        r"only one element tensors can be converted to Python scalars|"
        r"cannot be converted to Scalar",
        "`{called}` works on one plain number, and a tensor of several was given.",
        "Use {torch} instead: it works on each number.",
        _math_function,
    ),
    KnownError(
        "many-numbers-for-one",
        r"a Tensor with (?P<count>\d+) elements cannot be converted to Scalar",
        "`.item()` and the like give one plain number. This tensor holds {count}.",
        "For a batch stay with tensors, or take one entry first.",
    ),
    KnownError(
        "many-numbers-for-one",
        r"only one element tensors can be converted to Python scalars|"
        r"only integer tensors of a single element can be converted to an index",
        "One plain number is wanted, and a tensor stands there that is none.",
        "Print its shape and dtype just before this line.",
    ),
    KnownError(
        "shape-for-a-number",
        r"must be Tensor, not torch\.Size|operand type\(s\) for .*'torch\.Size'",
        "`.shape` and `.size()` hold the sizes of all axes. One number is wanted here.",
        "Pick one: `x.shape[-1]`.",
    ),
    KnownError(
        "single-number-as-a-row",
        r"(?:iteration over|len\(\) of) a 0-d tensor",
        "The tensor holds a single number and has no axes to go along.",
        "Which line took the axis away: a sum, an index, `squeeze()`?",
    ),
    # ------------------------------------------------------------------ tuples
    KnownError(
        "max-gives-two",
        r"'torch\.return_types\.(?P<kind>\w+)'",
        "`{kind}` along an axis gives two tensors: the values and their indices.",
        "Take the one you need: `.values` or `.indices`.",
    ),
    KnownError(
        "max-gives-two",
        r"can only concatenate tuple",
        "`max`, `min`, `sort` and `topk` along an axis give two tensors: values and indices.",
        "Take the one you need: `.values` or `.indices`.",
        _on_line_of("max", "min", "sort", "topk", "median", "mode"),
    ),
    KnownError(
        "pair-not-taken-apart",
        r"'tuple' object has no attribute '(?P<name>\w+)'",
        "A tuple of several results came where one tensor is wanted: it has no `{name}`.",
        "Which call gives more than one result? Take them apart: `output, weights = ...`.",
        _tensors_have,
    ),
    KnownError(
        "pair-not-taken-apart",
        r"must be Tensor, not tuple|'Tensor' and 'tuple'|'tuple' and 'Tensor'|"
        r"can only concatenate tuple \(not \"Tensor\"\)",
        "A tuple of several results came where one tensor is wanted.",
        "Which call gives more than one result? Take them apart: `output, weights = ...`.",
    ),
    KnownError(
        "tuple-is-fixed",
        r"'(?P<kind>tuple|torch\.Size|str)' object does not support item assignment",
        "A {kind} cannot be changed once it is made.",
        "Use a list, or make a new one.",
    ),
    # ------------------------------------------------------------------ layers
    KnownError(
        "super-forgotten",
        r"cannot assign (?:module|parameters?|buffers?) before Module\.__init__\(\)|"
        r"has no attribute '_(?:modules|parameters|buffers|\w+_hooks\w*|non_persistent\w+)'",
        "`super().__init__()` must run before anything is stored on a module or called.",
        "Make `super().__init__()` the first line of `__init__`, with both pairs of brackets.",
    ),
    KnownError(
        "super-forgotten",
        r"descriptor '__init__' of 'super' object needs an argument",
        "Brackets are missing after `super`.",
        "Write `super().__init__()`.",
    ),
    KnownError(
        "super-with-arguments",
        r"\.__init__\(\) takes 1 positional argument but",
        "`nn.Module` takes no arguments when it is set up.",
        "Write `super().__init__()`.",
        lambda _, line: line.called_in_full() == "super().__init__",
    ),
    KnownError(
        "list-of-layers-called",
        r"Module \[(?P<kind>ModuleList|ModuleDict)\] is missing the required \"forward\"",
        "A `{kind}` only keeps layers. It does not say in which order they run.",
        "Go through it: `for layer in self.layers: x = layer(x)`.",
    ),
    KnownError(
        "forward-missing",
        r"Module \[(?P<kind>\w+)\] is missing the required \"forward\" function",
        "The class {kind} has no method called `forward`.",
        "Look at its spelling, and at its indentation: `def forward` stands as far in as `def "
        "__init__`.",
    ),
    KnownError(
        "layer-class-as-function",
        r"(?P<kind>\w+)\.__init__\(\) got multiple values for argument",
        "`nn.{name}` is a class: its brackets take settings and make a layer. A tensor went in.",
        "Make it first and call it then: `nn.{name}(...)(x)`. Or use the function of the same kind "
        "in `torch.nn.functional`.",
        _softmax_like,
    ),
    KnownError(
        "layer-class-as-function",
        r"must be Tensor, not (?P<kind>\w+)$",
        "The layer {kind} itself was handed on, not what it gives for a tensor.",
        "Make it first and call it then: `nn.{kind}()(x)`.",
        _is_layer,
    ),
    KnownError(
        "layer-not-called",
        r"operand type\(s\) for .*: '(?P<kind>\w+)' and",
        "The left side is the layer {kind} itself, not what it gives for a tensor.",
        "Call it: `layer(x)`. Its numbers are in `layer.weight`.",
        _is_layer,
    ),
    KnownError(
        "layer-not-called",
        r"operand type\(s\) for .*: '[\w.]+' and '(?P<kind>\w+)'",
        "The right side is the layer {kind} itself, not what it gives for a tensor.",
        "Call it: `layer(x)`. Its numbers are in `layer.weight`.",
        _is_layer,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) missing .*: (?P<names>'.*)",
        "`nn.{kind}` wants its numbers one by one. They came in one list or tuple.",
        "Take the brackets off: `nn.{kind}(a, b)`.",
        _list_of_sizes,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) missing .*: (?P<names>'.*)",
        "`nn.{kind}` was made without {names}.",
        "Look at its arguments: `help(nn.{kind})`.",
        _is_layer,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) (?:takes|got)",
        "`nn.{kind}` was made with other arguments than it takes.",
        "Look at its arguments and their names: `help(nn.{kind})`.",
        _is_layer,
    ),
    KnownError(
        "layer-called-otherwise",
        r"(?P<kind>\w+)\.forward\(\) takes (?P<takes>\d+) positional arguments? but (?P<given>\d+)",
        "A layer of type nn.{kind} takes {takes} argument in its call and was given {given}.",
        "Is it the layer you mean? What else do you want to tell it?",
        _forward_count,
    ),
    KnownError(
        "layer-called-otherwise",
        r"(?P<kind>\w+)\.forward\(\) missing .*: (?P<names>'.*)",
        "The call of an nn.{kind} lacks {names}.",
        "Look at what its call takes: `help(nn.{kind}.forward)`.",
        _is_layer,
    ),
    KnownError(
        "not-a-layer",
        r"(?P<kind>\w+) is not a Module subclass",
        "A ModuleList, ModuleDict or Sequential holds layers only. It was given something of type "
        "{kind}.",
        "`nn.Sequential(a, b)` takes layers one by one, `nn.ModuleList([a, b])` takes a list.",
    ),
    KnownError(
        "not-a-layer",
        r"ModuleList\.\w+ should be called with an iterable, but got (?P<kind>\w+)",
        "`nn.ModuleList` takes a list of layers, and a single {kind} came.",
        "Write `nn.ModuleList([layer])`.",
    ),
    KnownError(
        "kept-under-a-taken-name",
        r"cannot assign '(?P<kind>[\w.]+)' as (?P<role>child module|parameter|buffer) "
        r"'(?P<name>\w+)'",
        "`self.{name}` is a {role} already, and a {kind} was to take its place.",
        "Give the new value another name; a plain variable without `self.` is often enough.",
    ),
    KnownError(
        "kept-under-a-taken-name",
        r"KeyError: .*attribute '(?P<name>\w+)' already exists",
        "`self.{name}` is there already, so nothing can be registered under that name.",
        "Register it first, or under another name.",
    ),
    KnownError(
        "not-a-tensor-to-register",
        r"cannot assign '(?P<kind>[\w.]+)' object to (?P<role>buffer|parameter) '(?P<name>\w+)'",
        "The {role} '{name}' was given a {kind}.",
        "A buffer keeps a tensor, `register_parameter` an `nn.Parameter`.",
    ),
    KnownError(
        "parameter-from-a-list",
        r"'(?P<kind>list|int|float|tuple)' object has no attribute 'detach'",
        "`nn.Parameter` wants a tensor and was given a {kind}.",
        "Write `nn.Parameter(torch.tensor(...))`, or begin with `torch.randn(...)`.",
        _called("Parameter"),
    ),
    KnownError(
        "norm-size",
        r"Given normalized_shape=(?P<a>\[[\d, ]*\]), expected input with shape .*but got input of "
        r"size ?(?P<b>\[[\d, ]*\])",
        "The LayerNorm was made for a last axis of size {a}, and the tensor has the shape {b}.",
        "Compare the number in its `nn.LayerNorm(...)` with the last axis.",
    ),
    KnownError(
        "batch-norm-axes",
        r"running_(?:mean|var) should contain (?P<a>\d+) elements not (?P<b>\d+)",
        "A batch norm takes axis 1 for the features: there it found {a}, and was made for {b}.",
        "The Transformer has `nn.LayerNorm`, which works on the last axis of each token.",
    ),
    KnownError(
        "conv-axes",
        r"expected input\[(?P<shape>[\d, ]+)\] to have (?P<a>\d+) channels, but got (?P<b>\d+)",
        "A convolution takes axis 1 for the features. The input has the shape ({shape}): {b} there "
        "and not {a}.",
        "Put `.transpose(1, 2)` before it, and after it again.",
    ),
    KnownError(
        "dropout-rate",
        r"dropout probability has to be between 0 and 1, but got (?P<rate>[-\d.e]+)",
        "The dropout rate is {rate}. It is the share that is dropped, from 0 to 1.",
        "Which argument reaches `nn.Dropout`? Are two of them swapped?",
    ),
    KnownError(
        "heads-do-not-divide",
        r"embed_dim must be divisible by num_heads",
        "The number of features cannot be cut into that many equal heads.",
        "Are the two numbers swapped?",
    ),
    # ------------------------------------------------------------------ autograd
    KnownError(
        "changed-in-place",
        r"leaf Variable that requires grad is being used in an in-place",
        "A tensor that is trained was changed in place while PyTorch records what happens to it.",
        "Use the form that returns a new tensor: `x + 1`, not `x += 1`. To set starting values, "
        "write inside `with torch.no_grad():`.",
    ),
    KnownError(
        "changed-in-place",
        r"modified by an inplace operation",
        "A tensor was changed in place after PyTorch had kept it for the way back.",
        "Use the form that returns a new tensor: `masked_fill`, not `masked_fill_`; `x = x + y`, "
        "not `x += y`; no `optimizer.step()` between forward and `backward`.",
    ),
    KnownError(
        "no-graph",
        r"element 0 of tensors does not require grad",
        "There is no way back from this tensor to a parameter: nothing before it was recorded.",
        "Look before it for `torch.no_grad()`, `.detach()`, `.item()`, `argmax`, or a tensor made "
        "anew with `torch.tensor`.",
    ),
    KnownError(
        "backward-twice",
        r"Trying to backward through the graph a second time",
        "`backward()` went through the same computation twice. The first time frees it.",
        "Compute the loss anew before each `backward()`, and keep no tensor of an earlier step.",
    ),
    KnownError(
        "backward-needs-one-number",
        r"grad can be implicitly created only for scalar outputs",
        "`backward()` starts from one number, and this tensor holds several.",
        "Make the loss one number, with `.mean()` or `.sum()`.",
    ),
    KnownError(
        "loss-is-a-number",
        r"'(?P<kind>float|int)' object has no attribute '(?P<name>backward|grad)'",
        "The loss is a plain number ({kind}), from which no way leads back.",
        "Call `backward()` on the tensor first, and `.item()` after it.",
    ),
    KnownError(
        "requires-grad-called",
        r"'bool' object is not callable",
        "`requires_grad` is True or False, not a function.",
        "Write `x.requires_grad_(False)`, with the underscore.",
        _requires_grad,
    ),
    KnownError(
        "gradient-cannot-be-switched",
        r"you can only change requires_grad flags of leaf variables",
        "The tensor is the result of others that are trained, so its own switch is fixed.",
        "Use `.detach()` for a copy without a way back.",
    ),
    KnownError(
        "numpy-cuts-the-gradient",
        r"Can't call numpy\(\) on Tensor that requires grad",
        "NumPy records no gradients, so PyTorch refuses to hand over a tensor that needs them.",
        "Stay with torch functions. Only to look at numbers: `.detach().numpy()`.",
    ),
    KnownError(
        "nothing-to-train",
        r"optimizer got an empty parameter list",
        "The optimizer was given no parameters.",
        "Are the layers stored on `self`, or in an `nn.ModuleList`, so that `parameters()` sees "
        "them?",
    ),
    KnownError(
        "nothing-to-train",
        r"can't optimize a non-leaf Tensor",
        "The optimizer was given the result of a computation, not a parameter.",
        "Give it `model.parameters()`.",
    ),
    KnownError(
        "copy-of-a-result",
        r"Only Tensors created explicitly by the user .* support the deepcopy",
        "`deepcopy` cannot copy a tensor that is the result of trained ones.",
        "Copy parameters and layers, and keep results in plain variables, not on `self`.",
    ),
    # ------------------------------------------------------------------ losses
    KnownError(
        "classes-not-on-axis-1",
        r"Expected target size (?P<wanted>\[[\d, ]*\]), got (?P<given>\[[\d, ]*\])",
        "`cross_entropy` takes axis 1 of the logits for the classes. So it waits for labels of "
        "shape {wanted}, and got {given}.",
        "Which axis of your logits holds the classes? Flatten both, to (B·L, V) and (B·L,), or "
        "bring the classes to axis 1 with `logits.transpose(1, 2)`.",
    ),
    KnownError(
        "logits-and-labels-differ",
        r"Expected input batch_size \((?P<logits>\d+)\) to match target batch_size "
        r"\((?P<labels>\d+)\)",
        "Along the first axis the logits have {logits} rows and the labels {labels}.",
        "Print both shapes. Is just one of them flattened, are its axes in another order, or has "
        "one a token more: was the target shifted?",
    ),
    KnownError(
        "labels-not-flat",
        r"0D or 1D target tensor expected",
        "The logits are (N, V), so the labels must have one axis, (N,). They have more.",
        "Flatten the labels too.",
    ),
    KnownError(
        "labels-not-whole",
        r"expected target dtype to be Long or Byte, but got (?P<kind>\w+)",
        "Labels name classes: they must be int64. These are {kind}.",
        "Find where the labels lose their type, or put `.long()` behind them.",
        _dtypes,
    ),
    KnownError(
        "labels-read-as-probabilities",
        r"Expected floating point type for target with class probabilities, got (?P<kind>\w+)",
        "The labels have the same shape as the logits, so `cross_entropy` takes them for "
        "probabilities.",
        "Give it the ids of the classes, one axis less than the logits: no one-hot rows for the "
        "labels, no `argmax` for the logits.",
    ),
    KnownError(
        "ignored-label-not-a-number",
        r"argument 'ignore_index'.*must be int, not (?P<kind>\w+)",
        "`ignore_index` was given a {kind}.",
        "Give it the id of the pad as a plain number.",
    ),
    KnownError(
        "shares-outside-0-and-1",
        r"all elements of input should be between 0 and 1",
        "The loss wants probabilities, and a number outside 0 to 1 came.",
        "Put a sigmoid before it, or use the form `..._with_logits`.",
    ),
    # ------------------------------------------------------------------ random numbers
    KnownError(
        "generator-not-a-number",
        r"invalid combination of arguments - got \(.*generator=(?P<kind>int|str|NoneType)",
        "`generator=` wants a generator, and something of type {kind} came.",
        "Write `generator=torch.Generator().manual_seed(0)`.",
    ),
    KnownError(
        "empty-range",
        r"random_ expects 'from' to be less than 'to', but got from="
        r"(?P<a>-?\d+) >= to=(?P<b>-?\d+)",
        "There is no whole number from {a} up to, without, {b}.",
        "The upper bound of `randint` does not belong to the range.",
    ),
    KnownError(
        "no-probabilities",
        r"invalid multinomial distribution|probability tensor contains either",
        "`multinomial` draws by weights that are at least 0, finite, and not all 0.",
        "Print the weights. Did softmax come before, and does a row hold NaN?",
    ),
    KnownError(
        "drawn-more-than-there-are",
        r"cannot sample n_sample > prob_dist\.size",
        "More were to be drawn than there are, each at most once.",
        "Draw fewer, or with `replacement=True`.",
    ),
    # ------------------------------------------------------------------ methods, brackets, calls
    KnownError(
        "method-not-called",
        rf"'{_METHODS}' object is not (?:subscriptable|iterable)",
        "{what} was not called: its round brackets are missing.",
        "Write the brackets: `x.size(-1)` or `x.shape[-1]`, `model.parameters()`.",
        _method_text,
    ),
    KnownError(
        "method-not-called",
        rf"operand type\(s\) for .*'{_METHODS}'|must be real number, not {_METHODS}|"
        rf"'{_METHODS}' object has no attribute|must be Tensor, not {_METHODS}|"
        rf"between instances of .*'{_METHODS}'",
        "A function stands where its result is wanted: it was not called.",
        "Which name in this line lacks its round brackets: `x.size()`, `x.dim()`, `x.numel()`?",
    ),
    KnownError(
        "shape-called",
        r"'torch\.Size' object is not callable",
        "`shape` is no function, so it takes square brackets.",
        "Write `x.shape[-1]`, or `x.size(-1)`.",
    ),
    KnownError(
        "tensor-called",
        r"'(?:Tensor|Parameter)' object is not callable",
        "{what} is a tensor, and the round brackets call it like a function.",
        "Is an operator missing before the bracket? Are square brackets meant? Has a tensor taken "
        "the name of a function?",
        _what_is_called,
    ),
    KnownError(
        "value-called",
        r"'(?P<kind>\w+)' object is not callable",
        "{what} is of type {kind}, and the round brackets call it like a function.",
        "Is an operator missing before the bracket? Has a value taken the name of a function?",
        _what_is_called,
    ),
    KnownError(
        "number-not-iterable",
        r"'(?P<kind>int|float)' object is not iterable|non-iterable (?P<kind2>int|float) object",
        "A single number cannot be gone through or taken apart.",
        "To count up to n, write `for i in range(n)`.",
    ),
    KnownError(
        "layer-not-iterable",
        r"'(?P<kind>\w+)' object is not iterable",
        "A layer ({kind}) cannot be gone through.",
        "For an optimizer, give `model.parameters()`. For several layers use an `nn.ModuleList`.",
        _is_layer,
    ),
    KnownError(
        "value-indexed",
        r"'(?P<kind>[\w.]+)' object is not subscriptable",
        "{what} is of type {kind}, which takes no square brackets.",
        "Print it just before this line. Is it what you think?",
        _what_is_called,
    ),
    # ------------------------------------------------------------------ attributes
    KnownError(
        "list-for-a-tensor",
        r"'list' object has no attribute '(?P<name>\w+)'",
        "A plain Python list has no `{name}`. A tensor has it.",
        "Make it a tensor with `torch.tensor(...)`; a list of tensors with `torch.stack(...)`.",
        _tensors_have,
    ),
    KnownError(
        "list-for-a-tensor",
        r"must be Tensor, not list|can't assign a list to a torch|'Tensor' and 'list'|"
        r"'list' and 'Tensor'",
        "A plain Python list stands where a tensor is wanted.",
        "Make it a tensor with `torch.tensor(...)`; a list of tensors with `torch.stack(...)`.",
    ),
    KnownError(
        "number-for-a-tensor",
        r"'(?P<kind>int|float|bool)' object has no attribute '(?P<name>\w+)'",
        "A plain number ({kind}) has no `{name}`: it is no tensor.",
        "Was `.item()` called before, or is it a number from the start? Then use it as it is.",
        _tensors_have,
    ),
    KnownError(
        "number-for-a-tensor",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>int|float|bool)$",
        "`{function}` wants a tensor for `{argument}` and was given a plain number ({kind}).",
        "Make it a tensor with `torch.tensor(...)`.",
    ),
    KnownError(
        "not-a-tensor",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>[\w.]+)$",
        "`{function}` wants a tensor for `{argument}` and was given something of type {kind}.",
        "Print it just before this line.",
    ),
    KnownError(
        "no-such-function",
        r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'",
        "There is no `{name}` in {module}.{near}",
        "Check the spelling, and the module that it comes from.",
        _of_module,
    ),
    KnownError(
        "no-such-method",
        r"'(?:Tensor|Parameter)' object has no attribute '(?P<name>\w+)'",
        "A tensor has no `{name}`.{near}",
        "Check the spelling. If you think of another object, print what this one is.",
        _of_tensor,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "A layer of type nn.{kind} has no `{name}`.{near}",
        "Check the spelling, and which object should have it.",
        _of_layer,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "`self.{name}` is used, and nothing was stored under that name.",
        "Does `__init__` store it, under the same name, with `self.` before it?",
        _own_attribute,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>[\w.]+)' object has no attribute '(?P<name>\w+)'",
        "An object of type {kind} has no `{name}`.",
        "Check the spelling. If it is your class, check that `__init__` stored it on `self`.",
    ),
    # ------------------------------------------------------------------ names
    KnownError(
        "not-imported",
        r"NameError: name '(?P<name>\w+)' is not defined",
        "`{name}` was not imported in this kernel.",
        "Run the cell with the imports, or write `{how}`.",
        _not_one_of_mine,
    ),
    KnownError(
        "not-imported",
        r"NameError: name '(?P<name>\w+)' is not defined",
        "`{name}` alone is no name; the number type lives in torch.",
        "Write `torch.{name}`.",
        _dtype_name,
    ),
    KnownError(
        "self-missing",
        r"NameError: name 'self' is not defined",
        "`self` is used where the function has no argument of that name.",
        "Make `self` the first argument of the method: `def forward(self, x):`.",
    ),
    KnownError(
        "name-without-value",
        r"UnboundLocalError: cannot access local variable '(?P<name>\w+)'",
        "`{name}` gets its value in this function only on another way, or further down.",
        "Give it a value before the `if` or the loop, or in each branch.",
    ),
    KnownError(
        "name-without-value",
        r"NameError: (?:name|cannot access free variable) '(?P<name>\w+)'",
        "`{name}` has no value when this line runs.",
        "Look for a spelling slip, an argument or a `self.` that is missing, or a cell above that "
        "has not run since the kernel started.",
    ),
    KnownError(
        "import-failed",
        r"ModuleNotFoundError: No module named '(?P<name>[\w.]+)'",
        "There is no package called {name} here.",
        "Check the spelling. The course needs torch and the standard library alone.",
    ),
    KnownError(
        "import-failed",
        r"ImportError: cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'",
        "{module} has nothing called {name}.",
        "Check the spelling, and the module that it comes from.",
    ),
    # ------------------------------------------------------------------ arguments
    KnownError(
        "argument-missing",
        r"softmax\(\) missing 1 required positional arguments?: \"dim\"",
        "Softmax must know along which axis the numbers shall sum to 1.",
        "Give it `dim`: the axis whose numbers share the whole.",
    ),
    KnownError(
        "argument-missing",
        r"(?P<function>\w+)\(\) missing \d+ required positional arguments?: (?P<names>\".*)",
        "`{function}` was called without {names}.",
        "Give it what is missing: `transpose(-2, -1)` names the two axes, `unsqueeze(1)` the "
        "place.",
    ),
    KnownError(
        "unknown-keyword",
        r"(?P<function>[\w.<>]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'",
        "`{function}` has no argument called `{name}`.",
        "Compare the names in the call with those in its `def` line or in `help(...)`.",
    ),
    KnownError(
        "arguments-of-another-type",
        r"TypeError: (?P<function>\w+)\(\) received an invalid combination of arguments - got "
        r"\((?P<given>[^)]*)\)",
        "`{function}` was called with arguments of types it does not take: ({given}).",
        "Print what goes in. The message lists the forms that it knows.",
    ),
    KnownError(
        "argument-of-another-type",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be (?P<wanted>[\w. ]+), not "
        r"(?P<kind>[\w.]+)$",
        "`{function}` wants {wanted} for `{argument}` and was given {kind}.",
        "Print what goes in. Are two arguments swapped?",
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>\w+\.\w+)\(\) takes (?P<takes>\d+) positional arguments? but "
        r"(?P<given>\d+) (?:was|were) given",
        "`{function}` can take {takes} and was given {given}, the object itself counted as the "
        "first.",
        "Is `self` the first argument in its `def` line? Compare the rest: number, names, order.",
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "This line calls `{function}` with other arguments than it takes.",
        "Compare the call with its `def` line: number, names, order.",
        _by_learner,
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "`{function}` was called with other arguments than its `def` line takes.",
        "Compare the `def` line with the contract in the docstring: names, order, default values.",
    ),
    # ------------------------------------------------------------------ plain Python
    KnownError(
        "text-meets-number",
        r"(?:can only concatenate str|operand type\(s\) for .*'str'|"
        r"between instances of '(?:str|int|float|Tensor)' and '(?:str|int|float|Tensor)')",
        "A text and a number (or a tensor) meet in one operation.",
        "Print both with `repr(...)`. Which should be the other kind?",
        lambda m, _: "str" in m.string,
    ),
    KnownError(
        "key-missing",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}.",
        "Use `d.get(key, otherwise)`, or print its keys just before this line.",
    ),
    KnownError(
        "divided-by-zero",
        r"ZeroDivisionError",
        "Something was divided by 0.",
        "Print the divisor just before this line. Which argument makes it 0?",
    ),
    KnownError(
        "outside-the-function",
        r"math domain error",
        "A function of `math` was asked where it has no value: the root or the logarithm of a "
        "negative number, or the logarithm of 0.",
        "Print what goes in.",
    ),
    KnownError(
        "calls-itself",
        r"RecursionError|maximum recursion",
        "Functions call each other without an end; mostly one calls itself.",
        "Look for a function's own name inside its body, or a layer that holds itself.",
    ),
    KnownError(
        "ends-the-program",
        r"^SystemExit",
        "The code ended the program.",
        "Take `exit()` or `quit()` out of the cell.",
    ),
)


def _method_size(line: LearnerLine) -> bool:
    owner = line.owner()
    return isinstance(owner, ast.Call) and last_name(owner.func) == "size"
