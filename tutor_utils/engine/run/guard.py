"""A check leaves no trace: settings that code changes are restored, even after an error.

It is told too: ``State.put_back`` names what was changed.
"""

from __future__ import annotations

import _thread
import builtins
import math
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
    setattr,
    tuple,
    type,
    vars,
    zip,
)
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..observation import OutOfTime
from .compiler import not_loaded_for_marks
from .settings import NEUTRAL, SWITCHES


def _functions(space: Any, names: str = "") -> tuple[str, Any, tuple[str, ...], attrgetter[Any]]:
    """Functions whose replacement is noticed; for small modules, all of them."""
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
    """A snapshot of the process's settings."""

    def __init__(self) -> None:
        self._functions = [read(space) for _, space, _, read in _FUNCTIONS]
        self._switches = [switch.read() for switch in SWITCHES]
        self._modules = len(sys.modules)

    def put_back(self) -> tuple[str, ...]:
        """Restore the settings that have changed; returns their names for a report."""
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
        for switch, state in zip(SWITCHES, self._switches, strict=True):
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
    for switch in SWITCHES:
        if switch.name in NEUTRAL and switch.read() != NEUTRAL[switch.name]:
            switch.write(NEUTRAL[switch.name])
    for device in ("cpu", "cuda"):
        if torch.is_autocast_enabled(device):
            torch.set_autocast_enabled(device, False)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End the body after some seconds of wall time, in which it worked for half of them.

    Where others take the processor, it has three times as long. There is no limit outside the main
    thread, which alone is interrupted. A single call into PyTorch ends before it is interrupted.
    A limit around this one that ends sooner stays in force.

    Raises:
        OutOfTime: the body had not ended. Again after each further second, for code that catches
            everything.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        worked, waited = time.process_time() - begun, time.monotonic() - start
        if worked < seconds / 2 and waited < 3 * seconds:
            return  # the timer rings again after a second
        raise OutOfTime(f"no end after {seconds:g} seconds")

    start, begun = time.monotonic(), time.process_time()
    if not hasattr(signal, "setitimer"):
        with _rung_by_a_thread(seconds, ring):
            yield
        return
    outer, interval = signal.getitimer(signal.ITIMER_REAL)
    if 0 < outer < seconds:
        yield
        return
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


@contextmanager
def _rung_by_a_thread(seconds: float, ring: Callable[..., None]) -> Iterator[None]:
    """Windows has no timer that interrupts: a thread does what Ctrl-C does, which then rings."""
    done, due = threading.Event(), threading.Event()

    def wait() -> None:
        pause = seconds
        while not done.wait(pause):
            due.set()
            _thread.interrupt_main()
            pause = 1

    def interrupted(*event: Any) -> None:
        if due.is_set():
            due.clear()
            ring()
        elif callable(before):  # the learner's Ctrl-C, or a limit around this one
            before(*event)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, interrupted)
    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        done.set()
        signal.signal(signal.SIGINT, before)
