"""Reference of notebook 06's modules: PyTorch's own layers with the parameters of each role.

Masks are those of the course: boolean, True = may attend, broadcastable to (B, h, L_q, L_k).
``dropped=True`` computes the result of dropout at rate 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from ..parts import PROJECTIONS, count, known_numbers

Layer = nn.TransformerEncoderLayer | nn.TransformerDecoderLayer
Part = TypeVar("Part", bound=nn.Module)


def feed_forward(d_model: int, d_ff: int, seed: int, prefix: str = "") -> nn.Sequential:
    """Linear, ReLU, Linear (paper, section 3.3)."""
    first, second = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)
    network = nn.Sequential(first, nn.ReLU(), second).double()
    _fill_feed_forward(first, second, seed, prefix)
    return network


@lru_cache(maxsize=128)  # never changed, and used by many trials
def layer(
    decoder: bool,
    d_model: int,
    num_heads: int,
    d_ff: int,
    seed: int,
    prefix: str = "",
    **options: Any,
) -> Layer:
    """PyTorch's layer, in training mode: its fast path for evaluation skips hooks."""
    kind = nn.TransformerDecoderLayer if decoder else nn.TransformerEncoderLayer
    made = kind(
        *(d_model, num_heads, d_ff),
        **({"dropout": 0.0} | options),
        batch_first=True,
        dtype=torch.float64,
    )
    for i, attention in enumerate(_of_type(nn.MultiheadAttention, made)):
        attention.__class__ = _Attention
        attention.dropout = 0.0  # dropout of the weights, which the course's layers do not have
        _fill_attention(attention, f"{prefix}attention{i + 1}.", seed)
    for i, norm in enumerate(_of_type(nn.LayerNorm, made)):
        fill_norm(norm, f"{prefix}norm{i + 1}.", seed)
    _fill_feed_forward(made.linear1, made.linear2, seed, prefix)
    return made.requires_grad_(False)


def fill_norm(norm: nn.LayerNorm, prefix: str, seed: int) -> nn.LayerNorm:
    """The norm, its parameters set by role."""
    _put(norm.weight, f"{prefix}gain", seed)
    _put(norm.bias, f"{prefix}bias", seed)
    return norm


def run_layer(
    made: Layer, inputs: Sequence[Tensor], masks: Sequence[Tensor | None]
) -> tuple[Tensor, ...]:
    """(x, weights of each attention) for x, or for x and memory, with a mask for each."""
    names = ("src_mask",) if len(inputs) == 1 else ("tgt_mask", "memory_mask")
    given = (blocked(mask, inputs[0], made) for mask in masks)
    out = made(*inputs, **dict(zip(names, given, strict=True)))
    return out, *(vars(attention).pop("weights") for attention in _of_type(_Attention, made))


class _Attention(nn.MultiheadAttention):
    """PyTorch's attention; records the ``weights`` of its last call, (B, h, L_q, L_k)."""

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        wanted = {"need_weights": True, "average_attn_weights": False}
        result = super().forward(*args, **(kwargs | wanted))
        vars(self)["weights"] = result[1]
        return result


def blocked(mask: Tensor | None, x: Tensor, made: Layer) -> Tensor | None:
    """The mask in the form of PyTorch's attention: True = blocked, (B * h, L_q, L_k)."""
    if mask is None:
        return None
    heads = made.self_attn.num_heads
    keys = mask.shape[-1]
    return ~mask.expand(len(x), heads, x.shape[1], keys).reshape(-1, x.shape[1], keys)


def stack(
    inputs: Sequence[Tensor],
    masks: Sequence[Tensor | None],
    num_layers: int,
    d_model: int,
    num_heads: int,
    d_ff: int,
    seed: int,
    prefix: str = "",
    norm_first: bool = False,
    dropout: float = 0.0,
) -> Any:
    """(x, a list of weights for each attention) of layers as in ``run_layer``."""
    x, *memory = inputs
    maps = []
    for i in range(num_layers):
        inner, name = (d_model, num_heads, d_ff, seed), f"{prefix}layer{i + 1}."
        made = layer(bool(memory), *inner, name, norm_first=norm_first, dropout=dropout)
        x, *seen = run_layer(made, (x, *memory), masks)
        maps.append(seen)
    return _ended(x, norm_first, d_model, seed, prefix), *map(list, zip(*maps, strict=True))


def numbers(
    decodes: bool, stacked: bool, sizes: tuple[int, ...], options: dict[str, Any]
) -> tuple[int, ...]:
    """The parameter counts that are right: a post-LN stack may have an unused final norm."""
    d_model, num_heads, d_ff = sizes[-3:]
    one = count(layer(decodes, d_model, num_heads, d_ff, 0))
    if not stacked:
        return (one,)
    layers, norm = sizes[0] * one, 2 * d_model
    return (layers + norm,) if options.get("norm_first") else (layers, layers + norm)


def _of_type(kind: type[Part], module: nn.Module) -> list[Part]:
    """The sub-modules of a type, in PyTorch's order of creation, which is that of their use."""
    return [part for part in module.modules() if isinstance(part, kind)]


def _ended(x: Tensor, norm_first: bool, d_model: int, seed: int, prefix: str) -> Tensor:
    """x after the final norm, which only a pre-LN stack has."""
    if not norm_first:
        return x
    return fill_norm(nn.LayerNorm(d_model).double(), f"{prefix}norm.", seed)(x)


def _fill_attention(attention: nn.MultiheadAttention, prefix: str, seed: int) -> None:
    d = attention.embed_dim
    for part, shape, weight in (
        ("weight", (d, d), attention.in_proj_weight),
        ("bias", (d,), attention.in_proj_bias),
    ):
        for i, name in enumerate(PROJECTIONS[:3]):
            numbers = known_numbers(f"{prefix}{name}.{part}", shape, seed)
            weight.detach()[i * d : (i + 1) * d].copy_(numbers)
    _put(attention.out_proj.weight, f"{prefix}w_o.weight", seed)
    _put(attention.out_proj.bias, f"{prefix}w_o.bias", seed)


def _fill_feed_forward(first: nn.Linear, second: nn.Linear, seed: int, prefix: str) -> None:
    for i, linear in enumerate((first, second)):
        _put(linear.weight, f"{prefix}feed_forward.{i + 1}.weight", seed)
        _put(linear.bias, f"{prefix}feed_forward.{i + 1}.bias", seed)


def _put(parameter: Tensor, role: str, seed: int) -> None:
    parameter.detach().copy_(known_numbers(role, tuple(parameter.shape), seed))
