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
    state = {
        "python": random.getstate(),
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None,
        "numpy": numpy.random.get_state() if numpy else None,
        "dtype": torch.get_default_dtype(),
        "grad": torch.is_grad_enabled(),
        "folder": os.getcwd(),  # noqa: PTH109 - Path.cwd() fails where the folder was deleted
        "threads": torch.get_num_threads(),
    }
    try:
        with warnings.catch_warnings(), torch.enable_grad():
            warnings.simplefilter("ignore")
            torch.set_default_dtype(torch.float32)
            yield
    finally:
        random.setstate(state["python"])
        torch.set_rng_state(state["torch"])
        if state["cuda"] is not None:
            torch.cuda.set_rng_state_all(state["cuda"])
        if numpy:
            numpy.random.set_state(state["numpy"])
        torch.set_default_dtype(state["dtype"])
        torch.set_grad_enabled(state["grad"])
        if torch.get_num_threads() != state["threads"]:
            torch.set_num_threads(state["threads"])
        os.chdir(state["folder"])
