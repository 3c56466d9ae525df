"""Run a model once with hooks, and keep the attention weights that its modules return.

The model's code stays as it is: the hooks are removed afterwards.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..arrays import ROW_SUM_TOLERANCE

if TYPE_CHECKING:
    from torch import Tensor, nn


@dataclass
class ModuleCall:
    """One call of a module.

    Attributes:
        tensors: the tensors among its arguments, with their names.
        linears: (input, output) of each linear layer inside it.
        inner: attention weights that modules inside it returned.
    """

    tensors: list[tuple[str, Tensor]]
    linears: list[tuple[Tensor, Tensor]] = field(default_factory=list)
    inner: list[Tensor] = field(default_factory=list)


def run_with_hooks(
    model: nn.Module, inputs: tuple[Any, ...], options: dict[str, Any]
) -> list[tuple[ModuleCall, Tensor]]:
    """Run the model once, without gradients and dropout.

    Args:
        model: gets its mode of training or evaluation back, module by module.
        inputs: its positional arguments.
        options: its keyword arguments.

    Returns:
        For each attention, in the order of the forward pass: the call of its module, and the
        weights that it returned, (B, h, L_q, L_k) or (B, L_q, L_k).

    Raises:
        ValueError: no module returned attention weights.
    """
    import torch
    from torch import nn

    running: list[ModuleCall] = []
    found: list[tuple[ModuleCall, Tensor]] = []

    def before(module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Note a module that is entered."""
        running.append(ModuleCall(_named_tensors(module, args, kwargs)))

    def after(
        module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any
    ) -> None:
        """Note what the module was given and returned."""
        call = running.pop()
        if isinstance(module, nn.Linear) and args:
            for outer in running:
                outer.linears.append((args[0], output))
        # A layer that hands on the weights of a module inside it made none itself.
        weights = [w for w in _weights_in(output) if not _is_one_of(w, call.inner)]
        found.extend((call, w) for w in weights)
        for outer in running:
            outer.inner.extend(weights)

    hooks = []
    was_training = {module: module.training for module in model.modules()}
    try:
        for module in model.modules():
            hooks.append(module.register_forward_pre_hook(before, with_kwargs=True))
            hooks.append(module.register_forward_hook(after, with_kwargs=True))
        model.eval()
        with torch.no_grad():
            model(*inputs, **options)
    finally:
        for hook in hooks:
            hook.remove()
        for module, training in was_training.items():
            module.training = training
    if not found:
        raise ValueError(
            f"model={type(model).__name__} returned no attention weights. A module takes part if "
            "it returns (output, weights), with weights (B, h, L_q, L_k). Fused attention has none."
        )
    return found


def _named_tensors(
    module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[tuple[str, Tensor]]:
    """The tensors among a module's arguments, by parameter name of its ``forward``."""
    import torch

    named: dict[Any, Any]
    try:
        named = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):  # no signature to be had: places instead of names
        named = {**dict(enumerate(args)), **kwargs}
    return [(str(name), v) for name, v in named.items() if isinstance(v, torch.Tensor)]


def _weights_in(output: Any) -> list[Tensor]:
    """The values returned beside the output that look like attention weights."""
    import torch

    if not isinstance(output, tuple | list) or len(output) < 2:
        return []
    return [
        value
        for value in _flat(output[1:])
        if isinstance(value, torch.Tensor)
        and value.ndim in (3, 4)
        and value.is_floating_point()
        and value.numel()
        and _sums_to_one(value)
    ]


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple | list):
            yield from _flat(value)
        else:
            yield value


def _sums_to_one(value: Tensor) -> bool:
    """Whether rows are non-negative and sum to 1 over the last axis, or are all zero."""
    sums = value.float().sum(-1)
    near = ((sums - 1).abs() < ROW_SUM_TOLERANCE) | (sums == 0)
    return bool(near.all() and value.min() >= 0 and sums.any())


def _is_one_of(weights: Tensor, known: list[Tensor]) -> bool:
    import torch

    return any(
        w is weights or (w.shape == weights.shape and torch.equal(w, weights)) for w in known
    )
