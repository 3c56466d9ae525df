"""Infer what a module does not return: the kind of attention, the mask, and q, k and v.

Candidates are tried, and kept where the weights follow from them as softmax(q·k / √d_k).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .. import arrays
from ..softmax import softmax
from .attention import Attention
from .hooks import ModuleCall

if TYPE_CHECKING:
    from torch import Tensor


def infer_attention(found: list[tuple[ModuleCall, Tensor]]) -> list[Attention]:
    """Complete what `run_with_hooks` found, in the same order.

    Args:
        found: calls of attention modules with their weights, (B, h, L_q, L_k) or, averaged over
            the heads, (B, L_q, L_k).
    """
    kinds = _kinds([_is_cross(call, weights) for call, weights in found])
    return [_complete(*each, kind) for each, kind in zip(found, kinds, strict=True)]


def _is_cross(call: ModuleCall, weights: Tensor) -> bool:
    """Whether queries and keys come from different sequences."""
    import torch

    if weights.shape[-2] != weights.shape[-1]:
        return True
    sequences = [(name, t) for name, t in call.tensors if t.is_floating_point() and t.ndim == 3]
    query = next((t for name, t in sequences if name.lower().startswith("q")), None)
    key = next((t for name, t in sequences if name.lower().startswith("k")), None)
    if query is None or key is None:  # other names: the first two, in their order
        if len(sequences) < 2:
            return False
        query, key = sequences[0][1], sequences[1][1]
    return not (query is key or (query.shape == key.shape and torch.equal(query, key)))


def _kinds(crosses: list[bool]) -> list[str]:
    """The kind of each attention: decoder layers read their own sequence, then the source."""
    if not any(crosses):
        return ["self"] * len(crosses)
    following = [*crosses[1:], False]
    return [
        "cross" if cross else ("decoder" if next_is_cross else "encoder")
        for cross, next_is_cross in zip(crosses, following, strict=True)
    ]


def _complete(call: ModuleCall, tensor: Tensor, kind: str) -> Attention:
    if tensor.ndim == 3:  # averaged over the heads
        tensor = tensor[:, None]
    weights = arrays.numbers(tensor, "weights")
    masks = [mask for mask in _masks(call, weights.shape) if not (weights[~mask] > 1e-6).any()]
    allowed = masks[0] if masks else None
    if allowed is None and (weights == 0).any():
        allowed = weights > 0
    projections = list(_projections(call, weights.shape))
    for q, k in _pairs(projections, weights.shape):
        again = softmax(q @ k.swapaxes(2, 3) / q.shape[3] ** 0.5, allowed)
        rows = slice(None) if allowed is None else allowed.any(-1)  # the others are undefined
        if np.allclose(again[rows], weights[rows], atol=1e-4):
            return Attention(kind, weights, allowed, q, k, _values(call, projections, weights))
    return Attention(kind, weights, allowed)


def _masks(call: ModuleCall, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """Each Boolean argument that broadcasts to the weights' shape, and its negation."""
    import torch

    for _, tensor in call.tensors:
        if tensor.dtype != torch.bool:
            continue
        array = arrays.numbers(tensor, "mask")
        if array.ndim == 2 and array.shape == (shape[0], shape[3]) != shape[2:]:
            array = array[:, None, None, :]  # one row a sequence, as nn.MultiheadAttention has it
        for mask in (array, ~array):
            try:
                yield np.broadcast_to(mask, shape)
            except ValueError:
                break


def _projections(call: ModuleCall, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """The outputs of the linear layers inside, cut into heads: (B, h, L, d/h).

    One layer may make q, k and v at once, so the thirds of each are tried too.
    """
    batch, heads = shape[:2]
    for _, output in call.linears:
        thirds = output.chunk(3, dim=-1) if output.shape[-1] % 3 == 0 else ()
        for x in (output, *thirds):
            if x.ndim == 3 and len(x) == batch and x.shape[-1] % heads == 0:
                array = arrays.numbers(x, "x")
                yield array.reshape(*array.shape[:2], heads, -1).swapaxes(1, 2)


def _pairs(
    projections: list[np.ndarray], shape: tuple[int, ...]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs of projections whose shapes fit as q and k of the weights (B, h, L_q, L_k)."""
    rows, columns = shape[2:]
    for q in projections:
        for k in projections:
            fits = q.shape[2] == rows and k.shape[2] == columns and q.shape[3] == k.shape[3]
            if q is not k and fits:
                yield q, k


def _values(
    call: ModuleCall, projections: list[np.ndarray], weights: np.ndarray
) -> np.ndarray | None:
    """The projection that, weighted and summed, is the input of a later layer in the module."""
    for v in projections:
        if v.shape[2] != weights.shape[3]:
            continue
        mixed = (weights @ v).swapaxes(1, 2)  # (B, L_q, h, d_v)
        mixed = mixed.reshape(*mixed.shape[:2], -1)
        for read, _ in call.linears:
            if read.shape == mixed.shape and np.allclose(
                arrays.numbers(read, "x"), mixed, atol=1e-3
            ):
                return v
    return None
