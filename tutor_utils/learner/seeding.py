"""One seed for everything that a notebook draws at random."""

import random
import sys

import torch


def set_seed(seed: int = 0) -> None:
    """Seed the generators of Python, of PyTorch on every device, and of NumPy where it is loaded.

    Returns nothing on purpose: a cell that ends in ``torch.manual_seed(0)`` prints a generator
    with a memory address, which differs on each run.
    """
    random.seed(seed)
    torch.manual_seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
