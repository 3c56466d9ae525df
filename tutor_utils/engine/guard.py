"""A check leaves no trace: what code may change in the process is put back, even after an error.

It is told too: ``State.put_back`` names what was changed.
"""

from __future__ import annotations

import builtins
import gc
import math
import os
import random
import signal
import sys
import threading
import time
import warnings
from builtins import (  # noqa: UP029 - held here, they stay whole when code replaces those there
    delattr,
    getattr,
    isinstance,
    len,
    next,
    range,
    setattr,
    tuple,
    type,
    vars,
    zip,
)
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.modules import module as hooks
from torch.optim import optimizer
from torch.overrides import _get_current_function_mode_stack, _pop_mode, _push_mode
from torch.utils import _device, _python_dispatch

from .compiler import not_loaded_for_marks


class _Switch(NamedTuple):
    """One thing of the process that is read and set as a whole."""

    name: str  # what a report calls it
    read: Callable[[], Any]
    write: Callable[[Any], object]
    by_import: bool = False  # a module that the code imports may have changed it: no news
    of_pytorch: bool = True  # the rules of the course speak of it


def _stack_of_modes() -> tuple[Any, ...]:
    """The default device is one of the modes that see each call of a torch function."""
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


def _set_hooks(state: list[dict]) -> None:
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


def _environment() -> dict:
    return vars(os.environ)["_data"].copy()  # os.environ.copy() takes 50 times as long


def _set_environment(state: dict) -> None:
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
    """By the older of two interfaces, which fails where the newer was used, and by the newer."""
    try:
        older = torch.get_float32_matmul_precision()
    except RuntimeError:
        older = None
    return (older, *(torch._C._get_fp32_precision_getter(*of) for of in _PRECISIONS))


def _set_precision(state: tuple[Any, ...]) -> None:
    torch.set_float32_matmul_precision(state[0] or "highest")
    for of, precision in zip(_PRECISIONS, state[1:], strict=True):
        torch._C._set_fp32_precision_setter(*of, precision)


def _flags(module: Any, names: str, setters: str = "") -> tuple[Callable, Callable]:
    """Flags that are read and set by one function each, where this PyTorch has it: both ways."""
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


_SWITCHES = (
    # first, since what follows may call functions
    _Switch("the recursion limit", sys.getrecursionlimit, sys.setrecursionlimit, of_pytorch=False),
    _Switch("the default device", _stack_of_modes, _set_stack_of_modes),
    _Switch("the default number type", torch.get_default_dtype, torch.set_default_dtype),
    _Switch("inference mode", torch.is_inference_mode_enabled, _set_inference_mode),
    # behind inference mode, which turns gradients on and off too
    _Switch("whether gradients are recorded", torch.is_grad_enabled, torch.set_grad_enabled),
    _Switch("autocast", _autocast, _set_autocast),
    _Switch("deterministic algorithms", _deterministic, _set_deterministic),
    _Switch(
        "anomaly detection",
        lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        lambda state: torch.autograd.set_detect_anomaly(*state),
    ),
    _Switch("the precision of matrix products", _precision, _set_precision),
    _Switch("PyTorch's number of threads", torch.get_num_threads, torch.set_num_threads),
    _Switch("what torch.backends holds", *_BACKENDS, by_import=True),
    _Switch("how attention is computed", *_ATTENTION),
    _Switch("how torch.einsum is computed", _einsum, _set_einsum),
    _Switch("whether tiny numbers are 0", _small_numbers_are_zero, torch.set_flush_denormal),
    _Switch("how often PyTorch warns", torch.is_warn_always_enabled, torch.set_warn_always),
    _Switch("how gradients are computed", _autograd, _set_autograd),
    _Switch("hooks on saved tensors", _saved, _set_saved),
    _Switch(
        "modes that see each operation",
        _python_dispatch._get_current_dispatch_mode_stack,
        _set_dispatch,
    ),
    _Switch("what PyTorch checks and converts", _checks, _set_checks, by_import=True),
    _Switch(
        "how tensors are printed",
        lambda: vars(torch._tensor_str.PRINT_OPTS).copy(),
        lambda state: vars(torch._tensor_str.PRINT_OPTS).update(state),
    ),
    _Switch("hooks on all modules or optimizers", lambda: [dict(h) for h in _HOOKS], _set_hooks),
    _Switch("the filters of warnings", _filters, _set_filters, by_import=True, of_pytorch=False),
    _Switch("the working folder", _folder, os.chdir, of_pytorch=False),
    _Switch("os.environ", _environment, _set_environment, by_import=True, of_pytorch=False),
    _Switch(
        "sys.path",
        sys.path.copy,
        lambda state: sys.path.__setitem__(slice(None), state),
        by_import=True,
        of_pytorch=False,
    ),
    _Switch(
        "signal handlers",
        lambda: [signal.getsignal(s) for s in _SIGNALS],
        _set_signals,
        of_pytorch=False,
    ),
    _Switch(
        "the garbage collector",
        gc.isenabled,
        lambda enabled: gc.enable() if enabled else gc.disable(),
        of_pytorch=False,
    ),
)

