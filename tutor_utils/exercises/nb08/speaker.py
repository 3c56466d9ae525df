"""A language model without weights: its logits are drawn for each text that it has read.

It has the call and the ``max_len`` of the contract, and notes how it was treated. Runs beside the
learner's code and holds no truth.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor, nn


@lru_cache(maxsize=20_000)
def drawn(seed: int, vocab_size: int, read: tuple[int, ...], spread: float) -> tuple[float, ...]:
    """Logits (V,) after these ids, the same on every machine; no two are equal: one wins."""
    numbers = random.Random(f"{seed} {read}")
    logits: dict[float, None] = {}
    while len(logits) < vocab_size:
        logits[round(numbers.gauss(0.0, spread), 3)] = None
    return tuple(logits)


Sizes = tuple[int, int, int] | tuple[int, int, int, float]  # seed, vocab_size, max_len, spread


class Speaker(nn.Module):
    """``forward(ids (B, L)) -> logits (B, L, V)``: place t knows ids 0 to t.

    In training mode it says other things, as dropout would make a real model do.
    """

    def __init__(self, seed: int, vocab_size: int, max_len: int, spread: float = 1.5) -> None:
        super().__init__()
        self.seed, self.vocab_size, self.max_len, self.spread = seed, vocab_size, max_len, spread
        self.gain = nn.Parameter(torch.ones((), dtype=torch.float64))
        self.grad = False

    def forward(self, ids: Tensor) -> Tensor:
        if ids.dim() != 2:
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, L)")
        length = ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"ids have length {length}, and max_len={self.max_len}")
        self.grad |= torch.is_grad_enabled()
        seed = self.seed + self.training
        rows = [
            [drawn(seed, self.vocab_size, tuple(r[: t + 1]), self.spread) for t in range(length)]
            for r in ids.tolist()
        ]
        logits = torch.tensor(rows, dtype=torch.float64).view(len(ids), length, self.vocab_size)
        return logits.float().to(ids.device) * self.gain.float()

    def logits_after(self, ids: list[int]) -> Tensor:
        """The logits (V,) for what follows these ids, for the judge."""
        return torch.tensor(drawn(self.seed, self.vocab_size, tuple(ids), self.spread)).float()


def manners(model: Speaker, run: Any) -> dict[str, str]:
    """How ``run`` treated the model."""
    before = model.training
    with torch.enable_grad():
        run()
        left = torch.is_grad_enabled()
    return {
        "gradients while the model runs": "on" if model.grad else "off",
        "gradients afterwards": "on" if left else "off",
        "the model's mode afterwards": "as before" if model.training == before else "changed",
    }


GOOD = {
    "gradients while the model runs": "off",
    "gradients afterwards": "on",
    "the model's mode afterwards": "as before",
}
