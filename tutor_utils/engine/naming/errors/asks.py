"""The rules that ``when`` names in known_errors.toml.

Each gets the named groups of the pattern, the learner's line, and the arguments after its name. It
returns False or None where the entry does not fit, True where it does, or names to fill in.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import re
import sys
from difflib import get_close_matches
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from ...run.learner_line import REDUCTIONS, STAR, LearnerLine, last_name, shown

Groups = dict[str, str]
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
_IMPORTS = {
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


# Number types


def dtypes(groups: Groups, _: LearnerLine) -> dict[str, str]:
    """The groups, with dtypes written as in torch."""
    return {k: _DTYPES.get(v.strip(), v) for k, v in groups.items()}


def bools(groups: Groups, line: LearnerLine) -> bool:
    """Whether the dtypes in the message are bool and another one."""
    types = list(dtypes(groups, line).values())
    return "bool" in types and len(set(types)) > 1


def integers(groups: Groups, line: LearnerLine) -> Found:
    """The dtypes of the message, if exactly one of them is an integer type."""
    types = dtypes(groups, line)
    whole = [t for t in types.values() if t.startswith("int")]
    return types | {"whole": whole[0]} if len(whole) == 1 else None


# Layers


def _layer(name: str, line: LearnerLine) -> bool:
    """Whether the name is a layer class of ``nn`` and not a class of the learner's."""
    return name not in line.own and inspect.isclass(getattr(nn, name, None))


def is_layer(groups: Groups, line: LearnerLine) -> bool:
    """Whether the message names a layer class of ``nn``."""
    return _layer(groups["kind"], line)


def has_a_function(groups: Groups, line: LearnerLine) -> bool:
    """Whether the layer has a function of the same name, which takes the tensor instead."""
    name = groups["kind"]
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    names = {plain, plain.removesuffix("_loss"), name.lower()}
    takes_tensors = bool(names & set(dir(functional)))
    return _layer(name, line) and takes_tensors and name not in ("Linear", "Embedding", "Bilinear")


def layer_made(_: Groups, line: LearnerLine) -> Found:
    """``nn.Softmax(scores)``: a layer's constructor was given the layer's input."""
    name = line.called_in_full().rpartition(".")[2]
    return name != "" and has_a_function({"kind": name}, line) and {"kind": name}


def layer_call(_: Groups, line: LearnerLine) -> Found:
    """The name of the called layer, if the line failed in a call and not in a product."""
    called = line.called_in_full()
    return {"called": called} if called and not line.is_product() else None


# Shapes


def product(_: Groups, line: LearnerLine) -> bool:
    """Whether the line failed in a matrix product."""
    return line.is_product()


def dot_t(_: Groups, line: LearnerLine) -> bool:
    """Whether an operand of the matrix product ends in ``.T``."""
    sides = [*line.operands(), *line.arguments()]
    return line.is_product() and any(isinstance(s, ast.Attribute) and s.attr == "T" for s in sides)


def reduced(_: Groups, line: LearnerLine) -> Found:
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


def part_assigned(_: Groups, line: LearnerLine) -> Found:
    """The target of a failing ``x[...] = value``."""
    stored = isinstance(line.failed, ast.Subscript) and line.assigned() is not None
    return stored and {"target": shown(line.failed) or "the left side"}


def unpacks(groups: Groups, line: LearnerLine, *ending: str) -> Found:
    """The right side of the assignment, if its last name is one of ``ending``."""
    source = line.assigned()
    node = source.func if isinstance(source, ast.Call) else source
    return last_name(node) in ending and {"source": shown(source)}


# None


def none_is(_: Groups, line: LearnerLine, ending: str = "") -> Found:
    """The only name in the failing expression that held None, if it ends in ``ending``."""
    parts = (*line.operands(), *line.arguments(), line.owner(), line.failed)
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    found = [name for name in sorted(names) if line.holds.get(name) == "NoneType"]
    one = len(found) == 1 and found[0].lower().endswith(ending)
    return one and {"what": f"`{found[0]}`"}


# Truth values of tensors: `if`, `and`, `not`


def asks_if_mask(_: Groups, line: LearnerLine) -> Found:
    """The condition of ``if`` or ``while``, if it is a mask."""
    test = line.test()
    return {"what": shown(test)} if "mask" in last_name(test).lower() else None


