"""A language model without weights: its logits are drawn for each text that it has read.

It has the call and the ``max_len`` of the contract, and notes how it was treated. Runs beside the
learner's code and holds no truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable
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
        self.dropout = nn.Dropout(0.5)
        self.stack = nn.Sequential(nn.Dropout(0.5))
        self.gain = nn.Parameter(torch.ones((), dtype=torch.float64))
        self.lengths: list[int] = []
        self.grad = False

    def forward(self, ids: Tensor) -> Tensor:
        length = ids.shape[1]
        if length > self.max_len:
            raise ValueError(f"ids have length {length}, and max_len={self.max_len}")
        self.lengths.append(length)
        self.grad |= torch.is_grad_enabled()
        seed = self.seed + self.training
        rows = [
            [drawn(seed, self.vocab_size, tuple(r[: t + 1]), self.spread) for t in range(length)]
            for r in ids.tolist()
        ]
        logits = torch.tensor(rows, dtype=torch.float64).view(len(ids), length, self.vocab_size)
        return logits.float().to(ids.device) * self.gain.float()

    @torch.no_grad()
    def learn(self, seed: int) -> None:
        """Say other things from now on, as after some training: its weights were written to."""
        self.seed = seed
        self.gain.mul_(1.0)

    def logits_after(self, ids: list[int]) -> Tensor:
        """The logits (V,) for what follows these ids, for the judge."""
        return torch.tensor(drawn(self.seed, self.vocab_size, tuple(ids), self.spread)).float()


def learned(sizes: Sizes, mode: str, use: Callable[[Speaker], Any]) -> Speaker:
    """A model that was used once in its other mode, and has learned since."""
    seed, *others = sizes
    model = Speaker(seed + 2, *others).train(mode != "training")
    use(model)
    model.train(mode == "training").learn(seed)
    model.lengths.clear()
    model.grad = False
    return model


def manners(model: Speaker, run: Any) -> tuple[Any, dict[str, str]]:
    """What ``run`` gives, and how it treated the model."""
    model.stack[0].train(not model.stack.training)  # a part of a part, in a mode of its own
    before = {name: part.training for name, part in model.named_modules()}
    with torch.enable_grad():
        out = run()
        left = torch.is_grad_enabled()
    after = {name: part.training for name, part in model.named_modules()}
    inner = all(before[name] == after[name] for name in before if "." not in name)
    changed = "changed in a part within a part" if inner else "changed"
    return out, {
        "gradients while the model runs": "on" if model.grad else "off",
        "gradients afterwards": "on" if left else "off",
        "modes afterwards": "as before" if before == after else changed,
    }


GOOD = {
    "gradients while the model runs": "off",
    "gradients afterwards": "on",
    "modes afterwards": "as before",
}
