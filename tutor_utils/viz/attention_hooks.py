"""Run a model once with hooks, and record the attention that its modules return.

Every module that returns (output, weights), as ``MultiHeadAttention`` does, is recorded. The hooks
are removed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
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
        allowed: bool, the same shape, True = may attend; None without a mask.
        q, k: (B, h, L_q, d_k), (B, h, L_k, d_k), from which the weights follow; None if unknown.
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
        read: the inputs of its query and key projections, if it has them.
        projected: the outputs of these projections.
    """

    given: list[Tensor]
    weights: Tensor
    read: list[Tensor]
    projected: list[Tensor]


# Names of the query and key projections: in the course, and in other libraries.
_PROJECTIONS = (
    ("w_q", "w_k"),
    ("q_proj", "k_proj"),
    ("query", "key"),
    ("q", "k"),
    ("q_lin", "k_lin"),
)


def attention_of(
    model: nn.Module, inputs: tuple[Any, ...], options: dict[str, Any]
) -> list[Attention]:
    """Run the model once, without gradients and dropout; returns its attention in order of use.

    Args:
        model: the mode of each of its modules is restored.
        inputs: its positional arguments.
        options: its keyword arguments.

    Raises:
        ValueError: no module returned attention weights, or some hold NaN.
    """
    import torch

    last: dict[Any, tuple[Any, Any]] = {}  # module -> input and output of its last call
    found: list[_Call] = []
    means: list[Tensor] = []  # weights averaged over the heads

    def after(
        module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any
    ) -> None:
        last[module] = (args[0] if args else None), output
        extra = _extra_outputs(output)
        for value in extra:
            _refuse_nan_rows(value)
        means.extend(filter(_is_mean, extra))
        for weights in filter(_sums_to_one, extra):
            if any(_same(weights, call.weights) for call in found):
                continue  # handed on from a module inside
            given = list(_tensors([*args, *kwargs.values()]))
            pairs = map(partial(_projections, module), _PROJECTIONS)
            ran = [last[each] for each in next(filter(None, pairs), ()) if each in last]
            found.append(_Call(given, weights, [r for r, _ in ran], [g for _, g in ran]))

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
        why = (
            "This one returned their mean, (B, L_q, L_k): call nn.MultiheadAttention with "
            "average_attn_weights=False."
            if means
            else "Fused attention has none."
        )
        raise ValueError(
            f"model={type(model).__name__} returned no attention weights. A module takes part if "
            f"it returns (output, weights), with weights (B, h, L_q, L_k). {why}"
        )
    kinds = _kinds([_is_cross(call) for call in found])
    return [_complete(call, kind) for call, kind in zip(found, kinds, strict=True)]


def _projections(module: nn.Module, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The module's projections of these names; () if one is missing."""
    found = tuple(getattr(module, name, None) for name in names)
    return found if all(map(callable, found)) else ()


def _extra_outputs(output: Any) -> list[Tensor]:
    """The float tensors after the output that could be attention weights."""
    if not isinstance(output, tuple | list) or len(output) < 2:
        return []
    return [value for value in _tensors(output[1:]) if value.is_floating_point() and value.numel()]


def _refuse_nan_rows(value: Tensor) -> None:
    """Refuse weights with NaN rows, which a picture could not show.

    Raises:
        ValueError: rows hold NaN, and the others are weights, or there is no other.
    """
    nan = value.isnan().any(-1)
    if value.ndim == 4 and nan.any() and (nan.all() or _sums_to_one(value[~nan][None, None])):
        _, head, row = nan.nonzero()[0].tolist()
        raise ValueError(
            f"Attention weights, head {head}, row {row}: NaN. Usually every key of that query is "
            "blocked, and a softmax over nothing but -inf is NaN."
        )


def _is_mean(value: Tensor) -> bool:
    """Whether these are weights without an axis of heads."""
    return value.ndim == 3 and value.shape[1] > 1 and _sums_to_one(value[:, None])


def _tensors(values: Iterable[Any]) -> Iterator[Tensor]:
    import torch

    for value in values:
        if isinstance(value, tuple | list):
            yield from _tensors(value)
        elif isinstance(value, torch.Tensor):
            yield value


def _sums_to_one(value: Tensor) -> bool:
    """Whether (B, h, L_q, L_k) has rows >= 0 that sum to 1 over the last axis, or are all zero."""
    if value.ndim != 4 or not value.numel():
        return False
    sums = value.float().sum(-1)
    near = ((sums - 1).abs() < arrays.ROW_SUM_TOLERANCE) | (sums == 0)
    return bool(near.all() and value.min() >= 0 and sums.any())


def _same(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and one.data_ptr() == other.data_ptr()


def _is_cross(call: _Call) -> bool | None:
    """Whether queries and keys come from different sequences; None if unknown."""
    rows, columns = call.weights.shape[2:]
    if len(call.read) == 2:
        return not _equal(*call.read)
    sequences = [each for each in call.given if each.is_floating_point() and each.ndim == 3]
    others = [each for each in sequences[1:] if each.shape[-1] == sequences[0].shape[-1]]
    if not any(not _equal(sequences[0], other) for other in others):
        return None if rows != columns else False
    # A second tensor of equal length may hold positions, or be another sequence.
    return True if rows != columns else None


def _equal(one: Tensor, other: Tensor) -> bool:
    import torch

    return one is other or torch.equal(one, other)


def _kinds(crosses: list[bool | None]) -> list[str]:
    """The kind of each attention: decoder layers read their own sequence, then the source."""
    following = [*crosses[1:], False]
    own = "encoder" if any(crosses) else "self"
    return [
        "unknown" if cross is None else "cross" if cross else "decoder" if next_is_cross else own
        for cross, next_is_cross in zip(crosses, following, strict=True)
    ]


def _complete(call: _Call, kind: str) -> Attention:
    """The attention as arrays; with q and k only if the weights follow from them."""
    weights = arrays.numbers(call.weights, "weights")
    allowed = _mask(call.given, weights)
    q, k = (_cut(x, weights) for x in call.projected) if len(call.projected) == 2 else (None, None)
    # With shared key heads, or a cache, the keys are not the projection's output: unknown then.
    if q is not None and k is not None and q.shape[3] == k.shape[3]:
        shape = (*q.shape[:3], k.shape[2])
        if shape == weights.shape:
            again = arrays.softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
            rows = slice(None) if allowed is None else allowed.any(-1)  # the others are undefined
            if np.allclose(again[rows], weights[rows], atol=1e-4):
                return Attention(kind, weights, allowed, q, k)
    return Attention(kind, weights, allowed)


def _mask(given: list[Tensor], weights: np.ndarray) -> np.ndarray | None:
    """The Boolean argument that blocks cells of weight 0 alone; else weights > 0."""
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


def _cut(x: Any, weights: np.ndarray) -> np.ndarray | None:
    """(B, L, h * d_k) -> (B, h, L, d_k); None for another shape."""
    heads = weights.shape[1]
    if not hasattr(x, "shape") or len(x.shape) != 3 or x.shape[-1] % heads:
        return None
    array = arrays.numbers(x, "x")
    return array.reshape(*array.shape[:2], heads, -1).swapaxes(1, 2)
