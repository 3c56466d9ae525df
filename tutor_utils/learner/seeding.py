"""One seed for everything that a notebook draws at random."""

import random

import torch


def set_seed(seed: int = 0) -> None:
    """Seed Python's and PyTorch's generators on every device.

    Returns nothing on purpose: a cell that ends in ``torch.manual_seed(0)`` prints a generator
    with a memory address, which differs on each run.
    """
    random.seed(seed)
    torch.manual_seed(seed)