# Of these the rules of the course speak: an answer leaves PyTorch's settings as they were.
SEED = "the seed of PyTorch's random numbers"
SETTINGS = frozenset({SEED} | {switch.name for switch in _SWITCHES if switch.of_pytorch})

# What a check sets, whatever was set before it.
_NEUTRAL = {
    "the default device": NO_MODES,
    "the default number type": torch.float32,
    "whether gradients are recorded": True,
    "deterministic algorithms": (False, False, True),
    "anomaly detection": (False, True),
    "the precision of matrix products": ("highest", *_PRECISIONS.values()),
}


def _functions(space: Any, names: str = "") -> tuple[str, Any, tuple[str, ...], attrgetter]:
    """Functions whose change is noticed; all of a module that is small."""
    every = tuple(names.split() or (n for n, f in vars(space).items() if callable(f)))
    name = getattr(space, "__qualname__", space.__name__)
    return name, space, every, attrgetter(*every)


_FUNCTIONS = (
    # builtins come first: all that follows needs them
    _functions(
        builtins,
        "abs all any bool dict divmod enumerate filter float getattr hasattr hash int isinstance "
        "issubclass iter len list map max min next object pow print property range repr reversed "
        "round set setattr slice sorted str sum super tuple type vars zip __import__",
    ),
    _functions(math),
    _functions(sys, "stderr stdin excepthook displayhook"),
    _functions(
        torch,
        "abs allclose arange argmax argsort as_tensor baddbmm bmm cat clamp cos cumsum einsum "
        "empty equal exp full full_like isclose log log_softmax logsumexp manual_seed masked_fill "
        "matmul max maximum mean min minimum mm multinomial no_grad norm ones ones_like outer pow "
        "rand randint randn randperm relu reshape rsqrt sin softmax sort split sqrt stack std sum "
        "tensor topk transpose tril triu unsqueeze var where zeros zeros_like Tensor Generator",
    ),
    _functions(
        F,
        "cosine_similarity cross_entropy dropout embedding gelu layer_norm linear log_softmax "
        "multi_head_attention_forward nll_loss normalize one_hot pad relu "
        "scaled_dot_product_attention softmax",
    ),
    _functions(
        Tensor,
        "__add__ __and__ __getitem__ __invert__ __matmul__ __mul__ __neg__ __pow__ __radd__ "
        "__rmul__ __setitem__ __sub__ __truediv__ argmax backward bool chunk clone contiguous cos "
        "detach double expand flatten float int item log_softmax long masked_fill masked_fill_ "
        "matmul max mean min permute pow repeat reshape sin softmax split sqrt squeeze std sum "
        "tolist topk transpose tril triu unflatten unsqueeze var view",
    ),
    _functions(
        nn,
        "BatchNorm1d Dropout Embedding LayerNorm Linear Module ModuleDict ModuleList Parameter "
        "ReLU Sequential Softmax",
    ),
    _functions(
        nn.Module,
        "__call__ __getattr__ __init__ __setattr__ apply children eval load_state_dict modules "
        "named_parameters parameters register_buffer state_dict to train zero_grad",
    ),
    *(
        _functions(layer, "__init__ forward")
        for layer in (nn.Linear, nn.LayerNorm, nn.Embedding, nn.Dropout)
    ),
)
_MISSING = object()


class State:
    """How the process stands now."""

    def __init__(self) -> None:
        self._functions = [read(space) for _, space, _, read in _FUNCTIONS]
        self._switches = [switch.read() for switch in _SWITCHES]
        self._modules = len(sys.modules)

    def put_back(self) -> tuple[str, ...]:
        """Set what stands otherwise now as it stood; its names, for a report. Raises nothing."""
        changed: list[str] = []
        imported = len(sys.modules) > self._modules
        for (name, space, names, read), before in zip(_FUNCTIONS, self._functions, strict=True):
            try:
                if read(space) == before:
                    continue
            except Exception:  # one of them is gone, or cannot be compared
                pass
            changed += _put_back_functions(name, space, names, before, imported)
        if imported:
            self._functions = [read(space) for _, space, _, read in _FUNCTIONS]
            self._modules = len(sys.modules)
        for switch, state in zip(_SWITCHES, self._switches, strict=True):
            try:
                if switch.read() == state:
                    continue
                if not (switch.by_import and imported):
                    changed.append(switch.name)
                switch.write(state)
            except Exception:  # it cannot be put back: a folder is gone, another thread holds it
                pass
        return tuple(changed)


