"""The check's own random seeds, marked so that seeds set by learner code are noticed."""

from __future__ import annotations

import random
import sys
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

SEED = "the seed of PyTorch's random numbers"

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
    """The generators that code has seeded since the check did; empty if none."""
    torchs = (SEED,) if torch.initial_seed() != _OURS else ()
    return (*torchs, *(("the seed of Python's random numbers",) if _python_was_seeded() else ()))


def _python_was_seeded() -> bool:
    return random.getstate()[1][0] == _FRESH


@lru_cache(maxsize=64)
def _python_state(number: int, *, fresh: bool) -> Any:
    """The state after a seed; not ``fresh``: as it is before the next word is drawn."""
    own = random.Random(number)
    if fresh:
        return own.getstate()
    own.getrandbits(32)
    version, (*words, _), _ = own.getstate()
    return version, (*words, 0), None


@lru_cache(maxsize=64)
def _torch_state(number: int, name: int) -> Tensor:
    """The generator's state under a marked seed; the mark does not affect what is drawn."""
    state = torch.Generator().manual_seed(number).get_state()
    state[:8] = torch.tensor(list(name.to_bytes(8, sys.byteorder)), dtype=torch.uint8)
    return state
