"""Settings of the process that code may change: how each one is read and set."""

from __future__ import annotations

import os
import sys
import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.nn.modules import module as hooks
from torch.optim import optimizer
from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
from torch.utils import _device

from ..seeds import SEED


class Switch(NamedTuple):
    """One setting, read and set as a whole."""

    name: str  # what a report calls it
    read: Callable[[], Any]
    write: Callable[[Any], object]
    by_import: bool = False  # a module that the code imports may have changed it: no news
    of_pytorch: bool = True  # the rules of the course speak of it


def _stack_of_modes() -> tuple[Any, ...]:
    """The stack of torch function modes; the default device is one of them."""
    context = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    return (*_get_current_function_mode_stack(), _device.CURRENT_DEVICE, context)


def _set_stack_of_modes(state: tuple[Any, ...]) -> None:
    *modes, _device.CURRENT_DEVICE, torch._GLOBAL_DEVICE_CONTEXT.device_context = state
    while _get_current_function_mode_stack():
        _pop_mode()
    for mode in modes:
        _push_mode(mode)


NO_MODES = (None, None)  # nothing but the CPU
_DEVICES = ("cpu", "cuda")


def _autocast() -> list[Any]:
    return [(torch.is_autocast_enabled(d), torch.get_autocast_dtype(d)) for d in _DEVICES]


def _set_autocast(state: list[Any]) -> None:
    for device, (enabled, dtype) in zip(_DEVICES, state, strict=True):
        torch.set_autocast_enabled(device, enabled)
        torch.set_autocast_dtype(device, dtype)


_HOOKS = [
    value
    for module in (hooks, optimizer)
    for name, value in vars(module).items()
    if isinstance(value, OrderedDict) and name.startswith("_global_")
]


def _set_hooks(state: list[dict[str, Any]]) -> None:
    for registered, before in zip(_HOOKS, state, strict=True):
        registered.clear()
        registered.update(before)


def _filters() -> list[Any]:
    return list(warnings.filters)


def _set_filters(state: list[Any]) -> None:
    warnings.filters[:] = state  # type: ignore[index]
    with warnings.catch_warnings():  # its end tells Python that the filters are others
        pass


def _folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 - as in os.chdir below
    except OSError:  # it was deleted
        return None


# Backend and operation -> the precision of a new process. "none" is whatever stands above it.
_PRECISIONS = {
    **dict.fromkeys([("generic", "all"), ("cuda", "all"), ("mkldnn", "all")], "none"),
    **dict.fromkeys([("cuda", "conv"), ("cuda", "rnn")], "tf32"),
    **dict.fromkeys([("cuda", "matmul"), ("mkldnn", "matmul")], "none"),
    **dict.fromkeys([("mkldnn", "conv"), ("mkldnn", "rnn")], "none"),
}


def _precision() -> tuple[str | None, ...]:
    """The float32 matmul precision, read through PyTorch's older and newer interface."""
    try:
        older = torch.get_float32_matmul_precision()
    except RuntimeError:
        older = None
    return (older, *(torch._C._get_fp32_precision_getter(*of) for of in _PRECISIONS))


def _set_precision(state: tuple[Any, ...]) -> None:
    torch.set_float32_matmul_precision(state[0] or "highest")
    for of, precision in zip(_PRECISIONS, state[1:], strict=True):
        torch._C._set_fp32_precision_setter(*of, precision)


SWITCHES = (
    # first, since what follows may call functions
    Switch("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit, of_pytorch=False),
    Switch("the default device", _stack_of_modes, _set_stack_of_modes),
    Switch("the default number type", torch.get_default_dtype, torch.set_default_dtype),
    Switch("whether gradients are recorded", torch.is_grad_enabled, torch.set_grad_enabled),
    Switch("autocast", _autocast, _set_autocast),
    Switch(
        "deterministic algorithms",
        torch.get_deterministic_debug_mode,  # 0: off, 1: warns, 2: raises
        torch.set_deterministic_debug_mode,
    ),
    Switch(
        "anomaly detection",
        lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        lambda state: torch.autograd.set_detect_anomaly(*state),
    ),
    Switch("the precision of matrix products", _precision, _set_precision),
    Switch("PyTorch's number of threads", torch.get_num_threads, torch.set_num_threads),
    Switch(
        "how tensors are printed",
        lambda: vars(torch._tensor_str.PRINT_OPTS).copy(),
        lambda state: vars(torch._tensor_str.PRINT_OPTS).update(state),
    ),
    Switch("hooks on all modules or optimizers", lambda: [dict(h) for h in _HOOKS], _set_hooks),
    Switch("the filters of warnings", _filters, _set_filters, by_import=True, of_pytorch=False),
    Switch("the working folder", _folder, os.chdir, of_pytorch=False),
)

# Of these the rules of the course speak: an answer leaves PyTorch's settings as they were.
SETTINGS = frozenset({SEED} | {switch.name for switch in SWITCHES if switch.of_pytorch})

# What a check sets, whatever was set before it.
NEUTRAL = {
    "the default device": NO_MODES,
    "the default number type": torch.float32,
    "whether gradients are recorded": True,
    "deterministic algorithms": 0,
    "anomaly detection": (False, True),
    "the precision of matrix products": ("highest", *_PRECISIONS.values()),
}
