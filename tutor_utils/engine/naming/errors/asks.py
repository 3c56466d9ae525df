"""The rules that ``when`` names in known_errors.toml.

Each is given the match of the pattern, the learner's line, and the names that stand behind its own.
It gives False or None where the entry does not fit, True where it does, or names to fill in.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import re
from difflib import get_close_matches
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from ...run.learner_line import (
    REDUCTIONS,
    LearnerLine,
    given_names,
    last_name,
    parse_part,
    shown,
)

Match = re.Match[str]
Found = dict[str, Any] | bool | None
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
LIST_METHODS = {"append", "extend", "insert", "sort", "reverse", "clear", "shuffle", "update"}


def dtypes(m: Match, _: LearnerLine) -> dict[str, str]:
    """The named groups of the match, with dtypes written as in torch."""
    return {k: _DTYPES.get(v.strip(), v) for k, v in m.groupdict().items() if v}


def integers(m: Match, line: LearnerLine) -> Found:
    """The dtypes of the match, if exactly one of them is an integer or bool type."""
    types = dtypes(m, line)
    whole = [t for t in types.values() if t.startswith(("int", "bool"))]
    return types | {"whole": whole[0]} if len(whole) == 1 else None


def _layer(name: str, line: LearnerLine) -> bool:
    """Whether the name is a layer class of ``nn`` and not a class of the learner's."""
    return name not in line.own and inspect.isclass(getattr(nn, name, None))


def is_layer(m: Match, line: LearnerLine) -> bool:
    """Whether the message names a layer class of ``nn``."""
    return _layer(m["kind"], line)


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", text)]


def view(m: Match, _: LearnerLine) -> dict[str, Any]:
    """The number of elements that the sizes of a ``view`` ask for."""
    return {"product": math.prod(n for n in _numbers(m["sizes"]) if n != -1)}


def view_with_open_size(m: Match, line: LearnerLine) -> Found:
    """As ``view``, if one of the sizes is -1."""
    return "-1" in m["sizes"] and view(m, line)


def product(_: Match, line: LearnerLine) -> bool:
    """Whether the line failed in a matrix product."""
    return line.is_product()


def layer_call(_: Match, line: LearnerLine) -> Found:
    """The name of the called layer, if the line failed in a call and not in a product."""
    called = line.called_in_full()
    return {"called": called} if called and not line.is_product() else None


def dot_t(_: Match, line: LearnerLine) -> bool:
    """Whether an operand of the matrix product ends in ``.T``."""
    sides = [*line.operands(), *line.arguments()]
    return line.is_product() and any(isinstance(s, ast.Attribute) and s.attr == "T" for s in sides)


def reduced(_: Match, line: LearnerLine) -> Found:
    """An operand that lost an axis in a reduction, as in ``x.sum(-1)`` without ``keepdim``."""
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


def times(_: Match, line: LearnerLine) -> bool:
    """Whether the line failed in ``*``."""
    return isinstance(getattr(line.failed, "op", None), ast.Mult)


def masking(_: Match, line: LearnerLine) -> bool:
    """Whether the line failed in ``masked_fill``."""
    return line.called() in ("masked_fill", "masked_fill_")


def part_assigned(_: Match, line: LearnerLine) -> Found:
    """The target of a failing ``x[...] = value``."""
    if not line.assigns_to_a_part():
        return None
    return {"target": shown(line.failed) or "the left side"}


def expand(_: Match, line: LearnerLine) -> bool:
    """Whether the line failed in ``expand``, ``expand_as`` or ``broadcast_to``."""
    return line.called() in ("expand", "expand_as", "broadcast_to")


def float_division(_: Match, line: LearnerLine) -> Found:
    """Whether an argument of the failing call contains ``/``."""
    return any(
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        for argument in line.arguments()
        for node in ast.walk(argument)
    )


