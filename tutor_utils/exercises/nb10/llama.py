"""Reference of Llama (Touvron et al. 2023), in float64, given its parameters by role.

Roles are names such as ``layer1.attention.w_q``, ``norm.gain``, ``tokens``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi, prod

import torch
from torch import Tensor

from ..formulas import attend, merge, split
from ..nb04.rules import causal

Numbers = Mapping[str, Tensor]
Shapes = dict[str, tuple[int, ...]]
Cache = tuple[Tensor, Tensor]  # keys and values, each (B, g, past, d_k)
Sizes = tuple[int, ...]
BASE, EPS = 10000.0, 1e-6


def speeds(base: float, half: int) -> Tensor:
    """The angle per position of each pair of features, base**(-i/half): (d_k/2,), float64."""
    return torch.tensor([base ** (-i / half) for i in range(half)], dtype=torch.float64)


def stretched(speed: Tensor, factor: float, low: float, high: float, original: float) -> Tensor:
    """Angles per position for texts ``factor`` times as long as those of training (Llama 3.1).

    Three cases, by the number of full turns in ``original`` positions; float64.
    """
    speed = speed.double()
    turns = original * speed / (2 * pi)
    share = (turns - low) / (high - low)
    between = (1 - share) * speed / factor + share * speed
    slow = torch.where(turns < low, speed / factor, between)
    return torch.where(turns > high, speed, slow)


def turned(x: Tensor, positions: Tensor, base: float = BASE) -> Tensor:
    """RoPE: features i and i + d_k/2, as a complex number, times e^(i·angle). (..., L, d_k)."""
    return turned_by(x, positions, speeds(base, x.shape[-1] // 2))


def turned_by(x: Tensor, positions: Tensor, speed: Tensor) -> Tensor:
    """As ``turned``, with the angles per position given."""
    half = x.shape[-1] // 2
    hand = torch.complex(x[..., :half].double(), x[..., half:].double())
    angle = positions.double()[:, None] * speed.double()
    hand = hand * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([hand.real, hand.imag], dim=-1)


def normed(x: Tensor, gain: Tensor, eps: float = EPS) -> Tensor:
    """RMSNorm: each vector divided by its root mean square, times the gain."""
    x = x.double()
    return gain * x / ((x * x).sum(-1, keepdim=True) / x.shape[-1] + eps) ** 0.5


def gated(t: Numbers, at: str, x: Tensor) -> Tensor:
    """SwiGLU."""
    gate = x @ t[f"{at}gate"].T
    return (gate / (1 + (-gate).exp()) * (x @ t[f"{at}wide"].T)) @ t[f"{at}narrow"].T


def attended(
    t: Numbers,
    at: str,
    x: Tensor,
    heads: Sequence[int],
    base: float = BASE,
    mask: Tensor | None = None,
    cache: Cache | None = None,
) -> tuple[Tensor, Tensor, Cache]:
    """(output, weights, cache) of grouped-query attention; ``heads`` is (h, g)."""
    h, g = heads
    q, k, v = (
        split(x.double() @ t[f"{at}{name}"].T, n)
        for name, n in (("w_q", h), ("w_k", g), ("w_v", g))
    )
    past = 0 if cache is None else cache[0].shape[2]
    places = torch.arange(past, past + x.shape[1])
    q, k = turned(q, places, base), turned(k, places, base)
    if cache is not None:
        k, v = (
            torch.cat([old.double(), new], dim=2) for old, new in zip(cache, (k, v), strict=True)
        )
    read = [i * g // h for i in range(h)]
    output, weights = attend(q, k[:, read], v[:, read], mask)
    return merge(output) @ t[f"{at}w_o"].T, weights, (k, v)


def layer(
    t: Numbers,
    at: str,
    x: Tensor,
    heads: Sequence[int],
    base: float = BASE,
    eps: float = EPS,
    mask: Tensor | None = None,
    cache: Cache | None = None,
) -> tuple[Tensor, Tensor, Cache]:
    """(x, weights, cache) of one layer."""
    y = normed(x, t[f"{at}norm1.gain"], eps)
    out, weights, cache = attended(t, f"{at}attention.", y, heads, base, mask, cache)
    x = x + out
    return x + gated(t, f"{at}feed_forward.", normed(x, t[f"{at}norm2.gain"], eps)), weights, cache


def model(
    t: Numbers,
    ids: Tensor,
    heads: Sequence[int],
    base: float = BASE,
    eps: float = EPS,
    cache: Sequence[Cache] | None = None,
) -> tuple[Tensor, list[Cache]]:
    """(logits, cache of each layer). Without a role ``output`` the token table is the output."""
    layers = len({name.partition(".")[0] for name in t if name.startswith("layer")})
    given: Sequence[Cache | None] = cache or [None] * layers
    past = given[0][0].shape[2] if given[0] else 0
    mask = causal(past + ids.shape[1])[:, :, past:]
    x, kept = t["tokens"][ids], []
    for i in range(layers):
        x, _, after = layer(t, f"layer{i + 1}.", x, heads, base, eps, mask, given[i])
        kept.append(after)
    return normed(x, t["norm.gain"], eps) @ t.get("output", t["tokens"]).T, kept


def attention_shapes(d_model: int, num_heads: int, num_kv_heads: int) -> Shapes:
    """Role -> shape of the four projections, as (out, in)."""
    kept = d_model // num_heads * num_kv_heads
    square = (d_model, d_model)
    return {"w_q": square, "w_k": (kept, d_model), "w_v": (kept, d_model), "w_o": square}


def feed_forward_shapes(d_model: int, d_ff: int) -> Shapes:
    """Role -> shape of gate, wide and narrow, as (out, in)."""
    return {"gate": (d_ff, d_model), "wide": (d_ff, d_model), "narrow": (d_model, d_ff)}


def layer_shapes(d_model: int, num_heads: int, num_kv_heads: int, d_ff: int) -> Shapes:
    """Role -> shape of each parameter of one layer."""
    attention = attention_shapes(d_model, num_heads, num_kv_heads)
    network = feed_forward_shapes(d_model, d_ff)
    return {
        **{"norm1.gain": (d_model,), "norm2.gain": (d_model,)},
        **{f"attention.{name}": shape for name, shape in attention.items()},
        **{f"feed_forward.{name}": shape for name, shape in network.items()},
    }


def model_shapes(
    vocab_size: int,
    d_model: int,
    num_heads: int,
    num_kv_heads: int,
    num_layers: int,
    d_ff: int,
    *,
    tied: bool = True,
) -> Shapes:
    """Role -> shape of each parameter of a model."""
    one = layer_shapes(d_model, num_heads, num_kv_heads, d_ff)
    found: Shapes = {"tokens": (vocab_size, d_model), "norm.gain": (d_model,)}
    for i in range(num_layers):
        found |= {f"layer{i + 1}.{name}": shape for name, shape in one.items()}
    return found | ({} if tied else {"output": (vocab_size, d_model)})


def count(shapes: Shapes) -> int:
    """The number of parameters with these shapes."""
    return sum(map(prod, shapes.values()))


PUBLISHED = {
    "attention.w_q": "self_attn.q_proj",
    "attention.w_k": "self_attn.k_proj",
    "attention.w_v": "self_attn.v_proj",
    "attention.w_o": "self_attn.o_proj",
    "feed_forward.gate": "mlp.gate_proj",
    "feed_forward.wide": "mlp.up_proj",
    "feed_forward.narrow": "mlp.down_proj",
    "norm1.gain": "input_layernorm",
    "norm2.gain": "post_attention_layernorm",
}


def published(role: str) -> str:
    """The name of a role in ``LlamaForCausalLM.state_dict()``."""
    whole = {"tokens": "embed_tokens", "norm.gain": "norm"}
    if role == "output":
        return "lm_head.weight"
    if role in whole:
        return f"model.{whole[role]}.weight"
    number, _, part = role.removeprefix("layer").partition(".")
    return f"model.layers.{int(number) - 1}.{PUBLISHED[part]}.weight"
