"""A check leaves no trace: what it may touch in the process is put back, even after an error."""

from __future__ import annotations

import os
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def no_trace() -> Iterator[None]:
    """Restore generators, grad mode, default dtype, warnings filters and working folder.

    NumPy's generator is restored where NumPy is loaded, CUDA's where CUDA is in use.
    """
    numpy = sys.modules.get("numpy")
    python_state, torch_state = random.getstate(), torch.get_rng_state()
    cuda_states = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    numpy_state = numpy.random.get_state() if numpy else None
    dtype, grad = torch.get_default_dtype(), torch.is_grad_enabled()
    threads, folder = torch.get_num_threads(), os.getcwd()  # noqa: PTH109 - as in os.chdir below
    try:
        with warnings.catch_warnings(), torch.enable_grad():
            warnings.simplefilter("ignore")
            torch.set_default_dtype(torch.float32)
            yield
    finally:
        random.setstate(python_state)
        torch.set_rng_state(torch_state)
        if cuda_states is not None:
            torch.cuda.set_rng_state_all(cuda_states)
        if numpy:
            numpy.random.set_state(numpy_state)
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(grad)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        os.chdir(folder)