def unpacks(_: Match, line: LearnerLine, *ending: str) -> Found:
    """Whether the right side of the assignment is called like one."""
    source = line.assigned()
    node = source.func if isinstance(source, ast.Call) else source
    if last_name(node) not in ending:
        return None
    sizes = source.args if isinstance(source, ast.Call) else []
    return {"source": shown(source), "size": shown(sizes[0]) if sizes else "n"}


def half(m: Match, _: LearnerLine) -> bool:
    """Whether the message speaks of float16."""
    return _DTYPES.get(m["kind"]) == "float16"


def _near(word: str, names: list[str]) -> dict[str, str]:
    others = [name for name in names if not name.startswith("_") and name != word]
    close = get_close_matches(word, others, n=1)
    return {"near": f" Did you mean `{close[0]}`?" if close else ""}


def of_module(m: Match, _: LearnerLine) -> dict[str, str]:
    """The most similar name in the module that has no such name."""
    modules: dict[str, Any] = {"torch": torch, "torch.nn": nn, "torch.nn.functional": functional}
    return _near(m["name"], dir(modules.get(m["module"], math if m["module"] == "math" else None)))


def of_tensor(m: Match, _: LearnerLine) -> dict[str, str]:
    """The most similar attribute of a tensor."""
    return _near(m["name"], dir(Tensor))


def deleted(m: Match, line: LearnerLine) -> bool:
    """Whether the line takes the attribute away: ``del x.name``."""
    targets = [t for s in line.statements() if isinstance(s, ast.Delete) for t in s.targets]
    return line.called() == "delattr" or any(getattr(t, "attr", "") == m["name"] for t in targets)


def of_layer(m: Match, line: LearnerLine) -> Found:
    """The most similar attribute of a layer."""
    return _layer(m["kind"], line) and _near(
        m["name"], ["weight", "bias", *dir(getattr(nn, m["kind"]))]
    )


def tensors_have(m: Match, _: LearnerLine) -> bool:
    """Whether tensors have this attribute, so that a tensor was probably expected."""
    return hasattr(Tensor, m["name"])


def own_attribute(_: Match, line: LearnerLine) -> bool:
    """Whether the missing attribute was read from ``self``."""
    return shown(line.owner()) == "self"


def functional_layer(_: Match, line: LearnerLine) -> Found:
    """``nn.Softmax(scores)``: a layer's constructor was given the layer's input."""
    called = line.called_in_full()
    made = isinstance(line.failed, ast.Call) and not isinstance(line.failed.func, ast.Call)
    name = called.rsplit(".", 1)[-1]
    return {"name": name} if made and _layer(name, line) and _computes(name) else None


def _computes(name: str) -> bool:
    """Whether a layer's constructor takes no tensor while a function of its name does."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    names = {plain, plain.removesuffix("_loss"), name.lower()}
    return bool(names & set(dir(functional))) and name not in ("Linear", "Embedding", "Bilinear")


def softmax_like(m: Match, line: LearnerLine) -> Found:
    """The layer, if its constructor takes no tensor while a function of its name does."""
    return _layer(m["kind"], line) and _computes(m["kind"]) and {"name": m["kind"]}


def forward_count(m: Match, line: LearnerLine) -> Found:
    """How many arguments ``forward`` takes and was given, ``self`` not counted."""
    return _layer(m["kind"], line) and {"takes": int(m["takes"]) - 1, "given": int(m["given"]) - 1}


def by_learner(_: Match, line: LearnerLine) -> bool:
    """Whether the error arose in a line of the learner's."""
    return bool(line.text)


def raised_here(_: Match, line: LearnerLine) -> bool:
    """Whether the line raised the error itself."""
    return line.starts_with(ast.Raise) or isinstance(line.failed, ast.Raise)


def asserted_here(_: Match, line: LearnerLine) -> bool:
    """Whether the line is an ``assert``."""
    return line.starts_with(ast.Assert)


