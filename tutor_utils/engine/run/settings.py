"""Settings of the process that code may change: how each one is read and set."""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.nn.modules import module as hooks
from torch.optim import optimizer
from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
from torch.utils import _device, _python_dispatch

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
_KEPT: list[Any] = []  # the way out of an inference mode whose own end is out of reach


def _set_inference_mode(enabled: bool) -> None:
    mode = torch.inference_mode(enabled)
    mode.__enter__()
    _KEPT.append(mode)


def _autocast() -> tuple[Any, ...]:
    depth = torch.autocast_increment_nesting() - 1
    torch.autocast_decrement_nesting()
    kinds = [(torch.is_autocast_enabled(d), torch.get_autocast_dtype(d)) for d in ("cpu", "cuda")]
    return (*kinds, torch.is_autocast_cache_enabled(), depth)


def _set_autocast(state: tuple[Any, ...]) -> None:
    *kinds, cached, depth = state
    for device, (enabled, dtype) in zip(("cpu", "cuda"), kinds, strict=True):
        torch.set_autocast_enabled(device, enabled)
        torch.set_autocast_dtype(device, dtype)
    torch.set_autocast_cache_enabled(cached)
    torch.clear_autocast_cache()
    now = _autocast()[-1]
    for _ in range(now - depth):
        torch.autocast_decrement_nesting()
    for _ in range(depth - now):
        torch.autocast_increment_nesting()


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


def _environment() -> dict[str, Any]:
    return vars(os.environ)["_data"].copy()  # os.environ.copy() takes 50 times as long


def _set_environment(state: dict[str, Any]) -> None:
    for key in os.environ.keys() - map(os.environ.decodekey, state):
        del os.environ[key]
    for key, value in state.items():
        os.environ[os.environ.decodekey(key)] = os.environ.decodevalue(value)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _set_signals(state: list[Any]) -> None:
    for number, handler in zip(_SIGNALS, state, strict=True):
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


def _deterministic() -> tuple[bool, bool, bool]:
    return (
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
        torch._C._get_deterministic_fill_uninitialized_memory(),
    )


def _set_deterministic(state: tuple[bool, bool, bool]) -> None:
    torch.use_deterministic_algorithms(state[0], warn_only=state[1])
    torch._C._set_deterministic_fill_uninitialized_memory(state[2])


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


