"""A check leaves no trace: settings and generators are restored, even after an error."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from .compiler import not_loaded_for_marks
from .settings import State, make_neutral


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