def kept_itself(_: Match, line: LearnerLine) -> Found:
    """``x = x.append(...)`` in the line: the method returns None, and so x becomes None."""
    for statement in line.statements():
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            continue
        method = statement.value.func
        names = [shown(t) for t in statement.targets]
        if isinstance(method, ast.Attribute) and shown(method.value) in names:
            known = method.attr in (*LIST_METHODS, "add")
            return {"what": shown(method.value), "method": method.attr} if known else None
    return None


# What `if`, `and` and `not` ask of a tensor


def asks_if_mask(_: Match, line: LearnerLine) -> Found:
    """The condition of ``if`` or ``while``, if it is a mask."""
    test = line.test()
    return {"what": shown(test)} if "mask" in last_name(test).lower() else None


def asks_and_or(_: Match, line: LearnerLine) -> bool:
    """Whether the condition is an ``and`` or ``or``."""
    return isinstance(line.test(), ast.BoolOp)


def asks_not(_: Match, line: LearnerLine) -> bool:
    """Whether the condition is a ``not``."""
    test = line.test()
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def asks_comparison(_: Match, line: LearnerLine) -> Found:
    """The condition, if it is a comparison other than ``in``."""
    test = line.test()
    if not isinstance(test, ast.Compare) or isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return None
    return {"what": shown(test) or "the comparison"}


def called(_: Match, line: LearnerLine, *names: str) -> bool:
    """Whether the failing call is of one of these functions."""
    return line.called() in names


def called_in_full(_: Match, line: LearnerLine, *names: str) -> Found:
    """The failing call, if its full name (``nn.Linear``) is one of these."""
    return line.called_in_full() in names and {"name": line.called()}


def math_function(_: Match, line: LearnerLine) -> Found:
    """The ``math`` function of the failing call, and the one of torch to use instead."""
    called = line.called_in_full()
    if not called.startswith("math."):
        return None
    name = line.called()
    return {"called": called, "torch": f"`torch.{name}(x)`" if hasattr(torch, name) else "torch"}


def number_for_tensor(m: Match, _: LearnerLine) -> Found:
    """The ``math`` function to use for a number in place of the torch function."""
    name = m["function"]
    return {"instead": f"`math.{name}(n)`"} if name in _MATH else None


def what_is_called(_: Match, line: LearnerLine) -> dict[str, str]:
    """The object that was called, or "Something"."""
    what = shown(line.owner())
    return {"what": f"`{what}`" if what else "Something"}


def requires_grad(_: Match, line: LearnerLine) -> bool:
    """Whether ``requires_grad`` was called as a function."""
    return line.called() == "requires_grad"


def method_text(_: Match, line: LearnerLine) -> dict[str, str]:
    """The method that was used without being called."""
    what = shown(line.owner())
    return {"what": f"`{what}`" if what and not isinstance(line.failed, ast.Call) else "A function"}


def size_in_words(m: Match, _: LearnerLine) -> Found:
    """How much memory the failing line asked for, if the message says it."""
    found = re.search(r"allocate (\d+) bytes", m.string)
    asked = f"{int(found[1]) / 2**30:,.0f} GiB" if found else ""
    cuda = re.search(r"Tried to allocate ([\d.]+ \w+)", m.string)
    asked = cuda[1] if cuda else asked
    return {"asked": f" This line asked for {asked}." if asked else ""}


def not_one_of_mine(m: Match, _: LearnerLine) -> Found:
    """The import statement for a commonly used name."""
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


def dtype_name(m: Match, _: LearnerLine) -> bool:
    """Whether the name is a dtype of torch."""
    return isinstance(getattr(torch, m["name"], None), torch.dtype)


def index_of_a_shape(_: Match, line: LearnerLine) -> bool:
    """Whether a shape was indexed: ``x.shape[i]`` or ``x.size()[i]``."""
    owner = line.owner()
    if isinstance(owner, ast.Call):
        return last_name(owner.func) == "size"
    return last_name(owner) == "shape"