def _put_back_functions(
    prefix: str, space: Any, names: tuple[str, ...], before: tuple[Any, ...], imported: bool
) -> Iterator[str]:
    for name, function in zip(names, before, strict=True):
        now = getattr(space, name, _MISSING)
        if now is function:
            continue
        if imported and "site-packages" in getattr(
            getattr(now, "__code__", None), "co_filename", ""
        ):
            continue  # a library changes it when it is imported: PyTorch's compiler does
        yield name if space is builtins else f"{prefix}.{name}"
        bases = space.__mro__[1:] if isinstance(space, type) else ()
        inherited = next((vars(b)[name] for b in bases if name in vars(b)), _MISSING)
        if inherited is function:
            delattr(space, name)
        else:
            setattr(space, name, function)


# Under these names, which no code takes, the check's own seeds stand in PyTorch's generator.
_OURS, _SET_BY_CODE = 0x5EED_0F_0C4EC4, 0x5EED_0F_A_CE11
_FRESH = 0x80000000  # the first word of Python's generator, from a seed to the 625th word drawn


def seed(number: int, *, anew: bool = False) -> None:
    """Seed the generators of Python and of PyTorch, so that code that seeds them too is noticed.

    What they draw is what they always draw after this seed.

    Args:
        anew: A trial begins: what code did before is no news.
    """
    ours = anew or torch.initial_seed() == _OURS
    random.setstate(_python_state(number, fresh=not anew and _python_was_seeded()))
    torch.default_generator.set_state(_torch_state(number, _OURS if ours else _SET_BY_CODE))


def seeds_set() -> tuple[str, ...]:
    """Whose seed code has set since the check's own; nothing where it was given back."""
    torchs = (SEED,) if torch.initial_seed() != _OURS else ()
    return (*torchs, *(("the seed of Python's random numbers",) if _python_was_seeded() else ()))


def _python_was_seeded() -> bool:
    return random.getstate()[1][0] == _FRESH


@lru_cache(maxsize=64)
def _python_state(number: int, *, fresh: bool) -> Any:
    """As after a seed; where it should not look so, as it stands before the next word is drawn."""
    own = random.Random(number)
    if fresh:
        return own.getstate()
    own.getrandbits(32)
    version, (*words, _), _ = own.getstate()
    return version, (*words, 0), None


@lru_cache(maxsize=64)
def _torch_state(number: int, name: int) -> Tensor:
    """Its first 8 bytes are the seed, which has no part in what is drawn."""
    state = torch.Generator().manual_seed(number).get_state()
    state[:8] = torch.tensor(list(name.to_bytes(8, sys.byteorder)), dtype=torch.uint8)
    return state


@contextmanager
def no_trace() -> Iterator[None]:
    """Run the body as in a fresh process, and put back all that it changes.

    In the body new tensors are float32 on the CPU, gradients are recorded, autocast, inference
    mode, anomaly detection and deterministic algorithms are off, and no warning is shown. After
    it all stands as before: this, the generators of Python, NumPy (where it is loaded), PyTorch
    and CUDA (where it is in use), and what ``State`` knows.
    """
    numpy = sys.modules.get("numpy")
    state, python_state, torch_state = State(), random.getstate(), torch.get_rng_state()
    cuda_states = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    numpy_state = numpy.random.get_state() if numpy else None
    try:
        with not_loaded_for_marks(), warnings.catch_warnings(), torch.inference_mode(mode=False):
            warnings.simplefilter("ignore")
            _make_neutral()
            yield
    finally:
        state.put_back()
        random.setstate(python_state)
        torch.default_generator.set_state(torch_state)
        if cuda_states is not None:
            torch.cuda.set_rng_state_all(cuda_states)
        if numpy:
            numpy.random.set_state(numpy_state)


def _make_neutral() -> None:
    for switch in _SWITCHES:
        if switch.name in _NEUTRAL and switch.read() != _NEUTRAL[switch.name]:
            switch.write(_NEUTRAL[switch.name])
    for device in ("cpu", "cuda"):
        if torch.is_autocast_enabled(device):
            torch.set_autocast_enabled(device, False)


class OutOfTime(BaseException):
    """The body of ``time_limit`` did not end. Not an Exception: ``except Exception`` lets it by."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End the body after some seconds of wall time, in which it worked for half of them.

    Where others take the processor, it has three times as long. There is no limit on Windows,
    which has no timer that interrupts, and none outside the main thread, which alone is
    interrupted. A single call into PyTorch ends before it is interrupted. A limit around this one
    that ends sooner stays in force.

    Raises:
        OutOfTime: the body had not ended. Again after each further second, for code that catches
            everything.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not (hasattr(signal, "setitimer") and in_main):
        yield
        return
    outer, interval = signal.getitimer(signal.ITIMER_REAL)
    if 0 < outer < seconds:
        yield
        return

    def ring(*_: Any) -> None:
        worked, waited = time.process_time() - begun, time.monotonic() - start
        if worked < seconds / 2 and waited < 3 * seconds:
            return  # the timer rings again after a second
        raise OutOfTime(f"no end after {seconds:g} seconds")

    start, begun = time.monotonic(), time.process_time()
    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if outer:
            left = outer - (time.monotonic() - start)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), interval)
