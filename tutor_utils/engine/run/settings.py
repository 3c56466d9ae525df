"""PyTorch's settings, which code may change: how each is read and set, and how it begins."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import torch
from torch.nn.modules import module as hooks
from torch.optim import optimizer

try:  # PyTorch's own names: they may go in any version
    from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
    from torch.utils import _device
except ImportError:
    ALL_MODES = False
else:
    ALL_MODES = hasattr(_device, "CURRENT_DEVICE") and hasattr(torch, "_GLOBAL_DEVICE_CONTEXT")


class Setting(NamedTuple):
    """One setting, read and set as a whole."""

    name: str  # what a report calls it
    read: Callable[[], Any]
    write: Callable[[Any], object]
    neutral: Any  # its value during a check, whatever was set before


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


def _set_default_device(device: torch.device) -> None:
    torch.set_default_device(None if device.type == "cpu" else device)


# Without PyTorch's own names a mode that is not the default device's is not seen.
_device_setting = (
    (_stack_of_modes, _set_stack_of_modes, (None, None))
    if ALL_MODES
    else (torch.get_default_device, _set_default_device, torch.device("cpu"))
)

_DEVICES = ("cpu", "cuda")


def _autocast() -> list[bool]:
    return [torch.is_autocast_enabled(device) for device in _DEVICES]


def _set_autocast(state: list[bool]) -> None:
    for device, enabled in zip(_DEVICES, state, strict=True):
        torch.set_autocast_enabled(device, enabled)


# Backend or operation, the precision of a new process. "none" is whatever stands above it. All
# backends come last: to set mkldnn's sets theirs (PyTorch 2.13).
backends: Any = torch.backends  # their types lack what is set below
_PRECISIONS: tuple[tuple[Any, str], ...] = (
    *((backends.cudnn.conv, "tf32"), (backends.cudnn.rnn, "tf32"), (backends.cudnn, "none")),
    *((backends.cuda.matmul, "none"), (backends.mkldnn.matmul, "none")),
    *((backends.mkldnn.conv, "none"), (backends.mkldnn.rnn, "none")),
    *((backends.mkldnn, "none"), (backends, "none")),
)


def _precision() -> tuple[str | None, ...]:
    """The float32 matmul precision, read through PyTorch's older and newer interface."""
    try:
        older = torch.get_float32_matmul_precision()
    except RuntimeError:
        older = None
    return (older, *(of.fp32_precision for of, _ in _PRECISIONS))


def _set_precision(state: tuple[Any, ...]) -> None:
    torch.set_float32_matmul_precision(state[0] or "highest")
    for (of, _), precision in zip(_PRECISIONS, state[1:], strict=True):
        of.fp32_precision = precision


_HOOKS = [
    value
    for module in (hooks, optimizer)
    for name, value in vars(module).items()
    if isinstance(value, OrderedDict) and name.startswith("_global_")
]


def _hooks() -> list[dict[str, Any]]:
    return [dict(registered) for registered in _HOOKS]


def _set_hooks(state: list[dict[str, Any]]) -> None:
    for registered, before in zip(_HOOKS, state, strict=True):
        registered.clear()
        registered.update(before)


SETTINGS = (
    # first: to put the others back may make tensors
    Setting("the default device", *_device_setting),
    Setting(
        "the default number type", torch.get_default_dtype, torch.set_default_dtype, torch.float32
    ),
    Setting("whether gradients are recorded", torch.is_grad_enabled, torch.set_grad_enabled, True),
    Setting("autocast", _autocast, _set_autocast, [False, False]),
    Setting(
        "deterministic algorithms",
        torch.get_deterministic_debug_mode,  # 0: off, 1: warns, 2: raises
        torch.set_deterministic_debug_mode,
        0,
    ),
    Setting(
        "anomaly detection",
        lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        lambda state: torch.autograd.set_detect_anomaly(*state),
        (False, True),
    ),
    Setting(
        "the precision of matrix products",
        _precision,
        _set_precision,
        ("highest", *(precision for _, precision in _PRECISIONS)),
    ),
    Setting("hooks on all modules or optimizers", _hooks, _set_hooks, [{} for _ in _HOOKS]),
)


def make_neutral() -> None:
    """Set all of them as in a new process."""
    for setting in SETTINGS:
        if setting.read() != setting.neutral:
            setting.write(setting.neutral)


class State:
    """How the settings stand when it is made."""

    def __init__(self) -> None:
        self._before = [setting.read() for setting in SETTINGS]

    def put_back(self) -> tuple[str, ...]:
        """Restore the settings that have changed; returns their names for a report."""
        changed = []
        for setting, before in zip(SETTINGS, self._before, strict=True):
            if setting.read() != before:
                changed.append(setting.name)
                with suppress(RuntimeError):  # another thread holds it
                    setting.write(before)
        return tuple(changed)
