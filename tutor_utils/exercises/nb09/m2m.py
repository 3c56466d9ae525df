"""Reference of M2M-100 (Fan et al. 2020): random files with its published names, and its logits."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ...engine.inputs import Inputs
from ..nb04.rules import causal, padding
from ..published_layers import File, Side, drawn, opened

Sizes = tuple[int, int, int, int, int, int]  # both vocabularies, d_model, heads, layers, d_ff
PAD = 1
ENCODER = Side("encoder", "layer_norm", ("self_attn",))
DECODER = Side("decoder", "layer_norm", ("self_attn", "encoder_attn"))


def tensors(inputs: Inputs, sizes: Sizes) -> File:
    """A random file of these sizes, named as in ``M2M100ForConditionalGeneration.state_dict()``."""
    vocab_size, _, d, _, layers, d_ff = sizes
    sides = ENCODER.shapes(layers, d, d_ff) | DECODER.shapes(layers, d, d_ff)
    return drawn(inputs, {"shared.weight": (vocab_size, d)} | sides)


def with_copies(file: File) -> File:
    """The file with all published copies of the embedding table, and with the positions."""
    table = file["model.shared.weight"]
    names = ("model.encoder.embed_tokens", "model.decoder.embed_tokens", "lm_head")
    positions = {
        f"model.{side}.embed_positions.weights": torch.ones(3, table.shape[1])
        for side in ("encoder", "decoder")
    }
    return file | {f"{name}.weight": table.clone() for name in names} | positions


def logits(file: File, src: Tensor, tgt: Tensor, heads: int) -> Tensor:
    """Logits (B, L_t, V), float64, straight from the published tensors."""
    t = opened(file)
    table, source, past = t["shared.weight"], padding(src, PAD), causal(tgt.shape[1])
    memory = ENCODER.run(t, _embedded(table, src), heads, (None, source))
    x = DECODER.run(t, _embedded(table, tgt), heads, (None, past), (memory, source))
    return x @ table.T


def _embedded(table: Tensor, ids: Tensor) -> Tensor:
    half = table.shape[1] // 2
    places = torch.arange(ids.shape[1]).double()[:, None] + 2
    angle = places * torch.exp(torch.arange(half).double() * -(math.log(10000) / (half - 1)))
    return table[ids] * table.shape[1] ** 0.5 + torch.cat([angle.sin(), angle.cos()], dim=1)
