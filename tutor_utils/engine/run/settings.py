"""PyTorch's global settings: how each is read, set, and made neutral."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import torch
from torch.nn.modules import module as hooks
from torch.optim import optimizer

try:  # private names of PyTorch, which any version may remove
    from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
    from torch.utils import _device
except ImportError:
    ALL_MODES = False
else:
    ALL_MODES = hasattr(_device, "CURRENT_DEVICE") and hasattr(torch, "_GLOBAL_DEVICE_CONTEXT")


class Setting(NamedTuple):
    """One setting."""

    name: str  # its name in a report
    read: Callable[[], Any]
    write: Callable[[Any], object]
    neutral: Any  # its value during a check


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


# Without the private names, only the default device's mode is seen.
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


# (backend or operation, precision in a new process). "none" inherits from the level above. The
# entry of all backends comes last, since setting mkldnn's changes it (PyTorch 2.13).
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
    """Set all settings as in a new process."""
    for setting in SETTINGS:
        if setting.read() != setting.neutral:
            setting.write(setting.neutral)


class State:
    """The settings at the time when it is made."""

    def __init__(self) -> None:
        self._before = [setting.read() for setting in SETTINGS]

    def put_back(self) -> tuple[str, ...]:
        """Restore the settings that have changed; returns their names."""
        changed = []
        for setting, before in zip(SETTINGS, self._before, strict=True):
            if setting.read() != before:
                changed.append(setting.name)
                with suppress(RuntimeError):  # another thread uses it
                    setting.write(before)
        return tuple(changed)
