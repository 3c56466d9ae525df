"""A trial of any function exercise: the gradient reaches every argument, through every result."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from ..engine.exercise import Trial, call


def gradient_trial(
    truth: Callable[..., Any], *args: Any, probe: Callable[..., Any] = call
) -> Trial:
    """The gradients of a weighted sum of all results must be those of ``truth``.

    A right result with another gradient was cut off somewhere on its way, by `.detach()` or NumPy.

    Args:
        truth: Its arguments have the names that the report calls them by.
        probe: Gets the results from the answer: ``probe(answer, *args)``.
    """
    words = tuple(inspect.signature(truth).parameters)[: len(args)]
    return Trial(
        "the gradient",
        args,
        probe=partial(_gradients, words, probe),
        truth=partial(_gradients, words, call, truth),
        criterion="gradients",
        shown=words,
    )


def _gradients(
    names: tuple[str, ...], probe: Callable[..., Any], answer: Any, *args: Any
) -> dict[str, Tensor]:
    """The gradient for each floating argument and each weight of a layer; zeros where none comes.

    The results are added up with weights that all differ: a softmax adds up to 1 whatever comes.
    """
    given = copy.deepcopy(args)
    leaves: dict[str, Tensor] = {}
    for name, value in zip(names, given, strict=True):
        if isinstance(value, nn.Module):
            leaves |= {f"{name}.{inner}": p for inner, p in value.named_parameters()}
        elif isinstance(value, Tensor) and value.is_floating_point():
            leaves[name] = value
    for leaf in leaves.values():
        leaf.requires_grad_()
    with torch.enable_grad():
        results = probe(answer, *given)
        results = results if isinstance(results, (tuple, list)) else (results,)
        total = sum((r * _weights(r)).sum() for r in results)
    return dict(zip(leaves, gradients_or_zeros(total, leaves.values()), strict=True))


def gradients_or_zeros(total: Tensor, leaves: Iterable[Tensor], keep: bool = False) -> list[Tensor]:
    """The gradient of each of the leaves, zeros where none comes; ``keep``: the graph is kept."""
    leaves = list(leaves)
    found: Sequence[Tensor | None] = [None] * len(leaves)
    if leaves and total.requires_grad:
        found = torch.autograd.grad(total, leaves, retain_graph=keep, allow_unused=True)
    return [torch.zeros_like(p) if g is None else g for p, g in zip(leaves, found, strict=True)]


def weighted_sum(output: Tensor) -> Tensor:
    """One number to pull at: a sum of the output in which no two weights are equal."""
    weights = torch.linspace(-1, 1, output.numel(), dtype=output.dtype)
    return (output * weights.view(output.shape)).sum()


def _weights(result: Tensor) -> Tensor:
    return torch.arange(1.0, result.numel() + 1).cos().view(result.shape)
