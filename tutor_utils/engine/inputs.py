"""Inputs for the checks, drawn from a seed of their own."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


class Inputs:
    """Draws inputs from one seed; the global generator is not touched."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.generator = torch.Generator().manual_seed(seed)

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32, scale: float = 1.0) -> Tensor:
        """Normal numbers, drawn in float64 so that every dtype sees the same ones."""
        drawn = torch.randn(*shape, generator=self.generator, dtype=torch.float64)
        return (drawn * scale).to(dtype)

    def integers(self, low: int, high: int, *shape: int) -> Tensor:
        """Whole numbers from low to high - 1, as int64."""
        return torch.randint(low, high, shape, generator=self.generator)

    def integers_as_float(self, *shape: int, low: int = -3, high: int = 4) -> Tensor:
        """Small whole numbers as float32: a counterexample that can be checked by hand."""
        return self.integers(low, high, *shape).float()

    def text(self, letters: str, length: int) -> str:
        """A random string of these letters."""
        return "".join(letters[i] for i in self.integers(0, len(letters), length).tolist())

    def arange(self, *shape: int) -> Tensor:
        """1, 2, 3, ... as float32: each number shows its original place."""
        return torch.arange(1.0, math.prod(shape) + 1).view(shape)

    def strided(self, *shape: int) -> Tensor:
        """Normal numbers in a tensor that is not contiguous, as ``x[..., ::2]`` gives."""
        return self.normal(*shape[:-1], 2 * shape[-1])[..., ::2]

    def linear(
        self, fan_in: int, fan_out: int, bias: bool = True, dtype: torch.dtype = torch.float32
    ) -> nn.Linear:
        """A Linear layer with drawn weights (and a bias that is not zero)."""
        layer = nn.Linear(fan_in, fan_out, bias=bias, device="meta")  # no initialisation
        for name, given in list(layer.named_parameters()):
            drawn = self.normal(*given.shape, dtype=dtype, scale=fan_in**-0.5)
            setattr(layer, name, nn.Parameter(drawn))
        return layer

    def permutation(self, count: int) -> Tensor:
        """The integers 0 to n - 1 in random order."""
        return torch.randperm(count, generator=self.generator)
