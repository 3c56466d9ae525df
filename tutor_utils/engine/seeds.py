"""The check's own random seeds, marked so that seeds set by learner code are noticed."""

from __future__ import annotations

import random
import sys
from functools import lru_cache

import torch
from torch import Tensor

SEED = "the seed of PyTorch's random numbers"

# Under these names, which no code takes, the check's own seeds stand in PyTorch's generator.
_OURS, _SET_BY_CODE = 0x5EED_0F_0C4EC4, 0x5EED_0F_A_CE11


def seed(number: int, *, anew: bool = False) -> None:
    """Seed the generators of Python and of PyTorch, so that code that seeds PyTorch's is noticed.

    What they draw is what they always draw after this seed.

    Args:
        anew: A trial begins: seeding done before it is not counted.
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
