"""Write a trial as code that the learner can run in a cell of their own."""

from __future__ import annotations

import re
from typing import Any

import torch
from torch import Tensor

from ..exercise import Exercise, Trial, argument_names

_MOST = 64  # numbers of a tensor that are readable in a cell
_LONGEST = 800  # characters
_INFERRED = (torch.float32, torch.int64, torch.bool)  # dtypes that torch.tensor infers from lists


def code_of(exercise: Exercise, trial: Trial) -> str:
    """Code that calls the learner's object as the trial does.

    "" where a few lines are not enough: large tensors, modules, probes of more than one call.
    """
    names = argument_names(exercise, trial)
    if len(names) < len(trial.args):
        return ""
    given = [*zip(names, trial.args, strict=False), *trial.kwargs.items()]
    literals = [(name, _literal(value)) for name, value in given]
    if not all(text for _, text in literals):
        return ""
    lines = [
        f"    {name}={text}," if name in trial.kwargs else f"    {text},  # {name}"
        for name, text in literals
    ]
    code = "\n".join([f"{exercise.id}(", *lines, ")"])
    return code if len(code) <= _LONGEST else ""


def _literal(value: Any) -> str:
    """A value as a Python literal; "" if it has no short one."""
    if isinstance(value, Tensor):
        if value.numel() > _MOST or value.layout != torch.strided or value.device.type != "cpu":
            return ""
        kind = "" if value.dtype in _INFERRED and value.numel() else f", dtype={value.dtype}"
        numbers = str(_as_written(value.detach().tolist(), value.dtype))
        if re.search(r"\b(nan|inf)\b", numbers):
            return ""
        learns = ", requires_grad=True" if value.requires_grad else ""
        return f"torch.tensor({numbers}{kind}{learns})"
    if isinstance(value, (list, tuple)):
        parts = [_literal(part) for part in value]
        if not all(parts):
            return ""
        inside = ", ".join(parts)
        comma = "," if len(parts) == 1 else ""
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{comma})"
    if isinstance(value, dict):
        pairs = [(repr(key), _literal(part)) for key, part in value.items()]
        known = all(part for _, part in pairs)
        return "{" + ", ".join(f"{key}: {part}" for key, part in pairs) + "}" if known else ""
    plain = value is None or isinstance(value, (bool, int, float, str))
    return repr(value) if plain and repr(value) not in ("nan", "inf", "-inf") else ""


def _as_written(numbers: Any, dtype: torch.dtype) -> Any:
    """Each number as the shortest decimal of the same value: 0.3, not 0.300000012."""
    if isinstance(numbers, list):
        return [_as_written(one, dtype) for one in numbers]
    if not isinstance(numbers, float) or dtype == torch.float64:
        return numbers
    tried = (float(f"{numbers:.{digits}g}") for digits in range(1, 10))
    same = (one for one in tried if torch.tensor(one, dtype=dtype).item() == numbers)
    return next(same, numbers)
