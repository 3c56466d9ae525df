"""The observation of an answer as plain data, which can be saved and judged elsewhere."""

from __future__ import annotations

import json
import math
import reprlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from safetensors.torch import load, save
from torch import Tensor

MAX_ITEMS = 10_000
MAX_AXES = 8
MAX_LENGTH = 1_000_000  # of one axis
MAX_TEXT = 10_000
MAX_DEPTH = 20
MAX_BITS = 10_000  # Python refuses to print numbers beyond 4300 digits


@dataclass(frozen=True)
class Opaque:
    """The placeholder of an object that is no plain value: a NumPy array, a module, a function."""

    type: str
    text: str


class OutOfTime(BaseException):
    """The body of ``time_limit`` took too long. ``except Exception`` does not catch it."""


@dataclass(frozen=True)
class Raised:
    """An error of the learner's code, with the learner's line if there is one.

    ``part``: the expression of that line in which Python stopped, or a statement that begins there.
    ``inside``: the function of the line, if it is an earlier answer that the answer calls.
    ``call``: the answer's line that calls it.
    ``holds``: the value of each name in ``part``, as "Tensor(2, 3)" or the name of its type.
    ``refused``: whether code that the answer calls raised the error on purpose.
    """

    type: str
    message: str
    line: str = ""
    number: int = 0
    part: str = ""
    inside: str = ""
    holds: dict[str, str] = field(default_factory=dict, compare=False)
    call: str = ""
    call_number: int = 0
    refused: bool = False

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit ended the trial."""
        return self.type == OutOfTime.__name__


@dataclass(frozen=True)
class Observed:
    """What was observed in one trial."""

    value: Any = None
    raised: Raised | None = None
    changed: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    printed: str = ""
    left: tuple[str, ...] = ()  # settings that it changed and the check restored
    returned: str = ""  # the kind of what the learner's own function returned
    seconds: float = field(default=0.0, compare=False)  # CPU time; not saved


@dataclass(frozen=True)
class Observation:
    """What was observed in all trials of an exercise; holds no objects of the learner's types."""

    exercise: str
    seed: int
    trials: dict[str, Observed] = field(default_factory=dict)
    untouched: bool = False

    def to_bytes(self) -> bytes:
        """Tensors as safetensors, all else as JSON in its header; no pickle."""
        tensors: dict[str, Tensor] = {}
        trials = {}
        for name, seen in self.trials.items():
            trials[name] = vars(seen) | {
                "value": _encode(seen.value, name, tensors),
                "raised": seen.raised and asdict(seen.raised),
            }
            del trials[name]["seconds"]
        words = {
            "exercise": self.exercise,
            "seed": self.seed,
            "untouched": self.untouched,
            "trials": trials,
        }
        return save(tensors, {"observation": json.dumps(words)})

    @classmethod
    def from_bytes(cls, data: bytes) -> Observation:
        """Read what ``to_bytes`` wrote. The bytes are not trusted.

        Raises:
            NotAnObservation: the bytes are anything else, or values exceed the limits of size.
        """
        try:
            tensors = load(data)
            length = int.from_bytes(data[:8], "little")
            words = json.loads(json.loads(data[8 : 8 + length])["__metadata__"]["observation"])
            for tensor in tensors.values():
                if tensor.dim() > MAX_AXES or max(tensor.shape, default=0) > MAX_LENGTH:
                    raise ValueError(f"a tensor of shape {tuple(tensor.shape)}")
            trials = {name: _seen(trial, tensors) for name, trial in words["trials"].items()}
            seed, untouched = int(words["seed"]), bool(words["untouched"])
            return cls(_text(words["exercise"]), seed, trials, untouched)
        except Exception as error:  # untrusted bytes may raise anything
            raise NotAnObservation(f"{type(error).__name__}: {str(error)[:200]}") from None


class NotAnObservation(ValueError):
    """Bytes that were not written by ``Observation.to_bytes``."""