def what_is_asked(_: Match, line: LearnerLine) -> dict[str, str]:
    """The expression that was indexed."""
    what = shown(line.owner())
    return {"what": f"`{what}`" if what else "What stands before the brackets"}


def arguments_slipped(_: Match, line: LearnerLine) -> Found:
    """Arguments in another parameter's position, from the call and its signature."""
    found = line.slipped()
    if not found:
        return None
    call, places = found
    (first, at), *others = places
    told = f"`{first}` stands in the place of `{at}`"
    told += "".join(f" and `{name}` in that of `{place}`" for name, place in others[:1])
    names, homes = {name for name, _ in places}, {place for _, place in places}
    name = places[0][0]
    home = name if name in line.seen.takes else next(t for t in line.seen.takes if "mask" in t)
    advice = "Compare with that order: is one missing, or one too many? Handed over"
    if names == homes:
        advice = "Give each its own place. Handed over"
    return {
        "call": shown(call, 80) or shown(call.func) or "this call",
        "places": told,
        "takes": ", ".join(line.seen.takes),
        "advice": f"{advice} by its name it cannot slip: `{home}={name}`.",
    }


def options_in_one(_: Match, line: LearnerLine) -> Found:
    """``**options`` of the learner's function that were passed on as one dict."""
    call = parse_part(line.seen.call)
    if not line.seen.options or not isinstance(call, ast.Call):
        return None
    places = dict(zip(given_names(call), line.seen.takes, strict=False))
    place = places.get(line.seen.options)
    return bool(place) and {
        "options": line.seen.options,
        "call": shown(call, 80) or shown(call.func) or "this call",
        "place": place,
    }


def stored_tensor(m: Match, line: LearnerLine) -> dict[str, str] | None:
    """The target and the value of ``layer.weight = tensor``."""
    target, value = line.stored()
    if "Tensor" not in m["kind"]:
        return None
    return {"target": target or m["name"], "value": shown(value, 60) or "value"}


def stored_data(m: Match, line: LearnerLine) -> Found:
    """As ``stored_tensor``, where the value ends in ``.data`` or ``.detach()``."""
    found, (_, value) = stored_tensor(m, line), line.stored()
    node = value.func if isinstance(value, ast.Call) else value
    if not found or not isinstance(node, ast.Attribute) or node.attr not in ("data", "detach"):
        return None
    return {**found, "whole": shown(node.value, 60)} if shown(node.value, 60) else None


def stored(m: Match, line: LearnerLine) -> dict[str, str]:
    """The target of the assignment and the type of the stored value."""
    kind = m["kind"].replace("torch.", "")
    return {"target": line.stored()[0] or f"{m['name']}", "kind": kind}


def bools(m: Match, line: LearnerLine) -> bool:
    """Whether the dtypes in the message are bool and another one."""
    types = list(dtypes(m, line).values())
    return "bool" in types and len(set(types)) > 1


def two_rows(m: Match, line: LearnerLine) -> Found:
    """The two operands, if both were 1-D tensors."""
    sides = line.operands()
    kinds = [re.fullmatch(r"Tensor\((\d+),\)", line.kind(s)) for s in sides]
    if len(sides) != 2 or not all(kinds):
        return None
    return {"left": shown(sides[0]), "right": shown(sides[1])}


def perhaps_two_rows(m: Match, line: LearnerLine) -> bool:
    """Whether both operands may be 1-D: neither was observed with more axes."""
    kinds = [line.kind(s) for s in line.operands()]
    more = any(k.startswith("Tensor") and not re.fullmatch(r"Tensor\(\d+,\)", k) for k in kinds)
    return m["axis"] == "0" and bool(line.operands()) and not more


def one_of_two(m: Match, _: LearnerLine, *names: str) -> bool:
    """``torch.max(x, 0.1)``: two arguments that are not both tensors."""
    given = m["given"].split(", ")
    return m["function"] in names and len(given) == 2 and set(given) <= {"Tensor", "int", "float"}


