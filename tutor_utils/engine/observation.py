"""What a probe saw: plain tensors and flags, which can be saved, loaded and judged anywhere."""

from __future__ import annotations

import json
import math
import reprlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

MAX_ITEMS = 10_000


@dataclass(frozen=True)
class Opaque:
    """Stands for an object that is no plain value: a NumPy array, a module, a function."""

    type: str
    text: str


@dataclass(frozen=True)
class Raised:
    """An error of the learner's code, with the learner's own line where there is one."""

    type: str
    message: str
    line: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


@dataclass(frozen=True)
class Observed:
    """What one trial gave."""

    value: Any = None
    raised: Raised | None = None
    changed: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    printed: str = ""


@dataclass(frozen=True)
class Observation:
    """All trials of one exercise. Holds no object of the learner's."""

    exercise: str
    seed: int
    trials: dict[str, Observed] = field(default_factory=dict)
    untouched: bool = False

    def save(self, stem: str | Path) -> None:
        """Write ``stem.safetensors`` (the tensors) and ``stem.json`` (all else). No pickle."""
        tensors: dict[str, Tensor] = {}
        trials = {}
        for name, seen in self.trials.items():
            trials[name] = asdict(seen) | {"value": _encode(seen.value, name, tensors)}
        plain = {"exercise": self.exercise, "seed": self.seed, "untouched": self.untouched}
        stem = Path(stem)
        save_file(tensors, stem.with_suffix(".safetensors"))
        stem.with_suffix(".json").write_text(json.dumps(plain | {"trials": trials}), "utf-8")

    @classmethod
    def load(cls, stem: str | Path) -> Observation:
        """Read what ``save`` wrote."""
        stem = Path(stem)
        tensors = load_file(stem.with_suffix(".safetensors"))
        plain = json.loads(stem.with_suffix(".json").read_text("utf-8"))
        trials = {}
        for name, seen in plain.pop("trials").items():
            raised = Raised(**seen["raised"]) if seen["raised"] else None
            trials[name] = Observed(
                value=_decode(seen["value"], tensors),
                raised=raised,
                changed=tuple(seen["changed"]),
                devices=tuple(seen["devices"]),
                printed=seen["printed"],
            )
        return cls(plain["exercise"], plain["seed"], trials, plain["untouched"])


def plain(value: Any, devices: set[str]) -> Any:
    """A copy of ``value`` that holds only plain values. Devices other than the CPU are noted."""
    if isinstance(value, Tensor):
        if value.device.type != "cpu":
            devices.add(str(value.device))
        if value.device.type == "meta" or value.layout is not torch.strided:
            return Opaque(f"torch.Tensor on {value.device}", reprlib.repr(tuple(value.shape)))
        # as_subclass: a tensor subclass could carry the learner's own methods into the judge.
        return value.detach().as_subclass(Tensor).cpu().clone(memory_format=torch.contiguous_format)
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, (list, tuple)) and len(value) <= MAX_ITEMS:
        kind = tuple if isinstance(value, tuple) else list
        return kind(plain(item, devices) for item in value)
    if isinstance(value, Mapping) and len(value) <= MAX_ITEMS:
        return {str(key): plain(item, devices) for key, item in value.items()}
    kind = type(value)
    module = "" if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "."
    try:
        text = reprlib.repr(value)
    except Exception:
        text = "(an object that cannot be printed)"
    return Opaque(module + kind.__qualname__, text)


def _encode(value: Any, path: str, tensors: dict[str, Tensor]) -> Any:
    if isinstance(value, Tensor):
        tensors[path] = value
        return {"tensor": path}
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


def _decode(value: Any, tensors: Mapping[str, Tensor]) -> Any:
    if not isinstance(value, dict):
        return value
    (kind, inside), *_ = value.items()
    if kind == "tensor":
        return tensors[inside]
    if kind == "opaque":
        return Opaque(*inside)
    if kind == "float":
        return float(inside)
    if kind == "dict":
        return {k: _decode(v, tensors) for k, v in inside.items()}
    items = [_decode(v, tensors) for v in inside]
    return tuple(items) if kind == "tuple" else items