def _flags(
    module: Any, names: str, setters: str = ""
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Settings that have one getter and one setter, if this version of PyTorch has both."""
    pairs = zip(names.split(), (setters or names).split(), strict=True)
    ways = [
        (getattr(module, f"_get_{name}"), getattr(module, f"_set_{setter}"))
        for name, setter in pairs
        if hasattr(module, f"_get_{name}") and hasattr(module, f"_set_{setter}")
    ]

    def read() -> list[Any]:
        return [get() for get, _ in ways]

    def write(state: list[Any]) -> None:
        for (_, write_one), value in zip(ways, state, strict=True):
            write_one(*value if isinstance(value, tuple) else (value,))

    return read, write


_BACKENDS = _flags(
    torch._C,
    "cudnn_enabled cudnn_benchmark cudnn_deterministic mkldnn_enabled mkldnn_deterministic "
    "nnpack_enabled qengine linalg_preferred_backend blas_preferred_backend "
    "cublas_allow_fp16_accumulation cublas_allow_fp16_reduced_precision_reduction "
    "cublas_allow_bf16_reduced_precision_reduction cpu_allow_fp16_reduced_precision_reduction",
)
_ATTENTION = _flags(
    torch._C,
    "flash_sdp_enabled math_sdp_enabled mem_efficient_sdp_enabled cudnn_sdp_enabled "
    "overrideable_sdp_enabled math_sdp_allow_fp16_bf16_reduction sdp_priority_order",
    "sdp_use_flash sdp_use_math sdp_use_mem_efficient sdp_use_cudnn "
    "sdp_use_overrideable math_sdp_allow_fp16_bf16_reduction sdp_priority_order",
)


def _einsum() -> tuple[Any, ...]:
    return torch.backends.opt_einsum.enabled, torch.backends.opt_einsum.strategy


def _set_einsum(state: tuple[Any, ...]) -> None:
    torch.backends.opt_einsum.enabled, torch.backends.opt_einsum.strategy = state


_TINY = [sys.float_info.min]


def _small_numbers_are_zero() -> bool:
    return _TINY[0] / 2 == 0.0  # PyTorch has no function that tells


def _autograd() -> tuple[bool, ...]:
    return (
        torch._C._is_multithreading_enabled(),
        torch._C._is_view_replay_enabled(),
        torch._C._is_fwd_grad_enabled(),
    )


def _set_autograd(state: tuple[bool, ...]) -> None:
    torch._C._set_multithreading_enabled(state[0])
    torch._C._set_view_replay_enabled(state[1])
    torch._C._set_fwd_grad_enabled(state[2])


def _set_saved(state: Any) -> None:
    while _saved() not in (state, None):
        torch._C._autograd._pop_saved_tensors_default_hooks()


def _saved() -> Any:
    return torch._C._autograd._top_saved_tensors_default_hooks(True)


def _set_dispatch(state: list[Any]) -> None:
    while _python_dispatch._get_current_dispatch_mode_stack():
        _python_dispatch._pop_mode()
    for mode in state:
        _python_dispatch._push_mode(mode)


def _checks() -> tuple[Any, ...]:
    return (
        torch._C._check_sparse_tensor_invariants(),
        torch.distributions.Distribution._validate_args,
        torch.__future__.get_overwrite_module_params_on_conversion(),
        torch.__future__.get_swap_module_params_on_conversion(),
    )


def _set_checks(state: tuple[Any, ...]) -> None:
    torch._C._set_check_sparse_tensor_invariants(state[0])
    torch.distributions.Distribution._validate_args = state[1]
    torch.__future__.set_overwrite_module_params_on_conversion(state[2])
    torch.__future__.set_swap_module_params_on_conversion(state[3])


SWITCHES = (
    # first, since what follows may call functions
    Switch("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit, of_pytorch=False),
    Switch("the default device", _stack_of_modes, _set_stack_of_modes),
    Switch("the default number type", torch.get_default_dtype, torch.set_default_dtype),
    Switch("inference mode", torch.is_inference_mode_enabled, _set_inference_mode),
    # after inference mode, which turns gradients on and off too
    Switch("whether gradients are recorded", torch.is_grad_enabled, torch.set_grad_enabled),
    Switch("autocast", _autocast, _set_autocast),
    Switch("deterministic algorithms", _deterministic, _set_deterministic),
    Switch(
        "anomaly detection",
        lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        lambda state: torch.autograd.set_detect_anomaly(*state),
    ),
    Switch("the precision of matrix products", _precision, _set_precision),
    Switch("PyTorch's number of threads", torch.get_num_threads, torch.set_num_threads),
    Switch("what torch.backends holds", *_BACKENDS, by_import=True),
    Switch("how attention is computed", *_ATTENTION),
    Switch("how torch.einsum is computed", _einsum, _set_einsum),
    Switch("whether tiny numbers are 0", _small_numbers_are_zero, torch.set_flush_denormal),
    Switch("how often PyTorch warns", torch.is_warn_always_enabled, torch.set_warn_always),
    Switch("how gradients are computed", _autograd, _set_autograd),
    Switch("hooks on saved tensors", _saved, _set_saved),
    Switch(
        "modes that see each operation",
        _python_dispatch._get_current_dispatch_mode_stack,
        _set_dispatch,
    ),
    Switch("what PyTorch checks and converts", _checks, _set_checks, by_import=True),
    Switch(
        "how tensors are printed",
        lambda: vars(torch._tensor_str.PRINT_OPTS).copy(),
        lambda state: vars(torch._tensor_str.PRINT_OPTS).update(state),
    ),
    Switch("hooks on all modules or optimizers", lambda: [dict(h) for h in _HOOKS], _set_hooks),
    Switch("the filters of warnings", _filters, _set_filters, by_import=True, of_pytorch=False),
    Switch("the working folder", _folder, os.chdir, of_pytorch=False),
    Switch("os.environ", _environment, _set_environment, by_import=True, of_pytorch=False),
    Switch(
        "sys.path",
        sys.path.copy,
        lambda state: sys.path.__setitem__(slice(None), state),
        by_import=True,
        of_pytorch=False,
    ),
    Switch(
        "signal handlers",
        lambda: [signal.getsignal(s) for s in _SIGNALS],
        _set_signals,
        of_pytorch=False,
    ),
    Switch(
        "the garbage collector",
        gc.isenabled,
        lambda enabled: gc.enable() if enabled else gc.disable(),
        of_pytorch=False,
    ),
)

# Of these the rules of the course speak: an answer leaves PyTorch's settings as they were.
SETTINGS = frozenset({SEED} | {switch.name for switch in SWITCHES if switch.of_pytorch})

# What a check sets, whatever was set before it.
NEUTRAL = {
    "the default device": NO_MODES,
    "the default number type": torch.float32,
    "whether gradients are recorded": True,
    "deterministic algorithms": (False, False, True),
    "anomaly detection": (False, True),
    "the precision of matrix products": ("highest", *_PRECISIONS.values()),
}