def builtin_owner(m: Match, _: LearnerLine) -> Found:
    """The most similar attribute, where the object is of a type built into Python."""
    kind = getattr(builtins, m["kind"], None)
    known = {"generator", "function", "method", "builtin_function_or_method", "module"}
    if not inspect.isclass(kind) and m["kind"] not in known:
        return None
    return _near(m["name"], dir(kind) if kind else [])


def signature(m: Match, line: LearnerLine) -> Found:
    """The parameters of the function that the message names, where they were observed."""
    seen = line.seen
    return m["function"].rpartition("<locals>.")[-1] == seen.callee and {
        "takes": ", ".join(seen.takes)
    }


def _keys(m: Match, line: LearnerLine) -> tuple[str, str]:
    """The missing key and the most similar existing one."""
    try:
        asked = ast.literal_eval(m["key"])
    except (SyntaxError, ValueError):
        return "", ""
    return (asked, line.seen.near) if isinstance(asked, str) else ("", "")


def key_like_another(m: Match, line: LearnerLine) -> Found:
    """The most similar existing key."""
    return bool(line.seen.near) and {"near": repr(line.seen.near)}


def key_without_its_head(m: Match, line: LearnerLine) -> Found:
    """The existing key that lacks the missing key's prefix, such as ``head.``."""
    asked, near = _keys(m, line)
    lost = asked.removesuffix(near)
    whole_words = not lost.isalpha() or len(lost) > 3  # "head." of "head.weight"
    return near != "" and lost != asked and not whole_words and {"near": repr(near)}


def key_with_a_head(m: Match, line: LearnerLine) -> Found:
    """The existing key that is the missing key with a prefix, and that prefix."""
    asked, near = _keys(m, line)
    if asked == near or len(asked) < 3 or not near.endswith(asked):
        return None
    return {"near": repr(near), "head": repr(near.removesuffix(asked))}


def two_dtypes(m: Match, line: LearnerLine) -> Found:
    """The two dtypes of the message, in order."""
    return dict(zip(("first", "second"), dtypes(m, line).values(), strict=False))


# Lists, texts, dicts and sets


def one_list(m: Match, _: LearnerLine) -> Found:
    """A list or tuple that was added to something of another type."""
    joined = m["op"] in ("+", "+=") and m["right"] in ("list", "tuple") and m["left"] != "Tensor"
    return {"list": m["right"], "kind": m["left"]} if joined else None


def sets(m: Match, _: LearnerLine) -> bool:
    """Whether a set operator was used with a set on one side."""
    return m["op"] in ("-", "&", "|", "^", "-=", "&=", "|=") and "set" in (m["left"], m["right"])


def sides(m: Match, line: LearnerLine) -> dict[str, str]:
    """The two operands as they are written in the line, with their types."""
    sides = [shown(s) for s in line.operands()]
    left, right = sides if len(sides) == 2 else ("", "")
    return {
        "a": f"`{left}` ({m['left']})" if left else m["left"],
        "b": f"`{right}` ({m['right']})" if right else m["right"],
    }


def dotted(m: Match, _: LearnerLine) -> bool:
    """Whether the missing name contains a dot."""
    return "." in m["name"]


def sized(m: Match, line: LearnerLine) -> dict[str, str]:
    """The argument of ``len``."""
    argument = line.arguments()[0] if line.called() == "len" and line.arguments() else None
    what = shown(argument)
    return {"what": f"`{what}`" if what else f"an object of type {m['kind']}"}


def range_of_a_list(m: Match, line: LearnerLine) -> bool:
    """Whether ``range`` was given a list, or another container, in place of a number."""
    of_range = last_name(getattr(line.failed, "func", None)) == "range"
    return of_range and m["kind"] in ("list", "tuple", "str", "dict", "set")
