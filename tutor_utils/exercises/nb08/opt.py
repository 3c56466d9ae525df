"""What OPT (Zhang et al. 2022) computes from its published names, and such files, drawn."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from ...engine.inputs import Inputs

Sizes = tuple[int, int, int, int, int, int]  # vocab_size, d_model, heads, layers, d_ff, max_len
OFFSET = 2  # rows of the published position table that no position uses


def tensors(inputs: Inputs, sizes: Sizes) -> dict[str, Tensor]:
    """A file of that size, as ``OPTForCausalLM.state_dict()`` names its tensors."""
    vocab_size, d, _, layers, d_ff, max_len = sizes
    shapes: dict[str, tuple[int, ...]] = {
        "decoder.embed_tokens.weight": (vocab_size, d),
        "decoder.embed_positions.weight": (max_len + OFFSET, d),
        "decoder.final_layer_norm.weight": (d,),
        "decoder.final_layer_norm.bias": (d,),
    }
    for i in range(layers):
        at = f"decoder.layers.{i}."
        for name in ("k_proj", "v_proj", "q_proj", "out_proj"):
            shapes[f"{at}self_attn.{name}.weight"] = (d, d)
            shapes[f"{at}self_attn.{name}.bias"] = (d,)
        for name, shape in (("fc1", (d_ff, d)), ("fc2", (d, d_ff))):
            shapes[f"{at}{name}.weight"], shapes[f"{at}{name}.bias"] = shape, shape[:1]
        for name in ("self_attn_layer_norm", "final_layer_norm"):
            shapes[f"{at}{name}.weight"] = shapes[f"{at}{name}.bias"] = (d,)
    found = {f"model.{name}": inputs.normal(*s, scale=0.7) for name, s in shapes.items()}
    return found | {"lm_head.weight": found["model.decoder.embed_tokens.weight"].clone()}


def logits(file: dict[str, Tensor], ids: Tensor, heads: int) -> Tensor:
    """Logits (B, L, V), float64, straight from the published tensors."""
    t = {name.removeprefix("model."): value.double() for name, value in file.items()}
    table, length = t["decoder.embed_tokens.weight"], ids.shape[1]
    x = table[ids] + t["decoder.embed_positions.weight"][OFFSET : OFFSET + length]
    layers = 1 + max(int(n.split(".")[2]) for n in t if n.startswith("decoder.layers."))
    for i in range(layers):
        x = _layer(t, f"decoder.layers.{i}.", x, heads)
    return _norm(t, "decoder.final_layer_norm", x) @ table.T


def _layer(t: dict[str, Tensor], at: str, x: Tensor, heads: int) -> Tensor:
    def linear(name: str, y: Tensor) -> Tensor:
        return y @ t[f"{at}{name}.weight"].T + t[f"{at}{name}.bias"]

    def split(y: Tensor) -> Tensor:
        return y.unflatten(-1, (heads, -1)).transpose(1, 2)  # (B, h, L, d_k)

    y = _norm(t, f"{at}self_attn_layer_norm", x)
    q, k, v = (split(linear(f"self_attn.{name}_proj", y)) for name in "qkv")
    scores = q @ k.mT / q.shape[-1] ** 0.5
    future = torch.ones(scores.shape[-2:]).triu(1).bool()
    weights = scores.masked_fill(future, -torch.inf).softmax(-1)
    x = x + linear("self_attn.out_proj", (weights @ v).transpose(1, 2).flatten(2))
    y = linear("fc1", _norm(t, f"{at}final_layer_norm", x)).relu()
    return x + linear("fc2", y)


def _norm(t: dict[str, Tensor], name: str, x: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], t[f"{name}.weight"], t[f"{name}.bias"])