def asks_and_or_not(_: Groups, line: LearnerLine) -> bool:
    """Whether the condition is an ``and``, an ``or`` or a ``not``."""
    test = line.test()
    return isinstance(test, ast.BoolOp) or isinstance(getattr(test, "op", None), ast.Not)


def asks_comparison(_: Groups, line: LearnerLine) -> Found:
    """The condition, if it is a comparison other than ``in``."""
    test = line.test()
    if not isinstance(test, ast.Compare) or isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return None
    return {"what": shown(test) or "the comparison"}


# Calls and attributes


def called(_: Groups, line: LearnerLine, *names: str) -> bool:
    """Whether the failing call is of one of these functions."""
    return line.called() in names


def by_place(_: Groups, line: LearnerLine, *names: str) -> Found:
    """One of these names that a function of PyTorch was given without ``name=``."""
    called, call = line.called_in_full(), line.failed
    given = call.args if isinstance(call, ast.Call) and called.startswith("torch.") else []
    found = [one.id for one in given if isinstance(one, ast.Name) and one.id in names]
    return found != [] and {"called": called, "name": found[0]}


def number_for_tensor(groups: Groups, _: LearnerLine) -> Found:
    """The ``math`` function to use for a number in place of the torch function."""
    name = groups["function"]
    return hasattr(math, name) and {"instead": f"`math.{name}(n)`"}


def what_is_called(_: Groups, line: LearnerLine) -> dict[str, str]:
    """The object that was called, or "Something"."""
    what = shown(line.owner())
    return {"what": f"`{what}`" if what else "Something"}


def tensors_have(groups: Groups, _: LearnerLine) -> bool:
    """Whether tensors have this attribute, so that a tensor was probably expected."""
    return hasattr(Tensor, groups["name"])


def star_handed_on(_: Groups, line: LearnerLine) -> Found:
    """The name of a ``*name`` of the function that was handed on as it is."""
    names = [part.id for part in line.arguments() if isinstance(part, ast.Name)]
    found = next((name for name in names if line.holds.get(name) == STAR), None)
    return found is not None and {"name": found}


_TORCH = {"torch": torch, "nn": nn, "F": functional, "math": math}


def _names_of(module: str) -> list[str]:
    """The public names of a loaded module, a tensor or a plain value; [] for anything else."""
    if module == "Tensor":
        return dir(Tensor)
    of = sys.modules.get(module, getattr(builtins, module, None))
    return [name for name in dir(of) if name[0] != "_"] if of else []


def nearest_name(groups: Groups, _: LearnerLine) -> Found:
    """The attribute of a module or a plain value with the nearest spelling."""
    near = get_close_matches(groups["name"], _names_of(groups["module"]), 1, 0.75)
    return near != [] and {"near": near[0]}


def same_name_elsewhere(groups: Groups, _: LearnerLine) -> Found:
    """The same name in another of the usual modules."""
    if not isinstance(sys.modules.get(groups["module"]), ModuleType):
        return None
    found = [short for short, module in _TORCH.items() if hasattr(module, groups["name"])]
    return found != [] and {"near": f"{found[0]}.{groups['name']}"}


def near_of_module(groups: Groups, line: LearnerLine) -> Found:
    """The attribute of ``nn.Module`` with the nearest spelling to the one read from ``self``."""
    near = get_close_matches(groups["name"], dir(nn.Module), 1, 0.85)
    return own_attribute(groups, line) and near != [] and {"near": near[0]}


def own_attribute(_: Groups, line: LearnerLine) -> bool:
    """Whether the missing attribute was read from ``self``."""
    return shown(line.owner()) == "self"


def import_of(groups: Groups, _: LearnerLine) -> Found:
    """The import statement for a commonly used name."""
    return groups["name"] in _IMPORTS and {"how": _IMPORTS[groups["name"]]}


def raised_here(_: Groups, line: LearnerLine) -> bool:
    """Whether the line raised the error itself."""
    return isinstance(line.failed, ast.Raise)


def asserted_here(_: Groups, line: LearnerLine) -> bool:
    """Whether the line is an ``assert``."""
    return line.asserts()
