"""A check leaves no trace in the process: settings and generators are restored after it.

Here is what a check sets and restores: PyTorch's global settings, the random generators, and
PyTorch's compiler, which is not loaded where code only marks functions for it.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import torch
from torch import Tensor
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


@contextmanager
def no_trace() -> Iterator[None]:
    """Run the body with the settings of a fresh process, and restore all settings afterwards.

    In the body new tensors are float32 on the CPU, gradients are recorded, autocast, inference
    mode, anomaly detection and deterministic algorithms are off, and no warning is shown. Also
    restored are the generators of Python, NumPy (if loaded), PyTorch and CUDA (if in use).
    """
    numpy = sys.modules.get("numpy")
    state, python_state, torch_state = State(), random.getstate(), torch.get_rng_state()
    cuda_states = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    numpy_state = numpy.random.get_state() if numpy else None
    try:
        with not_loaded_for_marks(), warnings.catch_warnings(), torch.inference_mode(mode=False):
            warnings.simplefilter("ignore")
            make_neutral()
            yield
    finally:
        state.put_back()
        random.setstate(python_state)
        torch.default_generator.set_state(torch_state)
        if cuda_states is not None:
            torch.cuda.set_rng_state_all(cuda_states)
        if numpy:
            numpy.random.set_state(numpy_state)


# --- random numbers -------------------------------------------------------------------------------

SEED = "the seed of PyTorch's random numbers"

# Values of ``initial_seed`` that mark PyTorch's generator as seeded by the check.
_OURS, _SET_BY_CODE = 0x5EED_0F_0C4EC4, 0x5EED_0F_A_CE11


def seed(number: int, *, anew: bool = False) -> None:
    """Seed the generators of Python and PyTorch, so that later seeding by code is noticed.

    The numbers drawn are those of this seed.

    Args:
        anew: A trial begins: earlier seeding does not count.
    """
    random.seed(number)
    mark = _SET_BY_CODE if seed_was_set() and not anew else _OURS
    torch.default_generator.set_state(_state(number, mark))


def seed_was_set() -> bool:
    """Whether code has seeded PyTorch's generator since the check did."""
    return torch.initial_seed() != _OURS


@lru_cache(maxsize=64)
def _state(number: int, mark: int) -> Tensor:
    """The generator's state under a marked seed; the mark does not affect what is drawn."""
    state = torch.Generator().manual_seed(number).get_state()
    state[:8] = torch.tensor(list(mark.to_bytes(8, sys.byteorder)), dtype=torch.uint8)
    return state


# --- PyTorch's compiler ---------------------------------------------------------------------------

# Optimizers, and operations on the device ``meta``, are marked as not to be compiled. At the first
# call of one, PyTorch imports its compiler only to set the mark, which takes more than a second.
# While the compiler is not loaded nothing is compiled, so the mark has no effect. A stand-in takes
# the marks; it is removed together with them.
COMPILER = "torch._dynamo"
_MARK = "__dynamo_disable"  # PyTorch's attribute for the marked version of a function


class _StandIn(ModuleType):
    """Accepts the compiler's marks; any other attribute loads the real compiler."""

    def __init__(self) -> None:
        super().__init__(COMPILER)
        self.marked: list[Any] = []

    def disable(self, function: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the function unchanged."""
        if function is None:
            return lambda given: given
        self.marked.append(function)
        return function

    def graph_break(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: there is no graph."""

    def leave(self) -> None:
        """Remove the stand-in and the marks that it left."""
        if sys.modules.get(COMPILER) is self:
            del sys.modules[COMPILER]
        for function in self.marked:
            vars(function).pop(_MARK, None)
        self.marked.clear()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":  # Python reads these of every module
            raise AttributeError(name)
        self.leave()
        return getattr(import_module(COMPILER), name)


@contextmanager
def not_loaded_for_marks() -> Iterator[None]:
    """Inside the body, PyTorch's compiler is loaded only by code that compiles."""
    if COMPILER in sys.modules:
        yield
        return
    stand_in = _StandIn()
    sys.modules[COMPILER] = stand_in
    try:
        yield
    finally:
        stand_in.leave()
