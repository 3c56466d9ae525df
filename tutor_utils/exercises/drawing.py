"""What is drawn: by the generator that is given, or PyTorch's own; by dropout at each call anew."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from ..engine import compare
from ..engine.exercise import Finding
from ..engine.values import snapshot


def who_draws(draw: Callable[..., Tensor], seed: int) -> dict[str, str]:
    """What ``draw``, called with ``generator=`` and without, gives and draws from."""
    before = torch.get_rng_state()
    first, again, other = (
        snapshot(draw(generator=torch.Generator().manual_seed(s))) for s in (seed, seed, seed + 1)
    )
    given = not torch.equal(torch.get_rng_state(), before)
    draw()
    own = not torch.equal(torch.get_rng_state(), before)
    return {
        "the same seed twice": "the same" if torch.equal(first, again) else "another draw",
        "another seed": "the same" if torch.equal(first, other) else "another draw",
        "PyTorch's generator, where one is given": "was used" if given else "was not used",
        "PyTorch's generator, where none is given": "was used" if own else "was not used",
    }


WANTED = {
    "the same seed twice": "the same",
    "another seed": "another draw",
    "PyTorch's generator, where one is given": "was not used",
    "PyTorch's generator, where none is given": "was used",
}


def drawn_anew(first: Tensor, second: Tensor) -> Finding | None:
    """What is wrong where two calls of one module, in training mode, dropped the same.

    Args:
        first, second: What the calls gave on the same arguments. Something was dropped.
    """
    if not compare.close(second, first):
        return None
    return Finding(
        "In training mode, two calls of one module dropped just the same numbers.",
        "Dropout draws anew at each call. What is drawn once takes the same connections away for "
        "the whole training, as a smaller network would.",
        "Look for what is drawn in `__init__` or kept on `self`, and for a seed in `forward`.",
    )
