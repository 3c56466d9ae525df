"""What M2M-100 computes from its published names (Fan et al. 2020), and such names with numbers."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from ...engine.inputs import Inputs

Sizes = tuple[int, int, int, int, int, int]  # both vocabularies, d_model, heads, layers, d_ff
PAD = 1
File = dict[str, Tensor]


def tensors(inputs: Inputs, sizes: Sizes) -> File:
    """A file of that size, as ``M2M100ForConditionalGeneration.state_dict()`` names its tensors."""
    vocab_size, _, d, _, layers, d_ff = sizes
    shapes: dict[str, tuple[int, ...]] = {"shared.weight": (vocab_size, d)}
    for side in ("encoder", "decoder"):
        shapes[f"{side}.layer_norm.weight"] = shapes[f"{side}.layer_norm.bias"] = (d,)
        attentions = ["self_attn", "encoder_attn"] if side == "decoder" else ["self_attn"]
        for i in range(layers):
            at = f"{side}.layers.{i}."
            for attention in attentions:
                for name in ("k_proj", "v_proj", "q_proj", "out_proj"):
                    shapes[f"{at}{attention}.{name}.weight"] = (d, d)
                    shapes[f"{at}{attention}.{name}.bias"] = (d,)
            for name, shape in (("fc1", (d_ff, d)), ("fc2", (d, d_ff))):
                shapes[f"{at}{name}.weight"], shapes[f"{at}{name}.bias"] = shape, shape[:1]
            for name in (*(f"{a}_layer_norm" for a in attentions), "final_layer_norm"):
                shapes[f"{at}{name}.weight"] = shapes[f"{at}{name}.bias"] = (d,)
    return {f"model.{name}": inputs.normal(*s, scale=0.7) for name, s in shapes.items()}


def with_copies(file: File) -> File:
    """The same file with every name under which the table is published, and the positions."""
    table = file["model.shared.weight"]
    names = ("model.encoder.embed_tokens", "model.decoder.embed_tokens", "lm_head")
    positions = {
        f"model.{side}.embed_positions.weights": torch.ones(3, table.shape[1])
        for side in ("encoder", "decoder")
    }
    return file | {f"{name}.weight": table.clone() for name in names} | positions


def logits(file: File, src: Tensor, tgt: Tensor, heads: int) -> Tensor:
    """Logits (B, L_t, V), float64, straight from the published tensors."""
    t = {name.removeprefix("model."): value.double() for name, value in file.items()}
    table, open_keys = t["shared.weight"], (src != PAD)[:, None, None]
    memory = _side(t, "encoder", _embedded(table, src), heads, open_keys)
    past = torch.ones(tgt.shape[1], tgt.shape[1]).tril().bool()
    x = _side(t, "decoder", _embedded(table, tgt), heads, past, memory, open_keys)
    return x @ table.T


def _embedded(table: Tensor, ids: Tensor) -> Tensor:
    half = table.shape[1] // 2
    places = torch.arange(ids.shape[1]).double()[:, None] + 2
    angle = places * torch.exp(torch.arange(half).double() * -(math.log(10000) / (half - 1)))
    return table[ids] * table.shape[1] ** 0.5 + torch.cat([angle.sin(), angle.cos()], dim=1)


def _side(
    t: File,
    side: str,
    x: Tensor,
    heads: int,
    mask: Tensor,
    memory: Tensor | None = None,
    memory_mask: Tensor | None = None,
) -> Tensor:
    layers = 1 + max(int(n.split(".")[2]) for n in t if n.startswith(f"{side}.layers."))
    for i in range(layers):
        at = f"{side}.layers.{i}."
        y = _norm(t, f"{at}self_attn_layer_norm", x)
        x = x + _attended(t, f"{at}self_attn.", y, y, heads, mask)
        if memory is not None and memory_mask is not None:
            y = _norm(t, f"{at}encoder_attn_layer_norm", x)
            x = x + _attended(t, f"{at}encoder_attn.", y, memory, heads, memory_mask)
        y = _linear(t, f"{at}fc1", _norm(t, f"{at}final_layer_norm", x)).relu()
        x = x + _linear(t, f"{at}fc2", y)
    return _norm(t, f"{side}.layer_norm", x)


def _attended(t: File, at: str, y: Tensor, read: Tensor, heads: int, mask: Tensor) -> Tensor:
    q = _linear(t, f"{at}q_proj", y).unflatten(-1, (heads, -1)).transpose(1, 2)
    k = _linear(t, f"{at}k_proj", read).unflatten(-1, (heads, -1)).transpose(1, 2)
    v = _linear(t, f"{at}v_proj", read).unflatten(-1, (heads, -1)).transpose(1, 2)
    scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -torch.inf)  # (B, h, L_q, L_k)
    out = (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)
    return _linear(t, f"{at}out_proj", out)


def _linear(t: File, name: str, x: Tensor) -> Tensor:
    return x @ t[f"{name}.weight"].T + t[f"{name}.bias"]


def _norm(t: File, name: str, x: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], t[f"{name}.weight"], t[f"{name}.bias"])
