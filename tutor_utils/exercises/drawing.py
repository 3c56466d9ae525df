"""A trial for answers that draw random numbers: they use the given generator, else PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..engine.exercise import Trial
from ..engine.values import snapshot


def generator_use(draw: Callable[..., Tensor], seed: int) -> dict[str, str]:
    """Whether ``draw`` follows its ``generator=``, and which generator it uses, in words."""
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


def generators(answer: Any, *args: Any) -> dict[str, str]:
    """Probe: ``generator_use`` of an answer, or of its first result. The last argument: a seed."""
    *given, seed = args

    def draw(**how: Any) -> Tensor:
        out = answer(*given, **how)
        return out[0] if isinstance(out, (tuple, list)) else out

    return generator_use(draw, seed)


WANTED = {
    "the same seed twice": "the same",
    "another seed": "another draw",
    "PyTorch's generator, where one is given": "was not used",
    "PyTorch's generator, where none is given": "was used",
}


def by_generator(args: tuple[Any, ...], shown: tuple[str, ...]) -> Trial:
    """The trial: equal seeds give equal numbers, and PyTorch's own generator stays untouched."""
    return Trial(
        "the generator",
        args,
        probe=generators,
        truth=lambda *_: WANTED,
        criterion="generator",
        shown=shown,
    )