def _seen(data: dict[str, Any], tensors: Mapping[str, Tensor]) -> Observed:
    raised = data["raised"]
    return Observed(
        value=_decode(data["value"], tensors),
        raised=raised
        and Raised(
            _text(raised["type"]),
            _text(raised["message"]),
            _text(raised["line"]),
            int(raised["number"]),
            _text(raised["part"]),
            _text(raised["inside"]),
            {_text(name): _text(kind) for name, kind in raised["holds"].items()},
            _text(raised["call"]),
            int(raised["call_number"]),
            _yes_or_no(raised["refused"]),
        ),
        changed=tuple(map(_text, data["changed"])),
        devices=tuple(map(_text, data["devices"])),
        printed=_text(data["printed"]),
        left=tuple(map(_text, data["left"])),
        returned=_text(data.get("returned", "")),
    )


def _text(value: Any) -> str:
    if type(value) is not str or len(value) > MAX_TEXT:
        raise ValueError(f"a text was expected, not {reprlib.repr(value)}")
    return value


def _yes_or_no(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"True or False was expected, not {reprlib.repr(value)}")
    return value


def plain(value: Any, devices: set[str], depth: int = 0) -> Any:
    """A copy of ``value`` that holds only plain values; adds devices other than the CPU to the set.

    An object that is not plain, or raises when it is read, becomes Opaque.
    """
    try:
        return _plain(value, devices, depth)
    except Exception as error:
        return Opaque(_name(type(value)), f"(it cannot be read: {type(error).__name__})")


def _plain(value: Any, devices: set[str], depth: int) -> Any:
    if isinstance(value, Tensor):
        if value.device.type != "cpu":
            devices.add(str(value.device))
        if value.device.type == "meta":
            return Opaque(f"torch.Tensor on {value.device}", reprlib.repr(tuple(value.shape)))
        if value.layout is not torch.strided or value.is_nested or value.is_quantized:
            form = "nested tensor" if value.is_nested else f"{value.layout} {value.dtype} tensor"
            return Opaque(form.replace("torch.", ""), "(it has another form than usual tensors)")
        # as_subclass: a tensor subclass could carry the learner's own methods into the judge.
        return value.detach().as_subclass(Tensor).cpu().clone(memory_format=torch.contiguous_format)
    if type(value) is int and value.bit_length() > MAX_BITS:
        return Opaque("int", f"(a number of {value.bit_length()} bits)")
    if isinstance(value, float):
        return float.__float__(value)  # NumPy's float64 is a float too
    if value is None or type(value) in (bool, int, str):
        return value
    inner = depth + 1
    if isinstance(value, (list, tuple)) and len(value) <= MAX_ITEMS and inner < MAX_DEPTH:
        items = [plain(item, devices, inner) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, Mapping) and len(value) <= MAX_ITEMS and inner < MAX_DEPTH:
        return {str(key): plain(item, devices, inner) for key, item in value.items()}
    try:
        text = reprlib.repr(value)
    except Exception:
        text = "(an object that cannot be printed)"
    return Opaque(_name(type(value)), text)


def _name(kind: type) -> str:
    module = "" if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}."
    return module + kind.__qualname__


def _encode(value: Any, path: str, tensors: dict[str, Tensor]) -> Any:
    if isinstance(value, Tensor):
        tensors[path] = value
        return {"tensor": path}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return {"opaque": ["int", reprlib.repr(value)]}
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return {"opaque": ["str", reprlib.repr(value)]}
    if isinstance(value, Opaque):
        return {"opaque": [value.type, value.text]}
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}  # JSON has no NaN and no infinity
    if isinstance(value, (list, tuple)):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return {kind: [_encode(v, f"{path}/{i}", tensors) for i, v in enumerate(value)]}
    if isinstance(value, dict):
        return {"dict": {k: _encode(v, f"{path}/{k}", tensors) for k, v in value.items()}}
    return value


def _decode(value: Any, tensors: Mapping[str, Tensor], depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise ValueError("values nested too deeply")
    if value is None or type(value) in (bool, int, float):
        return value
    if not isinstance(value, dict):
        return _text(value)
    ((kind, inside),) = value.items()
    if kind == "tensor":
        return tensors[inside]
    if kind == "opaque":
        return Opaque(*map(_text, inside))
    if kind == "float":
        return float(inside)
    if len(inside) > MAX_ITEMS:
        raise ValueError(f"{len(inside)} values")
    if kind == "dict":
        return {_text(k): _decode(v, tensors, depth + 1) for k, v in inside.items()}
    items = [_decode(v, tensors, depth + 1) for v in inside]
    return {"tuple": tuple, "list": list}[kind](items)
