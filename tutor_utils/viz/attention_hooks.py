"""Run a model once with hooks, and keep the attention that its modules return.

Any module takes part that returns its weights beside its output, as ``MultiHeadAttention`` does.
The model's code stays as it is: the hooks are removed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import arrays

if TYPE_CHECKING:
    from torch import Tensor, nn


@dataclass(frozen=True)
class Attention:
    """One attention of one forward pass.

    Attributes:
        kind: a key of ``recording.KINDS``.
        weights: (B, h, L_q, L_k), each row a softmax over the keys.
        allowed: bool, the same shape, True = may attend; None where there is no mask.
        q, k: (B, h, L_q, d_k), (B, h, L_k, d_k), of which these are the weights; None if unknown.
    """

    kind: str
    weights: np.ndarray
    allowed: np.ndarray | None = None
    q: np.ndarray | None = None
    k: np.ndarray | None = None


@dataclass(frozen=True)
class _Call:
    """One call of a module that returned weights (B, h, L_q, L_k).

    Attributes:
        given: the tensors among its arguments.
        projected: what its ``w_q`` and ``w_k`` gave, where it has them.
    """

    given: list[Tensor]
    weights: Tensor
    projected: list[Tensor]


def attention_of(
    model: nn.Module, inputs: tuple[Any, ...], options: dict[str, Any]
) -> list[Attention]:
    """Run the model once, without gradients and dropout; its attention in the order of use.

    Args:
        model: gets its mode of training or evaluation back, module by module.
        inputs: its positional arguments.
        options: its keyword arguments.

    Raises:
        ValueError: no module returned attention weights.
    """
    import torch

    outputs: dict[Any, Any] = {}  # module -> what its last call gave
    found: list[_Call] = []

    def after(
        module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any
    ) -> None:
        outputs[module] = output
        for weights in _weights_in(output):
            if any(_same(weights, call.weights) for call in found):
                continue  # handed on from a module inside
            projections = (getattr(module, name, None) for name in ("w_q", "w_k"))
            projected = [outputs[each] for each in projections if each in outputs]
            found.append(_Call(list(_tensors([*args, *kwargs.values()])), weights, projected))

    was_training = {module: module.training for module in model.modules()}
    hooks = [module.register_forward_hook(after, with_kwargs=True) for module in was_training]
    try:
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
    kinds = _kinds([_is_cross(call) for call in found])
    return [_complete(call, kind) for call, kind in zip(found, kinds, strict=True)]


def _weights_in(output: Any) -> list[Tensor]:
    """The values returned beside the output that are attention weights."""
    if not isinstance(output, tuple | list) or len(output) < 2:
        return []
    return [value for value in _tensors(output[1:]) if value.ndim == 4 and _sums_to_one(value)]


def _tensors(values: Iterable[Any]) -> Iterator[Tensor]:
    import torch

    for value in values:
        if isinstance(value, tuple | list):
            yield from _tensors(value)
        elif isinstance(value, torch.Tensor):
            yield value


def _sums_to_one(value: Tensor) -> bool:
    """Whether rows are non-negative and sum to 1 over the last axis, or are all zero."""
    if not value.is_floating_point() or not value.numel():
        return False
    sums = value.float().sum(-1)
    near = ((sums - 1).abs() < arrays.ROW_SUM_TOLERANCE) | (sums == 0)
    return bool(near.all() and value.min() >= 0 and sums.any())


def _same(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and one.data_ptr() == other.data_ptr()


def _is_cross(call: _Call) -> bool:
    """Whether queries and keys come from different sequences."""
    import torch

    rows, columns = call.weights.shape[2:]
    read = [each for each in call.given if each.is_floating_point() and each.ndim == 3]
    return rows != columns or (len(read) > 1 and not torch.equal(read[0], read[1]))


def _kinds(crosses: list[bool]) -> list[str]:
    """The kind of each attention: decoder layers read their own sequence, then the source."""
    if not any(crosses):
        return ["self"] * len(crosses)
    following = [*crosses[1:], False]
    return [
        "cross" if cross else ("decoder" if next_is_cross else "encoder")
        for cross, next_is_cross in zip(crosses, following, strict=True)
    ]


def _complete(call: _Call, kind: str) -> Attention:
    """The attention as arrays; q and k only where the weights follow from them."""
    weights = arrays.numbers(call.weights, "weights")
    allowed = _mask(call.given, weights)
    if len(call.projected) == 2:
        q, k = (_cut(x, weights.shape[1]) for x in call.projected)
        again = arrays.softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
        rows = slice(None) if allowed is None else allowed.any(-1)  # the others are undefined
        if np.allclose(again[rows], weights[rows], atol=1e-4):
            return Attention(kind, weights, allowed, q, k)
    return Attention(kind, weights, allowed)


def _mask(given: list[Tensor], weights: np.ndarray) -> np.ndarray | None:
    """The Boolean argument that hides only what weighs nothing; else all that weighs something."""
    import torch

    for tensor in given:
        if tensor.dtype != torch.bool:
            continue
        try:
            mask = np.broadcast_to(arrays.numbers(tensor, "mask"), weights.shape)
        except ValueError:
            continue
        if not (weights[~mask] > 1e-6).any():
            return mask
    return weights > 0 if (weights == 0).any() else None


def _cut(x: Tensor, heads: int) -> np.ndarray:
    """(B, L, h * d_k) -> (B, h, L, d_k)."""
    array = arrays.numbers(x, "x")
    return array.reshape(*array.shape[:2], heads, -1).swapaxes(1, 2)
