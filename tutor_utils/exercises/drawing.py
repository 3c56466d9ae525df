"""What is drawn: by the generator that is given, or PyTorch's own."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

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
