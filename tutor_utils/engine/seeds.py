"""The check's random seeds, marked so that seeding by the learner's code is noticed."""

from __future__ import annotations

import random
import sys
from functools import lru_cache

import torch
from torch import Tensor

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
